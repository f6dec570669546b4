/** Big Game, Big Honor on a player's own phone: the dice, the own laurels and points, and the own turn. */

import { faceRows } from "../die.js";
import { button, h } from "../dom.js";
import { remember } from "../panels/inputs.js";
import { rulesFold } from "../panels/rules.js";
import { seatUndo } from "../panels/record.js";
import { charts } from "../panels/over.js";
import { sideMark } from "../sides.js";
import { standings, winner } from "./ending.js";
import { chosenPay, cup, endButton, fly, leaf, leaves, payments, pitchOf, points, prices, sendWords, sent,
  stadium, tapPlace, withDice } from "./parts.js";

export { words } from "./words.js";

/** The whole phone below its bar. */
export function screen(/** @type {HonorSeat} */ seat) {
  const { view, side, say, memory } = seat;
  if (view.phase === "over")
    return h("div", { key: "over", class: "seat-over" }, winner(seat), standings(seat),
      charts(view, say, ["points", "table"]));
  fly(view, memory);
  const isOn = view.on_turn === side.id;
  return h("div", { key: "table", class: `seat-table ${isOn ? "is-on" : ""}` },
    h("section", { key: "pitch", class: "card seat-pitch", "aria-live": "polite" }, pitchOf(seat)),
    seatUndo(seat), isOn && turn(seat), own(seat),
    h("section", { key: "stadium", class: "card seat-stadium" }, stadium(seat, { pitch: left(seat) })),
    h("ul", { key: "others", class: "card seat-others", "aria-label": say("others") },
      view.sides.filter(({ id }) => id !== side.id).map((other) => row(seat, other))),
    rulesFold(say("the_rules"), "BH", view.options));
}

/** The laurels that can still be won; the dice lie above. */
function left({ view, say }) {
  return h("p", { key: "left", class: "seat-left" }, leaf(true),
    h("b", { class: "number" }, view.laurels_left), h("span", {}, say("of_all", { n: view.laurels })));
}

/** The laurels, settlers and points of this phone's player, which may be entered at any time. */
function own(seat) {
  const { side, say } = seat;
  return h("section", { key: "own", class: `card seat-own team-${side.colour}` },
    h("div", { class: "seat-has" }, leaves(seat, side.id), sent(seat, side)),
    h("div", { class: "seat-points" },
      h("div", { class: "seat-whose" }, h("span", {}, say("your_points")), cup(seat, side.id)),
      points(seat, side)));
}

function row(seat, other) {
  const look = seat.view.on_turn === other.id ? "is-on" : "";
  return h("li", { key: other.id, class: `seat-other ${look}` }, sideMark(other),
    h("span", { class: "seat-name" }, h("b", { class: "player-name" }, other.name), cup(seat, other.id)),
    leaves(seat, other.id), h("b", { class: "number" }, other.score));
}

/** The own turn: the dice, a settler, what laurels buy, and its end. */
function turn(/** @type {HonorSeat} */ seat) {
  const { view, side, say, memory } = seat;
  const asked = question(seat);
  if (asked) return h("section", { key: "turn", class: "seat-turn" }, asked);
  const places = view.offers.put_settler ?? (chosenPay(seat) ? view.offers.send_settler.places : []);
  return h("section", { key: "turn", class: "seat-turn", "aria-label": say("your_turn") },
    view.offers.confirm_win
      && button({ key: "win", look: "main seat-win", act: () =>
        remember(seat, memory, { win: view.number }) }, say("plate_win", { name: side.name, n: side.score })),
    view.offers.roll
      && button({ key: "roll", look: "start seat-roll", act: () => rolling(seat, { type: "roll" }) },
        h("b", {}, say("roll"))), places.length > 0 && placeKeys(seat, places),
    view.phase !== "settling"
      && [settler(seat),
        h("div", { key: "prices", class: "prices", role: "group", "aria-label": say("spend") }, prices(seat)),
        endButton(seat, "seat-end")]);
}

/** The question that comes first, while it can still be answered: the real dice, or if the match is won. */
function question(/** @type {HonorSeat} */ seat) {
  const { view, memory } = seat;
  const { dice, win } = memory;
  if (dice?.number === view.number && view.offers[dice.type])
    return [h("h2", { key: "head" }, seat.say("dice_title")), faceRows(seat, dice), backButton(seat)];
  return win === view.number && view.offers.confirm_win ? winQuestion(seat) : null;
}

function winQuestion(/** @type {HonorSeat} */ seat) {
  const { side, say, send } = seat;
  const fill = { name: side.name, n: side.score };
  return [h("p", { key: "what", class: "sentence" }, say("win_what", fill)),
    button({ key: "confirm", look: "main seat-win", act: () => send({ type: "confirm_win" }) },
      say("win_confirm", fill)), backButton(seat)];
}

/** Leaves a question unanswered. */
function backButton(/** @type {HonorSeat} */ seat) {
  const act = () => remember(seat, seat.memory, { dice: null, win: null });
  return button({ key: "back", look: "seat-back", act }, seat.say("back"));
}

/** Send at once where the kit rolls; else ask first what the dice show. */
function rolling(/** @type {HonorSeat} */ seat, command) {
  const ask = (dice) => remember(seat, seat.memory, { dice });
  return withDice(seat, command, ask, () => ask(null));
}

/** The free places as large keys. */
function placeKeys(/** @type {HonorSeat} */ seat, places) {
  const { say } = seat;
  const key = (place) =>
    button({ key: place, look: "seat-place", "aria-label": say("place_free", { place }), act: () =>
      tapPlace(seat, place) }, place);
  return h("div", { key: "places", class: "seat-free" }, h("p", {}, say("tap_free")),
    h("div", { class: "seat-places" }, places.map(key)));
}

function settler(/** @type {HonorSeat} */ seat) {
  const [what, how] = sendWords(seat);
  return h("div", { key: "send", class: "card seat-send" }, h("p", {}, h("b", {}, what), " · ", how),
    payments(seat, rolling));
}
