/** The whole game for a player, in our own words: what phone, console and paper tell alike. */

import { h } from "../dom.js";

const GUIDES_A_SHEET = 2;
/** The largest and the smallest type (pt): a guide with longer words is set smaller, and never cut. */
const SIZES = { from: 9.6, to: 7, step: 0.2 };

/** The parts of the guide: the rule that each tells, its sentences, and the list that they make. */
const FRONT = [["setup", "BG-2", ["line", "three", "take", "robber", "cards", "pieces"], "ol"], ["turn",
  "BG-3", ["roll", "deal", "act", "clock"], "ol"], ["seven", "BG-6", ["discard", "early", "late", "home"],
  "ul"], ["trade", "BG-7", ["own", "wait", "bank", "empty"], "ul"]];
const BACK = [["build", "BG-8", ["show", "ask", "refuse", "ships"], "ul"], ["develop", "BG-10, BG-11", ["buy",
  "knight", "road", "best"], "ul"]];
/** The items that stand there instead in a hall in which everybody acts in each turn. */
const FOR_ALL = { roll: "roll_all", deal: "deal_all", act: "act_all", own: "own_all", wait: "",
  refuse: "refuse_all" };

/** The whole guide for a screen; `told` are the numbers of the hall. */
export function wholeGuide(/** @type {Say} */ say, /** @type {HallGuide} */ told) {
  const page = { say, told };
  return h("div", { key: "guide", class: "screen-guide", tabindex: "0" },
    h("p", {}, say("guide_goal", { n: told.target })), [...FRONT, ...BACK].map((each) => part(page, each)),
    points(page), claiming(page), h("p", { class: "soft" }, say("guide_own_words")));
}

/** One part with its sentences, filled with the numbers of the hall. */
function part({ say, told }, /** @type {any} */ [name, rule, items, list]) {
  const fill = { a: told.turn_seconds, b: told.late_turn_seconds, n: told.robber_from, late: told.late_from };
  const key = (item) => (told.groups === "all" ? (FOR_ALL[item] ?? item) : item);
  return h("section", { key: name }, h("h3", {}, say(`guide_${name}`), h("small", {}, rule)),
    h(list, {},
      items.map(key).filter(Boolean).map((item) => h("li", { key: item }, say(`guide_${item}`, fill)))));
}

/** The table of points. */
function points({ say, told }) {
  const { counted, held } = told.form;
  const row = (name, worth, most) =>
    h("tr", { key: name }, h("th", {}, say(`form_${name}`)), h("td", {}, worth), h("td", {}, most));
  return h("section", { key: "points" }, h("h3", {}, say("guide_points"), h("small", {}, "BG-9, BG-12")),
    h("table", { class: "lined" },
      h("thead", {},
        h("tr", {}, ["what", "worth", "most"].map((head) => h("th", { key: head }, say(`guide_${head}`))))),
      h("tbody", {}, Object.entries(counted).map(([name, [worth, most]]) => row(name, worth, most)),
        Object.entries(held).map(([name, worth]) => row(name, worth, 1)))), h("p", {}, say("guide_bonus")));
}

/** The steps of a claim. */
function claiming({ say, told }) {
  return h("section", { key: "claim" }, h("h3", {}, say("guide_claim"), h("small", {}, "BG-12")),
    h("ol", {},
      ["call", "form", "judge", "tie"].map((item) =>
        h("li", { key: item }, say(`guide_claim_${item}`, { n: told.target }))
      )));
}

// On paper: A5, two sides; two of them lie on a sheet that is printed on both sides

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
