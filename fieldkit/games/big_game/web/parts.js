/** The parts of a hall's screen: a group's sky, the ring of the clock, the last rolls, the bars of the sums. */

import { h, icon } from "../dom.js";
import { GROUPS } from "./ring.js";

const LAST_ROLLS = 6;
/** Bars are drawn as if the highest stood for this many rolls at least, so that the first ones do not fill the height. */
const LEAST_SCALE = 4;
/** From here on the clock of a turn warns, as the whistle does (ms, BG-5). */
const WARN_MS = 10_000;
/** The greatest widths of the heaviest letters, in parts of their size: enough to choose a size that fits. */
const WIDTHS =
  /** @type {const} */ ([[/[ilI.,:;'’ ]/u, 0.25], [/[jt1!]/u, 0.31], [/[fr()-]/u, 0.35], [/[mwW&]/u, 0.71], [
    /[MNAKVÄ4]/u,
    0.56,
  ], [/\p{Lu}/u, 0.5], [/[\p{Ll}\d]/u, 0.47]]);
const OTHER_WIDTH = 0.95;

/** The greatest width of a text, in parts of its size. */
export function ems(/** @type {string} */ text) {
  return [...text].reduce(
    (all, letter) => all + (WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? OTHER_WIDTH),
    0.05,
  );
}

/** A line that is set as large as its box allows. */
export function fitted(tag, props, text) {
  return h(tag, { ...props, class: `hall-fit ${props.class ?? ""}`,
    style: { "--ems": ems(text).toFixed(2) } }, text);
}

/** The group's sky with its drawing; day and night where everybody acts. */
export function sky(/** @type {string | null} */ group) {
  const drawn = group ? [group] : GROUPS;
  return h("div", { key: "sky", class: `hall-sky ${group ? "" : "is-both"}`, "aria-hidden": "true" },
    drawn.map((each) => h("span", { key: each, class: `is-${each} team-${each}` }, icon(each))));
}

/** The ring of the clock, which `clock.js` keeps going; `lines` stand in it while no clock runs. */
export function ring(/** @type {string[] | null} */ lines, look = "") {
  const circle = (name, r, props = {}) =>
    h("circle", { key: name, class: name, cx: 50, cy: 50, r, ...props });
  const inside = lines
    ? h("p", { key: "lines", class: "hall-ring-lines" }, lines.map((line, at) =>
      fitted("b", { key: at }, line)
    ))
    : h("b", { key: "clock", class: "number hall-seconds", "data-clock": "", own: true,
      "aria-hidden": "true" });
  return h("div", { key: lines ? "ring-words" : "ring-clock", class: `hall-ring ${look}`,
    ...(lines ? {} : { "data-ring": WARN_MS }) },
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, circle("track", 45.5),
      circle("left", 45.5, { pathLength: 100 }), circle("disc", 38)), inside);
}

/** The last six rolls, each with the cap of who acted; the newest has an edge in ink. */
export function rolls({ view, say }) {
  const last = [...view.rolls].sort((a, b) => a.turn - b.turn).slice(-LAST_ROLLS);
  const chip = (roll, at) => {
    if (!roll) return h("li", { key: `free-${at}`, class: "hall-chip is-free", "aria-hidden": "true" });
    const caps = roll.group ? [roll.group] : GROUPS;
    return h("li", { key: roll.turn, class: `hall-chip ${roll === last[last.length - 1] ? "is-last" : ""}` },
      h("span", { class: "is-hidden" }, say("screen_roll", { n: roll.turn, sum: roll.sum })),
      h("span", { class: "hall-cap", "aria-hidden": "true" },
        caps.map((each) => h("span", { key: each, class: `is-${each} team-${each}` }, icon(`mark-${each}`)))),
      h("b", { class: "number", "aria-hidden": "true" }, roll.sum));
  };
  return h("ul", { key: "rolls", class: "hall-rolls", "aria-label": say("screen_rolls") },
    Array.from({ length: LAST_ROLLS }, (_, at) => chip(last[at], at)));
}

/** A bar for each sum from 2 to 12, this turn's in ink. */
export function sums({ view, say }) {
  const most = Math.max(LEAST_SCALE, ...view.sums);
  const bar = (n, at) => {
    const sum = at + 2;
    return h("li", { key: sum, class: sum === view.sum ? "is-now" : "" },
      h("span", { class: "is-hidden" }, say("screen_sum", { sum, n })),
      h("i", { "aria-hidden": "true", style: { "--share": (n / most).toFixed(3) } }),
      h("b", { "aria-hidden": "true" }, sum));
  };
  return h("ul", { key: "sums", class: "hall-sums", "aria-label": say("screen_sums") }, view.sums.map(bar));
}

/** A number with its word below it. */
export function fact(/** @type {number} */ number, /** @type {string} */ word) {
  return h("p", { key: word, class: "hall-fact" }, h("b", { class: "number" }, number), h("span", {}, word));
}
