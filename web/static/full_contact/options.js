/** The options of a match; what is not touched stays as the kit has it. */

import { button, h } from "../dom.js";
import { choices, stepper } from "./parts.js";

/** The options, hidden until asked for. `given` says which there are, how each is asked for, and their defaults. */
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
      given.fields.map((each) => FIELDS[each.sort](say, each, now(each.name), set)),
      seedField(say, form, change),
    ),
  ];
}

function targetOf(form, given, name) {
  return name === "target" ? given.targets?.[form.full ? "full_game" : "usual"] : undefined;
}

/** The word for an option or a choice; one that has none yet is shown by its name. */
function label(/** @type {Say} */ say, key, name) {
  const told = say(key);
  return told === key ? name : told;
}

function numberField(/** @type {Say} */ say, { name, least, most, step }, value, set) {
  const change = (count) => set(name, count);
  return stepper(say, { key: name, label: label(say, `opt_${name}`, name), count: value ?? least, least, most, step, change });
}

function kindToggles(/** @type {Say} */ say, { name, of }, value, set) {
  const kinds = value ?? [];
  const flip = (kind) => of.filter((one) => (one === kind) !== kinds.includes(one));
  const toggle = (kind) =>
    button(
      { key: kind, look: "choice", "aria-pressed": kinds.includes(kind) ? "true" : "false", act: () => set(name, flip(kind)) },
      label(say, `kind_${kind}`, kind),
    );
  return [h("h3", { key: `${name}-head` }, label(say, `opt_${name}`, name)), h("div", { key: name, class: "choices" }, of.map(toggle))];
}

function switchField(/** @type {Say} */ say, { name }, value, set) {
  const options = [
    { value: true, label: say("yes") },
    { value: false, label: say("no") },
  ];
  return field(say, name, choices(options, Boolean(value), (on) => set(name, on), "is-tight"));
}

function choiceField(/** @type {Say} */ say, { name, of }, value, set) {
  const options = of.map((one) => ({ value: one, label: label(say, `opt_${name}_${one}`, one) }));
  return field(say, name, choices(options, value, (one) => set(name, one)));
}

/** How each sort of option is asked for. */
const FIELDS = { number: numberField, kinds: kindToggles, switch: switchField, choice: choiceField };

function field(/** @type {Say} */ say, name, input) {
  return h("div", { key: name, class: "option" }, h("span", {}, label(say, `opt_${name}`, name)), input);
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
