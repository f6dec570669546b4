/** Papers to cut: a price slip for each team, the deck, the cards that mark a city. */

import { h, icon } from "../dom.js";
import { names, paper, price } from "./paper_parts.js";

const CITIES_EACH = 3;

/** The price slips of all teams, four on a page. */
export function priceSlips(given, /** @type {Say} */ say) {
  return [
    h("section", { key: "slips", class: "sheet of-four" }, given.teams.map((team) =>
      priceSlip(given, team, say)
    )),
  ];
}

function priceSlip(given, team, /** @type {Say} */ say) {
  const cards = given.card_list.map((
    card,
  ) => [`${card.count} × ${say(card.name)}`, effect(given, card, say)]);
  const prices = Object.entries(given.prices).map((
    [item, cost],
  ) => [[icon(item), say(`item_${item}`)], price(given, cost, say)]);
  return h("article", { key: team.id, class: `slip team-${team.id}` },
    h("h2", {}, icon(`mark-${team.mark}`, "paper-mark"), nameOf(team, say)), names(prices, "slip-prices"),
    names(cards, "slip-cards"));
}

/** The sentences on a card, with the length of the match's head start. */
function effect({ options }, card, /** @type {Say} */ say) {
  const fill = { ...card.fill, s: options.head_start_seconds };
  return [card.effect, card.note].filter(Boolean).map((sentence) => say(sentence, fill)).join(" ");
}

/** The deck on card, to be cut and shuffled. */
export function deck(given, /** @type {Say} */ say) {
  const cards = given.card_list.flatMap((card) =>
    Array.from({ length: card.count }, (_, at) => ({ card, at }))
  );
  const face = ({ card, at }) =>
    h("article", { key: `${card.id}-${at}`, class: "paper-card" }, h("h3", {}, say(card.name)),
      h("p", {}, effect(given, card, say)), h("small", {}, say("deck_use")));
  return [
    paper("deck", say("deck_title", { n: cards.length }), "cards",
      h("div", { class: "paper-cut" }, cards.map(face))),
  ];
}

/** Cards that lie in a hoop with a city, for each team. */
export function cityCards(given, /** @type {Say} */ say) {
  const each = given.teams.flatMap((team) => Array.from({ length: CITIES_EACH }, (_, at) => ({ team, at })));
  const face = ({ team, at }) =>
    h("article", { key: `${team.id}-${at}`, class: `paper-card is-city team-${team.id}` },
      h("p", { class: "paper-city" }, icon(`mark-${team.mark}`, "paper-mark"), icon("city")),
      h("h3", {}, nameOf(team, say)), h("p", {}, say("city_what")));
  return [paper("cities", say("city_title"), "cards", h("div", { class: "paper-cut" }, each.map(face)))];
}

function nameOf(team, /** @type {Say} */ say) {
  return team.name ?? say(`colour_${team.id}`);
}
