/** START, what it says beside the round's number, and what takes its place when somebody has won. */

import { h, holdButton } from "../dom.js";
import { listed } from "../format.js";
import { promptButton } from "../stop.js";
import { confirmResult } from "./ending.js";
import { teamNames } from "./parts.js";
import { pendingRows } from "./round.js";

/** Longer words below START are set in narrow letters. */
const WIDE = 44;

/** Start, or, once somebody has won, the result to confirm in its place. */
export function startOrConfirm(/** @type {Tablet} */ tablet) {
  return tablet.view.can.confirm_result ? confirmButton(tablet) : startButton(tablet);
}

function confirmButton(/** @type {Tablet} */ tablet) {
  const { view, say, open } = tablet;
  const words = say("confirm", { teams: listed(teamNames(view, view.result?.winners ?? [])) });
  return holdButton({ key: "confirm", id: "confirm", look: "start is-wanted",
    act: () => confirmResult(tablet), tapped: () => open("confirm") },
    h("b", { style: { "--letters": words.length } }, words), h("small", {}, say("press_and_hold")));
}

/** The reason that no round can be started now, for a button: what whistles cannot wait for the link. */
function refusal(/** @type {Tablet} */ { view, say, tell, away }) {
  const may = view.can.start_round;
  const refused = !may ? (view.blocked?.text ?? say("cannot_start")) : away ? say("not_started") : null;
  return { refused, rule: may ? null : view.blocked?.rule, tell };
}

function startButton(/** @type {Tablet} */ tablet) {
  const { view, say, open } = tablet;
  const late = view.pending.length;
  const isOver = view.phase === "break" && view.clock.state === "idle";
  const [words, also] = [say("start_round", { n: (view.round ?? 0) + 1 }), startWords(tablet)];
  return promptButton(tablet, "start_round", { key: "start", id: "start",
    look: `start ${isOver ? "is-wanted" : ""}`, going: "starting", "data-acts": `${words} ${also}`,
    ...refusal(tablet), act: () => (late ? open("late") : startRound(tablet)) },
    h("span", { class: "start-round" }, words),
    also && h("small", { key: "also", class: also.length > WIDE ? "is-long" : "" }, also));
}

/** The effects of starting beside the whistle: what it refuses, and what must be called out before it. */
function startWords(/** @type {Tablet} */ { view, say }) {
  const { foresight, supremacy } = view.next_round;
  const name = (id) => ({ team: teamNames(view, [id])[0] });
  const said = [view.pending.length > 0 && say("start_refuses", { n: view.pending.length }),
    foresight && say("start_first", name(foresight)),
    supremacy && say("start_only_knights", name(supremacy))];
  return said.filter(Boolean).join(" · ");
}

function startRound(/** @type {Tablet} */ { send, say }, more = {}) {
  return send({ type: "start_round", ...more }, { orElse: say("not_started") });
}

/**
 * The late balls that START would refuse, to be judged first or refused with it. It closes with the last one.
 */
export function latePanel(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const rows = pendingRows(tablet);
  if (!rows) return null;
  const start = () => startRound(tablet, { refuse_pending: true });
  return { title: say("late_balls"), body: [h("p", { key: "what", class: "sentence" }, say("judge")), rows],
    actions: view.pending.length > 0
      && promptButton(tablet, "start_round", { key: "start", look: "start", going: "starting",
        ...refusal(tablet), act: start }, say("start_refusing")) };
}
