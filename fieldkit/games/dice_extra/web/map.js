/**
 * The map that follows from the hexes of a view: places of corners and roads by their numbers, as the kit
 * numbers them (`fieldkit/games/dice_extra/island.py`): from the top, and from left to right.
 */

/** Half a hex wide, and half a side high, in units of the drawing. */
const STEP = { x: 86.6, y: 50 };
const AROUND = [[0, -2], [1, -1], [1, 1], [0, 2], [-1, 1], [-1, -1]];
/** The distance of a castle from its corner. */
const OFF = { x: 50, y: 60 };

const known = new Map();

/** The map of an island; made once for each. */
export function mapOf(/** @type {any} */ island) {
  const name = JSON.stringify(island.hexes);
  if (!known.has(name)) known.set(name, made(island.hexes));
  return known.get(name);
}

function made(hexes) {
  const around = hexes.map(([x, y]) => AROUND.map(([right, down]) => [x + right, y + down]));
  const places = new Map(around.flat().map((place) => [String(place), place]));
  const corners = [...places.values()].sort((a, b) => a[1] - b[1] || a[0] - b[0]);
  const number = new Map(corners.map((place, n) => [String(place), n]));
  const pairs = new Map();
  for (const each of around) {
    each.forEach((place, n) => {
      const ends = [place, each[(n + 1) % each.length]].map((end) => Number(number.get(String(end)))).sort((a,
        b) => a - b
      );
      pairs.set(String(ends), ends);
    });
  }
  const at = ([x, y]) => ({ x: x * STEP.x, y: y * STEP.y });
  const points = corners.map(at);
  const roads = [...pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([a, b]) =>
    roadOf(points[a], points[b])
  );
  return { corners: points, roads,
    hexes: hexes.map(([x, y, kind, ...knights], n) => ({ ...at([x, y]), kind,
      knights: knightsOf(at([x, y]), knights), outline: outline(around[n].map(at)) })
    ), box: boxOf(points) };
}

function roadOf(from, to) {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2,
    angle: (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI };
}

/** The places of the shields of a hex: one right of its middle, two beside each other. */
function knightsOf({ x, y }, knights) {
  const across = knights.length > 1 ? [-36, 36] : [30];
  const down = knights.length > 1 ? -8 : 0;
  return knights.map((id, n) => ({ id, x: x + across[n], y: y + down }));
}

function outline(points) {
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y}`).join("L")}Z`;
}

function boxOf(points) {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** The place of a castle: off the coast, away from the middle of the island. */
export function offshore(map, corner) {
  const { box } = map;
  const from = map.corners[corner];
  const [x, y] = [from.x - (box.left + box.right) / 2, from.y - (box.top + box.bottom) / 2];
  return { x: from.x + Math.sign(x) * OFF.x, y: from.y + Math.sign(y) * OFF.y };
}
