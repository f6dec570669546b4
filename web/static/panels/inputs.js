/** Small forms: choices, numbers, lines of text, a pad for digits, a file, buttons to hold, reasons. */

import { button, h, holdButton } from "../dom.js";

/** Choices `{value, label}` of which one is on; `choose(value)` gets the tapped one. */
export function choices(/** @type {any[]} */ options, /** @type {any} */ chosen, choose, look = "") {
  return h("div", { class: `choices ${look}`, role: "group" },
    options.map(({ value, label, ...rest }) =>
      h("button", { key: value, type: "button", class: "button choice",
        "aria-pressed": value === chosen ? "true" : "false", on: { click: () => choose(value) }, ...rest },
        label)
    ));
}

/**
 * A number with less and more; `change(count)` gets the new one.
 *
 * @param {Say} say
 * @param {{key: string, label: any, name?: string, count: number, min?: number, max?: number, step?: number,
 *   change: (count: number) => void, note?: any}} given
 */
export function stepper(say,
  { key, label, name = label, count, min = 0, max = Infinity, step = 1, change, note })
{
  const to = (next) => change(Math.min(max, Math.max(min, next)));
  return h("div", { key, class: "stepper" },
    h("span", { class: "stepper-label" }, label, note && h("small", {}, note)),
    button({ key: "less", look: "step", "aria-label": say("fewer", { what: name }), disabled: count <= min,
      act: () => to(count - step) }, "−"), h("output", { class: "number" }, count),
    button({ key: "more", look: "step", "aria-label": say("another", { what: name }), disabled: count >= max,
      act: () => to(count + step) }, "+"));
}

/** Take changes into what a panel or a page remembers, and draw the page again. */
export function remember(/** @type {{draw: () => void}} */ page, holder, changes) {
  Object.assign(holder, changes);
  page.draw();
}

/** The way from a set-up back to the match that is over. */
export function toResult(/** @type {AnyTablet} */ tablet, /** @type {string} */ look) {
  const { view, say, memory } = tablet;
  return view.stage === "over"
    && button({ key: "to-result", look, act: () => remember(tablet, memory, { again: false }) },
      say("to_result"));
}

/** A line of text that the panel remembers under `name`. */
export function textInput(/** @type {AnyTablet} */ tablet, panel, name, label, maxlength = 200) {
  const input = ({ currentTarget }) => remember(tablet, panel, { [name]: currentTarget.value });
  return h("input", { key: name, class: "input", "aria-label": label, placeholder: label, maxlength,
    value: panel[name] ?? "", on: { input } });
}

/** Send a command; when the kit has taken it the panel closes. */
export async function sendAndClose(/** @type {AnyTablet} */ { send, close }, /** @type {any} */ command) {
  if (await send(command)) close();
}

/** A button that sends a command when it is held, and then closes the panel; `what` is its small line. */
export function holdToSend(/** @type {AnyTablet} */ tablet, /** @type {any} */ command,
  { look = "danger", word = command.type, what = "" } = {})
{
  const { say } = tablet;
  return holdButton({ key: command.type, look, act: () => sendAndClose(tablet, command) },
    h("b", {}, say(word)), h("small", {}, what || say("press_and_hold")));
}

/** A reason for the record: one tap for a usual one (words of the page), or words of one's own. */
export function reasonInput(/** @type {AnyTablet} */ tablet, panel, /** @type {string[]} */ usual) {
  const { say } = tablet;
  const set = (reason) => remember(tablet, panel, { reason });
  return h("div", { key: "reason", class: "reason" }, h("h3", {}, say("reason")),
    choices(usual.map((key) => ({ value: say(key), label: say(key) })), panel.reason, set),
    h("input", { class: "input", "aria-label": say("reason"), maxlength: 200, value: panel.reason ?? "",
      on: { input: (event) => set(event.currentTarget.value) } }));
}

/**
 * The keys of a pad for digits as on a telephone, to stand in a `.keypad`: `put(text)` gets the whole text,
 * `back` is what the key that takes the last digit away is called, `last` what stands at the end.
 */
export function keypad({ value, put, back, last = /** @type {any} */ (null) }) {
  const digit = (n) => button({ key: n, look: "number", act: () => put(`${value()}${n}`) }, n);
  const rubOut = button({ key: "back", "aria-label": back, act: () => put(value().slice(0, -1)) },
    h("span", { class: "arrow is-back" }));
  return [[1, 2, 3, 4, 5, 6, 7, 8, 9].map(digit), rubOut, digit(0), last];
}

/** The text of a table in any encoding that spreadsheets write: UTF-8, UTF-16 with a mark, Windows. */
export function decoded(/** @type {ArrayBuffer} */ file) {
  const [first, second] = new Uint8Array(file);
  const wide = { 0xfffe: "utf-16le", 0xfeff: "utf-16be" }[256 * first + second];
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}
