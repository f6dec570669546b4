/** Commands that end or undo something: a button that must be held, and the reason for the record. */

import { h, holdButton } from "../dom.js";
import { choices } from "./inputs.js";

/** Send a command; when the kit has taken it the panel closes. */
export async function sendAndClose(/** @type {AnyTablet} */ { send, close }, /** @type {any} */ command) {
  if (await send(command)) close();
}

/**
 * A button that sends a command when it is held, and then closes the panel; its words are those of the
 * command's type.
 *
 * @param {AnyTablet} tablet
 * @param {any} command
 * @param {{look?: string, word?: string, what?: string}} [how] `what`: the small line below
 */
export function holdToSend(tablet, command, { look = "danger", word = command.type, what = "" } = {}) {
  const { say } = tablet;
  return holdButton({ key: command.type, look, act: () => sendAndClose(tablet, command) },
    h("b", {}, say(word)), h("small", {}, what || say("press_and_hold")));
}

/** A reason for the record: one tap for a usual one (words of the page), or words of one's own. */
export function reasonInput(/** @type {AnyTablet} */ tablet, panel, /** @type {string[]} */ usual) {
  const { say, draw } = tablet;
  const set = (reason) => {
    panel.reason = reason;
    draw();
  };
  return h("div", { key: "reason", class: "reason" }, h("h3", {}, say("reason")),
    choices(usual.map((key) => ({ value: say(key), label: say(key) })), panel.reason, set),
    h("input", { class: "input", "aria-label": say("reason"), maxlength: 200, value: panel.reason ?? "",
      on: { input: (event) => set(event.currentTarget.value) } }));
}
