/** Full-Contact Catan on a captain's phone: what the team has, can propose, and what became of that. */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { remember } from "../panels/inputs.js";
import { buy, buyPanel, cardPanel, cardsPanel } from "./cards.js";
import { ballSteppers, cardOf, hoopChoice, paintKinds, priceWords, stock, teamOf } from "./parts.js";
import { tradePanel } from "./trade.js";

export { words } from "./words.js";

const PANELS = { buy: buyPanel, card: cardPanel, cards: cardsPanel, place: placePanel, trade: tradePanel };
/** The most proposals that are listed, the newest first. */
const MAX_SENT = 6;

/** The whole phone; a choice that needs room takes all of it, with the way back. */
export function screen(/** @type {CaptainPhone} */ phone) {
  const { view, memory } = phone;
  paintKinds(view.options.colours);
  if (memory.of !== `${view.match} ${view.round} ${view.phase}`) memory.panel = null;
  memory.of = `${view.match} ${view.round} ${view.phase}`;
  const page = teamPage(phone);
  const made = memory.panel && PANELS[memory.panel.name](page, memory.panel);
  if (made) return sheet(page, made);
  return [offers(phone), discard(phone), sent(phone), hand(phone), purchases(phone, page), more(phone, page)];
}

/** The page that panels about a team work with, as on the tablet: what is chosen is proposed. */
function teamPage(/** @type {CaptainPhone} */ phone) {
  const { view, side, own, memory, send } = phone;
  const show = (panel) => remember(phone, memory, { panel });
  return { ...phone, card_list: own.card_list, isPhone: true, own: { ...teamOf(view, side.id), ...own },
    can: { ...own.can, gifts: own.gifts, plenty: own.plenty, targets: own.targets },
    submit: (command) => send({ type: "propose", command }), open: (name, state) => show({ name, ...state }),
    close: () => show(null) };
}

function card(key, title, ...inside) {
  return h("section", { key, class: `card captain-card captain-${key}` }, title && h("h2", {}, title),
    inside);
}

function sheet(/** @type {TeamPage} */ { say, close, memory }, { title, body, actions }) {
  const back = button({ key: "back", look: "small", act: close }, say("back_to_team"));
  return card(`sheet-${memory.panel.name}`, null,
    h("header", { class: "sheet-head" }, h("h2", {}, title), back), body, actions);
}

/** The reason that nothing more can be proposed, or null. */
function full(/** @type {CaptainPhone} */ { own, say }) {
  return own.can.propose ? null : say("four_wait");
}

/** Trades that other teams offer: agreed to or declined with one tap. */
function offers(/** @type {CaptainPhone} */ { own, say, send }) {
  const answer = (proposal, accept) => () => send({ type: "answer_proposal", proposal, accept });
  return own.trades.map(({ id, text, agreed }) =>
    h("section", { key: `trade ${id}`, class: "card captain-card captain-offer is-warning" },
      h("h2", {}, say("offered_trade")), h("p", { class: "offer-text" }, text),
      agreed && h("p", { class: "soft" }, say("you_agreed")),
      h("div", { class: "pair" },
        agreed ? h("span", {}) : button({ key: "yes", look: "yes", act: answer(id, true) }, say("agree")),
        button({ key: "no", act: answer(id, false) }, say("decline"))))
  );
}

/** The balls that the Robber asks for (FC-27). */
function discard(/** @type {CaptainPhone} */ phone) {
  const { own, say, memory, tell } = phone;
  const owed = own.can.discard;
  const asked = own.proposals.some(({ fate, type }) => fate === "open" && type === "discard");
  if (!owed || asked) return null;
  memory.discard ??= {};
  const change = (kinds) => remember(phone, memory, { discard: kinds });
  const chosen = sum(memory.discard);
  const act = async () => {
    if (await phone.send({ type: "propose", command: { type: "discard", kinds: memory.discard } }))
      memory.discard = {};
  };
  return card("discard", say("must_discard", { n: owed }),
    ballSteppers(phone, { stock: own.resources, chosen: memory.discard, change,
      note: (n) => say("you_have_n", { n }) }),
    button({ key: "do", look: "main",
      refused: chosen === owed ? full(phone) : say("must_discard", { n: owed }), tell, act },
      `${say("propose")}: ${say("discard")} ${chosen}`));
}

