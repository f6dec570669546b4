/**
 * The keys of the console: the one main key of each state, STOP CLOCK, and the keyboard.
 *
 * The main key changes what it does with the state of the hall, by itself too when a clock ends. So a touch
 * is judged as everywhere (`fingers.js`), and a press of the keyboard does nothing for a moment after a
 * change that this page has not asked for. What ends a running clock early must be held.
 */

import { button, h } from "../dom.js";
import { ems } from "../fit.js";
import { stopButton } from "../stop.js";
import { groupName } from "./pieces.js";
import { withDice } from "./say.js";

const HOLD_MS = 800;
const ROLLS = ["next_turn", "roll_robbers"];
/** A clock of this length is written in minutes: it has its place in the bar alone. */
const MINUTES_MS = 100_000;
/** A wider label stands over its small lines, not beside them. */
const LONG_LABEL = 6;
const STILL_MS = 700;
/** A change this soon after a command of this page was answered is its own. */
const OWN_MS = 2000;

/** @type {HallTablet | null} */
let shown = null;
let holdTimer = null;
let hasFired = false;
let changedAt = -Infinity;
let sentAt = -Infinity;
let doesNow = "";
let isListening = false;

/** Send something that is wanted now or never: a roll that comes late would surprise a thousand people. */
export function sendNow(/** @type {HallTablet} */ tablet, /** @type {any} */ command) {
  sentAt = performance.now();
  return tablet.send(command, { orElse: tablet.say("not_done") });
}

/**
 * The main key of the state: what it says, the small lines below, and whether it must be held. Of those lines
 * `hold` and `left` have the running clock in them.
 */
function described(/** @type {HallTablet} */ { view, say }) {
  const { phase, open: n, winner } = view;
  const key = (label, below, how = /** @type {{isHeld?: boolean, isLong?: boolean}} */ ({})) => ({ label,
    below, refused: view.refusals[view.main], ...how });
  const after = view.next && say("next_is", { group: groupName(say, view.next.group), n: view.next.number });
  const wait = view.calls.length ? say("calls_open", { n: view.calls.length }) : "";
  switch (view.main) {
    case "next_turn":
      if (phase === "registration")
        return key(say("first_turn"), [after, say(view.rehearsal ? "is_rehearsal" : "all_seated")]);
      if (phase === "turn")
        return key(say("next_turn"), [n ? say("then_judge", { n }) : after, "hold"], { isHeld: true });
      return key(say("next_turn"), [after, wait]);
    case "roll_robbers":
      return key(say("roll_robbers"), [say("after_discards")], { isLong: true });
    case "go_on":
      return key(say("go_on"), [say(phase === "seven" ? "clock_starts" : "clock_goes_on"), "left"]);
    case "judge_claim":
      return key(say("judge_claims", { n }), [say("highest_first")], { isLong: true });
    case "close_claims":
      return key(say("close_claims"), [say("close_what", { n, points: view.best?.points ?? 0 })], {
        isLong: true,
      });
    case "lift_alarm":
      return key(say("lift_alarm"), [say("lift_what")], { isLong: true, isHeld: true });
    case "confirm_result":
      return key(say(winner ? "announce" : "end_hall"), [winner?.name ?? say("no_forms")], { isLong: true });
    default:
      return { ...key(say("all_over"), []), refused: { text: say("all_over"), rule: null } };
  }
}

/** The three keys of the console, in the places that they keep; STOP CLOCK acts at the first touch. */
export function keysRow(/** @type {HallTablet} */ tablet) {
  const { view, say, open } = tablet;
  const away = button({ key: "break", look: "break-key", act: () => open("pause") }, say("break_or_end"));
  return h("div", { key: "keys", class: "hall-foot", "data-over": "" },
    h("div", { class: "hall-keys" }, mainKey(tablet), away),
    stopButton(/** @type {any} */ (tablet), Boolean(view.can.stop_clock), { type: "stop_clock",
      refused: view.refusals.stop_clock?.text ?? "" }));
}

function mainKey(/** @type {HallTablet} */ tablet) {
  const { label, below, refused, isHeld, isLong } = described(tablet);
  const width = ems(label);
  const isHigh = isLong || width > LONG_LABEL;
  const does = `${tablet.view.main} ${tablet.view.phase} ${tablet.view.number} ${tablet.view.judge ?? ""}`;
  if (does !== doesNow) noteChange(does);
  const touched = (event) => {
    hasFired = false;
    if (isHeld && event.button === 0) hold();
  };
  const on = { pointerdown: touched, pointerup: letGo, pointerleave: letGo, pointercancel: letGo,
    contextmenu: (event) => event.preventDefault(), click: () => tapped(tablet, Boolean(isHeld)) };
  // The seconds in it run down without its doing anything else: `data-acts` says what it does.
  return h("button", { key: "main", id: "main-key", type: "button",
    class: `button start main-key ${isHeld ? "is-to-hold" : ""} ${isHigh ? "is-long" : ""}`,
    style: { "--wide": width.toFixed(2) }, "aria-disabled": refused ? "true" : undefined, "data-acts": does,
    on }, h("b", {}, label),
    h("span", { class: "main-below" },
      refused
        ? h("span", { key: "why" }, refused.text)
        : below.filter(Boolean).map((text, at) => line(tablet, text, at))));
}

