/** Full-Contact Catan in a few lines, for who waits for a match. */

import { h } from "../dom.js";

export { words } from "./words.js";

/** The game in five lines. */
export function about(/** @type {Say} */ say) {
  const lines = ["about_ball", "about_home", "about_tag", "about_buy", "about_win"];
  return [h("h2", { key: "name" }, say("game_name")),
    h("ol", { key: "lines" }, lines.map((key) => h("li", { key }, say(key))))];
}
