/** Buttons for now or never: they answer under the finger, and say when nothing comes back. */

import { button, h } from "./dom.js";

/** After this long without an answer the button says that there is none. */
export const UNHEARD_MS = 500;

/**
 * A button whose `act` sends a command of this type. While one is under way it says `going` (a word of the
 * page) in place of what it is for, and another tap sends nothing.
 */
export function promptButton(/** @type {AnyTablet} */ tablet, type,
  { going = "sending", act, look = "", ...props }, ...children)
{
  const under = tablet.underWay(type);
  if (!under) return button({ ...props, look, act }, ...children);
  const isUnheard = performance.now() - under.since >= UNHEARD_MS;
  return button({ ...props, look: `${look} is-touched`, "aria-live": "assertive", act: () => {} },
    h("b", { key: "under" }, tablet.say(isUnheard ? "no_link_yet" : going)));
}
