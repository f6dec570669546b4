/** The break (and the moment before the first round): a card for each team, and Start. */

import { button, h, icon } from "../dom.js";
import { buy } from "./buy.js";
import { payWords, priceWords, stock, teamLabel } from "./parts.js";
import { proposalRows } from "./proposals.js";

/** The whole screen. */
export function breakScreen(/** @type {Tablet} */ tablet) {
  const { view, memory } = tablet;
  memory.hoop = null;
  return [
    h("div", { class: `team-cards of-${view.teams.length}` }, view.teams.map((team) => teamCard(tablet, team))),
    h("div", { class: "foot", "data-over": "" }, startButton(tablet), lastAction(tablet), otherButtons(tablet)),
  ];
}

function teamCard(/** @type {Tablet} */ tablet, /** @type {Team} */ team) {
  const { say } = tablet;
  return h(
    "section",
    { key: team.id, class: `card team-card team-${team.id}` },
    h(
      "header",
      {},
      teamLabel(team),
      team.settlements_in_hand > 0 &&
        h(
          "span",
          { class: "in-hand", "aria-label": say("in_hand", { n: team.settlements_in_hand }) },
          icon("settlement"),
          h("span", { class: "number" }, `×${team.settlements_in_hand}`),
        ),
      h("span", { class: "points number", "aria-label": say("points", { n: team.vp }) }, team.vp),
    ),
    stock(team.resources, say),
    h("div", { class: "tiles" }, Object.keys(tablet.view.prices).map((item) => tile(tablet, team, item))),
    h("div", { class: `hand of-${new Set(team.cards).size}` }, cardButtons(tablet, team)),
    proposalRows(tablet, team.id),
  );
}

function tile(/** @type {Tablet} */ tablet, /** @type {Team} */ team, item) {
  const { view, say, tell } = tablet;
  const offer = view.can.buy?.[team.id]?.[item] ?? { refused: say("cannot_now") };
  const price = view.prices?.[item];
  const words = price ? priceWords(price, say) : payWords(offer.pays ?? [], say);
  return button(
    {
      key: item,
      look: `tile ${tablet.waits({ type: "buy", team: team.id, item }) ? "is-waiting" : ""}`,
      refused: offer.pays ? null : offer.refused,
      rule: offer.rule,
      tell,
      act: () => buy(tablet, team, item),
    },
    icon(item),
    h("span", { class: "tile-words" }, h("b", {}, say(`item_${item}`)), h("span", { class: "price" }, words)),
  );
}

function cardButtons(/** @type {Tablet} */ tablet, /** @type {Team} */ team) {
  const { view, say, tell, open } = tablet;
  const names = [...new Set(team.cards)];
  if (!names.length) return h("p", { key: "none", class: "no-cards" }, say("no_cards"));
  return names.map((card) => {
    const may = view.can.use_card?.[team.id]?.[card];
    const count = team.cards.filter((name) => name === card).length;
    return button(
      {
        key: card,
        look: "warm",
        refused: may === true ? null : (may?.refused ?? say("cannot_now")),
        rule: may?.rule,
        tell,
        act: () => open("card", { team: team.id, card, kinds: {} }),
      },
      say(`card_${card}`) + (count > 1 ? ` ×${count}` : ""),
    );
  });
}

function startButton(/** @type {Tablet} */ { view, say, send, tell, away }) {
  const may = view.can.start_round;
  return button(
    {
      key: "start",
      id: "start",
      look: "start",
      refused: !may ? (view.blocked?.text ?? say("cannot_start")) : away ? say("not_started") : null,
      rule: may ? null : view.blocked?.rule,
      tell,
      act: () => send({ type: "start_round" }, { orElse: say("not_started") }),
    },
    say("start_round", { n: (view.round ?? 0) + 1 }),
  );
}

function lastAction(/** @type {Tablet} */ { view, say, open, tell }) {
  const last = view.recent[0];
  return h(
    "div",
    { key: "last", class: "card last" },
    h("p", { class: "last-text" }, last ? last.text : say("nothing_yet")),
    button(
      {
        key: "back",
        look: "small",
        refused: last?.can_strike ? null : say("strike_fixed"),
        "data-acts": last?.seq,
        tell,
        act: () => open("strike", { seq: last.seq, text: last.text }),
      },
      say("take_back"),
    ),
    button({ key: "all", look: "small", act: () => open("record") }, say("all")),
  );
}

function otherButtons(/** @type {Tablet} */ { view, say, open, tell }) {
  const mayTrade = (view.can.trade ?? []).length > 1;
  return h(
    "div",
    { key: "others", class: "others" },
    button({ key: "field", act: () => open("field", { hoop: null }) }, say("field_place")),
    button(
      {
        key: "trade",
        refused: mayTrade ? null : say("cannot_now"),
        tell,
        act: () => open("trade", { a: null, b: null, gives: {}, gift: false }),
      },
      say("trade"),
    ),
    button({ key: "more", act: () => open("more") }, say("more")),
  );
}
