/** An event's beginning and end: what to do before there is a schedule, what is open before it closes. */

import { h } from "../../dom.js";
import { endOthers } from "./access.js";
import { address, may, say, view } from "./desk.js";
import { copied, grade, number } from "./parts.js";

/** The steps until there is a schedule, each with its tick and link; null for those who take none. */
export function beginning() {
  if (view.schedule.matches.length || !may("make_schedule")) return null;
  const hasPeople = view.access.some((one) => one.role !== "field" && !one.revoked);
  /** Each step, the part it is taken in, and whether it is. @type {[string, string, boolean][]} */
  const steps = [["teams", "teams", view.teams.length > 0], ["fields", "access", view.fields.length > 0], [
    "people",
    "access",
    hasPeople,
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

/** The checks of what is still open, and the way to the archive. */
export function closePart() {
  const waits = view.results.filter((one) => one.waits && !one.called_off).length;
  const open = view.schedule.matches.filter((match) => ["planned", "playing"].includes(match.state)).length;
  const behind = view.fields.filter((field) => (field.have ?? 0) < field.of || field.refused);
  const others = endOthers();
  return [h("h2", { key: "title" }, say("close_title")),
    h("ul", { key: "checks", class: "card rows" },
      check("matches", !open, open ? say("close_open", { n: open }) : say("close_played")),
      check("results", !waits, waits ? say("close_waits", { n: waits }) : say("close_confirmed")),
      behind.map((field) =>
        check(field.id, false,
          say("close_behind", { field: field.name, have: number(field.have ?? 0), of: number(field.of) }))
      ), !behind.length && check("fields", true, say("close_sent"))),
    h("section", { key: "how", class: "card desk-hint" },
      may("archive")
        && h("a", { key: "archive", class: "button main", href: address("/archive"), download: "" },
          say("close_download")), h("p", { class: "soft" }, say("close_what")),
      h("p", { class: "soft" }, say("close_how")), copied(view.close.command)),
    others
    && h("section", { key: "others", class: "card desk-hint" },
      h("p", { class: "sentence" }, say("close_logins")), others)];
}

function check(/** @type {string} */ key, /** @type {boolean} */ isDone, /** @type {string} */ text) {
  return h("li", { key, class: "row" }, grade(isDone ? "pass" : "warn"), h("p", {}, text));
}
