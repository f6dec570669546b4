/** Big Game, Big Honor for spectators: the stadium, the players, and what happened last. */

import { h } from "../dom.js";
import { rulesFold } from "../panels/rules.js";
import { charts } from "../panels/over.js";
import { standings, winner } from "./ending.js";
import { cup, fly, leaves, mark, sent, sideOf, stadium } from "./parts.js";

export { words } from "./words.js";

const MAX_RECENT = 5;
const memory = {};

/** Everything below the bar. */
export function screen(/** @type {any} */ view, /** @type {Say} */ say) {
  const page = { view, say };
  if (view.phase === "over")
    return h("div", { key: "over", class: "board-over" }, winner(page), standings(page),
      charts(view, say, ["points", "table"]), recent(page));
  fly(view, memory);
  return h("div", { key: "table", class: "board-table" },
    h("section", { key: "stadium", class: "card board-stadium" }, stadium(page, {})),
    h("ul", { key: "players", class: "board-players" }, view.sides.map((side) => card(page, side))),
    recent(page), rulesFold(say("the_rules"), "BH", view.options));
}

function card(page, side) {
  const isOn = page.view.on_turn === side.id && page.view.phase !== "special";
  return h("li", { key: side.id, class: `card board-player team-${side.colour} ${isOn ? "is-on" : ""}` },
    h("div", { class: "board-who" }, mark(side), h("b", { class: "player-name" }, side.name),
      cup(page, side.id)), h("div", { class: "board-has" }, leaves(page, side.id), sent(page, side)),
    h("b", { class: "number score", "aria-label": page.say("points_of", { name: side.name, n: side.score }) },
      h("span", { key: side.score }, side.score)));
}

/** The last lines of the record. */
function recent({ view, say }) {
  const line = ({ team, text }, at) => {
    const side = team && sideOf(view, team);
    return h("li", { key: at, class: "lately-line" }, side ? mark(side) : h("span", { class: "side-mark" }),
      h("p", {}, text));
  };
  return h("section", { key: "recent", class: "card board-recent" }, h("h2", {}, say("lately")),
    h("ul", { class: "board-lines" }, view.recent.slice(0, MAX_RECENT).map(line)));
}
