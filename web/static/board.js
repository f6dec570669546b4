/** The spectators' page: the link to the kit, headline and clock. What is below them comes from the game's own module. */

import { h, patch, placed } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { speaker } from "./format.js";
import { clockFace } from "./clock.js";
import { dress, loadGames } from "./games.js";
import { words } from "./words/board.js";

const say = speaker(words);
const kitClock = new KitClock();
const [bar, away, screen] = ["bar", "away", "screen"].map(placed);
const games = await loadGames("board.js");
const drawClock = clockFace(kitClock);

function draw(/** @type {BoardView} */ view) {
  const game = games.get(view.game);
  dress(view.game, view);
  patch(bar, [
    h("div", { class: "bar-title" }, h("h1", {}, view.title), h("p", {}, view.subtitle || bar.dataset.kit)),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" }),
  ]);
  patch(screen, game ? game.screen(view, speaker({ ...words, ...game.words })) : [h("p", { class: "sentence" }, say("soon"))]);
  drawClock(view);
}

listen({
  url: "/api/feed",
  name: "board",
  clock: kitClock,
  onView: draw,
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []),
});
