/** What is wanted less often: ending the match, a code for another tablet, the crew's balls. */

import { button, h, holdButton, icon } from "../dom.js";
import { pileName, reasonInput } from "./parts.js";

const REASONS = ["reason_time", "reason_dark", "reason_weather", "reason_injury"];

/** Ending the match for time, dark or weather, or giving it up; both press and hold. */
export function endPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  panel.reason ??= say(REASONS[0]);
  const end = (type) => async () => {
    if (await send({ type, reason: panel.reason })) close();
  };
  const holdTo = (type, look) =>
    view.can[type]
    && holdButton({ key: type, look, act: end(type) }, h("b", {}, say(type)),
      h("small", {},
        `${say(type === "end_match" ? "end_match_what" : "abandon_what")} ${say("press_and_hold")}`));
  return { title: say("end_title"), body: reasonInput(tablet, panel, REASONS),
    actions: [holdTo("abandon_match", "danger"), holdTo("end_match", "main")] };
}

/** How many balls of each kind go back to the piles, and in which order. */
export function refillPanel(/** @type {Tablet} */ { view, say, send, tell }) {
  const rows = view.refill.map(({ kind, count, piles }) =>
    h("li", { key: kind, class: `row kind-${kind}` }, icon(kind, "mark"),
      h("div", {}, h("b", {}, `${count} ${say(`kind_${kind}`)}`),
        h("ol", { class: "piles" }, piles.map((pile) => h("li", { key: pile }, pileName(pile, say))))),
      button({ key: "done", look: "small", refused: view.can.refilled ? null : say("cannot_now"), tell,
        act: () => send({ type: "refilled", kinds: { [kind]: count } }) }, say("refill_done")))
  );
  return { title: say("refill"),
    body: rows.length
      ? [h("p", { class: "soft" }, say("refill_what")), h("ul", { class: "rows" }, rows)]
      : h("p", { class: "sentence" }, say("refill_none")),
    actions: rows.length > 0
      && button({ key: "all", look: "main", refused: view.can.refilled ? null : say("cannot_now"), tell,
        act: () =>
          send({ type: "refilled",
            kinds: Object.fromEntries(view.refill.map((row) => [row.kind, row.count])) }) },
        say("refill_all")) };
}
