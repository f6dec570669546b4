/** The size of a field, its metres as lines, and its fairness (FC-3) as `field.py` computes it. */

import { h } from "../dom.js";

/** The distance (m) between lines with numbers. */
const NUMBERED_M = 2;

/** Metres as the language writes them. */
export function metres(/** @type {number} */ m, digits = 0) {
  return m.toLocaleString(document.documentElement.lang || "en", { minimumFractionDigits: digits,
    maximumFractionDigits: digits || 2 });
}

/** Width and height (m) of a field from its lower left corner to its edge beyond what lies outermost. */
export function fieldSize({ hoops, piles, field_limits: { edge_m } }) {
  const reach = (axis) => Math.ceil(Math.max(...[...hoops, ...piles].map((thing) => thing[axis]))) + edge_m;
  return { w: reach("x"), h: reach("y") };
}

/** A line for each metre of a field, with numbers `aside` and `below`; `look` begins the classes. */
export function metreLines(look, { metre, left = 0, bottom, w, high, aside, below }) {
  const line = (name, m, ends,
    number) => [h("line", { key: `${name}${m}`, class: `${look}-line`, ...ends }),
    m % NUMBERED_M === 0 && number
    && h("text", { key: `n${name}${m}`, class: `${look}-metre`, ...number }, m)];
  const across = (m) => {
    const x = left + m * metre;
    return line("x", m, { x1: x, x2: x, y1: bottom - high * metre, y2: bottom }, { x, y: bottom + below });
  };
  const up = (m) => {
    const y = bottom - m * metre;
    const number = m > 0 && { x: left - aside, y: y + 5 };
    return line("y", m, { x1: left, x2: left + w * metre, y1: y, y2: y }, number);
  };
  const each = (count, draw) => Array.from({ length: count + 1 }, (_, m) => draw(m));
  return [each(w, across), each(high, up)];
}

/** The distance (m) of the farthest hoop or pile from a lower corner: the length of both tapes. */
export function farthest(given) {
  const { w } = fieldSize(given);
  return Math.max(
    ...[...given.hoops, ...given.piles].flatMap(({ x, y }) => [Math.hypot(x, y), Math.hypot(x - w, y)]),
  );
}

/** For each start hoop the sum over the kinds of the way (m) to the nearest pile. */
export function ways({ hoops, piles }, /** @type {string[]} */ kinds) {
  const way = (hoop, kind) => {
    const all = piles.filter((pile) => pile.kind === kind).map((pile) =>
      Math.hypot(pile.x - hoop.x, pile.y - hoop.y)
    );
    return all.length ? Math.min(...all) : 0;
  };
  return hoops.filter((hoop) => hoop.start).map((hoop) => ({ id: hoop.id,
    m: kinds.reduce((sum, kind) => sum + way(hoop, kind), 0) })
  );
}

/** The choices of start hoops whose longest way is more than `fair` times the shortest. */
export function unfairChoices(/** @type {{id: string, m: number}[]} */ all, /** @type {number} */ teams,
  /** @type {number} */ fair)
{
  return choices(all, teams).filter((chosen) => {
    const metres = chosen.map(({ m }) => m);
    return Math.max(...metres) > fair * Math.min(...metres);
  });
}

/** @returns {{id: string, m: number}[][]} */
function choices(/** @type {{id: string, m: number}[]} */ all, /** @type {number} */ n) {
  if (n === 0) return [[]];
  return all.flatMap((one, i) => choices(all.slice(i + 1), n - 1).map((rest) => [one, ...rest]));
}
