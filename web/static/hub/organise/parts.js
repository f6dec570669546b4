/** The shared pieces of the desk's parts: names, times, results and the fields of forms. */

import { button, h, icon } from "../../dom.js";
import { listed } from "../../format.js";
import { tell } from "../../toast.js";
import { draw, say, view } from "./desk.js";

const LANGUAGE = document.documentElement.lang || "en";
/** @type {Intl.DateTimeFormatOptions} */
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const CLOCK = new Intl.DateTimeFormat(LANGUAGE, TIME);
const DAY = new Intl.DateTimeFormat(LANGUAGE, { weekday: "short", ...TIME });
const MARKS = new Set(["triangle", "square", "hexagon", "star", "cross", "ring"]);

/** A number as people write it. */
export const number = new Intl.NumberFormat(LANGUAGE).format;

/** The time of day of a moment: a label or ms. */
export function clockTime(/** @type {string | number} */ at) {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? "" : CLOCK.format(moment);
}

/** A moment with its day. */
export const dayAndTime = (/** @type {string} */ at) => DAY.format(new Date(at));

/** The name of a team: one of a final may not be known yet. */
export function teamName(/** @type {{id: string, name?: string}} */ { id, name = known(id) }) {
  const [kind, which] = id.split(":");
  if (name && name !== id) return name;
  if (kind === "winner") return say("winner_of", { id: which });
  if (kind === "second") return say("second_of", { id: which });
  if (kind === "place") return say("place_of", { n: which });
  return id;
}

function known(/** @type {string} */ id) {
  return view.teams.find((one) => one.id === id)?.name;
}

/** The names of teams in one line. */
export const teamNames = (teams) => listed(teams.map(teamName));

/** The name of a field; that of any field that is free for none. */
export function fieldName(/** @type {string} */ id) {
  return id ? (view.names[id] ?? id) : say("any_field");
}

/** A scheduled match by its id. */
export function planned(/** @type {string} */ id) {
  return view.schedule.matches.find((match) => match.id === id);
}

/** The name of a match: its own title with its number, or its number. */
export function matchName(/** @type {{id: string, title?: string}} */ { id, title }) {
  return title ? `${title} · ${id}` : say("match", { id });
}

/** The mark of a team in its colour; nothing for one that wished for none. */
export function mark(/** @type {{colour?: string, mark?: string} | undefined} */ team) {
  return team?.mark && MARKS.has(team.mark) ? icon(`mark-${team.mark}`, "mark") : null;
}

/** The sides of a result, each with place and score. */
export function scoreList(scores) {
  return h("ol", { key: "scores", class: "desk-scores" }, scores.map((score) => {
    const name = known(score.team);
    return h("li", { key: score.team || score.side },
      h("span", { class: "desk-place number", "aria-label": say("place", { n: score.place }) },
        `${score.place}.`),
      h("span", { class: "desk-name" }, name ?? (score.name || score.side),
        name === undefined && h("small", { key: "nobody" }, ` ${say("which_team")}`)),
      h("b", { class: "number" }, number(score.score)));
  }));
}

/** The state of something, as an icon: pass, warn, fail, open. */
export const grade = (/** @type {string} */ name) => icon(`grade-${name}`, "grade");

/** A trouble in one sentence; nothing for none. */
export function trouble(/** @type {string} */ key, text, how = "warn") {
  return text && h("p", { key, class: `desk-trouble is-${how}` }, text);
}

/** A sentence in place of a list that is empty. */
export const none = (/** @type {string} */ text) => h("p", { key: "none", class: "card desk-hint" }, text);

/** A labelled text to type, kept in a form under `name`. */
export function typed(form, /** @type {string} */ name, /** @type {string} */ label, more = {}) {
  const { multi, ...rest } = more;
  return h("label", { key: name, class: "desk-field" }, h("span", {}, label),
    h(multi ? "textarea" : "input", { class: "input", autocomplete: "off", spellcheck: "false", ...rest,
      value: form[name] ?? "", on: { input: (event) => keep(form, name, event.currentTarget.value) } }));
}

/** A labelled choice of some values, each `{value, name}`. */
export function chosen(form, /** @type {string} */ name, /** @type {string} */ label, options) {
  return h("label", { key: name, class: "desk-field" }, h("span", {}, label),
    h("select", { class: "input", value: form[name] ?? "",
      on: { change: (event) => keep(form, name, event.currentTarget.value) } },
      options.map(({ value, name: told }) => h("option", { key: value, value }, told))));
}

/** A row of keys of which one is chosen. */
export function keys(form, /** @type {string} */ name, /** @type {string} */ label, options) {
  return keyRow(name, label,
    options.map(({ value, name: told }) =>
      button({ key: value, "aria-pressed": String(form[name] === value), act: () => keep(form, name, value) },
        told)
    ), "is-tight");
}

/** Keys under a label. */
export function keyRow(/** @type {string} */ key, /** @type {string} */ label, list, look = "") {
  return h("div", { key, class: "desk-field", role: "group", "aria-label": label }, h("span", {}, label),
    h("div", { class: `choices ${look}` }, list));
}

function keep(form, /** @type {string} */ name, value) {
  form[name] = value;
  draw();
}

/** Values to choose from, of things with an id and a name. */
export const options = (list) => list.map(({ id, name }) => ({ value: id, name }));

/** Several fields of a form side by side. */
export const row = (/** @type {string} */ key, ...fields) => h("div", { key, class: "desk-fields" }, fields);

/** A text that one tap copies. Plain http lets a page copy in the old way alone, which may be refused. */
export function copied(/** @type {string} */ text) {
  const copy = ({ currentTarget: key }) => {
    getSelection()?.selectAllChildren(key.previousElementSibling);
    tell(say(document.execCommand("copy") ? "copied" : "copy_yourself"));
  };
  return h("div", { key: "copied", class: "desk-copied" }, h("pre", { tabindex: "0" }, text),
    button({ act: copy }, say("copy")));
}
