/** The referee's tablet: link, commands, bar, panel, toast; all else comes from the game's own module. */

import { alarmPlate, alarmsPanel, checkPlate, plainBar, plateText, setupBar } from "./bar.js";
import { clockFace } from "./clock.js";
import { Commands, lookUp, pause, postJson } from "./commands.js";
import { stayAwake } from "./device.js";
import { button, cross, h, icon, patch, placed } from "./dom.js";
import { doubtScreen } from "./doubt.js";
import { withEvent } from "./event_name.js";
import { fairLine, fairPanel } from "./fair.js";
import { KitClock, listen } from "./feed.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { dress, Games } from "./games.js";
import { tellLimits } from "./limit.js";
import { aheadPanel, hubPanel, hubPlate, nextScreen } from "./outside.js";
import { remember } from "./panels/inputs.js";
import { panels as sharedPanels } from "./panels/menu.js";
import { UNHEARD_MS } from "./stop.js";
import { seatTokens } from "./card.js";
import { TabletSound } from "./tablet_sound.js";
import { hush, lay, layAgain, tell } from "./toast.js";
import { words } from "./words/referee.js";

const BEAT_MS = 1000;
/** A command that is wanted at once or not at all is not sent or taken any more after this long. */
const PROMPT_MS = 1500;
/** Interval of looking for its outcome in the feed. */
const LOOK_MS = 50;
/** Minimum height of a plate, with its gap. */
const PLATE_PX = 208;
const WAIT_MS = 700;
/** Between a panel and what it leaves free. */
const BESIDE_PX = 16;

const say = speaker(words);
const kitClock = new KitClock();
const drawClock = clockFace(kitClock);
const places = Object.fromEntries(
  ["bar", "plates", "screen", "fair", "panel", "away"].map((id) => [id, placed(id)]),
);

/**
 * The object that the game's module works with: the newest view, the ways to act, and its memory.
 * @type {Tablet}
 */
const tablet = { view: /** @type {any} */ (null), say, memory: {}, panel: null, away: false, phones: 0,
  clock: kitClock, send, waits, underWay: (type) => commands.underWay(type), ask, look: lookUp, open, close,
  tell, draw, drawIn: (ms) => setTimeout(redraw, ms), leave,
  newCode: (seat) => postJson("/api/session/code", seat ? { role: "seat", seat } : {}),
  seatTokens: (seats) => seatTokens(seats, tablet), sound: /** @type {any} */ (null) };
tablet.sound = new TabletSound(tablet);

/** The picture and the words of each game where one is chosen, by name. @type {Record<string, any>} */
const choices = JSON.parse(places.screen.dataset.choices ?? "{}");
/** The games' modules by name, and the one on the screen: the match's own, or the one to be set up. */
const games = new Games("tablet.js");
/** The game that can set up a match of the schedule. */
const scheduler = games.names.find((name) => choices[name].scheduled) ?? null;
/** @type {any} */
let game = null;
/** The game and the match that are drawn. */
let shown = "";
const commands = new Commands(() => {
  redraw();
  setTimeout(redraw, WAIT_MS + 20);
}, "fieldkit-taps");
const fingers = new Fingers({ held: () => tell(say("just_changed")), passed: hush });

function withRound(/** @type {Command} */ command) {
  return Number.isInteger(tablet.view?.round) ? { ...command, round: tablet.view.round } : command;
}

/**
 * Send a command of the game; the kit's answer when it took it. A refusal is told and moves nothing. `urgent`
 * overtakes what waits. `orElse` makes it a matter of now or never: it is the sentence that is told when the
 * kit could not be reached at once.
 *
 * @param {Command} command
 * @param {{urgent?: boolean, orElse?: string | null}} [how]
 */
async function send(command, { urgent = false, orElse = null } = {}) {
  if (!urgent && waits(command)) {
    tell(say("waits_already"));
    return null;
  }
  const prompt = orElse ? { not_after: Math.round(kitClock.now() + PROMPT_MS * kitClock.rate) } : {};
  const within = orElse ? PROMPT_MS : Infinity;
  if (orElse) setTimeout(redraw, UNHEARD_MS);
  const { status, body, late } = await commands.send({ ...withRound(command), ...prompt }, { urgent,
    within });
  if (late && orElse) {
    while (!tablet.away && kitClock.told < (prompt.not_after ?? 0)) await pause(LOOK_MS);
    // What can no longer be done has been done: only the answer was lost.
    if (tablet.view.can[command.type]) tell(orElse);
  } else answered(status, body);
  return status === 200 ? body : null;
}

