/** The claim form (BG-12): what stands on the boards and what is in hand, within its limits. */

import { button, h } from "../dom.js";
import { needsTarget, questionOf } from "./form_points.js";
import { stepper } from "./pieces.js";

const ASK_AFTER_MS = 250;

/** The points of a form beside those that are needed. */
export function pointsSaid(/** @type {Say} */ say, points, /** @type {HallView} */ view) {
  const isNeeded = needsTarget(view);
  return h("p", { key: "points",
    class: `form-points ${points >= view.target || !isNeeded ? "is-enough" : ""}` },
    h("b", { class: "number" }, points),
    h("span", {}, isNeeded ? say("of_target", { n: view.target }) : say("points_word")));
}

/**
 * The form. With `put(form)` it can be changed; `claimed` is what the player wrote, shown beside what was counted.
 *
 * @param {HallTablet} tablet
 * @param {{form: Record<string, any>, claimed?: Record<string, any> | null, put?: ((form: Record<string, any>) => void) | null}} given
 */
export function formPart(tablet, { form, claimed = null, put = null }) {
  const { say, view } = tablet;
  const { counted, held, hand } = /** @type {any} */ (view.guide.form);
  const change = put && ((name) => (value) => put({ ...form, [name]: value }));
  const counts = Object.entries(counted).map(([name, [worth, most]]) =>
    row(tablet, { name, form, claimed, worth, most, change })
  );
  const holds = Object.entries(held).map(([name, worth]) =>
    heldRow(tablet, { name, form, claimed, worth, change })
  );
  const cards = Object.entries(hand).map(([name, most]) =>
    row(tablet, { name, form, claimed, worth: 0, most, change })
  );
  return h("div", { key: "form", class: `claim-form ${put ? "" : "is-read"}` },
    h("ul", { key: "points" }, counts, holds),
    h("div", { key: "hand" }, h("h3", {}, say("in_hand")), h("ul", {}, cards)));
}

function row(/** @type {HallTablet} */ tablet, { name, form, claimed, worth, most, change }) {
  const { say } = tablet;
  const label = say(`form_${name}`);
  const was = claimed && say("claimed_n", { n: claimed[name] });
  const isOther = claimed && claimed[name] !== form[name];
  return h("li", { key: name, class: isOther ? "is-other" : "" },
    h("p", {}, label, worth > 1 && h("small", { key: "worth" }, `\u00a0×\u00a0${worth}`),
      was && h("span", { key: "was" }, was)),
    change
      ? stepper(tablet, { key: "value", label, value: form[name], least: 0, most, put: change(name) })
      : h("b", { key: "value", class: "number" }, form[name]));
}

/** Route or army: it is held or not. */
function heldRow(/** @type {HallTablet} */ { say }, { name, form, claimed, worth, change }) {
  const label = say(`form_${name}`);
  const was = claimed && say("claimed_n", { n: say(claimed[name] ? "yes" : "no") });
  const isOther = claimed && claimed[name] !== form[name];
  const choice = (value) =>
    button({ key: String(value), look: "step", "aria-pressed": String(form[name] === value), act: () =>
      change(name)(value) }, say(value ? "yes" : "no"));
  return h("li", { key: name, class: isOther ? "is-other" : "" },
    h("p", {}, label, h("small", { key: "worth" }, `\u00a0×\u00a0${worth}`),
      was && h("span", { key: "was" }, was)),
    change
      ? h("div", { key: "value", class: "hall-stepper is-choice", role: "group", "aria-label": label },
        choice(false), choice(true))
      : h("b", { key: "value", class: "number" }, say(form[name] ? "yes" : "no")));
}

/**
 * What the kit finds wrong with a form, with the other player's of the board beside it; null while nothing is known to
 * be. The kit is asked a moment after the last change; `holder` keeps its answer.
 */
export function wrongOf(/** @type {HallTablet} */ tablet, holder, /** @type {string} */ seat,
  /** @type {Record<string, any>} */ form)
{
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
  const answer = await tablet.look(questionOf(seat, form));
  if (held.asked !== asked || !answer || held.text === answer.wrong) return;
  held.text = answer.wrong;
  tablet.drawIn(0);
}
