/**
 * A player's own phone. The link, the commands and the toast are here; what a player sees and may do comes from the
 * game's own module. The phone follows the public board: nothing that others may not see is ever on it.
 */

import { isToken, present, seatOnCard, takeCode } from "./card.js";
import { clockFace } from "./clock.js";
import { Commands, lookUp, postJson } from "./commands.js";
import { button, h, icon, patch, placed } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { dress, loadGames } from "./games.js";
import { withRule } from "./refusal.js";
import { words } from "./words/seat.js";

const TOAST_MS = 6000;
/** A command that has waited this long is worth a line. */
const WAIT_MS = 700;

const say = speaker(words);
const [bar, away, screen, toast] = ["bar", "away", "screen", "toast"].map(placed);
const games = await loadGames("seat.js");
const memory = {};
const kitClock = new KitClock();
const drawClock = clockFace(kitClock);

/** @type {any} */
let view = null;
let toastTimer = null;
const commands = new Commands(() => {
  fingers.change(draw);
  setTimeout(() => fingers.change(draw), WAIT_MS + 20);
});
const fingers = new Fingers({ held: () => tell(say("just_changed")), passed: hush });

/** Send a command of this seat for the turn that it shows; a refusal is told and moves nothing. */
async function send(/** @type {Command} */ command) {
  const { status, body } = await commands.send({ ...command, round: view.round });
  if (status === 401) location.reload();
  else if (status >= 400) tell(body.error?.message ?? say("no_answer"), body.error?.rule);
  return status === 200 ? body : null;
}

function tell(text, rule) {
  clearTimeout(toastTimer);
  patch(toast, [h("p", {}, withRule(text, rule))]);
  toastTimer = setTimeout(hush, TOAST_MS);
}

function hush() {
  patch(toast, []);
}

function draw() {
  if (!view) return;
  const game = games.get(view.game);
  const side = sideOf(game);
  dress(view.game, view);
  document.body.classList.toggle("is-away", away.childElementCount > 0);
  patch(bar, [
    side && h("span", { key: "mark", class: `team-${side.colour}` }, icon(`mark-${side.mark}`, "mark")),
    h("div", { class: "bar-title" }, h("h1", {}, side?.name ?? bar.dataset.kit), h("p", {}, view.title)),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" }),
  ]);
  patch(screen, [waiting(), seated(game, side)]);
  drawClock(view);
}

/** Who sits here, as `{name, colour, mark}`: a side of the match, or whom the game's own `seatOf` names. */
function sideOf(game) {
  const seat = screen.dataset.seat;
  return game?.seatOf ? game.seatOf(view, seat) : view.sides.find(({ id }) => id === seat);
}

/** What the game shows to this side; a seat of an earlier match may have none in this one. */
function seated(game, side) {
  if (!game || !side) return h("p", { key: "none", class: "sentence" }, say(view.match ? "no_seat" : "soon"));
  const { seat } = screen.dataset;
  const own = { view, side, seat, say: speaker({ ...words, ...game.words }), send, ask: lookUp, tell, memory, draw, changed };
  return game.screen(own);
}

/** Draw what came by itself, as the answer to a question that no tap has asked. */
function changed() {
  fingers.change(draw);
}

function waiting() {
  const late = [...commands.waiting].filter((entry) => performance.now() - entry.since > WAIT_MS);
  if (!late.length) return null;
  return h(
    "div",
    { key: "waiting", class: "card seat-waits is-warning", role: "status" },
    h("p", {}, h("b", {}, say("waiting", { n: late.length }))),
    button({ key: "give-up", look: "small", act: () => commands.giveUp() }, say("give_up")),
  );
}

/** Another card or code that this phone has photographed seats it elsewhere; its own card changes nothing. */
async function photographed() {
  const given = takeCode();
  if (given === null || (isToken(given) && seatOnCard(given) === screen.dataset.seat)) return;
  const answer = isToken(given)
    ? await present(given, () => tell(say("card_waits")))
    : await postJson("/api/session", { code: given });
  if (answer?.status === 200) location.reload();
  else tell(answer?.body.error?.message ?? say("no_answer"));
}

addEventListener("hashchange", photographed);
photographed();
listen({
  url: "/api/feed",
  name: "board",
  clock: kitClock,
  onView: (next) => {
    const [before, at] = [view, performance.now()];
    view = next;
    // The first view was asked for by opening the page.
    fingers.change(draw, () => before === null || commands.ours(before, next, at));
  },
  onLink: (isAway) => {
    patch(away, isAway ? [h("p", {}, say("away"))] : []);
    fingers.change(draw);
  },
});
