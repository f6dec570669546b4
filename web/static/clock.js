/**
 * The running clock on a page: with tenths where the view says so, redrawn only while it runs.
 *
 * A ring, `[data-ring]`, is told in `--left` which share of the clock is left, and is the last part
 * (`is-last`) from as many milliseconds on as it says itself. `[data-since]` counts up from a moment of the
 * kit's clock.
 */

import { h } from "./dom.js";
import { left } from "./feed.js";
import { minutes, seconds, tenths } from "./format.js";

const SINCE_MS = 200;

/** The parts of a bar that show a title, a line below it, and the clock. */
export function titleBar(/** @type {string} */ title, /** @type {string | undefined} */ line) {
  return [h("div", { class: "bar-title" }, h("h1", {}, title), h("p", {}, line)),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" })];
}

/** A function that shows the clock of a view in every `[data-clock]` and `[data-ring]` and keeps it going. */
export function clockFace(kitClock) {
  let view = null;
  let asked = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;

  const show = () => {
    const { clock } = view;
    const ms = left(clock, kitClock);
    const text = clock.state === "idle" ? "" : clock.tenths ? tenths(ms) : seconds(ms, clock.total);
    for (const element of document.querySelectorAll("[data-clock]")) {
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("has-comma", text.includes(","));
    }
    for (const ring of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-ring]"))) {
      ring.style.setProperty("--left", String(clock.total ? Math.min(1, ms / clock.total) : 0));
      ring.classList.toggle("is-last", clock.state === "running" && ms <= Number(ring.dataset.ring));
    }
    showSince();
    if (clock.state !== "running" || asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      show();
    });
  };
  const showSince = () => {
    clearTimeout(later);
    const counting = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-since]"));
    for (const element of counting) {
      const text = minutes(kitClock.now() - Number(element.dataset.since));
      if (element.textContent !== text) element.textContent = text;
    }
    if (counting.length) later = setTimeout(showSince, SINCE_MS);
  };
  return (next) => {
    view = next;
    show();
  };
}
