/** Sentences that are shown for a while: on the tablet where the plates or a panel's title are. */

import { h, patch, placed } from "./dom.js";
import { rules } from "./rules.js";

/** On the tablet a sentence of at most this many letters, without a rule, is read at a glance. */
const SHORT_LETTERS = 60;
const SHORT_MS = 3000;
const LONG_MS = 6000;
/** A narrower place is no room for a sentence: then it takes the whole width. */
const NARROWEST_PX = 280;
const EDGE_PX = 8;

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Show a sentence for a while, with the rule it rests on.
 * @param {string} text
 * @param {string | null} [rule]
 */
export function tell(text, rule) {
  clearTimeout(timer);
  const toast = placed("toast");
  patch(toast, [h("p", {}, withRule(text, rule))]);
  const isTablet = document.body.classList.contains("tablet-page");
  if (isTablet) lay(toast);
  timer = setTimeout(hush, isTablet && text.length <= SHORT_LETTERS && !rule ? SHORT_MS : LONG_MS);
}

/** Take away what is told. */
export function hush() {
  clearTimeout(timer);
  patch(placed("toast"), []);
}

/** Lay what is told where there is room for it now: a panel that covered the page may have closed. */
export function layAgain() {
  const toast = placed("toast");
  if (toast.childElementCount) lay(toast);
}

/** Lay a sentence over the bar's plates, or over the title of the panel that covers the page. */
export function lay(/** @type {HTMLElement} */ toast) {
  const panel = placed("panel");
  const covers = !panel.hidden && panel.getAttribute("aria-modal") === "true";
  const title = covers ? panel.querySelector("h2") : null;
  const place = (title ?? placed("plates")).getBoundingClientRect();
  const isNarrow = place.width < NARROWEST_PX;
  const [left, right] = isNarrow ? [EDGE_PX, innerWidth - EDGE_PX] : [place.left, place.right - EDGE_PX];
  Object.assign(toast.style, { left: `${left}px`, width: `${right - left}px` });
  const end = title ? place.bottom : (placed("bar").parentElement?.getBoundingClientRect().bottom ?? 0);
  toast.style.top = `${Math.max(EDGE_PX / 2, end - EDGE_PX - toast.offsetHeight)}px`;
}

/** A refusal to draw, and beneath it the rule that it names, if any, which a referee can read out. */
export function withRule(text, rule) {
  return [text,
    rules[rule] && h("small", { key: "rule", class: "rule" }, h("b", {}, rule), ` ${rules[rule]}`)];
}
