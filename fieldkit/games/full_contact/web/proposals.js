/** Proposals of captains: rows over the card of their team, accepted with one tap or refused beside it. */

import { button, h } from "../dom.js";
import { choices, remember } from "../panels/inputs.js";
import { keptRows, teamOf } from "./parts.js";

/** The proposals of a team's captain, over the lower part of the team's card. */
export function proposalRows(/** @type {Tablet} */ tablet, team) {
  const { view, memory, drawIn } = tablet;
  const of = `${view.match} ${view.round}`;
  if (memory.proposedOf !== of) memory.proposed = {};
  memory.proposedOf = of;
  const waiting = view.proposals.filter((one) => one.team === team);
  const rows = keptRows(memory.proposed[team] ??= [], waiting, drawIn, "proposal",
    (entry) => row(tablet, entry));
  if (!rows.length) return null;
  return h("ul", { key: "proposals", class: "rows proposals", "data-over": "",
    "aria-label": tablet.say("proposals") }, rows);
}

function row(/** @type {Tablet} */ tablet, entry) {
  const { view, say, send, tell, open, draw, panel } = tablet;
  const other = entry.waits_for && teamOf(view, entry.waits_for).name;
  const refused = entry.refused ?? (other ? say("waits_for", { team: other }) : null);
  const answer = (accept, more = {}) =>
    send({ type: "answer_proposal", proposal: entry.id, accept, ...more });
  const name = () =>
    panel?.name === "proposals"
      ? remember({ draw }, panel, { card: entry.id })
      : open("proposals", { card: entry.id });
  const isDrawn = entry.command.item === "card" && view.options.deck === "paper" && !entry.command.card;
  return h("li", { key: entry.id, class: "is-warning proposal" },
    h("p", {}, h("b", {}, entry.text),
      other && h("span", { class: "soft" }, say("fate_waits", { team: other }))),
    h("div", { class: "proposal-choice" },
      button({ key: "yes", look: "small yes", refused, tell, "data-acts": `yes ${entry.id}`,
        act: isDrawn ? name : () => answer(true) }, say("accept")),
      button({ key: "no", look: "small", "data-acts": `no ${entry.id}`, act: () => answer(false) },
        say("refuse"))));
}

/** The proposals of every team; with a paper deck also which card was drawn. */
export function proposalsPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  const asked = view.proposals.find((one) => one.id === panel.card);
  if (asked) {
    const draw = async (card) => {
      panel.card = null;
      if (await send({ type: "answer_proposal", proposal: asked.id, accept: true, card })) close();
    };
    const cards = view.card_list.map(({ id, name }) => ({ value: id, label: say(name) }));
    return { title: asked.text, body: [h("h3", {}, say("which_card")), choices(cards, null, draw)] };
  }
  const rows = view.proposals.map((entry) => row(tablet, entry));
  return { title: say("proposals"),
    body: rows.length
      ? h("ul", { class: "rows all-proposals" }, rows)
      : h("p", { class: "sentence" }, say("no_proposals")) };
}
