/** Full-Contact Catan on the tablet: which screen belongs to which phase, the bar and its plates. */

import { h } from "../dom.js";
import { kitName } from "../format.js";
import { menuEntries, panelsOf } from "../panels/menu.js";
import { recordPanel, undoPanel } from "../panels/record.js";
import { rulesPanel } from "../panels/rules.js";
import { breakScreen, latePanel } from "./break.js";
import { buyPanel, cardPanel, cardsPanel, discardPanel } from "./cards.js";
import { paintKinds, tabletRules, teamPage } from "./parts.js";
import { correctEntry } from "./correct.js";
import { confirmPanel, decidePanel, endEntry, overScreen, stoppedScreen } from "./ending.js";
import { keysEntry } from "./keys.js";
import { countEntry, namesEntry, noteEntry, playerEntry, refillEntry } from "./people.js";
import { optionsPanel } from "./options.js";
import { lessonOverScreen, lessonStrip, practiceScreen } from "./practice.js";
import { proposalsPanel } from "./proposals.js";
import { fieldPanel, lateBand, roundScreen } from "./round.js";
import { isEditing, readyStrip, setupScreen } from "./setup.js";
import { tradePanel } from "./trade.js";

export { bar, plates } from "./bar.js";
export { keyDown, keyUp, letGo } from "./keys.js";
export { unlike } from "./options.js";
export { scheduled } from "./setup_form.js";
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

/** More: what is wanted less often, in three groups. */
const MENU = {
  match: [noteEntry, playerEntry, correctEntry, namesEntry, "record", { key: "rules", word: "hand_rules",
    panel: rulesPanel(tabletRules, "hand_rules") }, endEntry],
  field: [refillEntry, countEntry, { key: "kit", text: ({ view, say }) =>
    kitName({ ...view.kit, name: say("kit_page") }) }, "hub", "crew", "captains", "print", "sheet"],
  device: ["theme", "full", "sound", keysEntry, "code", "logins", "leave"],
};

export const panels = { ...panelsOf(Object.values(MENU).flat()), buy: ofTeam(buyPanel),
  card: ofTeam(cardPanel), cards: ofTeam(cardsPanel), confirm: confirmPanel, decide: decidePanel,
  device: devicePanel, discard: discardPanel, field: fieldPanel, late: latePanel, more: morePanel,
  options: optionsPanel, proposals: proposalsPanel, record, trade: ofTeam(tradePanel),
  undo: (tablet, panel) => undoPanel(tablet, panel, UNDO_REASONS) };

function morePanel(/** @type {Tablet} */ tablet) {
  const { say } = tablet;
  const group = ([name, rows]) =>
    h("section", { key: name, class: "menu-group" }, h("h3", {}, say(`menu_${name}`)),
      h("div", { class: "menu-entries" }, menuEntries(tablet, "more", rows, true)));
  return { title: say("more"), body: h("div", { class: "menu" }, Object.entries(MENU).map(group)) };
}

/** The entries of this tablet, also while there is no match. */
function devicePanel(/** @type {Tablet} */ tablet) {
  return { title: tablet.say("menu_device"),
    body: h("div", { class: "menu-entries is-wide" }, menuEntries(tablet, "device", MENU.device, true)) };
}

const SCREENS = { ready: breakScreen, break: breakScreen, head_start: roundScreen, round: roundScreen,
  grace: roundScreen, stopped: stoppedScreen, over: overScreen };

/** Setting up a match, also over the result of the last one. */
export function setup(/** @type {Tablet} */ tablet) {
  return drawn(tablet.memory.practice ? practiceScreen : setupScreen, tablet);
}

/** The screen of the phase. */
export function screen(/** @type {Tablet} */ tablet) {
  const { view } = tablet;
  if (isEditing(tablet)) return drawn(setupScreen, tablet);
  paintKinds(view.options.colours);
  const late = lateBand(tablet);
  const isLed = view.led && view.phase === "over";
  return [view.led ? lessonStrip(tablet) : readyStrip(tablet),
    drawn(isLed ? lessonOverScreen : SCREENS[view.phase], tablet), late];
}

function drawn(draw, /** @type {Tablet} */ tablet) {
  return h("div", { key: draw.name, class: `screen ${draw.name}` }, draw(tablet));
}

/** The change of a view that the referee feels: a ball that waits to be judged, one that counted, or null. */
export function felt(/** @type {MatchView} */ before, /** @type {MatchView} */ view) {
  if (view.match !== before.match) return null;
  if (view.pending.length > before.pending.length) return "late";
  return view.round === before.round && view.counted.length > before.counted.length ? "counted" : null;
}
