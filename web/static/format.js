/** Numbers, times and names as the pages write them. */

import { words as common } from "./words.js";

/** A speaker of one page's words: `say("key", {n: 3})`; an entry {one, other} is chosen by `n`. */
export function speaker(/** @type {Record<string, any>} */ words = {}) {
  const plural = new Intl.PluralRules(document.documentElement.lang || "en");
  return (key, fill = {}) => {
    const entry = words[key] ?? common[key] ?? key;
    const text = typeof entry === "string" ? entry : (entry[plural.select(fill.n)] ?? entry.other);
    return text.replace(/\{(\w+)\}/g, (whole, name) => fill[name] ?? whole);
  };
}

/** The address of this kit or hub as other devices reach it, also on a page of the machine itself. */
export const ownOrigin = document.documentElement.dataset.origin || location.origin;

/** True if only the machine itself can open that address: it is in no network. */
export const isAlone = ["localhost", "127.0.0.1", "[::1]"].includes(new URL(ownOrigin).hostname);

/** The kit's address as a phone finds it that does not know the kit's root: each port speaks http too. */
export const phonesOrigin = ownOrigin.replace(/^https:/, "http:");

const DECIMAL = new Intl.NumberFormat(document.documentElement.lang || "en").format(1.5)[1];

/** Milliseconds as seconds with a tenth, cut off and never rounded up: "5.3", in German "5,3". */
export function tenths(ms) {
  return (Math.floor(Math.max(0, ms) / 100) / 10).toFixed(1).replace(".", DECIMAL);
}

/** Milliseconds as whole seconds: "41"; as minutes, "1:38", on a clock of 100 s or more (`total`). */
export function seconds(ms, total = 0) {
  const whole = Math.ceil(Math.max(0, ms) / 1000);
  return Math.max(whole, total / 1000) < 100
    ? String(whole)
    : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** Milliseconds that have passed, as minutes and whole seconds: "+0:12". */
export function minutes(ms) {
  const whole = Math.floor(Math.max(0, ms) / 1000);
  return `+${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A hoop as people call it: "7" for "h7". */
export function hoopNumber(id) {
  return /^h\d+$/.test(id) ? id.slice(1) : id;
}

/** The length of the longest word of a name: it is not broken while there is room in a line. */
export function longestWord(/** @type {string} */ name) {
  return Math.max(...name.split(/[\s-]+/).map(({ length }) => length));
}

/** The number of balls in all. */
export function sum(kinds) {
  return Object.values(kinds ?? {}).reduce((all, count) => all + count, 0);
}

/** A battery's voltage: "13.2 V". */
export function volts(number) {
  return `${number.toFixed(1).replace(".", DECIMAL)}\u00a0V`;
}

/** The kit's name, with its battery where that is measured. */
export function kitName(/** @type {{name: string, battery?: number | null}} */ { name, battery }) {
  return [name, typeof battery === "number" && volts(battery)].filter(Boolean).join(" · ");
}

/** The names of things with "and" before the last. */
export function listed(names) {
  return new Intl.ListFormat(document.documentElement.lang || "en").format(names);
}
