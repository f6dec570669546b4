/** The ring of boards as pages draw it: kinds, seats and neighbours (BG-1). Boards are counted from 1. */

const KINDS = ["A", "B", "C"];
const SEAT = /^([1-9]\d*)-(sun|moon)$/;
export const GROUPS = ["sun", "moon"];

/** The kind of a board: A, B and C in turn (BG-1). */
export function kindOf(/** @type {number} */ board) {
  return KINDS[(board - 1) % KINDS.length];
}

/** The id of a seat, as in `31-sun`. */
export function seatId(/** @type {number} */ board, /** @type {string} */ group) {
  return `${board}-${group}`;
}

/**
 * Board, kind and group of a seat's id; null for what is no seat of a hall.
 * @returns {any}
 */
export function seatParts(/** @type {string} */ seat) {
  const [, board, group] = SEAT.exec(seat) ?? [];
  return board ? { board: Number(board), kind: kindOf(Number(board)), group } : null;
}

/** The group that sits opposite. */
export function otherGroup(/** @type {string} */ group) {
  return group === "sun" ? "moon" : "sun";
}

/**
 * The six seats that belong together as a player sees them: opposite first, then the own side, each from left
 * to right. The last board stands beside the first.
 */
export function around(/** @type {number} */ board, /** @type {string} */ group,
  /** @type {number} */ boards)
{
  const row = [((board - 2 + boards) % boards) + 1, board, (board % boards) + 1];
  if (group === "moon") row.reverse();
  return [otherGroup(group), group].map((each) => row.map((at) => ({ board: at, group: each })));
}
