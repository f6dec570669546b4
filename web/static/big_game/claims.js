/** Claims of victory: the column of the console, one claim by itself, and claiming for a seat. */

import { button, h, icon } from "../dom.js";
import { emptyForm, formPart, formPoints, wrongOf } from "./form.js";
import { badge, GROUPS, groupName, seatTag } from "./pieces.js";

const DRAWN = { confirmed: "grade-pass", rejected: "grade-fail" };
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0];
const MOST_DIGITS = 4;

/** The column: in the order in which they came in, none ever moves. */
export function claimsColumn(/** @type {HallTablet} */ tablet) {
  const { view, say, tell, open, memory } = tablet;
  const newest = view.claims[view.claims.length - 1]?.id ?? 0;
  if (newest > (memory.newestClaim ?? 0)) requestAnimationFrame(() => document.querySelector(".claim-rows")?.scrollTo(0, 1e6));
  memory.newestClaim = newest;
  const refused = view.can.claim ? null : say(view.rehearsal ? "no_claims_rehearsal" : "no_claims_now");
  return h(
    "section",
    { key: "claims", class: "card hall-card claims-card" },
    h("h2", {}, view.open ? say("claims_open", { n: view.open }) : say("claims_none"), h("span", { key: "target" }, say("target_n", { n: view.target }))),
    h("ol", { class: "claim-rows", tabindex: "0", "aria-label": say("claims") }, view.claims.map((claim) => claimRow(tablet, claim)), nextRow(tablet)),
    h("div", { class: "card-keys" }, button({ key: "claim", refused, tell, act: () => open("claim", newClaim(tablet)) }, say("claim_for"))),
  );
}

function claimRow(/** @type {HallTablet} */ tablet, claim) {
  const { say, open } = tablet;
  return h(
    "li",
    { key: claim.id, class: `is-${claim.standing}` },
    button(
      { key: "row", look: "claim-row", act: () => open("claimed", { claim: claim.id }) },
      seatTag(say, claim),
      h("span", { class: "claim-who" }, h("b", {}, claim.name), standing(tablet, claim)),
      h("b", { class: "number claim-points" }, claim.points),
    ),
  );
}

/** What became of a claim, in words. */
function standing(/** @type {HallTablet} */ { view, say }, claim) {
  const isNext = claim.id === view.judge && view.main === "judge_claim";
  const key = claim.standing === "open" ? (isNext ? "claim_judged_now" : "claim_open") : `claim_${claim.standing}`;
  const text = claim.standing === "rejected" ? say(key, { reason: claim.reason }) : say(key);
  const sign = DRAWN[claim.standing] ?? (claim.standing === "open" ? "grade-open" : null);
  return h("span", { class: "claim-standing" }, sign ? icon(sign) : h("i", { class: "dashed-ring" }), h("span", {}, text));
}

function nextRow(/** @type {HallTablet} */ { say }) {
  return h("li", { key: "next", class: "claim-next" }, h("i", { class: "dashed-ring is-large" }), h("p", {}, say("next_claim")));
}

/** One claim: what its form says, and taking it back. */
export function claimedPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, open, close, send } = tablet;
  const claim = view.claims.find(({ id }) => id === panel.claim);
  if (!claim) return { title: say("claims"), body: h("p", { class: "sentence" }, say("claim_gone")) };
  const isOpen = claim.standing === "open";
  const withdraw = async () => {
    if (await send({ type: "withdraw_claim", claim: claim.id })) close();
  };
  return {
    title: say("claim_of", { name: claim.name, seat: claim.label }),
    body: [
      h("div", { key: "head", class: "claim-head" }, standing(tablet, claim), h("b", { class: "number claim-points" }, claim.points)),
      formPart(tablet, { form: claim.form }),
    ],
    actions: [
      isOpen && button({ key: "withdraw", act: withdraw }, say("withdraw")),
      isOpen && view.main === "judge_claim" && button({ key: "judge", look: "main", act: () => open("judge") }, say("judge_claims", { n: view.open })),
    ].filter(Boolean),
  };
}

/** What the panel of a new claim remembers; the form is kept when the panel is closed by a clock that starts. */
export function newClaim(/** @type {HallTablet} */ { view, memory }, seat = "") {
  const [board, group] = seat.split("-");
  const fresh = { board: board ?? "", group: group ?? view.turn.group ?? "sun", form: emptyForm(), turn: view.number, match: view.match };
  const left = memory.claimDraft;
  const isStill = !seat && left && left.turn === view.number && left.match === view.match;
  memory.claimDraft = isStill ? left : fresh;
  return { draft: memory.claimDraft };
}

