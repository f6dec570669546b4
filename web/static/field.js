/** The field drawn from above: hoops where they lie, what stands in them, and whose it is. */

import { h, icon } from "./dom.js";
import { hoopNumber } from "./format.js";

const MARGIN_SHARE = 0.13;

/** The place of a hoop within the drawn field, in percent from the left and the top. */
function place(hoop, hoops) {
  const share = (value, values) => {
    const low = Math.min(...values);
    const span = Math.max(...values) - low;
    return span ? (value - low) / span : 0.5;
  };
  const within = (part) => 100 * (MARGIN_SHARE + part * (1 - 2 * MARGIN_SHARE));
  return { left: `${within(share(hoop.x, hoops.map((other) => other.x)))}%`,
    top: `${100 - within(share(hoop.y, hoops.map((other) => other.y)))}%` };
}

function inside(hoop, team, badge) {
  const number = h("span", { class: "hoop-number" }, hoopNumber(hoop.id));
  if (!team) return [number, badge && h("span", { class: "hoop-mark" }, badge)];
  const building = hoop.building === "none" || !hoop.building ? null : icon(hoop.building, "hoop-building");
  return [building, number, h("span", { class: "hoop-mark" }, icon(`mark-${team.mark}`))];
}

/**
 * The field with its hoops. `name(hoop, team)` gives what a hoop is called aloud; with `tap(hoop)` hoops are
 * buttons, `look(hoop)` adds classes to one, `badge(hoop)` a mark to one that is nobody's.
 *
 * @param {{hoops: any[], teams: any[], name: (hoop: any, team: any) => string, tap?: (hoop: any) => void,
 * look?: (hoop: any) => string, badge?: (hoop: any) => any}} given
 */
export function drawField({ hoops, teams, name, tap, look = () => "", badge = () => null }) {
  const drawnHoops = hoops.map((hoop) => {
    const team = teams.find((one) => one.id === hoop.team);
    const props = { key: hoop.id,
      class: `hoop ${team ? `team-${team.id}` : "is-free"} ${hoop.link === "silent" ? "is-silent" : ""} ${
        look(hoop)
      }`, style: place(hoop, hoops), "aria-label": name(hoop, team) };
    if (!tap) return h("div", { ...props, role: "img" }, inside(hoop, team, badge(hoop)));
    return h("button", { type: "button", ...props, on: { click: () => tap(hoop) } },
      inside(hoop, team, badge(hoop)));
  });
  return h("div", { class: "field" }, drawnHoops);
}
