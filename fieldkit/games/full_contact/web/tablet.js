/** Full-Contact Catan on the tablet: which screen belongs to which phase, the bar and its plates. */

import { h } from "../dom.js";
import { recordPanel, undoPanel } from "../panels/record.js";
import { rulesPanel } from "../panels/rules.js";
import { breakScreen } from "./break.js";
import { buyPanel } from "./buy.js";
import { cardPanel, cardsPanel } from "./cards.js";
import { paintKinds } from "./colours.js";
import { correctPanel } from "./correct.js";
import { discardPanel } from "./discard.js";
import { confirmPanel, decidePanel, endPanel, overScreen, stoppedScreen } from "./ending.js";
import { tabletRules } from "./hand_rules.js";
import { keysPanel } from "./keys.js";
import { devicePanel, morePanel } from "./menu.js";
import { namesPanel } from "./names.js";
import { notePanel } from "./note.js";
import { optionsPanel } from "./options.js";
import { teamPage } from "./parts.js";
import { countPanel, playerPanel, refillPanel } from "./people.js";
import { proposalsPanel } from "./proposals.js";
import { fieldPanel, lateBand, roundScreen } from "./round.js";
import { isEditing, readyStrip, setupScreen } from "./setup.js";
import { latePanel } from "./start.js";
import { tradePanel } from "./trade.js";

export const picture = "city";
export { bar, plates } from "./bar.js";
export { keyDown, keyUp, letGo } from "./keys.js";
export { scheduled } from "./scheduled.js";
export { words } from "./words.js";

/** The usual reasons for undoing something. */
const UNDO_REASONS = ["reason_tap", "reason_agreed", "reason_seen"];

/** A panel about one team. */
function ofTeam(make) {
  return (/** @type {Tablet} */ tablet, panel) => make(teamPage(tablet, panel.team), panel);
}

/** The last actions: what is tapped is asked about before it is undone. */
function record(/** @type {Tablet} */ tablet, panel) {
  const back = () => tablet.open("record", { back: panel.back });
  return recordPanel(tablet, panel, (_, { seq, text }) => tablet.open("undo", { seq, text, back }));
}

export const panels = { buy: ofTeam(buyPanel), card: ofTeam(cardPanel), cards: ofTeam(cardsPanel),
  confirm: confirmPanel, correct: correctPanel, count: countPanel, decide: decidePanel, device: devicePanel,
  discard: discardPanel, end: endPanel, field: fieldPanel, keys: keysPanel, late: latePanel, more: morePanel,
  names: namesPanel, note: notePanel, options: optionsPanel, player: playerPanel, proposals: proposalsPanel,
  record, refill: refillPanel, rules: rulesPanel(tabletRules, "hand_rules"), trade: ofTeam(tradePanel),
  undo: (tablet, panel) => undoPanel(tablet, panel, UNDO_REASONS) };

const SCREENS = { ready: breakScreen, break: breakScreen, head_start: roundScreen, round: roundScreen,
  grace: roundScreen, stopped: stoppedScreen, over: overScreen };

/** Setting up a match, also over the result of the last one. */
export function setup(/** @type {Tablet} */ tablet) {
  return drawn(setupScreen, tablet);
}

/** The screen of the phase. */
export function screen(/** @type {Tablet} */ tablet) {
  const { view } = tablet;
  if (isEditing(tablet)) return drawn(setupScreen, tablet);
  paintKinds(view.options.colours);
  const late = lateBand(tablet);
  return [readyStrip(tablet), drawn(SCREENS[view.phase], tablet), late];
}

function drawn(draw, /** @type {Tablet} */ tablet) {
  return h("div", { key: draw.name, class: `screen ${draw.name}` }, draw(tablet));
}

/** The change of a view that the referee feels: a late or doubtful ball that waits, a ball that counted, else null. */
export function felt(/** @type {MatchView} */ before, /** @type {MatchView} */ view) {
  if (view.match !== before.match) return null;
  if (view.pending.length > before.pending.length) return "late";
  return view.round === before.round && view.counted.length > before.counted.length ? "counted" : null;
}
