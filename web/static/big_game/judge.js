/** Judging a claim: what was claimed beside what was counted, and the verdict with its reason. */

import { button, h } from "../dom.js";
import { formPart, formPoints, pointsSaid, wrongOf } from "./form.js";
import { entry } from "./pieces.js";

const QUICK = ["reason_route", "reason_army", "reason_card", "reason_bonus", "reason_building"];
const MOST_REASON = 120;

/** The claim that comes first; the next one comes up by itself, and with the last the panel closes. */
export function judgePanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say } = tablet;
  const claim = view.claims.find(({ id }) => id === view.judge);
  if (!claim || view.main !== "judge_claim") {
    return { title: say("judging"), body: h("p", { class: "sentence" }, say("judged_all")), actions: button({ key: "close", look: "main", act: tablet.close }, say("go_back")) };
  }
  if (panel.claim !== claim.id) Object.assign(panel, { claim: claim.id, form: { ...claim.form }, reason: "", isRejecting: false, wrong: undefined });
  const wrong = wrongOf(tablet, panel, claim.seat, panel.form);
  return {
    title: say("judge_title", { name: claim.name, seat: claim.label, n: claim.points }),
    body: [
      wrong && !panel.isRejecting && h("p", { key: "wrong", class: "form-wrong" }, wrong),
      panel.isRejecting ? reasons(tablet, panel, claim) : formPart(tablet, { form: panel.form, claimed: claim.form, put: (form) => ((panel.form = form), tablet.draw()) }),
    ],
    actions: panel.isRejecting ? rejecting(tablet, panel, claim) : verdicts(tablet, panel, claim, wrong),
  };
}

function verdicts(/** @type {HallTablet} */ tablet, panel, claim, wrong) {
  const { view, say, tell } = tablet;
  const points = formPoints(panel.form);
  const tooFew = points < view.target && view.phase !== "final";
  const refused = wrong ?? (tooFew ? say("too_few", { n: points, target: view.target }) : null);
  const toReasons = () => {
    panel.isRejecting = true;
    tablet.draw();
  };
  return [
    pointsSaid(say, points, view),
    button({ key: `reject ${claim.id}`, look: "danger", act: toReasons }, say("reject")),
    button({ key: `confirm ${claim.id}`, look: "main", refused, tell, act: () => judged(tablet, panel, claim, "confirmed", "") }, say("confirm")),
  ];
}

/** Why it is rejected: a tap on one of the usual reasons, or own words. */
function reasons(/** @type {HallTablet} */ tablet, panel, claim) {
  const { view, say } = tablet;
  const points = formPoints(panel.form);
  const usual = QUICK.map((key) => say(key));
  const counted = points < view.target ? [say("reason_counted", { n: points, target: view.target })] : [];
  const reject = (reason) => () => judged(tablet, panel, claim, "rejected", reason);
  return h(
    "div",
    { key: "reasons", class: "reject-reasons" },
    h("h3", {}, say("why_rejected")),
    h("div", { class: "choices is-grid" }, [...counted, ...usual].map((reason) => button({ key: reason, act: reject(reason) }, reason))),
    entry(tablet, panel, "reason", { "aria-label": say("own_reason"), placeholder: say("own_reason"), maxlength: MOST_REASON }),
  );
}

function rejecting(/** @type {HallTablet} */ tablet, panel, claim) {
  const { say, tell } = tablet;
  const back = () => {
    panel.isRejecting = false;
    tablet.draw();
  };
  const reason = panel.reason.trim();
  return [
    button({ key: "back", act: back }, say("back_to_count")),
    button({ key: `reject-so ${claim.id}`, look: "main", refused: reason ? null : say("own_reason"), tell, act: () => judged(tablet, panel, claim, "rejected", reason) }, say("reject_so")),
  ];
}

async function judged(/** @type {HallTablet} */ tablet, panel, claim, verdict, reason) {
  const command = { type: "judge_claim", claim: claim.id, verdict, reason, form: panel.form };
  const isLast = tablet.view.open === 1;
  if ((await tablet.send(/** @type {any} */ (command))) && isLast && tablet.panel === panel) tablet.close();
}
