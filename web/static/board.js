/** The spectators' page: the link to the kit and the clock. What is shown of a game comes from the game's own module. */

import { h, patch } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { speaker } from "./format.js";
import { clockFace } from "./clock.js";
import { words } from "./words/board.js";

const say = speaker(words);
const kitClock = new KitClock();
const [bar, away, screen] = ["bar", "away", "screen"].map((id) => document.getElementById(id));
const game = await import(`./${screen.dataset.game}/board.js`);
const drawClock = clockFace(kitClock);

function draw(view) {
  document.body.dataset.phase = view.phase;
  patch(bar, [
    h("div", { class: "bar-title" }, h("h1", {}, game.title(view, say)), h("p", {}, game.subtitle(view, say) || bar.dataset.kit)),
    h("div", { key: "clock", class: "bar-clock number", "data-clock": "", own: true, role: "timer" }),
  ]);
  patch(screen, game.screen(view, say));
  drawClock(view);
}

listen({
  url: "/api/feed",
  name: "board",
  clock: kitClock,
  onView: draw,
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []),
});
