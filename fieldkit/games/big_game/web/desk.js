/** The steward's desk: find a seat, see who sits there and around, and do what a steward does. */

import { button, h } from "../dom.js";
import { remember } from "../panels/inputs.js";
import { claimTool } from "./claims.js";
import { callsCard } from "./console.js";
import { awardTool, permissionTool, playerTool } from "./desk_tools.js";
import { badge, entry, groupName, kept, seatTag, sign, standingSaid } from "./pieces.js";
import { GROUPS, seatParts } from "./ring.js";
import { sayCard } from "./say.js";

const ROWS = "60";
/** The least time (ms) before a seat is looked up again while others act. */
const AGAIN_MS = 1000;
const TOOLS = { permission: permissionTool, awards: awardTool, claim: claimTool, player: playerTool };

/** The state of the desk. */
function deskOf(/** @type {HallTablet} */ { memory }) {
  return (memory.desk ??= { find: "", seat: null, tool: "permission" });
}

/** The key of the bar: back to the console, where the console is this page's own. */
export function deskBarKeys(/** @type {HallTablet} */ tablet) {
  const back = () => remember(tablet, tablet.memory, { isDesk: false });
  return location.hash !== "#desk"
    && button({ key: "console", look: "on-bar", act: back }, tablet.say("to_console"));
}

/** The whole screen. */
export function deskScreen(/** @type {HallTablet} */ tablet) {
  // Nobody searches, asks or counts while everybody leaves the hall.
  if (tablet.view.phase === "alarm")
    return h("div", { key: "alarm", class: "screen hall-announcer", role: "alert" },
      sayCard(tablet, { keys: false }));
  const desk = deskOf(tablet);
  const pick = (seat) => remember(tablet, desk, { seat, toolState: {} });
  const waiting = tablet.view.claims.filter(({ standing, may_judge }) => may_judge && standing === "open");
  const judge = (seat) => remember(tablet, desk, { seat, toolState: {}, tool: "claim" });
  return h("div", { key: "desk", class: `screen hall-desk ${desk.seat ? "" : "is-choosing"}` },
    h("div", { key: "left", class: `desk-left ${waiting.length ? "has-claims" : ""}` },
      finder(tablet, desk, pick), callsCard(tablet, pick),
      waiting.length > 0 && claimsCard(tablet, waiting, judge)), desk.seat && seatPart(tablet, desk, pick));
}

/** The claims that wait for their judgement: each desk takes the one that it has counted. */
function claimsCard(/** @type {HallTablet} */ { view, say }, waiting, judge) {
  const row = (claim) =>
    h("li", { key: claim.id }, button({ key: "seat", look: "call-seat", act: () =>
      judge(claim.seat) }, seatTag(say, claim)), h("p", {}, claim.name),
      h("b", { class: "number" }, claim.points));
  return h("section", { key: "claims", class: "card hall-card calls-card" },
    h("h2", {}, say("claims_open", { n: view.open })), h("ul", { class: "call-rows" }, waiting.map(row)));
}

/** Find a seat by its board, by a name or by a club. */
function finder(/** @type {HallTablet} */ tablet, desk, pick) {
  const { view, say } = tablet;
  const query = { what: "seats", count: ROWS, ...(desk.find.trim() ? { find: desk.find.trim() } : {}) };
  const found = kept(tablet, desk, "found", query, changes(tablet, desk), { stays: true });
  const rows = found?.rows ?? [];
  return h("section", { key: "find", class: "card hall-card finder" },
    entry(tablet, desk, "find", { type: "search", "aria-label": say("find"), placeholder: say("find_what"),
      maxlength: 40 }),
    h("ul", { class: "found-rows" }, rows.map((row) => foundRow(tablet, desk, row, pick)),
      found && !rows.length && h("li", { key: "none", class: "soft" }, say("found_none")),
      found && found.total > rows.length
        && h("li", { key: "more", class: "soft" }, say("found_more", { n: found.total - rows.length }))),
    !found && h("p", { key: "wait", class: "soft" }, say(view.match ? "one_moment" : "no_match")));
}

function foundRow(/** @type {HallTablet} */ { say }, desk, { board, kind, ...people }, pick) {
  const seat = (group) => {
    const person = people[group];
    const id = `${board}-${group}`;
    const name = person ? person.name : say("empty");
    return button({ key: group, look: `found-seat team-${group} ${person?.plays ? "" : "is-empty"}`,
      "aria-pressed": String(desk.seat === id),
      "aria-label": `${board} ${kind} ${groupName(say, group)}: ${name}`, act: () => pick(id) },
      h("span", {}, name));
  };
  return h("li", { key: board }, h("b", { class: "number" }, `${board} ${kind}`), GROUPS.map(seat));
}

