/** The bar: who acts, the turn, the clock with its keys, how the kit is, and the way to all else. */

import { button, h, icon } from "../dom.js";
import { ems } from "../fit.js";
import { sendNow } from "./keys.js";
import { badge, groupName } from "./pieces.js";

const STEP_S = 15;
const WARN_MS = 10_000;
/** A title with more letters is written smaller, in two lines. */
const LONG_TITLE = 15;
/** A clock of this length is written in minutes and seconds. */
const MINUTES_MS = 100_000;

/** The bar of the console. */
export function consoleBar(/** @type {HallTablet} */ tablet) {
  const { view, say, open } = tablet;
  return [
    title(tablet),
    // Before the first turn there is no clock to keep.
    view.phase === "registration"
      ? h("span", { key: "space", class: "bar-space" })
      : [clock(tablet), clockKeys(tablet)],
    counters(tablet),
    button({ key: "more", look: "on-bar", act: () => open("more") }, say("more")),
    drain(view),
  ];
}

/** The bar of a screen without keys of the clock; `more` are buttons of its own. */
export function quietBar(/** @type {HallTablet} */ tablet, /** @type {any} */ more = null) {
  const { view } = tablet;
  return [title(tablet), clock(tablet), h("span", { key: "space", class: "bar-space" }), more, drain(view)];
}

function title(/** @type {HallTablet} */ { view, say }) {
  const isOn = view.number > 0 && view.phase !== "over";
  const { number: n, group, deals } = view.turn;
  const turn = say("turn_n", { n, group: groupName(say, group) });
  let [head, below] = [view.title, isOn ? turn : view.subtitle];
  if (view.phase === "turn") {
    const dealt = deals ? say("deals_out", { group: groupName(say, deals) }) : say("each_takes");
    [head, below] = [turn, view.sum === 7 ? say("nothing_dealt") : dealt];
  }
  return [
    isOn
      ? badge(group, "is-large")
      : h("span", { key: "badge", class: "bar-icon", "aria-hidden": "true" }, icon("sun")),
    h("div", { key: "title", class: "bar-title" },
      h("h1", { class: head.length > LONG_TITLE ? "is-long" : "",
        style: { "--wide": Math.max(1, ems(head)).toFixed(2) } }, head), h("p", {}, below)),
  ];
}

function clock(/** @type {HallTablet} */ { view }) {
  const { state, total } = view.clock;
  const look = `${state === "held" ? "is-held" : ""} ${total >= MINUTES_MS ? "is-long" : ""}`;
  return h("div", { key: "clock", class: `bar-clock number ${look}`, "data-clock": "", own: true,
    "data-ring": warnsFrom(view), role: "timer" });
}

function clockKeys(/** @type {HallTablet} */ tablet) {
  const { view, say, tell } = tablet;
  const now = (command) => () => sendNow(tablet, command);
  const cannot = (type) => (view.can[type] ? null : view.refusals.stop_clock?.text ?? say("no_clock"));
  const key = (name, type, command, label = /** @type {string | undefined} */ (undefined)) =>
    button({ key: name, look: "on-bar", "aria-label": label, refused: cannot(type), tell, act: now(command) },
      say(name));
  return h("div", { key: "clock-keys", class: "clock-keys", role: "group", "aria-label": say("the_clock") },
    key("pause", "hold_clock", { type: "hold_clock" }),
    key("longer", "change_clock", { type: "change_clock", by: STEP_S }),
    key("shorter", "change_clock", { type: "change_clock", by: -STEP_S }, say("shorter_by", { n: STEP_S })));
}

/** The counters: screens that follow, if blasts are heard, phones that follow. */
function counters(/** @type {HallTablet} */ { view: { kit, sounding }, say, phones, open }) {
  const isHeard = !sounding || sounding.horn || sounding.stand_ins.length > 0;
  const sound = kit.whistle === "ok" && !isHeard ? "mute" : (kit.whistle ?? "away");
  const counter = (key, isWell, name, value,
    /** @type {(inside: any) => any} */ shown = (inside) => inside) =>
    h("li", { key, class: isWell ? "" : "is-wrong" },
      shown([
        h("p", { key: "value" }, icon(isWell ? "grade-pass" : "grade-fail"),
          h("b", { class: "number" }, value)),
        h("p", { key: "name" }, say(name)),
      ]));
  const mute = (inside) => button({ key: "mute", look: "is-mute", act: () => open("sound") }, inside);
  return h("ul", { key: "counters", class: "hall-counters" },
    counter("screens", kit.screens > 0, "screens", kit.screens),
    counter("sound", sound === "ok", "sound_n", say(`sound_${sound}`), sound === "mute" ? mute : undefined),
    counter("phones", true, "phones_n", phones));
}

/** The rest of the clock as a line under the bar, which `clock.js` keeps going. */
function drain(/** @type {HallView} */ view) {
  return h("div", { key: "drain", class: "hall-drain", "aria-hidden": "true" },
    h("i", { own: true, "data-ring": warnsFrom(view) }));
}

/** The milliseconds from which on the clock is in its last part: that of a turn alone. */
function warnsFrom(/** @type {HallView} */ { phase }) {
  return phase === "turn" ? WARN_MS : -1;
}
