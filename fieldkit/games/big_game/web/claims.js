/** Claims of victory at console and desk: entered as they were written down, judged as they are counted. */

import { button, h } from "../dom.js";
import { keypad, remember, sendAndClose } from "../panels/inputs.js";
import { emptyForm, formPart, formPoints, needsTarget, pointsSaid, wrongOf } from "./form.js";
import { badge, entry, groupName, standing } from "./pieces.js";
import { GROUPS } from "./ring.js";

const MAX_DIGITS = 4;
const MAX_REASON_CHARS = 120;

/** The usual reasons of a verdict; one that puts an earlier one right needs a reason too. */
const REASONS = { rejected: ["reason_route", "reason_army", "reason_card", "reason_bonus", "reason_building"],
  again: ["reason_slip", "reason_recount"] };

/** The state of the panel of a new claim; `left` is a form of this turn that was not handed in. */
export function newClaim(/** @type {HallTablet} */ { view, memory }) {
  const left = memory.claimDraft;
  const isStill = left && left.turn === view.number && left.match === view.match;
  return {
    draft: { board: "", group: view.turn.group ?? "sun", form: emptyForm(view.guide.form), turn: view.number,
      match: view.match },
    left: isStill ? left : null,
  };
}

/** Claiming for a seat. */
export function claimPanel(/** @type {HallTablet} */ tablet, panel) {
  return panel.draft.isForm && panel.draft.person ? theForm(tablet, panel.draft) : theSeat(tablet, panel);
}

function theSeat(/** @type {HallTablet} */ tablet, panel) {
  const { say, tell, memory } = tablet;
  const { draft, left } = panel;
  const goOn = (chosen) => () => {
    memory.claimDraft = panel.draft = Object.assign(chosen, { isForm: true });
    tablet.draw();
  };
  const refused = draft.person ? (draft.found.no_claim ?? null) : say("seat_first");
  return { title: say("claim_for_title"),
    body: h("div", { key: "seat", class: "seat-picker" }, seatEntry(tablet, draft)),
    actions: [
      left
      && button({ key: "left", act: goOn(left) },
        say("claim_go_on", { name: left.person.name, seat: left.found.label })),
      button({ key: "form", look: "main", refused, tell, act: goOn(draft) }, say("to_form")),
    ] };
}

function theForm(/** @type {HallTablet} */ tablet, draft) {
  const { say, open, close, memory } = tablet;
  const { wrong, form, points, enter } = claimForm(tablet, draft, seatOf(draft), null, () => {
    memory.claimDraft = null;
    close();
  });
  return { title: say("claim_of", { name: draft.person.name, seat: draft.found.label }), body: [wrong, form],
    actions: [points, button({ key: "seat", act: () => open("claim", newClaim(tablet)) }, say("other_seat")),
      enter] };
}

/** The form of a claim for a seat that `holder` keeps, in its parts; `never` is why nobody claims there. */
function claimForm(/** @type {HallTablet} */ tablet, holder, seat, /** @type {string | null} */ never,
  /** @type {() => void} */ done)
{
  const { view, say, tell, send } = tablet;
  const said = never ?? wrongOf(tablet, holder, seat, holder.form);
  const { points, refused } = counted(tablet, holder.form, said);
  const act = async () => {
    if (await send({ type: "claim", seat, form: holder.form })) done();
  };
  return { wrong: said && h("p", { key: "wrong", class: "form-wrong" }, said),
    form: formPart(say, view.guide.form, { form: holder.form,
      put: (form) => remember(tablet, holder, { form }) }), points: pointsSaid(say, points, view),
    enter: button({ key: "do", look: "main", refused, tell, act }, say("enter_claim")) };
}

/** The points of a form, and why it is not accepted: what is wrong with it, or that they are too few. */
function counted(/** @type {HallTablet} */ { view, say }, form, /** @type {string | null} */ wrong = null) {
  const points = formPoints(view.guide.form, form);
  const isTooFew = points < view.target && needsTarget(view);
  const few = isTooFew ? say("too_few", { n: points, target: view.target }) : null;
  return { points, isTooFew, refused: wrong ?? few };
}

function seatOf(draft) {
  return `${Number(draft.board)}-${draft.group}`;
}

