/** The discards that the Robber asks of all teams at once (FC-27). */

import { button, h } from "../dom.js";
import { sum } from "../format.js";
import { ballSteppers, balls, teamLabel, teamOf } from "./parts.js";

/** The time that what was done stays in sight before the panel closes by itself. */
const DONE_MS = 1500;

/**
 * The teams that owe a discard, each with its own balls; a team that is done keeps its column. When
 * all are, the panel closes by itself. `from`: the decision after which there is something to discard.
 */
export function discardPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  panel.kinds ??= {};
  panel.sides ??= {};
  const title = say("discard_title");
  if (view.seq < panel.from) return { title, body: h("p", { class: "sentence" }, say("asking")) };
  for (const { team, discard } of view.owed)
    panel.sides[team] = { owed: discard, had: teamOf(view, team).resources };
  const ids = view.teams.map((team) => team.id).filter((id) => panel.sides[id]);
  if (!ids.length || isOver(tablet, panel)) return null;
  return { title,
    body: h("div", { class: "sides" }, ids.map((id) => discardSide(tablet, panel, teamOf(view, id)))) };
}

function isOver(/** @type {Tablet} */ { view, drawIn }, panel) {
  if (view.owed.length) panel.doneAt = null;
  else if (!panel.doneAt) {
    panel.doneAt = performance.now();
    drawIn(DONE_MS + 1);
  }
  return panel.doneAt && performance.now() - panel.doneAt > DONE_MS;
}

function discardSide(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team) {
  const { view, say, send, draw, tell } = tablet;
  const { owed, had } = panel.sides[team.id];
  const isDone = !view.owed.some((one) => one.team === team.id);
  const kinds = panel.kinds[team.id] ?? only(had, owed);
  const n = sum(kinds);
  const change = (next) => {
    panel.kinds[team.id] = next;
    draw();
  };
  const choose = [
    ballSteppers(tablet, { stock: had, chosen: kinds, change, note: (count) => say("has_n", { n: count }) }),
    h("div", { class: "pair" },
      button({ key: "do", look: "main", refused: n === owed ? null : say("choose_exactly", { n: owed }), tell,
        act: () => send({ type: "discard", team: team.id, kinds }) }, say("discard_n_of", { n, of: owed })),
      button({ key: "lot", act: () => send({ type: "discard", team: team.id, by_lot: true }) },
        say("by_lot"))),
  ];
  const gone = Object.fromEntries(Object.keys(had).map((kind) => [kind, had[kind] - team.resources[kind]]));
  return h("section", { key: team.id, class: `card side team-${team.id} ${isDone ? "is-done" : ""}` },
    teamLabel(team),
    isDone
      ? h("p", { key: "done", class: "sentence" }, say("done_what", { what: balls(gone, say) }))
      : choose);
}

/** The discard where there is no choice: everything, or all of the only kind there is. */
function only(had, owed) {
  const there = Object.keys(had).filter((kind) => had[kind] > 0);
  if (sum(had) === owed) return { ...had };
  return there.length === 1 ? { [there[0]]: owed } : {};
}
