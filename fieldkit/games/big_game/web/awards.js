/** Route and army of a board, as a steward counts them (BG-11): both players, and whose the card is. */

import { h } from "../dom.js";
import { badge, groupName, GROUPS, stepper } from "./pieces.js";

const MOST = { route: 30, army: 14 };
const LEAST = { route: 5, army: 3 };
/** How long (ms) after its answer a count that was tapped stands before what the kit told earlier. */
const FOLLOWS_MS = 2000;
/** What was tapped and not told by the kit yet, by seat and card: further taps count on from it. @type {Map<string, {count: number, until: number}>} */
const tapped = new Map();

/** A row for each card, a counter for each player. */
export function awardTool(/** @type {HallTablet} */ tablet, seat) {
  return Object.keys(MOST).map((award) => awardRow(tablet, seat, award));
}

function awardRow(/** @type {HallTablet} */ tablet, seat, award) {
  const { say, send } = tablet;
  const counted = seat[award];
  const value = (group) => standing(`${seat.board}-${group} ${award}`, counted[group]);
  const put = (group) => async (count) => {
    const mine = { count, until: Infinity };
    tapped.set(`${seat.board}-${group} ${award}`, mine);
    tablet.draw();
    const answered = await send(
      /** @type {any} */ ({ type: "set_award", seat: `${seat.board}-${group}`, award, count }),
    );
    mine.until = answered ? performance.now() + FOLLOWS_MS : 0;
    tablet.draw();
  };
  const counter = (group) =>
    h("div", { key: group, class: "award-count" }, badge(group),
      stepper(tablet, { key: "count", label: `${say(`form_${award}`)}, ${groupName(say, group)}`,
        value: value(group), least: 0, most: MOST[award], put: put(group) }));
  const holder = counted.holder
    ? say("award_holder", { group: groupName(say, counted.holder) })
    : say("award_nobody", { n: LEAST[award] });
  return h("div", { key: award, class: "award-row" },
    h("p", {}, h("b", {}, say(`form_${award}`)), h("span", { "aria-live": "polite" }, holder)),
    GROUPS.map(counter));
}

/** The number to show: what was tapped, until the kit tells the same or has had the time to. */
function standing(key, told) {
  const mine = tapped.get(key);
  if (mine && mine.count !== told && performance.now() < mine.until) return mine.count;
  tapped.delete(key);
  return told;
}
