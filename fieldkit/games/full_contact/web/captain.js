/** Full-Contact Catan on a captain's phone: what the team has, what it can propose, and what became of that. */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { paintKinds } from "./colours.js";
import { ballSteppers, balls, choices, field, priceWords, stock, teamLabel, teamOf } from "./parts.js";

export { words } from "./words.js";

const SHEETS = { buy: buySheet, card: cardSheet, cards: cardsSheet, place: placeSheet, trade: tradeSheet };
/** How long ago something was decided matters less than what: the newest stand above. */
const MOST_SENT = 6;

/** The whole phone; a choice that needs room takes all of it, with the way back. */
export function screen(/** @type {CaptainPhone} */ page) {
  const { view, memory } = page;
  paintKinds(view.options.colours);
  if (memory.of !== `${view.match} ${view.round} ${view.phase}`) memory.sheet = null;
  memory.of = `${view.match} ${view.round} ${view.phase}`;
  if (memory.sheet) return sheet(page, memory.sheet);
  return [offers(page), discard(page), sent(page), hand(page), purchases(page), more(page)];
}

function card(key, title, ...inside) {
  return h("section", { key, class: `card captain-card captain-${key}` }, title && h("h2", {}, title),
    inside);
}

function open(/** @type {CaptainPhone} */ { memory, draw }, name, state = {}) {
  return () => {
    memory.sheet = { name, kinds: {}, a_gives: {}, b_gives: {}, ...state };
    draw();
  };
}

function close(/** @type {CaptainPhone} */ { memory, draw }) {
  memory.sheet = null;
  draw();
}

function sheet(/** @type {CaptainPhone} */ page, state) {
  const { title, body } = SHEETS[state.name](page, state);
  const back = button({ key: "back", look: "small", act: () => close(page) }, page.say("back_to_team"));
  return card(`sheet-${state.name}`, null, h("header", { class: "sheet-head" }, h("h2", {}, title), back),
    body);
}

/** Propose a command; the choice is over when the kit has taken it. */
async function propose(/** @type {CaptainPhone} */ page, command) {
  if (await page.send({ type: "propose", command })) close(page);
}

/** Why nothing more can be proposed. */
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

/** What the Robber asks for (FC-27). */
function discard(/** @type {CaptainPhone} */ page) {
  const { own, say, memory, draw, tell } = page;
  const owed = own.can.discard;
  const asked = own.proposals.some(({ fate, type }) => fate === "open" && type === "discard");
  if (!owed || asked) return null;
  memory.discard ??= {};
  const change = (kinds) => {
    memory.discard = kinds;
    draw();
  };
  const chosen = sum(memory.discard);
  const act = async () => {
    if (await page.send({ type: "propose", command: { type: "discard", kinds: memory.discard } }))
      memory.discard = {};
  };
  return card("discard", say("must_discard", { n: owed }),
    ballSteppers(/** @type {any} */ (page), { stock: own.resources, chosen: memory.discard, change,
      note: (n) => say("you_have_n", { n }) }),
    button({ key: "do", look: "main",
      refused: chosen === owed ? full(page) : say("must_discard", { n: owed }), tell, act },
      `${say("propose")}: ${say("discard")} ${chosen}`));
}

/** What this team has proposed, the newest first, and what became of it. */
function sent(/** @type {CaptainPhone} */ { view, own, say, send }) {
  if (!own.proposals.length) return null;
  const fate = ({ fate: what, why, waits_for }) => {
    if (what === "open" && waits_for) return say("fate_waits", { team: teamOf(view, waits_for).name });
    return say(`fate_${what}`, { why });
  };
  const rows = own.proposals.slice(-MOST_SENT).reverse().map((one) =>
    h("li", { key: one.id, class: `sent-row is-${one.fate}` },
      h("div", {}, h("b", {}, one.text), h("p", {}, fate(one))),
      one.fate === "open" && button({ key: "back", look: "small", act: () =>
        send({ type: "answer_proposal", proposal: one.id, accept: false }) }, say("withdraw")))
  );
  return card("sent", say("sent"), h("ul", { class: "rows" }, rows));
}

