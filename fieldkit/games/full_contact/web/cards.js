/** The cards in a team's hand, and using one: what it does in words, and what it wants to know. */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { withRule } from "../refusal.js";
import { ballSteppers, field, teamOf, teamTitle } from "./parts.js";

/** A finger that rests on a card this long wants to see it, and no more. */
const PEEK_MS = 250;

/** This many cards lie side by side; of more there is one button, and a list behind it. */
const MAX_SIDE_BY_SIDE = 2;

/** A team's cards, face down: others look at the tablet too. Held, they show what they are; a tap opens one. */
export function hand(/** @type {Tablet} */ tablet, /** @type {Team} */ team) {
  const names = [...new Set(team.cards)];
  const isList = names.length > MAX_SIDE_BY_SIDE;
  const cards = isList ? [listButton(tablet, team)] : names.map((card) => cardButton(tablet, team, card));
  const none = h("p", { key: "none", class: "no-cards" }, tablet.say("no_cards"));
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

function listButton(/** @type {Tablet} */ { say, open }, /** @type {Team} */ team) {
  return button({ key: "list", look: "warm", act: () => open("cards", { team: team.id }) }, icon("card"),
    say("use_one_of", { n: team.cards.length }));
}

/** The panel for the captain's eyes: all cards of a team by name. */
export function cardsPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell, open } = tablet;
  const team = teamOf(view, panel.team);
  const may = view.can.use_card?.[panel.team] ?? {};
  const entry = (card) => {
    const count = team.cards.filter((name) => name === card).length;
    const refused = may[card] === true ? null : (may[card]?.refused ?? say("cannot_now"));
    return button({ key: card, look: "warm", refused, rule: may[card]?.rule, tell,
      act: () => open("card", { team: team.id, card, kinds: {} }) }, say(`card_${card}`),
      count > 1 && ` ×${count}`);
  };
  return { title: teamTitle(team, say("use_one_of", { n: team.cards.length })),
    body: [h("p", { key: "turn", class: "sentence" }, say("turn_to_captain", { team: team.name })),
      h("div", { key: "cards", class: "choices is-grid" }, [...new Set(team.cards)].map(entry))] };
}

function cardButton(/** @type {Tablet} */ { view, say, tell, open }, /** @type {Team} */ team, card) {
  const may = view.can.use_card?.[team.id]?.[card];
  const count = team.cards.filter((name) => name === card).length;
  const name = say(`card_${card}`);
  const refused = may === true ? null : (may?.refused ?? say("cannot_now"));
  // What was only looked at is not opened.
  const unlessSeen = (act) => (event) => !event.currentTarget.closest(".hand").hadPeek && act();
  return h("button", { key: card, type: "button", class: "button warm card-back",
    "aria-label": count > 1 ? `${name} ×${count}` : name,
    "aria-disabled": refused === null ? undefined : "true",
    on: {
      click: unlessSeen(refused === null
        ? () =>
          open("card", { team: team.id, card, kinds: {} })
        : () => tell(refused, may?.rule)),
    } }, h("span", { class: "card-face" }, name),
    h("span", { class: "card-cover" }, icon("card"), count > 1 && `×${count}`));
}

/** The panel of one card of one team. */
export function cardPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const team = teamOf(view, panel.team);
  const may = view.can.use_card?.[panel.team]?.[panel.card];
  const title = teamTitle(team, say("buy_title", { team: team.name, item: say(`card_${panel.card}`) }));
  if (may !== true)
    return { title,
      body: h("p", { class: "sentence" }, withRule(may?.refused ?? say("cannot_now"), may?.rule)) };
  const effect = h("p", { class: "sentence" },
    say(`effect_${panel.card}`, { s: view.options.head_start_seconds }));
  if (panel.card === "monopoly") return { title, body: [effect, monopolyKinds(tablet, panel)] };
  const inputs = { year_of_plenty: plentyInputs, barbarians: barbarianInputs };
  const { body, more = {}, refused = null } = inputs[panel.card]?.(tablet, panel) ?? { body: null };
  return { title, body: [effect, body],
    actions: button({ key: "use", look: "main", refused, tell, act: () => use(tablet, panel, more) },
      say("use_it")) };
}

/** Use a card; what it makes teams owe is asked for at once. */
async function use(/** @type {Tablet} */ tablet, panel, more) {
  const answer = await tablet.send({ type: "use_card", team: panel.team, card: panel.card, ...more });
  if (!answer) return;
  const owes = answer.events.some((event) => Object.keys(event.owed ?? {}).length);
  if (owes) tablet.open("discard", { from: answer.seq });
  else tablet.close();
}

function plentyInputs(/** @type {Tablet} */ tablet, panel) {
  const { view, say, draw } = tablet;
  const change = (kinds) => {
    panel.kinds = kinds;
    draw();
  };
  const note = (count) => say("on_field", { n: count });
  const chosen = say("n_of", { n: sum(panel.kinds), of: view.plenty });
  return {
    body: [ballSteppers(tablet, { stock: view.field, chosen: panel.kinds, change, note }),
      h("p", { key: "chosen", class: "number-line" }, chosen)],
    more: { kinds: panel.kinds },
    refused: sum(panel.kinds) === view.plenty ? null : say("choose_exactly", { n: view.plenty }),
  };
}

/** The kinds with what each would bring; the tap on one uses the card. */
function monopolyKinds(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  const others = view.teams.filter((team) => team.id !== panel.team);
  const kind = (name) => {
    const n = others.reduce((all, team) => all + team.resources[name], 0);
    return button({ key: name, look: `kind kind-${name}`, act: () => use(tablet, panel, { kind: name }) },
      icon(name), say("kind_brings", { kind: say(`kind_${name}`), n }));
  };
  return [h("h3", { key: "which" }, say("which_kind")),
    h("div", { key: "kinds", class: "picker-kinds" }, Object.keys(view.field).map(kind))];
}

function barbarianInputs(/** @type {Tablet} */ tablet, panel) {
  const { say, draw } = tablet;
  const open = (hoop) => hoop.team && hoop.team !== panel.team && !hoop.starting;
  const tap = (hoop) => {
    if (!open(hoop)) return tablet.tell(say("effect_barbarians"));
    panel.hoop = hoop.id;
    panel.victim = hoop.team;
    draw();
  };
  const look = (hoop) => (hoop.id === panel.hoop ? "is-chosen" : open(hoop) ? "is-open" : "is-shut");
  return {
    body: [h("h3", {}, say("whose")),
      h("div", { key: "field", class: "field-box" }, field(tablet, { tap, look }))],
    more: { victim: panel.victim, hoop: panel.hoop },
    refused: panel.hoop ? null : say("effect_barbarians"),
  };
}
