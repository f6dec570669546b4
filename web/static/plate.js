/** A plate of the tablet's bar: its box shows three lines, the panel behind it the whole text. */

import { h } from "./dom.js";

/** The text of a plate, and `more` of it, if any: a cure, the kit's answer. */
export function plateText(/** @type {string} */ text, /** @type {string | undefined} */ more) {
  return h("span", { key: "said" }, h("b", {}, text), more && ` ${more}`);
}