/** Tell what the kit refused, and log in again where it does not know this page any more. */
function answered(status, body) {
  if (status === 401) location.reload();
  else if (status >= 400) {
    tell(body.error?.message ?? say("no_answer"), body.error?.rule);
    tablet.sound.refused();
  }
}

/** True if the same command has been under way for a while: one more tap would make it happen twice. */
function waits(/** @type {Command} */ command) {
  const asked = Object.entries(command).map(([name, value]) => [name, JSON.stringify(value)]);
  return [...commands.waiting].some((entry) =>
    performance.now() - entry.since > WAIT_MS
    && asked.every(([name, value]) => JSON.stringify(entry.command[name]) === value)
  );
}

function ask(/** @type {Command} */ command) {
  return commands.ask(withRound(command));
}

/** Open a panel with the `state` that it remembers; one that makes nothing, or of another match, is over. */
function open(name, state = {}) {
  tablet.panel = { name, ...state, of: shown };
  draw();
  /** @type {HTMLElement | null} */ (places.panel.querySelector("h2"))?.focus();
}

function close() {
  tablet.panel = null;
  draw();
}

async function leave() {
  await fetch("/api/session", { method: "DELETE" }).catch(() => null);
  location.reload();
}

/** Draw what nobody has asked for by a tap. */
function redraw() {
  fingers.change(draw);
}

// What is set as large as it fits was measured in another font.
document.fonts.ready.then(redraw);

/** A game that has come is drawn as a tap's outcome where it was asked for here. */
const come = (/** @type {boolean} */ isFirst) => isFirst || settingUp(tablet.view) ? draw() : redraw();

function draw() {
  const view = tablet.view;
  if (!view) return;
  const isSetup = settingUp(view);
  // Which game was chosen counts until its match is on.
  if (!isSetup) Object.assign(tablet.memory, { game: undefined, practice: false, free: false });
  const planner = isSetup && !view.doubt && view.kit.hub && !tablet.memory.free ? scheduler : null;
  if (games.of(planner, come) === undefined) return;
  const next = planner && planned();
  const name = view.doubt || next ? null : isSetup ? chosen() : view.game;
  game = games.of(name, come);
  if (game === undefined) return;
  shown = `${name} ${view.match ?? ""}`;
  tablet.say = speaker({ ...words, ...game?.words });
  dress(name, view);
  document.body.classList.toggle("is-away", tablet.away);
  patch(places.bar, isSetup ? setupBar(tablet) : withEvent((game.bar ?? plainBar)(tablet), view));
  patch(places.plates, fitting(plates(view)));
  patch(places.screen,
    view.doubt
      ? doubtScreen(tablet)
      : next
      ? next
      : !game
      ? chooser()
      : isSetup
      ? game.setup(tablet)
      : game.screen(tablet));
  patch(places.fair, isSetup || game?.placesFairLine ? [] : fairLine(tablet));
  drawPanel();
  layAgain();
  patch(places.away, tablet.away ? [h("p", {}, say(view.urgent ? "away_play" : "away"))] : []);
  if (tablet.away) lay(places.away);
  drawClock(view);
}

function plates(/** @type {MatchView} */ view) {
  // A stop says by itself that it waits, and is never forgotten.
  const late = [...commands.waiting].filter((entry) =>
    !entry.urgent && performance.now() - entry.since > WAIT_MS
  );
  const waiting = late.length > 0
    && [
      h("div", { key: "waiting", class: "plate is-waiting", role: "status" },
        plateText(say("waiting", { n: late.length }), late.map((entry) => entry.problem).find(Boolean))),
      button({ key: "give-up", look: "small", act: () => commands.giveUp() }, say("give_up")),
    ];
  // What waits needs its room, and some bars count the horns themselves.
  const sound = tablet.sound.plates(!waiting && !game?.countsSound);
  return [waiting, !settingUp(view) && game.plates?.(tablet), alarmPlate(tablet), sound, checkPlate(tablet),
    hubPlate(tablet), otherGamePlate(view)].flat(2).filter(Boolean);
}

