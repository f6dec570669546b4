/** The check-in on a screen: who plays now, next and then on each field, who is there, and its delay. */

import { h, icon } from "../dom.js";
import { fitted } from "../fit.js";
import { delay, dye, hub, mark, matchName, say, silence, teamName, teamOf } from "./parts.js";
import { onPage } from "./turns.js";

/** @typedef {import("./parts.js").HubField} HubField */

export function queueScene(/** @type {import("./turns.js").Turn} */ turn) {
  const fields = hub.index?.fields ?? [];
  if (!fields.length) return h("p", { key: "none", class: "tv-line" }, say("no_fields"));
  const shown = onPage(fields, turn);
  return [h("div", { key: "queue", class: `tv-fields of-${shown.length}` }, shown.map(column)),
    others(shown, fields)];
}

/** That there are more fields than these. */
export function others(/** @type {HubField[]} */ shown, /** @type {HubField[]} */ fields) {
  return fields.length > shown.length
    && h("p", { key: "turn", class: "tv-turn" }, say("turn", { shown: shown.map(({ name }) =>
      name
    ).join(" · "), n: fields.length }));
}

function column(/** @type {HubField} */ field) {
  const quiet = silence(field);
  return h("section", { key: field.id, class: `tv-field-column ${quiet ? "is-silent" : ""}` },
    h("header", { key: "head" }, fitted("h2", {}, field.name), delay(field)),
    quiet && h("p", { key: "quiet", class: "tv-quiet" }, quiet),
    /** @type {const} */ (["now", "next", "after"]).map((when) => place(when, field)));
}

function place(/** @type {"now" | "next" | "after"} */ when, /** @type {HubField} */ field) {
  const match = field[when];
  const here = new Set(hub.docs.schedule?.here ?? []);
  return h("article", { key: when, class: `tv-place is-${when}` },
    h("h3", {}, h("span", {}, say(when)),
      match && h("span", {}, when === "now" ? matchName(match) : `${match.starts} · ${matchName(match)}`)),
    match
      ? h("ul", {}, match.teams.map(({ id, name }) =>
        team(id, teamName(id, { [id]: name }), when === "next" ? here.has(id) : null)
      ))
      : h("p", {}, say(when === "now" ? "nothing_now" : "nothing_next")));
}

/** A team, and whether it is there; null where nobody asks. */
function team(id, name, /** @type {boolean | null} */ isHere) {
  const look = teamOf(id);
  // Nobody checks in who is not known yet.
  const isAsked = isHere !== null && !id.includes(":");
  const state = isAsked
    && h("span", { class: `tv-here ${isHere ? "is-here" : ""}` }, isHere ? icon("grade-pass") : null,
      h("span", {}, say(isHere ? "here" : "not_here")));
  return h("li", { key: id, class: dye(look) }, mark(look),
    h("div", { class: "tv-name" }, fitted("b", {}, name)), state);
}
