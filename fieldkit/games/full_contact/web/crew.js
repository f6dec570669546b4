/** Full-Contact Catan for the crew: the balls to fetch and to put back, and the markers to change. */

import { button, h, icon } from "../dom.js";
import { hoopNumber } from "../format.js";
import { paintKinds, pileName, teamOf } from "./parts.js";

export { words } from "./words.js";

/** The order of filling, by kind: while a round is on the board leaves it out. */
const orders = new Map();

/** The balls to put back, kind by kind, and the markers: each ticked off when it is done. */
export function screen(/** @type {Crew} */ page) {
  const { view, say } = page;
  paintKinds(view.options?.colours);
  const rows = (view.refill ?? []).map((row) => refillRow(page, row));
  return [fetching(page), markers(page),
    h("section", { key: "refill", class: "card crew-card" }, h("h2", {}, say("crew_put_back")),
      rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "crew-calm" }, say("refill_none")))];
}

function done(/** @type {Crew} */ { view, say, tell }, command, act) {
  return button({ key: "done", look: "crew-done", refused: view.can[command] ? null : say("cannot_now"), tell,
    act }, say("refill_done"));
}

/** The balls to bring from the field for Year of Plenty, the lowest piles first (FC-25). */
function fetching(/** @type {Crew} */ { view, say }) {
  const open = view.fetch ?? [];
  if (!open.length) return null;
  const row = (one) =>
    balls(say, one, "crew_fetch_piles", one.piles.map((id) => h("li", { key: id }, pileName(id, say))));
  return h("section", { key: "fetch", class: "card crew-card" }, h("h2", {}, say("crew_fetch")),
    h("ul", { class: "rows" }, open.map(row)));
}

/** The markers that a city or Barbarians have changed (FC-19, FC-28). */
function markers(/** @type {Crew} */ page) {
  const { view, say, send } = page;
  const open = view.markers ?? [];
  if (!open.length) return null;
  const row = ({ hoop, team, do: what }) => {
    const { mark, name } = teamOf(view, team);
    return h("li", { key: `${hoop} ${what}`, class: "crew-row" },
      h("span", { class: `team-${team}` }, icon(`mark-${mark}`, "crew-kind")),
      h("p", {}, h("b", {}, say(`crew_${what}`, { hoop: hoopNumber(hoop), team: name }))),
      done(page, "markers_set", () => send({ type: "markers_set", hoops: [hoop] })));
  };
  return h("section", { key: "markers", class: "card crew-card" }, h("h2", {}, say("crew_markers")),
    h("ul", { class: "rows" }, open.map(row)));
}

function refillRow(/** @type {Crew} */ page, { kind, count, fill }) {
  const { say, send } = page;
  if (fill) orders.set(kind, fill);
  const pile = (one) =>
    h("li", { key: one.pile }, pileName(one.pile, say),
      h("small", {}, ` ${say("crew_fill", { n: one.upto })}`));
  return balls(say, { kind, count }, "crew_piles", (orders.get(kind) ?? []).map(pile),
    done(page, "refilled", () => send({ type: "refilled", kinds: { [kind]: count } })));
}

/** A row for balls of a kind and their piles. */
function balls(/** @type {Say} */ say, { kind, count }, word, piles, ...more) {
  return h("li", { key: kind, class: `crew-row kind-${kind}` }, icon(kind, "crew-kind"),
    h("div", {}, h("p", { class: "crew-count number" }, `${count} ${say(`kind_${kind}`)}`),
      h("ol", { class: "piles", "aria-label": say(word) }, piles)), ...more);
}
