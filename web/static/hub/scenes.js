/** The scenes of a screen: fields, check-in, standings, finals and the next matches. */

import { h, icon } from "../dom.js";
import { fitted } from "../fit.js";
import { listed } from "../format.js";
import { clock, delay, dye, expected, fieldName, frameWords, head, hub, mark, matchName, say, silence, table,
  teamName, teamNames, teamOf } from "./parts.js";
import { champion, tree } from "./tree.js";
import { ahead, onPage } from "./turns.js";

/** @typedef {import("./parts.js").HubField} HubField */
/** @typedef {import("./parts.js").HubSide} HubSide */
/** @typedef {import("./turns.js").Turn} Turn */

/** The time for which an alarm is shown after the last word of its kit. */
const ALARM_MS = 1_800_000;
/** From this number of rows on the table stands in two columns on a wide screen. */
const TWO_FROM = 9;
/** The finals begin on a screen where a level has no more matches than that. */
const MOST_FINALS = 4;

/** The fields of a page, each drawn by `draw`, and that there are more than these. */
function several(/** @type {Turn} */ turn, /** @type {string} */ key, draw) {
  const fields = hub.index?.fields ?? [];
  if (!fields.length) return h("p", { key: "none", class: "tv-line" }, say("no_fields"));
  const shown = onPage(fields, turn);
  const names = shown.map(({ name }) => name).join(" · ");
  return [h("div", { key, class: `tv-fields of-${shown.length}` }, shown.map(draw)),
    fields.length > shown.length
    && h("p", { key: "turn", class: "tv-turn" }, say("turn", { shown: names, n: fields.length }))];
}

export const fieldsScene = (/** @type {Turn} */ turn) => several(turn, "fields", box);

/** The fields whose halls are left: the one that the screen shows alone, else all. @returns {HubField[]} */
function leaving(/** @type {string} */ show) {
  const fields = hub.index?.fields ?? [];
  const [scene, which] = show.split(":");
  const shown = scene === "field" ? fields.filter(({ id }) => id === which) : [];
  const now = hub.clock.now();
  // An alarm outlives the link, which may go with the power, but not for ever where its kit was taken away.
  const isOn = ({ frame, last_contact: last }) =>
    frame?.phase === "alarm" && last !== null && (now ?? last) - last < ALARM_MS;
  return (shown.length ? shown : fields).filter(isOn);
}

/** Everybody leaves the hall: nothing else is on the screen. Null where nobody does. */
export function alarmScene(/** @type {string} */ show) {
  const left = leaving(show);
  if (!left.length) return null;
  return h("section", { key: "alarm", class: "tv-alarm", role: "alert" }, fitted("h2", {}, say("leave_hall")),
    fitted("p", { key: "lie" }, say("let_lie")),
    fitted("p", { key: "where" }, listed(left.map(({ name }) => name))));
}

/** One of several fields. */
function box(/** @type {HubField} */ field) {
  const quiet = silence(field);
  const sides = field.frame?.sides ?? [];
  return h("section", { key: field.id, class: `tv-box ${quiet ? "is-silent" : ""}` },
    h("header", { key: "head", class: "bar" }, h("div", { class: "tv-name" }, fitted("h2", {}, field.name)),
      clock(field), h("p", { key: "what" }, what(field))),
    quiet ? h("p", { key: "quiet", class: "tv-quiet" }, quiet) : h("span", { key: "no quiet" }),
    h("ul", { key: "sides", class: `tv-sides of-${sides.length}` }, sides.map(side)), next(field));
}

export function fieldScene(/** @type {Turn} */ { which }) {
  const field = hub.index?.fields.find(({ id }) => id === which);
  if (!field) return null;
  hub.want(`fields/${which}`, ({ fields }) => fields.find(({ id }) => id === which)?.frame);
  const quiet = silence(field);
  const sides = field.frame?.sides ?? [];
  const board = hub.docs[`fields/${which}`]?.board;
  const [last] = board?.match === field.frame?.match ? (board?.recent ?? []) : [];
  return h("section", { key: `field ${which}`,
    class: `tv-one of-${sides.length} ${quiet ? "is-silent" : ""}` },
    h("header", { key: "head", class: "bar" },
      h("div", { class: "tv-name" }, fitted("h2", {}, field.name), h("p", {}, what(field))), clock(field)),
    quiet ? h("p", { key: "quiet", class: "tv-quiet" }, quiet) : h("span", { key: "no quiet" }),
    h("ul", { key: "sides", class: "tv-cards" }, sides.map(side)),
    h("p", { key: "told", class: "tv-told" }, last?.text), next(field));
}

