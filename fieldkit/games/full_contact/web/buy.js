/** A purchase: at once where there is nothing to choose or to be warned of (FC-12), else one panel with the choices. */

import { button, h } from "../dom.js";
import { withRule } from "../refusal.js";
import { balls, choices, field, payWords, teamOf, teamTitle } from "./parts.js";

/** Buy an item, asking first whatever is left open: how to pay, which settlement, which card of a paper deck. */
export function buy(/** @type {Tablet} */ tablet, /** @type {Team} */ team, item) {
  const offer = tablet.view.can.buy[team.id][item];
  const paper = item === "card" && tablet.view.options.deck === "paper";
  const panel = { team: team.id, item, pay: 0 };
  if (offer.pays.length > 1 || (offer.hoops?.length ?? 0) > 1 || offer.warn || paper)
    tablet.open("buy", panel);
  else order(tablet, panel, offer.hoops ? { hoop: offer.hoops[0] } : {});
}

async function order(/** @type {Tablet} */ tablet, panel, more) {
  const { team, item } = panel;
  const had = teamOf(tablet.view, team);
  const pay = tablet.view.can.buy[team][item].pays[panel.pay];
  tablet.close();
  const answer = await tablet.send({ type: "buy", team, item, pay, ...more });
  // Which one it is stays the team's secret: others look at the tablet too.
  if (answer && item === "card") tablet.tell(tablet.say("drew_card", { team: had.name }));
}

/** The panel with what is left open; the last choice buys. */
export function buyPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  const team = teamOf(view, panel.team);
  const offer = view.can.buy?.[panel.team]?.[panel.item] ?? {};
  const title = teamTitle(team, say("buy_title", { team: team.name, item: say(`item_${panel.item}`) }));
  if (!offer.pays)
    return { title,
      body: h("p", { class: "sentence" }, withRule(offer.refused ?? say("cannot_now"), offer.rule)) };
  panel.pay = Math.min(panel.pay, offer.pays.length - 1);
  const paper = panel.item === "card" && view.options.deck === "paper";
  const last = offer.hoops ? "hoop" : paper ? "card" : "pay";
  return { title,
    body: [offer.warn && h("p", { key: "warn", class: "sentence is-warning" }, offer.warn),
      payChoice(tablet, panel, offer, last === "pay"), last === "hoop" && hoopChoice(tablet, panel, offer),
      last === "card" && cardChoice(tablet, panel, offer)] };
}

function payChoice(/** @type {Tablet} */ tablet, panel, offer, buys) {
  const { say } = tablet;
  const heading = h("h3", { key: "pay-head" }, say("pay_with"));
  if (buys) {
    const pay = (way, i) =>
      button({ key: i, look: "wide", act: () => order(tablet, { ...panel, pay: i }, {}) }, balls(way, say));
    return [heading, h("div", { key: "pay", class: "choices" }, offer.pays.map(pay))];
  }
  if (offer.pays.length === 1)
    return [heading, h("p", { key: "pay", class: "sentence" }, payWords(offer.pays, say))];
  const options = offer.pays.map((way, i) => ({ value: i, label: balls(way, say) }));
  const choose = (i) => {
    panel.pay = i;
    tablet.draw();
  };
  return [heading, choices(options, panel.pay, choose)];
}

function hoopChoice(/** @type {Tablet} */ tablet, panel, offer) {
  const tap = (hoop) =>
    offer.hoops.includes(hoop.id)
      ? order(tablet, panel, { hoop: hoop.id })
      : tablet.tell(tablet.say("which_settlement"));
  const look = (hoop) => (offer.hoops.includes(hoop.id) ? "is-open" : "is-shut");
  return [h("h3", { key: "hoop-head" }, tablet.say("which_settlement")),
    h("div", { key: "hoop", class: "field-box" }, field(tablet, { tap, look }))];
}

function cardChoice(/** @type {Tablet} */ tablet, panel, offer) {
  const { say } = tablet;
  return [h("h3", { key: "card-head" }, say("which_card")),
    h("div", { key: "card", class: "choices" },
      (offer.cards ?? Object.keys(tablet.view.deck)).map((card) =>
        button({ key: card, look: "wide", act: () => order(tablet, panel, { card }) }, say(`card_${card}`))
      ))];
}
