/** A claim entered at the desk for the seat that is looked at, as the player wrote it down. */

import { button, h } from "../dom.js";
import { emptyForm, formPart, formPoints, pointsSaid, wrongOf } from "./form.js";

/** The form with its points, or why nobody claims on this seat now. */
export function claimTool(/** @type {HallTablet} */ tablet, seat, state) {
  const { view, say, send, tell } = tablet;
  state.form ??= emptyForm();
  const points = formPoints(state.form);
  const isFinal = view.phase === "final";
  const open = seat.claims.find(({ standing }) => standing === "open");
  const never = seat.person ? seat.no_claim : say("nobody_plays");
  if (open) return h("div", { key: "open", class: "desk-claim" }, button({ key: "withdraw", act: () => send({ type: "withdraw_claim", claim: open.id }) }, say("withdraw")));
  const wrong = wrongOf(tablet, state, seat.seat, state.form);
  const refused = never ?? wrong ?? (points < view.target && !isFinal ? say("too_few", { n: points, target: view.target }) : null);
  const claim = async () => {
    if (await send(/** @type {any} */ ({ type: "claim", seat: seat.seat, form: state.form }))) state.form = emptyForm();
    tablet.draw();
  };
  return h(
    "div",
    { key: "claim", class: "desk-claim" },
    formPart(tablet, { form: state.form, put: (form) => ((state.form = form), tablet.draw()) }),
    (never || wrong) && h("p", { key: "wrong", class: "form-wrong" }, never ?? wrong),
    h("div", { key: "do", class: "desk-claim-do" }, pointsSaid(say, points, view), button({ key: "claim", look: "main", refused, tell, act: claim }, say("enter_claim"))),
  );
}
