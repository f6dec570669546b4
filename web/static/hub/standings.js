/** The standings; each row opens to its matches. The finals stand below, and above once they are on. */

import { h } from "../dom.js";
import { dye, hub, mark, mine, open, say, teamOf } from "./parts.js";
import { champion, levelsOf, tree } from "./tree.js";

/** The teams whose row is open. @type {Set<string>} */
const opened = new Set();
/** Levels of the finals stand beside each other where each has so much room. */
const LEVEL_PX = 265;
const WHY = { met: "by_met", score: "by_score", draw: "by_draw", shared: "shared_place" };

open(["teams", "standings"], () => {
  const { standings } = hub.docs;
  if (!standings) return h("p", { key: "waits", class: "sentence" }, say("waits"));
  const hasPlayed = standings.rows.some((row) => row.played);
  const last = standings.finals?.length ? finals(standings.finals) : null;
  const isOn = standings.finals?.some(({ state }) => state !== "planned");
  return [h("h1", { key: "title" }, say("standings")), isOn && last,
    !hasPlayed && h("p", { key: "none", class: "sentence" }, say("no_standings")),
    hasPlayed && h("p", { key: "how", class: "soft" }, say("opens")),
    standings.rows.length ? table(standings.rows) : null, !isOn && last];
});

function table(rows) {
  const heads = [["place", "is-place"], ["team", "is-left"], ["points"], ["played"], ["won"], ["for"]];
  return h("table", { key: "table", class: "card hub-table" },
    h("thead", {},
      h("tr", {},
        heads.map(([name, look]) =>
          h("th", { key: name, scope: "col", class: `is-${name} ${look ?? ""}` }, say(`column_${name}`))
        ))),
    h("tbody", {}, rows.flatMap((row) => (opened.has(row.team) ? [line(row), detail(row)] : [line(row)]))));
}

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
  const cells = (one) => [one.place, one.score, one.points];
  return h("tr", { key: `${row.team} detail`, class: "hub-detail" },
    h("td", { colspan: 6 },
      row.results.length
        ? h("table", { key: "matches" },
          h("thead", {},
            h("tr", {}, ["column_match", "column_place", "column_for", "column_points"].map((name) =>
              h("th", { key: name, scope: "col" }, say(name))
            ))), h("tbody", {}, row.results.map((one) =>
              h("tr", { key: one.scheduled },
                h("th", { scope: "row" },
                  h("a", { href: `/match/${one.scheduled}` }, say("match", { id: one.scheduled }))),
                cells(one).map((cell, at) =>
                  h("td", { key: at, class: "number" }, cell)
                ))
            ),
            h("tr", { key: "sum", class: "is-sum" }, h("th", { scope: "row" }, say("sum")), h("td", {}),
              h("td", { class: "number" }, row.for), h("td", { class: "number" }, row.points))))
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
