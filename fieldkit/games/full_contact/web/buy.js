/**
 * A purchase: at once where there is nothing to choose or to be warned of (FC-12), else one panel with the
 * choices.
 */

import { button, h } from "../dom.js";
import { choices } from "../panels/inputs.js";
import { withRule } from "../toast.js";
import { balls, hoopChoice, payWords, thingTitle } from "./parts.js";

/**
 * Buy an item, asking first whatever is left open: how to pay, which settlement, which card of a paper deck.
 */
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
      last === "card" && cardChoice(page, panel)] };
}

function payChoice(/** @type {TeamPage} */ page, panel, { pays }, buys) {
  const { say } = page;
  if (buys) {
    const pay = (way, i) =>
      button({ key: i, look: "wide", act: () => order(page, { ...panel, pay: i }, {}) }, balls(way, say));
    return h("div", { key: "pay", class: "choices" }, pays.map(pay));
  }
  if (pays.length === 1) return h("p", { key: "pay", class: "sentence" }, payWords(pays, say));
  return choices(pays.map((way, value) => ({ value, label: balls(way, say) })), panel.pay, (i) => {
    panel.pay = i;
    page.draw();
  });
}

function cardChoice(/** @type {TeamPage} */ page, panel) {
  const { card_list: all, say } = page;
  const card = ({ id, name }) =>
    button({ key: id, look: "wide", act: () => order(page, panel, { card: id }) }, say(name));
  return [h("h3", { key: "card-head" }, say("which_card")),
    h("div", { key: "card", class: "choices" }, all.map(card))];
}
