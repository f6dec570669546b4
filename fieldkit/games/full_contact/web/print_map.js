/**
 * The field on one sheet of paper (FC-3): to scale, metres along both edges, and how to lay it with a tape.
 */

import { h } from "../dom.js";
import { hoopNumber } from "../format.js";
import { fieldSize, metres } from "./fairness.js";
import { pileName } from "./parts.js";

/** The largest drawing, in its own units: 4.2 of them are a millimetre of an A4 sheet. */
const [WIDTH, HEIGHT] = [730, 560];
const MARGIN = 44;
const HOOP_M = 0.4;
const NUMBERED_M = 2;

/** The whole sheet, for hoops, piles and the kinds and colours in play. */
export function mapSheet(given, /** @type {Say} */ say) {
  const piles = given.piles.filter((pile) => given.options.kinds.includes(pile.kind));
  const { w, h: high } = fieldSize(given);
  return h("section", { key: "map", class: "sheet map-sheet" },
    h("h2", {}, say("print_map"), h("span", { class: "map-size" }, say("map_size", { w, h: high }))),
    drawing(given, piles, say), h("p", { class: "map-how" }, say("map_how", { w })),
    h("div", { class: "map-tape" }, tape(given, piles, w, say)));
}

function drawing(given, piles, /** @type {Say} */ say) {
  const { w, h: high } = fieldSize(given);
  const metre = Math.min(WIDTH / w, HEIGHT / high);
  const box = { metre, left: MARGIN, bottom: MARGIN / 2 + high * metre, w, high };
  const at = ({ x, y }) => [box.left + x * metre, box.bottom - y * metre];
  const size = `0 0 ${w * metre + 2 * MARGIN} ${high * metre + 2 * MARGIN}`;
  return h("svg", { class: "map", viewBox: size, role: "img", "aria-label": say("print_map") }, grid(box),
    piles.map((pile) => drawnPile(given, pile, at(pile), say)),
    given.hoops.map((hoop) => drawnHoop(hoop, at(hoop), Math.max(12, HOOP_M * metre))),
    corner("A", at({ x: 0, y: 0 }), -22), corner("B", at({ x: w, y: 0 }), 26));
}

/** A line for each metre, with its number at every second one. */
function grid({ metre, left, bottom, w, high }) {
  const top = bottom - high * metre;
  const right = left + w * metre;
  const upright = Array.from({ length: w + 1 },
    (_,
      m) => [
      h("line", { key: `x${m}`, x1: left + m * metre, x2: left + m * metre, y1: top, y2: bottom,
        class: "map-line" }),
      m % NUMBERED_M === 0
      && h("text", { key: `nx${m}`, x: left + m * metre, y: bottom + 18, class: "map-metre" }, m),
    ]);
  const level = Array.from({ length: high + 1 },
    (_,
      m) => [
      h("line", { key: `y${m}`, x1: left, x2: right, y1: bottom - m * metre, y2: bottom - m * metre,
        class: "map-line" }),
      m % NUMBERED_M === 0 && m > 0
      && h("text", { key: `ny${m}`, x: left - 16, y: bottom - m * metre + 5, class: "map-metre" }, m),
    ]);
  const edge = h("path", { key: "edge", d: `M${left} ${top}H${right}V${bottom}H${left}Z`,
    class: "map-edge" });
  return [...upright, ...level, edge];
}

function corner(letter, /** @type {number[]} */ [x, y], aside) {
  return h("g", { key: letter }, h("circle", { cx: x, cy: y, r: 5 }),
    h("text", { x: x + aside, y: y + 8, class: "map-corner" }, letter));
}

function drawnHoop(hoop, /** @type {number[]} */ [x, y], radius) {
  return h("g", { key: hoop.id }, h("circle", { cx: x, cy: y, r: radius, class: "map-hoop" }),
    hoop.start && h("circle", { key: "start", cx: x, cy: y, r: radius + 4, class: "map-hoop is-start" }),
    h("text", { x, y: y + 6, class: "map-number" }, hoopNumber(hoop.id)));
}

function drawnPile(given, pile, /** @type {number[]} */ [x, y], /** @type {Say} */ say) {
  const colour = given.options.colours?.[pile.kind];
  return h("g", { key: pile.id, class: `map-pile kind-${pile.kind}`, style: painted(colour) },
    h("circle", { cx: x, cy: y, r: 8, class: "map-ball" }),
    h("text", { x, y: y + 22, class: "map-word" }, `${pile.capacity} × ${say(`kind_${pile.kind}`)}`),
    colour && h("text", { key: "colour", x, y: y + 34, class: "map-colour" }, say(`balls_${colour}`)));
}

/** The distances of each thing from both lower corners: two tapes that meet. */
function tape({ hoops, options }, piles, w, /** @type {Say} */ say) {
  const away = ({ x, y }, from) => metres(Math.hypot(x - from, y), 2);
  const row = (thing, name) =>
    h("tr", { key: thing.id }, h("th", {}, name), h("td", {}, away(thing, 0)), h("td", {}, away(thing, w)));
  const rows = [...hoops.map((hoop) => row(hoop, say("hoop", { hoop: hoopNumber(hoop.id) }))),
    ...piles.map((pile) => row(pile, pileLabel(pile, options, say)))];
  const third = Math.ceil(rows.length / 3);
  const head = h("thead", {}, h("tr", {}, h("th", {}, say("map_tape")), h("th", {}, "A"), h("th", {}, "B")));
  return [0, 1, 2].map((n) =>
    h("table", { key: n }, head, h("tbody", {}, rows.slice(n * third, (n + 1) * third)))
  );
}

function pileLabel(pile, { colours }, /** @type {Say} */ say) {
  const ball = h("i", { class: `map-swatch kind-${pile.kind}`, style: painted(colours?.[pile.kind]) });
  return [ball, pileName(pile.id, say)];
}

/** The kind's colour in this match. */
function painted(/** @type {string | undefined} */ colour) {
  return colour ? { "--kind": `var(--ball-${colour})` } : {};
}
