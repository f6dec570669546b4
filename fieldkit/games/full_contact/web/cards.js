/** Purchases, cards and discards of a team: what is open is asked in one panel (FC-12, FC-25 to FC-28). */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { choices, remember } from "../panels/inputs.js";
import { withRule } from "../toast.js";
import { balls, ballSteppers, cardOf, hoopChoice, owned, panelTitle, teamLabel, teamOf,
  thingTitle } from "./parts.js";

/** Buy an item; what is left open (how to pay, which settlement, which drawn card) is asked first. */
export function buy(/** @type {TeamPage} */ page, item) {
  const offer = page.can.buy[item];
  const panel = { team: page.own.id, item, pay: 0 };
  if (offer.pays.length > 1 || (offer.hoops?.length ?? 0) > 1 || offer.warn || asksCard(page, item))
    page.open("buy", panel);
  else order(page, panel, offer.hoops ? { hoop: offer.hoops[0] } : {});
}

/** With a paper deck the referee says which card was drawn. */
function asksCard(/** @type {TeamPage} */ { view, isPhone }, item) {
  return item === "card" && !isPhone && view.options.deck === "paper";
}

async function order(/** @type {TeamPage} */ page, { item, pay }, more) {
  const { own, can, say, tell, isPhone } = page;
  page.close();
  const answer = await page.submit({ type: "buy", item, pay: can.buy[item].pays[pay], ...more });
  // Which one it is stays the team's secret: others look at the tablet too.
  if (answer && item === "card" && !isPhone) tell(say("drew_card", { team: own.name }));
}

/** The panel with what is left open; the last choice buys. */
export function buyPanel(/** @type {TeamPage} */ page, panel) {
  const { say, can } = page;
  const offer = can.buy[panel.item] ?? {};
  const title = thingTitle(page, say(`item_${panel.item}`));
  if (!offer.pays)
    return { title,
      body: h("p", { class: "sentence" }, withRule(offer.refused ?? say("cannot_now"), offer.rule)) };
  panel.pay = Math.min(panel.pay, offer.pays.length - 1);
  const last = offer.hoops ? "hoop" : asksCard(page, panel.item) ? "card" : "pay";
  const toHoop = ({ id }) => order(page, panel, { hoop: id });
  return { title,
    body: [offer.warn && h("p", { key: "warn", class: "sentence is-warning" }, offer.warn),
      h("h3", { key: "pay-head" }, say("pay_with")), payChoice(page, panel, offer, last === "pay"),
      last === "hoop"
      && [h("h3", { key: "hoop-head" }, say("which_settlement")),
        hoopChoice(page, { hoops: offer.hoops, choose: toHoop, why: say("which_settlement") })],
      last === "card"
      && [h("h3", { key: "card-head" }, say("which_card")),
        h("div", { key: "card", class: "choices" }, page.card_list.map(({ id, name }) =>
          button({ key: id, look: "wide", act: () =>
            order(page, panel, { card: id }) }, say(name))
        ))]] };
}

function payChoice(/** @type {TeamPage} */ page, panel, { pays }, buys) {
  const { say } = page;
  if (buys) {
    const pay = (way, i) =>
      button({ key: i, look: "wide", act: () => order(page, { ...panel, pay: i }, {}) }, balls(way, say));
    return h("div", { key: "pay", class: "choices" }, pays.map(pay));
  }
  if (pays.length === 1) return h("p", { key: "pay", class: "sentence" }, balls(pays[0], say));
  return choices(pays.map((way, value) => ({ value, label: balls(way, say) })), panel.pay,
    (pay) => remember(page, panel, { pay }));
}

/** A finger that rests on a card this long wants to see it, and no more. */
const PEEK_MS = 250;

/** This many cards lie side by side; of more there is one button, and a list behind it. */
const MAX_SIDE_BY_SIDE = 2;

/** A team's cards, face down for others' eyes. Held, they show what they are; a tap opens one. */
export function hand(/** @type {TeamPage} */ page) {
  const { own, say } = page;
  const names = [...new Set(own.cards)];
  const isList = names.length > MAX_SIDE_BY_SIDE;
  const list = button({ key: "list", look: "warm", act: () => page.open("cards", { team: own.id }) },
    icon("card"), say("use_one_of", { n: own.cards.length }));
  const cards = isList ? [list] : names.map((card) => cardBack(page, card));
  const none = h("p", { key: "none", class: "no-cards" }, say("no_cards"));
  return h("div", { class: `hand ${isList ? "is-list" : ""}`, on: PEEK }, cards.length ? cards : none);
}

