/** Shared by the pages of the hub: their beginning, and the look of teams, fields, clocks and delays. */

import { h, icon, patch, placed } from "../dom.js";
import { listed, seconds, speaker } from "../format.js";
import { remember, remembered } from "../device.js";
import { Hub } from "./live.js";
import { words } from "./words.js";

/**
 * @typedef {import("./live.js").HubField} HubField
 * @typedef {import("./live.js").HubMatch} HubMatch
 * @typedef {import("./live.js").HubSide} HubSide
 */

/** The interval at which a running clock is looked at. */
const TICK_MS = 100;
/** From this many minutes on a delay is worth a plate, and a time that is told besides. */
const LATE_MIN = 3;
/** An online field was heard within this time; an index that says otherwise lay in a cache. */
const DEAD_MS = 180_000;
const MARKS = new Set(["triangle", "square", "hexagon", "star", "cross", "ring", "sun", "moon"]);

export const say = speaker(words);
const [main, line] = ["hub", "link"].map(placed);
/** The id of the field, team or match that the page is about. */
export const about = main.dataset.about ?? "";
const event = main.dataset.event ?? "";

/** The hub as this page follows it. */
export const hub = new Hub(event);

/** A sentence in place of what there is not. */
export function sentence(/** @type {string} */ word) {
  return h("p", { key: word, class: "sentence" }, say(word));
}

/**
 * Follow the hub and draw `main` with each change: `draw()` gives its nodes once index and `needed` came.
 * @param {string[]} documents `teams`, `schedule`, `standings`, or a path below the event
 * @param {() => any} draw
 * @param {string[]} needed
 */
export function open(documents, draw, needed = []) {
  for (const name of documents) hub.want(name);
  hub.onChange = () => {
    const isThere = hub.index && needed.every((name) => hub.docs[name] || hub.missing.has(name));
    const [n, word] = hub.age < 100 ? [hub.age, "old_seconds"] : [Math.round(hub.age / 60), "old_minutes"];
    patch(line, hub.away && hub.index ? h("p", { key: "old" }, say(word, { n })) : []);
    patch(main, isThere ? draw() : sentence("waits"));
    document.body.classList.toggle("is-away", hub.away);
    showClocks();
  };
  hub.onChange();
  setInterval(() => showClocks(), TICK_MS);
  hub.start();
}

/** A table below the `heads` of its columns. */
export function table(props, heads, rows) {
  return h("table", props, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows));
}

/** The head of a column, by its word. */
export function head(/** @type {string} */ word, look = "") {
  return h("th", { key: word, scope: "col", class: look }, say(word));
}

// Clocks

/** The place of a field's clock. */
export function clock(/** @type {HubField} */ field, look = "") {
  return h("p", { key: "clock", class: `hub-clock number ${look}`, "data-clock": field.id, own: true,
    role: "timer" });
}

function showClocks() {
  if (document.hidden) return;
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-clock]"))) {
    const text = clockText(hub.index?.fields.find(({ id }) => id === element.dataset.clock));
    if (element.textContent !== text) element.textContent = text;
  }
}

/** The text of a field's clock; nothing while nobody knows whether it still runs. */
function clockText(/** @type {HubField | undefined} */ field) {
  const told = field?.frame?.clock;
  const now = hub.clock.now();
  if (!told || hub.away || now === null || told.state === "idle" || silence(field) !== null) return "";
  return seconds(told.state === "running" ? (told.ends_at - now) * (told.rate ?? 1) : (told.remaining ?? 0));
}

/** The time for which a field has been silent, null for one that is there. */
export function silence(/** @type {HubField} */ field) {
  if (field.last_contact === null) return say("silent_ever");
  const ms = (hub.clock.now() ?? field.last_contact) - field.last_contact;
  if (field.online && ms < DEAD_MS) return null;
  const n = Math.floor(ms / 60_000);
  return n < 1 ? say("silent_now") : say("silent_minutes", { n });
}

// Time of day

/** The delay of a field, in words. */
export function delay(/** @type {HubField} */ { lag }) {
  if (lag === null || lag === undefined) return null;
  const text = lag > 0 ? say("late", { n: lag }) : lag < 0 ? say("early", { n: -lag }) : say("on_time");
  return h("b", { key: "lag", class: `hub-lag ${lag >= LATE_MIN ? "is-late" : ""}` }, text);
}

/** The time at which a match will begin as things stand; null where that is as planned. */
export function expected(match, /** @type {HubField[]} */ fields) {
  const lag = fields.find(({ id }) => id === match.field)?.lag ?? 0;
  if (match.state !== "planned" || Math.abs(lag) < LATE_MIN) return null;
  const at = match.day_min + lag;
  const two = (n) => String(n).padStart(2, "0");
  return `${two(Math.floor(at / 60) % 24)}:${two(((at % 60) + 60) % 60)}`;
}

// Teams and matches

