/** The conductor's line, as large as the screen allows, and the screen of a second announcer. */

import { button, h, icon } from "../dom.js";
import { badge, groupName, pair, rollChip } from "./pieces.js";

const MEASURED_PX = 100;
const FONT = `800 ${MEASURED_PX}px "Barlow Condensed", "Arial Narrow", sans-serif`;
/** In these phases the first line is a number or short, and the dice stand beside it. */
const WITH_DICE = ["turn", "seven", "robbers"];
const LINES = 3;

const pen = document.createElement("canvas").getContext("2d");

/** The card; `keys` is false where nothing may be tapped. */
export function sayCard(/** @type {HallTablet} */ tablet, { keys = true } = {}) {
  const { view, say, send } = tablet;
  const dice = WITH_DICE.includes(view.phase)
    ? (view.phase === "seven" && view.robber_dice) || view.dice
    : null;
  const fresh = `${view.number} ${view.phase} ${view.rolls.length} ${view.said} ${view.robber_dice ?? ""}`;
  return h("section", { key: "say",
    class: `card hall-card say-card ${dice ? "has-dice" : ""} ${keys ? "has-keys" : ""}` },
    h("h2", {}, say("say")),
    h("div", { class: "say-lines", "aria-live": "polite", style: widths(view.say) },
      view.say.map((line, at) => h("p", { key: `${fresh} ${at}` }, line))), dice && pair(say, dice),
    keys
      && button({ key: "again", look: "say-again", act: () => send({ type: "repeat_line" }) },
        say("say_again")));
}

/** The width of each line in a type of one pixel: the styles make it as large as the card has room for. */
function widths(/** @type {string[]} */ lines) {
  /** @type {Record<string, string>} */
  const style = {};
  for (let at = 0; at < LINES; at += 1)
    style[`--line-${at + 1}`] = String(Math.max(0.1, wide(lines[at] ?? "")));
  return style;
}

/** The width of a text in the type of the numbers, in parts of its size. */
export function wide(/** @type {string} */ text) {
  if (!pen) return text.length / 2;
  pen.font = FONT;
  return pen.measureText(text).width / MEASURED_PX;
}

/** The screen of a second announcer: the line, the last rolls, next turn and robbers; nothing to tap. */
export function announcerScreen(/** @type {HallTablet} */ tablet) {
  const { view, say } = tablet;
  const last = view.rolls[view.rolls.length - 1];
  return h("div", { key: "announcer", class: "screen hall-announcer" }, sayCard(tablet, { keys: false }),
    h("div", { key: "foot", class: "announcer-foot" },
      fact("rolls", say("last_rolls"),
        h("ul", { class: "roll-row" }, view.rolls.map((roll) => rollChip(say, roll, roll === last)))),
      view.next
        && fact("next", say("next"),
          h("p", { class: "announcer-next" }, badge(view.next.group),
            say("turn_n", { n: view.next.number, group: groupName(say, view.next.group) }))),
      fact("robbers", say("robbers"),
        h("p", { class: "announcer-robbers" }, icon("robber"), view.robbers.text)),
      fact("target", say("target_head"),
        h("p", { class: "announcer-target" }, h("b", { class: "number" }, view.target),
          view.open ? say("claims_open", { n: view.open }) : say("claims_none")))));
}

function fact(key, title, body) {
  return h("section", { key, class: "card hall-card" }, h("h2", {}, title), body);
}
