/** The island as a drawing: hexes, roads, buildings, knights and castles, and what may be built now, lit. */

import { h, iconAddress } from "../dom.js";
import { mapOf, offshore } from "./map.js";

/** The kit's icon and colour for what a hex yields or a die shows. */
export const PICTURES = { brick: "brick", lumber: "wood", wool: "sheep", grain: "wheat", ore: "ore",
  gold: "gold" };

const SHIELD =
  "M0 -30C9 -24 18 -22 28 -22V-4C28 12 15 22 0 28C-15 22 -28 12 -28 -4V-22C-18 -22 -9 -24 0 -30Z";
/** The distance from a place at which a tap still means it, in units of the drawing. */
const REACH = { lit: 62, other: 36 };
/** The same on a small screen, in pixels: half a thumb. */
const THUMB_PX = 32;
const EDGE = 46;
const CASTLE = 66;

/** The piece that stands where another is to come. */
const NAMED = { city: "settlement", start: "road" };

/** The side that owns a place: of a road, say, by its number. */
export function ownerOf(view, what, at) {
  return view.sides.find(({ id }) => view[what][id]?.includes(at));
}

/**
 * The whole drawing. `lit` lists the places that may be tapped: `{piece, at}`; `tap` is called with the one
 * that was, or with any other place that was tapped, `{piece, at, why: true}`.
 */
export function island(view, say, /** @type {any} */ { lit = [], tap = null } = {}) {
  const map = mapOf(view.island);
  const isLit = new Set(lit.map(({ piece, at }) => `${piece} ${at}`));
  return h("svg", { class: "island", viewBox: frame(view, map), role: "group",
    "aria-label": say("the_island"),
    on: tap
      ? { click: (event) => tapped(event, view, map, lit, tap), keydown: (event) => typed(event, tap) }
      : {} },
    h("path", { key: "shore", class: "shore", d: map.hexes.map(({ outline }) => outline).join("") }),
    h("g", { key: "hexes" }, map.hexes.map((hex, n) => hexOf(hex, n))),
    h("g", { key: "roads" }, roadsOf(view, map, say, isLit)),
    h("g", { key: "knights" },
      map.hexes.flatMap(({ knights }) => knights).map((knight) => knightOf(view, knight, say, isLit))),
    h("g", { key: "sites" }, view.island.sites.map((at) => siteOf(view, map.corners[at], at, say, isLit))),
    h("g", { key: "castles" },
      view.island.castles.map((corner, at) => castleOf(view, offshore(map, corner), at, say, isLit))));
}

/** An island so small that one sees its shape and what its hexes yield. */
export function smallMap(island) {
  const map = mapOf(island);
  const { left, top, right, bottom } = map.box;
  return h("svg", { class: "island is-small",
    viewBox: [left - 10, top - 10, right - left + 20, bottom - top + 20].map(Math.round).join(" "),
    "aria-hidden": "true" },
    map.hexes.map(({ kind, outline }, n) =>
      h("g", { key: n, class: `hex ${PICTURES[kind] ? `kind-${PICTURES[kind]}` : "is-desert"}` },
        h("path", { class: "ground", d: outline }))
    ));
}

/** The frame of the drawing: the island with its shore, and the castles in the sea. */
function frame(view, map) {
  const { left, top, right, bottom } = map.box;
  const castles = view.island.castles.map((corner) => offshore(map, corner));
  const xs = [left - EDGE, right + EDGE, ...castles.flatMap(({ x }) => [x - CASTLE, x + CASTLE])];
  const ys = [top - EDGE, bottom + EDGE, ...castles.flatMap(({ y }) => [y - CASTLE, y + CASTLE])];
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  return [west, north, Math.max(...xs) - west, Math.max(...ys) - north].map(Math.round).join(" ");
}

/** The place that a tap meant: the nearest lit one, else the nearest of all. */
function tapped(event, view, map, lit, tap) {
  const svg = event.currentTarget;
  const scale = svg.getScreenCTM();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(scale.inverse());
  const near = (places, reach) =>
    places.map((place) => ({ place, far: Math.hypot(place.x - point.x, place.y - point.y) })).filter((
      { far },
    ) => far < reach).sort((a, b) => a.far - b.far)[0]?.place;
  const every = allPlaces(view, map);
  const named = new Map(every.map((place) => [`${place.piece} ${place.at}`, place]));
  const chosen = near(
    lit.map(({ piece, at }) => ({ ...named.get(`${NAMED[piece] ?? piece} ${at}`), piece, at })),
    Math.max(REACH.lit, THUMB_PX / scale.a),
  );
  if (chosen) return tap({ piece: chosen.piece, at: chosen.at });
  const other = near(every, REACH.other);
  return other && tap({ piece: pieceThere(view, other), at: other.at, why: true });
}

function allPlaces(view, map) {
  return [...map.roads.map((road, at) => ({ ...road, piece: "road", at })),
    ...view.island.sites.map((at) => ({ ...map.corners[at], piece: "settlement", at })),
    ...map.hexes.flatMap(({ knights }) => knights).map(({ id, x, y }) => ({ x, y, piece: "knight", at: id })),
    ...view.island.castles.map((corner, at) => ({ ...offshore(map, corner), piece: "castle", at }))];
}

/** A settlement of the player on turn may become a city. */
function pieceThere(view, { piece, at }) {
  return piece === "settlement" && view.settlements[view.turn_of]?.includes(at) ? "city" : piece;
}

