/**
 * A player's own phone in a hall: whose turn it is, the own neighbours, and what a player may want of the
 * kit. It is a comfort: the game goes on without it. What the small public view does not tell is asked for,
 * at most once a turn.
 */

import { pause } from "../commands.js";
import { die } from "../die.js";
import { button, h, icon } from "../dom.js";
import { wholeGuide } from "./guide.js";
import { claimed, goTo, OF_A_TURN, panels, registration } from "./phone_panels.js";
import { otherGroup, seatParts } from "./ring.js";
import { words as gameWords } from "./words.js";
import { words as guideWords } from "./words/guide.js";
import { words as phoneWords } from "./words/phone.js";

export const words = { ...gameWords, ...guideWords, ...phoneWords };

/** A hall of phones that all see a new turn asks within this time, each at another moment. */
const SPREAD_MS = 2000;
/** A question that found no answer is asked once more, after this time and by lot up to twice of it. */
const AGAIN_MS = 3000;

/** The seat of this hall in words, with the colour and mark of its group; null for any other. */
export function seatOf(/** @type {any} */ view, /** @type {string} */ seat) {
  const found = seatParts(seat);
  if (!found || found.board > view.boards) return null;
  const { name, colour, mark } = view.sides.find(({ id }) => id === found.group);
  return { name: `${found.board} ${found.kind} ${name}`, colour, mark };
}

/** The whole phone below its bar. */
export function screen(/** @type {HallPhone} */ phone) {
  const { view, seat, memory } = phone;
  if (memory.match !== view.match)
    Object.assign(memory, { match: view.match, own: null, asked: null, panel: null, form: null,
      permission: null });
  keepUp(phone);
  const group = seatParts(seat)?.group ?? "";
  const own = memory.own?.answer ?? null;
  const hall = { ...phone, group, own, isFresh: memory.own?.turn === turnOf(view), acts: actsIn(view, group),
    again: () => look(phone, 0) };
  const shown = memory.panel && !["over", "alarm"].includes(view.phase)
    ? panels[memory.panel](hall)
    : home(hall);
  return h("div", { key: memory.panel ?? "home", class: "hall" }, shown);
}

/** True for a group that acts now: in its own turn, or everybody's (BG-3). */
function actsIn(view, group) {
  return view.turn.number > 0 && [null, group].includes(view.turn.group);
}

function turnOf(view) {
  return `${view.turn.number} ${view.boards}`;
}

// What is asked for

/** Ask for the own seat when another turn has begun, or a claim was judged while the own one is open. */
function keepUp(phone) {
  const { view, memory } = phone;
  const claims = memory.own?.answer.claims ?? [];
  const waits = claims.some(({ standing }) => standing === "open") ? `${view.phase} ${view.open}` : "";
  const wanted = `${turnOf(view)} ${waits}`;
  if (memory.asked === wanted) return;
  const isFirst = memory.asked === null;
  memory.asked = wanted;
  look(phone, isFirst ? 0 : Math.random() * SPREAD_MS);
}

/** Ask for the own seat after `wait` ms; once more if no answer came. Only the last of several counts. */
async function look(phone, wait, tries = 2) {
  const { memory, seat, ask, changed } = phone;
  const mine = {};
  memory.look = mine;
  await pause(wait);
  if (memory.look !== mine) return;
  const answer = await ask({ what: "seat", seat });
  if (memory.look !== mine) return;
  // Another turn would have made another question of it.
  if (answer) memory.own = { answer, turn: turnOf(phone.view) };
  memory.failed = !answer;
  changed();
  if (!answer && tries > 1) await look(phone, AGAIN_MS * (1 + Math.random()), tries - 1);
}

// What is shown

function home(hall) {
  const { view, own } = hall;
  if (view.phase === "over") return [winner(hall), own && claimed(hall)];
  if (view.phase === "alarm") return alarm(view);
  return [view.winner && winner(hall), own && !own.person && registration(hall), now(hall),
    own?.person && !own.person.plays
    && plate("away", hall.say(own.person.removed ? "phone_removed" : "phone_away")), own && claimed(hall),
    around(hall), keys(hall),
    own
    && h("details", { key: "rules", class: "card board-more" }, h("summary", {}, hall.say("guide_rules")),
      wholeGuide(hall.say, own.guide))];
}

/** Everybody leaves the hall: nothing else is on the phone (BG-5). */
function alarm({ say: [first, ...more] }) {
  return h("section", { key: "alarm", class: "hall-alarm", role: "alert" }, h("h2", {}, first),
    more.map((line) => h("p", { key: line }, line)));
}

/** The turn, the last roll, and the conductor's line. */
function now(hall) {
  const { view, acts } = hall;
  const isTurn = OF_A_TURN.includes(view.phase);
  return h("section", { key: "now", class: `card hall-now ${isTurn && acts ? "is-own" : ""}`,
    "aria-live": "polite" }, isTurn && h("h2", { key: "whose", class: "hall-whose" }, whose(hall)),
    rolled(hall), h("p", { key: "say", class: "hall-say" }, view.say.join(" ")),
    view.turn.number > 0
      && h("p", { key: "robbers", class: "hall-robbers" }, icon("robber"), h("span", {}, view.robbers.text)));
}