/** Back to the choice of a game, where there is one, or to the next match of the schedule. */
function otherGamePlate(/** @type {MatchView} */ view) {
  const act = () => {
    Object.assign(tablet.memory, { game: null, practice: false, again: true, free: false });
    // The plate may have been tapped in the menu, which would lie over what was asked for.
    close();
  };
  const isFree = settingUp(view) && tablet.memory.free;
  const isWanted = !view.doubt
    && (isFree || (games.names.length > 1 && (settingUp(view) ? game : view.stage === "over")));
  return isWanted
    && h("button", { key: "games", type: "button", class: "plate is-quiet", on: { click: act } },
      h("b", {}, say(isFree ? "next_back" : "other_game")));
}

/** The next match of the schedule, until somebody asks for something else; null where there is none. */
function planned() {
  const other = () => remember(tablet, tablet.memory, { free: true });
  const { scheduled, unlike, words: own } = games.modules.get(scheduler);
  // No game is on the screen yet whose words the tablet would have.
  const reader = { ...tablet, say: speaker({ ...words, ...own }) };
  const differs = (played) => unlike?.(reader, played[scheduler ?? ""] ?? {}) ?? [];
  return nextScreen(tablet, { ...scheduled(tablet), differs }, other);
}

/** True while a match is set up: there is none, or the referee wants another after the last. */
function settingUp(/** @type {MatchView} */ view) {
  if (view.stage !== "over") tablet.memory.again = false;
  return view.stage === "setup" || tablet.memory.again;
}

/** The game to set up: the chosen one, after a match the same again; a single one needs no choice. */
function chosen() {
  const { view, memory } = tablet;
  if (games.names.length === 1) return games.names[0];
  return memory.game !== undefined ? memory.game : view.stage === "over" ? view.game : null;
}

/**
 * The choice of a game: each with its picture (an icon of the kit), name, players and a line about it. Below
 * them are the practices that games lead people through.
 */
function chooser() {
  const card = (name, practice = false) => {
    const { picture, words: own } = choices[name];
    const [key, head] = practice ? [`${name} practice`, "game_practice"] : [name, "game_name"];
    const refused = tablet.away && !games.modules.get(name) ? say("away") : null;
    return button({ key, look: `choice ${practice ? "is-practice" : ""}`, refused, tell,
      act: () => remember(tablet, tablet.memory, { game: name, practice }) },
      h("span", { class: "choice-picture" }, icon(practice ? "menu-rules" : picture)), h("b", {}, own[head]),
      !practice && own.game_players
        && h("span", { key: "players", class: "choice-players" }, own["game_players"]),
      h("span", { key: "about", class: "choice-about" },
        own[practice ? "game_practice_about" : "game_about"]));
  };
  const led = games.names.filter((name) => choices[name].words.game_practice);
  return h("div", { key: "chooser", class: "screen chooser" }, h("h2", {}, say("which_game")),
    games.names.map((name) => card(name)), led.map((name) => card(name, true)));
}

/** As many plates as the bar holds; behind the last one are all of them. */
function fitting(all) {
  const space = Math.floor((places.plates.clientWidth - PLATE_PX / 8) / PLATE_PX);
  if (tablet.view.urgent || all.length <= Math.max(space, 1)) return all;
  const hidden = all.slice(Math.max(space - 1, 0));
  const isQuiet = hidden.every((one) => one.props.class.includes("is-quiet"));
  const more = h("button", { key: "plates", type: "button",
    class: `plate is-all ${isQuiet ? "is-quiet" : ""}`, on: { click: () => open("plates") } },
    h("b", {}, `${say("menu")} (${all.length})`));
  return [...all.slice(0, Math.max(space - 1, 0)), more];
}

/** The place of a panel that leaves free what must stay in reach, as CSS `inset`; empty: the whole page. */
function besidePlace() {
  const free = places.screen.querySelector("[data-free]")?.getBoundingClientRect();
  if (!free) return "";
  const top = Math.round(places.bar.parentElement?.getBoundingClientRect().bottom ?? 0);
  const isRight = free.left > innerWidth * 0.45 && innerWidth > innerHeight;
  return isRight
    ? `${top}px ${Math.ceil(innerWidth - free.left + BESIDE_PX)}px 0 0`
    : `${top}px 0 ${Math.ceil(innerHeight - free.top + BESIDE_PX)}px 0`;
}

