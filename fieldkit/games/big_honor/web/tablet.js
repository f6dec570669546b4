/** Big Game, Big Honor on the tablet in the middle of the table. */

import { button, h, icon } from "../dom.js";
import { faceRows } from "../die.js";
import { fairSentence } from "../fair.js";
import { holdToSend } from "../panels/inputs.js";
import { menuPanel, panelsOf } from "../panels/menu.js";
import { takeBack } from "../panels/record.js";
import { rulebook, rulesPanel } from "../panels/rules.js";
import { sideMark, sideOf } from "../sides.js";
import { overScreen, winPanel } from "./ending.js";
import { chosenPay, cup, endButton, fly, leaf, leaves, payments, points, prices, sendWords, sent, stadium,
  tapPlace, withDice } from "./parts.js";
import { setupScreen } from "./setup.js";

export { words } from "./words.js";

/** The stadium leaves a corner free for the line of fair dice. */
export const placesFairLine = true;

const LAST_LINES = 2;
/** From this many players on the cards are drawn in fewer lines. */
const MANY = 5;

/** The entries of More. */
const MORE = ["seats", "code", { key: "rules",
  panel: rulesPanel(({ view }) => rulebook("BH", view.options)) }, "sound", "hub", "fair", { key: "sums",
  word: "the_sums", panel: sumsPanel }, "theme", "print", "sheet"];

export const panels = { ...panelsOf(MORE), more: morePanel, win: winPanel,
  dice: (/** @type {HonorTablet} */ tablet, panel) => ({ title: tablet.say("dice_title"),
    body: faceRows(tablet, panel, panel.number !== tablet.view.number) }) };

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
    h("div", { key: "turn", class: "turn-buttons" }, rollButton(tablet),
      endButton(tablet, "turn-end", nextUp(tablet))));
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
function places(/** @type {HonorTablet} */ tablet) {
  const { view } = tablet;
  const lit = view.offers.put_settler ?? (chosenPay(tablet) ? view.offers.send_settler.places : []);
  return { lit, tap: (place) => tapPlace(tablet, place) };
}

function playerCard(/** @type {HonorTablet} */ tablet, side) {
  const { view, say } = tablet;
  const isOn = view.on_turn === side.id && view.phase !== "special";
  return h("li", { key: side.id, class: `card player team-${side.colour} ${isOn ? "is-on" : ""}`,
    "aria-current": isOn ? "true" : undefined },
    h("div", { class: "player-who" }, sideMark(side), h("b", { class: "player-name" }, side.name),
      cup(tablet, side.id), isOn && h("span", { key: "on", class: "is-hidden" }, say("on_turn"))),
    h("div", { class: "player-has" }, leaves(tablet, side.id), sent(tablet, side)),
    h("div", { class: "player-points" }, points(tablet, side)));
}

function sendRow(/** @type {HonorTablet} */ tablet) {
  const { view } = tablet;
  const side = sideOf(view, view.on_turn);
  const can = view.offers.send_settler ? "can-send" : "";
  const [what, how] = sendWords(tablet);
  return h("div", { key: "send", class: `card send team-${side?.colour} ${can}` },
    icon("settler", "send-settler"),
    h("div", { class: "send-words", "aria-live": "polite" }, h("b", {}, what), h("span", {}, how)),
    payments(tablet, rolling));
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

/** The player of the next turn. */
function nextUp(/** @type {HonorTablet} */ { view, say }) {
  const next = sideOf(view, view.next);
  return next
    && h("span", { key: "next", class: "turn-next" }, sideMark(next), say("is_next", { name: next.name }));
}

function rolling(/** @type {HonorTablet} */ tablet, command) {
  return withDice(tablet, command, (asked) => tablet.open("dice", asked), tablet.close);
}

/** More: what is wanted less often, and an end without a winner. */
function morePanel(/** @type {HonorTablet} */ tablet) {
  const { view, say } = tablet;
  const end = { word: "abandon", what: say("abandon_what") };
  return { ...menuPanel(tablet, MORE),
    actions: view.offers.abandon_table && holdToSend(tablet, { type: "abandon_table" }, end) };
}

/** The count of each sum, as bars. */
function sumsPanel(/** @type {HonorTablet} */ { view, say }) {
  const most = Math.max(1, ...view.sums);
  const bar = (n, at) =>
    h("li", { key: at, "aria-label": say("times", { sum: at + 2, n }) }, h("span", { class: "number" }, n),
      h("i", { style: { height: `${(n / most) * 100}%` } }), h("b", {}, at + 2));
  return { title: say("the_sums"),
    body: [h("h3", { key: "head" }, say("sums")),
      h("ol", { key: "sums", class: "histogram" }, view.sums.map(bar))] };
}
