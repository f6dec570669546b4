/** The options of a match; what is not touched stays as the kit has it, and what differs is marked. */

import { button, h, icon } from "../dom.js";
import { choices, remember, stepper } from "../panels/inputs.js";
import { kindLabel, recoloured } from "./parts.js";
import { formOf, same, usual } from "./setup_form.js";

/** The value of an option in this form. */
export function valueOf(form, given, name) {
  const [own, other] = [form.options[name], usual(form, given, name)];
  return name === "colours" ? other && { ...other, ...own } : (own ?? other);
}

/** The way to the options, with how many are not the usual ones. */
export function optionsButton(/** @type {Tablet} */ { say, open }, form, given) {
  const n = given.fields.filter(({ name }) => differs(form, given, name)).length;
  return button({ key: "options", look: n ? "is-changed" : "", act: () => open("options") },
    h("b", {}, say("options")),
    h("small", { key: "n" }, n ? say("options_differ", { n }) : say("options_usual")));
}

function differs(form, given, name) {
  return name in form.options && !same(form.options[name], usual(form, given, name));
}

/** The panel with the options side by side. */
export function optionsPanel(/** @type {Tablet} */ tablet, panel) {
  // The match may have gone on meanwhile: then there is nothing to set up.
  if (!tablet.view.setup?.full_contact) return null;
  const { say, close } = tablet;
  const { form, change, given } = formOf(tablet);
  const set = (name, value) => {
    const { [name]: was, ...others } = form.options;
    change({ options: same(value, usual(form, given, name)) ? others : { ...others, [name]: value } });
  };
  const each = (field) => {
    const now = { say, form, given, panel, draw: tablet.draw, value: valueOf(form, given, field.name),
      set: (value) => set(field.name, value) };
    return h(
      "div",
      { key: field.name,
        class: `option is-${field.sort} ${differs(form, given, field.name) ? "is-changed" : ""}` },
      FIELDS[field.sort](field, now),
      differs(form, given, field.name) && usualWords(say, field, usual(form, given, field.name)),
      // The length of a round for this size of field (FC-7).
      field.name === "round_seconds" && given.field_size
        && h("p", { key: "fits", class: "soft" },
          say("round_fits", { s: given.options.round_seconds, ...given.field_size })),
    );
  };
  const wide = given.fields.filter(({ sort }) => WIDE.includes(sort));
  const narrow = given.fields.filter(({ sort }) => !WIDE.includes(sort));
  const seed = h("div", { key: "seed", class: "option" }, h("span", {}, say("seed")),
    h("input", { class: "input", type: "password", autocomplete: "off", "aria-label": say("seed"),
      value: form.seed, on: { input: (event) => change({ seed: event.currentTarget.value }) } }));
  return { title: say("options"),
    body: [h("div", { key: "narrow", class: "options" }, narrow.map(each), seed),
      h("div", { key: "wide", class: "options is-wide" }, wide.map(each))],
    actions: [
      Object.keys(form.options).length > 0 && button({ key: "usual", act: () =>
        change({ options: {} }) }, say("all_usual")),
      button({ key: "done", look: "main", act: close }, say("options_done")),
    ] };
}

/** The sorts of options that need the panel's whole width. */
const WIDE = ["kinds", "colours"];

/** A sentence for each option by which an event was played otherwise than this form would. */
export function unlike(/** @type {Tablet} */ tablet, /** @type {Record<string, any>} */ played) {
  const { say } = tablet;
  const { form, given } = formOf(tablet);
  const own = (name) => valueOf(form, given, name);
  return given.fields.filter(({ name }) => name in played && !same(own(name), played[name])).map((field) =>
    say("unlike", { option: say(field.title), own: worded(say, field, own(field.name)),
      played: worded(say, field, played[field.name]) })
  );
}

function usualWords(/** @type {Say} */ say, field, value) {
  return h("p", { key: "usual", class: "soft" }, say("usually", { value: worded(say, field, value) }));
}

function worded(/** @type {Say} */ say, { sort, labels }, value) {
  const words = { number: () => String(value), switch: () => say(value ? "yes" : "no"),
    choice: () => say(labels[value]), kinds: () => value.map((kind) => say(`kind_${kind}`)).join(", "),
    colours: () =>
      Object.entries(value).map(([kind, colour]) => `${say(`kind_${kind}`)}: ${say(`balls_${colour}`)}`).join(
        ", ",
      ) };
  return words[sort]();
}

function kindsField({ title, of }, { say, value = [], set }) {
  const flip = (kind) => of.filter((one) => (one === kind) !== value.includes(one));
  const toggle = (kind) =>
    button({ key: kind, look: "choice", "aria-pressed": value.includes(kind) ? "true" : "false", act: () =>
      set(flip(kind)) }, h("span", { class: `kind-label kind-${kind}` }, icon(kind), say(`kind_${kind}`)));
  return [h("h3", { key: "head" }, say(title)), h("div", { key: "kinds", class: "choices" }, of.map(toggle))];
}

/** A kind, then its balls' colour: one that another kind has changes places with it. */
function coloursField({ title, of }, { say, form, given, panel, value = {}, set, draw }) {
  const kinds = valueOf(form, given, "kinds") ?? [];
  const kind = kinds.includes(panel.kind) ? panel.kind : kinds[0];
  const choose = (next) => remember({ draw }, panel, { kind: next });
  const kindChoices = kinds.map((one) => ({ value: one,
    label: h("span", { class: `kind-label kind-${one}` }, icon(one),
      `${say(`kind_${one}`)}: ${say(`balls_${value[one]}`)}`) })
  );
  const swatch = (colour) => ({ value: colour,
    label: h("span", { class: "swatch" },
      h("i", { class: "ball", style: { "--kind": `var(--ball-${colour})` } }), say(`balls_${colour}`)) });
  return [h("h3", { key: "head" }, say(title)),
    h("div", { key: "kinds", class: "colour-kinds" }, choices(kindChoices, kind, choose)),
    h("div", { key: "colours", class: "swatches" },
      choices(of.map(swatch), value[kind], (colour) => set(recoloured(value, kind, colour))))];
}

/** The inputs by sort of option. */
const FIELDS = {
  number: ({ name, title, least, most, step }, { say, value, set }) =>
    stepper(say, { key: name, label: say(title), count: value ?? least, min: least, max: most, step,
      change: set }),
  kinds: kindsField,
  colours: coloursField,
  switch: ({ title }, { say, value, set }) =>
    chosen(say(title), [[true, say("yes")], [false, say("no")]], Boolean(value), set, "is-tight"),
  choice: ({ title, of, labels }, { say, value, set }) =>
    chosen(say(title), of.map((one) => [one, say(labels[one])]), value, set),
};

function chosen(title, options, value, set, look = "") {
  const each = options.map(([one, label]) => ({ value: one, label }));
  return [h("span", { key: "head" }, title), choices(each, value, set, look)];
}
