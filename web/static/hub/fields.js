/** The fields of the event at a glance: clock, points, what is next, and how late it is. */

import { h } from "../dom.js";
import { clock, delay, dye, frameWords, hub, mark, matchName, mine, open, say, sentence, silence, teamNames,
  teamOf } from "./parts.js";

/** @typedef {import("./parts.js").HubField} HubField */

// Only who stands by a team needs to know when it plays.
open(mine() ? ["teams", "schedule"] : ["teams"], () => {
  const fields = hub.index?.fields ?? [];
  return [ownTeam(),
    fields.length
      ? h("div", { key: "fields", class: "hub-fields" }, fields.map(card))
      : sentence("no_fields")];
});

/** The next match of this device's team: time and field. */
function ownTeam() {
  const id = mine();
  const team = teamOf(id);
  if (!team) return null;
  const ahead = (hub.docs.schedule?.matches ?? []).filter((match) =>
    match.teams.includes(id) && ["planned", "playing"].includes(match.state)
  );
  const [match] = ahead.sort((a, b) => a.slot - b.slot);
  const field = hub.index?.fields.find((one) => one.id === match?.field);
  const where = field?.name ?? say("any_field");
  const told = !match
    ? say("no_next")
    : match.state === "playing"
    ? say("plays_now", { field: where })
    : say("at_on", { time: match.starts, field: where });
  return h("a", { key: "mine", class: `card hub-own ${dye(team)}`, href: `/team/${id}` }, mark(team),
    h("b", { class: "name" }, team.name), h("span", {}, hub.docs.schedule ? told : ""),
    field && match?.state !== "playing" ? delay(field) : null);
}

function card(/** @type {HubField} */ field) {
  const quiet = silence(field);
  const sides = field.frame?.sides ?? [];
  return h("section", { key: field.id, class: `card hub-field ${quiet ? "is-silent" : ""}` },
    h("a", { class: "hub-field-head", href: `/field/${field.id}` },
      h("div", {}, h("h2", {}, field.name),
        h("p", {}, [field.now && matchName(field.now), frameWords(field)].filter(Boolean).join(" · "))),
      clock(field)), quiet && h("p", { key: "quiet", class: "hub-quiet" }, quiet),
    sides.length > 0
      && h("ul", { key: "sides", class: "hub-sides" }, sides.map((side) =>
        h("li", { key: side.id, class: dye(side) }, mark(side), h("span", { class: "name" }, side.name),
          h("b", { class: "number points" }, side.score))
      )), coming(field));
}

/** The next match of a field, and how late it is. */
function coming(/** @type {HubField} */ field) {
  const { next } = field;
  return h("div", { key: "next", class: "hub-next" },
    h("p", { key: "when" },
      next
        ? h("a", { href: `/match/${next.id}` }, say("next_at", { time: next.starts, match: matchName(next) }))
        : h("span", {}, say("nothing_next")), delay(field)), next && h("p", { key: "who" }, teamNames(next)));
}
