/**
 * The content of a screen: the scenes that it goes through by what it has to show, each for its time.
 *
 * @typedef {"fields" | "field" | "standings" | "finals" | "schedule" | "queue"} Scene
 * @typedef {{scene: Scene, which: string, page: number, pages: number}} Turn
 * @typedef {{index: import("./live.js").HubIndex | null, docs: Record<string, any>}} Known
 */

/** The time for which one of several stands. */
const TURN_MS = 15_000;
/** The numbers of fields, of rows of the standings and of matches on a wide and on a tall screen. */
const MOST = { fields: [4, 2], rows: [20, 20], matches: [6, 8] };

/** The scenes of a screen with this to show; an unknown word means all of them in turn. @returns {Turn[]} */
export function turns(/** @type {string} */ show, /** @type {Known} */ known, /** @type {boolean} */ isWide) {
  const fields = known.index?.fields ?? [];
  const [scene, which] = show.split(":");
  // A field that is gone: rather all of them than nothing.
  if (scene === "field" && fields.some(({ id }) => id === which))
    return [{ scene, which, page: 0, pages: 1 }];
  if (scene === "fields" || scene === "field") return overview(fields, isWide);
  if (scene === "queue") return all("queue", fields.length, isWide);
  if (scene === "standings") return standings(known, isWide);
  if (scene === "schedule") return all("schedule", ahead(known).length, isWide);
  const { rows = [], finals = [] } = known.docs.standings ?? {};
  const isWorthIt = rows.some(({ played }) => played) || finals.length;
  return [...overview(fields, isWide), ...(isWorthIt ? standings(known, isWide) : []),
    ...(fields.some(({ now, next }) => now || next) ? all("queue", fields.length, isWide) : []),
    ...(ahead(known).length ? all("schedule", ahead(known).length, isWide).slice(0, 1) : [])];
}

/** The matches that are still to come, the next first. */
export function ahead(/** @type {Known} */ { docs }) {
  return (docs.schedule?.matches ?? []).filter(({ state }) => state === "planned").sort((a, b) =>
    a.slot - b.slot
  );
}

/** Those of a list that stand on a page. @template T @returns {T[]} */
export function onPage(/** @type {T[]} */ list, /** @type {Turn} */ { page, pages }) {
  const each = Math.ceil(list.length / pages);
  return list.slice(page * each, (page + 1) * each);
}

/** @returns {Turn[]} */
function all(/** @type {Scene} */ scene, /** @type {number} */ count, /** @type {boolean} */ isWide) {
  const most = { schedule: MOST.matches, standings: MOST.rows }[scene] ?? MOST.fields;
  const pages = Math.max(1, Math.ceil(count / most[isWide ? 0 : 1]));
  return Array.from({ length: pages }, (_, page) => ({ scene, which: "", page, pages }));
}

/** The fields; a single one is as large as can be. @returns {Turn[]} */
function overview(/** @type {{id: string}[]} */ fields, /** @type {boolean} */ isWide) {
  if (fields.length === 1) return [{ scene: "field", which: fields[0].id, page: 0, pages: 1 }];
  return all("fields", fields.length, isWide);
}

/** The table, and the finals once they are planned. @returns {Turn[]} */
function standings(/** @type {Known} */ { docs }, /** @type {boolean} */ isWide) {
  const table = all("standings", docs.standings?.rows.length ?? 0, isWide);
  return docs.standings?.finals?.length
    ? [...table, { scene: "finals", which: "", page: 0, pages: 1 }]
    : table;
}

/** Goes through the scenes, each for its time, whatever comes and goes meanwhile. */
export class Rotation {
  #key = "";
  #place = 0;
  #since = 0;

  /** The scene at `now` (ms of a clock that counts up); one that is gone gives way to what stands there. */
  turn(/** @type {Turn[]} */ all, /** @type {number} */ now) {
    const keys = all.map(({ scene, which, page }) => `${scene} ${which} ${page}`);
    const at = keys.indexOf(this.#key);
    const isOver = now - this.#since >= TURN_MS;
    if (at < 0 || isOver) {
      this.#place = (at < 0 ? this.#place : at + 1) % all.length;
      this.#since = now;
    } else this.#place = at;
    this.#key = keys[this.#place];
    return all[this.#place];
  }

  /** Begin with the first again. */
  begin() {
    this.#key = "";
    this.#place = 0;
  }
}
