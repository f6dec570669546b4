/** Big Game, Big Honor for spectators: the stadium, the players, and what happened last. */

import { h } from "../dom.js";
import { rulesFold } from "../panels/rules.js";
import { charts } from "../panels/over.js";
import { standings, winner } from "./ending.js";
import { lately, sideMark } from "../sides.js";
import { cup, fly, leaves, score, sent, stadium } from "./parts.js";

export { words } from "./words.js";

const memory = {};

/** Everything below the bar. */
export function screen(/** @type {any} */ view, /** @type {Say} */ say) {
  const page = { view, say };
  if (view.phase === "over")
    return h("div", { key: "over", class: "board-over" }, winner(page), standings(page),
      charts(view, say, ["points", "table"]), lately(view, say));
  fly(view, memory);
  return h("div", { key: "table", class: "board-table" },
    h("section", { key: "stadium", class: "card board-stadium" }, stadium(page, {})),
    h("ul", { key: "players", class: "board-players" }, view.sides.map((side) => card(page, side))),
    lately(view, say), rulesFold(say("the_rules"), "BH", view.options));
}

function card(page, side) {
  const isOn = page.view.on_turn === side.id && page.view.phase !== "special";
  return h("li", { key: side.id, class: `card board-player team-${side.colour} ${isOn ? "is-on" : ""}` },
    h("div", { class: "board-who" }, sideMark(side), h("b", { class: "player-name" }, side.name),
      cup(page, side.id)), h("div", { class: "board-has" }, leaves(page, side.id), sent(page, side)),
    score(page, side));
}
