/** Say which scheduled match a field has played, and which team was which side. */

import { button, h } from "../../dom.js";
import { chosen, matchName, number, teamNames } from "./parts.js";

/** @typedef {import("../organise.js").Desk} Desk */

/** @param {{field: string, record: number, match: string, sides: {id: string, name: string, score: number}[]}} one a match of a field */
export function attachPanel(/** @type {Desk} */ desk, one) {
  const form = { scheduled: "" };
  for (const side of one.sides) form[side.id] = byName(desk, side.name);
  desk.open("attach", (now, panel) => attachForm(now, panel.form, one), form);
}

function byName(/** @type {Desk} */ { view }, /** @type {string} */ name) {
  return view.teams.find((team) => team.name.toLowerCase() === name.toLowerCase())?.id ?? "";
}

function attachForm(/** @type {Desk} */ desk, form, one) {
  const { say, view } = desk;
  const open = view.schedule.matches.filter((match) =>
    match.state !== "called_off" && match.state !== "confirmed"
  );
  // Those that were planned where it was played come first, and the field's own order of play after that.
  const ordered = [...open].sort((a, b) =>
    Number(b.field === one.field) - Number(a.field === one.field) || a.slot - b.slot
  );
  const matches = ordered.map((match) => ({ value: match.id,
    name: `${match.starts} · ${view.names[match.field] ?? say("any_field")} · ${matchName(desk, match)}: ${
      teamNames(desk, match.teams)
    }` })
  );
  const teams = [{ value: "", name: say("choose") },
    ...view.teams.map(({ id, name }) => ({ value: id, name }))];
  const given = one.sides.map((side) => form[side.id]);
  const body = [
    h("p", { key: "what", class: "sentence" }, one.sides.map(({ name, score }) =>
      `${name} ${number(score)}`
    ).join(" · ")),
    chosen(desk, form, "scheduled", say("which_match"), [{ value: "", name: say("choose") }, ...matches]),
    h("div", { key: "sides", class: "desk-fields" },
      one.sides.map((side) => chosen(desk, form, side.id, say("which_team_is", { side: side.name }), teams))),
    differs(desk, form.scheduled, given),
  ];
  const refused = !form.scheduled || given.includes("")
    ? say("fill_in")
    : new Set(given).size < given.length
    ? say("team_twice")
    : undefined;
  const act = () =>
    desk.act("POST", `/matches/${one.field}/${one.match}/attach`, { scheduled: form.scheduled,
      teams: Object.fromEntries(one.sides.map((side) => [side.id, form[side.id]])), record: one.record });
  const tell = (text) => {
    if (desk.panel) desk.panel.said = text;
    desk.draw();
  };
  return { title: say("attach_title", { field: view.names[one.field] ?? one.field, match: one.match }), body,
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "attach", look: "main", refused, tell, act }, say("attach_do"))] };
}

/** That other teams were planned for a match than are said to have played. */
function differs(/** @type {Desk} */ { view, say }, /** @type {string} */ id, /** @type {string[]} */ given) {
  const match = view.schedule.matches.find((one) => one.id === id);
  if (!match || given.includes("") || !match.known) return null;
  const ids = new Set(match.teams.map((team) => team.id));
  const isSame = ids.size === given.length && given.every((team) => ids.has(team));
  return isSame ? null : h("p", { key: "differs", class: "desk-trouble is-warn" }, say("others"));
}
