/** The shared pieces of the desk's parts: names, times, results and the fields of forms. */

import { h, icon } from "../../dom.js";
import { listed } from "../../format.js";

/** @typedef {import("../organise.js").Desk} Desk */

const LANGUAGE = document.documentElement.lang || "en";
const NUMBER = new Intl.NumberFormat(LANGUAGE);
const CLOCK = new Intl.DateTimeFormat(LANGUAGE, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const DAY = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", hour: "2-digit", minute: "2-digit",
  hourCycle: "h23" });
const MARKS = new Set(["triangle", "square", "hexagon", "star", "cross", "ring"]);

/** A number as people write it. */
export function number(/** @type {number} */ n) {
  return NUMBER.format(n);
}

/** The time of day of a moment: a label or ms. */
export function clockTime(/** @type {string | number} */ at) {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? "" : CLOCK.format(moment);
}

/** A moment with its day. */
export function dayAndTime(/** @type {string} */ at) {
  return DAY.format(new Date(at));
}

/** The name of a team: one of a final may not be known yet. */
export function teamName(/** @type {Desk} */ { say },
  /** @type {{id: string, name: string}} */ { id, name })
{
  const [kind, which] = id.split(":");
  if (name && name !== id) return name;
  if (kind === "winner") return say("winner_of", { id: which });
  if (kind === "second") return say("second_of", { id: which });
  if (kind === "place") return say("place_of", { n: which });
  return id;
}

/** The names of teams in one line. */
export function teamNames(/** @type {Desk} */ desk, teams) {
  return listed(teams.map((team) => teamName(desk, team)));
}

/** The name of a field; that of any field that is free for none. */
export function fieldName(/** @type {Desk} */ { view, say }, /** @type {string} */ id) {
  if (!id) return say("any_field");
  return view.names[id] ?? id;
}

/** A scheduled match by its id. */
export function planned(/** @type {Desk} */ { view }, /** @type {string} */ id) {
  return view.schedule.matches.find((match) => match.id === id);
}

/** The name of a match: its own title with its number, or its number. */
export function matchName(/** @type {Desk} */ { say },
  /** @type {{id: string, title?: string}} */ { id, title })
{
  return title ? `${title} · ${id}` : say("match", { id });
}

/** The mark of a team in its colour; nothing for one that wished for none. */
export function mark(/** @type {{colour?: string, mark?: string} | undefined} */ team) {
  return team?.mark && MARKS.has(team.mark) ? icon(`mark-${team.mark}`, "mark") : null;
}

/** The sides of a result, each with place and score. */
export function scoreList(/** @type {Desk} */ desk, scores) {
  const { say, view } = desk;
  return h("ol", { key: "scores", class: "desk-scores" }, scores.map((score) => {
    const team = view.teams.find(({ id }) => id === score.team);
    const name = team?.name ?? (score.name || score.side);
    return h("li", { key: score.team || score.side },
      h("span", { class: "desk-place number", "aria-label": say("place", { n: score.place }) },
        `${score.place}.`),
      h("span", { class: "desk-name" }, name,
        team ? null : h("small", { key: "nobody" }, ` ${say("which_team")}`)),
      h("b", { class: "number" }, number(score.score)));
  }));
}

/** The state of something, as an icon: pass, warn, fail, open. */
export function grade(/** @type {string} */ name) {
  return icon(`grade-${name}`, "grade");
}

/** A labelled text to type, kept in the panel's form (or another one) under `name`. */
export function typed(/** @type {Desk} */ desk, form, /** @type {string} */ name, /** @type {string} */ label,
  more = {})
{
  const { multi, ...rest } = more;
  const input = (event) => {
    form[name] = event.currentTarget.value;
    desk.draw();
  };
  return h("label", { key: name, class: "desk-field" }, h("span", {}, label),
    h(multi ? "textarea" : "input", { class: "input", autocomplete: "off", spellcheck: "false", ...rest,
      value: form[name] ?? "", on: { input } }));
}

/** A labelled choice of some values, each `{value, name}`. */
export function chosen(/** @type {Desk} */ desk, form, /** @type {string} */ name,
  /** @type {string} */ label, options)
{
  const change = (event) => {
    form[name] = event.currentTarget.value;
    desk.draw();
  };
  return h("label", { key: name, class: "desk-field" }, h("span", {}, label),
    h("select", { class: "input", value: form[name] ?? "", on: { change } },
      options.map(({ value, name: told }) => h("option", { key: value, value }, told))));
}

/** A row of keys of which one is chosen. */
export function keys(/** @type {Desk} */ desk, form, /** @type {string} */ name, /** @type {string} */ label,
  options)
{
  return h("div", { key: name, class: "desk-field", role: "group", "aria-label": label },
    h("span", {}, label),
    h("div", { class: "choices is-tight" },
      options.map(({ value, name: told }) =>
        h("button", { key: value, type: "button", class: "button",
          "aria-pressed": String(form[name] === value), on: { click: () => {
            form[name] = value;
            desk.draw();
          } } }, told)
      )));
}

/** Several fields of a form side by side. */
export function row(/** @type {string} */ key, ...fields) {
  return h("div", { key, class: "desk-fields" }, fields);
}

/** A text that one tap copies. Plain http lets a page copy in the old way alone, which may be refused. */
export function copied(/** @type {Desk} */ desk, /** @type {string} */ text) {
  const { say } = desk;
  const copy = ({ currentTarget: key }) => {
    getSelection()?.selectAllChildren(key.previousElementSibling);
    desk.tell(say(document.execCommand("copy") ? "copied" : "copy_yourself"));
  };
  return h("div", { key: "copied", class: "desk-copied" }, h("pre", { tabindex: "0" }, text),
    h("button", { type: "button", class: "button", on: { click: copy } }, say("copy")));
}
