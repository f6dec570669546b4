/** The claim form (BG-12): the buildings on the boards and the cards in hand, within the kit's limits. */

import { button, h } from "../dom.js";
import { kept, stepper } from "./pieces.js";

/** A form on which nothing stands. */
export function emptyForm(/** @type {any} */ { counted, held, hand }) {
  const none = (parts, value) => Object.fromEntries(Object.keys(parts).map((part) => [part, value]));
  return { ...none(counted, 0), ...none(held, false), ...none(hand, 0) };
}

/** The points of a form. */
export function formPoints(/** @type {any} */ { counted, held }, /** @type {Record<string, any>} */ form) {
  const all = [...Object.entries(counted).map(([part, [worth]]) => worth * form[part]),
    ...Object.entries(held).map(([part, worth]) => worth * Number(form[part]))];
  return all.reduce((sum, points) => sum + points, 0);
}

/** The question that has the kit look at a form. */
function questionOf(/** @type {string} */ seat, /** @type {Record<string, any>} */ form) {
  const told = (value) => (value === true ? "yes" : value === false ? "no" : String(value));
  return { what: "form", seat,
    ...Object.fromEntries(Object.entries(form).map(([part, value]) => [part, told(value)])) };
}

/** Tell whether a form needs the target's points: once the hall was ended for time the best form wins. */
export function needsTarget(/** @type {HallView} */ { phase }) {
  return phase !== "final";
}

/** The points of a form beside those that are needed. */
export function pointsSaid(/** @type {Say} */ say, points, /** @type {any} */ view) {
  const isNeeded = needsTarget(view);
  return h("p", { key: "points", "aria-live": "polite",
    class: `form-points ${points >= view.target || !isNeeded ? "is-enough" : ""}` },
    h("b", { class: "number" }, points),
    h("span", {}, isNeeded ? say("of_target", { n: view.target }) : say("points_word")));
}

/**
 * The form. With `put(form)` it can be changed; `claimed` is what the player wrote, shown beside what was
 * counted, and `note(worth, most)` a small line for what scores.
 *
 * @param {Say} say
 * @param {any} limits
 * @param {{form: Record<string, any>, claimed?: Record<string, any> | null,
 *   put?: ((form: Record<string, any>) => void) | null, note?: (worth: number, most: number) => any}} given
 */
export function formPart(say, { counted, held, hand }, { form, claimed = null, put = null, note }) {
  const row = (name, value, told, worth, extra) => {
    const isOther = claimed && claimed[name] !== form[name];
    return h("li", { key: name, class: isOther ? "is-other" : "" },
      h("p", {}, say(`form_${name}`), worth > 1 && h("small", { key: "worth" }, `\u00a0×\u00a0${worth}`),
        claimed && h("span", { key: "was" }, say("claimed_n", { n: told(claimed[name]) })),
        extra && h("span", { key: "note" }, extra)),
      put ? value : h("b", { key: "value", class: "number" }, told(form[name])));
  };
  const change = (name) => (value) => put?.({ ...form, [name]: value });
  const count = (name, worth, most) => {
    const value = stepper({ say }, { key: "value", label: say(`form_${name}`), value: form[name], least: 0,
      most, put: change(name) });
    return row(name, value, (n) => n, worth, worth && note?.(worth, most));
  };
  const award = (name, worth) => {
    const told = (has) => say(has ? "yes" : "no");
    const choice = (value) =>
      button({ key: String(value), look: "step", "aria-pressed": String(form[name] === value), act: () =>
        change(name)(value) }, told(value));
    const value = h("div", { key: "value", class: "hall-stepper is-choice", role: "group",
      "aria-label": say(`form_${name}`) }, choice(false), choice(true));
    return row(name, value, told, worth, note?.(worth, 1));
  };
  return h("div", { key: "form", class: `claim-form ${put ? "" : "is-read"}` },
    h("ul", { key: "points" },
      Object.entries(counted).map(([name, [worth, most]]) => count(name, worth, most)),
      Object.entries(held).map(([name, worth]) => award(name, worth))),
    h("div", { key: "hand" }, h("h3", {}, say("in_hand")),
      h("ul", {}, Object.entries(hand).map(([name, most]) => count(name, 0, most)))));
}

/**
 * The sentence that says what is wrong with a form, beside that of the other player; null while nothing is
 * known to be. `holder` keeps the kit's answer.
 */
export function wrongOf(/** @type {HallTablet} */ tablet, holder, /** @type {string} */ seat,
  /** @type {Record<string, any>} */ form)
{
  return /^[1-9]/.test(seat)
    ? (kept(tablet, holder, "wrong", questionOf(seat, form), 0, { stays: true })?.wrong ?? null)
    : null;
}
