/** The screen of a second announcer: what the conductor says, and nothing that can be tapped. */

import { h, icon } from "../dom.js";
import { badge, groupName, rollChip } from "./pieces.js";
import { sayCard } from "./say_card.js";

/** The line to say, the last rolls, who is next and where the robbers stand. */
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
