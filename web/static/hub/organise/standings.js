/** The standings, and the lots that only people may draw. */

import { button, h } from "../../dom.js";
import { ask, call, may, say, view } from "./desk.js";
import { clockTime, none, number, teamNames } from "./parts.js";

const COLUMNS = ["place", "team", "points", "played", "won", "for"];

export function standingsPart() {
  const { rows, undrawn, drawn, open } = view.standings;
  return [
    h("p", { key: "open", class: "desk-balance" },
      open ? say("standings_open", { n: open }) : say("standings_done")),
    undrawn.map((group) => level(group, "level", open)),
    rows.length ? table(rows) : none(say("no_teams")),
    drawn.length > 0
    && h("section", { key: "drawn", class: "card desk-drawn" }, h("h2", {}, say("drawn")),
      h("ul", { class: "rows" }, drawn.map(({ order, at }, which) =>
        h("li", { key: which, class: "row" }, h("p", {}, order.map((team) =>
          team.name || team.id
        ).join(" › ")), h("span", { class: "soft" }, clockTime(at)))
      ))),
  ];
}

/** Teams that nothing but lots tells apart; `means` names the sentence about it. */
export function level(group, /** @type {string} */ means, open = 0) {
  const teams = teamNames(group);
  const act = () => call("POST", "/draws", { teams: group.map((team) => team.id) });
  const sentence = open ? say("draw_early", { n: open, teams }) : say("draw_sure", { teams });
  const sure = () => ask(say("draw"), sentence, say("draw"), act);
  return h("div", { key: `level ${group.map((team) => team.id).join()}`, class: "card row desk-level" },
    h("p", { class: "sentence" }, say(means, { teams })),
    may("draw") && button({ key: "draw", look: open ? "" : "main", act: sure }, say("draw")));
}

function table(rows) {
  const figure = (value, look = "") => h("td", { class: `number is-number ${look}` }, value);
  const line = (one) =>
    h("tr", { key: one.team }, figure(one.place),
      h("th", { scope: "row" }, h("span", { class: "desk-name" }, one.name),
        one.club && h("small", { key: "club", class: "soft" }, one.club),
        one.decided_by !== "points" && one.played > 0
          && h("small", { key: "by", class: "soft" }, say(`by_${one.decided_by}`))),
      figure(one.points, "is-points"), figure(one.played), figure(one.won), figure(number(one.score)));
  const head = (name) =>
    h("th", { key: name, scope: "col", class: name === "team" ? "" : "is-number" }, say(`column_${name}`));
  return h("div", { key: "table", class: "desk-scroll" },
    h("table", { class: "desk-table" }, h("thead", {}, h("tr", {}, COLUMNS.map(head))),
      h("tbody", {}, rows.map(line))));
}
