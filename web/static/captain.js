/** A captain's own phone: the public board, and what only its team may see, by the game's own module. */

import { get } from "./commands.js";
import { h, placed } from "./dom.js";
import { openPhone } from "./phone.js";
import { words } from "./words/captain.js";

const CHECK_MS = 5000;

const memory = {};
/** The part that only this team may see; null while the kit has not told it. @type {any} */
let own = null;
const phone = openPhone("captain.js", words, draw);
const { say } = phone;

/** Send a command for the round that is on the screen, and ask at once what has come of it. */
async function send(/** @type {Command} */ command) {
  const answered = await phone.send({ ...command, round: phone.view.round });
  await refresh();
  return answered;
}

async function refresh() {
  const answer = await phone.ask("/api/ask?own");
  if (answer === null) return;
  if (answer.status === 403) await stillCaptain();
  own = answer.ok ? await answer.json() : null;
  phone.changed();
}

/** Show the log-in to somebody who was logged out. */
async function stillCaptain() {
  const answer = await get("/api/session");
  if (answer?.status === 401) location.reload();
}

function draw(view, game, speak) {
  const side = view.sides.find(({ id }) => id === placed("screen").dataset.own);
  phone.bar(side, side?.name, view.title,
    side
      && h("span", { key: "score", class: "bar-score number",
        "aria-label": say("points", { n: side.score }) }, side.score));
  const sentence = (key) => h("p", { key, class: "sentence" }, say(key));
  if (!view.match) return sentence("soon");
  if (!side) return sentence("no_team");
  if (!game) return sentence("nothing_here");
  if (!own) return null;
  const { tell, draw } = phone;
  return game.screen({ view, own, side, say: speak, send, tell, memory, draw });
}

setInterval(() => !document.hidden && stillCaptain(), CHECK_MS);
phone.follow({ onView: refresh });
