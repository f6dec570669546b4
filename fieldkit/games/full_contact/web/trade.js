/** Trades of balls between two teams in a break (FC-21). */

import { button, h, icon } from "../dom.js";
import { sum } from "../format.js";
import { remember } from "../panels/inputs.js";
import { balls, teamChoices, teamLabel, teamOf } from "./parts.js";

/** Teams with their stocks; a tap gives a ball, and the two teams tapped last trade (or the phone's own). */
export function tradePanel(/** @type {TeamPage} */ page, panel) {
  const { own, can, say, tell, isPhone } = page;
  if (isPhone) Object.assign(panel, { a: own.id, b: can.trade.includes(panel.b) ? panel.b : can.trade[0] });
  const sides = isPhone ? [panel.a, panel.b].filter(Boolean) : can.trade;
  const given = [panel.a, panel.b].map((id) => sum(panel.gives[id] ?? {}));
  const isGift = isPhone ? can.gifts && given.includes(0) : panel.gift;
  const isEmpty = isPhone && !sum(given);
  const refused = !panel.a || !panel.b ? say("trade_who") : isEmpty ? say("nothing_given") : null;
  const order = async () => {
    const { a, b, gives } = panel;
    if (await page.submit({ type: "trade", a, b, a_gives: gives[a] ?? {}, b_gives: gives[b] ?? {},
      gift: isGift }))
      page.close();
  };
  const other = (id) => remember(page, panel, { b: id, gives: { ...panel.gives, [panel.b]: {} } });
  return { title: say("trade"),
    body: [
      isPhone && [h("h3", { key: "with" }, say("with_team")), teamChoices(page, panel.b, other, can.trade)],
      h("div", { key: "sides", class: `sides trade-sides of-${sides.length}` }, sides.map((id) =>
        side(page, panel, id)
      )),
    ],
    actions: [!isPhone && h("p", { key: "words", class: "sentence trade-words" }, tradeWords(page, panel)),
      !isPhone && can.gifts
      && button({ key: "gift", look: "choice", "aria-pressed": panel.gift ? "true" : "false", act: () =>
        remember(page, panel, { gift: !panel.gift }) }, say("gift")),
      button({ key: "do", look: "main", refused, tell, act: order },
        say(isPhone ? "propose" : "make_trade"))] };
}

/** Put a team into the pair, in place of the one chosen longest ago, who takes back what it gave. */
function join(panel, id) {
  if (panel.a === id || panel.b === id) return;
  if (panel.a && panel.b) panel.gives[panel.a] = {};
  [panel.a, panel.b] = panel.a && panel.b ? [panel.b, id] : panel.a ? [panel.a, id] : [id, null];
}

function side(/** @type {TeamPage} */ page, panel, id) {
  const { say } = page;
  const team = teamOf(page.view, id);
  const inside = !page.isPhone && (panel.a === id || panel.b === id);
  const toggle = () => {
    if (inside) {
      const a = panel.a === id ? panel.b : panel.a;
      Object.assign(panel, { a, b: null, gives: { ...panel.gives, [id]: {} } });
    } else join(panel, id);
    page.draw();
  };
  return h("section", { key: id, class: `card side trade-side team-${id} ${inside ? "is-in" : ""}` },
    page.isPhone
      ? teamLabel(team)
      : button({ key: "team", look: "choice", "aria-pressed": inside ? "true" : "false", act: toggle },
        teamLabel(team)),
    h("div", { key: "heads", class: "trade-row trade-heads" }, h("span", {}, say("has_head")),
      h("span", {}, say("gives_head"))),
    Object.keys(team.resources).map((kind) => ballRow(page, panel, team, kind)));
}

/** One kind of a team: what it has, which gives one more at a tap, how many it gives, and one less. */
function ballRow(/** @type {TeamPage} */ page, panel, /** @type {Team} */ team, kind) {
  const { say } = page;
  const has = team.resources[kind];
  const gives = panel.gives[team.id]?.[kind] ?? 0;
  const put = (count) => () => {
    join(panel, team.id);
    panel.gives[team.id] = { ...panel.gives[team.id], [kind]: count };
    page.draw();
  };
  const what = say(`kind_${kind}`);
  return h("div", { key: kind, class: `trade-row kind-${kind}` },
    button({ key: "give", look: "trade-ball",
      "aria-label": `${say("another", { what })}, ${say("has_n", { n: has })}`, disabled: gives >= has,
      act: put(gives + 1) }, icon(kind, has ? "" : "is-pale"), h("span", { class: "number" }, has)),
    h("output", { class: `number ${gives ? "" : "is-zero"}` }, gives),
    button({ key: "less", look: "step", "aria-label": say("fewer", { what }), disabled: gives <= 0,
      act: put(gives - 1) }, "−"));
}

function tradeWords(/** @type {TeamPage} */ { view, say }, panel) {
  const told = [panel.a, panel.b].filter(Boolean).map((id) => {
    const given = balls(panel.gives[id], say) || say("nothing");
    return `${say("gives", { team: teamOf(view, id).name })} ${given}`;
  });
  return told.length ? told.join(" · ") : say("trade_what");
}
