/**
 * The organisers' desk. The link, what is sent, the bar and the panel are here; each part of the desk is a module of
 * its own. What somebody sees and may do is told by the hub.
 *
 * @typedef {{status: number, body: any}} Answer
 * @typedef {{name: string, form: Record<string, any>, said?: string, asked?: string, would?: any, make: (desk: Desk, panel: Panel) => {title: string, body: any, actions?: any}}} Panel
 * @typedef {{view: any, memory: Record<string, any>, panel: Panel | null, say: (key: string, fill?: Record<string, any>) => string,
 *   may: (call: string) => boolean, draw: () => void, open: (name: string, make: Panel["make"], form?: Record<string, any>) => void,
 *   close: () => void, tell: (text: string) => void, act: (method: string, path: string, body?: any, quiet?: boolean) => Promise<Answer | null>,
 *   would: (path: string, body: any) => any,
 *   ask: (title: string, sentence: string, yes: string, act: () => void) => void, address: (path: string) => string, now: () => number}} Desk
 */

import { newId } from "../commands.js";
import { button, cross, h, patch, placed } from "../dom.js";
import { Fingers } from "../fingers.js";
import { speaker } from "../format.js";
import { tellLimits } from "../limit.js";
import { hush, tell } from "../toast.js";
import { accessPart } from "./organise/access.js";
import { closePart } from "./organise/close.js";
import { nowPart } from "./organise/now.js";
import { schedulePart } from "./organise/schedule.js";
import { screensPart } from "./organise/screens.js";
import { standingsPart } from "./organise/standings.js";
import { teamsPart } from "./organise/teams.js";
import { switchTheme } from "../device.js";
import { words } from "./words/organise.js";

const PARTS = { now: nowPart, teams: teamsPart, schedule: schedulePart, standings: standingsPart,
  access: accessPart, screens: screensPart, close: closePart };
/** Between two questions. */
const POLL_MS = 2000;
/** The time an answer may take. */
const PATIENCE_MS = 8000;
/** Without an answer for so long what is shown counts as old. */
const AWAY_MS = 7000;

const say = speaker(words);
const [bar, plates, parts, away, main, panelPlace] = ["bar", "plates", "parts", "away", "desk", "panel"].map(
  placed,
);
const base = `/v1/events/${main.dataset.event}`;
const underWay = new Set();
/** The ids of calls whose answer was lost: sent again with the same one, they do nothing twice. */
const unanswered = new Map();
let tag = "";
let heardAt = performance.now();
/** The time (ms) by which the hub's time of day is ahead of this device's. */
let ahead = 0;
/** @type {Element | null} */
let opener = null;
/** The content of the panel when it opened. */
let untouched = "";
/** The place where the finger came down last. @type {EventTarget | null} */
let pressed = null;
/** Panels that show something once: a tap beside them must not lose it. */
const SHOWN_ONCE = new Set(["key", "pin"]);

/** @type {Desk} */
const desk = { view: null, memory: {}, panel: null, say, may: (call) => desk.view.may.includes(call), draw,
  open, close, tell, act, would, ask, address: (path) => base + path, now: () => Date.now() + ahead };

// The link

async function poll() {
  const answer = await request("GET", "/desk", undefined, tag ? { "If-None-Match": tag } : {});
  if (answer === null || answer.status >= 500) return lookAway();
  if (answer.status === 401) return location.reload();
  heardAt = performance.now();
  const dated = Date.parse(answer.headers.get("Date") ?? "");
  if (dated) ahead = dated - Date.now();
  if (answer.status === 200) {
    tag = answer.headers.get("ETag") ?? "";
    desk.view = answer.body;
  }
  lookAway();
}

function lookAway() {
  const isAway = performance.now() - heardAt > AWAY_MS;
  patch(away, isAway ? [h("p", {}, say("away"))] : []);
}

async function follow() {
  for (;;) {
    const before = desk.view;
    await poll();
    if (desk.view && desk.view !== before) before ? fingers.change(draw) : draw();
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

/** One request; null when no answer came. */
async function request(method, path, body, headers = {}) {
  const isText = typeof body === "string";
  if (body !== undefined) headers["Content-Type"] = isText ? "text/csv" : "application/json";
  try {
    const sent = body === undefined || isText ? body : JSON.stringify(body);
    const answer = await fetch(base + path, { method, headers, body: sent, cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS) });
    const text = answer.status === 304 ? "" : await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : {} };
  } catch {
    return null;
  }
}

/**
 * Have the hub do something; its answer, or null where none came or it is under way already. A refusal is told: as a
 * toast, or in the panel that is open.
 */
async function act(method, path, body, quiet = false) {
  const asked = JSON.stringify([method, path, body]);
  if (underWay.has(asked)) return null;
  underWay.add(asked);
  const id = unanswered.get(asked) ?? newId();
  unanswered.set(asked, id);
  const answer = await request(method, path, body, { "Idempotency-Key": id });
  underWay.delete(asked);
  if (answer && answer.status < 500) unanswered.delete(asked);
  const refused = answer === null
    ? say("no_answer")
    : answer.status >= 400
    ? (answer.body.error?.message ?? say("no_answer"))
    : "";
  if (answer?.status === 401) location.reload();
  if (refused && desk.panel) desk.panel.said = refused;
  else if (refused) tell(refused);
  else if (!quiet) {
    if (desk.panel) close();
    hush();
  }
  await poll();
  draw();
  return refused ? null : answer;
}

