/**
 * People and balls on the field: a player hurt, changed or sent off, balls counted by hand or put back.
 */

import { button, h, icon } from "../dom.js";
import { choices, stepper, textInput } from "../panels/inputs.js";
import { kindLabel, pileName, teamChoices, teamOf } from "./parts.js";

/** @type {import("../panels/menu.js").Entry} */
export const playerEntry = { key: "player", icon: "menu-player", can: "correct", panel: playerPanel,
  state: { change: null, who: "" } };
/** @type {import("../panels/menu.js").Entry} */
export const countEntry = { key: "count", icon: "menu-count", can: "correct", panel: countPanel,
  state: { lies: {} } };
/** @type {import("../panels/menu.js").Entry} */
export const refillEntry = { key: "refill", icon: "menu-crew", panel: refillPanel };

/** The changes of a player, and how many fewer or more there are then. */
const CHANGES = { hurt: -1, changed: 0, sent_off: -1, back_in: 1 };

/** A player hurt, changed, sent off or back: on the record, and the number of players put right. */
function playerPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  panel.team ??= view.teams[0].id;
  const team = teamOf(view, panel.team);
  const set = (changes) => {
    Object.assign(panel, changes);
    tablet.draw();
  };
  const players = panel.players
    ?? Math.max(view.limits.players.min, team.players + (CHANGES[panel.change] ?? 0));
  const knights = panel.knights ?? Math.min(team.knights, players);
  const number = (name, count) =>
    stepper(say, { key: name, label: say(`fix_${name}`), count, ...view.limits[name], change: (n) =>
      set({ [name]: n }) });
  return { title: say("player"),
    body: [teamChoices(tablet, team.id, (id) => set({ team: id, players: null, knights: null })),
      choices(Object.keys(CHANGES).map((change) => ({ value: change, label: say(`player_${change}`) })),
        panel.change, (change) => set({ change, players: null, knights: null })),
      textInput(tablet, panel, "who", say("note_player"), 40),
      h("div", { key: "numbers", class: "steppers" }, number("players", players),
        number("knights", knights))],
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

/** The balls on the field as counted, beside what the kit thinks; one tap puts the difference right. */
function countPanel(/** @type {Tablet} */ tablet, panel) {
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
    stepper(say, { key: kind, label: kindLabel(kind, say), name: say(`kind_${kind}`),
      note: difference(say, view.field[kind], lies(kind)), count: lies(kind), ...view.limits.balls,
      change: (count) => {
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

/** The balls of each kind that go back to the piles, in order. */
function refillPanel(/** @type {Tablet} */ { view, say, send, tell }) {
  const done = (rows, key, look, word) =>
    button({ key, look, refused: view.can.refilled ? null : say("cannot_now"), tell, act: () =>
      send({ type: "refilled", kinds: Object.fromEntries(rows.map(({ kind, count }) => [kind, count])) }) },
      say(word));
  const rows = view.refill.map((row) =>
    h("li", { key: row.kind, class: `row kind-${row.kind}` }, icon(row.kind, "mark"),
      h("div", {}, h("b", {}, `${row.count} ${say(`kind_${row.kind}`)}`),
        h("ol", { class: "piles" }, row.piles.map((pile) => h("li", { key: pile }, pileName(pile, say))))),
      done([row], "done", "small", "refill_done"))
  );
  return { title: say("refill"),
    body: rows.length
      ? [h("p", { class: "soft" }, say("refill_what")), h("ul", { class: "rows" }, rows)]
      : h("p", { class: "sentence" }, say("refill_none")),
    actions: rows.length > 0 && done(view.refill, "all", "main", "refill_all") };
}
