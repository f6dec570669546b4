/** Setting up a match: who plays, from which start hoops, by which options. */

import { button, h, icon } from "../dom.js";
import { hoopNumber, listed } from "../format.js";
import { NAME_LETTERS } from "../limit.js";
import { ballLegend, field, paintKinds } from "./parts.js";
import { metres, ways } from "./fairness.js";
import { optionsButton, valueOf } from "./options.js";
import { choices } from "../panels/inputs.js";
import { practiceButton } from "./practice.js";
import { asPlayed, claimed, drawn, edit, forget, formOf, offered, playing, settled, startHoops,
  stillScheduled, usual, wanted } from "./setup_form.js";

/** The whole screen, before a match and to change the set-up of one that has not begun. */
export function setupScreen(/** @type {Tablet} */ tablet) {
  const { form, change, given } = formOf(tablet);
  const colours = valueOf(form, given, "colours");
  const kinds = valueOf(form, given, "kinds") ?? [];
  paintKinds(colours);
  return [
    h("div", { class: "setup-columns" },
      h("div", { class: "setup-teams" }, teamCount(tablet, form, change),
        h("p", { key: "who", class: "soft" }, tablet.say("who_plays")), playing(form).map((team) =>
          teamRow(tablet, form, team, change)
        ), resting(tablet, form, change), shortTeams(tablet, form, given)), startField(tablet, form, change),
      h("div", { key: "rest", class: "setup-rest" }, switches(tablet, form, change),
        optionsButton(tablet, form, given),
        colours && ballLegend(Object.fromEntries(kinds.map((kind) => [kind, colours[kind]])), tablet.say))),
    h("div", { class: "foot", "data-over": "" },
      h("div", { class: "others" }, wayBack(tablet), button({ key: "device", act: () =>
        tablet.open("device") }, tablet.say("menu_device"))), beginButton(tablet, form)),
  ];
}

function wayBack(/** @type {Tablet} */ tablet) {
  const { view, say, memory, draw } = tablet;
  const away = () => {
    if (memory.editing) forget(tablet);
    memory.again = false;
    draw();
  };
  if (memory.editing) return button({ key: "leave-edit", act: away }, say("back"));
  return view.phase === "over" && button({ key: "to-result", act: away }, say("to_result"));
}

