/** The standings, and the lots that only people may draw. */

import { button, h } from "../../dom.js";
import { clockTime, number, teamNames } from "./parts.js";

/** @typedef {import("../organise.js").Desk} Desk */

export function standingsPart(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const { rows, undrawn, drawn, open } = view.standings;
  return [
    h("p", { key: "open", class: "desk-balance" },
      open ? say("standings_open", { n: open }) : say("standings_done")),
    undrawn.map((group) => level(desk, group, "level", open)),
    rows.length ? table(desk, rows) : h("p", { key: "none", class: "card desk-hint" }, say("no_teams")),
    drawn.length
      ? h("section", { key: "drawn", class: "card desk-drawn" }, h("h2", {}, say("drawn")),
        h("ul", { class: "rows" }, drawn.map(({ order, at }, which) =>
          h("li", { key: which, class: "row" }, h("p", {}, order.map((team) =>
            team.name || team.id
          ).join(" › ")), h("span", { class: "soft" }, clockTime(at)))
        )))
      : null,
  ];
}

/** Teams that nothing but lots tells apart; `means` names the sentence about it. */
export function level(/** @type {Desk} */ desk, group, /** @type {string} */ means, open = 0) {
  const { say } = desk;
  const teams = teamNames(desk, group);
  const act = () => desk.act("POST", "/draws", { teams: group.map((team) => team.id) });
  const sentence = open ? say("draw_early", { n: open, teams }) : say("draw_sure", { teams });
  return h("div", { key: `level ${group.map((team) => team.id).join()}`, class: "card row desk-level" },
    h("p", { class: "sentence" }, say(means, { teams })),
    desk.may("draw")
      ? button({ key: "draw", look: open ? "" : "main", act: () =>
        desk.ask(say("draw"), sentence, say("draw"), act) }, say("draw"))
      : null);
}

function table(/** @type {Desk} */ desk, rows) {
  const { say } = desk;
  const columns = ["place", "team", "points", "played", "won", "for"];
  return h("div", { key: "table", class: "desk-scroll" },
    h("table", { class: "desk-table" },
      h("thead", {},
        h("tr", {},
          columns.map((name) =>
            h("th", { key: name, scope: "col", class: name === "team" ? "" : "is-number" },
              say(`column_${name}`))
          ))),
      h("tbody", {},
        rows.map((one) =>
          h("tr", { key: one.team }, h("td", { class: "number is-number" }, one.place),
            h("th", { scope: "row" }, h("span", { class: "desk-name" }, one.name),
              one.club ? h("small", { key: "club", class: "soft" }, one.club) : null,
              one.decided_by === "points" || !one.played
                ? null
                : h("small", { key: "by", class: "soft" }, say(`by_${one.decided_by}`))),
            h("td", { class: "number is-number is-points" }, one.points),
            h("td", { class: "number is-number" }, one.played),
            h("td", { class: "number is-number" }, one.won),
            h("td", { class: "number is-number" }, number(one.score)))
        ))));
}
