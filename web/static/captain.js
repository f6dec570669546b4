/**
 * A captain's own phone. The link, the commands and the toast are here; what a captain sees and may propose comes from
 * the game's own module. The phone follows the public board, and asks the kit besides for what only its team may see.
 */

import { takeCode } from "./card.js";
import { clockFace } from "./clock.js";
import { Commands, postJson } from "./commands.js";
import { button, h, icon, patch, placed } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { dress, loadGames } from "./games.js";
import { withRule } from "./refusal.js";
import { words } from "./words/captain.js";

const TOAST_MS = 6000;
/** A command that has waited this long is worth a line. */
const WAIT_MS = 700;
const PATIENCE_MS = 5000;
/** How often it is looked whether this phone is still the captain's. */
const CHECK_MS = 5000;

const say = speaker(words);
const [bar, away, screen, toast] = ["bar", "away", "screen", "toast"].map(placed);
const games = await loadGames("captain.js");
const memory = {};
const kitClock = new KitClock();
const drawClock = clockFace(kitClock);

/** @type {any} */
let view = null;
/** What only this team may see; null while the kit has not told it. @type {any} */
let own = null;
let questions = 0;
let toastTimer = null;
const commands = new Commands(() => {
  fingers.change(draw);
  setTimeout(() => fingers.change(draw), WAIT_MS + 20);
});
const fingers = new Fingers({ held: () => tell(say("just_changed")), passed: hush });

/** Send a command for the round that is on the screen; a refusal is told and moves nothing. */
async function send(/** @type {Command} */ command) {
  const { status, body } = await commands.send({ ...command, round: view.round });
  if (status === 401) location.reload();
  else if (status >= 400) tell(body.error?.message ?? say("no_answer"), body.error?.rule);
  await refresh();
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

/** Ask for what only this team may see; the newest question alone counts. */
async function refresh() {
  questions += 1;
  const question = questions;
  const answer = await get("/api/ask?own");
  if (question !== questions || answer === null) return;
  if (answer.status === 403) await stillCaptain();
  own = answer.ok ? await answer.json() : null;
  fingers.change(draw);
}

/** Who was logged out gets the log-in. */
async function stillCaptain() {
  const answer = await get("/api/session");
  if (answer?.status === 401) location.reload();
}

function get(url) {
  return fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
}

function draw() {
  if (!view) return;
  const game = games.get(view.game);
  const side = view.sides.find(({ id }) => id === screen.dataset.team);
  dress(view.game, view);
  patch(bar, [
    side && h("span", { key: "mark", class: `team-${side.colour}` }, icon(`mark-${side.mark}`, "mark")),
    h("div", { class: "bar-title" }, h("h1", {}, side?.name ?? bar.dataset.kit), h("p", {}, view.title)),
    side && h("span", { key: "score", class: "bar-score number", "aria-label": say("points", { n: side.score }) }, side.score),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" }),
  ]);
  patch(screen, [waiting(), shown(game, side)]);
  drawClock(view);
}

function shown(game, side) {
  const sentence = (key) => h("p", { key, class: "sentence" }, say(key));
  if (!view.match) return sentence("soon");
  if (!side) return sentence("no_team");
  if (!game) return sentence("nothing_here");
  if (!own) return null;
  return game.screen({ view, own, side, say: speaker({ ...words, ...game.words }), send, tell, memory, draw });
}

function waiting() {
  const late = [...commands.waiting].filter((entry) => performance.now() - entry.since > WAIT_MS);
  if (!late.length) return null;
  return h(
    "div",
    { key: "waiting", class: "card captain-waits is-warning", role: "status" },
    h("p", {}, h("b", {}, say("waiting", { n: late.length }))),
    button({ key: "give-up", look: "small", act: () => commands.giveUp() }, say("give_up")),
  );
}

/** Another code that this phone has photographed. */
async function photographed() {
  const given = takeCode();
  if (given === null) return;
  const answer = await postJson("/api/session", { code: given });
  if (answer?.status === 200) location.reload();
  else tell(answer?.body.error?.message ?? say("no_answer"));
}

addEventListener("hashchange", photographed);
photographed();
setInterval(() => !document.hidden && stillCaptain(), CHECK_MS);
listen({
  url: "/api/feed",
  name: "board",
  clock: kitClock,
  onView: (next) => {
    view = next;
    fingers.change(draw);
    refresh();
  },
  onLink: (isAway) => {
    patch(away, isAway ? [h("p", {}, say("away"))] : []);
    fingers.change(draw);
  },
});
