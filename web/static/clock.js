/** The running clock on a page: with tenths where the view says so, redrawn only while it runs. */

import { left } from "./feed.js";
import { seconds, tenths } from "./format.js";

/** A function that shows the clock of a view in every `[data-clock]` and keeps it going. */
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
