/** The log-in: a PIN or a code from another tablet, typed or tapped, or a photographed code or seat card. */

import { isToken, present, takeCode } from "./card.js";
import { postJson } from "./commands.js";
import { h, patch, placed } from "./dom.js";
import { speaker } from "./format.js";
import { keypad } from "./panels/inputs.js";
import { words } from "./words/login.js";

const say = speaker(words);
const [form, said, other, asked, hint, shown] = ["login", "said", "other", "asked", "hint", "show"].map(
  placed,
);
const pin = /** @type {HTMLInputElement} */ (placed("pin"));
const put = (text) => {
  pin.value = text;
  typed();
};
let { by = "pin", other: also = "" } = form.dataset;
let countdown = null;

/** A code is whole after this many digits; so is a PIN that the kit has drawn, but no other PIN. */
const WHOLE = { pin: new RegExp(`^\\d{${form.dataset.digits || 99}}$`), code: /^\d{6}$/,
  letters: /^[a-z\d]{8}$/i };

/** Ask for a PIN or a code: digits have a pad and are hidden, a code of letters is typed and seen. */
function ask() {
  const isTyped = by === "letters";
  const last = h("button", { key: "enter", type: "submit", id: "enter", class: "button start" }, "OK");
  patch(placed("keypad"),
    isTyped ? last : keypad({ value: () => pin.value, put, back: say("rub_out"), last }));
  asked.textContent = say(by);
  hint.hidden = by !== "pin";
  other.hidden = !also;
  other.textContent = also && say(`use_${also}`);
  shown.hidden = isTyped;
  pin.type = isTyped ? "text" : "password";
  pin.placeholder = isTyped ? "xxxx xxxx" : "";
  pin.value = "";
}
ask();
const enter = /** @type {HTMLButtonElement} */ (placed("enter"));

function typed() {
  said.textContent = "";
  if (WHOLE[by].test(pin.value.replace(/\s/g, ""))) logIn();
}

async function logIn() {
  if (!pin.value || enter.disabled) return;
  enter.disabled = true;
  const answer = await postJson("/api/session", { [by === "pin" ? "pin" : "code"]: pin.value.trim() });
  enter.disabled = false;
  if (answer?.status === 200) return location.reload();
  pin.value = "";
  if (answer === null) said.textContent = say("away");
  else if (answer.status === 429)
    wait(answer.body.error?.code === "too_many_guesses" ? "wait_all" : "wait",
      Number(answer.retryAfter) || 1);
  else if (answer.status === 401) said.textContent = say("wrong");
  else said.textContent = say("refused", { message: answer.body.error?.message ?? answer.status });
}

function wait(why, seconds) {
  clearInterval(countdown);
  let left = seconds;
  const show = () => {
    enter.disabled = left > 0;
    said.textContent = left > 0 ? say(why, { n: left }) : "";
    if (left <= 0) clearInterval(countdown);
    left -= 1;
  };
  show();
  countdown = setInterval(show, 1000);
}

function turn() {
  [by, also] = [also, by];
  ask();
}
other.addEventListener("click", turn);
shown.addEventListener("click", () => {
  const isShown = pin.type === "text";
  pin.type = isShown ? "password" : "text";
  shown.setAttribute("aria-pressed", String(!isShown));
});
pin.addEventListener("input", typed);
// Not every browser takes Enter for the form's own button.
pin.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault();
  logIn();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  logIn();
});
// A keyboard types at once; on a touch screen its own would cover the keys, where there are any.
if (by === "letters" || matchMedia("(hover: hover) and (pointer: fine)").matches) pin.focus();

/** A photographed code comes with the address, and is removed from there. */
async function photographed() {
  const [, shownPin] = /^#pin=(\w+)$/.exec(location.hash) ?? [];
  if (shownPin) {
    // The kit's own console shows it to be photographed.
    history.replaceState(null, "", location.pathname);
    pin.value = shownPin;
    return logIn();
  }
  const given = takeCode();
  if (given === null) return;
  if (!isToken(given)) {
    if (by === "pin") turn();
    pin.value = given;
    return logIn();
  }
  const answer = await present(given, () => (said.textContent = say("card_waits")));
  if (answer.status === 200) location.reload();
  else said.textContent = answer.body.error?.message ?? say("wrong");
}

addEventListener("hashchange", photographed);
photographed();
