/** The players or teams of a match, whatever the game: who one is, its mark, and what they did last. */

import { h, icon } from "./dom.js";

const MAX_RECENT = 5;

/** The side with this id. */
export function sideOf(view, id) {
  return view.sides.find((side) => side.id === id);
}

/** The mark of a side in its colour, or the place where one would stand. */
export function sideMark(side, look = "mark") {
  return h("span", { key: `mark ${side?.id}`, class: `side-mark ${side ? `team-${side.colour}` : ""}` },
    side && icon(`mark-${side.mark}`, look));
}

/** The last lines of the record, for spectators. */
export function lately(view, /** @type {Say} */ say) {
  const line = ({ team, text }, at) =>
    h("li", { key: at, class: "row" }, sideMark(sideOf(view, team)), h("p", {}, text));
  return h("section", { key: "recent", class: "card board-recent" }, h("h2", {}, say("lately")),
    h("ul", { class: "rows" }, view.recent.slice(0, MAX_RECENT).map(line)));
}
