/** The dice game on paper: the island to draw on, prices and rules, and a match as it stands. */

import { h, icon, iconAddress } from "../dom.js";
import { rulebook } from "../panels/rules.js";
import { PICTURES, ownerOf } from "./island.js";
import { mapOf, offshore } from "./map.js";

export { words } from "./words.js";

const EDGE = 130;

/** An island for pens in four colours, and the whole game to be learned from. */
export function slips(setup, tags, /** @type {Say} */ say, view) {
  const islands = view ? { [view.options.island]: view.island } : setup.islands;
  return [
    Object.entries(islands).map(([name, island]) =>
      h("section", { key: name, class: "sheet" },
        h("h2", {}, [say("game_name"), name && say(`opt_island_${name}`)].filter(Boolean).join(": ")),
        paperMap(island, say))
    ),
    ...rules(setup, say, view),
  ];
}

/** The whole game, with the options of the match that is on, else with the usual ones. */
export function rules(setup, /** @type {Say} */ say, view) {
  return [
    h("section", { key: "dice_extra rules", class: "sheet" },
      h("h2", {}, say("game_name"), ": ", say("the_rules")), rulebook("DX", (view ?? setup).options)),
  ];
}

/** The island in outlines. `built` says what stands where, in the marks of the players. */
function paperMap(island, /** @type {Say} */ say,
  /** @type {(what: string, at: number, place: any) => any} */ built = () => null)
{
  const map = mapOf(island);
  const { left, top, right, bottom } = map.box;
  const box = [left - EDGE, top - EDGE, right - left + 2 * EDGE, bottom - top + 2 * EDGE].map(Math.round)
    .join(" ");
  return h("svg", { class: "map", viewBox: box, role: "img", "aria-label": say("the_island") },
    map.hexes.map((hex, n) =>
      h("g", { key: n, class: `kind-${PICTURES[hex.kind]}` },
        h("path", { class: "map-hoop", d: hex.outline }),
        PICTURES[hex.kind] && paperIcon(PICTURES[hex.kind], hex.x - (hex.knights.length ? 34 : 0), hex.y, 60))
    ), map.roads.map((road, at) => built("roads", at, road)),
    map.hexes.flatMap(({ knights }) => knights).map(({ id, x, y }) =>
      h("g", { key: `knight ${id}` }, h("circle", { class: "map-hoop", cx: x, cy: y, r: 24 }),
        h("text", { class: "map-number", x, y: y + 7 }, id), built("knights", id, { x: x + 20, y: y - 20 }))
    ), island.sites.map((at) => paperSite(map.corners[at], at, island.city_sites.includes(at), built)),
    island.castles.map((corner, at) => paperCastle(offshore(map, corner), at, built)));
}

function paperSite({ x, y }, at, isCity, built) {
  const mark = built("settlements", at, { x, y }) ?? built("cities", at, { x, y });
  return h("g", { key: `site ${at}` }, h("circle", { class: "map-hoop", cx: x, cy: y, r: 20 }),
    isCity && h("circle", { key: "city", class: "map-hoop", cx: x, cy: y, r: 26 }), mark);
}

function paperCastle({ x, y }, at, built) {
  return h("g", { key: `castle ${at}` }, h("circle", { class: "map-hoop", cx: x, cy: y, r: 44 }),
    built("castles", at, { x, y }) ?? paperIcon("castle", x, y, 50));
}

function paperIcon(name, x, y, size) {
  return h("use", { key: `${name} ${x} ${y}`, href: iconAddress(name), x: x - size / 2, y: y - size / 2,
    width: size, height: size });
}

/** The match on one page: the island with everybody's marks, and what each has. */
export function sheet(/** @type {any} */ view, /** @type {Say} */ say, when) {
  const built = (what, at, { x, y }) => {
    const side = ownerOf(view, what, at);
    return side
      ? paperIcon(`mark-${side.mark}`, x, y, what === "cities" ? 44 : what === "roads" ? 34 : 28)
      : null;
  };
  const row = (side) =>
    h("tr", { key: side.id },
      h("th", { class: "paper-team" }, icon(`mark-${side.mark}`, "paper-mark"), side.name),
      [side.score, view.settlements[side.id].length, view.cities[side.id].length,
        view.knights[side.id].length, view.longest[side.id]].map((n, at) =>
          h("td", { key: at, class: "number" }, n)
        ));
  const heads = ["paper_points", "paper_settlements", "paper_cities", "paper_knights", "paper_road"];
  return h("section", { class: "sheet match-sheet" }, h("h2", {}, view.title),
    h("p", {},
      [view.number > 0 && say("turn_n", { n: view.number }), say("first_to", { n: view.target }), when]
        .filter(Boolean).join(" · ")),
    h("table", { class: "lined" },
      h("thead", {}, h("tr", {}, h("th", {}), heads.map((head) => h("th", { key: head }, say(head))))),
      h("tbody", {}, view.sides.map(row))), paperMap(view.island, say, built));
}
