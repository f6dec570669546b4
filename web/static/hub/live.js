/**
 * The documents that a page of the hub shows, kept young: the index by the feed while there is room, else
 * asked for every few seconds; the others whenever the index says that they have moved. A hidden page asks
 * for nothing.
 *
 * @typedef {{id: string, title: string, field: string, stage: string, starts: string,
 *   teams: {id: string, name: string}[]}} HubMatch
 * @typedef {{id: string, name: string, colour: string, mark: string, score: number}} HubSide
 * @typedef {{id: string, name: string, online: boolean, last_contact: number | null, lag: number | null,
 *   now: HubMatch | null, next: HubMatch | null, after: HubMatch | null,
 *   frame: {match: string | null, game: string | null, stage: string, phase: string, title: string,
 *     subtitle: string, clock: any, sides: HubSide[], official?: boolean} | null}} HubField
 * @typedef {{event: {id: string, name: string, practice: boolean}, at: number, now?: number, teams: number,
 *   schedule: number, standings: number, fields: HubField[]}} HubIndex
 * @typedef {{moved: (index: HubIndex) => unknown, seen: string, tag: string | null, tries: number,
 *   timer: ReturnType<typeof setTimeout> | undefined}} Wanted a document that a page
 *   wants: what tells that it has moved, what of that it was asked for with, and by which tag it came
 */

import { pause, stream } from "../stream.js";

/** Between two questions; a crowd spreads itself over this time. */
const POLL_MS = [2000, 5000];
/** The time an answer may take. */
const PATIENCE_MS = 8000;
/** Without a word for so long what is shown counts as old. */
const AWAY_MS = 9000;
/** A page that is seen again may take so long until it is young again. */
const GRACE_MS = 3000;
/** A page that follows the feed asks nothing as long as it speaks. */
const FEED_MS = 3000;
/** The time by which the clock may be ahead of a moment that the feed tells. */
const BEAT_MS = 500;
/** A feed that broke is tried again after this, twice as long each time up to the most. */
const AGAIN_MS = [1000, 30_000];
/** A feed that was refused is tried again after this, unless it was told when. */
const REFUSED_MS = 10_000;
/** A crowd asks for a changed document within this time, not at once. */
const SPREAD_MS = 2500;
/** The number of times a document is asked for that a cache may still have as it was. */
const TRIES = 3;

/** A quartz of this device or of the hub is off by at most this share. */
const DRIFT = 2e-4;
/** A message with too early a time was held up; the hub's clock was set when all are for so long. */
const SET_MS = 5000;

/** The part that makes a document worth another look. @type {Record<string, (index: HubIndex) => unknown>} */
const MOVED = { teams: ({ teams }) => teams, standings: ({ standings }) => standings,
  schedule: (
    index,
  ) => [index.schedule, index.standings,
    index.fields.map(({ now, frame }) => [now?.id, frame?.match, frame?.stage])] };

/** The hub's wall clock (ms), narrowed down by all that was heard: only what all of it allows remains. */
export class HubClock {
  #low = -Infinity;
  #high = Infinity;
  #at = 0;
  /** Since when (here) nothing fits any more. @type {number | null} */
  #oddSince = null;

