/** The check-in on a screen: for each field who plays now, next and then, who of the next is there, and how late it is. */

import { h, icon } from "../dom.js";
import { fitted } from "../fit.js";
import { delay, dye, mark, matchName, say, silence, teamName, teamOf } from "./parts.js";
import { onPage } from "./turns.js";

/** @typedef {import("./parts.js").HubField} HubField */
/** @typedef {import("./live.js").Hub} Hub */

export function queueScene(/** @type {Hub} */ hub, /** @type {import("./turns.js").Turn} */ turn) {
  const fields = hub.index?.fields ?? [];
  if (!fields.length) return h("p", { key: "none", class: "tv-line" }, say("no_fields"));
  const shown = onPage(fields, turn);
  return [
    h("div", { key: "queue", class: `tv-fields of-${shown.length}` },
      shown.map((field) => column(hub, field))),
    others(shown, fields),
  ];
}

/** That there are more fields than these. */
export function others(/** @type {HubField[]} */ shown, /** @type {HubField[]} */ fields) {
  return fields.length > shown.length
    && h("p", { key: "turn", class: "tv-turn" }, say("turn", { shown: shown.map(({ name }) =>
      name
    ).join(" · "), n: fields.length }));
}

function column(/** @type {Hub} */ hub, /** @type {HubField} */ field) {
  const quiet = silence(hub, field);
  return h("section", { key: field.id, class: `tv-field-column ${quiet ? "is-silent" : ""}` },
    h("header", { key: "head" }, fitted("h2", {}, field.name), delay(field)),
    quiet && h("p", { key: "quiet", class: "tv-quiet" }, quiet),
    /** @type {const} */ (["now", "next", "after"]).map((when) => place(hub, when, field)));
}

function place(/** @type {Hub} */ hub, /** @type {"now" | "next" | "after"} */ when,
  /** @type {HubField} */ field)
{
  const match = field[when];
  const here = new Set(hub.docs.schedule?.here ?? []);
  return h("article", { key: when, class: `tv-place is-${when}` },
    h("h3", {}, h("span", {}, say(when)),
      match && h("span", {}, when === "now" ? matchName(match) : `${match.starts} · ${matchName(match)}`)),
    match
      ? h("ul", {}, match.teams.map(({ id, name }) =>
        team(hub, id, teamName(hub, id, { [id]: name }), when === "next" ? here.has(id) : null)
      ))
      : h("p", {}, say(when === "now" ? "nothing_now" : "nothing_next")));
}

/** A team, and whether it is there; null where nobody asks. */
function team(/** @type {Hub} */ hub, id, name, /** @type {boolean | null} */ isHere) {
  const look = teamOf(hub, id);
  // Nobody checks in who is not known yet.
  const isAsked = isHere !== null && !id.includes(":");
  const state = isAsked
    && h("span", { class: `tv-here ${isHere ? "is-here" : ""}` }, isHere ? icon("grade-pass") : null,
      h("span", {}, say(isHere ? "here" : "not_here")));
  return h("li", { key: id, class: dye(look) }, mark(look),
    h("div", { class: "tv-name" }, fitted("b", {}, name)), state);
}