/** The own balls, and the own cards for who holds a finger on them. */
function hand(/** @type {CaptainPhone} */ page) {
  const { view, side, own, say, memory, draw } = page;
  const look = (isOpen) => () => {
    memory.looking = isOpen;
    draw();
  };
  const waiting = teamOf(/** @type {any} */ (view), side.id).settlements_in_hand;
  const names = own.cards.map((name, i) => h("li", { key: `${name} ${i}` }, say(`card_${name}`)));
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

/** What can be bought, and else why not (FC-18). */
function purchases(/** @type {CaptainPhone} */ page) {
  const { view, own, say, tell } = page;
  const tile = (item) => {
    const offer = own.can.buy[item] ?? { refused: say("wait_for_break") };
    const isPlain = offer.pays?.length === 1 && (offer.hoops?.length ?? 1) === 1 && !offer.warn;
    const plain = () =>
      propose(page, { type: "buy", item, pay: offer.pays[0],
        ...(offer.hoops ? { hoop: offer.hoops[0] } : {}) });
    const refused = offer.pays ? full(page) : offer.refused;
    return button({ key: item, look: "tile", refused, rule: offer.rule, tell,
      act: isPlain ? plain : open(page, "buy", { item, pay: 0 }) }, icon(item),
      h("b", {}, say(`item_${item}`)), h("span", { class: "price" }, priceWords(own.prices[item], say)),
      view.phase === "break" && offer.refused && h("small", {}, offer.refused));
  };
  return card("buy", say("own_buy"),
    h("div", { class: `tiles team-${page.side.colour}` }, Object.keys(own.prices).map(tile)));
}

function more(/** @type {CaptainPhone} */ page) {
  const { view, own, say, tell } = page;
  const later = view.phase === "break" ? say("cannot_now") : say("wait_for_break");
  const to = (name, words, may, state = {}) =>
    button({ key: name, refused: may ? full(page) : later, tell, act: open(page, name, state) }, words);
  return h("div", { key: "more", class: "captain-more" },
    to("trade", say("offer_trade"), own.can.trade.length > 0, { other: own.can.trade[0] }),
    own.cards.length > 0 && to("cards", say("use_card"), Object.keys(own.can.use_card).length > 0),
    own.can.place.length > 0 && to("place", say("put_down"), true));
}

/** How to pay, and which settlement becomes a city. */
function buySheet(/** @type {CaptainPhone} */ page, state) {
  const { own, say, draw } = page;
  const offer = own.can.buy[state.item] ?? {};
  const title = say(`item_${state.item}`);
  if (!offer.pays) return { title, body: h("p", {}, offer.refused ?? say("wait_for_break")) };
  const order = (fields) => propose(page, { type: "buy", item: state.item, ...fields });
  if (!offer.hoops) {
    const pay = (way) =>
      button({ key: balls(way, say), look: "wide", act: () => order({ pay: way }) }, balls(way, say));
    const warning = offer.warn && h("p", { key: "warn", class: "is-warning sentence" }, offer.warn);
    return { title,
      body: [warning, h("h3", {}, say("pay_with")), h("div", { class: "choices" }, offer.pays.map(pay))] };
  }
  const choose = (pay) => {
    state.pay = pay;
    draw();
  };
  const pays = offer.pays.map((way, value) => ({ value, label: balls(way, say) }));
  const tap = (hoop) => offer.hoops.includes(hoop.id) && order({ hoop: hoop.id, pay: offer.pays[state.pay] });
  return { title,
    body: [h("h3", { key: "pay" }, say("pay_with")), choices(pays, state.pay, choose),
      h("h3", { key: "where" }, say("which_settlement")), map(page, offer.hoops, tap)] };
}

/** The field with the hoops that may be tapped. */
function map(/** @type {CaptainPhone} */ page, hoops, tap, chosen = null) {
  const look = (hoop) => (hoop.id === chosen ? "is-chosen" : hoops.includes(hoop.id) ? "is-open" : "is-shut");
  return h("div", { key: "field", class: "field-box" }, field(/** @type {any} */ (page), { tap, look }));
}

function placeSheet(/** @type {CaptainPhone} */ page) {
  const { own, say } = page;
  const tap = (hoop) => own.can.place.includes(hoop.id) && propose(page, { type: "place", hoop: hoop.id });
  return { title: say("place_settlement"),
    body: [h("p", {}, say("put_down_where")), map(page, own.can.place, tap)] };
}

/** Which of the own cards. */
function cardsSheet(/** @type {CaptainPhone} */ page) {
  const { own, say, tell } = page;
  const names = [...new Set(own.cards)];
  const entry = (name) => {
    const may = own.can.use_card[name];
    const refused = may === true ? null : (may?.refused ?? say("cannot_now"));
    return button({ key: name, look: "wide", refused, rule: may?.rule, tell,
      act: open(page, "card", { card: name }) }, say(`card_${name}`));
  };
  return { title: say("which_card_used"), body: h("div", { class: "choices is-column" }, names.map(entry)) };
}

/** What a card does, and what it wants to know (FC-25, FC-26, FC-28). */
function cardSheet(/** @type {CaptainPhone} */ page, state) {
  const { view, own, say, draw } = page;
  const set = (changes) => {
    Object.assign(state, changes);
    draw();
  };
  const use = (fields = {}) => propose(page, { type: "use_card", card: state.card, ...fields });
  const go = (fields) => button({ key: "use", look: "main", act: () => use(fields) }, say("propose"));
  const steppers = () =>
    ballSteppers(/** @type {any} */ (page), { stock: view.field, chosen: state.kinds, change: (kinds) =>
      set({ kinds }), note: (n) => say("on_field", { n }) });
  const kinds = Object.keys(view.field).map((kind) => ({ value: kind,
    label: h("span", { class: `kind-label kind-${kind}` }, icon(kind), say(`kind_${kind}`)) })
  );
  const asks = {
    year_of_plenty:
      () => [steppers(), h("p", { key: "chosen" }, say("chosen", { n: sum(state.kinds) })),
        go({ kinds: state.kinds })],
    monopoly: () => [choices(kinds, state.kind, (kind) =>
      set({ kind })), go(state.kind ? { kind: state.kind } : {})],
    barbarians: () => [map(page, own.targets, (hoop) =>
      own.targets.includes(hoop.id) && set({ hoop: hoop.id }), state.hoop),
      go(state.hoop ? { hoop: state.hoop } : {})],
  };
  const effect = h("p", { key: "effect", class: "sentence" },
    say(`effect_${state.card}`, { s: view.options.head_start_seconds }));
  return { title: say(`card_${state.card}`), body: [effect, asks[state.card]?.() ?? go()] };
}

/** A trade with another team, which has to agree (FC-21). */
function tradeSheet(/** @type {CaptainPhone} */ page, state) {
  const { view, own, side, say, draw, tell } = page;
  const set = (changes) => {
    Object.assign(state, changes);
    draw();
  };
  const other = teamOf(view, state.other);
  const teams = own.can.trade.map((id) => ({ value: id, label: teamLabel(teamOf(view, id)) }));
  const gives = (name, has, note) =>
    ballSteppers(/** @type {any} */ (page), { stock: has, chosen: state[name], change: (kinds) =>
      set({ [name]: kinds }), note: (n) => say(note, { n }) });
  const given = [state.a_gives, state.b_gives].map(sum);
  const act = () =>
    propose(page, { type: "trade", a: side.id, b: state.other, a_gives: state.a_gives, b_gives: state.b_gives,
      gift: given.includes(0) && own.gifts });
  return { title: say("trade"),
    body: [h("h3", { key: "with" }, say("with_team")),
      choices(teams, state.other, (id) => set({ other: id, b_gives: {} })),
      h("h3", { key: "you" }, say("you_give")), gives("a_gives", own.resources, "you_have_n"),
      h("h3", { key: "they" }, say("they_give")), other && gives("b_gives", other.resources, "has_n"),
      button({ key: "do", look: "main", refused: given[0] + given[1] ? null : say("nothing_given"), tell,
        act }, say("propose"))] };
}
