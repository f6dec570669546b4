/** Full-Contact Catan on the tablet: which screen belongs to which phase, the bar and its plates. */

import { button, h, icon } from "../dom.js";
import { left } from "../feed.js";
import { listed, sum } from "../format.js";
import { captainsPanel, codePanel, crewPanel, loginsPanel } from "../joins.js";
import { breakScreen } from "./break.js";
import { buyPanel } from "./buy.js";
import { cardPanel } from "./cards.js";
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
import { teamNames, teamOf } from "./parts.js";
import { isEditing, readyStrip } from "./ready.js";
import { proposalPlate, proposalsPanel } from "./proposals.js";
import { recordPanel, strikePanel } from "./record.js";
import { fieldPanel, lateBand, roundScreen } from "./round.js";
import { setupScreen } from "./setup.js";
import { discardPanel, tradePanel } from "./trade.js";

export const picture = "city";
export { keyDown, keyUp, letGo } from "./keys.js";
export { felt } from "./felt.js";
export { words } from "./words.js";

const LENGTHEN_MS = 30_000;

export const panels = {
  buy: buyPanel,
  card: cardPanel,
  captains: captainsPanel,
  code: codePanel,
  confirm: confirmPanel,
  correct: correctPanel,
  count: countPanel,
  crew: crewPanel,
  decide: decidePanel,
  device: devicePanel,
  discard: discardPanel,
  end: endPanel,
  field: fieldPanel,
  keys: keysPanel,
  logins: loginsPanel,
  more: morePanel,
  names: namesPanel,
  note: notePanel,
  options: optionsPanel,
  player: playerPanel,
  proposals: proposalsPanel,
  record: recordPanel,
  refill: refillPanel,
  rules: handRulesPanel,
  strike: strikePanel,
  trade: tradePanel,
};

const SCREENS = {
  ready: breakScreen,
  break: breakScreen,
  head_start: roundScreen,
  round: roundScreen,
  grace: roundScreen,
  stopped: stoppedScreen,
  over: overScreen,
};

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

/** The black bar: what is on, the clock, the points. */
export function bar(/** @type {Tablet} */ tablet) {
  const { view } = tablet;
  return [
    h("div", { class: "bar-title" }, h("h1", {}, title(tablet)), h("p", {}, subtitle(tablet))),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" }),
    clockButtons(tablet),
    h("ul", { class: "bar-points" }, view.teams.map((team) => barPoints(tablet, team))),
  ];
}

function title(/** @type {Tablet} */ { view, say }) {
  if (view.phase === "round") return say("round_n", { n: view.round });
  return say(`phase_${view.phase}`, { n: view.phase === "ready" ? (view.round ?? 0) + 1 : view.round });
}

function subtitle(/** @type {Tablet} */ { view, say }) {
  const head = view.phase === "head_start" && teamOf(view, view.clock.head_start_team);
  const parts = [
    view.practice && say("practice"),
    view.bare && say("bare"),
    head && say("head_start_of", { team: head.name, s: view.options.head_start_seconds }),
    ["round", "head_start"].includes(view.phase) && !head && say("tap_hoop"),
    view.phase === "grace" && say("judge"),
    view.phase === "stopped" && say("stopped_head"),
    view.phase === "break" && view.clock.state === "held" && say("held"),
  ];
  const { name, battery } = view.kit;
  return parts.filter(Boolean).join(" · ") || [name, battery && say("battery", { n: battery })].filter(Boolean).join(" · ");
}

function clockButtons(/** @type {Tablet} */ { view, say, send, clock }) {
  if (view.phase !== "break") return null;
  const held = view.clock.state === "held";
  const seconds = () => Math.ceil((left(view.clock, clock) + LENGTHEN_MS) / 1000);
  const can = { refused: view.can.break_clock ? null : say("cannot_now") };
  return h(
    "div",
    { key: "clock-buttons", class: "clock-buttons" },
    button({ look: "on-bar", ...can, act: () => send({ type: "break_clock", hold: !held }) }, say(held ? "go_on" : "hold")),
    button({ look: "on-bar", ...can, act: () => send({ type: "break_clock", seconds: seconds() }) }, say("lengthen")),
  );
}

function barPoints(/** @type {Tablet} */ { say }, /** @type {Team} */ team) {
  return h(
    "li",
    { key: team.id, class: `team-${team.id}`, "aria-label": `${team.name}: ${say("points", { n: team.vp })}` },
    icon(`mark-${team.mark}`),
    h("span", { class: "number" }, team.vp),
  );
}

/** What wants the referee's eye, as yellow plates in the bar. */
export function plates(/** @type {Tablet} */ tablet) {
  const { view, say, open } = tablet;
  if (view.phase === "over") return [];
  const owed = view.owed.length;
  const back = sum(Object.fromEntries(view.refill.map((row) => [row.kind, row.count])));
  const there = view.teams.filter((team) => team.vp >= view.target).map((team) => team.name);
  const { foresight, supremacy } = view.next_round;
  const calm = ["ready", "break"].includes(view.phase);
  const names = (id) => ({ team: teamNames(view, [id])[0] });
  const won = { teams: listed(teamNames(view, view.result?.winners ?? [])), target: view.target };
  return [
    view.can.confirm_result && plate("result", say("plate_result", won), () => open("confirm"), "is-result"),
    proposalPlate(tablet),
    owed > 0 && plate("owed", say("plate_owed", { n: owed }), () => open("discard")),
    foresight && calm && banner("foresight", say("plate_head_start", names(foresight))),
    supremacy && calm && banner("supremacy", say("plate_supremacy", names(supremacy))),
    view.supremacy && banner("knights", say("plate_knights", names(view.supremacy))),
    there.length > 0 && calm && !view.can.confirm_result && view.warnings.length > 0 && banner("tie", view.warnings.at(-1)),
    back > 0 && calm && plate("refill", say("plate_refill", { n: back }), () => open("refill"), "is-quiet"),
  ];
}

function plate(key, text, act, look = "") {
  return h("button", { key, type: "button", class: `plate ${look}`, on: { click: act } }, h("b", {}, text));
}

function banner(key, text) {
  return h("div", { key, class: "plate is-quiet", role: "note" }, h("b", {}, text));
}
