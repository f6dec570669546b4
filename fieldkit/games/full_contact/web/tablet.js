/** Full-Contact Catan on the tablet: which screen belongs to which phase, the bar and its plates. */

import { h } from "../dom.js";
import { captainsPanel, codePanel, crewPanel, loginsPanel } from "../joins.js";
import { breakScreen } from "./break.js";
import { buyPanel } from "./buy.js";
import { cardPanel, cardsPanel } from "./cards.js";
import { confirmPanel, decidePanel, overScreen, stoppedScreen } from "./ending.js";
import { correctPanel } from "./correct.js";
import { paintKinds } from "./colours.js";
import { handRulesPanel } from "./hand_rules.js";
import { keysPanel } from "./keys.js";
import { countPanel, playerPanel } from "./people.js";
import { devicePanel, morePanel } from "./menu.js";
import { endPanel, refillPanel } from "./more.js";
import { namesPanel } from "./names.js";
import { notePanel } from "./note.js";
import { optionsPanel } from "./options.js";
import { isEditing, readyStrip } from "./ready.js";
import { proposalsPanel } from "./proposals.js";
import { recordPanel, strikePanel } from "./record.js";
import { fieldPanel, lateBand, roundScreen } from "./round.js";
import { setupScreen } from "./setup.js";
import { latePanel } from "./start.js";
import { discardPanel, tradePanel } from "./trade.js";

export const picture = "city";
export { bar, plates } from "./bar.js";
export { keyDown, keyUp, letGo } from "./keys.js";
export { felt } from "./felt.js";
export { scheduled } from "./scheduled.js";
export { words } from "./words.js";

export const panels = { buy: buyPanel, card: cardPanel, cards: cardsPanel, captains: captainsPanel,
  code: codePanel, confirm: confirmPanel, correct: correctPanel, count: countPanel, crew: crewPanel,
  decide: decidePanel, device: devicePanel, discard: discardPanel, end: endPanel, field: fieldPanel,
  keys: keysPanel, late: latePanel, logins: loginsPanel, more: morePanel, names: namesPanel, note: notePanel,
  options: optionsPanel, player: playerPanel, proposals: proposalsPanel, record: recordPanel,
  refill: refillPanel, rules: handRulesPanel, strike: strikePanel, trade: tradePanel };

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
