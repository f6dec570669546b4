/** The race on the tablet: start it, roll, pass the dice on. */

import { button, h, icon } from "../dom.js";

export { words } from "./words.js";

export function setup({ say, send }) {
  return h("div", { class: "foot" }, button({ key: "race", look: "main", act: () => send({ type: "start_race", game: "race" }) }, say("start_race")));
}

export function screen({ view, say, send, tell }) {
  const side = view.sides.find(({ id }) => id === view.turn_of);
  const act = (type, text) => button({ key: type, look: "main", refused: view.can[type] ? null : text, tell, act: () => send({ type }) }, text);
  const score = ({ id, name, mark, score }) => h("li", { key: id, class: `team-${id}` }, icon(`mark-${mark}`), name, h("b", { class: "number" }, score));
  return h(
    "div",
    { key: "race", class: "race" },
    h("ul", { class: "sides" }, view.sides.map(score)),
    h("p", { key: "dice" }, view.dice ? say("dice", { a: view.dice[0], b: view.dice[1] }) : ""),
    view.stage === "over"
      ? h("p", { key: "won" }, say("won", { side: side.name }))
      : h("div", { class: "turns" }, act("roll", say("roll", { side: side.name })), act("end_turn", say("end_turn"))),
  );
}
