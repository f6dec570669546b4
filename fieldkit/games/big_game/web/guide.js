/** The whole game for a player, in our own words: what paper, phone and console tell alike. */

import { h } from "../dom.js";

/** The parts of the guide: the rule that each tells, and its sentences. */
export const FRONT = [{ part: "setup", rule: "BG-2",
  items: ["line", "three", "take", "robber", "cards", "pieces"], numbered: true }, { part: "turn",
  rule: "BG-3", items: ["roll", "deal", "act", "clock"], numbered: true }, { part: "seven", rule: "BG-6",
  items: ["discard", "early", "late", "home"] }, { part: "trade", rule: "BG-7",
  items: ["own", "wait", "bank", "empty"] }];
export const BACK = [{ part: "build", rule: "BG-8", items: ["show", "ask", "refuse", "ships"] }, {
  part: "develop",
  rule: "BG-10, BG-11",
  items: ["buy", "knight", "road", "best"],
}];
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

/** One part with its sentences, filled with the hall's told. */
export function part({ say, told }, { part: name, rule, items, numbered = false }) {
  const fill = { a: told.turn_seconds, b: told.late_turn_seconds, n: told.robber_from, late: told.late_from };
  const key = (item) => (told.groups === "all" ? (FOR_ALL[item] ?? item) : item);
  return h("section", { key: name }, h("h3", {}, say(`guide_${name}`), h("small", {}, rule)),
    h(numbered ? "ol" : "ul", {},
      items.map(key).filter(Boolean).map((item) => h("li", { key: item }, say(`guide_${item}`, fill)))));
}

/** The table of points. */
export function points({ say, told }) {
  const { counted, held } = told.form;
  const row = (name, worth, most) =>
    h("tr", { key: name }, h("th", {}, say(`form_${name}`)), h("td", {}, worth), h("td", {}, most));
  return h("section", { key: "points" }, h("h3", {}, say("guide_points"), h("small", {}, "BG-9, BG-12")),
    h("table", { class: "lined" },
      h("thead", {},
        h("tr", {},
          [say("guide_what"), say("guide_worth"), say("guide_most")].map((head, at) =>
            h("th", { key: at }, head)
          ))),
      h("tbody", {}, Object.entries(counted).map(([name, [worth, most]]) => row(name, worth, most)),
        Object.entries(held).map(([name, worth]) => row(name, worth, 1)))), h("p", {}, say("guide_bonus")));
}

/** The steps of a claim. */
export function claiming({ say, told }) {
  return h("section", { key: "claim" }, h("h3", {}, say("guide_claim"), h("small", {}, "BG-12")),
    h("ol", {},
      ["call", "form", "judge", "tie"].map((item) =>
        h("li", { key: item }, say(`guide_claim_${item}`, { n: told.target }))
      )));
}
