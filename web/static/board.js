/** The spectators' page: link, headline and clock. The game's own module draws what is below them. */

import { h, patch, placed } from "./dom.js";
import { doubtCard, drawEvent } from "./event_name.js";
import { fairSentence } from "./fair.js";
import { KitClock, listen } from "./feed.js";
import { ownOrigin, speaker } from "./format.js";
import { clockFace, titleBar } from "./clock.js";
import { dress, Games } from "./games.js";
import { words } from "./words/board.js";

const say = speaker(words);
const kitClock = new KitClock();
const [bar, away, screen, foot] = ["bar", "away", "screen", "fair"].map(placed);
const games = new Games("board.js");
const abouts = new Games("about.js", screen.dataset.abouts);
const drawClock = clockFace(kitClock);
let shown = /** @type {BoardView | null} */ (null);

function draw(/** @type {BoardView} */ view) {
  shown = view;
  const game = games.of(view.game, () => draw(view));
  if (game === undefined) return;
  dress(view.game, view);
  drawEvent(view);
  patch(bar, titleBar(view.title, view.subtitle || bar.dataset.kit));
  patch(screen,
    game ? game.screen(view, speaker({ ...words, ...game.words })) : view.doubt ? doubtCard() : before(view));
  patch(foot, fairFoot(view));
  drawClock(view);
}

function before(/** @type {BoardView} */ view) {
  const told = abouts.names.map((name) => abouts.of(name, () => draw(view))).filter(Boolean);
  return [
    h("section", { key: "soon", class: "board-soon" }, h("h2", {}, say("soon")),
      h("p", {}, say("soon_what"))),
    told.map((game, at) =>
      h("section", { key: `about-${at}`, class: "card board-about" },
        game.about(speaker({ ...words, ...game.words })))
    ),
    h("figure", { key: "code", class: "card board-code" }, h("figcaption", {}, say("pass_on")),
      h("img", { src: "/qr.svg", alt: say("pass_on") }), h("p", { class: "soft" }, new URL(ownOrigin).host)),
  ];
}

/** The line for checking the dice: the hash, and the way to the check once the match is over. */
function fairFoot(/** @type {BoardView} */ { fair, match }) {
  if (!fair) return [];
  const line = h("span", { key: "line" }, fairSentence(fair, say));
  return fair.secret
    ? h("a", { key: "check", class: "fair-line", href: `/fair/${match}` }, line)
    : h("p", { class: "fair-line" }, line);
}

// What is set as large as it fits was measured in another font.
document.fonts.ready.then(() => shown && draw(shown));
listen({ url: "/api/feed?crowd", name: "board", clock: kitClock, onView: draw,
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []) });
