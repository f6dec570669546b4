/** Winning, and what is shown when the match is over. */

import { button, h, icon } from "../dom.js";
import { fairLine } from "../fair.js";
import { takeHome } from "../panels/over.js";
import { leaves, mark, sent, sideOf } from "./parts.js";

/** The question before the match is over for good. */
export function winPanel(/** @type {HonorTablet} */ { view, say, send, close, tell }) {
  const side = sideOf(view, view.on_turn);
  const fill = { name: side?.name ?? "", n: side?.score ?? 0 };
  const act = async () => {
    if (await send({ type: "confirm_win" })) close();
  };
  return { title: say("win_title", fill), body: h("p", { class: "sentence" }, say("win_what", fill)),
    actions: button({ key: "do", look: "main",
      refused: view.offers.confirm_win ? null : say("win_title", fill), tell, act },
      say("win_confirm", fill)) };
}

/** The winner, the others, the charts, and the way to another match. */
export function overScreen(/** @type {HonorTablet} */ tablet) {
  const { view, say, send, memory, draw } = tablet;
  const other = () => {
    Object.assign(memory, { again: true, honor: null });
    draw();
  };
  // The next player in turn begins the next match.
  const [first, ...others] = view.sides;
  const players = [...others, first].map(({ id, name }) => ({ id,
    ...(name === say(`colour_${id}`) ? {} : { name }) })
  );
  const again = () =>
    send({ type: "open_table", game: "big_honor", players, options: { dice: view.options.dice } });
  return [
    h("div", { key: "result", class: "over-columns" },
      h("div", {}, winner(tablet), standings(tablet), takeHome(tablet.view)), charts(tablet)),
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
  return h("p", { key: "winner", class: `winner team-${side.colour}` }, mark(side),
    h("b", {}, say("wins", { name: side.name })), icon("cup", "cup"));
}

/** The players by their points. */
export function standings({ view, say }) {
  const ordered = [...view.sides].sort((a, b) => b.score - a.score);
  const row = (side) =>
    h("li", { key: side.id, class: `card standing team-${side.colour}` }, mark(side),
      h("b", { class: "player-name" }, side.name),
      h("div", { class: "player-has" }, leaves({ view, say }, side.id), sent({ view, say }, side)),
      h("b", { class: "number score", "aria-label": say("points_of", { name: side.name, n: side.score }) },
        side.score));
  return h("ul", { key: "standings", class: "standings" }, ordered.map(row));
}

/** The charts of the match; their addresses name it, so that no other's is shown from a cache. */
export function charts({ view, say }) {
  const told = view.sides.map((side) => say("points_of", { name: side.name, n: side.score })).join("; ");
  const drawn = ["points", "table"].map((name) =>
    h("figure", { key: name, class: "card chart" }, h("figcaption", {}, say(`chart_${name}`)),
      h("img", { src: `/charts/${name}.svg?of=${view.match}-${view.seq}`, alt: told }))
  );
  return h("div", { key: "charts", class: "over-charts" }, drawn);
}