function teamCount(/** @type {Tablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const counts = range(offered(view).limits.teams).map((value) => ({ value,
    label: say("n_teams", { n: value }) })
  );
  const choose = (count) => {
    const isPlaying = form.teams.slice(0, count).some((team) => team.id === form.chosen);
    change({ count, teams: settled(form.teams, view, count),
      chosen: isPlaying ? form.chosen : form.teams[0].id });
  };
  return h("div", { key: "count", class: "setup-count" }, choices(counts, form.count, choose),
    view.phase === "over"
      && button({ key: "same", act: () => change(asPlayed(view, form)) }, say("same_teams")));
}

/** The whole numbers from the lowest to the highest. */
function range({ min, max }) {
  return Array.from({ length: max - min + 1 }, (_, i) => min + i);
}

function teamRow(/** @type {Tablet} */ tablet, form, team, change) {
  const { say } = tablet;
  const put = (changes) =>
    change({ teams: form.teams.map((one) => (one.id === team.id ? { ...one, ...changes } : one)) });
  const choose = () => change({ chosen: team.id });
  return h("div", { key: team.id,
    class: `card team-row team-${team.id} ${form.chosen === team.id ? "is-chosen" : ""}` },
    h("button", { type: "button", class: "button mark-button", "aria-label": say(`teams/${team.id}`),
      on: { click: choose } }, icon(`mark-${team.mark}`)),
    h("input", { class: "input", "aria-label": say("team_name", { team: say(`teams/${team.id}`) }),
      placeholder: say(`teams/${team.id}`), "data-most": NAME_LETTERS, value: team.name,
      on: { input: (event) => put({ name: event.currentTarget.value }), focus: choose } }),
    choices(
      range(offered(tablet.view).limits.players).map((n) => ({ value: n, label: String(n),
        "aria-label": say("players", { n }) })
      ),
      team.players,
      (players) => put({ players }),
      "is-tight",
    ));
}

/** The colours that do not play: a tap lets one play in place of the chosen team. */
function resting(/** @type {Tablet} */ tablet, form, change) {
  const chosen = playing(form).find((team) => team.id === form.chosen);
  return form.teams.slice(form.count).map((team) => {
    const swap = () => {
      const place = { [team.id]: { ...team, start_hoop: chosen.start_hoop },
        [chosen.id]: { ...chosen, start_hoop: null } };
      const other = { [team.id]: chosen.id, [chosen.id]: team.id };
      change({ teams: form.teams.map((one) => place[other[one.id]] ?? one), chosen: team.id });
    };
    const names = { team: nameOf(tablet, team), other: chosen && nameOf(tablet, chosen) };
    return chosen
      && button({ key: `rest-${team.id}`, look: `rest-team team-${team.id}`, act: swap },
        icon(`mark-${team.mark}`, "mark"), tablet.say("plays_instead", names));
  });
}

function nameOf(/** @type {Tablet} */ { say }, team) {
  return team.name || say(`teams/${team.id}`);
}

/** The teams that begin with more points, since others have one player more (FC-6). */
function shortTeams(/** @type {Tablet} */ tablet, form, given) {
  const short = playing(form).filter((team) => team.players === given.limits.players.min);
  const n = given.short_team_vp ?? 0;
  if (!n || !short.length || short.length === form.count) return null;
  const teams = listed(short.map((team) => nameOf(tablet, team)));
  return h("p", { key: "short", class: "setup-said" }, tablet.say("short_teams", { n, teams }));
}

function startField(/** @type {Tablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const disputed = wanted(form);
  const given = offered(view);
  const warning = fieldWarning(say, given, playing(form).map((team) => team.start_hoop),
    valueOf(form, given, "kinds") ?? []);
  const hoops = given.hoops.map((hoop) => {
    const owner = playing(form).find((team) => team.start_hoop === hoop.id);
    return { ...hoop, team: owner?.id ?? null, building: owner ? "city" : "none", link: undefined };
  });
  const tap = (hoop) => hoop.start && change(claimed(form, hoop.id, view));
  const isDisputed = ({ id }) => disputed.some((one) => one.hoop === id);
  const look = (hoop) => `${hoop.start ? "is-open" : "is-shut"} ${isDisputed(hoop) ? "is-disputed" : ""}`;
  const named = form.teams.map((team) => ({ ...team, name: nameOf(tablet, team) }));
  return h("div", { key: "field", class: "setup-field" },
    h("div", { class: "setup-hoops" }, h("h2", {}, say("start_hoops")),
      disputed.length ? lots(tablet, form, change) : h("p", { class: "soft" }, say("choose_hoop")), warning),
    h("div", { class: "field-box" },
      field({ ...tablet, view: { ...view, teams: named } }, { tap, look, hoops })));
}

/** A warning where the start hoops that teams have chosen are not alike (FC-3). */
function fieldWarning(/** @type {Say} */ say, given, /** @type {(string | null)[]} */ chosen,
  /** @type {string[]} */ kinds)
{
  const all = ways(given, kinds).filter(({ id }) => chosen.includes(id)).sort((a, b) => a.m - b.m);
  const [near, far] = [all[0], all.at(-1)];
  if (!near || !far || far.m <= given.field_limits.fair * near.m) return null;
  const fill = { near: hoopNumber(near.id), least: metres(near.m, 1), far: hoopNumber(far.id),
    most: metres(far.m, 1) };
  return h("p", { key: "unfair", class: "setup-said is-warning" }, say("field_unfair", fill));
}

/** The lots that two draw who want the same hoop (FC-4). */
function lots(/** @type {Tablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const want = ({ hoop, teams }) =>
    say("want_hoop", { teams: listed(teams.map((team) => nameOf(tablet, team))), hoop: hoopNumber(hoop) });
  return h("div", { key: "lots", class: "setup-lots is-warning" },
    h("p", {}, wanted(form).map(want).join(" ")),
    button({ key: "draw", act: () => change({ teams: drawn(form, view) }) }, say("draw_lots")));
}

function switches(/** @type {Tablet} */ tablet, form, change) {
  const { say } = tablet;
  const given = offered(tablet.view);
  const { limits } = given;
  const full = form.full ?? false;
  // A full game is for as many as can play.
  const isMost = form.count === limits.teams.max
    && playing(form).every((team) => team.players === limits.players.max);
  // With what every team starts, and how far it has to go (FC-5).
  const start = (value) => {
    const target = form.options.target ?? usual({ ...form, full: value }, given, "target");
    const knights = say("start_knights", { n: given.knights[value ? "full_game" : "usual"] });
    return `${knights}. ${say("first_to", { n: target })}.`;
  };
  const game = (value, name) => ({ value, label: [h("b", {}, say(name)), h("small", {}, start(value))] });
  return h("div", { key: "switches", class: "setup-switches" },
    h("div", { key: "games", class: "setup-games" },
      choices([game(false, "full_game_off"), game(true, "full_game")], full,
        (value) => change({ full: value }))),
    isMost && !full
      && h("p", { key: "full", class: "setup-said is-warning" },
        say("full_game_hint", { teams: limits.teams.max, players: limits.players.max })),
    button({ key: "practice", look: "choice", "aria-pressed": form.practice ? "true" : "false",
      act: () => change({ practice: !form.practice }) }, say("practice")),
    h("p", { key: "practice-what", class: "soft" }, say("practice_what")), practiceButton(tablet));
}

/**
 * The command that opens a match of the teams that played the last one, as they were set up.
 * @returns {Command}
 */
export function rematch(/** @type {MatchView} */ view) {
  const home = (team) => view.hoops.find((hoop) => hoop.starting && hoop.team === team.id)?.id ?? "";
  const { seed, ...options } = view.options;
  return { type: "create_match", game: view.game ?? undefined,
    teams: view.teams.map((team) => ({ id: team.id, name: team.name, players: team.players,
      start_hoop: home(team) })
    ), full_game: view.full_game, practice: view.practice, options };
}

/** @returns {Command} */
function command(/** @type {MatchView} */ view, form, editing) {
  const game = { game: "full_contact" };
  return /** @type {any} */ ({ type: editing ? "edit_setup" : "create_match", ...(editing ? {} : game),
    teams: playing(form).map(({ id, name, players, start_hoop }) => ({ id, players, start_hoop,
      ...(name.trim() ? { name: name.trim() } : {}) })
    ), full_game: form.full ?? false, practice: form.practice, options: form.options,
    ...(form.seed.trim() ? { seed: form.seed.trim() } : {}),
    ...(editing ? stillScheduled(view, playing(form)) : {}) });
}

function beginButton(/** @type {Tablet} */ tablet, form) {
  const { say, send, tell, memory, draw } = tablet;
  const begin = async () => {
    if (!(await send(command(tablet.view, form, memory.editing)))) return;
    forget(tablet);
    draw();
  };
  const isPlaced = playing(form).every((team) => team.start_hoop);
  const refused = wanted(form).length ? say("lots_first") : isPlaced ? null : say("hoops_missing");
  return button({ key: "begin", id: "begin", look: "start", refused, tell, act: begin },
    say(memory.editing ? "save_setup" : "begin"));
}

/** The strip over the cards before the first round. */
export function readyStrip(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  if (view.phase !== "ready") return null;
  const { get_ready: line } = /** @type {any} */ (view);
  return h("section", { key: "ready", class: "ready-strip" },
    h("div", { class: "ready-words" }, line && h("p", { key: "line", class: "get-ready" }, line),
      view.options.colours && ballLegend(view.options.colours, say)),
    view.can.edit_setup && button({ key: "edit", act: () => edit(tablet) }, say("edit_setup")));
}

/** True while the set-up of the match that is ready is being changed on this tablet. */
export function isEditing(/** @type {Tablet} */ { view, memory }) {
  if (memory.editing && !view.can.edit_setup) Object.assign(memory, { editing: false, setup: null });
  return Boolean(memory.editing);
}