function what(/** @type {HubField} */ field) {
  const told = [field.now && matchName(field.now), frameWords(field), field.frame?.subtitle];
  return told.filter(Boolean).join(" · ");
}

/** An entry of a list: a mark and a name in a colour, and what comes behind it. */
function entry(/** @type {string} */ key, look, name, /** @type {any} */ more = null) {
  return h("li", { key, class: dye(look) }, mark(look), h("div", { class: "tv-name" }, fitted("b", {}, name)),
    more);
}

function side(/** @type {HubSide} */ one) {
  return entry(one.id, one, one.name, h("b", { key: "points", class: "number points" }, one.score));
}

/** The next match of a field, and how late it is. */
function next(/** @type {HubField} */ field) {
  const match = field.next;
  return h("div", { key: "next", class: "tv-next" },
    h("p", { key: "when" },
      h("span", {},
        match ? say("next_at", { time: match.starts, match: matchName(match) }) : say("nothing_next")),
      delay(field)), match && h("p", { key: "who", class: "tv-who" }, teamNames(match)));
}

/** The check-in: for each field who plays now, next and then, who is there, and how late it is. */
export const queueScene = (/** @type {Turn} */ turn) => several(turn, "queue", queueColumn);

function queueColumn(/** @type {HubField} */ field) {
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
  // Nobody checks in who is not known yet.
  const isAsked = isHere !== null && !id.includes(":");
  const state = isAsked
    && h("span", { class: `tv-here ${isHere ? "is-here" : ""}` }, isHere ? icon("grade-pass") : null,
      h("span", {}, say(isHere ? "here" : "not_here")));
  return entry(id, teamOf(id), name, state);
}

export function standingsScene(/** @type {Turn} */ turn, /** @type {boolean} */ isWide) {
  const rows = hub.docs.standings?.rows ?? [];
  if (!rows.length) return h("p", { key: "none", class: "tv-line" }, say("no_standings"));
  const shown = onPage(rows, turn);
  const half = isWide && shown.length >= TWO_FROM ? Math.ceil(shown.length / 2) : shown.length;
  const parts = [shown.slice(0, half), shown.slice(half)].filter((part) => part.length);
  return h("div", { key: "standings", class: "tv-tables" },
    parts.map((part, at) => tableColumn(at, part, half)));
}

function tableColumn(/** @type {number} */ key, rows, /** @type {number} */ count) {
  const heads = ["place", "team", "points", "played"].map((name) => head(`column_${name}`, `is-${name}`));
  return table({ key, class: "tv-table", style: { "--count": count } }, heads, rows.map(line));
}

function line(row) {
  const team = teamOf(row.team);
  return h("tr", { key: row.team, class: dye(team) }, h("td", { key: "place", class: "number" }, row.place),
    h("th", { key: "team", scope: "row" },
      h("div", { class: "tv-team" }, mark(team), h("div", { class: "tv-name" }, fitted("b", {}, row.name)))),
    h("td", { key: "points", class: "number points" }, row.points),
    h("td", { key: "played", class: "number" }, row.played));
}

/** The finals: their last levels as a tree. */
export function finalsScene(/** @type {Turn} */ _turn, /** @type {boolean} */ isWide) {
  const finals = hub.docs.standings?.finals ?? [];
  return h("div", { key: "finals", class: "tv-finals" }, champion(finals),
    tree(finals, { isWide, isLink: false, most: MOST_FINALS, gap: 1 }));
}

export function scheduleScene(/** @type {Turn} */ turn) {
  const shown = onPage(ahead(hub), turn);
  if (!shown.length) return h("p", { key: "none", class: "tv-line" }, say("nothing_next"));
  return h("ol", { key: "schedule", class: "tv-plan", style: { "--count": shown.length } }, shown.map(row));
}

function row(match) {
  const later = expected(match, hub.index?.fields ?? []);
  return h("li", { key: match.id },
    h("p", { key: "time", class: "tv-time" }, h("b", { class: "number" }, match.starts),
      later && h("span", {}, say("about", { time: later }))),
    h("div", { key: "where", class: "tv-name" }, fitted("b", {}, fieldName(match.field)),
      h("p", {}, matchName(match))),
    h("ul", { key: "teams", class: `of-${match.teams.length}` },
      match.teams.map((id) => entry(id, teamOf(id), teamName(id, match.names)))));
}
