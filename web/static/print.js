/** Pages for paper: slips for a match, or the match that is on; the game's own module draws them. */

import { get } from "./commands.js";
import { button, h, patch, placed } from "./dom.js";
import { speaker } from "./format.js";
import { gameModule } from "./games.js";
import { words } from "./words/referee.js";

const say = speaker(words);
const [bar, sheets] = ["bar", "sheets"].map(placed);
const printed = (sheets.dataset.printed ?? "").split(" ");

const TITLES = { match: "print_match", rules: "print_rules" };

/** The modules of the games that may be on paper: only that of the match that is on, or of all. */
async function papers(running) {
  const wanted = running && printed.includes(running.game) ? [running.game] : printed;
  const found = wanted.map(async (name) => {
    const game = await gameModule(name, "print.js");
    return { name, slips: game.slips, rules: game.rules, tell: speaker({ ...words, ...game.words }) };
  });
  return Promise.all(found);
}

/** The slips for a match, or for a game chosen by a tap, which draws again by `desk.show`. */
async function slips() {
  const last = (await latestMatch()) ?? {};
  const running = ["ready", "play", "rest"].includes(last.stage) ? last : null;
  const games = JSON.parse(sheets.dataset.games ?? "{}");
  const tags = JSON.parse(sheets.dataset.tags ?? "{}");
  const choice = await papers(running);
  /** @type {any} */
  let shown = null;
  const show = (chosen) => {
    shown = chosen;
    const desk = { last: last.game === chosen.name ? last : null,
      show: (nodes) => shown === chosen && patch(sheets, nodes) };
    const pick = (one) =>
      button({ key: one.name, look: "choice", "aria-pressed": String(one === chosen), act: () => show(one) },
        one.tell("game_name"));
    head(choice.length > 1 ? choice.map(pick) : []);
    patch(sheets,
      chosen.slips(games[chosen.name], tags, chosen.tell, running?.game === chosen.name ? running : null,
        desk));
  };
  if (choice.length) show(choice.find(({ name }) => name === last.game) ?? choice[0]);
  else head();
}

/** The rules of a game for everybody, as in the match that is on, else with the usual options. */
async function rules() {
  const answer = await get("/api/board");
  const board = answer?.ok ? await answer.json() : {};
  const games = JSON.parse(sheets.dataset.games ?? "{}");
  const told = (await papers(board)).filter((one) => one.rules);
  if (!told.length) return h("p", { class: "sentence" }, say("no_sheet"));
  return told.flatMap(({ name, rules, tell }) =>
    rules(games[name], tell, board.game === name ? board : null)
  );
}

/** The match that is on or was the last; null where the kit does not answer. */
async function latestMatch() {
  const answer = await get("/api/match");
  if (answer?.status === 401) location.reload();
  return answer?.ok ? answer.json() : null;
}

async function match() {
  const view = await latestMatch();
  if (!view) return h("p", { class: "sentence" }, say("no_answer"));
  if (!printed.includes(view.game))
    return h("p", { class: "sentence" }, say(view.game ? "no_sheet" : "no_match"));
  const game = await gameModule(view.game, "print.js");
  return game.sheet(view, speaker({ ...words, ...game.words }),
    new Date().toLocaleString(document.documentElement.lang || "en"));
}

/** The bar, which is not printed: what this page is, a choice, and the key that prints it. */
function head(/** @type {any[]} */ choice = []) {
  patch(bar, [h("h1", {}, say(TITLES[sheets.dataset.sheet ?? ""] ?? "print_slips")),
    choice.length ? h("div", { class: "print-choice" }, choice) : null,
    sheets.dataset.sheet !== "rules"
    && h("a", { key: "back", class: "button", href: "/referee" }, say("print_back")),
    button({ key: "print", look: "main", act: () => window.print() }, say("print"))]);
}

if (sheets.dataset.sheet === "match") {
  head();
  patch(sheets, [await match()]);
} else if (sheets.dataset.sheet === "rules") {
  head();
  patch(sheets, await rules());
} else {
  await slips();
}
