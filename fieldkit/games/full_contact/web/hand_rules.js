/**
 * The rules that bodies carry out, at hand by phase: on the tablet under More, and for spectators. A sentence
 * is in the page's own words; its number leads to the rule.
 */

import { h } from "../dom.js";

/** The sentences by part, in the order of a round: the number of a rule and the word that says it. */
const PARTS = { ready: [["FC-8", "hand_foot"], ["FC-1", "hand_band"], ["FC-29", "hand_head_start"]],
  round: [["FC-9", "hand_one_ball"], ["FC-10", "hand_counts"], ["FC-10", "hand_stays"], ["FC-14", "hand_tag"],
    ["FC-14", "hand_tagged"], ["FC-14", "hand_both_out"], ["FC-15", "hand_settlement"]],
  grace: [["FC-9", "hand_whistle"], ["FC-11", "hand_late"], ["FC-10", "hand_outside"]],
  stopped: [["FC-16", "hand_freeze"], ["FC-16", "hand_after_stop"]],
  break: [["FC-18", "hand_buy"], ["FC-19", "hand_city"], ["FC-21", "hand_trade"], ["FC-24", "hand_card"]],
  over: [["FC-31", "hand_points"], ["FC-32", "hand_win"]] };
/** The part that counts now, by phase. */
const NOW = { head_start: "round" };

/**
 * The parts as cards, the one that counts in this phase first.
 * @param {Say} say
 * @param {string} phase
 */
export function handRules(say, phase) {
  const now = NOW[phase] ?? phase;
  const names = Object.keys(PARTS).sort((a, b) => Number(b === now) - Number(a === now));
  const row = ([rule, key]) =>
    h("li", { key }, h("p", {}, say(key)), h("span", { class: "hand-rule" }, rule));
  const part = (name) =>
    h("section", { key: name, class: `card hand-part ${name === now ? "is-now" : ""}` },
      h("h3", {}, say(`hand_${name}`)), h("ul", {}, PARTS[name].map(row)));
  return h("div", { key: "hand-rules", class: "hand-rules" }, names.map(part));
}

/** The line to get ready by, then the rules, for the panel of the tablet. */
export function tabletRules(/** @type {Tablet} */ { view, say }) {
  const { get_ready: line } = view;
  return [line && h("p", { key: "line", class: "sentence get-ready" }, line), handRules(say, view.phase)];
}
