/** Full-Contact Catan for the crew: the balls to put back, and which pile to fill first. */

import { button, h, icon } from "../dom.js";
import { paintKinds } from "./colours.js";
import { pileName } from "./parts.js";

export { words } from "./words.js";

/** What to put back, kind by kind, each ticked off when it lies there. */
export function screen(/** @type {Crew} */ { view, say, send, tell }) {
  paintKinds(view.options?.colours);
  const rows = (view.refill ?? []).map((row) => refillRow({ view, say, send, tell }, row));
  return h(
    "section",
    { key: "refill", class: "card crew-card" },
    h("h2", {}, say("crew_put_back")),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "crew-calm" }, say("refill_none")),
  );
}

function refillRow(/** @type {Crew} */ { view, say, send, tell }, { kind, count, piles }) {
  const done = () => send({ type: "refilled", kinds: { [kind]: count } });
  return h(
    "li",
    { key: kind, class: `crew-row kind-${kind}` },
    icon(kind, "crew-kind"),
    h(
      "div",
      {},
      h("p", { class: "crew-count number" }, `${count} ${say(`kind_${kind}`)}`),
      view.options?.colours && h("p", { key: "colour", class: "crew-colour" }, h("i", { class: "ball" }), say(`balls_${view.options.colours[kind]}`)),
      h("ol", { class: "crew-piles", "aria-label": say("crew_piles") }, piles.map((pile) => h("li", { key: pile }, pileName(pile, say)))),
    ),
    button(
      { key: "done", look: "crew-done yes", refused: view.can.refilled ? null : say("cannot_now"), tell, act: done },
      h("span", { "aria-hidden": "true" }, "✓ "),
      say("refill_done"),
    ),
  );
}
