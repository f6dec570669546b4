/** Big Game, Big Honor on the tablet in the middle of the table: stadium, players, settlers, laurels and the dice. */

import { button, h, icon } from "../dom.js";
import { faceRows } from "../die.js";
import { fairSentence } from "../fair.js";
import { seatPanel, seatsPanel } from "../panels/code.js";
import { overScreen, winPanel } from "./ending.js";
import { fly } from "./fly.js";
import { codePanel, morePanel, rulesPanel, sumsPanel } from "./more.js";
import { cup, leaf, leaves, mark, payments, points, prices, sendWords, sent, sideOf, stadium,
  withDice } from "./parts.js";
import { setupScreen } from "./setup.js";
import { recordPanel, takeBack, undoPanel } from "../panels/record.js";

export { words } from "./words.js";

/** The picture of the game where one is chosen. */
export const picture = "cup";
/** The stadium leaves a corner free for the line of fair dice. */
export const placesFairLine = true;

const LAST_LINES = 2;
/** From this many players on the cards are drawn in fewer lines. */
const MANY = 5;

export const panels = { code: codePanel, dice: dicePanel, more: morePanel, record: recordPanel,
  rules: rulesPanel, seat: seatPanel, seats: seatsPanel, sums: sumsPanel, undo: undoPanel, win: winPanel };

/** Setting up a match, also over the result of the last one. */
export function setup(/** @type {HonorTablet} */ tablet) {
  return h("div", { key: "setup", class: "screen honor-setup" }, setupScreen(tablet));
}

/** The table, or the result once it is over. */
export function screen(/** @type {HonorTablet} */ tablet) {
  const { view, memory } = tablet;
  fly(view, memory);
  if (view.phase === "over") return h("div", { key: "over", class: "screen honor-over" }, overScreen(tablet));
  const many = view.players.length >= MANY ? "is-many" : "";
  return h("div", { key: "table", class: `screen honor ${many}` },
    h("section", { key: "stadium", class: "card stadium-card" }, stadium(tablet, places(tablet)),
      view.roll && h("p", { key: "outcome", class: "outcome-below" }, view.roll.text), promised(tablet)),
    h("ul", { key: "players", class: "players" }, view.sides.map((side) => playerCard(tablet, side))),
    sendRow(tablet),
    h("div", { key: "prices", class: "prices", role: "group", "aria-label": tablet.say("spend") },
      prices(tablet)), lastLines(tablet),
    h("div", { key: "turn", class: "turn-buttons" }, rollButton(tablet), endButton(tablet)));
}

/** The beginning of the hash that binds the match to its dice; all of it is under More. */
function promised(/** @type {HonorTablet} */ { view, say }) {
  return view.fair && h("p", { key: "fair", class: "promised" }, fairSentence(view.fair, say));
}

/** The bar: whose turn it is, the laurels that are left, and the way to all else. */
export function bar(/** @type {HonorTablet} */ { view, say, open }) {
  return [h("div", { key: "title", class: "bar-title" }, h("h1", {}, view.title), h("p", {}, view.subtitle)),
    h("p", { key: "left", class: "bar-laurels", "aria-label": say("laurels_left", { n: view.laurels_left }) },
      leaf(true), h("b", { class: "number" }, view.laurels_left),
      h("span", {}, say("of_all", { n: view.laurels }))),
    button({ key: "record", look: "on-bar", act: () => open("record") }, say("last_actions")),
    button({ key: "more", look: "on-bar", act: () => open("more") }, say("more"))];
}

/** The plate for everybody's eye: somebody has enough points in the own turn. */
export function plates(/** @type {HonorTablet} */ { view, say, open }) {
  const side = sideOf(view, view.on_turn);
  if (!view.offers.confirm_win || !side) return [];
  const text = say("plate_win", { name: side.name, n: side.score });
  return [
    h("button", { key: "win", type: "button", class: "plate is-result", on: { click: () => open("win") } },
      h("b", {}, text)),
  ];
}

/** The places that light up now, with the act of a tap on one. */
function places(/** @type {HonorTablet} */ { view, memory, send }) {
  const pay = chosenPay({ view, memory });
  if (view.offers.put_settler)
    return { lit: view.offers.put_settler, tap: (place) => send({ type: "put_settler", place }) };
  if (!pay) return {};
  const tap = (place) => {
    memory.pay = null;
    return send({ type: "send_settler", pay, place });
  };
  return { lit: view.offers.send_settler.places, tap };
}

