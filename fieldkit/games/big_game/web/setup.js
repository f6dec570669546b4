/** Setting up a hall: how many boards, and the options, which are data (BG-1). */

import { button, h } from "../dom.js";
import { sendAndClose } from "../panels/inputs.js";
import { stepper } from "./pieces.js";

const GAME = "big_game";
const SAVED_FORM = "setup_big_game";
const SEATS = 2;
const USUAL_BOARDS = 60;

/** The set-up that the kit offers: limits, choices, defaults. */
function offered(/** @type {HallView} */ view) {
  return view.setup[GAME];
}

/** As the hall before it, whose rehearsal it may have been; else with the usual options. */
function fresh(/** @type {HallView} */ view) {
  const last = view.game === GAME ? view : { boards: USUAL_BOARDS, options: offered(view).options };
  return { boards: last.boards, rehearsal: false, options: { ...last.options } };
}

/** The whole screen. The form is kept in memory, and through a reload, until the hall is opened. */
export function setupScreen(/** @type {HallTablet} */ tablet) {
  const { view, say, memory } = tablet;
  const form = (memory.hallForm ??= JSON.parse(sessionStorage.getItem(SAVED_FORM) ?? "null") ?? fresh(view));
  const change = (changes) => {
    Object.assign(form, changes);
    sessionStorage.setItem(SAVED_FORM, JSON.stringify(form));
    tablet.draw();
  };
  return h("div", { key: "setup", class: "screen hall-setup" },
    h("div", { key: "columns", class: "setup-columns" }, sizePart(tablet, form, change),
      optionsPart(tablet, form, change)),
    h("div", { key: "foot", class: "setup-foot", "data-over": "" },
      button({ key: "rehearsal", look: "rehearsal-key", "aria-pressed": String(form.rehearsal),
        act: () => change({ rehearsal: !form.rehearsal }) }, h("b", {}, say("rehearsal")),
        h("span", {}, say("rehearsal_what"))), openKey(tablet, form)));
}