function line(/** @type {HallTablet} */ { view, say }, text, key) {
  if (text !== "hold" && text !== "left") return h("span", { key }, text);
  if (view.clock.state === "idle") return null;
  if (view.clock.total >= MINUTES_MS) return text === "hold" && h("span", { key }, say("hold_long"));
  const [before, after] = say(text === "hold" ? "hold_early" : "clock_left", { s: "\n" }).split("\n");
  return h("span", { key }, before, h("span", { key: "clock", "data-clock": "", own: true }), after);
}

function noteChange(does) {
  const isFirst = doesNow === "";
  doesNow = does;
  letGo();
  if (!isFirst) changedAt = performance.now();
}

function hold() {
  if (holdTimer) return;
  hasFired = false;
  document.getElementById("main-key")?.classList.add("is-held");
  holdTimer = setTimeout(() => {
    letGo();
    hasFired = true;
    if (shown) act(shown, true);
  }, HOLD_MS);
}

function letGo() {
  clearTimeout(holdTimer);
  holdTimer = null;
  document.getElementById("main-key")?.classList.remove("is-held");
}

function tapped(/** @type {HallTablet} */ tablet, isHeld) {
  // Letting go of a key that was held is no tap on what it says by then.
  if (hasFired) hasFired = false;
  else if (isHeld) tablet.tell(holdHint(tablet));
  else act(tablet, false);
}

function holdHint(/** @type {HallTablet} */ { view, say }) {
  return say(view.phase === "alarm" ? "hold_alarm" : "hold_hint");
}

/** Do what the main key does now; `early` cuts off the running clock. */
function act(/** @type {HallTablet} */ tablet, early) {
  const { view, open, tell } = tablet;
  const { refused } = described(tablet);
  if (refused) return tell(refused.text, refused.rule);
  if (view.main === "judge_claim") return open("judge");
  if (view.main === "confirm_result") return open("announce");
  if (!ROLLS.includes(view.main)) return sendNow(tablet, { type: view.main });
  const command = { type: view.main, ...(early ? { early } : {}) };
  // With a claim open the clock's end comes first, and nothing is rolled.
  return early && view.open
    ? sendNow(tablet, command)
    : withDice(tablet, command, (ready) => sendNow(tablet, ready));
}

/** Let the keyboard act on this console; null while another screen is shown. */
export function listenToKeys(/** @type {HallTablet | null} */ tablet) {
  if (tablet && !isListening) listen();
  isListening ||= tablet !== null;
  shown = tablet;
  // A console that comes back has changed under nobody.
  if (!tablet) doesNow = "";
}

function isTyping() {
  return document.activeElement?.matches("input, textarea, select, [contenteditable]") ?? false;
}

/** True where the keyboard has led to something else that Space and Enter are for. */
function isElsewhere() {
  const at = document.activeElement;
  return at !== null && at !== document.body && at.id !== "main-key" && at.matches("button, a, summary");
}

function pressed(/** @type {KeyboardEvent} */ event) {
  if (!shown || event.ctrlKey || event.altKey || event.metaKey || isTyping()) return;
  if (event.key.toLowerCase() === "s" && !event.repeat && shown.view.can.stop_clock)
    document.getElementById("stop")?.click();
  if (!["Enter", " "].includes(event.key) || shown.panel || isElsewhere()) return;
  event.preventDefault();
  if (event.repeat) return;
  const now = performance.now();
  if (now - changedAt < STILL_MS && changedAt - sentAt > OWN_MS) return shown.tell(shown.say("just_changed"));
  if (!described(shown).isHeld) act(shown, false);
  else if (event.key === " ") hold();
  else shown.tell(holdHint(shown));
}

function listen() {
  document.addEventListener("keydown", pressed);
  document.addEventListener("keyup", (event) => {
    if (event.key !== " " || !holdTimer) return;
    letGo();
    if (shown) shown.tell(holdHint(shown));
  });
  addEventListener("blur", letGo);
  // What a finger has touched does not keep the keyboard from the main key.
  document.addEventListener("click", ({ detail }) => {
    if (shown && !shown.panel && detail > 0 && document.activeElement instanceof HTMLButtonElement)
      document.activeElement.blur();
  });
}