/** The payment that was tapped, as long as it is of this turn and a place must be chosen. */
function chosenPay({ view, memory }) {
  const { pay } = memory;
  return pay && pay.turn === view.number && view.offers.send_settler?.places.length ? pay.kind : null;
}

function playerCard(/** @type {HonorTablet} */ tablet, side) {
  const { view, say } = tablet;
  const isOn = view.on_turn === side.id && view.phase !== "special";
  return h("li", { key: side.id, class: `card player team-${side.colour} ${isOn ? "is-on" : ""}`,
    "aria-current": isOn ? "true" : undefined },
    h("div", { class: "player-who" }, mark(side), h("b", { class: "player-name" }, side.name),
      cup(tablet, side.id), isOn && h("span", { key: "on", class: "is-hidden" }, say("on_turn"))),
    h("div", { class: "player-has" }, leaves(tablet, side.id), sent(tablet, side)),
    h("div", { class: "player-points" }, points(tablet, side)));
}

function sendRow(/** @type {HonorTablet} */ tablet) {
  const { view, memory, draw } = tablet;
  const pay = chosenPay(tablet);
  const choose = (kind) => {
    // A full table is rolled for at once; else a place is tapped next.
    if (view.chances) return rolling(tablet, { type: "send_settler", pay: kind });
    memory.pay = pay === kind ? null : { kind, turn: view.number };
    return draw();
  };
  const side = sideOf(view, view.on_turn);
  const can = view.offers.send_settler ? "can-send" : "";
  const [what, how] = sendWords(tablet, pay);
  return h("div", { key: "send", class: `card send team-${side?.colour} ${can}` },
    icon("settler", "send-settler"),
    h("div", { class: "send-words", "aria-live": "polite" }, h("b", {}, what), h("span", {}, how)),
    payments(tablet, pay, choose));
}

function lastLines(/** @type {HonorTablet} */ tablet) {
  const { view, say } = tablet;
  const lines = view.recent.slice(0, LAST_LINES);
  const newest = view.recent.find((line) => line.can_strike);
  return h("section", { key: "last", class: "card last-lines" },
    h("ul", {},
      lines.length
        ? lines.map((line) => h("li", { key: line.seq }, line.text))
        : h("li", {}, say("nothing_yet"))),
    button({ key: "back", look: "small",
      "aria-label": newest ? say("take_back_what", { what: newest.text }) : say("take_back"),
      refused: newest ? null : say("nothing_yet"), tell: tablet.tell,
      act: () => newest && takeBack(tablet, newest) }, say("take_back")));
}

function rollButton(/** @type {HonorTablet} */ tablet) {
  const { view, say, tell } = tablet;
  const refused = view.refusals.roll;
  const name = sideOf(view, view.on_turn)?.name ?? "";
  const below = !refused
    ? say(view.options.dice === "kit" ? "roll_kit" : "roll_tap", { name })
    : view.phase === "rolled"
    ? say("roll_done", { sum: view.produced })
    : view.phase === "settling"
    ? say("roll_first")
    : "";
  return button({ key: "roll", look: `turn-roll ${refused ? "" : "start"}`, refused: refused?.text ?? null,
    rule: refused?.rule, tell, act: () => rolling(tablet, { type: "roll" }) }, h("b", {}, say("roll")),
    h("span", {}, below));
}

/** The end of the turn, and whose the next one is; of the special building phase likewise. */
function endButton(/** @type {HonorTablet} */ { view, say, send, tell }) {
  const isBuilding = Boolean(view.offers.end_building);
  const refused = isBuilding ? null : view.refusals.end_turn;
  const next = sideOf(view, view.next);
  return button({ key: "end", look: `turn-end ${refused ? "" : "start"}`, refused: refused?.text ?? null,
    rule: refused?.rule, tell, act: () => send({ type: isBuilding ? "end_building" : "end_turn" }) },
    h("b", {}, say(isBuilding ? "building_over" : "end_turn")),
    next && h("span", { key: "next", class: "turn-next" }, mark(next), say("is_next", { name: next.name })));
}

function rolling(/** @type {HonorTablet} */ tablet, command) {
  return withDice(tablet, command, (asked) => tablet.open("dice", asked), tablet.close);
}

/** The panel that asks what real dice show. */
function dicePanel(/** @type {HonorTablet} */ tablet, panel) {
  return { title: tablet.say("dice_title"),
    body: faceRows(tablet, panel, panel.number !== tablet.view.number) };
}
