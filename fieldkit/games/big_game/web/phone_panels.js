/** The panels of a phone in a hall: registration, the question of a permission, a call for a steward. */

import { button, h } from "../dom.js";
import { beside, kindOf, splitSeat } from "./ring.js";

const MAX_NAME_CHARS = 32;
const MAX_CALL_CHARS = 60;
const REASONS = ["phone_call_rules", "phone_call_dispute", "phone_call_missing", "phone_call_unwell"];

/** Open a panel of the phone, or with null what it shows at first; the focus follows. */
export function goTo({ memory, draw }, /** @type {string | null} */ name) {
  memory.panel = name;
  draw();
  const head = /** @type {HTMLElement | null} */ (document.querySelector(".hall h2[tabindex]"));
  head?.focus({ preventScroll: true });
  window.scrollTo(0, 0);
}

/** The head of a panel: what it is, and the way back. */
export function panelHead(hall, title) {
  return h("header", { key: "head", class: "hall-head" }, h("h2", { tabindex: "-1" }, title),
    button({ key: "back", act: () => goTo(hall, null) }, hall.say("phone_back")));
}

// Registration

/** Name and club for the own seat while it is free. */
export function registration(hall) {
  const { view, say, memory } = hall;
  if (view.rehearsal) return h("p", { key: "register", class: "card hall-plate" }, say("phone_rehearsal"));
  const field = (name, more) =>
    h("label", { key: name, class: "hall-field" }, h("span", {}, say(`phone_${name}`)),
      h("input", { class: "input", name, maxlength: MAX_NAME_CHARS, value: memory[name] ?? "",
        on: { input: (event) => (memory[name] = event.target.value) }, ...more }));
  const submit = (event) => {
    event.preventDefault();
    register(hall);
  };
  return h("form", { key: "register", class: "card hall-register", on: { submit } },
    h("h2", {}, say("phone_free", { seat: hall.own.label })),
    field("name", { autocomplete: "name", required: true }), field("club", { autocomplete: "organization" }),
    h("button", { key: "do", class: "button start" }, say("phone_register")));
}

async function register({ memory, send, again }) {
  const { name = "", club = "" } = memory;
  await send({ type: "register", name, club });
  // Also after a refusal: somebody else may have the seat by now.
  await again();
}

// Permission

/** The three questions about building on a neighbour board, answered step by step (BG-8). */
export function permissionPanel(hall) {
  const { say, memory, seat, view, acts } = hall;
  const own = splitSeat(seat);
  if (!own) return null;
  const { left, right } = beside(own.board, own.group, view.boards);
  const chosen = memory.permission ?? {};
  const key = (board, where) =>
    button({ key: where, "aria-pressed": String(chosen.board === board), act: () => asks(hall, { board }) },
      say(where, { board: `${board} ${kindOf(board)}` }));
  const half = ({ seat: id, label }) =>
    button({ key: id, "aria-pressed": String(chosen.half === splitSeat(id)?.group), act: () =>
      asks(hall, { board: Number(chosen.board), half: splitSeat(id)?.group }) }, label);
  return [panelHead(hall, say("phone_permission")),
    !acts && h("p", { key: "when", class: "card hall-plate" }, say("permission_when")),
    h("div", { key: "boards", class: "hall-pair", role: "group", "aria-label": say("permission_where") },
      key(left, "permission_left"), key(right, "permission_right")),
    chosen.found?.halves.length > 0
    && h("div", { key: "halves", class: "hall-pair", role: "group", "aria-label": say("permission_half") },
      chosen.found.halves.map(half)),
    chosen.found
    && h("ol", { key: "questions", class: "hall-questions" }, chosen.found.questions.map((question, at) =>
      asked(hall, question, at)
    )),
    chosen.found
    && h("p", { key: "verdict", class: `card hall-verdict is-${chosen.found.verdict}`, role: "status" },
      h("b", {}, chosen.found.text), h("span", { class: "rule" }, chosen.found.rule)),
    !chosen.found && h("p", { key: "note", class: "hall-note" }, say("permission_own"))];
}

/** A question with its answer; the first one the kit answers itself. */
function asked(hall, { text, answer }, at) {
  const { say, memory } = hall;
  const name = ["", "spot", "at_once"][at];
  const said = (yes) =>
    button({ key: String(yes), "aria-pressed": String(answer === yes), act: () =>
      asks(hall, { ...memory.permission, [name]: yes ? "yes" : "no" }) }, say(yes ? "yes" : "no"));
  return h("li", { key: at, class: "card hall-question" }, h("p", {}, text),
    name
      ? h("div", { class: "hall-pair" }, said(true), said(false))
      : h("b", {}, say(answer ? "yes" : "no")));
}

async function asks(hall,
  /** @type {{board: number, half?: string, spot?: string, at_once?: string}} */ { board, half, spot,
    at_once })
{
  const { memory, ask, seat, tell, say, draw } = hall;
  const query = Object.entries({ what: "permission", seat, board: String(board), half, spot, at_once })
    .filter(([, value]) => value !== undefined);
  const found = await ask(Object.fromEntries(query));
  if (found) memory.permission = { board, half, spot, at_once, found };
  else tell(say("phone_no_answer"));
  draw();
}

// A steward

/** A call for a steward: a reason by a tap, or in own words. */
export function callPanel(hall) {
  const { say, memory, own } = hall;
  const submit = (event) => {
    event.preventDefault();
    call(hall, memory.call ?? "");
  };
  if (own?.calls.length)
    return [panelHead(hall, say("phone_call")),
      h("p", { key: "is", class: "card hall-plate", role: "status" },
        say("phone_called", { text: own.calls[0].text }))];
  return [panelHead(hall, say("phone_call")),
    ...REASONS.map((reason) => button({ key: reason, act: () => call(hall, say(reason)) }, say(reason))),
    h("form", { key: "own", class: "card hall-register", on: { submit } },
      h("label", { class: "hall-field" }, h("span", {}, say("phone_call_other")),
        h("input", { class: "input", maxlength: MAX_CALL_CHARS, required: true, value: memory.call ?? "",
          on: { input: (event) => (memory.call = event.target.value) } })),
      h("button", { key: "do", class: "button" }, say("phone_call_do")))];
}

async function call(hall, text) {
  const { memory, send, again } = hall;
  if (!(await send({ type: "call_steward", text }))) return;
  memory.call = "";
  await again();
  goTo(hall, null);
}
