/** Shared parts of console, desk and announcer's screen: badges, seats, dice and rolls. */

import { die } from "../die.js";
import { h, icon, repeatButton } from "../dom.js";
import { GROUPS } from "./ring.js";

const SIGNS = { confirmed: "grade-pass", rejected: "grade-fail", open: "grade-open" };

/** The drawing of a group on its colour; both where everybody acts. */
export function badge(/** @type {string | null} */ group, look = "") {
  const drawn = group ? [group] : GROUPS;
  return h("span", { key: "badge", class: `group-badge ${look}`, "aria-hidden": "true" },
    drawn.map((each) => h("span", { key: each, class: `team-${each} is-${each}` }, icon(each))));
}

/** The name of a group; everybody where there is none. */
export function groupName(/** @type {Say} */ say, /** @type {string | null} */ group) {
  return say(group ?? "everybody");
}

/** A seat as people call it, in two lines: board with its kind, and the group. */
export function seatTag(/** @type {Say} */ say, { board, kind, group }) {
  return h("span", { key: "seat", class: "seat-tag" }, h("b", { class: "number" }, `${board} ${kind}`),
    h("span", { class: "is-hidden" }, ` ${groupName(say, group)} `), badge(group, "is-flat"));
}

/** Two dice, read out as one picture. */
export function pair(/** @type {Say} */ say, dice, look = "") {
  const [a, b] = dice;
  return h("div", { key: "dice", class: `hall-dice ${look}`, role: "img",
    "aria-label": say("dice_show", { a, b, sum: a + b }) }, die(a), die(b));
}

/** A roll: the group's cap over the sum, and the robbers' below it. */
function rollChip(/** @type {Say} */ say, roll, isLast = false) {
  const { turn, group, sum } = roll;
  return h("li", { key: turn, class: `roll-chip ${isLast ? "is-last" : ""}` },
    h("span", { class: "is-hidden" }, say("roll_of_turn", { n: turn, group: groupName(say, group), sum })),
    badge(group, "is-cap"), h("b", { class: "number", "aria-hidden": "true" }, sum));
}

/** The last rolls, of which the newest has an edge in ink; `none` stands where there are none. */
export function lastRolls({ view: { rolls }, say }, none = /** @type {any} */ (null)) {
  const chips = rolls.map((roll) => rollChip(say, roll, roll === rolls.at(-1)));
  return h("ul", { class: "roll-row" }, chips.length ? chips : none);
}

/** The count of each sum from 2 to 12; the newest one's bar in ink. */
export function sumBars({ view, say }) {
  const most = Math.max(1, ...view.sums);
  const bars = view.sums.map((n, at) => {
    const sum = at + 2;
    return h("li", { key: sum, class: sum === view.sum ? "is-now" : "" },
      h("span", { class: "is-hidden" }, say("sum_times", { sum, n })),
      h("b", { class: "number", "aria-hidden": "true" }, n || ""),
      h("i", { style: { "--share": String(n / most) } }), h("span", { "aria-hidden": "true" }, sum));
  });
  return h("ul", { key: "sums", class: "sum-bars" }, bars);
}

/** The standing of a claim: sign and words. */
export function standing(/** @type {HallTablet} */ { view, say }, claim) {
  const isNext = claim.id === view.judge && view.main === "judge_claim";
  return h("span", { class: "claim-standing" }, sign(claim),
    h("span", {}, isNext && claim.standing === "open" ? say("claim_judged_now") : standingSaid(say, claim)));
}

/** The sign of a claim's standing. */
export function sign({ standing }) {
  return SIGNS[standing] ? icon(SIGNS[standing]) : h("i", { class: "dashed-ring" });
}

/** A claim's standing in words. */
export function standingSaid(/** @type {Say} */ say, { standing, reason }) {
  return say(`claim_${standing}`, { reason });
}

/** A number between two buttons, which go on while they are held; `put(value)` gets the next one. */
export function stepper({ say }, { key, label, value, least, most, step = 1, unit = "", put }) {
  const to = (by) => () => put(Math.min(most, Math.max(least, value + by)));
  return h("div", { key, class: "hall-stepper", role: "group", "aria-label": label },
    repeatButton({ key: "less", look: "step", "aria-label": say("less", { what: label }),
      disabled: value <= least, act: to(-step) }, "−"),
    h("output", { key: "value", class: "number" }, value, unit && h("small", { key: "unit" }, unit)),
    repeatButton({ key: "more", look: "step", "aria-label": say("more_of", { what: label }),
      disabled: value >= most, act: to(step) }, "+"));
}

/** A field of text that `holder` keeps under `name`. */
export function entry(/** @type {any} */ tablet, holder, name, props = {}) {
  return h("input", { key: name, class: "input", autocomplete: "off", spellcheck: "false",
    value: holder[name] ?? "", ...props, on: { input: (event) => {
      holder[name] = event.currentTarget.value;
      tablet.draw();
    }, keydown: (event) => {
      if (event.key === "Enter") props.enter?.();
    } }, enter: undefined });
}

/** A panel that asks once more: its sentences, and the keys that answer. */
export function question(/** @type {string} */ title, /** @type {any[]} */ sentences, actions) {
  const lines = sentences.filter(Boolean).map((text, at) => h("p", { key: at, class: "sentence" }, text));
  return { title, body: h("div", { class: "ask-once" }, lines), actions };
}

/** A form that acts on this page when it is handed in. */
export function form(props, /** @type {() => void} */ submit, ...inside) {
  const handedIn = (event) => {
    event.preventDefault();
    submit();
  };
  return h("form", { ...props, on: { submit: handedIn } }, ...inside);
}

/** A button's part of a refusal in the view, if there is one. */
export function refusedBy(/** @type {{text: string, rule: string | null} | undefined} */ refusal, tell) {
  return { refused: refusal?.text ?? null, rule: refusal?.rule, tell };
}

/**
 * The answer to a question, which `holder` keeps under `name`; null until the first one is there. It is asked
 * for again when `of` has changed, and the last answer stays until then; with `stays` also the answer to
 * another question.
 *
 * @param {{look: (query: any) => Promise<any>, drawIn: (ms: number) => any}} tablet
 * @param {Record<string, any>} holder
 * @param {string} name
 * @param {Record<string, string>} query
 * @param {unknown} [of]
 * @param {{stays?: boolean}} [how]
 */
export function kept(tablet, holder, name, query, of = 0, { stays = false } = {}) {
  const asked = JSON.stringify(query);
  let held = holder[name];
  if (held?.asked !== asked)
    held = holder[name] = { asked, of: undefined, answer: (stays && held?.answer) || null, isWaiting: false };
  if (held.of === of || held.isWaiting) return held.answer;
  Object.assign(held, { isWaiting: true, of });
  tablet.look(query).then((answer) => {
    held.isWaiting = false;
    if (answer) held.answer = answer;
    tablet.drawIn(0);
  });
  return held.answer;
}
