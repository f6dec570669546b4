/** A plate of the tablet's bar says the most important first: its box shows three lines, the panel behind it all. */

import { h } from "./dom.js";

/** What is wrong or new, and `more` of it, if any: a cure, the kit's answer. */
export function plateText(/** @type {string} */ text, /** @type {string | undefined} */ more) {
  return h("span", { key: "said" }, h("b", {}, text), more && ` ${more}`);
}
