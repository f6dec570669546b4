/** Balls that change hands in a break: trades between two teams, and the Robber's discards. */

import { button, h } from "../dom.js";
import { sum } from "../format.js";
import { ballSteppers, teamLabel, teamOf } from "./parts.js";

/** Two teams, what each gives, and whether it is a gift. */
export function tradePanel(tablet, panel) {
  const { view, say, draw } = tablet;
  const able = view.can.trade ?? [];
  const choose = (id) => {
    Object.assign(panel, chosen(panel, id), { aGives: {}, bGives: {} });
    draw();
  };
  const order = async () => {
    const { a, b, aGives, bGives, gift } = panel;
    if (await tablet.send({ type: "trade", a, b, a_gives: aGives, b_gives: bGives, gift })) tablet.close();
  };
  const both = panel.a && panel.b;
  return {
    title: say("trade"),
    body: [
      h("h3", { key: "who" }, say("trade_who")),
      h(
        "div",
        { key: "teams", class: "choices" },
        able.map((id) => teamToggle(tablet, id, [panel.a, panel.b].includes(id), choose)),
      ),
      both && h("div", { key: "sides", class: "sides" }, side(tablet, panel, "a"), side(tablet, panel, "b")),
      both && view.options.gifts && giftToggle(tablet, panel),
    ],
    actions: both && button({ key: "do", look: "main", act: order }, say("make_trade")),
  };
}

/** The pair after a tap on a team: out if it was in, else in place of the one chosen longest ago. */
function chosen({ a, b }, id) {
  if (a === id) return { a: b, b: null };
  if (b === id) return { a, b: null };
  return a && b ? { a: b, b: id } : a ? { a, b: id } : { a: id, b: null };
}

function teamToggle(tablet, id, on, choose) {
  const props = { key: id, look: "choice", "aria-pressed": on ? "true" : "false", act: () => choose(id) };
  return button(props, teamLabel(teamOf(tablet.view, id)));
}

function side(tablet, panel, which) {
  const { view, say, draw } = tablet;
  const team = teamOf(view, panel[which]);
  const change = (kinds) => {
    panel[`${which}Gives`] = kinds;
    draw();
  };
  return h(
    "section",
    { key: team.id, class: `card side team-${team.id}` },
    h("h3", {}, say("gives", { team: team.name })),
    ballSteppers(tablet, {
      stock: team.resources,
      chosen: panel[`${which}Gives`],
      change,
      note: (count) => say("has_n", { n: count }),
    }),
  );
}

function giftToggle(tablet, panel) {
  const set = () => {
    panel.gift = !panel.gift;
    tablet.draw();
  };
  const props = { key: "gift", look: "choice", "aria-pressed": panel.gift ? "true" : "false", act: set };
  return button(props, tablet.say("gift"));
}

/** All teams that owe a discard at once, each with its own balls. */
export function discardPanel(tablet, panel) {
  const { view, say } = tablet;
  panel.kinds ??= {};
  const sides = view.owed.map(({ team, discard }) => discardSide(tablet, panel, teamOf(view, team), discard));
  return {
    title: say("discard_title"),
    body: sides.length ? h("div", { class: "sides" }, sides) : h("p", { class: "sentence" }, say("all_discarded")),
  };
}

function discardSide(tablet, panel, team, owed) {
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
