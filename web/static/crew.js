/**
 * The crew's page: what to put back and which hoop needs a look. The link, the commands and the toast are here;
 * what a game wants of its crew comes from the game's own module.
 */

import { clockFace } from "./clock.js";
import { Commands, postJson } from "./commands.js";
import { button, h, patch, placed } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { dress, loadGames } from "./games.js";
import { withRule } from "./refusal.js";
import { words } from "./words/referee.js";

const TOAST_MS = 6000;
const BEAT_MS = 1000;

const say = speaker(words);
const kitClock = new KitClock();
const drawClock = clockFace(kitClock);
const [bar, away, screen, toast] = ["bar", "away", "screen", "toast"].map(placed);
const games = await loadGames("crew.js");

/** @type {MatchView | null} */
let view = null;
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
  const own = game?.screen({ view, say: speaker({ ...words, ...game.words }), send, tell });
  const hasField = !view.match || view.hoops;
  patch(screen, [waiting(), own, hasField ? links(view.alarms ?? []) : !own && nothing()]);
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

listen({
  url: "/api/feed?view=match",
  name: "match",
  clock: kitClock,
  onView: (next) => {
    const [before, at] = [view, performance.now()];
    view = next;
    // The first view was asked for by opening the page.
    fingers.change(draw, () => before === null || commands.ours(before, next, at));
  },
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []),
  onRefused: () => location.reload(),
  spread: 0,
});
setInterval(async () => {
  if (document.hidden) return;
  const answer = await postJson("/api/beat", {}, BEAT_MS);
  if (answer?.status === 401) location.reload();
}, 5 * BEAT_MS);
