/** Pages for paper: slips for a match, or the match that is on; the game's own module draws them. */

import { button, h, patch, placed } from "./dom.js";
import { speaker } from "./format.js";
import { words } from "./words/referee.js";

const say = speaker(words);
const [bar, sheets] = ["bar", "sheets"].map(placed);
/** The games that have something for paper. */
const printed = (sheets.dataset.printed ?? "").split(" ");

/** The sheets of the match that is on, or of every game that has some, as any match begins. */
async function slips() {
  const running = await runningMatch();
  const wanted = running && printed.includes(running.game) ? [running.game] : printed;
  const games = JSON.parse(sheets.dataset.games ?? "{}");
  const tags = JSON.parse(sheets.dataset.tags ?? "{}");
  const drawn = Object.entries(games)
    .filter(([name]) => wanted.includes(name))
    .map(async ([name, given]) => {
      const game = await import(`./${name}/print.js`);
      return game.slips(given, tags, speaker({ ...words, ...game.words }), running?.game === name ? running : null);
    });
  return Promise.all(drawn);
}

/** The match that is on, or null; prices and teams are its own. */
async function runningMatch() {
  const answer = await fetch("/api/match", { cache: "no-store" }).catch(() => null);
  if (answer?.status === 401) location.reload();
  const view = answer?.ok ? await answer.json() : {};
  return ["ready", "play", "rest"].includes(view.stage) ? view : null;
}

/** The match that is on, as it stands now. */
async function match() {
  const answer = await fetch("/api/match", { cache: "no-store" }).catch(() => null);
  if (answer?.status === 401) location.reload();
  if (!answer?.ok) return h("p", { class: "sentence" }, say("no_answer"));
  const view = await answer.json();
  if (!printed.includes(view.game)) return h("p", { class: "sentence" }, say(view.game ? "no_sheet" : "no_match"));
  const game = await import(`./${view.game}/print.js`);
  return game.sheet(view, speaker({ ...words, ...game.words }), new Date().toLocaleString(document.documentElement.lang || "en"));
}

patch(bar, [
  h("h1", {}, say(sheets.dataset.sheet === "match" ? "print_match" : "print_slips")),
  button({ key: "print", look: "main", act: () => window.print() }, say("print")),
]);
patch(sheets, await (sheets.dataset.sheet === "match" ? match() : slips()));