const PEEK = (() => {
  const begin = ({ currentTarget: element }) => {
    element.hadPeek = false;
    element.peekTimer = setTimeout(() => {
      element.hadPeek = true;
      element.classList.add("is-open");
    }, PEEK_MS);
  };
  const end = ({ currentTarget: element }) => {
    clearTimeout(element.peekTimer);
    element.classList.remove("is-open");
  };
  const contextmenu = (event) => event.preventDefault();
  return { pointerdown: begin, pointerup: end, pointerleave: end, pointercancel: end, contextmenu };
})();

/** The parts of a button for a card: the reason that it cannot be used now, or what opens it. */
function use(/** @type {TeamPage} */ { own, can, say, tell, open }, card) {
  const may = can.use_card[card];
  return { refused: may === true ? null : (may?.refused ?? say("cannot_now")), rule: may?.rule, tell,
    act: () => open("card", { team: own.id, card, kinds: {} }) };
}

function countOf(/** @type {TeamPage} */ { own }, card) {
  const n = own.cards.filter((name) => name === card).length;
  return n > 1 && ` ×${n}`;
}

/** The cards of a team by name: on the tablet for the captain's eyes. */
export function cardsPanel(/** @type {TeamPage} */ page) {
  const { own, say, isPhone } = page;
  const entry = (card) =>
    button({ key: card, look: "warm", ...use(page, card) }, say(cardOf(page, card).name),
      countOf(page, card));
  return { title: panelTitle(page, say("use_one_of", { n: own.cards.length })),
    body: [!isPhone && h("p", { key: "turn", class: "sentence" }, say("turn_to_captain", { team: own.name })),
      h("div", { key: "cards", class: "choices is-grid" }, [...new Set(own.cards)].map(entry))] };
}

function cardBack(/** @type {TeamPage} */ page, card) {
  const { refused, rule, tell, act } = use(page, card);
  const name = page.say(cardOf(page, card).name);
  // What was only looked at is not opened.
  const click = ({ currentTarget }) => {
    if (currentTarget.closest(".hand").hadPeek) return;
    if (refused === null) act();
    else tell(refused, rule);
  };
  return h("button", { key: card, type: "button", class: "button warm card-back",
    "aria-label": `${name}${countOf(page, card) || ""}`,
    "aria-disabled": refused === null ? undefined : "true", on: { click } },
    h("span", { class: "card-face" }, name),
    h("span", { class: "card-cover" }, icon("card"), countOf(page, card)));
}

/** One card of a team: what it does, what it wants to know (FC-25, FC-26, FC-28), and its button. */
export function cardPanel(/** @type {TeamPage} */ page, panel) {
  const { say, isPhone } = page;
  const { card } = panel;
  const { name, effect, fill, asks } = cardOf(page, card);
  const { refused: cannot, rule, tell } = use(page, card);
  const title = thingTitle(page, say(name));
  if (cannot !== null) return { title, body: h("p", { class: "sentence" }, withRule(cannot, rule)) };
  const { body, more = {}, refused = null, isTap } = INPUTS[asks]?.(page, panel) ?? { body: null };
  return { title, body: [h("p", { key: "effect", class: "sentence" }, say(effect, fill)), body],
    actions: !isTap
      && button({ key: "use", look: "main", refused, tell, act: () => play(page, card, more) },
        say(isPhone ? "propose" : "use_it")) };
}

/** Use a card; what it makes teams owe is asked for at once. */
async function play(/** @type {TeamPage} */ page, card, more) {
  const answer = await page.submit({ type: "use_card", card, ...more });
  if (!answer) return;
  const owes = answer.events?.some((event) => Object.keys(event.owed ?? {}).length);
  if (owes) page.open("discard", { from: answer.seq });
  else page.close();
}

/** The forms for what a card asks: `isTap` where the last choice uses it. */
const INPUTS = { kinds: kindsInputs, kind: kindInput, hoop: hoopInput };