/** The proposals of this team, the newest first, and what became of each. */
function sent(/** @type {CaptainPhone} */ { view, own, say, send }) {
  if (!own.proposals.length) return null;
  const fate = ({ fate: what, why, waits_for }) => {
    if (what === "open" && waits_for) return say("fate_waits", { team: teamOf(view, waits_for).name });
    return say(`fate_${what}`, { why });
  };
  const rows = own.proposals.slice(-MAX_SENT).reverse().map((one) =>
    h("li", { key: one.id, class: `sent-row is-${one.fate}` },
      h("div", {}, h("b", {}, one.text), h("p", {}, fate(one))),
      one.fate === "open" && button({ key: "back", look: "small", act: () =>
        send({ type: "answer_proposal", proposal: one.id, accept: false }) }, say("withdraw")))
  );
  return card("sent", say("sent"), h("ul", { class: "rows" }, rows));
}

/** The own balls, and the own cards for who holds a finger on them. */
function hand(/** @type {CaptainPhone} */ page) {
  const { view, side, own, say, memory } = page;
  const look = (isOpen) => () => remember(page, memory, { looking: isOpen });
  const waiting = teamOf(/** @type {any} */ (view), side.id).settlements_in_hand;
  const names = own.cards.map((name, i) => h("li", { key: `${name} ${i}` }, say(cardOf(own, name).name)));
  const on = { pointerdown: look(true), pointerup: look(false), pointerleave: look(false),
    pointercancel: look(false), blur: look(false) };
  const keys = { keydown: (event) => [" ", "Enter"].includes(event.key) && look(true)(), keyup: look(false),
    contextmenu: (event) => event.preventDefault() };
  return card("hand", say("own_balls"), stock(own.resources, say),
    waiting > 0
      && h("p", { key: "waiting", class: "in-hand" }, icon("settlement"), say("in_hand", { n: waiting })),
    own.cards.length > 0
      && h("button", { key: "cards", type: "button",
        class: `button hold-cards ${memory.looking ? "is-open" : ""}`, on: { ...on, ...keys } },
        h("b", {}, say("own_cards", { n: own.cards.length })),
        memory.looking ? h("ul", { class: "card-names" }, names) : h("small", {}, say("hold_to_look"))));
}

/** The items that can be bought, and else why not (FC-18). */
function purchases(/** @type {CaptainPhone} */ phone, /** @type {TeamPage} */ page) {
  const { view, own, side, say, tell } = phone;
  const tile = (item) => {
    const offer = own.can.buy[item] ?? { refused: say("wait_for_break") };
    return button({ key: item, look: "tile", refused: offer.pays ? full(phone) : offer.refused,
      rule: offer.rule, tell, act: () => buy(page, item) }, icon(item), h("b", {}, say(`item_${item}`)),
      h("span", { class: "price" }, priceWords(own.prices[item], say)),
      view.phase === "break" && offer.refused && h("small", {}, offer.refused));
  };
  return card("buy", say("own_buy"),
    h("div", { class: `tiles team-${side.colour}` }, Object.keys(own.prices).map(tile)));
}

function more(/** @type {CaptainPhone} */ phone, /** @type {TeamPage} */ { open }) {
  const { view, own, say, tell } = phone;
  const later = view.phase === "break" ? say("cannot_now") : say("wait_for_break");
  const to = (name, words, may, state = {}) =>
    button({ key: name, refused: may ? full(phone) : later, tell, act: () => open(name, state) }, words);
  return h("div", { key: "more", class: "captain-more" },
    to("trade", say("offer_trade"), own.can.trade.length > 0, { gives: {} }),
    own.cards.length > 0 && to("cards", say("use_card"), Object.keys(own.can.use_card).length > 0),
    own.can.place.length > 0 && to("place", say("put_down"), true));
}

/** The place of a settlement that the team has in hand (FC-15). */
function placePanel(/** @type {TeamPage} */ page) {
  const { can, say, submit, close } = page;
  const choose = async ({ id }) => {
    if (await submit({ type: "place", hoop: id })) close();
  };
  return { title: say("place_settlement"),
    body: [h("p", { key: "where" }, say("put_down_where")),
      hoopChoice(page, { hoops: can.place, choose, why: say("put_down_where") })] };
}