/** The number of the board and the group; each change looks up who sits there. */
function seatEntry(/** @type {HallTablet} */ tablet, draft) {
  const { say } = tablet;
  const put = (changes) => {
    remember(tablet, draft, { ...changes, person: null, found: null });
    findSeat(tablet, draft);
  };
  const typed = (text) => put({ board: text.replace(/\D/g, "").slice(0, MAX_DIGITS) });
  const entry = h("div", { key: "entry", class: "seat-entry" },
    h("input", { key: "board", class: "input number", inputmode: "none", "aria-label": say("board_number"),
      placeholder: say("board"), value: draft.board,
      on: { input: (event) => typed(event.currentTarget.value) } }),
    GROUPS.map((group) =>
      button({ key: group, look: "group-choice", "aria-pressed": String(draft.group === group), act: () =>
        put({ group }) }, badge(group), groupName(say, group))
    ), seatFound(tablet, draft));
  return [entry,
    h("div", { key: "digits", class: "keypad" },
      keypad({ value: () => draft.board, put: typed, back: say("rub_out") }))];
}

/** The player of the seat, and why nobody claims on it, as soon as it is known. */
function seatFound(/** @type {HallTablet} */ { say }, draft) {
  const { found, person } = draft;
  const unknown = !draft.board ? "type_board" : found === false ? "no_such_seat" : !found && "one_moment";
  const text = unknown ? say(unknown) : person ? person.name : say("seat_empty");
  const below = person && [person.club, say("number_n", { n: person.number })].filter(Boolean).join(" · ");
  return [
    h("p", { key: "found", class: `seat-found ${person ? "is-known" : ""}`, "aria-live": "polite" },
      h("b", {}, text), below && h("span", { key: "below" }, below)),
    person && found.no_claim
    && h("p", { key: "refused", class: "form-wrong", role: "status" }, found.no_claim),
  ];
}

async function findSeat(/** @type {HallTablet} */ tablet, draft) {
  if (!draft.board) return;
  const seat = seatOf(draft);
  const answer = await tablet.look({ what: "seat", seat });
  if (seatOf(draft) !== seat) return;
  draft.found = answer ?? false;
  draft.person = answer?.person ?? null;
  tablet.drawIn(0);
}

/** One claim: what its form says, and taking it back. */
export function claimedPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, open } = tablet;
  const claim = view.claims.find(({ id }) => id === panel.claim);
  if (!claim) return { title: say("claims"), body: h("p", { class: "sentence" }, say("claim_gone")) };
  const isOpen = claim.standing === "open";
  const withdraw = () => sendAndClose(tablet, { type: "withdraw_claim", claim: claim.id });
  return { title: say("claim_of", { name: claim.name, seat: claim.label }),
    body: [
      h("div", { key: "head", class: "claim-head" }, standing(tablet, claim),
        h("b", { class: "number claim-points" }, claim.points)),
      formPart(say, view.guide.form, { form: claim.form }),
    ],
    actions: [isOpen && button({ key: "withdraw", act: withdraw }, say("withdraw")),
      claim.may_judge
      && button({ key: "judge", look: isOpen ? "main" : "", act: () => open("judge", { pick: claim.id }) },
        say(isOpen ? "judge_this" : "judge_again"))].filter(Boolean) };
}

/** The claim that was picked, else the first: then the next comes up by itself until none is left. */
export function judgePanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, close } = tablet;
  if (!panel.pick && view.main === "close_claims") return closing(tablet);
  const claim = view.claims.find(({ id }) => id === (panel.pick ?? view.judge));
  if (!claim?.may_judge) {
    return { title: say("judging"), body: h("p", { class: "sentence" }, say("judged_all")),
      actions: button({ key: "close", look: "main", act: close }, say("go_back")) };
  }
  const { body, actions } = judgeTool(tablet, panel, claim, () => {
    if (tablet.panel === panel && (panel.pick || view.open === 1)) close();
  });
  return { title: say("judge_title", { name: claim.name, seat: claim.label, n: claim.points }), body,
    actions };
}

/** The question before the rest is closed, which claims less than the best. */
function closing(/** @type {HallTablet} */ tablet) {
  const { say, open } = tablet;
  const { best, open: n, judge } = tablet.view;
  return { title: say("close_title"),
    body: h("p", { class: "sentence" },
      say("close_why", { n, name: best?.name ?? "", points: best?.points ?? 0 })),
    actions: [button({ key: "judge", act: () => open("judge", { pick: judge }) }, say("judge_on")),
      button({ key: "close-rest", look: "main", act: () => sendAndClose(tablet, { type: "close_claims" }) },
        say("close_do"))] };
}

/** The form as it is counted with its verdicts, or the reasons of one; `state` keeps what was tapped. */
export function judgeTool(/** @type {HallTablet} */ tablet, state, claim, /** @type {() => void} */ done) {
  if (state.claim !== claim.id)
    Object.assign(state, { claim: claim.id, form: { ...claim.form }, reason: "", verdict: null,
      wrong: undefined });
  const { say, view } = tablet;
  const wrong = wrongOf(tablet, state, claim.seat, state.form);
  const form = () =>
    formPart(say, view.guide.form, { form: state.form, claimed: claim.form, put: (form) =>
      remember(tablet, state, { form }) });
  return {
    body: [wrong && !state.verdict && h("p", { key: "wrong", class: "form-wrong" }, wrong),
      state.verdict ? reasons(tablet, state, claim) : form()],
    actions: state.verdict
      ? withReason(tablet, state, claim, done)
      : verdicts(tablet, state, claim, wrong, done),
  };
}