function whose({ view, acts, say }) {
  if (!view.turn.group) return say("phone_all_act");
  if (acts) return say("phone_your_turn");
  return say("phone_their_turn", { group: view.sides.find(({ id }) => id === view.turn.group).name });
}

/** The sum of the last roll as large as can be, with its two dice. */
function rolled({ view, say }) {
  if (!view.dice) return null;
  const [a, b] = view.dice;
  return h("div", { key: "roll", class: "hall-roll", role: "img",
    "aria-label": say("phone_rolled", { a, b, sum: view.sum }) }, h("b", { class: "number" }, view.sum),
    die(a), die(b));
}

/** The one who deals out, the partners of a trade, and the seats around. */
function around(hall) {
  const { view, own, isFresh, memory, say, again } = hall;
  if (!own)
    return memory.failed
      ? noAnswer(say, again)
      : h("p", { key: "looking", class: "card hall-around" }, say("phone_looking"));
  const plays = Boolean(own.person?.plays);
  const named = isFresh && plays && view.turn.number ? own : { ...own, partners: null };
  return h("section", { key: "around", class: "card hall-around" },
    plays && h("p", { key: "deals", class: "hall-deals" }, isFresh ? own.deals : say("phone_looking")),
    plays && h("p", { key: "trade", class: "hall-trade" }, isFresh ? own.trade : ""), hood(named, hall),
    !isFresh && memory.failed && noAnswer(say, again));
}

function noAnswer(say, again) {
  return h("div", { key: "failed", class: "card hall-failed is-warning" }, h("p", {}, say("phone_no_answer")),
    button({ key: "again", act: again }, say("phone_ask_again")));
}

/**
 * The six seats that belong together, as this player sees them: the other side above, the own side below.
 * `partners` are those with whom this seat may trade now; null while that is being asked.
 */
function hood(own, { group, side, say }) {
  const far = otherGroup(group);
  const of = (pair, wanted) => pair.find(({ seat }) => seat.endsWith(wanted));
  const me = { seat: own.seat, label: own.label, name: say("phone_you"), plays: true };
  const seats = [of(own.left, far), own.opposite, of(own.right, far), of(own.left, group), me,
    of(own.right, group)];
  const where = ["phone_at_left", "phone_across", "phone_at_right"];
  const cell = (each, at) =>
    h("li", { key: each.seat, class: lookOf(each, own) },
      person(each, own, say, each === me ? "" : say(where[at % where.length])));
  return h("ul", { key: "hood", class: `hall-hood team-${side.colour}`, "aria-label": say("phone_around") },
    seats.map(cell));
}

function lookOf({ seat, plays }, own) {
  if (seat === own.seat) return "hall-seat is-me";
  const trades = own.partners && (own.partners.includes(seat) ? "is-partner" : "is-no-partner");
  return `hall-seat ${trades ?? ""} ${plays ? "" : "is-empty"}`;
}

function person({ seat, label, name, plays }, own, say, where) {
  const trades = own.partners?.includes(seat);
  const { group } = seatParts(seat);
  return [
    h("span", { key: "seat", class: `hall-label number team-${group}` }, icon(`mark-${group}`, "mark"),
      label),
    h("span", { key: "name", class: "hall-name" },
      plays ? name : name ? say("phone_not_here", { name }) : say("phone_empty")),
    where && h("span", { key: "where", class: "is-hidden" }, trades ? say("phone_trades", { where }) : where),
  ];
}

/** The keys of a player: the claim, a permission, a steward. */
function keys(hall) {
  const { own, say } = hall;
  const plays = Boolean(own?.person?.plays);
  const calls = own?.calls ?? [];
  return h("section", { key: "keys", class: "hall-keys", "aria-label": say("phone_keys") },
    calls.map((call) =>
      h("p", { key: `call ${call.id}`, class: "card hall-called", role: "status" }, icon("hand"),
        h("span", {}, say("phone_called", { text: call.text })))
    ),
    plays
      && button({ key: "claim", look: "hall-claim-key", act: () => goTo(hall, "claim") }, icon("cup"),
        h("b", {}, say("phone_claim"))),
    plays && button({ key: "permission", act: () => goTo(hall, "permission") }, say("phone_permission")),
    button({ key: "call", act: () => goTo(hall, "call") }, say("phone_call")));
}

function plate(key, text) {
  return h("p", { key, class: "card hall-plate is-warning", role: "status" }, text);
}

function winner({ view, seat, say }) {
  const { winner: best } = view;
  if (!best) return plate("over", say("phone_over"));
  const mine = best.seat === seat;
  const about = [best.label, best.club, say("phone_points", { n: best.points })];
  return h("section", { key: "winner", class: "card hall-winner", role: "status" }, icon("cup"),
    h("p", { class: "hall-wins" }, mine ? say("phone_you_win") : say("phone_wins", { name: best.name })),
    h("p", {}, about.filter(Boolean).join(" · ")));
}
