/** A player's own phone, on the public board alone: nothing that others may not see is ever on it. */

import { isToken, seatOnCard } from "./card.js";
import { lookUp } from "./commands.js";
import { h, placed } from "./dom.js";
import { tellLimits } from "./limit.js";
import { openPhone } from "./phone.js";
import { words } from "./words/seat.js";

const [away, screen] = ["away", "screen"].map(placed);
const memory = {};
const phone = openPhone("seat.js", words, draw);
const send = (/** @type {Command} */ command) => phone.send({ ...command, round: phone.view.round });
/** Draw what came by itself, as the answer to a question that no tap has asked. */
const changed = () => phone.changed();

function draw(view, game, speak) {
  const side = sideOf(view, game);
  document.body.classList.toggle("is-away", away.childElementCount > 0);
  phone.bar(side, side?.name, below(view, side?.name));
  return seated(view, game, side, speak);
}

/** The line below this seat's name: the title, or where that begins with the name the subtitle. */
function below(view, /** @type {string | undefined} */ name) {
  const isNamed = name && view.title.startsWith(name)
    && !/^[\p{L}\p{N}]/u.test(view.title.slice(name.length));
  return (isNamed && view.subtitle.split(" · ")[0]) || view.title;
}

/** The player here, as `{name, colour, mark}`: a side of the match, or as the game's `seatOf` says. */
function sideOf(view, game) {
  const seat = screen.dataset.own;
  return game?.seatOf ? game.seatOf(view, seat) : view.sides.find(({ id }) => id === seat);
}

/** The game's screen for this side; a seat of an earlier match may have none in this one. */
function seated(view, game, side, say) {
  if (!game || !side) return h("p", { key: "none", class: "sentence" }, say(view.match ? "no_seat" : "soon"));
  const seat = screen.dataset.own;
  const { tell, draw } = phone;
  return game.screen({ view, side, seat, say, send, ask: lookUp, tell, memory, draw, changed });
}

tellLimits();
// The card of the seat that this phone has already changes nothing.
phone.follow({ isHere: (code) => isToken(code) && seatOnCard(code) === screen.dataset.own });
