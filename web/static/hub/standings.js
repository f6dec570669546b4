/** The standings; each row opens to its matches. The finals stand below, and above once they are on. */

import { h } from "../dom.js";
import { dye, head, hub, mark, mine, open, say, sentence, table, teamOf } from "./parts.js";
import { champion, levelsOf, tree } from "./tree.js";

/** The teams whose row is open. @type {Set<string>} */
const opened = new Set();
/** Levels of the finals stand beside each other where each has so much room. */
const LEVEL_PX = 265;
const COLUMNS = ["place", "team", "points", "played", "won", "for"];
const WHY = { met: "by_met", score: "by_score", draw: "by_draw", shared: "shared_place" };

open(["teams", "standings"], () => {
  const { standings } = hub.docs;
  const hasPlayed = standings.rows.some((row) => row.played);
  const last = standings.finals?.length ? finals(standings.finals) : null;
  const isOn = standings.finals?.some(({ state }) => state !== "planned");
  return [h("h1", { key: "title" }, say("standings")), isOn && last,
    hasPlayed ? h("p", { key: "how", class: "soft" }, say("opens")) : sentence("no_standings"),
    standings.differ?.map((text) => h("p", { key: text, class: "hub-quiet" }, text)),
    standings.rows.length > 0
    && table({ key: "table", class: "card hub-table" }, COLUMNS.map((name) =>
      head(`column_${name}`, `is-${name} ${name === "team" ? "is-left" : ""}`)
    ), standings.rows.map((row) => [line(row), opened.has(row.team) && detail(row)])), !isOn && last];
}, ["standings"]);

function line(row) {
  const team = teamOf(row.team);
  const isOpen = opened.has(row.team);
  const act = () => {
    if (!opened.delete(row.team)) opened.add(row.team);
    hub.onChange();
  };
  return h("tr", { key: row.team,
    class: `${isOpen ? "is-open" : ""} ${row.team === mine() ? "is-mine" : ""}` },
    h("td", { key: "place", class: "number is-place" }, row.place),
    h("th", { key: "team", scope: "row", class: `is-left ${dye(team)}` },
      h("button", { type: "button", class: "hub-opens", "aria-expanded": String(isOpen), on: { click: act } },
        mark(team), h("span", { class: "name" }, row.name))),
    h("td", { key: "points", class: "number points" }, row.points),
    h("td", { key: "played", class: "number" }, row.played),
    h("td", { key: "won", class: "number is-won" }, row.won),
    h("td", { key: "for", class: "number is-for" }, row.for));
}

/** The sources of a row's figures, match by match. */
function detail(row) {
  const heads = ["column_match", "column_place", "column_for", "column_points"];
  const figure = (value) => h("td", { class: "number" }, value);
  const matches = row.results.map((one) =>
    h("tr", { key: one.scheduled },
      h("th", { scope: "row" },
        h("a", { href: `/match/${one.scheduled}` }, say("match", { id: one.scheduled }))),
      [one.place, one.score, one.points].map(figure))
  );
  const sum = h("tr", { key: "sum", class: "is-sum" }, h("th", { scope: "row" }, say("sum")), h("td", {}),
    figure(row.for), figure(row.points));
  return h("tr", { key: `${row.team} detail`, class: "hub-detail" },
    h("td", { colspan: 6 },
      matches.length
        ? table({ key: "matches" }, heads.map((name) => head(name)), [...matches, sum])
        : h("p", { key: "none" }, say("no_matches_yet")),
      WHY[row.decided_by] && h("p", { key: "why" }, say(WHY[row.decided_by])),
      h("p", { key: "more" }, h("a", { href: `/team/${row.team}` }, say("to_team", { team: row.name })))));
}

/** The finals, with the way to paper. */
function finals(list) {
  const levels = levelsOf(list).length;
  return h("section", { key: "finals", class: "hub-finals" }, h("h2", {}, say("finals")), champion(list),
    tree(list, { isWide: innerWidth >= LEVEL_PX * levels }),
    h("p", { key: "ways", class: "hub-ways" },
      h("a", { class: "button", href: "/print/finals" }, say("on_paper"))));
}

addEventListener("resize", () => hub.onChange());