/** True where an earlier judgement is put right. */
function isAgain({ standing }) {
  return !["open", "closed"].includes(standing);
}

function verdicts(/** @type {HallTablet} */ tablet, state, claim, wrong, done) {
  const { view, say, tell } = tablet;
  const { points, refused } = counted(tablet, state.form, wrong);
  const choose = (verdict) => () => remember(tablet, state, { verdict, reason: "" });
  const confirm = isAgain(claim)
    ? choose("confirmed")
    : () => judged(tablet, state, claim, "confirmed", done);
  return [pointsSaid(say, points, view),
    button({ key: `reject ${claim.id}`, look: "danger", act: choose("rejected") }, say("reject")),
    button({ key: `confirm ${claim.id}`, look: "main", refused, tell, act: confirm }, say("confirm"))];
}

/** The reason of a verdict: a tap chooses a usual one, which can be put in own words too. */
function reasons(/** @type {HallTablet} */ tablet, state, claim) {
  const { view: { target }, say } = tablet;
  const { points, isTooFew } = counted(tablet, state.form);
  const isRejected = state.verdict === "rejected";
  const usual = [...(isAgain(claim) ? REASONS.again : []), ...(isRejected ? REASONS.rejected : [])];
  const reasons = usual.map((key) => say(key));
  if (isRejected && isTooFew) reasons.unshift(say("reason_counted", { n: points, target }));
  return h("div", { key: "reasons", class: "reject-reasons" },
    h("h3", {}, say(isRejected ? "why_rejected" : "why_again")),
    h("div", { class: "choices is-grid" },
      reasons.map((reason) =>
        button({ key: reason, "aria-pressed": String(state.reason === reason), act: () =>
          remember(tablet, state, { reason }) }, reason)
      )),
    entry(tablet, state, "reason", { "aria-label": say("own_reason"), placeholder: say("own_reason"),
      maxlength: MAX_REASON_CHARS }));
}

function withReason(/** @type {HallTablet} */ tablet, state, claim, done) {
  const { say, tell } = tablet;
  const refused = state.reason.trim() ? null : say("reason_needed");
  return [
    button({ key: "back", act: () => remember(tablet, state, { verdict: null }) }, say("back_to_count")),
    button({ key: `so ${claim.id}`, look: "main", refused, tell, act: () =>
      judged(tablet, state, claim, state.verdict, done) },
      say(state.verdict === "rejected" ? "reject_so" : "confirm")),
  ];
}

async function judged(/** @type {HallTablet} */ tablet, state, claim, verdict, done) {
  const command = { type: "judge_claim", claim: claim.id, verdict, reason: state.reason.trim(),
    form: state.form };
  if (await tablet.send(/** @type {any} */ (command))) done();
}

/** The desk's tool: the claim that waits or was picked, else an empty form, or why there is none. */
export function claimTool(/** @type {HallTablet} */ tablet, seat, state) {
  const { view, say, send } = tablet;
  const open = seat.claims.find(({ standing }) => ["open", "closed"].includes(standing));
  const judged = seat.claims.find(({ id, may_judge }) =>
    may_judge && (state.pick ? id === state.pick : id === open?.id)
  );
  const withdraw = open
    && button({ key: "withdraw", act: () => send({ type: "withdraw_claim", claim: open.id }) },
      say("withdraw"));
  if (judged) {
    state.judge ??= {};
    const done = () => remember(tablet, state, { pick: null, judge: {} });
    const { body, actions } = judgeTool(tablet, state.judge, judged, done);
    return h("div", { key: `judge ${judged.id}`, class: "desk-claim" }, body,
      h("div", { key: "do", class: "desk-claim-do" }, judged === open && withdraw, actions));
  }
  if (open) return h("div", { key: "open", class: "desk-claim" }, withdraw);
  const cleared = () => remember(tablet, state, { form: emptyForm(view.guide.form) });
  state.form ??= emptyForm(view.guide.form);
  const never = seat.person ? seat.no_claim : say("nobody_plays");
  const { wrong, form, points, enter } = claimForm(tablet, state, seat.seat, never, cleared);
  return h("div", { key: "claim", class: "desk-claim" }, form, wrong,
    h("div", { key: "do", class: "desk-claim-do" }, points, enter));
}
