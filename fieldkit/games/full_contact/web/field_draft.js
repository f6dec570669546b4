/** Fields that are being laid: plain values with hoops and piles; every change makes a new one. */

const STEP_M = 0.5;
const CAPACITY = 4;
const CLEAR_M = 1.5;

/** True for two fields that are the same, however they are written. */
export function same(one, other) {
  return written(one) === written(other);
}

function written({ hoops, piles }) {
  const hoop = ({ id, x, y, row, start }) => [id, x, y, row, Boolean(start)];
  const pile = ({ id, kind, capacity, x, y, row }) => [id, kind, capacity, x, y, row];
  return JSON.stringify([hoops.map(hoop), piles.map(pile)]);
}

/** The field with one thing elsewhere: at a half metre, and on the field. */
export function move(draft, sort, id, { x, y }, { w, h }) {
  const half = (metres, most) => Math.min(most, Math.max(0, Math.round(metres / STEP_M) * STEP_M));
  return { ...draft,
    [sort]: draft[sort].map((each) => (each.id === id ? { ...each, x: half(x, w), y: half(y, h) } : each)) };
}

/** The field without a pile. */
export function without(draft, id) {
  return named({ ...draft, piles: draft.piles.filter((pile) => pile.id !== id) });
}

/**
 * The field with one more pile of a kind, laid where there is room; without a kind only its names are set
 * right.
 */
export function add(draft, /** @type {string | undefined} */ kind = undefined) {
  if (kind === undefined) return named(draft);
  const [x, y] = free(draft);
  return named({ ...draft, piles: [...draft.piles, { id: "", kind, capacity: CAPACITY, x, y, row: 1 }] });
}

/** A place near the middle where nothing lies. */
function free({ hoops, piles }) {
  const all = [...hoops, ...piles];
  const most = (axis) => Math.max(...all.map((thing) => thing[axis]));
  const [w, h] = [most("x"), most("y")];
  const places = /** @type {[number, number][]} */ ([]);
  for (let x = 0; x <= w; x += STEP_M) for (let y = 0; y <= h; y += STEP_M) places.push([x, y]);
  const away = ([x, y]) => Math.hypot(x - w / 2, y - h / 2);
  const room = ([x, y]) => Math.min(...all.map((thing) => Math.hypot(thing.x - x, thing.y - y)));
  places.sort((one, other) => away(one) - away(other));
  return places.find((place) => room(place) >= CLEAR_M) ?? [0, 0];
}

/** Each pile's row is the number of rows of hoops below it; its name tells kind and row. */
function named(draft) {
  const rows = [...new Set(draft.hoops.map((hoop) => hoop.row))];
  const height = (row) => {
    const own = draft.hoops.filter((hoop) => hoop.row === row).map((hoop) => hoop.y);
    return own.reduce((sum, y) => sum + y, 0) / own.length;
  };
  const heights = rows.map(height);
  const laid = draft.piles.map((pile) => ({ ...pile,
    row: Math.max(1, heights.filter((y) => y < pile.y).length) })
  );
  const alike = (pile) => laid.filter((other) => other.kind === pile.kind && other.row === pile.row);
  const letter = (pile) =>
    String.fromCharCode(
      97 + alike(pile).sort((one, other) => one.x - other.x || one.y - other.y).indexOf(pile),
    );
  return { ...draft,
    piles: laid.map((pile) => ({ ...pile,
      id: `${pile.kind}-${pile.row}${alike(pile).length > 1 ? letter(pile) : ""}` })
    ) };
}
