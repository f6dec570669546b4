/** The fairness of a field (FC-3), as `fairness.py` computes it: a test holds the two against each other. */

/** The longest way may be so much longer than the shortest: 10 %. */
export const FAIR = 1.1;
/** The edge (m) of the field beyond what lies outermost. */
const EDGE_M = 1;

/** Metres as the language writes them. */
export function metres(/** @type {number} */ m, digits = 0) {
  return m.toLocaleString(document.documentElement.lang || "en", { minimumFractionDigits: digits,
    maximumFractionDigits: digits || 2 });
}

/** Width and height (m) of a field whose lower left corner is 0, 0. */
export function fieldSize({ hoops, piles }) {
  const reach = (axis) => Math.ceil(Math.max(...[...hoops, ...piles].map((thing) => thing[axis]))) + EDGE_M;
  return { w: reach("x"), h: reach("y") };
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

/** The choices of start hoops for that many teams that are not fair. */
export function unfairChoices(/** @type {{id: string, m: number}[]} */ all, /** @type {number} */ teams) {
  return choices(all, teams).filter((chosen) => {
    const metres = chosen.map(({ m }) => m);
    return Math.max(...metres) > FAIR * Math.min(...metres);
  });
}

/** @returns {{id: string, m: number}[][]} */
function choices(/** @type {{id: string, m: number}[]} */ all, /** @type {number} */ n) {
  if (n === 0) return [[]];
  return all.flatMap((one, i) => choices(all.slice(i + 1), n - 1).map((rest) => [one, ...rest]));
}
