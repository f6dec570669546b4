/** The dice game on a player's own phone: the same island and dice; it acts only on its player's turn. */

import { h } from "../dom.js";
import { rulesFold } from "../panels/rules.js";
import { standings, winner } from "./over.js";
import { seatUndo } from "../panels/record.js";
import { foot, islandCard, table, turnCard } from "./play.js";

export { words } from "./words.js";

/** One column for a thumb: island, turn, dice, prices, ROLL. */
export function screen(/** @type {any} */ given) {
  const { view, side } = given;
  const ctx = { ...given, mine: view.phase !== "over" && view.turn_of === side.id };
  if (view.phase === "over")
    return h("div", { key: "over", class: "dice-seat" }, winner(ctx), islandCard(ctx), standings(ctx));
  return h("div", { key: "play", class: "dice-seat" }, islandCard(ctx), turnCard(ctx), seatUndo(given),
    table(ctx), foot(ctx), rulesFold(given.say("the_rules"), "DX", view.options));
}
