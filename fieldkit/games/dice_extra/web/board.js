/** The dice game for spectators: the island, the points, the dice on the table, and what happened last. */

import { h } from "../dom.js";
import { charts } from "../panels/over.js";
import { rulesFold } from "../panels/rules.js";
import { diceTable } from "./dice.js";
import { sideOf } from "./island.js";
import { standings, winner } from "./over.js";
import { islandCard, mark } from "./play.js";

export { words } from "./words.js";

const MAX_RECENT = 5;

/** Everything below the bar. */
export function screen(/** @type {any} */ view, /** @type {Say} */ say) {
  const ctx = { view, say, mine: false, memory: {}, draw: () => {} };
  const isOver = view.phase === "over";
  return h("div", { key: "dice", class: "dice-board" }, islandCard(ctx),
    h("div", { key: "side", class: "board-side" }, isOver && winner(ctx), standings(ctx),
      !isOver && view.dice.length > 0 && diceTable(ctx), recent(ctx),
      isOver && charts(view, say, ["points", "rolled"]), rulesFold(say("the_rules"), "DX", view.options)));
}

function recent({ view, say }) {
  const rows = view.recent.slice(0, MAX_RECENT).map((line, n) => {
    const side = line.team && sideOf(view, line.team);
    return h("li", { key: n, class: "row" }, side ? mark(side) : h("span", { class: "side-mark" }),
      h("p", {}, line.text));
  });
  return h("section", { key: "recent", class: "card board-recent" }, h("h2", {}, say("lately")),
    h("ul", { class: "rows" }, rows));
}
