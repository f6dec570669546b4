/** Judging a claim: what was claimed beside what was counted, and the verdict with its reason. */

import { button, h } from "../dom.js";
import { formPart, formPoints, needsTarget, pointsSaid, wrongOf } from "./form.js";
import { entry } from "./pieces.js";

/** The usual reasons of a verdict; one that puts an earlier one right needs a reason too. */
const REASONS = { rejected: ["reason_route", "reason_army", "reason_card", "reason_bonus", "reason_building"],
  again: ["reason_slip", "reason_recount"] };
const MOST_REASON = 120;

/** The claim that was picked, else the one that comes first: then the next comes up by itself until none is left. */
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
function closing(/** @type {HallTablet} */ { view, say, send, close, open }) {
  const { best, open: n, judge } = view;
  const act = async () => {
    if (await send({ type: "close_claims" })) close();
  };
  return { title: say("close_title"),
    body: h("p", { class: "sentence" },
      say("close_why", { n, name: best?.name ?? "", points: best?.points ?? 0 })),
    actions: [button({ key: "judge", act: () => open("judge", { pick: judge }) }, say("judge_on")),
      button({ key: "close-rest", look: "main", act }, say("close_do"))] };
}

/** The form as it is counted with its verdicts, or the reasons of a verdict; `state` keeps what was tapped. */
export function judgeTool(/** @type {HallTablet} */ tablet, state, claim, /** @type {() => void} */ done) {
  if (state.claim !== claim.id)
    Object.assign(state, { claim: claim.id, form: { ...claim.form }, reason: "", verdict: null,
      wrong: undefined });
  const { say, view } = tablet;
  const wrong = wrongOf(tablet, state, claim.seat, state.form);
  const form = () =>
    formPart(say, view.guide.form, { form: state.form, claimed: claim.form,
      put: (form) => ((state.form = form), tablet.draw()) });
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
  const points = formPoints(view.guide.form, state.form);
  const tooFew = points < view.target && needsTarget(view);
  const refused = wrong ?? (tooFew ? say("too_few", { n: points, target: view.target }) : null);
  const choose = (verdict) => () => {
    Object.assign(state, { verdict, reason: "" });
    tablet.draw();
  };
  const confirm = isAgain(claim)
    ? choose("confirmed")
    : () => judged(tablet, state, claim, "confirmed", done);
  return [pointsSaid(say, points, view),
    button({ key: `reject ${claim.id}`, look: "danger", act: choose("rejected") }, say("reject")),
    button({ key: `confirm ${claim.id}`, look: "main", refused, tell, act: confirm }, say("confirm"))];
}

/** The reason of a verdict: a tap chooses a usual one, which can be put in own words too. */
function reasons(/** @type {HallTablet} */ tablet, state, claim) {
  const { view, say } = tablet;
  const points = formPoints(view.guide.form, state.form);
  const isRejected = state.verdict === "rejected";
  const usual = [...(isAgain(claim) ? REASONS.again : []), ...(isRejected ? REASONS.rejected : [])].map((
    key,
  ) => say(key));
  const counted = isRejected && points < view.target && needsTarget(view)
    ? [say("reason_counted", { n: points, target: view.target })]
    : [];
  const choose = (reason) => () => {
    state.reason = reason;
    tablet.draw();
  };
  return h("div", { key: "reasons", class: "reject-reasons" },
    h("h3", {}, say(isRejected ? "why_rejected" : "why_again")),
    h("div", { class: "choices is-grid" },
      [...counted, ...usual].map((reason) =>
        button({ key: reason, "aria-pressed": String(state.reason === reason), act: choose(reason) }, reason)
      )),
    entry(tablet, state, "reason", { "aria-label": say("own_reason"), placeholder: say("own_reason"),
      maxlength: MOST_REASON }));
}

function withReason(/** @type {HallTablet} */ tablet, state, claim, done) {
  const { say, tell } = tablet;
  const back = () => {
    state.verdict = null;
    tablet.draw();
  };
  const refused = state.reason.trim() ? null : say("reason_needed");
  return [button({ key: "back", act: back }, say("back_to_count")),
    button({ key: `so ${claim.id}`, look: "main", refused, tell,
      act: () => judged(tablet, state, claim, state.verdict, done) },
      say(state.verdict === "rejected" ? "reject_so" : "confirm"))];
}

async function judged(/** @type {HallTablet} */ tablet, state, claim, verdict, done) {
  const command = { type: "judge_claim", claim: claim.id, verdict, reason: state.reason.trim(),
    form: state.form };
  if (await tablet.send(/** @type {any} */ (command))) done();
}
