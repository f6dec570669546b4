/** People and balls on the record: fouls, names, lengths, players, balls counted or put back (FC-33). */

import { button, h, icon } from "../dom.js";
import { NAME_LETTERS } from "../limit.js";
import { choices, remember, stepper, textInput } from "../panels/inputs.js";
import { numberStepper } from "./correct.js";
import { kindLabel, owned, pileName, teamChoices, teamLabel, teamOf } from "./parts.js";

export const noteEntry = { key: "note", icon: "menu-whistle", can: "note", panel: notePanel,
  state: { team: null, text: "", player: "" } };

/** The sport's own fouls with every team beside each, then other words. */
function notePanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close, tell } = tablet;
  const choose = (team) => remember(tablet, panel, { team });
  const note = async (/** @type {any} */ what, text) => {
    const player = panel.player.trim();
    if (!(await send({ type: "note", ...what, ...(player ? { player } : {}) }))) return;
    close();
    tell(say("noted", { what: text }));
  };
  const save = () =>
    note({ text: panel.text.trim(), ...(panel.team ? { team: panel.team } : {}) }, panel.text.trim());
  const refused = panel.text.trim() ? null : say("note_nothing");
  return { title: say("note_title"),
    body: [textInput(tablet, panel, "player", say("note_player")),
      h("ul", { key: "fouls", class: "rows fouls" },
        view.fouls_list.map((foul) => foulRow(tablet, foul, note))),
      h("h3", { key: "text-head" }, say("note_other")),
      choices([...view.teams.map((team) => ({ value: team.id, label: teamLabel(team) })), { value: null,
        label: say("nobody") }], panel.team, choose), textInput(tablet, panel, "text", say("note_text"))],
    actions: button({ key: "save", look: "main", refused, tell, act: save }, say("save")) };
}

/** A foul: a tap on a team notes it at once. */
function foulRow(/** @type {Tablet} */ { view }, { id, text }, note) {
  const of = (/** @type {Team} */ team) =>
    button({ key: team.id, look: `foul-team team-${team.id}`, "aria-label": `${team.name}: ${text}`,
      act: () => note({ foul: id, team: team.id }, `${team.name}, ${text}`) },
      icon(`mark-${team.mark}`, "mark"));
  return h("li", { key: id, class: "row" }, h("p", {}, text),
    h("div", { class: "foul-teams" }, view.teams.map(of)));
}

const LENGTHS = ["round_seconds", "grace_seconds", "break_seconds"];

export const namesEntry = { key: "names", icon: "menu-correct", can: "correct", panel: namesPanel };

/** A name for each team; Enter saves like the button. */
function namesPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  panel.names ??= {};
  panel.set ??= {};
  const mayLengths = ["ready", "break"].includes(view.phase);
  const nothing = !changedNames(view, panel).length && !Object.keys(panel.set).length;
  return { title: say("names"),
    body: [
      h("div", { key: "names", class: "name-rows" }, view.teams.map((team) => nameRow(tablet, panel, team))),
      h("h3", { key: "head" }, say("lengths")),
      mayLengths
        ? h("div", { key: "lengths", class: "steppers" }, LENGTHS.map((name) =>
          numberStepper(tablet, panel, name, view.options[name], `opt_${name}`)
        ))
        : h("p", { key: "later", class: "soft" }, say("lengths_later")),
    ],
    actions: button({ key: "save", look: "main", refused: nothing ? say("no_change") : null, tell,
      act: () => saveNames(tablet, panel) }, say("save")) };
}

function nameRow(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team) {
  const on = {
    input: ({ currentTarget }) => remember(tablet, panel.names, { [team.id]: currentTarget.value }),
    keydown: (event) => event.key === "Enter" && saveNames(tablet, panel),
  };
  return h("label", { key: team.id, class: `name-row team-${team.id}` }, icon(`mark-${team.mark}`, "mark"),
    h("input", { class: "input", maxlength: NAME_LETTERS, enterkeyhint: "done",
      "aria-label": tablet.say("team_name", { team: tablet.say(`teams/${team.id}`) }),
      value: panel.names[team.id] ?? team.name, on }));
}

function changedNames(/** @type {MatchView} */ view, panel) {
  const names = view.teams.map((team) => [team.id, (panel.names[team.id] ?? team.name).trim(), team.name]);
  return names.filter(([, name, was]) => name && name !== was);
}

/** One correction for each name, then one for the lengths; what was refused stays as it was typed. */
async function saveNames(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  const fixes =
    /** @type {any[]} */ (changedNames(view, panel).map(([team, name]) => ({ team, set: { name },
      reason: say("reason_name") })
    ));
  if (Object.keys(panel.set).length) fixes.push({ set: panel.set, reason: say("reason_lengths") });
  for (const fix of fixes) if (!(await send({ type: "correct", ...fix }))) return;
  close();
}

export const playerEntry = { key: "player", icon: "menu-player", can: "correct", panel: playerPanel,
  state: { change: null, who: "" } };
export const countEntry = { key: "count", icon: "menu-count", can: "correct", panel: countPanel,
  state: { lies: {} } };
export const refillEntry = { key: "refill", icon: "menu-crew", panel: refillPanel };

/** The changes of a player, and how many fewer or more there are then. */
const CHANGES = { hurt: -1, changed: 0, sent_off: -1, back_in: 1 };

/** A player hurt, changed, sent off or back: on the record, and the number of players put right. */
function playerPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  panel.team ??= view.teams[0].id;
  const team = teamOf(view, panel.team);
  const set = (changes) => remember(tablet, panel, changes);
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
  const correct = async () => {
    const balls = Object.fromEntries(wrong.map((kind) => [kind, owned(view, kind) + lies(kind)]));
    if (await tablet.send({ type: "correct", set: { balls }, reason: say("counted_reason") })) tablet.close();
  };
  const row = (kind) =>
    stepper(say, { key: kind, label: kindLabel(kind, say), name: say(`kind_${kind}`),
      note: difference(say, view.field[kind], lies(kind)), count: lies(kind), ...view.limits.balls,
      change: (count) => remember(tablet, panel, { lies: { ...panel.lies, [kind]: count } }) });
  return { title: say("count"),
    body: [h("p", { key: "what", class: "sentence" }, say("count_what")),
      h("div", { key: "kinds", class: "steppers" }, kinds.map(row))],
    actions: button({ key: "do", look: "main", refused: wrong.length ? null : say("count_right"), tell,
      act: correct }, say("count_correct")) };
}

function difference(/** @type {Say} */ say, kit, lies) {
  const off = say(lies < kit ? "count_missing" : "count_over", { n: Math.abs(lies - kit) });
  return [say("count_kit", { n: kit }), lies !== kit && off].filter(Boolean).join(", ");
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
