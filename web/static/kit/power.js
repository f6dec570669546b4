/** The kit's power: how its battery does, and switching its machine off. */

import { button, h, icon } from "../dom.js";
import { volts } from "../format.js";

const MARKS = { ok: "pass", low: "warn", empty: "fail", odd: "warn", away: "fail" };

/** The whole part. */
export function powerPart(/** @type {KitPage} */ page) {
  const { say } = page;
  return [
    h("div", { key: "columns", class: "kit-columns is-even" }, [
      h("section", { key: "battery", class: "card kit-card kit-battery" }, h("h2", {}, say("battery")),
        battery(page)),
      h("section", { key: "off", class: "card kit-card kit-off" }, h("h2", {}, say("switch_off")),
        switchOff(page), h("p", { key: "pull", class: "soft" }, say("off_pull"))),
    ]),
  ];
}

function battery(/** @type {KitPage} */ { view, say }) {
  const { battery } = view.power;
  if (!battery) return h("p", { key: "none" }, say("battery_none"));
  const { state, why } = battery;
  return h("div", { key: "measured", class: "row battery-row", role: "status" },
    icon(`grade-${MARKS[state]}`, "grade"),
    h("div", {},
      battery.volts !== null && h("p", { key: "volts" }, h("b", { class: "number" }, volts(battery.volts))),
      h("p", { key: "state" }, say(`battery_${state}`, { why }))));
}

/** The way to switch off: a tap, and another to be sure. Once it is under way, when to cut the power. */
function switchOff(/** @type {KitPage} */ page) {
  const { view, say, memory, tell, draw, send } = page;
  const { off } = view.power;
  const ask = (isAsked) => {
    memory.off = isAsked;
    draw();
  };
  if (off === "under_way")
    return h("p", { key: "way", class: "sentence is-warning", role: "status" }, say("off_under_way"));
  if (off === "cannot") return h("p", { key: "cannot" }, say("off_cannot"));
  const plays = view.stage === "play" ? say("settings_round") : null;
  const failed = off === "failed"
    && h("p", { key: "failed", class: "sentence is-warning" }, say("off_failed"));
  if (!memory.off || plays)
    return [failed, h("p", { key: "what" }, say("off_what")),
      button({ key: "ask", look: "off-ask", refused: plays, tell, act: () => ask(true) }, say("switch_off"))];
  const act = async () => {
    await send({ do: "off" });
    ask(false);
  };
  return [failed, h("p", { key: "sure", class: "sentence is-warning" }, say("off_sure")),
    button({ key: "no", look: "off-no", act: () => ask(false) }, say("off_no")),
    button({ key: "yes", look: "main off-yes", act }, say("off_yes"))];
}
