/** A claim of the seat that is looked at: entered as the player wrote it down, and judged as it was counted. */

import { button, h } from "../dom.js";
import { emptyForm, formPart, formPoints, needsTarget, pointsSaid, wrongOf } from "./form.js";
import { judgeTool } from "./judge.js";

/** The claim that waits for its judgement or was picked, else an empty form, or why nobody claims on this seat now. */
export function claimTool(/** @type {HallTablet} */ tablet, seat, state) {
  const { view, say, send, tell } = tablet;
  state.form ??= emptyForm(view.guide.form);
  const points = formPoints(view.guide.form, state.form);
  const open = seat.claims.find(({ standing }) => ["open", "closed"].includes(standing));
  const never = seat.person ? seat.no_claim : say("nobody_plays");
  const judged = seat.claims.find(({ id, may_judge }) =>
    may_judge && (state.pick ? id === state.pick : id === open?.id)
  );
  const withdraw = open
    && button({ key: "withdraw", act: () => send({ type: "withdraw_claim", claim: open.id }) },
      say("withdraw"));
  if (judged) {
    state.judge ??= {};
    const done = () => {
      Object.assign(state, { pick: null, judge: {} });
      tablet.draw();
    };
    const { body, actions } = judgeTool(tablet, state.judge, judged, done);
    return h("div", { key: `judge ${judged.id}`, class: "desk-claim" }, body,
      h("div", { key: "do", class: "desk-claim-do" }, judged === open && withdraw, actions));
  }
  if (open) return h("div", { key: "open", class: "desk-claim" }, withdraw);
  const wrong = wrongOf(tablet, state, seat.seat, state.form);
  const refused = never ?? wrong
    ?? (points < view.target && needsTarget(view)
      ? say("too_few", { n: points, target: view.target })
      : null);
  const claim = async () => {
    if (await send(/** @type {any} */ ({ type: "claim", seat: seat.seat, form: state.form })))
      state.form = emptyForm(view.guide.form);
    tablet.draw();
  };
  return h("div", { key: "claim", class: "desk-claim" },
    formPart(say, view.guide.form, { form: state.form, put: (form) => ((state.form = form), tablet.draw()) }),
    (never || wrong) && h("p", { key: "wrong", class: "form-wrong" }, never ?? wrong),
    h("div", { key: "do", class: "desk-claim-do" }, pointsSaid(say, points, view),
      button({ key: "claim", look: "main", refused, tell, act: claim }, say("enter_claim"))));
}
