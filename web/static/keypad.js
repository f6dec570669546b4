/** A pad for digits, as on a telephone: rows of three, with a place for one more key in the last row. */

import { button, h } from "./dom.js";

/**
 * The keys, to stand in a `.keypad`: `put(text)` gets the whole text, `back` is what the key that takes the
 * last digit away is called, `last` what stands at the end.
 *
 * @param {{value: () => string, put: (text: string) => void, back: string, last?: any}} given
 */
export function keypad({ value, put, back, last = null }) {
  const digit = (n) => button({ key: n, look: "number", act: () => put(`${value()}${n}`) }, n);
  const rubOut = button({ key: "back", "aria-label": back, act: () => put(value().slice(0, -1)) },
    h("span", { class: "arrow is-back" }));
  return [[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), rubOut, digit(0), last];
}
