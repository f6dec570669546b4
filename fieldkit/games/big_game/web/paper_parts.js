/** Shared parts of a hall's papers: a whole hall looked up, a sentence in place of a sheet, lines to write on. */

import { lookUp } from "../commands.js";
import { h } from "../dom.js";

/** As many boards as the kit tells at once. */
export const MOST_ASKED = 60;

/**
 * The boards of a hall with who sits there, in their order; null when the kit did not answer.
 * @param {number} from
 * @param {number} to
 * @returns {Promise<any[] | null>}
 */
export async function boardsOf(from, to) {
  const rows = [];
  for (let at = from; at <= to; at += MOST_ASKED) {
    const found = await lookUp({ what: "seats", from: String(at),
      count: String(Math.min(MOST_ASKED, to - at + 1)) });
    if (!found) return null;
    rows.push(...found.rows);
  }
  return rows;
}

/** A sheet that says why there is none. */
export function noSheet(text) {
  return h("section", { key: "none", class: "sheet" }, h("p", { class: "sentence" }, text));
}

/** Lines to be filled in by hand, each with its word. */
export function lines(/** @type {string[]} */ names) {
  return h("div", { class: "hall-lines" },
    names.map((name, at) => h("p", { key: at }, h("span", {}, name), h("i", {}))));
}

/** A table with a head. */
export function table(look, heads, rows) {
  return h("table", { class: `lined ${look}` },
    h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { key: at }, head)))),
    h("tbody", {},
      rows.map((cells, at) =>
        h("tr", { key: at }, cells.map((cell, place) => h("td", { key: place }, cell)))
      )));
}

/** A list cut in pieces of a page each. */
export function pieces(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) },
    (_, at) => list.slice(at * size, (at + 1) * size));
}

/** Minutes and seconds: "12:05", from an hour on "1:02:05". */
export function duration(ms) {
  const whole = Math.round(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
