/** The dice game for spectators: the island, the points, the dice on the table, and what happened last. */

import { h } from "../dom.js";
import { charts } from "../panels/over.js";
import { rulesFold } from "../panels/rules.js";
import { lately } from "../sides.js";
import { diceTable } from "./dice.js";
import { standings, winner } from "./over.js";
import { islandCard } from "./play.js";

export { words } from "./words.js";

/** Everything below the bar. */
export function screen(/** @type {any} */ view, /** @type {Say} */ say) {
  const ctx = { view, say, mine: false, memory: {}, draw: () => {} };
  const isOver = view.phase === "over";
  return h("div", { key: "dice", class: "dice-board" }, islandCard(ctx),
    h("div", { key: "side", class: "board-side" }, isOver && winner(ctx), standings(ctx),
      !isOver && view.dice.length > 0 && diceTable(ctx), lately(view, say),
      isOver && charts(view, say, ["points", "rolled"]), rulesFold(say("the_rules"), "DX", view.options)));
}
