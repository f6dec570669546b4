/** A record that does not hold: what the referee is told and may choose, and what everybody else sees meanwhile. */

import { h, holdButton } from "./dom.js";
import { speaker } from "./format.js";
import { stopButton } from "./stop.js";
import { words } from "./words/doubt.js";

const say = speaker(words);

/** The tablet's screen while the record is in doubt: which entry does not hold, and the two ways on. */
export function doubtScreen(/** @type {Tablet} */ tablet) {
  const doubt = /** @type {any} */ (tablet.view.doubt);
  const { record, about, why, good, copy, stop } = doubt;
  return h(
    "div",
    { key: "doubt", class: "screen doubt" },
    h("h2", {}, say(about ? "doubt_what" : "doubt_which", { record, about, why })),
    h("p", { class: "doubt-meanwhile" }, say("doubt_meanwhile")),
    h(
      "div",
      { class: "doubt-ways" },
      way(tablet, "last_good", say(good ? "doubt_last" : "doubt_none"), good && say("doubt_decision", good), good?.score),
      copy
        ? way(tablet, "second_copy", say("doubt_copy"), say("doubt_until", { n: copy.records, about: copy.until }), copy.score)
        : h("p", { key: "no-copy", class: "soft" }, say("doubt_no_copy")),
    ),
    stop && stopButton({ ...tablet, say }, true, { type: stop }),
  );
}

/** One way on: what it is called, where the match stood then, and the points. */
function way(/** @type {Tablet} */ tablet, choose, name, where, score) {
  const act = () => tablet.send(/** @type {any} */ ({ type: "trust_record", choose }), { urgent: true });
  return holdButton(
    { key: choose, id: choose, look: "doubt-way", act, tapped: () => tablet.tell(say("doubt_hold")) },
    h("b", {}, name),
    where && h("span", {}, where),
    score && h("span", { class: "number" }, score),
    h("small", {}, say("doubt_hold")),
  );
}

/** What everybody else sees in place of the match. */
export function doubtCard() {
  return h("section", { key: "doubt", class: "card doubt-card" }, h("h2", {}, say("doubt_title")), h("p", {}, say("doubt_public")));
}

/** The same in one line. */
export function doubtLine() {
  return say("doubt_title");
}
