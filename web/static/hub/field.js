/** One field, live: what its match looks like in the pages of its game, and what comes there next. */

import { h } from "../dom.js";
import { speaker } from "../format.js";
import { dress, Games } from "../games.js";
import { words as boardWords } from "../words/board.js";
import { about, clock, delay, dye, frameWords, hub, mark, matchName, open, say, sentence, silence,
  teamLabel } from "./parts.js";

/** @typedef {import("./parts.js").HubField} HubField */

const main = /** @type {HTMLElement} */ (document.getElementById("hub"));
/** The games whose spectators' page this one can show. */
const boards = new Games("board.js", main.dataset.games);
const path = `fields/${about}`;

open(["teams"], () => draw());
hub.want(path, ({ fields }) => fields.find(({ id }) => id === about)?.frame);

function draw() {
  const field = hub.index?.fields.find(({ id }) => id === about);
  if (!field) return sentence("no_such_field");
  const quiet = silence(field);
  const board = hub.docs[path]?.board;
  return [
    h("header", { key: "head", class: "card hub-field-head is-large" },
      h("div", {}, h("h1", {}, field.name),
        h("p", {}, [frameWords(field), field.frame?.subtitle].filter(Boolean).join(" · "))), clock(field)),
    quiet && h("p", { key: "quiet", class: "card hub-quiet" }, quiet),
    h("div", { key: "match", class: `hub-match ${quiet ? "is-silent" : ""}` }, match(field, board)),
    h("section", { key: "queue", class: "hub-queue-row" },
      /** @type {const} */ (["now", "next", "after"]).map((when) => coming(when, field))),
  ];
}

/** The match: as its game draws it while it goes on, else cards with the points. */
function match(/** @type {HubField} */ field, board) {
  const { frame } = field;
  if (!frame?.match) return null;
  const isOwn = board?.match === frame.match && !board.doubt
    && ["ready", "play", "rest"].includes(board.stage);
  const game = isOwn ? boards.of(board.game, () => hub.onChange()) : null;
  dress(game ? board.game : null, board ?? frame);
  if (game)
    return h("div", { key: `game ${board.game}`, class: "board" },
      game.screen(board, speaker({ ...boardWords, ...game.words })));
  return h("div", { key: "plain", class: "board" },
    h("div", { class: `board-teams of-${frame.sides.length}` },
      frame.sides.map((side) =>
        h("section", { key: side.id, class: `card board-team ${dye(side)}` },
          h("h2", { class: "team-label" }, mark(side), h("b", {}, side.name)),
          h("p", { class: "points number" }, side.score))
      )), recent(board));
}

function recent(board) {
  if (!board?.recent?.length) return null;
  const lines = board.recent.map((line, at) => h("li", { key: at, class: "row" }, h("p", {}, line.text)));
  return h("section", { key: "recent", class: "card board-recent" }, h("h2", {}, say("recent")),
    h("ul", {}, lines));
}

function coming(/** @type {"now" | "next" | "after"} */ when, /** @type {HubField} */ field) {
  const one = field[when];
  return h("article", { key: when, class: "card hub-coming" },
    h("h2", {}, say(when), when === "next" ? delay(field) : null),
    one
      ? [
        h("p", { key: "which" },
          h("a", { href: `/match/${one.id}` },
            when === "now" ? matchName(one) : `${one.starts} · ${matchName(one)}`)),
        h("ul", { key: "teams" }, one.teams.map(({ id, name }) =>
          h("li", { key: id }, teamLabel(id, { [id]: name }))
        )),
      ]
      : h("p", { key: "none" }, say(when === "now" ? "nothing_now" : "nothing_next")));
}
