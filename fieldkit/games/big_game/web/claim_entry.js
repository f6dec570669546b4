/** Entering a claim for a seat: first which one, with the name at once, then its form. */

import { button, h } from "../dom.js";
import { keypad } from "../panels/inputs.js";
import { emptyForm, formPart, formPoints, needsTarget, pointsSaid, wrongOf } from "./form.js";
import { badge, groupName } from "./pieces.js";
import { GROUPS } from "./ring.js";

const MOST_DIGITS = 4;

/** The state of the panel of a new claim, empty at first; `left` is a form of this turn that was not handed in. */
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
  const { view, say, tell, open, close, send, memory } = tablet;
  const points = formPoints(view.guide.form, draft.form);
  const wrong = wrongOf(tablet, draft, seatOf(draft), draft.form);
  const refused = wrong
    ?? (points < view.target && needsTarget(view)
      ? say("too_few", { n: points, target: view.target })
      : null);
  const claim = async () => {
    if (!(await send({ type: "claim", seat: seatOf(draft), form: draft.form }))) return;
    memory.claimDraft = null;
    close();
  };
  return { title: say("claim_of", { name: draft.person.name, seat: draft.found.label }),
    body: [wrong && h("p", { key: "wrong", class: "form-wrong" }, wrong),
      formPart(say, view.guide.form, { form: draft.form,
        put: (form) => ((draft.form = form), tablet.draw()) })],
    actions: [pointsSaid(say, points, view),
      button({ key: "seat", act: () => open("claim", newClaim(tablet)) }, say("other_seat")),
      button({ key: "do", look: "main", refused, tell, act: claim }, say("enter_claim"))] };
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
  const typed = (text) => put({ board: text.replace(/\D/g, "").slice(0, MOST_DIGITS) });
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
  const text = !draft.board
    ? say("type_board")
    : found === null || found === undefined
    ? say("one_moment")
    : found === false
    ? say("no_such_seat")
    : person
    ? person.name
    : say("seat_empty");
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
