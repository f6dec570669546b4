/** The time of the hub's wall clock, as far as a page can know. */

/** A quartz of this device or of the hub is off by at most this share. */
const DRIFT = 2e-4;
/** A message with too early a time was held up; the hub's clock was set when all are for so long. */
const SET_MS = 5000;

/**
 * The hub's wall clock (ms), narrowed down by all that was heard: each says that it showed `low` or more and
 * `low + width` or less at that moment, and only what all of them allow remains.
 */
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
    const since = this.#oddSince ?? here;
    this.#oddSince = since;
    return here - since > SET_MS;
  }
}

/** The span in which an answer was made: its `Date` has whole seconds, a cache adds its `Age`. */
export function dated(/** @type {Headers} */ headers, /** @type {number} */ took) {
  const date = Date.parse(headers.get("Date") ?? "");
  if (Number.isNaN(date)) return null;
  const age = Number(headers.get("Age") ?? 0) * 1000 || 0;
  return { low: date + age, width: 1000 + took + (age ? 1000 : 0) };
}
