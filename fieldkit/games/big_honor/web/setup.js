/** Setting up a match: who plays in which order, and who rolls. */

import { button, h, icon } from "../dom.js";
import { NAME_LETTERS } from "../limit.js";
import { toResult } from "../panels/inputs.js";

const SAVED_FORM = "setup_big_honor";

/** The set-up that the kit offers: the colours, how many may play, the options. */
function offered(/** @type {HonorView} */ view) {
  return view.setup.big_honor;
}

/** The first four colours, or who played the last match. */
function fresh(/** @type {HonorView} */ view) {
  const given = offered(view);
  return { players: given.players.slice(0, 4).map(({ id }) => ({ id, name: "" })), dice: given.options.dice };
}

/** The whole screen. The form lives in the tablet's memory, and through a reload, until the match is made. */
export function setupScreen(/** @type {HonorTablet} */ tablet) {
  const { view, say, memory } = tablet;
  const form = (memory.honor ??= JSON.parse(sessionStorage.getItem(SAVED_FORM) ?? "null") ?? fresh(view));
  const change = (changes) => {
    Object.assign(form, changes);
    sessionStorage.setItem(SAVED_FORM, JSON.stringify(form));
    tablet.draw();
  };
  return [
    h("div", { key: "columns", class: "setup-columns" },
      h("section", { key: "who", class: "setup-who" }, h("h2", {}, say("who_plays")),
        h("p", { class: "soft" }, say("who_what")),
        h("ol", { class: "setup-players" }, form.players.map((player, at) =>
          playerRow(tablet, form, player, at, change)
        )), h("div", { class: "setup-colours" }, resting(tablet, form, change))),
      h("section", { key: "dice", class: "setup-dice" }, h("h2", {}, say("dice")),
        diceChoice(tablet, form, change), sameAgain(tablet, change))),
    h("div", { key: "foot", class: "foot", "data-over": "" }, toResult(tablet, "to-result"),
      beginButton(tablet, form)),
  ];
}

function playerRow(/** @type {HonorTablet} */ { view, say }, form, player, at, change) {
  const { mark } = offered(view).players.find(({ id }) => id === player.id);
  const colour = say(`colour_${player.id}`);
  const name = player.name || colour;
  const earlier = () => {
    const players = [...form.players];
    players.splice(at - 1, 2, player, players[at - 1]);
    change({ players });
  };
  const rename = (event) => {
    const renamed = { ...player, name: event.currentTarget.value };
    change({ players: form.players.map((one) => (one === player ? renamed : one)) });
  };
  return h("li", { key: player.id, class: `card setup-player team-${player.id}` },
    h("b", { class: "number" }, at + 1), icon(`mark-${mark}`, "mark"),
    h("input", { class: "input", "aria-label": say("name_of", { colour }), placeholder: colour,
      autocomplete: "off", "data-most": NAME_LETTERS, value: player.name, on: { input: rename } }),
    button({ key: "earlier", look: "step", "aria-label": say("earlier", { name }),
      refused: at ? null : say("who_what"), tell: () => {}, act: earlier },
      h("span", { class: "arrow is-up" })),
    button({ key: "out", look: "step", "aria-label": say("leaves_game", { name }),
      act: () => change({ players: form.players.filter((one) => one.id !== player.id) }) }, "×"));
}

/** The colours that do not play: a tap lets one play, as the last in turn. */
function resting(/** @type {HonorTablet} */ { view, say }, form, change) {
  const free = offered(view).players.filter(({ id }) => !form.players.some((one) => one.id === id));
  return free.map(({ id, mark }) =>
    button({ key: id, look: `setup-colour team-${id}`,
      "aria-label": say("plays_too", { colour: say(`colour_${id}`) }), act: () =>
        change({ players: [...form.players, { id, name: "" }] }) }, icon(`mark-${mark}`, "mark"),
      `+ ${say(`colour_${id}`)}`)
  );
}

function diceChoice(/** @type {HonorTablet} */ { view, say }, form, change) {
  return h("div", { class: "dice-choice" },
    offered(view).fields.find(({ name }) => name === "dice").of.map((value) =>
      button({ key: value, look: "choice", "aria-pressed": String(form.dice === value), act: () =>
        change({ dice: value }) }, h("b", {}, say(`dice_${value}`)), h("span", {}, say(`dice_${value}_what`)))
    ));
}

/** Names and order as in the match that has just ended, the next one in turn first. */
function sameAgain(/** @type {HonorTablet} */ { view, say }, change) {
  if (view.stage !== "over" || view.game !== document.body.dataset.game) return null;
  const players = view.sides.map(({ id, name }) => ({ id, name: name === say(`colour_${id}`) ? "" : name }));
  return button({ key: "same", look: "wide", act: () => change({ players, dice: view.options.dice }) },
    say("same_players"));
}

function beginButton(/** @type {HonorTablet} */ tablet, form) {
  const { view, say, send, tell, memory } = tablet;
  const { least, most } = offered(view);
  const n = form.players.length;
  const refused = n < least
    ? say("begin_few", { n: least })
    : n > most
    ? say("begin_many", { n: most })
    : null;
  const act = async () => {
    const players = form.players.map(({ id, name }) => ({ id,
      ...(name.trim() ? { name: name.trim() } : {}) })
    );
    if (!(await send({ type: "open_table", game: "big_honor", players, options: { dice: form.dice } })))
      return;
    memory.honor = null;
    sessionStorage.removeItem(SAVED_FORM);
  };
  return button({ key: "begin", look: "start begin", refused, tell, act }, say("begin"));
}
