/** A match on a TV: the game's screen or its spectators' page, as large as fits, else clock and sides. */

import { clockFace, titleBar } from "./clock.js";
import { fillAtTap, stayAwake } from "./device.js";
import { h, icon, patch, placed } from "./dom.js";
import { doubtCard, drawEvent } from "./event_name.js";
import { fairSentence } from "./fair.js";
import { KitClock, listen } from "./feed.js";
import { ems, fitted } from "./fit.js";
import { ownOrigin, speaker } from "./format.js";
import { dress, Games } from "./games.js";
import { words } from "./words/screen.js";

const MOMENT_MS = 2000;
const ZOOMS = [2.4, 2.1, 1.8, 1.6, 1.45, 1.3, 1.2, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.5];
/** A name that is wider than this, in parts of its size, is long. */
const LONG_EMS = 12;

const say = speaker(words);
const kitClock = new KitClock();
const [bar, away, screen, foot] = ["bar", "away", "screen", "fair"].map(placed);
const own = new Games("screen.js");
const boards = new Games("board.js", screen.dataset.boards);
const drawClock = clockFace(kitClock);
/** @type {any} */
let shown = null;
/** @type {any} */
let moment = null;

function draw(/** @type {any} */ view) {
  const later = () => draw(view);
  const [game, board] = [own, boards].map((games) => games.of(view.game, later));
  if (game === undefined || board === undefined) return;
  const isBoard = board !== null;
  document.body.classList.toggle("is-board", isBoard);
  dress(view.game, view);
  drawEvent(view, large);
  const speak = speaker({ ...words, ...(game ?? board)?.words });
  if (shown?.match === view.match && shown?.stage === view.stage) cry(game?.moment?.(shown, view, speak));
  else moment = null;
  shown = view;
  patch(bar, isBoard ? titleBar(view.title, view.subtitle || bar.dataset.kit) : []);
  patch(screen, drawn(view, game, board, speak));
  patch(foot, isBoard && view.fair ? [h("p", { class: "fair-line" }, fairSentence(view.fair, say))] : []);
  drawClock(view);
  fill();
}

/** The event's name as large as fits; a long one has two lines on a tall screen. */
function large(name) {
  return h("span", { key: "name", class: `event-fit ${ems(name) > LONG_EMS ? "is-long" : ""}` },
    fitted("b", {}, name));
}

function drawn(view, game, board, speak) {
  if (game) return game.screen(view, speak, { moment });
  if (board) return board.screen(view, speak);
  return view.game === null || view.stage === "setup" ? waiting(view) : plain(view);
}

function cry(event) {
  if (!event) return;
  moment = event;
  setTimeout(() => {
    if (moment !== event) return;
    moment = null;
    if (shown) draw(shown);
  }, MOMENT_MS);
}

function waiting(view) {
  const codes = view.wifi
    ? [code("wifi", "join_first", `/qr.svg?wifi=${encodeURIComponent(view.wifi)}`, ""),
      code("join", "follow_then", "/qr.svg", address(view))]
    : [code("join", "follow", "/qr.svg", address(view))];
  return h("div", { key: "waiting", class: "tv tv-waiting" },
    h("header", { class: "tv-bar" },
      fitted("h1", { class: "tv-title" }, (bar.dataset.kit ?? "").toUpperCase())),
    h("section", { class: "tv-words" },
      view.doubt ? doubtCard() : [fitted("h2", {}, say("none")), h("p", {}, say("none_yet"))]),
    h("section", { class: "tv-codes" }, codes));
}

function code(key, headline, src, below) {
  return h("figure", { key, class: "tv-code" }, h("figcaption", {}, say(headline)),
    h("img", { src, alt: say(headline) }), h("p", {}, below));
}

function address(view) {
  return view.spectators ?? ownOrigin;
}

function plain(view) {
  return h("div", { key: "plain", class: "tv tv-plain" },
    h("header", { class: "tv-bar" },
      h("div", { class: "tv-said" }, fitted("h1", { class: "tv-title" }, view.title),
        h("p", {}, view.subtitle)),
      h("p", { key: "clock", class: "tv-clock number", "data-clock": "", own: true, role: "timer" })),
    h("section", { class: "tv-cards" },
      view.sides.map((side) =>
        h("article", { key: side.id, class: `tv-card team-${side.colour}` },
          h("h2", {}, icon(`mark-${side.mark}`), fitted("b", {}, side.name)),
          h("p", { class: "tv-points number" }, side.score))
      )),
    h("ul", { class: "tv-recent" },
      view.recent.slice(0, 3).map((line, at) => h("li", { key: at }, line.text))));
}

/** A spectators' page is set as large as it can be without a scroll. */
function fill() {
  const { style, classList } = document.body;
  // A page that divides the whole height among its parts (a flex box) needs no help.
  const flows = classList.contains("is-board") && getComputedStyle(document.body).display !== "flex";
  classList.toggle("is-flowing", flows);
  for (const name of ["zoom", "--zoom"]) style.removeProperty(name);
  if (!flows) return undefined;
  for (const zoom of ZOOMS) {
    // The event's name stays as large as it is: it takes the other one back.
    for (const name of ["zoom", "--zoom"]) style.setProperty(name, String(zoom));
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth <= innerWidth && scrollHeight <= innerHeight) return undefined;
  }
  return undefined;
}

fillAtTap();
addEventListener("resize", () => shown && draw(shown));
document.fonts.ready.then(() => shown && draw(shown));

stayAwake();
listen({ url: "/api/feed?crowd", name: "board", clock: kitClock, onView: draw,
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("no_link"))] : []) });