/** The size of the hall, by its boards or by its players. */
function sizePart(/** @type {HallTablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const { kinds } = offered(view);
  const step = kinds.length;
  const boards = Number(form.boards) || 0;
  const each = kinds.map((kind, at) => `${kind} ${Math.floor((boards + step - 1 - at) / step)}`).join(" · ");
  return h("section", { key: "size", class: "card hall-card size-part" }, h("h2", {}, say("how_large")),
    sizeRow(tablet, form, change, "players", SEATS * step), sizeRow(tablet, form, change, "boards", step),
    h("p", { key: "seats", class: "size-seats" }, h("b", { class: "number" }, SEATS * boards),
      say("seats_in_ring")), h("p", { key: "kinds", class: "soft" }, say("kinds_n", { kinds: each })),
    ringHint(tablet, boards, change));
}

/** A number that can be typed, with − and + for whole rings. */
function sizeRow(/** @type {HallTablet} */ { view, say }, form, change, name, by) {
  const { least, most, kinds: { length: step } } = offered(view);
  const ringOf = (boards) => Math.min(most, Math.max(least, Math.ceil(boards / step) * step));
  const typed = (value) => {
    const n = Number(value.replace(/\D/g, "").slice(0, 4));
    if (name === "boards") change({ boards: n, players: null });
    else change({ players: n || null, boards: ringOf(n / SEATS) });
  };
  const label = say(`size_${name}`);
  const more = (rings) => () => change({ boards: ringOf(Number(form.boards) + rings * step), players: null });
  return h("div", { key: name, class: "size-row" }, h("label", { for: `size-${name}` }, label),
    button({ key: "less", look: "step", "aria-label": say("less", { what: label }), act: more(-1) },
      `−${by}`),
    h("input", { key: "n", id: `size-${name}`, class: "input number", inputmode: "numeric",
      placeholder: name === "players" ? String(SEATS * form.boards) : "", value: form[name] ?? "",
      on: { input: (event) => typed(event.currentTarget.value) } }),
    button({ key: "more", look: "step", "aria-label": say("more_of", { what: label }), act: more(1) },
      `+${by}`));
}

/** The reason why this many boards make no ring, with the two numbers beside it that do. */
function ringHint(/** @type {HallTablet} */ { view, say }, boards, change) {
  const { least, most, kinds: { length: step } } = offered(view);
  const below = Math.floor(boards / step) * step;
  const take = (n) =>
    button({ key: n, act: () => change({ boards: n, players: null }) }, say("take_boards", { n }));
  if (boards < least || boards > most)
    return h("p", { key: "bad", class: "form-wrong" }, say("boards_bounds", { least, most }));
  if (boards === below) return null;
  return h("div", { key: "ring", class: "ring-hint" },
    h("p", { class: "form-wrong" },
      say("no_ring", { n: boards, add: SEATS * (below + step - boards), leave: SEATS * (boards - below) })),
    h("div", { class: "choices" }, below >= least && take(below), take(below + step)));
}

function optionsPart(/** @type {HallTablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const put = (name, value) => change({ options: { ...form.options, [name]: value } });
  const choice = ({ name, of }) =>
    h("div", { key: name, class: "option-choice", role: "group", "aria-label": say(`option_${name}`) },
      h("h3", {}, say(`option_${name}`)), of.map((value) =>
        button({ key: value, look: "choice", "aria-pressed": String(form.options[name] === value), act: () =>
          put(name, value) }, h("b", {}, say(`choice_${name}_${value}`)),
          h("span", {}, say(`choice_${name}_${value}_what`)))
      ));
  return h("section", { key: "options", class: "card hall-card options-part" },
    offered(view).fields.filter(({ sort }) => sort === "choice").map(choice),
    numberRows(tablet, offered(view), form.options, put));
}

/** The options that are numbers, each between two keys. */
function numberRows(/** @type {HallTablet} */ tablet, { fields, guide: { late_from: late } }, options, put) {
  const { say } = tablet;
  const row = ({ name, least, most, step }) =>
    h("li", { key: name }, h("p", {}, say(`option_${name}`, { late })),
      stepper(tablet, { key: "value", label: say(`option_${name}`, { late }), value: options[name], least,
        most, step, unit: name.endsWith("_seconds") ? " s" : "", put: (value) => put(name, value) }));
  return h("ul", { key: "numbers", class: "option-rows" },
    fields.filter(({ sort }) => sort === "number").map(row));
}

function openKey(/** @type {HallTablet} */ { view, say, send, tell, memory }, form) {
  const { least, most, kinds: { length: step } } = offered(view);
  const { boards, options, rehearsal } = form;
  const isOut = boards < least || boards > most;
  const refused = isOut ? say("boards_bounds", { least, most }) : boards % step ? say("first_a_ring") : null;
  const act = async () => {
    if (!(await send(/** @type {any} */ ({ type: "open_hall", game: GAME, boards, options, rehearsal }))))
      return;
    Object.assign(memory, { hallForm: null, again: false });
    sessionStorage.removeItem(SAVED_FORM);
  };
  return button({ key: "open", look: "start open-key", refused, tell, act },
    h("b", {}, say(rehearsal ? "open_rehearsal" : "open_hall")),
    h("span", {}, say("open_what", { n: boards, seats: SEATS * boards })));
}

/** The options that may change while the hall runs: the lengths of turns and the target (BG-5). */
export function optionsPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const form = (panel.form ??= { ...view.options });
  const changed = Object.entries(form).filter(([name, value]) => value !== view.options[name]);
  const act = () => sendAndClose(tablet, { type: "set_options", options: Object.fromEntries(changed) });
  return { title: say("options"),
    body: [h("p", { key: "what", class: "sentence" }, say("options_what")),
      numberRows(tablet, view, form, (name, value) => ((form[name] = value), tablet.draw()))],
    actions: button({ key: "do", look: "main", refused: changed.length ? null : say("nothing_changed"), tell,
      act }, say("store_options")) };
}
