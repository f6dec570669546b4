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

/** Board, kind and group of a seat's id. */
export function seatParts(/** @type {string} */ seat) {
  const [board, group] = seat.split("-");
  return { board: Number(board), kind: kindOf(Number(board)), group };
}

/** Board and group of a seat's id; null for what is no seat of a hall. */
export function splitSeat(/** @type {string} */ seat) {
  const found = SEAT.exec(seat);
  return found && { board: Number(found[1]), group: found[2] };
}

/** The group that sits opposite. */
export function otherGroup(/** @type {string} */ group) {
  return group === "sun" ? "moon" : "sun";
}

/** The boards to the left and to the right of a player, in a ring of this many; the last stands beside the first. */
export function beside(/** @type {number} */ board, /** @type {string} */ group,
  /** @type {number} */ boards)
{
  const [down, up] = [((board - 2 + boards) % boards) + 1, (board % boards) + 1];
  return group === "sun" ? { left: down, right: up } : { left: up, right: down };
}

/**
 * The six seats that belong together as this player sees them: opposite first, then the own side; left to right.
 * @param {number} board
 * @param {string} group
 * @param {number} boards
 */
export function around(board, group, boards) {
  const { left, right } = beside(board, group, boards);
  return [otherGroup(group), group].map((each) =>
    [left, board, right].map((at) => ({ board: at, group: each }))
  );
}