/** The shape of a team or a side, in its colour where it has one. */
export function mark(/** @type {{mark?: string} | undefined} */ of) {
  return of?.mark && MARKS.has(of.mark) ? icon(`mark-${of.mark}`, "mark") : null;
}

/** A team by its id, as the teams' document has it. */
export function teamOf(/** @type {string} */ id) {
  return hub.docs.teams?.teams.find((team) => team.id === id);
}

/** The name of a team: one of a final may not be known yet. */
export function teamName(/** @type {string} */ id, names = {}) {
  const [kind, which] = id.split(":");
  if (names[id] && names[id] !== id) return names[id];
  if (kind === "winner") return say("winner_of", { id: which });
  if (kind === "second") return say("second_of", { id: which });
  if (kind === "place") return say("place_of", { n: which });
  return teamOf(id)?.name ?? id;
}

/** A team with its mark; the way to its page unless it is not known yet. */
export function teamLabel(/** @type {string} */ id, names = {}, isLink = true) {
  const team = teamOf(id);
  const inside = [mark(team), h("span", { class: "name" }, teamName(id, names))];
  const props = { key: id, class: `hub-team ${dye(team)} ${id === mine() ? "is-mine" : ""}` };
  return isLink && !id.includes(":")
    ? h("a", { ...props, href: `/team/${id}` }, inside)
    : h("span", props, inside);
}

/** The shapes that sides have by their colours, on every field. */
const SHAPES = { red: "triangle", blue: "square", green: "hexagon", yellow: "star", olive: "cross",
  violet: "ring" };

/** The look of the side of a score: as its team does everywhere, else as it did in that match. */
export function look(/** @type {{team: string, side: string}} */ score) {
  const team = teamOf(score.team);
  if (team?.mark || !(score.side in SHAPES)) return team;
  return { colour: score.side, mark: SHAPES[score.side] };
}

/** The class of a team's or side's colour. */
export function dye(/** @type {{colour?: string} | undefined} */ of) {
  return of?.colour ? `team-${of.colour}` : "";
}

/** The hub's names for the matches of a tree; it keeps no language. */
const TITLES = { Final: "title_final", "Semi-final": "title_semi", "Quarter-final": "title_quarter",
  Finals: "title_finals" };

/** The state of a field in words, or what its last match came to. */
export function frameWords(/** @type {HubField} */ { frame }) {
  return [frame?.title || say("no_match"), frame?.official && say("official")].filter(Boolean).join(" · ");
}

/** The name of a match: its title with its number, or its number alone. */
export function matchName(/** @type {{title?: string, id: string}} */ { title, id }) {
  if (!title) return say("match", { id });
  return say("titled", { title: title in TITLES ? say(TITLES[title]) : title, id });
}

/** The names of the teams of a match in one line. */
export function teamNames(/** @type {HubMatch} */ { teams }) {
  return listed(teams.map(({ id, name }) => teamName(id, { [id]: name })));
}

/** A field's name by its id. */
export function fieldName(/** @type {string} */ id) {
  if (!id) return say("any_field");
  return hub.index?.fields.find((field) => field.id === id)?.name || id;
}

/** The sides of a result, best first: name and score of each side. */
export function ranked(/** @type {any[]} */ scores) {
  return [...scores].sort((a, b) => a.place - b.place || b.score - a.score);
}

/** The minutes of the break before a slot. */
export function pauseBefore(schedule, /** @type {number} */ slot) {
  return schedule.breaks.reduce((all, { before, minutes }) => all + (before === slot ? minutes : 0), 0);
}

/** The scores of a match, the winner underlined. */
export function scores(/** @type {any[]} */ result) {
  return h("ul", { key: "scores", class: "hub-scores" }, ranked(result).map((score) => {
    const side = look(score);
    return h("li", { key: score.team || score.side,
      class: `${dye(side)} ${score.place === 1 ? "is-winner" : ""} ${
        score.team && score.team === mine() ? "is-mine" : ""
      }` }, mark(side), h("span", { class: "name" }, score.name || (score.team && teamName(score.team))),
      h("b", { class: "number" }, score.score));
  }));
}

/** The look of the row of a match that is on, or was called off. */
export function rowLook(/** @type {{state: string}} */ { state }) {
  return { playing: "is-on", called_off: "is-off" }[state] ?? "";
}

/** The scores of a scheduled match, or its teams while there are none; `more(id)` is told behind a team. */
export function lineUp(match, more = (/** @type {string} */ _id) => /** @type {any} */ (null)) {
  if (match.result?.length) return scores(match.result);
  return h("ul", { key: "teams", class: "hub-scores" },
    match.teams.map((id) => h("li", { key: id }, teamLabel(id, match.names), more(id))));
}

// The team that this device stands by

const MINE = `hub-team:${event}`;
let kept = remembered(MINE) ?? "";

/** The id of the team that this device's owner stands by, "" for none. */
export function mine() {
  return kept;
}

/** Stand by a team; "" for none. */
export function stand(/** @type {string} */ id) {
  kept = id;
  remember(MINE, id);
}