/**
 * The effect of a call, as `dry_run` tells it for what is typed in the open panel now (a form, or a table as text): the
 * answer's body, or none while it is not known. A refusal has its sentence as `refused`.
 */
function would(path, body) {
  const { panel } = desk;
  const asked = JSON.stringify(body);
  if (panel && panel.asked !== asked) {
    Object.assign(panel, { asked, would: {} });
    const isText = typeof body === "string";
    void request(isText ? "PUT" : "POST", isText ? `${path}?dry_run=1` : path,
      isText ? body : { ...body, dry_run: true }).then((answer) => {
        if (desk.panel !== panel || panel.asked !== asked || answer === null) return;
        panel.would = answer.status === 200 ? answer.body : { refused: answer.body.error?.message };
        draw();
      });
  }
  return panel?.would ?? {};
}

// The page

/** The part that the address names, of those that this person has. */
function place() {
  const name = location.hash.slice(1);
  return desk.view.parts.includes(name) ? name : desk.view.parts[0];
}

function draw() {
  const { view } = desk;
  if (!view) return;
  const name = place();
  document.title = `${view.event.name}: ${say(`part_${name}`)}`;
  const who = view.you.role === "organiser"
    ? say("role_organiser")
    : `${view.you.name} (${say(`role_${view.you.role}`)})`;
  patch(bar, [
    h("div", { class: "bar-title" }, h("h1", {}, view.event.name),
      h("p", {}, who,
        view.event.practice ? h("b", { key: "practice", class: "desk-practice" }, say("practice")) : null)),
  ]);
  patch(parts, view.parts.length > 1 ? view.parts.map((part) => partLink(part, part === name)) : []);
  patch(main, [h("div", { key: name, class: `desk-part desk-of-${name}` }, PARTS[name](desk)), foot()]);
  drawPanel();
}

function partLink(/** @type {string} */ part, /** @type {boolean} */ isHere) {
  const waits = part === "now"
    ? desk.view.results.filter((one) => one.waits && !one.called_off).length + desk.view.lots.length
    : 0;
  return h("a", { key: part, class: "button part", href: `#${part}`,
    "aria-current": isHere ? "page" : undefined }, say(`part_${part}`),
    waits
      ? h("b", { key: "waits", class: "desk-count", "aria-label": say("waiting_results", { n: waits }) },
        waits)
      : null);
}

function foot() {
  return h("footer", { key: "foot", class: "desk-foot" },
    h("a", { key: "public", class: "button small", href: "/" }, say("to_public")),
    button({ key: "theme", look: "small", act: switchTheme }, say("light_dark")),
    button({ key: "out", look: "small", act: logOut }, say("log_out")));
}

async function logOut() {
  await fetch("/v1/session", { method: "DELETE" }).catch(() => null);
  location.reload();
}

// The panel

function open(name, make, form = {}) {
  opener = desk.panel ? opener : document.activeElement;
  desk.panel = { name, make, form };
  untouched = JSON.stringify(form);
  hush();
  draw();
  // A form that is no more than a line is typed in at once.
  /** @type {HTMLElement | null} */ (panelPlace.querySelector("[data-first]")
    ?? panelPlace.querySelector("h2"))?.focus();
}

function close() {
  desk.panel = null;
  draw();
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}

function drawPanel() {
  const { panel } = desk;
  panelPlace.hidden = !panel;
  for (const behind of [bar, plates, main]) behind.inert = Boolean(panel);
  if (!panel) return patch(panelPlace, []);
  const { title, body, actions } = panel.make(desk, panel);
  patch(panelPlace, [
    h("section", { key: panel.name, class: `panel-card desk-panel-${panel.name}` },
      h("div", { class: "panel-head" }, h("h2", { id: "panel-title", tabindex: "-1" }, title),
        cross(say("close"), close)),
      h("div", { class: "panel-body" },
        h("p", { key: "said", class: "desk-said", role: "alert", hidden: !panel.said }, panel.said ?? ""),
        body), h("div", { class: "panel-actions" }, actions)),
  ]);
}

/** Ask before something that is not simply taken back. */
function ask(title, sentence, yes, act) {
  open("ask",
    () => ({ title, body: h("p", { class: "sentence" }, sentence),
      actions: [button({ key: "no", act: close }, say("no")),
        button({ key: "yes", look: "danger", act }, yes)] }));
}

addEventListener("hashchange", () => {
  if (desk.panel) close();
  draw();
  scrollTo(0, 0);
  parts.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
});
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && desk.panel) close();
  if (event.key === "Enter" && !event.isComposing && event.target instanceof HTMLInputElement)
    send(event.target);
});

/** Enter in a line of text taps the key of that line, or else the panel's main one. */
function send(/** @type {HTMLInputElement} */ line) {
  const key = (line.closest(".desk-line") ?? panelPlace).querySelector(
    ".desk-line > .button, .panel-actions .main",
  );
  if (key instanceof HTMLElement) key.click();
}

panelPlace.addEventListener("pointerdown", ({ target }) => (pressed = target));
panelPlace.addEventListener("click", ({ target }) => {
  const { panel } = desk;
  const isBeside = target === panelPlace && pressed === panelPlace;
  if (isBeside && panel && !SHOWN_ONCE.has(panel.name) && JSON.stringify(panel.form) === untouched) close();
});
tellLimits();
const fingers = new Fingers({ held: () => tell(say("just_changed")) });
void follow();
