/** A break, the end of the hall, and what is shown when it is over. */

import { button, h, icon } from "../dom.js";
import { fairLine } from "../fair.js";
import { holdToSend, remember, sendAndClose } from "../panels/inputs.js";
import { badge, lastRolls, question, refusedBy, sumBars } from "./pieces.js";
import { seatParts } from "./ring.js";

const MINUTES = [5, 10, 15, 20, 30, 45, 60, 90];

/** The end of the turn, a break, the end for time or without a winner, and the alarm. */
export function pausePanel(/** @type {HallTablet} */ tablet) {
  const { view, say, open, tell } = tablet;
  const { call_break: noBreak, end_hall: noEnd, end_turn: noTurn } = view.refusals;
  const rest = (more) => ({ ...refusedBy(noBreak, tell),
    act: () => sendAndClose(tablet, { type: "call_break", ...more }) });
  const choice = (minutes) =>
    button({ key: minutes, look: "step", ...rest({ minutes }) }, say("minutes_n", { n: minutes }));
  return { title: say("break_or_end"),
    body: [h("h3", { key: "break-title" }, say("break_title")),
      h("p", { key: "break-what" },
        noBreak?.text ?? say(noTurn ? "break_what" : "break_ends", { n: view.number })),
      h("div", { key: "minutes", class: "choices minute-choices" }, MINUTES.map(choice),
        button({ key: 0, ...rest({}) }, say("break_open"))), h("h3", { key: "end-title" }, say("end_title")),
      h("p", { key: "end-what" }, noEnd?.text ?? say("end_what")),
      h("div", { key: "ends", class: "choices is-grid" },
        button({ key: "turn", ...refusedBy(noTurn, tell),
          act: () => sendAndClose(tablet, { type: "end_turn" }) }, say("end_turn")),
        button({ key: "end", ...refusedBy(noEnd, tell),
          act: () => open("end", { back: () => open("pause") }) }, say("end_for_time")),
        view.can.abandon_hall && abandonButton(tablet),
        view.can.raise_alarm
          && holdToSend(tablet, { type: "raise_alarm" }, { word: "alarm", what: say("alarm_what") }))] };
}

/** The end without a winner, which must be held. */
export function abandonButton(/** @type {HallTablet} */ tablet) {
  return holdToSend(tablet, { type: "abandon_hall" }, { word: "abandon", what: tablet.say("abandon_what") });
}

/** The question before the hall is ended for time. */
export function endPanel(/** @type {HallTablet} */ tablet) {
  const { view, say, tell } = tablet;
  return question(say("end_ask"), [say("end_ask_what", { n: view.turn.number }), say("end_ask_forms")],
    button({ key: "do", look: "main", ...refusedBy(view.refusals.end_hall, tell),
      act: () => sendAndClose(tablet, { type: "end_hall" }) }, say("end_for_time")));
}

/** The question before the winner is announced: after it the hall is over for good. */
export function announcePanel(/** @type {HallTablet} */ tablet) {
  const { view: { can, winner }, say, tell } = tablet;
  const what = winner
    ? say("announce_what", { name: winner.name, seat: winner.label, n: winner.points })
    : say("announce_nobody");
  const refused = can.confirm_result ? null : say("claims_first");
  return question(say("announce_ask"), [what, say("announce_final")],
    button({ key: "do", look: "main", refused, tell,
      act: () => sendAndClose(tablet, { type: "confirm_result" }) },
      say(winner ? "announce_do" : "announce_end")));
}

/** The hall is over: the winner as large as can be, the rolls, paper, and the way to another hall. */
export function overScreen(/** @type {HallTablet} */ tablet) {
  const { view, say, memory } = tablet;
  return h(
    "div",
    { key: "over", class: "screen hall-over" },
    h("section", { key: "winner", class: "card hall-card winner-card" }, winner(tablet)),
    h("section", { key: "numbers", class: "card hall-card" },
      h("h2", {}, say("played", { n: view.turn.number, players: view.players, boards: view.boards })),
      sumBars(tablet), lastRolls(tablet)),
    fairLine(/** @type {any} */ (tablet)),
    // A rehearsal has no log book.
    h("div", { key: "foot", class: view.rehearsal ? "over-keys is-pair" : "over-keys" },
      !view.rehearsal
        && h("a", { key: "print", class: "button", href: "/print/match", target: "_blank" }, say("log_book")),
      h("a", { key: "cards", class: "button", href: "/print", target: "_blank" }, say("print_hall")),
      button({ key: "again", look: "start",
        act: () => remember(tablet, memory, { again: true, hallForm: null }) }, say("new_hall"))),
  );
}

function winner(/** @type {HallTablet} */ { view, say }) {
  const { winner } = view;
  if (!winner)
    return h("p", { key: "nobody", class: "winner-name" },
      say(view.rehearsal ? "rehearsal_over" : "no_winner"));
  return [h("p", { key: "wins", class: "winner-head" }, icon("cup"), say("wins")),
    h("p", { key: "name", class: "winner-name" }, winner.name),
    h("p", { key: "seat", class: "winner-seat" }, badge(seatParts(winner.seat).group, "is-large"),
      h("b", {}, winner.label), winner.club && h("span", { key: "club" }, winner.club)),
    h("p", { key: "points", class: "winner-points" }, h("b", { class: "number" }, winner.points),
      say("points_word"))];
}
