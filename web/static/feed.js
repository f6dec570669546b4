/** The link to the kit: one stream of whole views, closed while the page is hidden, and the kit's clock. */

import { pause, stream } from "./stream.js";

const AWAY_MS = 2000;
const CHECK_MS = 250;
/** A feed that broke or was refused is opened again after this, unless the kit has told when. */
const AGAIN_MS = 1000;
/** The phones of a hall that lost the kit together come back within this time, spread at random. */
const SPREAD_MS = 4000;
/** This long after a decision the feed has told it at the latest. */
const PUBLISHED_MS = 300;
/** A message that is later than this was held up on its way, or the kit's machine has started again. */
const HELD_UP_MS = 400;
/** The kit has started again when all messages are late for so long, or one later than any silence. */
const ANOTHER_MS = 5000;
const ANOTHER_AT_ONCE_MS = 15_000;

/** The kit's clock as this page estimates it; kit milliseconds pass `rate` times as fast as here. */
export class KitClock {
  /** @type {number | null} */
  #at = null;
  #kit = 0;
  /** Since when (here) every message was held up. @type {number | null} */
  #lateSince = null;
  rate = 1;
  /** The moment until which the feed has told everything that was decided. */
  told = 0;

  /** Take in that the kit's clock showed `now` a moment ago. The fastest message knows best. */
  heard(now) {
    const guess = this.now();
    const late = guess - now;
    if (this.#at === null || late < 0 || this.#isAnother(late / this.rate)) this.#set(now);
    else if (this.#lateSince === null) this.#set(guess - late * 0.05);
  }

  /** The kit's clock now, in ms. */
  now() {
    return this.#at === null ? 0 : this.#kit + (performance.now() - this.#at) * this.rate;
  }

  /** True if messages that are this late (ms) tell of another clock, and not of a slow network. */
  #isAnother(late) {
    if (late <= HELD_UP_MS) this.#lateSince = null;
    else this.#lateSince ??= performance.now();
    return late > ANOTHER_AT_ONCE_MS
      || (this.#lateSince !== null && performance.now() - this.#lateSince > ANOTHER_MS);
  }

  #set(now) {
    this.#kit = now;
    this.#at = performance.now();
    this.#lateSince = null;
  }
}

/** Milliseconds that a view's clock still has. */
export function left(clock, kit) {
  return Math.max(0, clock.state === "running" ? clock.ends_at - kit.now() : (clock.remaining ?? 0));
}

/**
 * Listen to the kit. `name` is the event to take, `onView(view)` gets each, `onLink(away)` is told true when
 * the kit has been silent for two seconds and false when it is back, `onRefused()` when it takes us for a
 * stranger. A lost feed is opened again up to `spread` ms later, by lot. `onHeard()` is told each time that
 * `clock` has been set. A page that `stays` listens also while it is hidden.
 *
 * @param {{url: string, name: string, clock: KitClock, onView: (view: any) => void, onLink: (away: boolean)
 * => void, onRefused?: () => void, spread?: number, onHeard?: () => void, stays?: boolean}} given
 */
export function listen(
  { url, name, clock, onView, onLink, onRefused, spread = SPREAD_MS, onHeard, stays = false },
) {
  /** @type {AbortController | null} */
  let feed = null;
  let heardAt = performance.now();
  let away = false;

  const heard = (body) => {
    heardAt = performance.now();
    if (typeof body.now === "number") {
      clock.heard(body.now);
      clock.told = body.now - PUBLISHED_MS * clock.rate;
    }
    if (away) {
      away = false;
      onLink(false);
    }
    onHeard?.();
  };
  const shown = (view) => {
    heard(view);
    clock.rate = view.clock?.rate ?? 1;
    onView(view);
  };
  const close = () => {
    feed?.abort();
    feed = null;
  };
  const open = async () => {
    close();
    feed = new AbortController();
    const { signal } = feed;
    let told = 0;
    while (!signal.aborted) {
      const { wait, refused } = await stream(url, { [name]: shown, beat: heard }, signal);
      if (signal.aborted) return;
      if (refused === 401) onRefused?.();
      told = wait || told;
      // The kit draws lots itself for those whom it tells a time.
      await pause(told || AGAIN_MS + Math.random() * spread, signal);
    }
  };
  const check = () => {
    if ((document.hidden && !stays) || away || performance.now() - heardAt <= AWAY_MS) return;
    away = true;
    onLink(true);
  };
  document.addEventListener("visibilitychange", () => {
    if (stays) return;
    if (document.hidden) return close();
    heardAt = performance.now();
    void open();
  });
  setInterval(check, CHECK_MS);
  void open();
}
