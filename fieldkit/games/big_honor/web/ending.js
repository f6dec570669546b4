/** Winning, and what is shown when the match is over. */

import { button, h, icon } from "../dom.js";
import { fairLine } from "../fair.js";
import { remember, sendAndClose } from "../panels/inputs.js";
import { charts, takeHome } from "../panels/over.js";
import { sideMark, sideOf } from "../sides.js";
import { leaves, sent } from "./parts.js";

/** The question before the match is over for good. */
export function winPanel(/** @type {HonorTablet} */ tablet) {
  const { view, say, tell } = tablet;
  const side = sideOf(view, view.on_turn);
  const fill = { name: side?.name ?? "", n: side?.score ?? 0 };
  return { title: say("win_title", fill), body: h("p", { class: "sentence" }, say("win_what", fill)),
    actions: button({ key: "do", look: "main",
      refused: view.offers.confirm_win ? null : say("win_title", fill), tell,
      act: () => sendAndClose(tablet, { type: "confirm_win" }) }, say("win_confirm", fill)) };
}

/** The winner, the others, the charts, and the way to another match. */
export function overScreen(/** @type {HonorTablet} */ tablet) {
  const { view, say, send, memory } = tablet;
  const other = () => remember(tablet, memory, { again: true, honor: null });
  // The next player in turn begins the next match.
  const [first, ...others] = view.sides;
  const players = [...others, first].map(({ id, name }) => ({ id,
    ...(name === say(`colour_${id}`) ? {} : { name }) })
  );
  const again = () =>
    send({ type: "open_table", game: "big_honor", players, options: { dice: view.options.dice } });
  return [
    h("div", { key: "result", class: "over-columns" },
      h("div", {}, winner(tablet), standings(tablet), takeHome(view)),
      charts(view, say, ["points", "table"])),
    fairLine(tablet),
    h("div", { key: "foot", class: "foot", "data-over": "" },
      button({ key: "other", act: other }, say("start_over")),
      button({ key: "again", look: "start", act: again }, say("same_players"))),
  ];
}

/** The winner, as large as can be. */
export function winner({ view, say }) {
  const side = view.winner && sideOf(view, view.winner);
  if (!side) return h("p", { key: "winner", class: "winner is-nobody" }, say("no_winner"));
  return h("p", { key: "winner", class: `winner team-${side.colour}` }, sideMark(side),
    h("b", {}, say("wins", { name: side.name })), icon("cup", "cup"));
}

/** The players by their points. */
export function standings({ view, say }) {
  const ordered = [...view.sides].sort((a, b) => b.score - a.score);
  const row = (side) =>
    h("li", { key: side.id, class: `card standing team-${side.colour}` }, sideMark(side),
      h("b", { class: "player-name" }, side.name),
      h("div", { class: "player-has" }, leaves({ view, say }, side.id), sent({ view, say }, side)),
      h("b", { class: "number score", "aria-label": say("points_of", { name: side.name, n: side.score }) },
        side.score));
  return h("ul", { key: "standings", class: "standings" }, ordered.map(row));
}
