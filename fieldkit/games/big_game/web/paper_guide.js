/** The guide for a player, in our own words: A5, two sides; two of them lie on a sheet that is printed on both sides. */

import { h } from "../dom.js";
import { BACK, FRONT, claiming, part, points } from "./guide.js";

const GUIDES_A_SHEET = 2;
/** The largest and the smallest type (pt): in a language with longer words the guide is set smaller, and never cut. */
const SIZES = { from: 9.6, to: 7, step: 0.2 };

/** Two guides: their fronts on one sheet, their backs on the next. */
export function guides(page) {
  const halves = (key, half) =>
    h("section", { key, class: "sheet hall-halves" }, Array.from({ length: GUIDES_A_SHEET }, (_, at) =>
      h("article", { key: at, class: "hall-half hall-guide" }, half(page))));
  document.fonts.ready.then(() => requestAnimationFrame(fit));
  return [halves("front", front), halves("back", back)];
}

/** Set every half as large as its text has room for. */
function fit() {
  for (const text
    of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hall-guide-columns")))
  {
    let size = SIZES.from;
    const set = () => (text.style.fontSize = `${size.toFixed(1)}pt`);
    const isCut = () => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight;
    for (set(); isCut() && size > SIZES.to; set()) size -= SIZES.step;
  }
}

function front(page) {
  const { say, told } = page;
  return [h("header", {}, h("h2", {}, say("game_name")), h("p", {}, say("guide_goal", { n: told.target }))),
    h("div", { class: "hall-guide-columns" }, FRONT.map((each) => part(page, each))),
    h("footer", {}, say("guide_turn_over"))];
}

function back(page) {
  const { say, told } = page;
  return [
    h("div", { class: "hall-guide-columns" }, BACK.map((each) => part(page, each)), points(page),
      claiming(page)),
    h("footer", {}, say("guide_credit"), " ", say("guide_own_words")),
  ];
}
