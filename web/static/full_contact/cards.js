/** Using a card: what it does in words, and what it wants to know. */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { withRule } from "../refusal.js";
import { ballSteppers, choices, field, teamLabel, teamOf } from "./parts.js";

/** The panel of one card of one team. */
export function cardPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  const team = teamOf(view, panel.team);
  const may = view.can.use_card?.[panel.team]?.[panel.card];
  const title = say("buy_title", { team: team.name, item: say(`card_${panel.card}`) });
  if (may !== true) return { title, body: h("p", { class: "sentence" }, withRule(may?.refused ?? say("cannot_now"), may?.rule)) };
  const inputs = { year_of_plenty: plentyInputs, monopoly: monopolyInputs, barbarians: barbarianInputs };
  const { body, more = {} } = inputs[panel.card]?.(tablet, panel) ?? { body: null };
  const use = async (fields) => {
    if (await tablet.send({ type: "use_card", team: panel.team, card: panel.card, ...fields })) tablet.close();
  };
  return {
    title,
    body: [teamLabel(team), h("p", { class: "sentence" }, say(`effect_${panel.card}`, { s: view.options.head_start_seconds })), body],
    actions: button({ key: "use", look: "main", act: () => use(more) }, say("use_it")),
  };
}

function plentyInputs(/** @type {Tablet} */ tablet, panel) {
  const { view, say, draw } = tablet;
  const change = (kinds) => {
    panel.kinds = kinds;
    draw();
  };
  const note = (count) => say("on_field", { n: count });
  return {
    body: [
      ballSteppers(tablet, { stock: view.field, chosen: panel.kinds, change, note }),
      h("p", { key: "chosen", class: "number-line" }, say("chosen", { n: sum(panel.kinds) })),
    ],
    more: { kinds: panel.kinds },
  };
}

function monopolyInputs(/** @type {Tablet} */ tablet, panel) {
  const { view, say, draw } = tablet;
  const kinds = Object.keys(view.field);
  panel.kind ??= kinds[0];
  const options = kinds.map((kind) => ({
    value: kind,
    label: h("span", { class: `kind-label kind-${kind}` }, icon(kind), say(`kind_${kind}`)),
  }));
  const choose = (kind) => {
    panel.kind = kind;
    draw();
  };
  return { body: [h("h3", {}, say("which_kind")), choices(options, panel.kind, choose)], more: { kind: panel.kind } };
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
    body: [
      h("h3", {}, say("whose")),
      h("div", { key: "field", class: "field-box" }, field(tablet, { tap, look })),
    ],
    more: { victim: panel.victim, hoop: panel.hoop },
  };
}
