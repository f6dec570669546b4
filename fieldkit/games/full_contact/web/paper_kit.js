/** The things needed for a match, how markers are folded, and how the field is laid out in ten minutes. */

import { h } from "../dom.js";
import { farthest, fieldSize } from "./fairness.js";
import { ball, kindName, list, paper, part } from "./paper_parts.js";

const SPARE_BALLS = 3;
/** Tapes are sold in steps of this length (m). */
const TAPE_STEP = 5;
const REST = ["band", "marker", "hoop", "bag", "deck", "tape", "whistle"];
const STEPS = [{ name: "corners", from: 0, to: 1 }, { name: "hoops", from: 1, to: 4 }, { name: "piles",
  from: 4, to: 6 }, { name: "teams", from: 6, to: 8 }, { name: "check", from: 8, to: 10 }];
const PANEL = 90;
const STRIP = { w: 297, h: 105 };

/** The list of all that is needed, with what does, and how a marker is folded. */
export function needed(given, /** @type {Say} */ say) {
  const { options, hoops } = given;
  const counts = { hoop: hoops.length, tape: 2, whistle: 1 };
  const tape = Math.ceil(farthest(given) / TAPE_STEP) * TAPE_STEP;
  const rows = [
    ...options.kinds.map((kind,
      at) => [[ball(given, kind), say("need_ball", { kind: kindName(given, kind, say) })],
      say("need_ball_count", { n: options.balls_per_kind, spare: SPARE_BALLS }),
      at === 0 && { text: say("need_ball_what"), rows: options.kinds.length }]
    ),
    ...REST.map((
      thing,
    ) => [say(`need_${thing}`, { m: tape }), counts[thing] ?? say(`need_${thing}_count`), {
      text: say(`need_${thing}_what`),
      rows: 1,
    }]),
  ];
  const heads = ["need_thing", "need_count", "need_note"].map((key) => h("th", { key }, say(key)));
  const row = ([thing, count, note], at) =>
    h("tr", { key: at }, h("th", {}, thing), h("td", {}, count),
      note && h("td", { key: "note", rowspan: note.rows }, note.text));
  return [
    paper("needed", say("need_title"), "needed",
      h("table", { class: "lined" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows.map(row))),
      part("fold", say("fold_title"), folding(say),
        list(["fold_cut", "fold_fold", "fold_glue", "fold_mark"].map((key) => say(key)), "is-numbered"))),
  ];
}

/** The strip with its folds and its flap, and the tent that it becomes. */
function folding(/** @type {Say} */ say) {
  const fold = (n) =>
    h("line", { key: `fold-${n}`, x1: n * PANEL, x2: n * PANEL, y1: 0, y2: STRIP.h, class: "fold-line" });
  const mark = (x) =>
    h("path", { key: `mark-${x}`, d: `M${x + 45} 28 L${x + 75} 78 L${x + 15} 78 Z`, class: "fold-mark" });
  return h("svg", { class: "paper-fold", viewBox: "-4 -4 460 136", role: "img",
    "aria-label": say("fold_title") },
    h("path", { key: "strip", d: `M0 0 H${STRIP.w} V${STRIP.h} H0 Z`, class: "fold-edge" }),
    h("path", { key: "flap", d: `M${3 * PANEL} 0 H${STRIP.w} V${STRIP.h} H${3 * PANEL} Z`,
      class: "fold-flap" }), [1, 2, 3].map(fold), [0, 1, 2].map((n) => mark(n * PANEL)),
    [0, 1, 2].map((n) =>
      h("text", { key: `size-${n}`, x: n * PANEL + 45, y: STRIP.h + 16, class: "fold-word" }, "90")
    ), h("text", { key: "flap-size", x: 3 * PANEL + 13, y: STRIP.h + 16, class: "fold-word" }, "27"),
    h("path", { key: "left", d: "M336 22 L390 42 L390 124 L336 100 Z", class: "fold-flap" }),
    h("path", { key: "right", d: "M390 42 L448 20 L448 98 L390 124 Z", class: "fold-edge" }),
    h("path", { key: "behind", d: "M336 22 L448 20", class: "fold-edge" }),
    h("path", { key: "left-mark", d: "M363 52 L380 96 L346 83 Z", class: "fold-mark" }),
    h("path", { key: "right-mark", d: "M419 50 L438 84 L400 98 Z", class: "fold-mark" }));
}

/** The steps by which one person lays it all out in ten minutes. */
export function laying(given, /** @type {Say} */ say) {
  const fill = { ...fieldSize(given), n: given.options.balls_per_kind };
  const step = ({ name, from, to }) =>
    h("li", { key: name }, h("b", {}, say("lay_minutes", { from, to })),
      h("p", {}, say(`lay_${name}`, fill)));
  return [
    paper("laying", say("lay_title"), "laying", h("ol", { class: "paper-steps" }, STEPS.map(step)),
      list([say("lay_rules")])),
  ];
}
