/** A game's rules so that it can be learned from them: on the tablet, a phone and paper alike. */

import { h } from "../dom.js";
import { guide } from "../rules.js";

/** Every rule whose number begins with `prefix`, with the sentences that teach it, filled from `options`. */
export function rulebook(prefix, /** @type {Record<string, any>} */ options) {
  const fill = (text) => text.replace(/\{(\w+)\}/g, (whole, name) => options[name] ?? whole);
  const rule = ([number, sentences]) =>
    h("li", { key: number, class: "row" }, h("b", { class: "rule-number" }, number),
      h("div", {}, sentences.map((text, at) => h("p", { key: at }, fill(text)))));
  return h("ul", { key: "rulebook", class: "rows rulebook" },
    Object.entries(guide).filter(([number]) => number.startsWith(`${prefix}-`)).map(rule));
}

/** The rules folded away below what a phone shows. */
export function rulesFold(/** @type {string} */ title, /** @type {string} */ prefix,
  /** @type {Record<string, any>} */ options)
{
  return h("details", { key: "rules", class: "card board-more" }, h("summary", {}, title),
    rulebook(prefix, options));
}

/** A panel of the tablet with the rules that `draw(tablet)` makes; `word` is its title. */
export function rulesPanel(/** @type {(tablet: any) => any} */ draw, word = "the_rules") {
  // With the focus in it the arrow keys scroll it.
  return (/** @type {AnyTablet} */ tablet) => ({ title: tablet.say(word),
    body: h("div", { key: "rules", tabindex: "0" }, draw(tablet)) });
}