function drawPanel() {
  // What is about the kit means the same over every match.
  const all = () => ({ title: say("menu"), body: h("div", { class: "all-plates" }, plates(tablet.view)) });
  const ofKit = { alarms: alarmsPanel, hub: hubPanel, plates: all, sound: tablet.sound.panel };
  if (tablet.panel && !(tablet.panel.name in ofKit) && tablet.panel.of !== shown) tablet.panel = null;
  const panel = tablet.panel;
  places.panel.hidden = !panel;
  const beside = panel ? besidePlace() : "";
  places.panel.style.inset = beside;
  places.panel.setAttribute("aria-modal", String(!beside));
  for (const behind of [places.bar, places.plates, places.screen, places.fair])
    behind.inert = Boolean(panel) && !beside;
  if (!panel) return patch(places.panel, []);
  const make = { ...ofKit, ...sharedPanels, ahead: aheadPanel, fair: fairPanel, ...game?.panels }[panel.name];
  const made = make?.(tablet, panel);
  if (!made) {
    tablet.panel = null;
    return drawPanel();
  }
  const { title, body, actions = [] } = made;
  patch(places.panel, [h("div", { key: panel.name, class: `panel-card panel-${panel.name}` }, h(
    "div",
    { class: "panel-head" },
    panel.back && button({ key: "back", look: "cross", "aria-label": say("back"), act: panel.back }, "‹"),
    h("h2", { id: "panel-title", tabindex: "-1" }, title),
    // The countdown stays in sight when the panel lies over the bar.
    !beside
      && h("span", { key: "clock", class: "panel-clock number", "data-clock": "", own: true,
        "aria-hidden": "true" }),
    cross(say("close"), close),
  ), h("div", { class: "panel-body" }, body), h("div", { class: "panel-actions" }, actions))]);
}

/** Take in a view. The first one was asked for by opening the page. */
function show(/** @type {MatchView} */ view) {
  const [before, at] = [tablet.view, performance.now()];
  // When a round begins the clock, the field and STOP must be in reach, whatever was open before.
  if (view.urgent && !before?.urgent) tablet.panel = null;
  const isOurs = () => before === null || commands.ours(before, view, at);
  if (view.urgent !== before?.urgent || (moment(before) !== moment(view) && !isOurs())) hush();
  tablet.view = view;
  tablet.sound.view(view, before && games.modules.get(view.game)?.felt?.(before, view));
  fingers.change(draw, isOurs);
}

/** The context of a sentence: in the next one it is out of date. */
function moment(/** @type {Frame | null} */ view) {
  const { match = "", stage = "", phase = "" } = view ?? {};
  return `${match} ${stage} ${phase}`;
}

function follow() {
  listen({ url: "/api/feed?view=match", name: "match", clock: kitClock, onView: show,
    onHeard: () => tablet.sound.heard(), onLink: (isAway) => {
      tablet.away = isAway;
      if (isAway) tablet.sound.refused();
      redraw();
    }, onRefused: () => location.reload(), spread: 0 });
  let answered = true;
  setInterval(async () => {
    if (document.hidden || !answered) return;
    answered = false;
    const answer = await postJson("/api/beat", {}, 2 * BEAT_MS);
    answered = true;
    if (answer?.status === 401) location.reload();
    if (answer?.status === 200) heard(answer.body);
  }, BEAT_MS);
}

/** Take in the answer to a beat: the kit's clock, and how many phones follow the board. */
function heard({ now, phones }) {
  kitClock.heard(now);
  if (phones === tablet.phones) return;
  tablet.phones = phones;
  redraw();
}

// A font that came with the first panel which needs it would move what a finger is aiming at.
for (const font of document.fonts) font.load().catch(() => null);
addEventListener("resize", draw);
// The room for plates also changes without a new view: when a font or a style sheet comes late.
new ResizeObserver(() => requestAnimationFrame(redraw)).observe(places.plates);
// The browser's Back first closes what is open, or says that one more leaves; a tap lays the step for it.
addEventListener("popstate", () => (tablet.panel ? close() : tell(say("back_leaves"))));
document.addEventListener("click", () => history.state?.isStep || history.pushState({ isStep: true }, ""));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && tablet.panel) close();
  else if (tablet.view && !settingUp(tablet.view)) game?.keyDown?.(tablet, event);
});
document.addEventListener("keyup", (event) => game?.keyUp?.(tablet, event));
addEventListener("blur", () => game?.letGo?.());
tellLimits();
stayAwake();
for (const command of commands.kept())
  commands.send(command).then(({ status, body }) => answered(status, body));
follow();
