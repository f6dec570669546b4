/** Ending a match before its time: buttons that must be held. */

import { h, holdButton } from "../dom.js";

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
