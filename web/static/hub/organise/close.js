/** The end of an event: what is still open, and how it becomes an archive. */

import { h } from "../../dom.js";
import { endOthers } from "./access.js";
import { copied, grade, number } from "./parts.js";

/** @typedef {import("../organise.js").Desk} Desk */

export function closePart(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const waits = view.results.filter((one) => one.waits && !one.called_off).length;
  const open = view.schedule.matches.filter((match) => ["planned", "playing"].includes(match.state)).length;
  const behind = view.fields.filter((field) => (field.have ?? 0) < field.of || field.refused);
  const others = endOthers(desk);
  return [h("h2", { key: "title" }, say("close_title")),
    h("ul", { key: "checks", class: "card rows" },
      check("matches", !open, open ? say("close_open", { n: open }) : say("close_played")),
      check("results", !waits, waits ? say("close_waits", { n: waits }) : say("close_confirmed")),
      behind.length
        ? behind.map((field) =>
          check(field.id, false,
            say("close_behind", { field: field.name, have: number(field.have ?? 0), of: number(field.of) }))
        )
        : check("fields", true, say("close_sent"))),
    h("section", { key: "how", class: "card desk-hint" },
      desk.may("archive")
        ? h("a", { key: "archive", class: "button main", href: desk.address("/archive"), download: "" },
          say("close_download"))
        : null, h("p", { class: "soft" }, say("close_what")), h("p", { class: "soft" }, say("close_how")),
      copied(desk, view.close.command)),
    others
      ? h("section", { key: "others", class: "card desk-hint" },
        h("p", { class: "sentence" }, say("close_logins")), others)
      : null];
}

function check(/** @type {string} */ key, /** @type {boolean} */ isDone, /** @type {string} */ text) {
  return h("li", { key, class: "row" }, grade(isDone ? "pass" : "warn"), h("p", {}, text));
}
