/** Setting up a match: how many play, their names clockwise from the youngest, and the options. */

import { button, h, icon } from "../dom.js";
import { NAME_LETTERS } from "../limit.js";
import { choices, remember, toResult } from "../panels/inputs.js";
import { smallMap } from "./island.js";

/** The whole form; it lives in the tablet's memory until the match is made. */
export function setupScreen(/** @type {any} */ tablet) {
  const { view, say, memory } = tablet;
  const given = view.setup.dice_extra;
  memory.diceSetup ??= { count: given.least,
    players: given.players.map(({ id, mark }) => ({ id, mark, name: "" })), options: {} };
  const form = memory.diceSetup;
  const change = (changes) => remember(tablet, form, changes);
  return [
    h("div", { key: "form", class: "setup-form" },
      h("section", { key: "who", class: "setup-players" }, h("h2", {}, say("who_plays")),
        h("p", { class: "soft" }, say("youngest_first")), counts(given, form, change, say),
        form.players.slice(0, form.count).map((player, n) => playerRow(tablet, form, player, n, change))),
      h("section", { key: "options", class: "setup-options" }, h("h2", {}, say("options")),
        given.fields.map((field) =>
          optionField(tablet, field, form.options[field.name] ?? given.options[field.name], (value) =>
            change({ options: { ...form.options, [field.name]: value } }))
        ))),
    h("div", { key: "foot", class: "turn-foot", "data-over": "" }, toResult(tablet, "end-turn"),
      beginButton(tablet, form)),
  ];
}

function counts(given, form, change, say) {
  const numbers = given.players.map((_, n) => n + 1).filter((n) => n >= given.least);
  return choices(numbers.map((n) => ({ value: n, label: say("n_play", { n }) })), form.count,
    (count) => change({ count }));
}

function playerRow(/** @type {any} */ { say }, form, player, n, change) {
  const colour = say(`colour_${player.id}`);
  const put = (name) =>
    change({ players: form.players.map((one) => (one.id === player.id ? { ...one, name } : one)) });
  // Another colour: change places with the next one.
  const swap = () => {
    const players = [...form.players];
    const other = (n + 1) % players.length;
    const [here, there] = [players[n], players[other]];
    players[n] = { ...there, name: here.name };
    players[other] = { ...here, name: there.name };
    change({ players });
  };
  return h("div", { key: n, class: `player-row team-${player.id}` },
    h("button", { key: "colour", type: "button", class: "button colour",
      "aria-label": say("another_colour", { colour }), on: { click: swap } }, icon(`mark-${player.mark}`)),
    h("input", { key: "name", class: "input", "aria-label": say("name_of", { n: n + 1 }),
      placeholder: n === 0 ? say("the_youngest") : colour, "data-most": NAME_LETTERS, value: player.name,
      on: { input: (event) => put(event.currentTarget.value) } }));
}

function optionField(/** @type {any} */ { view, say }, { name, sort, of, least, most }, value, set) {
  const { islands, worth, max_dice } = view.setup.dice_extra;
  const options = sort === "switch"
    ? [{ value: true, label: say("yes") }, { value: false, label: say("no") }]
    : of?.map((each) => ({ value: each,
      label: [name === "island" && smallMap(islands[each]), say(`opt_${name}_${each}`)] })
    );
  const step = (key, by, bound) =>
    button({ key, "aria-label": say(key), refused: value === bound ? String(bound) : null, tell: () => {},
      act: () => set(value + by) }, by > 0 ? "+" : "−");
  return h("div", { key: name, class: `option is-${sort}` }, h("span", {}, say(`opt_${name}`)),
    options
      ? choices(options, value, set, "is-tight")
      : h("div", { class: "choices is-tight" }, step("less", -1, least),
        h("b", { key: "value", class: "number" }, value), step("more", 1, most)),
    name === "castles"
      && h("span", { key: "how", class: "soft" },
        say("opt_castles_how", { n: worth.castle, dice: max_dice })));
}

function beginButton(/** @type {any} */ { send, say, memory }, form) {
  const act = async () => {
    const players = form.players.slice(0, form.count).map((
      { id, name },
    ) => (name.trim() ? { id, name: name.trim() } : { id }));
    if (await send({ type: "create_match", game: "dice_extra", players, options: form.options }))
      memory.again = false;
  };
  return button({ key: "begin", look: "start roll", act }, h("b", {}, say("begin")));
}
