/** Who and what is really on the field: a player hurt, changed or sent off, and the balls counted by hand. */

import { button, h, icon } from "../dom.js";
import { choices, stepper, teamChoices, teamOf } from "./parts.js";

const FEWEST = 1;
const MAX_COUNT = 99;
/** What happened to a player, and how many fewer or more there are then. */
const CHANGES = { hurt: -1, changed: 0, sent_off: -1, back_in: 1 };

/** A player hurt, changed, sent off or back: on the record, and the number of players put right. */
export function playerPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  panel.team ??= view.teams[0].id;
  const team = teamOf(view, panel.team);
  const set = (changes) => {
    Object.assign(panel, changes);
    tablet.draw();
  };
  const players = panel.players ?? Math.max(FEWEST, team.players + (CHANGES[panel.change] ?? 0));
  const knights = panel.knights ?? Math.min(team.knights, players);
  const number = (name, count, least) =>
    stepper(say, { key: name, label: say(`fix_${name}`), count, least, most: MAX_COUNT, change: (n) =>
      set({ [name]: n }) });
  return { title: say("player"),
    body: [
      teamChoices(tablet, view.teams.map((one) => one.id), team.id, (id) =>
        set({ team: id, players: null, knights: null })),
      choices(Object.keys(CHANGES).map((change) => ({ value: change, label: say(`player_${change}`) })),
        panel.change, (change) => set({ change, players: null, knights: null })),
      h("input", { key: "who", class: "input", "aria-label": say("note_player"),
        placeholder: say("note_player"), maxlength: 40, value: panel.who, on: { input: (event) =>
          set({ who: event.currentTarget.value }) } }),
      h("div", { key: "numbers", class: "steppers" }, number("players", players, FEWEST),
        number("knights", knights, 0)),
    ],
    actions: button({ key: "save", look: "main", refused: panel.change ? null : say("player_what"), tell,
      act: () => save(tablet, panel, team, { players, knights }) }, say("save")) };
}

async function save(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team, now) {
  const { say, send, close } = tablet;
  const text = say(`player_${panel.change}`);
  const set = Object.fromEntries(Object.entries(now).filter(([name, count]) => count !== team[name]));
  if (Object.keys(set).length && !(await send({ type: "correct", team: team.id, set, reason: text }))) return;
  const who = panel.who.trim();
  if (await send({ type: "note", team: team.id, text, ...(who ? { player: who } : {}) })) close();
}

/** What lies on the field as counted, beside what the kit thinks; one tap puts the difference right. */
export function countPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const kinds = Object.keys(view.field);
  const lies = (kind) => panel.lies[kind] ?? view.field[kind];
  const wrong = kinds.filter((kind) => lies(kind) !== view.field[kind]);
  const owned = (kind) => view.teams.reduce((all, team) => all + team.resources[kind], 0);
  const correct = async () => {
    const balls = Object.fromEntries(wrong.map((kind) => [kind, owned(kind) + lies(kind)]));
    if (await tablet.send({ type: "correct", set: { balls }, reason: say("counted_reason") })) tablet.close();
  };
  const row = (kind) =>
    stepper(say, { key: kind,
      label: h("span", { class: `kind-label kind-${kind}` }, icon(kind), say(`kind_${kind}`)),
      name: say(`kind_${kind}`), note: difference(say, view.field[kind], lies(kind)), count: lies(kind),
      most: MAX_COUNT, change: (count) => {
        panel.lies = { ...panel.lies, [kind]: count };
        tablet.draw();
      } });
  return { title: say("count"),
    body: [h("p", { key: "what", class: "sentence" }, say("count_what")),
      h("div", { key: "kinds", class: "steppers" }, kinds.map(row))],
    actions: button({ key: "do", look: "main", refused: wrong.length ? null : say("count_right"), tell,
      act: correct }, say("count_correct")) };
}

function difference(/** @type {Say} */ say, kit, lies) {
  if (lies === kit) return say("count_kit", { n: kit });
  return `${say("count_kit", { n: kit })}, ${
    say(lies < kit ? "count_missing" : "count_over", { n: Math.abs(lies - kit) })
  }`;
}
