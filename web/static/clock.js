/** The running clock on a page: tenths in a round, whole seconds in a break, redrawn only while it runs. */

import { left } from "./feed.js";
import { seconds, tenths } from "./format.js";

/** A function that shows the clock of a view in every `[data-clock]` and keeps it going. */
export function clockFace(kitClock) {
  let view = null;
  let asked = false;

  const show = () => {
    const { clock, phase } = view;
    const ms = left(clock, kitClock);
    const text = clock.state === "idle" ? "" : phase === "break" ? seconds(ms) : tenths(ms, ".");
    for (const element of document.querySelectorAll("[data-clock]")) {
      if (element.textContent !== text) element.textContent = text;
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
