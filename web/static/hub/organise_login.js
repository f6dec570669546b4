/** The log-in of organisers, referees, crew and readers: a PIN of letters and digits. */

import { postJson } from "../commands.js";
import { placed } from "../dom.js";
import { speaker } from "../format.js";
import { words } from "./words/organise.js";

const say = speaker(words);
const [form, said, shown] = ["login", "said", "show"].map(placed);
const pin = /** @type {HTMLInputElement} */ (placed("pin"));
const enter = /** @type {HTMLButtonElement} */ (placed("enter"));

async function logIn() {
  // On paper a PIN may be written in capitals, and read with blanks between its letters.
  const given = pin.value.replace(/\s/g, "");
  if (!given || enter.disabled) return;
  enter.disabled = true;
  said.textContent = "";
  const answer = await postJson("/v1/session", { pin: given });
  if (answer?.status === 200) return location.reload();
  enter.disabled = false;
  said.textContent = answer === null ? say("no_answer") : (answer.body.error?.message ?? say("no_answer"));
  pin.select();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void logIn();
});
pin.addEventListener("input", () => (said.textContent = ""));
shown.addEventListener("click", () => {
  const isShown = pin.type === "text";
  pin.type = isShown ? "password" : "text";
  shown.setAttribute("aria-pressed", String(!isShown));
});
