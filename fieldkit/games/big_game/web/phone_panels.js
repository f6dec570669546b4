/** The panels of a phone in a hall: registration, the claim, a permission, a call for a steward. */

import { button, h } from "../dom.js";
import { remember, remembered } from "../device.js";
import { permissionTool } from "./desk_tools.js";
import { emptyForm, formPart, formPoints, needsTarget, pointsSaid } from "./form.js";
import { entry, form } from "./pieces.js";

export const OF_A_TURN = ["seven", "robbers", "turn", "held"];
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
function panelHead(hall, title) {
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
      entry(hall, memory, name, { name, maxlength: MAX_NAME_CHARS, ...more }));
  return form({ key: "register", class: "card hall-register" }, () => register(hall),
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

// The claim

/** The form, as it was left, also over a reload: filled in at any time, handed in during the own turn. */
function claimPanel(hall) {
  const { view, say, own, memory, seat, tell, draw } = hall;
  const name = `hall ${view.match} ${seat}`;
  const filled = { ...emptyForm(own.guide.form), ...JSON.parse(remembered(name) ?? "{}") };
  const given = (memory.form ??= filled);
  const points = formPoints(own.guide.form, given);
  const put = (changed) => {
    memory.form = changed;
    remember(name, JSON.stringify(changed));
    draw();
  };
  const note = (n, most) => (most > 1 ? say("claim_worth", { n, most }) : say("claim_award", { n }));
  return [panelHead(hall, say("phone_claim")),
    needsTarget(view) && h("p", { key: "how", class: "hall-note" }, say("claim_how", { n: view.target })),
    formPart(say, own.guide.form, { form: given, note, put }),
    h("div", { key: "foot", class: "hall-foot", "data-over": "" }, pointsSaid(say, points, view),
      button({ key: "claim", look: "start", refused: refusal(hall, points), rule: "BG-12", tell,
        act: () => claim(hall, given) }, h("b", {}, say("claim_do"))))];
}

/** The reason why a claim cannot be made now; null when it can. */
function refusal({ view, own, acts, say }, points) {
  if (own?.claims.some(({ standing }) => standing === "open")) return say("claim_is_in");
  if (view.phase === "final") return null;
  if (!OF_A_TURN.includes(view.phase)) return say("claim_when");
  if (!acts) return say("claim_not_yours");
  return points < view.target ? say("claim_too_few", { n: points, target: view.target }) : null;
}

/** Hand the form in; the kit says what is wrong with it. */
async function claim({ memory, send, again, draw }, given) {
  if (memory.claims) return;
  memory.claims = true;
  if (await send({ type: "claim", form: given })) {
    await again();
    goTo({ memory, draw }, null);
  }
  memory.claims = false;
}

/** The own claim of this turn or the last one, with what became of it. */
export function claimed({ view, own, say, send, again }) {
  const last = own.claims.at(-1);
  const counts = last
    && (["open", "confirmed", "closed"].includes(last.standing) || last.turn >= view.turn.number - 1);
  if (!counts) return null;
  const said = { open: "claim_waits", confirmed: "claim_confirmed", rejected: "claim_rejected",
    withdrawn: "claim_withdrawn", closed: "claim_closed" };
  const act = async () => (await send({ type: "withdraw_claim", claim: last.id })) && again();
  return h("section", { key: "claimed", class: `card hall-claim is-${last.standing}`, role: "status" },
    h("p", { key: "what" }, say(said[last.standing], { n: last.points, reason: last.reason })),
    last.standing === "open" && button({ key: "withdraw", act }, say("claim_take_back")));
}

// Permission

/** The questions about building on a neighbour board, as at the desk (BG-8). */
function permissionPanel(hall) {
  const { say, memory, acts, own, ask, tell, changed } = hall;
  const look = async (query) => (await ask(query)) ?? tell(say("phone_no_answer"));
  return [panelHead(hall, say("phone_permission")),
    !acts && h("p", { key: "when", class: "card hall-plate" }, say("permission_when")),
    own && permissionTool({ ...hall, look, drawIn: changed }, own, memory.permission ??= {}),
    h("p", { key: "note", class: "hall-note" }, say("permission_own"))];
}

// A steward

/** A call for a steward: a reason by a tap, or in own words. */
function callPanel(hall) {
  const { say, memory, own } = hall;
  const [called] = own?.calls ?? [];
  if (called)
    return [panelHead(hall, say("phone_call")),
      h("p", { key: "is", class: "card hall-plate", role: "status" }, say("phone_called", called))];
  return [panelHead(hall, say("phone_call")),
    ...REASONS.map((reason) => button({ key: reason, act: () => call(hall, say(reason)) }, say(reason))),
    form({ key: "own", class: "card hall-register" }, () => call(hall, memory.call ?? ""),
      h("label", { class: "hall-field" }, h("span", {}, say("phone_call_other")),
        entry(hall, memory, "call", { maxlength: MAX_CALL_CHARS, required: true })),
      h("button", { key: "do", class: "button" }, say("phone_call_do")))];
}

async function call(hall, text) {
  const { memory, send, again } = hall;
  if (!(await send({ type: "call_steward", text }))) return;
  memory.call = "";
  await again();
  goTo(hall, null);
}

export const panels = { claim: claimPanel, permission: permissionPanel, call: callPanel };
