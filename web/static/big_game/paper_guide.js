/** The guide for a player, in our own words: A5, two sides; two of them lie on a sheet that is printed on both sides. */

import { h } from "../dom.js";
import { AWARDS, COUNTED } from "./claim_form.js";

/** The parts of the guide: the rule that each tells, and its sentences. */
const FRONT = [
  { part: "setup", rule: "BG-2", items: ["three", "take", "robber", "cards", "pieces"], numbered: true },
  { part: "turn", rule: "BG-3", items: ["roll", "deal", "act", "clock"], numbered: true },
  { part: "seven", rule: "BG-6", items: ["discard", "early", "late", "home"] },
  { part: "trade", rule: "BG-7", items: ["own", "wait", "bank", "empty"] },
];
const BACK = [
  { part: "build", rule: "BG-8", items: ["show", "ask", "refuse", "ships"] },
  { part: "develop", rule: "BG-10, BG-11", items: ["buy", "knight", "best"] },
];
/** What a hall in which everybody acts in each turn has in place of it. */
const FOR_ALL = { roll: "roll_all", deal: "deal_all", act: "act_all", own: "own_all", wait: "", refuse: "refuse_all" };
const GUIDES_A_SHEET = 2;
/** The largest and the smallest type (pt): in a language with longer words the guide is set smaller, and never cut. */
const SIZES = { from: 9.6, to: 7, step: 0.2 };

/** Two guides: their fronts on one sheet, their backs on the next. */
export function guides(page) {
  const halves = (key, half) => h("section", { key, class: "sheet hall-halves" }, Array.from({ length: GUIDES_A_SHEET }, (_, at) => h("article", { key: at, class: "hall-half hall-guide" }, half(page))));
  document.fonts.ready.then(() => requestAnimationFrame(fit));
  return [halves("front", front), halves("back", back)];
}

/** Set every half as large as its text has room for. */
function fit() {
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".hall-guide-columns"))) {
    let size = SIZES.from;
    const set = () => (text.style.fontSize = `${size.toFixed(1)}pt`);
    const isCut = () => text.scrollWidth > text.clientWidth || text.scrollHeight > text.clientHeight;
    for (set(); isCut() && size > SIZES.to; set()) size -= SIZES.step;
  }
}

function front(page) {
  const { say, options } = page;
  return [
    h("header", {}, h("h2", {}, say("game_name")), h("p", {}, say("guide_goal", { n: options.target }))),
    h("div", { class: "hall-guide-columns" }, FRONT.map((each) => part(page, each))),
    h("footer", {}, say("guide_turn_over")),
  ];
}

function back(page) {
  const { say, options } = page;
  return [
    h("div", { class: "hall-guide-columns" }, BACK.map((each) => part(page, each)), points(say), claiming(page)),
    h("footer", {}, say("guide_credit"), " ", say("guide_own_words")),
  ];
}

function part({ say, options }, { part: name, rule, items, numbered = false }) {
  const fill = { a: options.turn_seconds, b: options.late_turn_seconds, n: options.robber_from };
  const key = (item) => (options.groups === "all" ? (FOR_ALL[item] ?? item) : item);
  return h(
    "section",
    { key: name },
    h("h3", {}, say(`guide_${name}`), h("small", {}, rule)),
    h(numbered ? "ol" : "ul", {}, items.map(key).filter(Boolean).map((item) => h("li", { key: item }, say(`guide_${item}`, fill)))),
  );
}

function points(/** @type {Say} */ say) {
  const row = (name, worth, most) => h("tr", { key: name }, h("th", {}, say(`claim_${name}`)), h("td", {}, worth), h("td", {}, most));
  return h(
    "section",
    { key: "points" },
    h("h3", {}, say("guide_points"), h("small", {}, "BG-9, BG-12")),
    h(
      "table",
      { class: "lined" },
      h("thead", {}, h("tr", {}, [say("guide_what"), say("guide_worth"), say("guide_most")].map((head, at) => h("th", { key: at }, head)))),
      h("tbody", {}, Object.entries(COUNTED).map(([name, [worth, most]]) => row(name, worth, most)), Object.entries(AWARDS).map(([name, worth]) => row(name, worth, 1))),
    ),
    h("p", {}, say("guide_bonus")),
  );
}

function claiming({ say, options }) {
  return h(
    "section",
    { key: "claim" },
    h("h3", {}, say("guide_claim"), h("small", {}, "BG-12")),
    h("ol", {}, ["call", "form", "judge", "tie"].map((item) => h("li", { key: item }, say(`guide_claim_${item}`, { n: options.target })))),
  );
}
