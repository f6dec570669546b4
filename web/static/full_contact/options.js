/** The options of a match; what is not touched stays as the kit has it. */

import { button, h } from "../dom.js";
import { choices, stepper } from "./parts.js";

const NUMBERS = ["round_seconds", "grace_seconds", "break_seconds", "head_start_seconds", "target", "balls_per_kind"];
const SWITCHES = ["gifts", "reshuffle_used", "auto_start"];
const WORDS = { deck: ["kit", "paper"], tie: ["shared", "most_vp", "extra_round"] };
const KINDS = ["wood", "wheat", "brick", "ore", "sheep"];
const SMALL_STEPS = { grace_seconds: 0.5 };
const LARGE_STEPS = { break_seconds: 10 };

/** The options, hidden until asked for. `given` holds their defaults and limits. */
export function optionFields(/** @type {Tablet} */ tablet, form, given, change) {
  const { say } = tablet;
  const toggle = button(
    { key: "show", "aria-expanded": form.shown ? "true" : "false", act: () => change({ shown: !form.shown }) },
    say(form.shown ? "options_hide" : "options_show"),
  );
  if (!form.shown) return [toggle];
  const now = (name) => form.options[name] ?? given.options[name] ?? targetOf(form, given, name);
  const set = (name, value) => change({ options: { ...form.options, [name]: value } });
  return [
    toggle,
    h(
      "div",
      { key: "options", class: "options" },
      NUMBERS.map((name) => numberField(say, name, now(name), given.limits?.[name], set)),
      h("h3", { key: "kinds-head" }, say("opt_kinds")),
      kindToggles(say, now("kinds") ?? [], set),
      SWITCHES.map((name) => switchField(say, name, now(name), set)),
      Object.keys(WORDS).map((name) => wordField(say, name, now(name), set)),
      seedField(say, form, change),
    ),
  ];
}

function targetOf(form, given, name) {
  return name === "target" ? given.targets?.[form.full ? "full_game" : "usual"] : undefined;
}

function numberField(/** @type {Say} */ say, name, value, [least, most] = [0, 999], set) {
  const step = SMALL_STEPS[name] ?? LARGE_STEPS[name] ?? 1;
  return stepper(say, {
    key: name,
    label: say(`opt_${name}`),
    count: value ?? least,
    least,
    most,
    step,
    change: (count) => set(name, count),
  });
}

function kindToggles(/** @type {Say} */ say, kinds, set) {
  const flip = (kind) => KINDS.filter((one) => (one === kind) !== kinds.includes(one));
  return h(
    "div",
    { key: "kinds", class: "choices" },
    KINDS.map((kind) =>
      button(
        { key: kind, look: "choice", "aria-pressed": kinds.includes(kind) ? "true" : "false", act: () => set("kinds", flip(kind)) },
        say(`kind_${kind}`),
      ),
    ),
  );
}

function switchField(/** @type {Say} */ say, name, value, set) {
  const options = [
    { value: true, label: say("yes") },
    { value: false, label: say("no") },
  ];
  return field(say, name, choices(options, Boolean(value), (on) => set(name, on), "is-tight"));
}

function wordField(/** @type {Say} */ say, name, value, set) {
  const options = WORDS[name].map((word) => ({ value: word, label: say(`opt_${name}_${word}`) }));
  return field(say, name, choices(options, value, (word) => set(name, word)));
}

function field(/** @type {Say} */ say, name, input) {
  return h("div", { key: name, class: "option" }, h("span", {}, say(`opt_${name}`)), input);
}

function seedField(/** @type {Say} */ say, form, change) {
  const input = h("input", {
    class: "input",
    type: "password",
    autocomplete: "off",
    "aria-label": say("seed"),
    value: form.seed,
    on: { input: (event) => change({ seed: event.currentTarget.value }) },
  });
  return h("div", { key: "seed", class: "option" }, h("span", {}, say("seed")), input);
}
