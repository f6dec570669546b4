/** Keys for a laptop, and for a clicker that always stops; typing and an open panel keep their keys. */

import { h } from "../dom.js";
import { hoopNumber } from "../format.js";

const CLICKER = ["PageDown", "MediaPlayPause", "MediaPlay"];
const HOLD_MS = 900;
/** The letter of each kind: the first that no kind before it has. */
const LETTERS = { w: "wood", h: "wheat", b: "brick", o: "ore", s: "sheep" };

let holding = /** @type {number | null} */ (null);

/** A key went down; the page does no more with it if it meant something here. */
export function keyDown(/** @type {Tablet} */ tablet, /** @type {KeyboardEvent} */ event) {
  if (meant(tablet, event)) event.preventDefault();
}

/** A key came up: a short Enter is the button's that has the focus. */
export function keyUp(/** @type {Tablet} */ _, /** @type {KeyboardEvent} */ event) {
  if (event.key !== "Enter" || holding === null) return;
  letGo();
  /** @type {HTMLElement | null} */ (document.activeElement?.closest("button, a") ?? null)?.click();
}

function meant(tablet, event) {
  const { view, panel } = tablet;
  if (view.can.stop_round && CLICKER.includes(event.key)) return stop();
  if (event.target instanceof Element && event.target.closest("input, textarea, select")) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return event.key === "z" && !panel && takeBack(tablet);
  const holder = panel?.name === "field" ? panel : panel ? null : tablet.memory;
  if (holder && counts(tablet, holder, event)) return true;
  if (panel) return false;
  if (event.key === " ") return view.can.stop_round ? stop() : false;
  if (event.key === "Enter") return hold(tablet, event);
  if (event.key === "?") tablet.open("keys");
  return event.key === "?";
}

function stop() {
  document.getElementById("stop")?.click();
  return true;
}

/** Hold Enter down to start; what has the focus gets it when it was short. */
function hold(tablet, /** @type {KeyboardEvent} */ event) {
  const start = document.getElementById("start");
  if (!start || (event.target instanceof Element && event.target.closest(".hold"))) return false;
  if (event.repeat) return holding !== null;
  start.classList.add("is-keyed");
  holding = window.setTimeout(() => {
    letGo();
    if (!tablet.panel) document.getElementById("start")?.click();
  }, HOLD_MS);
  return true;
}

/** Forget a key that is held down: it came up, or nobody knows where it did. */
export function letGo() {
  clearTimeout(holding ?? undefined);
  holding = null;
  document.getElementById("start")?.classList.remove("is-keyed");
}

/** A digit chooses a hoop where balls are counted by hand, then a letter the kind. */
function counts(tablet, holder, { key }) {
  const hoop = /^\d$/.test(key)
    && tablet.view.hoops.find((one) => hoopNumber(one.id) === (key === "0" ? "10" : key));
  if (hoop && document.querySelector(".field button.hoop")) {
    holder.hoop = hoop.id;
    tablet.draw();
    return true;
  }
  const kind = LETTERS[key.toLowerCase()];
  const ball = kind && /** @type {HTMLElement | null} */ (document.querySelector(`.picker .kind-${kind}`));
  ball?.click();
  return Boolean(ball);
}

/** Ask for the last action that can be taken back, as its button does. */
function takeBack({ view, say, open, tell }) {
  const last = view.undo ?? view.recent.find((line) => line.can_strike);
  if (last) open("undo", { seq: last.seq, text: last.text });
  else tell(say("keys_nothing"));
  return true;
}

export const keysEntry = { key: "keys", icon: "menu-keys", panel: keysPanel };

/** The panel with the meaning of the keys. */
function keysPanel(/** @type {Tablet} */ { view, say }) {
  const letters = Object.entries(LETTERS).filter(([, kind]) => kind in view.field);
  const row = (keys, words) =>
    h("li", { key: words, class: "row keys-row" }, h("p", { class: "keys" }, keys.map((key, at) =>
      h("kbd", { key: at }, key)
    )), h("p", {}, words));
  return { title: say("keys"),
    body: [h("p", { key: "what", class: "sentence" }, say("keys_what")),
      h("ul", { key: "list", class: "rows" }, [
        row([say("key_space"), say("key_page_down"), h("span", { class: "arrow is-play" })],
          say("keys_stop")),
        row([say("key_enter")], say("keys_start")),
        row(["1", "…", "9", "0"], say("keys_hoop")),
        ...letters.map(([letter, kind]) =>
          row([letter.toUpperCase()], say("keys_kind", { kind: say(`kind_${kind}`) }))
        ),
        row(["Ctrl", "Z"], say("keys_undo")),
        row(["?"], say("keys_help")),
        row(["Esc"], say("keys_close")),
      ])] };
}
