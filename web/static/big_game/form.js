/** The claim form (BG-12): what stands on the boards and what is in hand, within its limits. */

import { button, h } from "../dom.js";
import { stepper } from "./pieces.js";

/** The parts of a form with their points and how many there can be. */
export const COUNTED = { settlements: [1, 5], cities: [2, 9], bonuses: [2, 5], vp_cards: [1, 5] };
export const HELD = ["route", "army"];
const HELD_POINTS = 2;
export const HAND = ["grain", "ore", "brick", "lumber", "wool"];
const MOST_IN_HAND = 19;
const ASK_AFTER_MS = 250;

/** A form on which nothing stands. */
export function emptyForm() {
  const numbers = [...Object.keys(COUNTED), ...HAND].map((name) => [name, 0]);
  return { ...Object.fromEntries(numbers), route: false, army: false };
}

/** What a form is worth. */
export function formPoints(/** @type {Record<string, any>} */ form) {
  const counted = Object.entries(COUNTED).map(([name, [worth]]) => worth * form[name]);
  return [...counted, ...HELD.map((name) => HELD_POINTS * Number(form[name]))].reduce((all, each) => all + each, 0);
}

/** The points of a form beside those that are needed. */
export function pointsSaid(/** @type {Say} */ say, points, /** @type {HallView} */ { target, phase }) {
  return h("p", { key: "points", class: `form-points ${points >= target || phase === "final" ? "is-enough" : ""}` }, h("b", { class: "number" }, points), h("span", {}, say("of_target", { n: target })));
}

/**
 * The form. With `put(form)` it can be changed; `claimed` is what the player wrote, shown beside what was counted.
 *
 * @param {HallTablet} tablet
 * @param {{form: Record<string, any>, claimed?: Record<string, any> | null, put?: ((form: Record<string, any>) => void) | null}} given
 */
export function formPart(tablet, { form, claimed = null, put = null }) {
  const { say } = tablet;
  const change = put && ((name) => (value) => put({ ...form, [name]: value }));
  const counts = Object.entries(COUNTED).map(([name, [worth, most]]) => row(tablet, { name, form, claimed, worth, most, change }));
  const holds = HELD.map((name) => heldRow(tablet, { name, form, claimed, change }));
  const hand = HAND.map((name) => row(tablet, { name, form, claimed, worth: 0, most: MOST_IN_HAND, change }));
  return h(
    "div",
    { key: "form", class: `claim-form ${put ? "" : "is-read"}` },
    h("ul", { key: "points" }, counts, holds),
    h("div", { key: "hand" }, h("h3", {}, say("in_hand")), h("ul", {}, hand)),
  );
}

function row(/** @type {HallTablet} */ tablet, { name, form, claimed, worth, most, change }) {
  const { say } = tablet;
  const label = say(`form_${name}`);
  const was = claimed && say("claimed_n", { n: claimed[name] });
  const isOther = claimed && claimed[name] !== form[name];
  return h(
    "li",
    { key: name, class: isOther ? "is-other" : "" },
    h("p", {}, label, worth > 1 && h("small", { key: "worth" }, `\u00a0×\u00a0${worth}`), was && h("span", { key: "was" }, was)),
    change
      ? stepper(tablet, { key: "value", label, value: form[name], least: 0, most, put: change(name) })
      : h("b", { key: "value", class: "number" }, form[name]),
  );
}

/** Route or army: it is held or not. */
function heldRow(/** @type {HallTablet} */ { say }, { name, form, claimed, change }) {
  const label = say(`form_${name}`);
  const was = claimed && say("claimed_n", { n: say(claimed[name] ? "yes" : "no") });
  const isOther = claimed && claimed[name] !== form[name];
  const choice = (value) =>
    button({ key: String(value), look: "step", "aria-pressed": String(form[name] === value), act: () => change(name)(value) }, say(value ? "yes" : "no"));
  return h(
    "li",
    { key: name, class: isOther ? "is-other" : "" },
    h("p", {}, label, h("small", { key: "worth" }, `\u00a0×\u00a0${HELD_POINTS}`), was && h("span", { key: "was" }, was)),
    change
      ? h("div", { key: "value", class: "hall-stepper is-choice", role: "group", "aria-label": label }, choice(false), choice(true))
      : h("b", { key: "value", class: "number" }, say(form[name] ? "yes" : "no")),
  );
}

/**
 * What the kit finds wrong with a form, with the other player's of the board beside it; null while nothing is known to
 * be. The kit is asked a moment after the last change; `holder` keeps its answer.
 */
export function wrongOf(/** @type {HallTablet} */ tablet, holder, /** @type {string} */ seat, /** @type {Record<string, any>} */ form) {
  const asked = `${seat} ${JSON.stringify(form)}`;
  const held = (holder.wrong ??= { asked: "", text: null, timer: null });
  if (held.asked !== asked && /^[1-9]/.test(seat)) {
    held.asked = asked;
    clearTimeout(held.timer);
    held.timer = setTimeout(() => askWrong(tablet, held, asked, seat, form), ASK_AFTER_MS);
  }
  return held.text;
}

async function askWrong(/** @type {HallTablet} */ tablet, held, asked, seat, form) {
  const told = Object.entries(form).map(([name, value]) => [name, value === true ? "yes" : value === false ? "no" : String(value)]);
  const answer = await tablet.look({ what: "form", seat, ...Object.fromEntries(told) });
  if (held.asked !== asked || !answer || held.text === answer.wrong) return;
  held.text = answer.wrong;
  tablet.drawIn(0);
}