  /** Take in that the clock shows between `low` and `low + width` now. */
  heard(/** @type {number} */ low, /** @type {number} */ width) {
    const here = performance.now();
    const [from, to] = [low - here, low + width - here];
    const slack = (here - this.#at) * DRIFT;
    this.#low -= slack;
    this.#high += slack;
    this.#at = here;
    if (from > this.#high || (to < this.#low && this.#isOddFor(here))) {
      this.#low = from;
      this.#high = to;
    } else if (to >= this.#low) {
      this.#low = Math.max(this.#low, from);
      this.#high = Math.min(this.#high, to);
    } else return;
    this.#oddSince = null;
  }

  /** Begin again: the device may have slept, and its own clock with it. */
  forget() {
    this.#low = -Infinity;
    this.#high = Infinity;
  }

  /** The hub's wall clock now; null before anything was heard. */
  now() {
    if (this.#low === -Infinity) return null;
    return performance.now() + this.#low + (this.#high - this.#low) / 2;
  }

  #isOddFor(here) {
    const since = this.#oddSince ??= here;
    return here - since > SET_MS;
  }
}

/** The hub as a page follows it. `onChange` is called whenever something that is shown has changed. */
export class Hub {
  clock = new HubClock();
  /** @type {HubIndex | null} */
  index = null;
  /** The other documents that came, by their names. @type {Record<string, any>} */
  docs = {};
  /** Names of documents that the hub does not have. @type {Set<string>} */
  missing = new Set();
  onChange = () => {};
  #base;
  /** The documents that the page wants. @type {Map<string, Wanted>} */
  #wanted = new Map();
  /** The moment (here) at which the hub was last heard; a page that is seen again has `GRACE_MS` left. */
  #heardAt = 0;
  #fedAt = -Infinity;
  #youngAt = 0;
  #tag = "";
  #wasAway = false;
  /** @type {AbortController | null} */
  #running = null;

  constructor(/** @type {string} */ event) {
    this.#base = `/v1/events/${event}`;
  }

