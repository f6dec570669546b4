/**
 * The crew's page: what to put back and which hoop needs a look. The link, the commands and the toast are here;
 * what a game wants of its crew comes from the game's own module.
 */

import { clockFace } from "./clock.js";
import { takeCode } from "./card.js";
import { Commands, postJson } from "./commands.js";
import { button, h, patch, placed } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { dress, loadGames } from "./games.js";
import { withRule } from "./refusal.js";
import { words } from "./words/referee.js";

const TOAST_MS = 6000;
const PATIENCE_MS = 5000;
/** How often it is looked whether this phone is still the crew's. */
const CHECK_MS = 5000;

const say = speaker(words);
const kitClock = new KitClock();
const drawClock = clockFace(kitClock);
const [bar, away, screen, toast] = ["bar", "away", "screen", "toast"].map(placed);
const games = await loadGames("crew.js");

/** @type {any} */
let view = null;
/** What the kit tells the crew beside the public board: alarms of hoops, and which of its commands are legal. */
let more = { alarms: [], can: {} };
let questions = 0;
let toastTimer = null;
const commands = new Commands(() => fingers.change(draw));
const fingers = new Fingers({ held: () => tell(say("just_changed")) });

/** Send a command of the crew; a refusal is told and moves nothing. */
async function send(/** @type {Command} */ command) {
  const { status, body } = await commands.send(command);
  if (status === 401) location.reload();
  else if (status >= 400) tell(body.error?.message ?? say("no_answer"), body.error?.rule);
}

function tell(text, rule) {
  clearTimeout(toastTimer);
  patch(toast, [h("p", {}, withRule(text, rule))]);
  toastTimer = setTimeout(() => patch(toast, []), TOAST_MS);
}

function draw() {
  if (!view) return;
  const game = games.get(view.game);
  dress(view.game, view);
  patch(bar, [
    h("div", { class: "bar-title" }, h("h1", {}, say("crew_page")), h("p", {}, view.title)),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" }),
  ]);
  const own = game?.screen({ view: { ...view, can: more.can }, say: speaker({ ...words, ...game.words }), send, tell });
  const hasField = !view.match || view.hoops;
  patch(screen, [waiting(), own, hasField ? links(more.alarms) : !own && nothing()]);
  drawClock(view);
}

function waiting() {
  const n = commands.waiting.size;
  if (!n) return null;
  return h(
    "div",
    { key: "waiting", class: "card crew-card crew-row is-warning", role: "status" },
    h("p", {}, h("b", {}, say("waiting", { n }))),
    button({ key: "give-up", look: "small", act: () => commands.giveUp() }, say("give_up")),
  );
}

/** A game without a field and without anything of its own for a crew. */
function nothing() {
  return h("p", { key: "nothing", class: "card crew-card crew-calm" }, say("crew_nothing"));
}

/** The hoops that are silent or low on battery, each with its cure. */
function links(/** @type {Alarm[]} */ alarms) {
  const rows = alarms
    .filter((alarm) => /^(hoop|battery)-/.test(alarm.id))
    .map((alarm) =>
      h("li", { key: alarm.id, class: "crew-row is-warning" }, h("div", {}, h("b", {}, alarm.text), h("p", {}, alarm.cure))),
    );
  return h(
    "section",
    { key: "links", class: "card crew-card" },
    h("h2", {}, say("crew_hoops")),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "crew-calm" }, say("crew_hoops_well")),
  );
}

/** Ask for what only the crew is told; who was logged out gets the log-in. */
async function refresh() {
  questions += 1;
  const question = questions;
  const answer = await fetch("/api/crew", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
  if (answer?.status === 401 || answer?.status === 403) location.reload();
  if (question !== questions || !answer?.ok) return;
  more = await answer.json();
  fingers.change(draw);
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
listen({
  url: "/api/feed",
  name: "board",
  clock: kitClock,
  onView: (next) => {
    const [before, at] = [view, performance.now()];
    view = next;
    // The first view was asked for by opening the page.
    fingers.change(draw, () => before === null || commands.ours(before, next, at));
    refresh();
  },
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []),
  spread: 0,
});
setInterval(() => !document.hidden && refresh(), CHECK_MS);
