/**
 * The keys of the console: the one main key of each state, STOP CLOCK, and the keyboard.
 *
 * The main key changes what it does with the state of the hall, by itself too when a clock ends. So a touch is judged as
 * everywhere (`fingers.js`), and a press of the keyboard does nothing for a moment after a change that this page has not
 * asked for. What ends a running clock early must be held.
 */

import { button, h } from "../dom.js";
import { stopButton } from "../stop.js";
import { withDice } from "./rolls.js";
import { groupName } from "./pieces.js";
import { wide } from "./say_card.js";

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

/** The main key of the state: what it says, what it does, and whether it must be held. */
function described(/** @type {HallTablet} */ { view, say }) {
  const refused = view.refusals[view.main];
  const after = view.next && say("next_is", { group: groupName(say, view.next.group), n: view.next.number });
  const wait = view.calls.length ? say("calls_open", { n: view.calls.length }) : "";
  switch (view.main) {
    case "next_turn":
      if (view.phase === "registration")
        return { label: say("first_turn"),
          below: [after, say(view.rehearsal ? "is_rehearsal" : "all_seated")], refused };
      if (view.phase === "turn")
        return { label: say("next_turn"),
          below: [view.open ? say("then_judge", { n: view.open }) : after, "hold"], refused, isHeld: true };
      return { label: say("next_turn"), below: [after, wait], refused };
    case "roll_robbers":
      return { label: say("roll_robbers"), isLong: true, below: [say("after_discards"), ""], refused };
    case "go_on":
      return { label: say("go_on"),
        below: [say(view.phase === "seven" ? "clock_starts" : "clock_goes_on"), "left"], refused };
    case "judge_claim":
      return { label: say("judge_claims", { n: view.open }), isLong: true, below: [say("highest_first"), ""],
        refused };
    case "close_claims":
      return { label: say("close_claims"), isLong: true,
        below: [say("close_what", { n: view.open, points: view.best?.points ?? 0 }), ""], refused };
    case "lift_alarm":
      return { label: say("lift_alarm"), isLong: true, isHeld: true, below: [say("lift_what"), ""], refused };
    case "confirm_result":
      return { label: say(view.winner ? "announce" : "end_hall"), isLong: true,
        below: [view.winner?.name ?? say("no_forms"), ""], refused };
    default:
      return { label: say("all_over"), below: ["", ""], refused: { text: say("all_over"), rule: null } };
  }
}

/** The three keys of the console, in the places that they keep. */
export function keysRow(/** @type {HallTablet} */ tablet) {
  const { say, open } = tablet;
  const away = button({ key: "break", look: "break-key", act: () => open("pause") }, say("break_or_end"));
  return h("div", { key: "keys", class: "hall-foot", "data-over": "" },
    h("div", { class: "hall-keys" }, mainKey(tablet), away), stopKey(tablet));
}

function mainKey(/** @type {HallTablet} */ tablet) {
  const { label, below, refused, isHeld, isLong } = described(tablet);
  const width = wide(label);
  const does = `${tablet.view.main} ${tablet.view.phase} ${tablet.view.number} ${tablet.view.judge ?? ""}`;
  if (does !== doesNow) noteChange(does);
  const on = { pointerdown: (event) => touched(event, Boolean(isHeld)), pointerup: letGo, pointerleave: letGo,
    pointercancel: letGo, contextmenu: (event) => event.preventDefault(),
    click: () => tapped(tablet, Boolean(isHeld)) };
  return h("button", {
    key: "main",
    id: "main-key",
    type: "button",
    class: `button start main-key ${isHeld ? "is-to-hold" : ""} ${
      isLong || width > LONG_LABEL ? "is-long" : ""
    }`,
    style: { "--wide": width.toFixed(2) },
    "aria-disabled": refused ? "true" : undefined,
    // The seconds in it run down without its doing anything else.
    "data-acts": does,
    on,
  }, h("b", {}, label),
    h("span", { class: "main-below" },
      refused
        ? h("span", { key: "why" }, refused.text)
        : below.filter(Boolean).map((text, at) => line(tablet, text, at))));
}

/** One of the small lines; `hold` and `left` have the running clock in them. */
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

function touched(/** @type {PointerEvent} */ event, isHeld) {
  hasFired = false;
  if (isHeld && event.button === 0) hold();
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

/** STOP CLOCK, which acts at the first touch. */
function stopKey(/** @type {HallTablet} */ tablet) {
  const refused = tablet.view.refusals.stop_clock?.text ?? "";
  return stopButton(/** @type {any} */ (tablet), Boolean(tablet.view.can.stop_clock), { type: "stop_clock",
    refused });
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