/** A number that moves when a look is due: with each change of the hall, at most once a second. */
function changes(/** @type {HallTablet} */ tablet, desk) {
  const { view } = tablet;
  const now = performance.now();
  if (desk.seq === view.seq) return desk.due ?? 0;
  const since = now - (desk.lookedAt ?? -AGAIN_MS);
  if (since < AGAIN_MS) {
    if (!desk.isWaiting) tablet.drawIn(AGAIN_MS - since + 10);
    desk.isWaiting = true;
    return desk.due ?? 0;
  }
  Object.assign(desk, { seq: view.seq, lookedAt: now, isWaiting: false, due: (desk.due ?? 0) + 1 });
  return desk.due;
}

function seatPart(/** @type {HallTablet} */ tablet, desk, pick) {
  const { say } = tablet;
  const seat = kept(tablet, desk, "looked", { what: "seat", seat: desk.seat }, changes(tablet, desk));
  if (!seat)
    return h("section", { key: "wait", class: "card hall-card desk-none" },
      h("p", { class: "sentence" }, say("one_moment")));
  const choose = (tool) => () => remember(tablet, desk, { tool, toolState: {} });
  desk.toolState ??= {};
  return h("section", { key: `seat ${seat.seat}`, class: "desk-seat" },
    h("div", { key: "who", class: "card hall-card seat-who" }, seatTag(say, seat), seatHead(tablet, seat),
      seatMap(tablet, seat, pick)),
    h("div", { key: "tools", class: "card hall-card desk-tools" },
      h("div", { key: "tabs", class: "desk-tabs", role: "group", "aria-label": say("desk_tools") },
        Object.keys(TOOLS).map((name) =>
          button({ key: name, look: "tab", "aria-pressed": String(desk.tool === name), act: choose(name) },
            say(`tool_${name}`))
        )),
      h("div", { key: desk.tool, class: `desk-tool tool-${desk.tool}` },
        TOOLS[desk.tool](tablet, seat, desk.toolState),
        desk.tool === "claim"
          && seatClaims(tablet, seat, (pick) => remember(tablet, desk.toolState, { pick, judge: {} })))));
}

/** The name, the club, and what the seat may do now. */
function seatHead(/** @type {HallTablet} */ { say }, seat) {
  const { person } = seat;
  const present = person?.removed ? "is_removed" : person?.away ? "is_away" : null;
  const state = person ? (present ?? (seat.active ? "acts_now" : "waits_now")) : "seat_empty";
  const noted = person?.sanctions.map((reason) => say("sanction_of", { reason })) ?? [];
  const about = person ? [person.club, say("number_n", { n: person.number }), ...noted].filter(Boolean) : [];
  return h("div", { key: "head", class: "seat-head" }, h("h2", {}, person ? person.name : say("empty")),
    h("p", { key: "state", class: `seat-state ${seat.active && person?.plays ? "is-acting" : ""}` },
      say(state)), h("p", { key: "about", class: "soft" }, about.join(" · ")),
    h("p", { key: "trade" }, seat.trade), h("p", { key: "deals" }, seat.deals));
}

/** The own board between its neighbours; whom the seat may trade with now is lit. A tap goes to that seat. */
function seatMap(/** @type {HallTablet} */ tablet, seat, pick) {
  const { say } = tablet;
  const { name = null, plays = false } = seat.person ?? {};
  const own = { seat: seat.seat, label: seat.label, name, plays };
  const both = seat.group === "sun" ? [own, seat.opposite] : [seat.opposite, own];
  const column = (key, seats) => {
    const { board, kind } = seatParts(seats[0].seat);
    return h("div", { key, class: "map-board" },
      h("h3", {}, say(`${key}_board`, { board: `${board} ${kind}` })),
      seats.map((each) => mapSeat(tablet, seat, each, pick)));
  };
  return h("div", { key: "map", class: "seat-map" }, column("left", seat.left), column("own", both),
    column("right", seat.right));
}

function mapSeat(/** @type {HallTablet} */ { say }, seat, { seat: id, label, name, plays }, pick) {
  const isOwn = id === seat.seat;
  const trades = seat.partners.includes(id);
  const { group } = seatParts(id);
  const said = `${label}: ${name ?? say("empty")}${trades ? `, ${say("may_trade")}` : ""}`;
  return button({ key: id,
    look: `map-seat ${isOwn ? "is-own" : trades ? "is-lit" : ""} ${plays ? "" : "is-empty"}`,
    "aria-label": said, "aria-current": isOwn ? "true" : undefined, act: () => pick(id) }, badge(group),
    h("span", {}, name ?? say("empty")));
}

/** The claims of a seat, with what became of each. */
function seatClaims(/** @type {HallTablet} */ { say }, { claims },
  /** @type {(claim: number) => void} */ pick)
{
  if (!claims.length) return null;
  const row = (claim) =>
    h("li", { key: claim.id }, sign(claim),
      h("span", {}, say("claim_in_turn", { n: claim.turn, points: claim.points })),
      h("span", { class: "soft" }, standingSaid(say, claim)),
      claim.may_judge && claim.standing !== "open" && button({ key: "again", look: "small", act: () =>
        pick(claim.id) }, say("judge_again")));
  return h("ul", { key: "claims", class: "seat-claims" }, claims.map(row));
}
