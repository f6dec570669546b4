/** Dice as they lie on a table, and two rows of faces to tap what real ones show. */

import { h } from "./dom.js";

const FACES = [1, 2, 3, 4, 5, 6];
const PIPS = { 1: ["32 32"], 2: ["17 17", "47 47"], 3: ["17 17", "32 32", "47 47"],
  4: ["17 17", "47 17", "17 47", "47 47"], 5: ["17 17", "47 17", "32 32", "17 47", "47 47"],
  6: ["17 17", "47 17", "17 32", "47 32", "17 47", "47 47"] };
const FRAME =
  "M13 2 H51 A11 11 0 0 1 62 13 V51 A11 11 0 0 1 51 62 H13 A11 11 0 0 1 2 51 V13 A11 11 0 0 1 13 2 Z";
const EDGE = { fill: "var(--key)", stroke: "var(--ink)", "stroke-width": "3.4" };
const DOTS = { fill: "none", stroke: "var(--ink)", "stroke-width": "12.6", "stroke-linecap": "round" };

/** A die that shows a number of 1 to 6, as large as `--die` says where it lies. */
export function die(/** @type {number} */ face, key = /** @type {any} */ (undefined)) {
  return h("svg", { key, class: "die", viewBox: "0 0 64 64", "aria-hidden": "true",
    style: { width: "var(--die)", height: "var(--die)", flex: "none" } },
    h("path", { d: FRAME, style: EDGE }),
    h("path", { d: PIPS[face].map((at) => `M${at} h0.01`).join(" "), style: DOTS }));
}

/** The question of `faceRows`: both dice, which `sent` takes; it tells whether the kit has taken them. */
export function askedDice(/** @type {(dice: number[]) => any} */ sent) {
  return { shown: /** @type {(number | null)[]} */ ([null, null]), sent };
}

/** Two rows of faces; the second tap hands both dice on, and those that were refused are asked for again. */
export function faceRows({ say, draw }, asked, isStale = false) {
  const tap = async (at, face) => {
    // Both are tapped and on their way.
    if (!asked.shown.includes(null)) return;
    asked.shown = asked.shown.map((known, place) => (place === at ? face : known));
    draw();
    if (asked.shown.includes(null) || (await asked.sent(asked.shown))) return;
    asked.shown = [null, null];
    draw();
  };
  return [0, 1].map((at) =>
    h("div", { key: at, class: "dice-row", role: "group",
      "aria-label": say(at ? "dice_second" : "dice_first") }, FACES.map((face) =>
        h("button", { key: face, type: "button", class: "button dice-face", "aria-label": String(face),
          "aria-pressed": String(asked.shown[at] === face), disabled: isStale, on: { click: () =>
            tap(at, face) } }, die(face))
      ))
  );
}
