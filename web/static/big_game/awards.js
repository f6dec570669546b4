/** Route and army of a board, as a steward counts them (BG-11): both players, and whose the card is. */

import { h } from "../dom.js";
import { badge, groupName, GROUPS, stepper } from "./pieces.js";

const MOST = { route: 30, army: 14 };
const LEAST = { route: 5, army: 3 };

/** A row for each card, a counter for each player. */
export function awardTool(/** @type {HallTablet} */ tablet, seat) {
  return Object.keys(MOST).map((award) => awardRow(tablet, seat, award));
}

function awardRow(/** @type {HallTablet} */ tablet, seat, award) {
  const { say, send } = tablet;
  const counted = seat[award];
  const put = (group) => async (count) => {
    // At once on the screen; the kit's own number follows.
    counted[group] = count;
    tablet.draw();
    await send(/** @type {any} */ ({ type: "set_award", seat: `${seat.board}-${group}`, award, count }));
  };
  const counter = (group) =>
    h(
      "div",
      { key: group, class: "award-count" },
      badge(group),
      stepper(tablet, { key: "count", label: `${say(`form_${award}`)}, ${groupName(say, group)}`, value: counted[group], least: 0, most: MOST[award], put: put(group) }),
    );
  const holder = counted.holder ? say("award_holder", { group: groupName(say, counted.holder) }) : say("award_nobody", { n: LEAST[award] });
  return h("div", { key: award, class: "award-row" }, h("p", {}, h("b", {}, say(`form_${award}`)), h("span", { "aria-live": "polite" }, holder)), GROUPS.map(counter));
}
