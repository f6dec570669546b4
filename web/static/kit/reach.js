/** The reach of the Wi-Fi: a minute of this tablet's beats at the farthest corner, with none of them lost. */

import { pause, postJson } from "../commands.js";
import { button, h, icon } from "../dom.js";

const BEATS = 60;
const EVERY_MS = 1000;
/** A beat without an answer by then is lost: a tap would be, too. */
const LOST_MS = 2000;

/**
 * The round trips of the beats that came back, in ms, and how the walk stands.
 * @typedef {{trips: number[], state: "open" | "pass" | "fail"}} Walk
 */
let walk = /** @type {Walk | null} */ (null);

/** A row beside what the kit checks: it begins the walk, counts, and says how it went. */
export function reachRow(/** @type {KitPage} */ page) {
  const { say, view } = page;
  const { trips, state } = walk ?? { trips: [], state: null };
  const fill = { n: trips.length, of: BEATS, ms: Math.round(Math.max(0, ...trips)) };
  const refused = state === "open" ? say("reach_runs") : view.idle ? null : say("match_runs");
  return h("li", { key: "reach", class: `card kit-row is-${state ?? "open"}` },
    icon(`grade-${state ?? "open"}`, "grade"),
    h("div", { class: "kit-words" }, h("p", { class: "kit-title" }, h("b", {}, say("reach"))),
      h("p", { class: "kit-says", role: "status" }, say(`reach_${state ?? "what"}`, fill))),
    h("div", { class: "kit-answers" },
      button({ key: "go", look: "main", refused, tell: page.tell, act: () => go(page) },
        say("reach_begin"))));
}

/** Send a beat each second until one is lost, or all have come back. */
async function go(/** @type {KitPage} */ page) {
  const now = walk = /** @type {Walk} */ ({ trips: [], state: "open" });
  while (now.state === "open") {
    page.draw();
    const at = performance.now();
    const answer = await postJson("/api/beat", {}, LOST_MS);
    const took = performance.now() - at;
    if (answer?.status !== 200) now.state = "fail";
    else if (now.trips.push(took) === BEATS) now.state = "pass";
    else await pause(EVERY_MS - took);
  }
  page.draw();
}
