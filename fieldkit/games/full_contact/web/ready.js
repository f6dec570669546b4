/**
 * What stands over the screen while a match is ready: who stands how, which balls are which, and the set-up.
 */

import { button, h } from "../dom.js";
import { ballLegend } from "./colours.js";
import { edit } from "./setup_form.js";

/** The strip over the cards before the first round. */
export function readyStrip(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  if (view.phase !== "ready") return null;
  const { get_ready: line } = /** @type {any} */ (view);
  return h("section", { key: "ready", class: "ready-strip" },
    h("div", { class: "ready-words" }, line && h("p", { key: "line", class: "get-ready" }, line),
      view.options.colours && ballLegend(view.options.colours, say)),
    view.can.edit_setup && button({ key: "edit", act: () => edit(tablet) }, say("edit_setup")));
}

/** Whether the set-up of the match that is ready is being changed on this tablet. */
export function isEditing(/** @type {Tablet} */ { view, memory }) {
  if (memory.editing && !view.can.edit_setup) Object.assign(memory, { editing: false, setup: null });
  return Boolean(memory.editing);
}