function kindsInputs(/** @type {TeamPage} */ page, panel) {
  const { view, can, say } = page;
  const change = (kinds) => remember(page, panel, { kinds });
  const n = sum(panel.kinds);
  return {
    body: [ballSteppers(page, { stock: view.field, chosen: panel.kinds, change, note: (count) =>
      say("on_field", { n: count }) }),
      h("p", { key: "chosen", class: "number-line" }, say("n_of", { n, of: can.plenty }))],
    more: { kinds: panel.kinds },
    refused: n === can.plenty ? null : say("choose_exactly", { n: can.plenty }),
  };
}

/** The kinds with what each would bring. */
function kindInput(/** @type {TeamPage} */ page, panel) {
  const { view, own, say } = page;
  const others = view.teams.filter((team) => team.id !== own.id);
  const kind = (name) => {
    const n = owned({ teams: others }, name);
    return button({ key: name, look: `kind kind-${name}`, act: () => play(page, panel.card, { kind: name }) },
      icon(name), say("kind_brings", { kind: say(`kind_${name}`), n }));
  };
  return { isTap: true,
    body: [h("h3", { key: "which" }, say("which_kind")),
      h("div", { key: "kinds", class: "picker-kinds" }, Object.keys(view.field).map(kind))] };
}

function hoopInput(/** @type {TeamPage} */ page, panel) {
  const { can, say } = page;
  const why = say(cardOf(page, panel.card).effect);
  const choose = ({ id, team }) => remember(page, panel, { hoop: id, victim: team });
  return {
    body: [h("h3", { key: "whose" }, say("whose")),
      hoopChoice(page, { hoops: can.targets, chosen: panel.hoop, choose, why })],
    more: { victim: panel.victim, hoop: panel.hoop },
    refused: panel.hoop ? null : why,
  };
}

/** The time that what was done stays in sight before the panel closes by itself. */
const DONE_MS = 1500;

/** The teams that owe a discard (after the decision `from`); once all are done the panel closes by itself. */
export function discardPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  panel.kinds ??= {};
  panel.sides ??= {};
  const title = say("discard_title");
  if (view.seq < panel.from) return { title, body: h("p", { class: "sentence" }, say("asking")) };
  for (const { team, discard } of view.owed)
    panel.sides[team] = { owed: discard, had: teamOf(view, team).resources };
  const ids = view.teams.map((team) => team.id).filter((id) => panel.sides[id]);
  if (!ids.length || isOver(tablet, panel)) return null;
  return { title,
    body: h("div", { class: "sides" }, ids.map((id) => discardSide(tablet, panel, teamOf(view, id)))) };
}

function isOver(/** @type {Tablet} */ { view, drawIn }, panel) {
  if (view.owed.length) panel.doneAt = null;
  else if (!panel.doneAt) {
    panel.doneAt = performance.now();
    drawIn(DONE_MS + 1);
  }
  return panel.doneAt && performance.now() - panel.doneAt > DONE_MS;
}

function discardSide(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team) {
  const { view, say, send, tell } = tablet;
  const { owed, had } = panel.sides[team.id];
  const isDone = !view.owed.some((one) => one.team === team.id);
  const kinds = panel.kinds[team.id] ?? only(had, owed);
  const n = sum(kinds);
  const change = (next) => remember(tablet, panel.kinds, { [team.id]: next });
  const choose = [
    ballSteppers(tablet, { stock: had, chosen: kinds, change, note: (count) => say("has_n", { n: count }) }),
    h("div", { class: "pair" },
      button({ key: "do", look: "main", refused: n === owed ? null : say("choose_exactly", { n: owed }), tell,
        act: () => send({ type: "discard", team: team.id, kinds }) }, say("discard_n_of", { n, of: owed })),
      button({ key: "lot", act: () => send({ type: "discard", team: team.id, by_lot: true }) },
        say("by_lot"))),
  ];
  const gone = Object.fromEntries(Object.keys(had).map((kind) => [kind, had[kind] - team.resources[kind]]));
  return h("section", { key: team.id, class: `card side team-${team.id} ${isDone ? "is-done" : ""}` },
    teamLabel(team),
    isDone
      ? h("p", { key: "done", class: "sentence" }, say("done_what", { what: balls(gone, say) }))
      : choose);
}

/** The discard where there is no choice: everything, or all of the only kind there is. */
function only(had, owed) {
  const there = Object.keys(had).filter((kind) => had[kind] > 0);
  if (sum(had) === owed) return { ...had };
  return there.length === 1 ? { [there[0]]: owed } : {};
}
