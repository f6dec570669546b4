/** The rule behind a refusal: its number and its sentence, which a referee can read out. */

import { rules } from "./rules.js";
import { h } from "./dom.js";

/** A refusal to draw, with its rule in small type beneath it; one that names no rule stands alone. */
export function withRule(text, rule) {
  return [text,
    rules[rule] && h("small", { key: "rule", class: "rule" }, h("b", {}, rule), ` ${rules[rule]}`)];
}
