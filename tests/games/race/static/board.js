/** The race for spectators: who is how far. */

import { h } from "../dom.js";

export { words } from "./words.js";

export function screen(view, say) {
  return [
    h("ul", { class: "card" }, view.sides.map(({ id, name, score }) => h("li", { key: id }, `${name} `, h("b", { class: "number" }, score)))),
    view.dice && h("p", { key: "dice" }, say("dice", { a: view.dice[0], b: view.dice[1] })),
  ];
}
