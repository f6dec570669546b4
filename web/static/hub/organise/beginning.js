/** The first page of an event without a schedule: what is to do, each step with its tick and its link. */

import { h } from "../../dom.js";
import { grade } from "./parts.js";

/** @typedef {import("../organise.js").Desk} Desk */

/** The steps until there is a schedule; null for those who take none of them. */
export function beginning(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  if (view.schedule.matches.length || !desk.may("make_schedule")) return null;
  /** Each step, the part it is taken in, and whether it is. @type {[string, string, boolean][]} */
  const steps = [["teams", "teams", view.teams.length > 0], ["fields", "access", view.fields.length > 0], [
    "people",
    "access",
    view.access.some((one) => one.role !== "field" && !one.revoked),
  ], ["screens", "screens", view.screens.all.length > 0], ["schedule", "schedule", false]];
  return h("div", { key: "begin", class: "desk-begin" }, h("h2", {}, say("begin")),
    h("ol", { class: "card rows" },
      steps.map(([step, part, isDone]) =>
        h("li", { key: step, class: "row" },
          h("span", { role: "img", "aria-label": say(isDone ? "begin_done" : "begin_open") },
            grade(isDone ? "pass" : "open")),
          h("a", { class: "button", href: `#${part}` }, say(`begin_${step}`)))
      )), h("p", { class: "soft" }, say("begin_name", { name: view.event.name })));
}
