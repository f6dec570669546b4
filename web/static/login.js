/** The log-in: a PIN or a code from another tablet, typed or tapped, or a code or seat card that was photographed. */

import { isToken, present, takeCode } from "./card.js";
import { postJson } from "./commands.js";
import { placed } from "./dom.js";
import { speaker } from "./format.js";
import { words } from "./words/login.js";

const say = speaker(words);
const [form, said, other, asked] = ["login", "said", "other", "asked"].map(placed);
const pin = /** @type {HTMLInputElement} */ (placed("pin"));
const enter = /** @type {HTMLButtonElement} */ (placed("enter"));
let by = form.dataset.by ?? "pin";
let countdown = null;

function tap(key) {
  pin.value = key === "back" ? pin.value.slice(0, -1) : pin.value + key;
  said.textContent = "";
}

async function logIn(event) {
  event.preventDefault();
  if (!pin.value || enter.disabled) return;
  enter.disabled = true;
  const answer = await postJson("/api/session", { [by]: pin.value.trim() });
  enter.disabled = false;
  if (answer?.status === 200) return location.reload();
  pin.value = "";
  if (answer === null) said.textContent = say("away");
  else if (answer.status === 429) wait(Number(answer.retryAfter) || 1);
  else if (answer.status === 401) said.textContent = say("wrong");
  else said.textContent = say("refused", { message: answer.body.error?.message ?? answer.status });
}

/** Count the seconds down until another try is looked at. */
function wait(seconds) {
  clearInterval(countdown);
  let left = seconds;
  const show = () => {
    enter.disabled = left > 0;
    said.textContent = left > 0 ? say("wait", { n: left }) : "";
    if (left <= 0) clearInterval(countdown);
    left -= 1;
  };
  show();
  countdown = setInterval(show, 1000);
}

placed("keypad").addEventListener("click", ({ target }) => {
  const key = /** @type {HTMLElement} */ (target).closest("[data-key]")?.getAttribute("data-key");
  if (key) tap(key);
});
other.addEventListener("click", () => {
  by = by === "pin" ? "code" : "pin";
  asked.textContent = say(by);
  other.textContent = say(by === "pin" ? "use_code" : "use_pin");
  pin.value = "";
});
form.addEventListener("submit", logIn);

/** What was photographed comes with the address, and is not shown there any longer. */
async function photographed() {
  const given = takeCode();
  if (given === null) return;
  if (!isToken(given)) {
    pin.value = given;
    return /** @type {HTMLFormElement} */ (form).requestSubmit();
  }
  const answer = await present(given, () => (said.textContent = say("card_waits")));
  if (answer.status === 200) location.reload();
  else said.textContent = answer.body.error?.message ?? say("wrong");
}

addEventListener("hashchange", photographed);
photographed();
