/** A break, the end of the hall, and what is shown when it is over. */

import { button, h, holdButton, icon } from "../dom.js";
import { fairLine } from "../fair.js";
import { badge, rollChip, sumBars } from "./pieces.js";
import { seatParts } from "./ring.js";

const MINUTES = [5, 10, 15, 20, 30, 45, 60, 90];

/** The end of the turn, a break, the end for time or without a winner, and the alarm. */
export function pausePanel(/** @type {HallTablet} */ tablet) {
  const { view, say, send, close, open, tell } = tablet;
  const { call_break: noBreak, end_hall: noEnd, end_turn: noTurn } = view.refusals;
  const done = (type) => async () => {
    if (await send({ type })) close();
  };
  const rest = (minutes) => async () => {
    if (await send({ type: "call_break", ...(minutes ? { minutes } : {}) })) close();
  };
  const not = (refusal) => ({ refused: refusal?.text ?? null, rule: refusal?.rule, tell });
  const choice = (minutes) =>
    button({ key: minutes, look: "step", ...not(noBreak), act: rest(minutes) },
      say("minutes_n", { n: minutes }));
  return { title: say("break_or_end"),
    body: [h("h3", { key: "break-title" }, say("break_title")),
      h("p", { key: "break-what" },
        noBreak?.text ?? say(noTurn ? "break_what" : "break_ends", { n: view.number })),
      h("div", { key: "minutes", class: "choices minute-choices" }, MINUTES.map(choice),
        button({ key: 0, ...not(noBreak), act: rest(0) }, say("break_open"))),
      h("h3", { key: "end-title" }, say("end_title")),
      h("p", { key: "end-what" }, noEnd?.text ?? say("end_what")),
      h("div", { key: "ends", class: "choices is-grid" },
        button({ key: "turn", ...not(noTurn), act: done("end_turn") }, say("end_turn")),
        button({ key: "end", ...not(noEnd), act: () => open("end", { back: () => open("pause") }) },
          say("end_for_time")), view.can.abandon_hall && abandonButton(tablet),
        view.can.raise_alarm
          && holdButton({ key: "alarm", look: "danger", act: done("raise_alarm") }, h("b", {}, say("alarm")),
            h("small", {}, say("alarm_what"))))] };
}

/** The end without a winner, which must be held. */
export function abandonButton(/** @type {HallTablet} */ { say, send, close }) {
  const act = async () => {
    if (await send({ type: "abandon_hall" })) close();
  };
  return holdButton({ key: "abandon", look: "danger", act }, h("b", {}, say("abandon")),
    h("small", {}, say("abandon_what")));
}

/** The question before the hall is ended for time. */
export function endPanel(/** @type {HallTablet} */ { view, say, send, close, tell }) {
  const refused = view.refusals.end_hall;
  const act = async () => {
    if (await send({ type: "end_hall" })) close();
  };
  return { title: say("end_ask"),
    body: h("div", { class: "ask-once" },
      h("p", { class: "sentence" }, say("end_ask_what", { n: view.turn.number })),
      h("p", { class: "sentence" }, say("end_ask_forms"))),
    actions: button({ key: "do", look: "main", refused: refused?.text ?? null, rule: refused?.rule, tell,
      act }, say("end_for_time")) };
}

/** The question before the winner is announced: after it the hall is over for good. */
export function announcePanel(/** @type {HallTablet} */ { view, say, send, close, tell }) {
  const { winner } = view;
  const act = async () => {
    if (await send({ type: "confirm_result" })) close();
  };
  const sentence = winner
    ? say("announce_what", { name: winner.name, seat: winner.label, n: winner.points })
    : say("announce_nobody");
  return { title: say("announce_ask"),
    body: h("div", { class: "ask-once" }, h("p", { class: "sentence" }, sentence),
      h("p", { class: "sentence" }, say("announce_final"))),
    actions: button({ key: "do", look: "main", refused: view.can.confirm_result ? null : say("claims_first"),
      tell, act }, say(winner ? "announce_do" : "announce_end")) };
}

/** The hall is over: the winner as large as can be, the rolls, paper, and the way to another hall. */
export function overScreen(/** @type {HallTablet} */ tablet) {
  const { view, say, memory, draw } = tablet;
  const again = () => {
    Object.assign(memory, { again: true, hallForm: null });
    draw();
  };
  return h("div", { key: "over", class: "screen hall-over" },
    h("section", { key: "winner", class: "card hall-card winner-card" }, winner(tablet)),
    h("section", { key: "numbers", class: "card hall-card" },
      h("h2", {}, say("played", { n: view.turn.number, players: view.players, boards: view.boards })),
      sumBars(tablet),
      h("ul", { class: "roll-row" },
        view.rolls.map((roll) => rollChip(say, roll, roll === view.rolls[view.rolls.length - 1])))),
    fairLine(/** @type {any} */ (tablet)), h(
      "div",
      { key: "foot", class: view.rehearsal ? "over-keys is-pair" : "over-keys" },
      // A rehearsal has no log book.
      !view.rehearsal
        && h("a", { key: "print", class: "button", href: "/print/match", target: "_blank" }, say("log_book")),
      h("a", { key: "cards", class: "button", href: "/print", target: "_blank" }, say("print_hall")),
      button({ key: "again", look: "start", act: again }, say("new_hall")),
    ));
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
