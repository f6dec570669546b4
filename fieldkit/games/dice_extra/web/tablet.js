/** The dice game on the tablet: the screens of a match, its bar and its panels. */

import { button, h } from "../dom.js";
import { fairLine } from "../fair.js";
import { holdToSend } from "../panels/inputs.js";
import { menuPanel, panelsOf } from "../panels/menu.js";
import { takeBack, undoKey } from "../panels/record.js";
import { rulebook, rulesPanel } from "../panels/rules.js";
import { overSide } from "./over.js";
import { foot, islandCard, table, turnCard } from "./play.js";
import { setupScreen } from "./setup.js";

export { words } from "./words.js";

/** It stands under the island. */
export const placesFairLine = true;

/** The entries of More. */
const MORE = ["seats", "code", "record", { key: "rules",
  panel: rulesPanel(({ view }) => rulebook("DX", view.options)) }, "fair", "theme", "sound", "hub", "print",
  "sheet", { key: "end", word: "end_match", when: ({ view }) => view.stage !== "over", panel: endPanel }];

export const panels = { ...panelsOf(MORE), more: (tablet) => menuPanel(tablet, MORE) };

/** The match ends for time: the most points win. */
function endPanel(/** @type {any} */ tablet) {
  const { say } = tablet;
  return { title: say("end_match"), body: h("p", { class: "sentence" }, say("end_what")),
    actions: holdToSend(tablet, { type: "end_match", reason: say("end_reason") }) };
}

/** The set-up: players and options. */
export function setup(tablet) {
  return h("div", { key: "setup", class: "screen dice-setup" }, setupScreen(tablet));
}

/** The island on the left; the turn, or how the match ended, on the right. */
export function screen(/** @type {any} */ tablet) {
  const ctx = { ...tablet, mine: tablet.view.phase !== "over", fairLine: fairLine(tablet) };
  return h("div", { key: "dice", class: `screen dice-screen ${ctx.mine ? "" : "is-over"}` }, islandCard(ctx),
    h("div", { key: "side", class: "turn-side" },
      ctx.mine ? [turnCard(ctx), table(ctx), foot(ctx)] : overSide(ctx)));
}

/** The bar: turn and target, the last actions, and what is seldom needed. */
export function bar(/** @type {any} */ tablet) {
  const { view, say, open } = tablet;
  const about = [view.number > 0 && say("turn_n", { n: view.number }), say("first_to", { n: view.target })]
    .filter(Boolean).join(" · ");
  return [h("div", { class: "bar-title" }, h("h1", {}, say("game_name")), h("p", {}, about)),
    h("div", { key: "buttons", class: "bar-buttons" },
      undoKey(tablet, "on-bar", (last) => takeBack(tablet, last)),
      button({ key: "record", look: "on-bar record-key", act: () => open("record") }, say("last_actions")),
      button({ key: "more", look: "on-bar", act: () => open("more") }, say("more_title")))];
}
