/**
 * The running clock on a page: with tenths where the view says so, redrawn only while it runs.
 *
 * A ring, `[data-ring]`, is told in `--left` which share of the clock is left, and is the last part (`is-last`) from
 * as many milliseconds on as it says itself.
 */

import { left } from "./feed.js";
import { seconds, tenths } from "./format.js";

/** A function that shows the clock of a view in every `[data-clock]` and `[data-ring]` and keeps it going. */
export function clockFace(kitClock) {
  let view = null;
  let asked = false;

  const show = () => {
    const { clock } = view;
    const ms = left(clock, kitClock);
    const text = clock.state === "idle" ? "" : clock.tenths ? tenths(ms) : seconds(ms);
    for (const element of document.querySelectorAll("[data-clock]")) {
      if (element.textContent !== text) element.textContent = text;
    }
    for (const ring of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ring]"))) {
      ring.style.setProperty("--left", String(clock.total ? Math.min(1, ms / clock.total) : 0));
      ring.classList.toggle("is-last", clock.state === "running" && ms <= Number(ring.dataset.ring));
    }
    if (clock.state !== "running" || asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      show();
    });
  };
  return (next) => {
    view = next;
    show();
  };
}
