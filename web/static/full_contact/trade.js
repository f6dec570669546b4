/** Balls that change hands in a break: trades between two teams, and the Robber's discards. */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { ballSteppers, balls, teamLabel, teamOf } from "./parts.js";

/** All teams with their stocks; a tap on a ball gives it, and the two teams tapped last are those that trade. */
export function tradePanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const able = view.can.trade ?? [];
  const order = async () => {
    const { a, b, gives, gift } = panel;
    /** @type {Command} */
    const command = { type: "trade", a, b, a_gives: gives[a], b_gives: gives[b], gift };
    if (await tablet.send(command)) tablet.close();
  };
  return {
    title: say("trade"),
    body: [
      h("div", { key: "sides", class: `sides trade-sides of-${able.length}` }, able.map((id) => side(tablet, panel, id))),
    ],
    actions: [
      h("p", { key: "words", class: "sentence trade-words" }, tradeWords(tablet, panel)),
      view.options.gifts && giftToggle(tablet, panel),
      button({ key: "do", look: "main", refused: panel.a && panel.b ? null : say("trade_who"), tell, act: order }, say("make_trade")),
    ],
  };
}

/** Put a team into the pair, in place of the one chosen longest ago, who takes back what it gave. */
function join(panel, id) {
  if (panel.a === id || panel.b === id) return;
  if (panel.a && panel.b) panel.gives[panel.a] = {};
  [panel.a, panel.b] = panel.a && panel.b ? [panel.b, id] : panel.a ? [panel.a, id] : [id, null];
}

function leave(panel, id) {
  panel.gives[id] = {};
  [panel.a, panel.b] = panel.a === id ? [panel.b, null] : [panel.a, null];
}

function side(/** @type {Tablet} */ tablet, panel, id) {
  const team = teamOf(tablet.view, id);
  const inside = panel.a === id || panel.b === id;
  const toggle = () => {
    if (inside) leave(panel, id);
    else join(panel, id);
    tablet.draw();
  };
  return h(
    "section",
    { key: id, class: `card side trade-side team-${id} ${inside ? "is-in" : ""}` },
    button({ key: "team", look: "choice", "aria-pressed": inside ? "true" : "false", act: toggle }, teamLabel(team)),
    Object.keys(team.resources).map((kind) => ballRow(tablet, panel, team, kind)),
  );
}

/** One kind of a team: what it has, which gives one more at a tap, how many it gives, and one less. */
function ballRow(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team, kind) {
  const { say } = tablet;
  const has = team.resources[kind];
  const gives = panel.gives[team.id]?.[kind] ?? 0;
  const put = (count) => () => {
    join(panel, team.id);
    panel.gives[team.id] = { ...panel.gives[team.id], [kind]: count };
    tablet.draw();
  };
  const what = say(`kind_${kind}`);
  return h(
    "div",
    { key: kind, class: `trade-row kind-${kind}` },
    button(
      { key: "give", look: "trade-ball", "aria-label": `${say("another", { what })}, ${say("has_n", { n: has })}`, disabled: gives >= has, act: put(gives + 1) },
      icon(kind, has ? "" : "is-pale"),
      h("span", { class: "number" }, has),
    ),
    h("output", { class: `number ${gives ? "" : "is-zero"}` }, gives),
    button({ key: "less", look: "step", "aria-label": say("fewer", { what }), disabled: gives <= 0, act: put(gives - 1) }, "−"),
  );
}

function tradeWords(/** @type {Tablet} */ { view, say }, panel) {
  const told = [panel.a, panel.b].filter(Boolean).map((id) => {
    const given = balls(panel.gives[id], say) || say("nothing");
    return `${say("gives", { team: teamOf(view, id).name })} ${given}`;
  });
  return told.length ? told.join(" · ") : say("trade_what");
}

function giftToggle(/** @type {Tablet} */ tablet, panel) {
  const set = () => {
    panel.gift = !panel.gift;
    tablet.draw();
  };
  const props = { key: "gift", look: "choice", "aria-pressed": panel.gift ? "true" : "false", act: set };
  return button(props, tablet.say("gift"));
}

/** All teams that owe a discard at once, each with its own balls. */
export function discardPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  panel.kinds ??= {};
  const sides = view.owed.map(({ team, discard }) => discardSide(tablet, panel, teamOf(view, team), discard));
  return {
    title: say("discard_title"),
    body: sides.length ? h("div", { class: "sides" }, sides) : h("p", { class: "sentence" }, say("all_discarded")),
  };
}

function discardSide(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team, owed) {
  const { say, send, draw } = tablet;
  const kinds = panel.kinds[team.id] ?? {};
  const change = (next) => {
    panel.kinds[team.id] = next;
    draw();
  };
  return h(
    "section",
    { key: team.id, class: `card side team-${team.id}` },
    teamLabel(team),
    h("h3", {}, say("discard_of", { team: team.name, n: owed })),
    ballSteppers(tablet, { stock: team.resources, chosen: kinds, change, note: (n) => say("has_n", { n }) }),
    h(
      "div",
      { class: "pair" },
      button(
        { key: "do", look: "main", act: () => send({ type: "discard", team: team.id, kinds }) },
        `${say("discard")} ${sum(kinds)}`,
      ),
      button({ key: "lot", act: () => send({ type: "discard", team: team.id, by_lot: true }) }, say("by_lot")),
    ),
  );
}
