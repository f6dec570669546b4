/**
 * The shared part of the organisers' desk: its link to the hub, the calls it makes, and its panel. The hub
 * tells what somebody sees and may do.
 *
 * @typedef {{status: number, headers: Headers, body: any}} Answer
 * @typedef {{name: string, form: Record<string, any>, said?: string, asked?: string, would?: any,
 *   make: (form: any) => {title: string, body: any, actions?: any}}} Panel
 */

import { newId } from "../../commands.js";
import { button, cross, h, patch, placed } from "../../dom.js";
import { Fingers } from "../../fingers.js";
import { speaker } from "../../format.js";
import { hush, tell } from "../../toast.js";
import { words } from "../words/organise.js";

/** Between two questions. */
const POLL_MS = 2000;
/** The time an answer may take. */
const PATIENCE_MS = 8000;
/** Without an answer for so long what is shown counts as old. */
const AWAY_MS = 7000;
/** Panels that show something once: a tap beside them must not lose it. */
const SHOWN_ONCE = new Set(["key", "pin"]);

export const say = speaker(words);
/** The view of this person, as the hub tells it. @type {any} */
export let view = null;
/** The choices that the page keeps until it is closed. @type {Record<string, any>} */
export const memory = {};
/** The panel that is open. @type {Panel | null} */
export let panel = null;
/** Draw the whole page again. */
export let draw = () => {};

const [away, main, panelPlace] = ["away", "desk", "panel"].map(placed);
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

// The link

/** The hub's time of day. */
export const now = () => Date.now() + ahead;

/** True if this person may make that call. */
export const may = (/** @type {string} */ what) => view.may.includes(what);

/** The address of something below the event. */
export const address = (/** @type {string} */ path) => base + path;

/** Begin: ask the hub again and again, and draw the page by `drawPage` when its answer has changed. */
export async function start(/** @type {() => void} */ drawPage) {
  draw = drawPage;
  const fingers = new Fingers({ held: () => tell(say("just_changed")) });
  for (;;) {
    const before = view;
    await poll();
    if (view && view !== before) before ? fingers.change(draw) : draw();
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}

async function poll() {
  const answer = await request("GET", "/desk", undefined, tag ? { "If-None-Match": tag } : {});
  if (answer?.status === 401) return location.reload();
  if (answer && answer.status < 500) {
    heardAt = performance.now();
    const dated = Date.parse(answer.headers.get("Date") ?? "");
    if (dated) ahead = dated - Date.now();
    if (answer.status === 200) {
      tag = answer.headers.get("ETag") ?? "";
      view = answer.body;
    }
  }
  patch(away, performance.now() - heardAt > AWAY_MS ? [h("p", {}, say("away"))] : []);
}

/** One request; null when no answer came. @returns {Promise<Answer | null>} */
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

/** Have the hub do something; null if it was not done, which is told. A `quiet` call leaves a panel open. */
export async function call(method, path, body, quiet = false) {
  const asked = JSON.stringify([method, path, body]);
  if (underWay.has(asked)) return null;
  underWay.add(asked);
  const id = unanswered.get(asked) ?? newId();
  unanswered.set(asked, id);
  const answer = await request(method, path, body, { "Idempotency-Key": id });
  underWay.delete(asked);
  if (answer && answer.status < 500) unanswered.delete(asked);
  if (answer?.status === 401) location.reload();
  const isDone = answer !== null && answer.status < 400;
  if (!isDone) {
    const refused = answer?.body.error?.message ?? say("no_answer");
    if (panel) panel.said = refused;
    else tell(refused);
  } else if (!quiet) {
    if (panel) closePanel();
    hush();
  }
  await poll();
  draw();
  return isDone ? answer : null;
}

/** The effect of a call for what is typed in the open panel, as `dry_run` tells it, or its `refused`. */
export function would(path, body) {
  const asked = JSON.stringify(body);
  if (panel && panel.asked !== asked) {
    const asking = Object.assign(panel, { asked, would: {} });
    const isText = typeof body === "string";
    void request(isText ? "PUT" : "POST", isText ? `${path}?dry_run=1` : path,
      isText ? body : { ...body, dry_run: true }).then((answer) => {
        if (panel !== asking || asking.asked !== asked || answer === null) return;
        asking.would = answer.status === 200 ? answer.body : { refused: answer.body.error?.message };
        draw();
      });
  }
  return panel?.would ?? {};
}

// The panel

/** Open a panel; `make(form)` gives its title, body and actions each time it is drawn. */
export function openPanel(name, make, form = {}) {
  opener = panel ? opener : document.activeElement;
  panel = { name, make, form };
  untouched = JSON.stringify(form);
  hush();
  draw();
  // A form that is no more than a line is typed in at once.
  /** @type {HTMLElement | null} */ (panelPlace.querySelector("[data-first]")
    ?? panelPlace.querySelector("h2"))?.focus();
}

export function closePanel() {
  panel = null;
  draw();
  if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
}

export function drawPanel() {
  panelPlace.hidden = !panel;
  for (const behind of [placed("bar"), placed("plates"), main]) behind.inert = Boolean(panel);
  if (!panel) return patch(panelPlace, []);
  const { title, body, actions } = panel.make(panel.form);
  patch(panelPlace, [
    h("section", { key: panel.name, class: `panel-card desk-panel-${panel.name}` },
      h("div", { class: "panel-head" }, h("h2", { id: "panel-title", tabindex: "-1" }, title),
        cross(say("close"), closePanel)),
      h("div", { class: "panel-body" },
        h("p", { key: "said", class: "desk-said", role: "alert", hidden: !panel.said }, panel.said ?? ""),
        body), h("div", { class: "panel-actions" }, actions)),
  ]);
}

/** The two buttons of a panel: one that leaves it, and one that acts or says in the panel why it cannot. */
export function choice(/** @type {string} */ yes, act, refused = undefined, look = "main") {
  return [button({ key: "no", act: closePanel }, say("no")),
    button({ key: "yes", look, refused, tell: complain, act }, yes)];
}

/** Say something in the open panel, where one who looks at it sees it. */
export function complain(/** @type {string} */ text) {
  if (panel) panel.said = text;
  draw();
}

/** Ask before something that is not simply taken back. */
export function ask(title, sentence, yes, act) {
  openPanel("ask",
    () => ({ title, body: h("p", { class: "sentence" }, sentence),
      actions: choice(yes, act, undefined, "danger") }));
}

addEventListener("hashchange", () => panel && closePanel());
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && panel) closePanel();
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
  const isBeside = target === panelPlace && pressed === panelPlace;
  if (isBeside && panel && !SHOWN_ONCE.has(panel.name) && JSON.stringify(panel.form) === untouched)
    closePanel();
});