function typed(event, tap) {
  const place = event.target.closest("[data-piece]");
  if (!place || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  tap({ piece: place.dataset.piece, at: Number(place.dataset.at) });
}

/** Makes a lit place something to tap, for fingers, keys and readers alike. */
function target(isLit, piece, at, label) {
  return isLit
    ? { role: "button", tabindex: "0", "data-piece": piece, "data-at": at, "aria-label": label }
    : { role: "img", "aria-label": label };
}

function hexOf({ x, y, kind, knights, outline }, n) {
  const name = PICTURES[kind];
  const size = knights.length ? 58 : 72;
  const [left, top] = [x - (knights.length ? 32 : 0) - size / 2, y - size / 2];
  return h("g", { key: n, class: `hex ${name ? `kind-${name}` : "is-desert"}` },
    h("path", { class: "ground", d: outline }),
    name
      ? picture(name, left, top, size)
      : h("path", { class: "dune", d: `M${x - 44} ${y + 50}c18 -22 34 -18 44 -4s30 16 44 -6` }));
}

function picture(name, x, y, size, look = "") {
  return h("use", { key: `icon-${name}`, class: look, href: iconAddress(name), x, y, width: size,
    height: size });
}

function markOf(side, x, y, size) {
  return side && picture(`mark-${side.mark}`, x - size / 2, y - size / 2, size, "flag");
}

function roadsOf(view, map, say, isLit) {
  const trail = new Set(view.trail?.roads ?? []);
  const drawn = map.roads.map((road, at) => {
    const side = ownerOf(view, "roads", at);
    const piece = isLit.has(`start ${at}`) ? "start" : "road";
    const lit = isLit.has(`${piece} ${at}`);
    const turn = `translate(${road.x.toFixed(1)} ${road.y.toFixed(1)}) rotate(${road.angle.toFixed(1)})`;
    const label = side ? say("road_of", { player: side.name }) : say("road_free");
    if (!side && !lit) return h("path", { key: at, class: "edge", d: "M-34 0H34", transform: turn });
    const look = side ? `road team-${side.colour}` : "road is-lit";
    return h("g", { key: `${at} ${side?.id ?? ""}`, class: look, ...target(lit && !side, piece, at, label) },
      h("g", { transform: turn }, h("path", { class: "reach", d: "M-32 -24H32V24H-32Z" }),
        h("path", { class: "halo", d: "M-30 0H30" }), h("path", { class: "rim", d: "M-32 0H32" }),
        h("path", { class: "fill", d: "M-30 0H30" }),
        trail.has(at) && h("path", { key: "trail", class: "trail", d: "M-30 0H30" })),
      markOf(side, road.x, road.y, 27));
  });
  // What is lit or built lies above the edges beside it.
  return drawn.sort((a, b) => Number(a.tag === "g") - Number(b.tag === "g"));
}

/** A place with its halo, what is drawn there, and the mark of its side at `flag` (x, y, size). */
function spot({ key, name, piece, at, side, lit, look = "", label, x, y, halo, flag }, ...drawn) {
  const state = `${side ? `is-built team-${side.colour}` : ""} ${lit ? "is-lit" : ""} ${look}`;
  return h("g", { key: `${key} ${side?.id ?? ""}`, class: `${name} ${state}`,
    ...target(lit, piece, at, label) }, h("circle", { class: "halo", cx: x, cy: y, r: halo }), drawn,
    markOf(side, x + flag[0], y + flag[1], flag[2]));
}

function siteOf(view, { x, y }, at, say, isLit) {
  const city = ownerOf(view, "cities", at);
  const side = city ?? ownerOf(view, "settlements", at);
  const mayBeCity = view.island.city_sites.includes(at);
  const lit = ["settlement", "city"].find((piece) => isLit.has(`${piece} ${at}`));
  const shown = city || (!side && mayBeCity) || lit === "city" ? "city" : "settlement";
  const label = side
    ? say(city ? "city_of" : "settlement_of", { player: side.name })
    : say(mayBeCity ? "site_city" : "site");
  const size = side || lit ? 34 : 22;
  return spot({ key: `${at} ${shown}`, name: "site", piece: lit, at, side, lit, label, x, y, halo: size + 9,
    flag: [27, -27, 27] }, h("circle", { key: "plate", class: "plate", cx: x, cy: y, r: size }),
    picture(shown, x - size * 0.6, y - size * 0.62, size * 1.2, "building"));
}

function knightOf(view, { id, x, y }, say, isLit) {
  const side = ownerOf(view, "knights", id);
  const isUsed = view.used_knights.includes(id);
  const label = side
    ? say(isUsed ? "knight_used_of" : "knight_of", { n: id, player: side.name })
    : say("knight_n", { n: id });
  return spot({ key: id, name: "guard", piece: "knight", at: id, side, lit: isLit.has(`knight ${id}`),
    look: isUsed ? "is-used" : "", label, x, y, halo: 41, flag: [24, -25, 27] },
    h("path", { key: "shield", class: "shield", d: SHIELD,
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` }),
    h("text", { key: "n", class: "number", x, y: y + 11 }, id),
    isUsed && h("path", { key: "used", class: "used", d: `M${x - 17} ${y + 17}L${x + 17} ${y - 20}` }));
}

function castleOf(view, { x, y }, at, say, isLit) {
  const side = ownerOf(view, "castles", at);
  return spot({ key: at, name: "castle", piece: "castle", at, side, lit: isLit.has(`castle ${at}`),
    label: side ? say("castle_of", { player: side.name }) : say("castle_free"), x, y, halo: 57,
    flag: [36, -36, 32] }, h("circle", { key: "plate", class: "plate", cx: x, cy: y, r: 46 }),
    picture("castle", x - 28, y - 29, 56, "building"));
}
