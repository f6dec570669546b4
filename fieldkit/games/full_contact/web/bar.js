/** The black bar over the tablet: what is on, the clock, the points; and plates for what must be seen to. */

import { button, h, icon } from "../dom.js";
import { left } from "../feed.js";
import { listed, sum, tenths } from "../format.js";
import { teamNames, teamOf } from "./parts.js";

const LENGTHEN_MS = 30_000;
const MINUTE_MS = 60_000;
/** Up to this width (px) the teams' cards lie beside each other. */
const PHONE_PX = 520;

/** The bar: what is on, the clock and what changes it, the points. */
export function bar(/** @type {Tablet} */ tablet) {
  return [
    h("div", { class: "bar-title" }, h("h1", { style: { "--letters": title(tablet).length } }, title(tablet)),
      h("p", {}, subtitle(tablet))),
    clockPlace(tablet),
    clockButtons(tablet),
    h("ul", { class: "bar-points" }, tablet.view.teams.map((team) => barPoints(tablet, team))),
  ];
}

/** True once a round's time is over by this tablet's clock, and no link tells what became of it. */
function isCutOff(/** @type {Tablet} */ { view, away, clock, memory, drawIn }) {
  if (!away || view.clock.state !== "running") return false;
  const ms = left(view.clock, clock);
  const known = `${view.match} ${view.clock.ends_at}`;
  if (ms > 0 && memory.ends !== known) drawIn(ms / clock.rate + 1);
  memory.ends = ms > 0 ? known : null;
  return ms === 0 && view.phase !== "break";
}

function title(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  if (isCutOff(tablet)) return say("time_over");
  const head = headTeam(view);
  if (head) return say("head_alone", { n: view.round, team: head.name });
  if (view.phase === "round") return say("round_n", { n: view.round });
  return say(`phase_${view.phase}`, { n: view.phase === "ready" ? (view.round ?? 0) + 1 : view.round });
}

/** The team that is on the field alone. */
function headTeam(/** @type {MatchView} */ view) {
  return view.phase === "head_start" ? teamOf(view, view.clock.head_start_team) : null;
}

function subtitle(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const calm = ["ready", "break"].includes(view.phase);
  const parts = [view.practice && say("practice"), view.bare && say("bare"),
    view.phase === "break" && view.clock.state === "held" && say("held"),
    view.phase === "head_start" && say("head_what"),
    view.phase === "round" && say(isCutOff(tablet) ? "kit_awaited" : "tap_hoop"),
    view.phase === "grace" && say("judge"), view.phase === "stopped" && say("stopped_head"),
    calm && say("first_to", { n: view.target }), view.phase === "break" && played(tablet)];
  const { name, battery } = view.kit;
  // In an event the line below names the field.
  return parts.filter(Boolean).join(" · ")
    || [!view.event_field && name, battery && say("battery", { n: battery })].filter(Boolean).join(" · ");
}

/** The minutes of the match so far; it is drawn again when one more has passed. */
function played(/** @type {Tablet} */ { view, say, clock, memory, drawIn }) {
  if (view.began_at === null || view.began_at === undefined) return null;
  const ms = Math.max(0, clock.now() - view.began_at);
  const n = Math.floor(ms / MINUTE_MS);
  const known = `${view.match} ${n}`;
  if (memory.minute !== known) drawIn(MINUTE_MS - (ms % MINUTE_MS) + 1);
  memory.minute = known;
  return say("played_min", { n });
}

