/** The end of a match: the winner, all points, the charts, and a revenge in one tap. */

import { button, h } from "../dom.js";
import { listed } from "../format.js";
import { remember } from "../panels/inputs.js";
import { charts, takeHome } from "../panels/over.js";
import { sideMark, sideOf } from "../sides.js";

/** The right half of the tablet when the match is over. */
export function overSide(/** @type {any} */ tablet) {
  const { view, say, send, memory, tell } = tablet;
  const other = () => remember(tablet, memory, { again: true });
  const first = view.again && sideOf(view, view.again.players[0].id)?.name;
  return [winner({ view, say }), standings({ view, say }), charts(view, say, ["points", "rolled"]),
    takeHome(view),
    h("div", { key: "foot", class: "turn-foot", "data-over": "" },
      button({ key: "other", look: "end-turn", act: other }, h("b", {}, say("other_players"))),
      button({ key: "again", look: "start roll is-long", refused: view.again ? null : say("no_answer"), tell,
        act: () => send(view.again) }, h("b", {}, say("revenge")),
        h("span", {}, say("revenge_first", { player: first }))))];
}

/** The winner, as large as can be. */
export function winner({ view, say }) {
  const won = view.result.winners.map((id) => sideOf(view, id)).filter(Boolean);
  const text = say("wins", { n: won.length, players: listed(won.map(({ name }) => name)) });
  return h("p", { key: "winner", class: `card winner team-${won[0]?.colour}` },
    won.map((side) => sideMark(side, "turn-mark")), h("b", {}, text));
}

/** The players by their points, with what they have built. */
export function standings({ view, say }) {
  const ordered = [...view.sides].sort((a, b) => b.score - a.score);
  const row = (side) => {
    const built = ["settlements", "cities", "knights", "castles"].map((what) =>
      view[what][side.id].length && say(`has_${what}`, { n: view[what][side.id].length })
    );
    const held = [view.trail?.side === side.id && say("has_road"), view.army === side.id && say("has_army")];
    return h("li", { key: side.id, class: "row standing" }, sideMark(side),
      h("div", {}, h("b", {}, side.name),
        h("p", { class: "soft" }, [...built, ...held].filter(Boolean).join(", "))),
      h("b", { class: "number", "aria-label": say("points", { n: side.score }) }, side.score));
  };
  return h("ul", { key: "standings", class: "card rows standings" }, ordered.map(row));
}