/** Claiming for a seat: first which one, with the name at once, then its form. */
export function claimPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell, close, send, memory } = tablet;
  const { draft } = panel;
  const points = formPoints(draft.form);
  const isFinal = view.phase === "final";
  const wrong = wrongOf(tablet, draft, seatOf(draft), draft.form);
  const refused = wrong ?? (points < view.target && !isFinal ? say("too_few", { n: points, target: view.target }) : null);
  const claim = async () => {
    if (!(await send({ type: "claim", seat: seatOf(draft), form: draft.form }))) return;
    memory.claimDraft = null;
    close();
  };
  const step = (isForm) => () => {
    draft.isForm = isForm;
    tablet.draw();
  };
  if (!draft.isForm || !draft.person) {
    return {
      title: say("claim_for_title"),
      body: h("div", { key: "seat", class: "seat-picker" }, seatEntry(tablet, draft), seatFound(tablet, draft)),
      actions: button({ key: "form", look: "main", refused: draft.person ? null : say("seat_first"), tell, act: step(true) }, say("to_form")),
    };
  }
  return {
    title: say("claim_of", { name: draft.person.name, seat: draft.found.label }),
    body: [
      wrong && h("p", { key: "wrong", class: "form-wrong" }, wrong),
      formPart(tablet, { form: draft.form, put: (form) => ((draft.form = form), tablet.draw()) }),
    ],
    actions: [pointsSaid(say, points, view), button({ key: "seat", act: step(false) }, say("other_seat")), button({ key: "do", look: "main", refused, tell, act: claim }, say("enter_claim"))],
  };
}

/** The points of a form beside those that are needed. */
export function pointsSaid(/** @type {Say} */ say, points, /** @type {HallView} */ { target, phase }) {
  return h("p", { key: "points", class: `form-points ${points >= target || phase === "final" ? "is-enough" : ""}` }, h("b", { class: "number" }, points), h("span", {}, say("of_target", { n: target })));
}

function seatOf(draft) {
  return `${Number(draft.board)}-${draft.group}`;
}

/** The number of the board and the group; each change looks up who sits there. */
function seatEntry(/** @type {HallTablet} */ tablet, draft) {
  const { say } = tablet;
  const put = (changes) => {
    Object.assign(draft, changes, { person: null, found: null });
    tablet.draw();
    findSeat(tablet, draft);
  };
  if (draft.board && draft.asked !== seatOf(draft)) findSeat(tablet, draft);
  const digit = (n) => () => draft.board.length < MOST_DIGITS && put({ board: `${draft.board}${n}` });
  return h(
    "div",
    { key: "entry", class: "seat-entry" },
    h("input", {
      key: "board",
      class: "input number",
      inputmode: "none",
      "aria-label": say("board_number"),
      placeholder: say("board"),
      maxlength: MOST_DIGITS,
      value: draft.board,
      on: { input: (event) => put({ board: event.currentTarget.value.replace(/\D/g, "") }) },
    }),
    GROUPS.map((group) => button({ key: group, look: "group-choice", "aria-pressed": String(draft.group === group), act: () => put({ group }) }, badge(group), groupName(say, group))),
    h(
      "div",
      { key: "digits", class: "digit-keys" },
      DIGITS.map((n) => button({ key: n, look: "step", act: digit(n) }, n)),
      button({ key: "back", look: "step", "aria-label": say("rub_out"), act: () => put({ board: draft.board.slice(0, -1) }) }, "⌫"),
    ),
  );
}

/** Who sits there, as soon as it is known. */
function seatFound(/** @type {HallTablet} */ { say }, draft) {
  const { found, person } = draft;
  const text = !draft.board ? say("type_board") : found === null || found === undefined ? say("one_moment") : found === false ? say("no_such_seat") : person ? person.name : say("seat_empty");
  const below = person && [person.club, say("number_n", { n: person.number }), person.plays ? "" : say(person.removed ? "is_removed" : "is_away")].filter(Boolean).join(" · ");
  return h("p", { key: "found", class: `seat-found ${person ? "is-known" : ""}`, "aria-live": "polite" }, h("b", {}, text), below && h("span", { key: "below" }, below));
}

async function findSeat(/** @type {HallTablet} */ tablet, draft) {
  if (!draft.board) return;
  const seat = seatOf(draft);
  draft.asked = seat;
  const answer = await tablet.look({ what: "seat", seat });
  if (seatOf(draft) !== seat) return;
  draft.found = answer ?? false;
  draft.person = answer?.person ?? null;
  tablet.drawIn(0);
}
