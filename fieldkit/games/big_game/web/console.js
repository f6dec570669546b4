/** The conductor's console in play: the line to say, rolls, calls, claims, keys in opposite corners. */

import { button, h } from "../dom.js";
import { newClaim } from "./claims.js";
import { keysRow } from "./keys.js";
import { seatTag, standing } from "./pieces.js";
import { seatParts } from "./ring.js";
import { rollsCard, sayCard } from "./say.js";

/** The whole screen. */
export function consoleScreen(/** @type {HallTablet} */ tablet) {
  return h("div", { key: "console", class: "screen hall-console" }, sayCard(tablet), rollsCard(tablet),
    callsCard(tablet), claimsColumn(tablet), keysRow(tablet));
}

/** The open calls for a steward, oldest first. */
export function callsCard(/** @type {HallTablet} */ tablet,
  pick = /** @type {((seat: string) => void) | null} */ (null))
{
  const { view, say } = tablet;
  return h("section", { key: "calls", class: "card hall-card calls-card" },
    h("h2", {}, say("calls"), " ", h("b", { class: "number" }, view.calls.length || "")),
    view.calls.length
      ? h("ul", { key: "rows", class: "call-rows" }, view.calls.map((call) => callRow(tablet, call, pick)))
      : h("p", { key: "none", class: "soft" }, say("no_calls")));
}

function callRow(/** @type {HallTablet} */ { say, send }, call, pick) {
  const tag = seatTag(say, seatParts(call.seat));
  const done = () => send({ type: "close_call", call: call.id });
  return h("li", { key: call.id },
    pick ? button({ key: "seat", look: "call-seat", act: () => pick(call.seat) }, tag) : tag,
    h("p", {}, call.text),
    button({ key: "done", look: "small", "aria-label": say("done_call", { seat: call.label }), act: done },
      say("done")));
}

/** The column of claims: in the order in which they came in, none ever moves. */
function claimsColumn(/** @type {HallTablet} */ tablet) {
  const { view, say, tell, open, memory } = tablet;
  const newest = view.claims.at(-1)?.id ?? 0;
  if (newest > (memory.newestClaim ?? 0))
    requestAnimationFrame(() => document.querySelector(".claim-rows")?.scrollTo(0, 1e6));
  memory.newestClaim = newest;
  const refused = view.can.claim ? null : say(view.rehearsal ? "no_claims_rehearsal" : "no_claims_now");
  return h("section", { key: "claims", class: "card hall-card claims-card" },
    h("h2", {}, view.open ? say("claims_open", { n: view.open }) : say("claims_none"),
      h("span", { key: "target" }, say("target_n", { n: view.target }))),
    h("ol", { class: "claim-rows", tabindex: "0", "aria-label": say("claims") },
      view.claims.map((claim) => claimRow(tablet, claim)),
      h("li", { key: "next", class: "claim-next" }, h("i", { class: "dashed-ring is-large" }),
        h("p", {}, say("next_claim")))),
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
