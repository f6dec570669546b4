/** What captains propose: rows over the card of their team, accepted with one tap or refused beside it. */

import { button, h } from "../dom.js";
import { choices, teamOf } from "./parts.js";

/** A row that was answered stays empty this long, so that a second tap meets no other proposal. */
const EMPTY_MS = 1500;

/** The rows of the proposals, by team: each keeps its own as long as others wait, a new one gets one that is free. */
function rowsOf(/** @type {Tablet} */ { view, memory, drawIn }, team) {
  const now = performance.now();
  const of = `${view.match} ${view.round}`;
  if (memory.proposedOf !== of) memory.proposed = {};
  memory.proposedOf = of;
  const rows = (memory.proposed[team] ??= []);
  const open = view.proposals.filter((one) => one.team === team);
  for (const row of rows) {
    row.entry = open.find((one) => one.id === row.id) ?? row.entry;
    if (row.left || open.includes(row.entry)) continue;
    row.left = now;
    drawIn(EMPTY_MS + 1);
  }
  if (!open.length && rows.every((row) => now - row.left > EMPTY_MS)) rows.length = 0;
  for (const entry of open) {
    if (rows.some((row) => row.id === entry.id)) continue;
    const free = rows.find((row) => row.left && now - row.left > EMPTY_MS);
    if (free) Object.assign(free, { id: entry.id, entry, left: 0 });
    else rows.push({ id: entry.id, entry, left: 0 });
  }
  return rows;
}

/** What the captain of a team proposes, over the lower part of the team's card: nothing else on the screen moves. */
export function proposalRows(/** @type {Tablet} */ tablet, team) {
  const rows = rowsOf(tablet, team).map(({ entry, left }) =>
    left
      ? h("li", { key: `was ${entry.id}`, class: "proposal is-settled", "aria-hidden": "true" })
      : row(tablet, entry)
  );
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
  const name = () => {
    if (panel?.name === "proposals") {
      panel.card = entry.id;
      draw();
    } else open("proposals", { card: entry.id });
  };
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

/** All proposals at once, where a card lies out of sight; with a paper deck also which card was drawn. */
export function proposalsPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  const asked = view.proposals.find((one) => one.id === panel.card);
  if (asked) {
    const draw = async (card) => {
      panel.card = null;
      if (await send({ type: "answer_proposal", proposal: asked.id, accept: true, card })) close();
    };
    const cards = Object.keys(view.deck).map((card) => ({ value: card, label: say(`card_${card}`) }));
    return { title: asked.text, body: [h("h3", {}, say("which_card")), choices(cards, null, draw)] };
  }
  const rows = view.proposals.map((entry) => row(tablet, entry));
  return { title: say("proposals"),
    body: rows.length
      ? h("ul", { class: "rows all-proposals" }, rows)
      : h("p", { class: "sentence" }, say("no_proposals")) };
}

/** Up to this width (px) the cards lie beside each other. */
const PHONE_PX = 520;

/** On a phone the cards lie beside each other, most of them out of sight: one plate for all that waits. */
export function proposalPlate(/** @type {Tablet} */ { view, say, open }) {
  const n = view.proposals.length;
  const act = () => open("proposals", { card: null });
  return (view.phase === "break"
    && n > 0
    && innerWidth <= PHONE_PX
    && h("button", { key: "proposals", type: "button", class: "plate", on: { click: act } },
      h("b", {}, say("plate_proposals", { n }))));
}
