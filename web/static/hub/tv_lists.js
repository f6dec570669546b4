/** The standings, the finals and the next matches on a screen. */

import { h } from "../dom.js";
import { fitted } from "../fit.js";
import { dye, expected, fieldName, head, hub, mark, matchName, say, table, teamName,
  teamOf } from "./parts.js";
import { champion, tree } from "./tree.js";
import { entry } from "./tv_fields.js";
import { ahead, onPage } from "./turns.js";

/** @typedef {import("./turns.js").Turn} Turn */

/** From this number of rows on the table stands in two columns on a wide screen. */
const TWO_FROM = 9;
/** The finals begin on a screen where a level has no more matches than that. */
const MOST_FINALS = 4;

export function standingsScene(/** @type {Turn} */ turn, /** @type {boolean} */ isWide) {
  const rows = hub.docs.standings?.rows ?? [];
  if (!rows.length) return h("p", { key: "none", class: "tv-line" }, say("no_standings"));
  const shown = onPage(rows, turn);
  const half = isWide && shown.length >= TWO_FROM ? Math.ceil(shown.length / 2) : shown.length;
  const parts = [shown.slice(0, half), shown.slice(half)].filter((part) => part.length);
  return h("div", { key: "standings", class: "tv-tables" }, parts.map((part, at) => column(at, part, half)));
}

function column(/** @type {number} */ key, rows, /** @type {number} */ count) {
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
