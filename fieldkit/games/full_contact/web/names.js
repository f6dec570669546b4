/** Names of teams and lengths of what comes, changed between rounds and on the record (FC-7, FC-33). */

import { button, h, icon } from "../dom.js";
import { NAME_LETTERS } from "../limit.js";
import { stepper } from "../panels/inputs.js";

const LENGTHS = ["round_seconds", "grace_seconds", "break_seconds"];

/** @type {import("../panels/menu.js").Entry} */
export const namesEntry = { key: "names", icon: "menu-correct", can: "correct", panel: namesPanel };

/** A name for each team; Enter saves like the button. */
function namesPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  panel.names ??= {};
  panel.lengths ??= {};
  const mayLengths = ["ready", "break"].includes(view.phase);
  const nothing = !changedNames(view, panel).length && !Object.keys(panel.lengths).length;
  return { title: say("names"),
    body: [
      h("div", { key: "names", class: "name-rows" }, view.teams.map((team) => nameRow(tablet, panel, team))),
      h("h3", { key: "head" }, say("lengths")),
      mayLengths
        ? h("div", { key: "lengths", class: "steppers" }, LENGTHS.map((name) => length(tablet, panel, name)))
        : h("p", { key: "later", class: "soft" }, say("lengths_later")),
    ],
    actions: button({ key: "save", look: "main", refused: nothing ? say("no_change") : null, tell,
      act: () => save(tablet, panel) }, say("save")) };
}

function nameRow(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team) {
  const on = { input: (event) => {
    panel.names[team.id] = event.currentTarget.value;
    tablet.draw();
  }, keydown: (event) => event.key === "Enter" && save(tablet, panel) };
  return h("label", { key: team.id, class: `name-row team-${team.id}` }, icon(`mark-${team.mark}`, "mark"),
    h("input", { class: "input", maxlength: NAME_LETTERS, enterkeyhint: "done",
      "aria-label": tablet.say("team_name", { team: tablet.say(`colour_${team.id}`) }),
      value: panel.names[team.id] ?? team.name, on }));
}

function length(/** @type {Tablet} */ { view, say, draw }, panel, name) {
  const now = /** @type {number} */ (view.options[name]);
  const change = (count) => {
    panel.lengths = { ...panel.lengths, [name]: count };
    if (count === now) delete panel.lengths[name];
    draw();
  };
  return stepper(say, { key: name, label: say(`opt_${name}`), count: panel.lengths[name] ?? now,
    ...view.limits[name], change });
}

function changedNames(/** @type {MatchView} */ view, panel) {
  return view.teams.map((team) => [team.id, (panel.names[team.id] ?? team.name).trim(), team.name]).filter((
    [, name, was],
  ) => name && name !== was);
}

/** One correction for each name, then one for the lengths; what was refused stays as it was typed. */
async function save(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  for (const [team, name] of changedNames(view, panel)) {
    if (!(await send(
      /** @type {any} */ ({ type: "correct", team, set: { name }, reason: say("reason_name") }),
    ))) return;
  }
  const lengths = Object.keys(panel.lengths).length > 0;
  if (lengths
    && !(await send(
      /** @type {any} */ ({ type: "correct", set: panel.lengths, reason: say("reason_lengths") }),
    ))) return;
  close();
}
