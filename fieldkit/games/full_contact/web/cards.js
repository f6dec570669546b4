/** The cards in a team's hand, and using one: what it does in words, and what it wants to know. */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { withRule } from "../toast.js";
import { ballSteppers, cardOf, hoopChoice, panelTitle, thingTitle } from "./parts.js";

/** A finger that rests on a card this long wants to see it, and no more. */
const PEEK_MS = 250;

/** This many cards lie side by side; of more there is one button, and a list behind it. */
const MAX_SIDE_BY_SIDE = 2;

/**
 * A team's cards, face down: others look at the tablet too. Held, they show what they are; a tap opens one.
 */
export function hand(/** @type {TeamPage} */ page) {
  const { own, say } = page;
  const names = [...new Set(own.cards)];
  const isList = names.length > MAX_SIDE_BY_SIDE;
  const cards = isList ? [listButton(page)] : names.map((card) => cardBack(page, card));
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

function listButton(/** @type {TeamPage} */ { own, say, open }) {
  return button({ key: "list", look: "warm", act: () => open("cards", { team: own.id }) }, icon("card"),
    say("use_one_of", { n: own.cards.length }));
}

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

/**
 * One card of a team: what it does, what it wants to know (FC-25, FC-26, FC-28), and the button that uses it.
 */
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
  const { view, can, say, draw } = page;
  const change = (kinds) => {
    panel.kinds = kinds;
    draw();
  };
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
    const n = others.reduce((all, team) => all + team.resources[name], 0);
    return button({ key: name, look: `kind kind-${name}`, act: () => play(page, panel.card, { kind: name }) },
      icon(name), say("kind_brings", { kind: say(`kind_${name}`), n }));
  };
  return { isTap: true,
    body: [h("h3", { key: "which" }, say("which_kind")),
      h("div", { key: "kinds", class: "picker-kinds" }, Object.keys(view.field).map(kind))] };
}

function hoopInput(/** @type {TeamPage} */ page, panel) {
  const { can, say, draw } = page;
  const why = say(cardOf(page, panel.card).effect);
  const choose = ({ id, team }) => {
    Object.assign(panel, { hoop: id, victim: team });
    draw();
  };
  return {
    body: [h("h3", { key: "whose" }, say("whose")),
      hoopChoice(page, { hoops: can.targets, chosen: panel.hoop, choose, why })],
    more: { victim: panel.victim, hoop: panel.hoop },
    refused: panel.hoop ? null : why,
  };
}