/** The clock; in the grace what is left of it as a thin bar, after a break how long that has been over. */
function clockPlace(/** @type {Tablet} */ { view, say }) {
  const { phase, clock } = view;
  if (phase === "grace")
    return h("div", { key: "clock-past", class: "bar-clock number is-past" }, tenths(0),
      h("span", { class: "grace-left", "data-ring": 0, "aria-hidden": "true" }));
  if (phase === "break" && clock.state === "idle")
    return h("div", { key: "clock-over", class: "bar-clock number is-over" }, h("b", {}, say("time_up")),
      clock.ended_at !== undefined && h("span", { "data-since": clock.ended_at, own: true, role: "timer" }));
  const head = headTeam(view);
  const mark = head && (() => h("span", { class: `head-mark team-${head.id}` }, icon(`mark-${head.mark}`)));
  const face = { class: "clock-face", "data-clock": "", own: true, role: "timer" };
  return h("div", { key: "clock", class: "bar-clock number",
    "data-ring": phase === "break" ? 1000 * view.warn_seconds : 0 }, mark?.(),
    h("span", { key: "face", ...face }), mark?.());
}

function clockButtons(/** @type {Tablet} */ { view, say, send, clock, tell }) {
  if (view.phase !== "break") return null;
  const held = view.clock.state === "held";
  const seconds = () => Math.ceil((left(view.clock, clock) + LENGTHEN_MS) / 1000);
  const refused = view.can.break_clock ? null : say("cannot_now");
  const over = view.clock.state === "idle" ? say("break_over") : null;
  return h("div", { key: "clock-buttons", class: "clock-buttons" },
    button({ look: "on-bar", refused: refused ?? over, tell,
      act: () => send({ type: "break_clock", hold: !held }) }, say(held ? "go_on" : "hold")),
    button({ look: "on-bar", refused, tell, act: () => send({ type: "break_clock", seconds: seconds() }) },
      say("lengthen")));
}

/** A team's points and knights; struck out while another team's players are the only ones. */
function barPoints(/** @type {Tablet} */ { view, say }, /** @type {Team} */ team) {
  const isOut = view.supremacy !== null && view.supremacy !== team.id;
  const knights = view.supremacy === team.id ? team.players : isOut ? 0 : team.knights;
  const points = say("points", { n: team.vp });
  return h("li", { key: team.id, class: `team-${team.id}`,
    "aria-label": `${team.name}: ${points}, ${say("knights_n", { n: knights })}` }, icon(`mark-${team.mark}`),
    h("span", { class: "number" }, team.vp),
    h("span", { class: `bar-knights ${isOut ? "is-out" : ""}` }, icon("knight"),
      h("b", {}, isOut ? team.knights : knights)));
}

/** Plates in the bar for what wants the referee's eye; only what must be done is yellow. */
export function plates(/** @type {Tablet} */ tablet) {
  const { view, say, open } = tablet;
  if (view.phase === "over") return [];
  const [owed, proposed] = [view.owed.length, view.proposals.length];
  const back = sum(Object.fromEntries(view.refill.map((row) => [row.kind, row.count])));
  const calm = ["ready", "break"].includes(view.phase);
  const names = (id) => ({ team: teamNames(view, [id])[0] });
  const won = { teams: listed(teamNames(view, view.result?.winners ?? [])), target: view.target };
  return [
    view.can.confirm_result && plate("result", say("plate_result", won), () => open("confirm"), "is-result"),
    // The teams' cards, where proposals lie else, are out of sight on a phone.
    view.phase === "break" && proposed > 0 && innerWidth <= PHONE_PX
    && plate("proposals", say("plate_proposals", { n: proposed }), () => open("proposals", { card: null })),
    owed > 0 && plate("owed", say("plate_owed", { n: owed }), () => open("discard")),
    view.supremacy && banner("knights", say("plate_knights", names(view.supremacy))),
    view.confirming && !view.can.confirm_result && banner("confirming", view.confirming.says),
    back > 0 && calm && plate("refill", say("plate_refill", { n: back }), () => open("refill"), "is-quiet"),
  ];
}

function plate(key, text, act, look = "") {
  return h("button", { key, type: "button", class: `plate ${look}`, on: { click: act } }, h("b", {}, text));
}

function banner(key, text) {
  return h("div", { key, class: "plate is-quiet", role: "note" }, h("b", {}, text));
}