  /** Show a document too. `moved` reads from the index when it has to be asked for again. */
  want(/** @type {string} */ name, moved = MOVED[name] ?? MOVED.schedule) {
    if (this.#wanted.has(name)) return;
    this.#wanted.set(name, { moved, seen: "", tag: null, tries: 0, timer: undefined });
    this.#look(name);
  }

  /** Begin. */
  start() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.#stop() : this.#go()));
    setInterval(() => this.#watch(), 1000);
    if (!document.hidden) this.#go();
  }

  /** True if what is shown is old: nothing may run on then. */
  get away() {
    return performance.now() - this.#heardAt > AWAY_MS;
  }

  /** The age (s) of what is shown; a device that slept has slept through its other clock. */
  get age() {
    return Math.max(0, Math.round((Date.now() - this.#youngAt) / 1000));
  }

  #go() {
    this.#stop();
    this.#running = new AbortController();
    this.#heardAt = performance.now() - AWAY_MS + (this.index ? GRACE_MS : AWAY_MS);
    this.clock.forget();
    void this.#follow(this.#running.signal);
    void this.#ask(this.#running.signal);
    for (const name of this.#wanted.keys()) this.#look(name);
  }

  #stop() {
    this.#running?.abort();
    this.#running = null;
    for (const one of this.#wanted.values()) {
      clearTimeout(one.timer);
      one.timer = undefined;
    }
  }

  /** The feed, as long and as often as there is room. */
  async #follow(/** @type {AbortSignal} */ signal) {
    let [again] = AGAIN_MS;
    const heard = ({ now }) => {
      this.clock.heard(now, BEAT_MS);
      this.#fedAt = performance.now();
      this.#heard();
    };
    const board = (index) => {
      [again] = AGAIN_MS;
      heard(index);
      this.#take(index);
    };
    while (!signal.aborted) {
      const { wait, refused } = await stream("/api/feed", { board, beat: heard }, signal);
      // Who was refused comes back when told, a little later than everybody else who was.
      const min = refused ? wait || REFUSED_MS : Math.max(wait, again);
      if (!refused) again = Math.min(again * 2, AGAIN_MS[1]);
      await pause(min * (1 + Math.random() / 2), signal);
    }
  }

  /** The questions, while the feed is silent. */
  async #ask(/** @type {AbortSignal} */ signal) {
    while (!signal.aborted) {
      if (!this.index || performance.now() - this.#fedAt > FEED_MS) await this.#poll(signal);
      await pause(POLL_MS[0] + Math.random() * (POLL_MS[1] - POLL_MS[0]), signal);
    }
  }

  async #poll(/** @type {AbortSignal} */ signal) {
    const asked = performance.now();
    const answer = await get(this.#base, signal);
    if (answer?.status !== 200) return;
    const span = dated(answer.headers, performance.now() - asked);
    if (span) this.clock.heard(span.low, span.width);
    this.#heard();
    const tag = answer.headers.get("ETag") ?? "";
    if (!tag || tag !== this.#tag) this.#take(answer.body);
    this.#tag = tag;
  }

  #heard() {
    this.#heardAt = performance.now();
    this.#youngAt = Date.now();
    if (this.#wasAway) this.#watch();
  }

  #take(/** @type {HubIndex} */ index) {
    // A cache on the way may be behind the feed; much older is only what a hub shows that was set back.
    const back = (this.index?.at ?? 0) - index.at;
    if (back > 0 && back < 60_000) return;
    this.#tag = "";
    this.index = index;
    for (const name of this.#wanted.keys()) this.#look(name);
    this.onChange();
  }

  /** Ask for a document if the index says that it has moved. */
  #look(/** @type {string} */ name) {
    const one = this.#wanted.get(name);
    if (!one || one.timer || !this.#running || !this.index) return;
    const seen = JSON.stringify(one.moved(this.index) ?? null);
    if (seen === one.seen) return;
    one.tries = one.seen ? TRIES : 1;
    this.#later(name, one, one.seen ? Math.random() * SPREAD_MS : 0, seen);
  }

  #later(name, /** @type {Wanted} */ one, /** @type {number} */ ms, seen) {
    const signal = this.#running?.signal;
    if (signal) one.timer = setTimeout(() => this.#fetch(name, one, seen, signal), ms);
  }

  async #fetch(name, /** @type {Wanted} */ one, seen, /** @type {AbortSignal} */ signal) {
    const answer = await get(`${this.#base}/${name}`, signal);
    if (signal.aborted) return;
    one.timer = undefined;
    const tag = answer?.headers.get("ETag") ?? null;
    const isNew = answer !== null && (tag === null || tag !== one.tag);
    if (answer && isNew) this.#keep(name, one, answer, tag);
    if (!answer || (!isNew && --one.tries > 0))
      return this.#later(name, one, POLL_MS[0] + Math.random() * SPREAD_MS, seen);
    one.seen = seen;
    this.#look(name);
  }

  #keep(/** @type {string} */ name, /** @type {Wanted} */ one, answer, /** @type {string | null} */ tag) {
    one.tag = tag;
    if (answer.status === 404) this.missing.add(name);
    else {
      this.missing.delete(name);
      this.docs[name] = answer.body;
    }
    this.onChange();
  }

  /** Tell the page when it has become old, how old each second, and when it is young again. */
  #watch() {
    if (document.hidden) return;
    const { away } = this;
    const was = this.#wasAway;
    this.#wasAway = away;
    if (away || was) this.onChange();
  }
}

/**
 * A document, checked against the hub or the cache before it; null when none came.
 * @param {string} url
 * @param {AbortSignal} signal
 */
async function get(url, signal) {
  const own = new AbortController();
  const end = () => own.abort();
  const late = setTimeout(end, PATIENCE_MS);
  signal.addEventListener("abort", end);
  try {
    const answer = await fetch(url, { cache: "no-cache", signal: own.signal });
    if (answer.status !== 200 && answer.status !== 404) return null;
    return { status: answer.status, headers: answer.headers, body: await answer.json() };
  } catch {
    return null;
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", end);
  }
}

/** The span in which an answer was made: its `Date` has whole seconds, a cache adds its `Age`. */
export function dated(/** @type {Headers} */ headers, /** @type {number} */ took) {
  const date = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(date)) return null;
  const age = Number(headers.get("Age") ?? 0) * 1000 || 0;
  return { low: date + age, width: 1000 + took + (age ? 1000 : 0) };
}
