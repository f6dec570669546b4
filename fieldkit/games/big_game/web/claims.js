/** Claims of victory: the column of the console, and one claim by itself. */

import { button, h, icon } from "../dom.js";
import { newClaim } from "./claim_entry.js";
import { formPart } from "./form.js";
import { seatTag } from "./pieces.js";

const SIGNS = { confirmed: "grade-pass", rejected: "grade-fail", open: "grade-open" };

/** The column: in the order in which they came in, none ever moves. */
export function claimsColumn(/** @type {HallTablet} */ tablet) {
  const { view, say, tell, open, memory } = tablet;
  const newest = view.claims[view.claims.length - 1]?.id ?? 0;
  if (newest > (memory.newestClaim ?? 0))
    requestAnimationFrame(() => document.querySelector(".claim-rows")?.scrollTo(0, 1e6));
  memory.newestClaim = newest;
  const refused = view.can.claim ? null : say(view.rehearsal ? "no_claims_rehearsal" : "no_claims_now");
  return h("section", { key: "claims", class: "card hall-card claims-card" },
    h("h2", {}, view.open ? say("claims_open", { n: view.open }) : say("claims_none"),
      h("span", { key: "target" }, say("target_n", { n: view.target }))),
    h("ol", { class: "claim-rows", tabindex: "0", "aria-label": say("claims") },
      view.claims.map((claim) => claimRow(tablet, claim)), nextRow(tablet)),
    h("div", { class: "card-keys" },
      button({ key: "claim", refused, tell, act: () => open("claim", newClaim(tablet)) }, say("claim_for"))));
}

function claimRow(/** @type {HallTablet} */ tablet, claim) {
  const { say, open } = tablet;
  return h("li", { key: claim.id, class: `is-${claim.standing}` },
    button({ key: "row", look: "claim-row", act: () => open("claimed", { claim: claim.id }) },
      seatTag(say, claim), h("span", { class: "claim-who" }, h("b", {}, claim.name), standing(tablet, claim)),
      h("b", { class: "number claim-points" }, claim.points)));
}

/** The standing of a claim, in words. */
function standing(/** @type {HallTablet} */ { view, say }, claim) {
  const isNext = claim.id === view.judge && view.main === "judge_claim";
  return h("span", { class: "claim-standing" }, sign(claim),
    h("span", {}, isNext && claim.standing === "open" ? say("claim_judged_now") : standingSaid(say, claim)));
}

/** The sign of a claim's standing. */
export function sign({ standing }) {
  return SIGNS[standing] ? icon(SIGNS[standing]) : h("i", { class: "dashed-ring" });
}

/** A claim's standing in words. */
export function standingSaid(/** @type {Say} */ say, { standing, reason }) {
  return say(`claim_${standing}`, { reason });
}

function nextRow(/** @type {HallTablet} */ { say }) {
  return h("li", { key: "next", class: "claim-next" }, h("i", { class: "dashed-ring is-large" }),
    h("p", {}, say("next_claim")));
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
