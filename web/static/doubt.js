/** A record that does not hold: the referee's choices. */

import { h, holdButton } from "./dom.js";
import { speaker } from "./format.js";
import { stopButton } from "./stop.js";
import { words } from "./words/referee.js";

const say = speaker(words);

/** The tablet's screen while the record is in doubt: what does not hold, and the two ways on. */
export function doubtScreen(/** @type {Tablet} */ tablet) {
  const doubt = /** @type {any} */ (tablet.view.doubt);
  const { about, good, copy, stop } = doubt;
  return h("div", { key: "doubt", class: "screen doubt" }, h("h2", {}, what(doubt)),
    about && h("p", { class: "doubt-reads" }, say("doubt_reads", { about })),
    h("p", { class: "doubt-meanwhile" }, say("doubt_meanwhile")),
    h("div", { class: "doubt-ways" },
      way(tablet, "last_good", say(good.seq ? "doubt_last" : "doubt_none"), good),
      copy
        ? way(tablet, "second_copy", say("doubt_copy"), copy)
        : h("p", { key: "no-copy", class: "soft" }, say("doubt_no_copy"))),
    stop && stopButton({ ...tablet, say }, true, { type: stop }));
}

/** The part that does not hold, counted in the decisions of the match as the ways on are. */
function what({ decision, good, why }) {
  if (decision) return say("doubt_which", { seq: decision, why });
  return say(good.seq ? "doubt_after" : "doubt_begin", { seq: good.seq, why });
}

/** One way on: what it is called, where the match stood then, the points, and what it costs. */
function way(/** @type {Tablet} */ tablet, choose, name, { seq, about, score, gone }) {
  const act = () => tablet.send(/** @type {any} */ ({ type: "trust_record", choose }), { urgent: true });
  return holdButton({ key: choose, id: choose, look: "doubt-way", act,
    tapped: () => tablet.tell(say("doubt_hold")) }, h("b", {}, name),
    seq > 0 && h("span", {}, say("doubt_decision", { seq, about })),
    score && h("span", { class: "number" }, score), h("span", { class: "doubt-gone" }, cost(gone)),
    h("small", {}, say("doubt_hold")));
}

/** The loss of a choice: "5 decisions and 8 minutes would go." */
function cost({ decisions, ms }) {
  if (!decisions) return say("doubt_kept");
  const n = Math.round(ms / 60_000);
  return say("doubt_gone", { decisions: say("doubt_decisions", { n: decisions }),
    minutes: n ? say("doubt_minutes", { n }) : say("doubt_moment") });
}
