/** Route and army of a board, as a steward counts them (BG-11): both players, and whose the card is. */

import { h } from "../dom.js";
import { badge, groupName, stepper } from "./pieces.js";
import { GROUPS } from "./ring.js";

/** The time (ms) after its answer that a tapped count stands before an earlier one of the kit. */
const FOLLOWS_MS = 2000;
/** The counts that were tapped and are not in the view yet, by seat and card. @type {Map<string, {count: number, until: number}>} */
const tapped = new Map();

/** A row for each card, a counter for each player. */
export function awardTool(/** @type {HallTablet} */ tablet, seat) {
  return Object.keys(tablet.view.guide.form.awards).map((award) => awardRow(tablet, seat, award));
}

function awardRow(/** @type {HallTablet} */ tablet, seat, award) {
  const { view, say, send } = tablet;
  const [needed, most] = /** @type {any} */ (view.guide.form).awards[award];
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
        value: value(group), least: 0, most, put: put(group) }));
  const holder = counted.holder
    ? say("award_holder", { group: groupName(say, counted.holder) })
    : say("award_nobody", { n: needed });
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
