/** The conductor's console in play: the line to say, claims, rolls, calls, and the two keys in opposite corners. */

import { button, h } from "../dom.js";
import { claimsColumn } from "./claims.js";
import { keysRow } from "./keys.js";
import { seatTag } from "./pieces.js";
import { seatParts } from "./ring.js";
import { rollsCard } from "./rolls.js";
import { sayCard } from "./say_card.js";

/** The whole screen. */
export function consoleScreen(/** @type {HallTablet} */ tablet) {
  return h("div", { key: "console", class: "screen hall-console" }, sayCard(tablet), rollsCard(tablet),
    callsCard(tablet), claimsColumn(tablet), keysRow(tablet));
}

/** The open calls for a steward, oldest first. */
export function callsCard(/** @type {HallTablet} */ tablet,
  pick = /** @type {((seat: string) => void) | null} */ (null))
{
  const { view, say } = tablet;
  return h("section", { key: "calls", class: "card hall-card calls-card" },
    h("h2", {}, say("calls"), " ", h("b", { class: "number" }, view.calls.length || "")),
    view.calls.length
      ? h("ul", { key: "rows", class: "call-rows" }, view.calls.map((call) => callRow(tablet, call, pick)))
      : h("p", { key: "none", class: "soft" }, say("no_calls")));
}

function callRow(/** @type {HallTablet} */ { say, send }, call, pick) {
  const tag = seatTag(say, seatParts(call.seat));
  const done = () => send({ type: "close_call", call: call.id });
  return h("li", { key: call.id },
    pick ? button({ key: "seat", look: "call-seat", act: () => pick(call.seat) }, tag) : tag,
    h("p", {}, call.text),
    button({ key: "done", look: "small", "aria-label": say("done_call", { seat: call.label }), act: done },
      say("done")));
}
