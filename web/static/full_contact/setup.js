/** Setting up a match: who plays, from which start hoops, by which options. */

import { button, h, icon } from "../dom.js";
import { choices, field } from "./parts.js";
import { optionFields } from "./options.js";

const FEWEST = 3;
const MAX_TEAMS = 4;
const SAVED_FORM = "setup";

/** What a match can be made of: colours, field, the options' defaults and limits. */
function offered(/** @type {MatchView} */ view) {
  return view.setup.full_contact;
}

/** Four teams at the start hoops from left to right: good to begin with as it is. */
function fresh(/** @type {MatchView} */ view) {
  const given = offered(view);
  return {
    count: MAX_TEAMS,
    teams: settled(given.teams.map((team) => ({ ...team, name: "", players: FEWEST, start_hoop: null })), view, MAX_TEAMS),
    chosen: given.teams[0]?.id ?? null,
    full: null,
    practice: false,
    options: {},
    shown: false,
    seed: "",
  };
}

/** The form as this tab had it before it was loaded again, if it is one of this kit's field. */
function kept(/** @type {MatchView} */ view) {
  const form = JSON.parse(sessionStorage.getItem(SAVED_FORM) ?? "null");
  const colours = (teams) => teams.map((team) => team.id).sort().join();
  return form && colours(form.teams) === colours(offered(view).teams) ? form : null;
}

/** The whole screen. The form lives in the tablet's memory, and through a reload, until the match is made. */
export function setupScreen(/** @type {Tablet} */ tablet) {
  const { view, memory } = tablet;
  memory.setup ??= kept(view) ?? fresh(view);
  const form = memory.setup;
  const change = (changes) => {
    Object.assign(form, changes);
    // Without the seed: who knows it knows the cards to come.
    sessionStorage.setItem(SAVED_FORM, JSON.stringify({ ...form, seed: "" }));
    tablet.draw();
  };
  return [
    h(
      "div",
      { class: "setup-columns" },
      h("div", { class: "setup-teams" }, teamCount(tablet, form, change), h("p", { key: "who", class: "soft" }, tablet.say("who_plays")), playing(form).map((team) => teamRow(tablet, form, team, change)), resting(tablet, form, change)),
      startField(tablet, form, change),
      h("div", { key: "rest", class: "setup-rest" }, switches(tablet, form, change), optionFields(tablet, form, offered(view), change)),
    ),
    h("div", { class: "foot", "data-over": "" }, view.phase === "over" && toResult(tablet), beginButton(tablet, form)),
  ];
}

function toResult(/** @type {Tablet} */ { say, memory, draw }) {
  const act = () => {
    memory.again = false;
    draw();
  };
  return button({ key: "to-result", look: "to-result", act }, say("to_result"));
}

function startHoops(/** @type {MatchView} */ view) {
  return offered(view).hoops.filter((hoop) => hoop.start).sort((a, b) => a.x - b.x);
}

/** The first `count` teams each at a start hoop: their own, or the first that is free, from left to right. */
function settled(teams, /** @type {MatchView} */ view, count) {
  const taken = new Set(teams.slice(0, count).map((team) => team.start_hoop));
  const free = startHoops(view).filter((hoop) => !taken.has(hoop.id));
  return teams.map((team, i) => ({ ...team, start_hoop: i < count ? (team.start_hoop ?? free.shift()?.id ?? null) : null }));
}

function playing(form) {
  return form.teams.slice(0, form.count);
}

function teamCount(/** @type {Tablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const counts = [
    { value: 3, label: say("three_teams") },
    { value: 4, label: say("four_teams") },
  ];
  const choose = (count) => {
    const playing = form.teams.slice(0, count).some((team) => team.id === form.chosen);
    change({ count, teams: settled(form.teams, view, count), chosen: playing ? form.chosen : form.teams[0].id });
  };
  return h(
    "div",
    { key: "count", class: "setup-count" },
    choices(counts, form.count, choose),
    view.phase === "over" && button({ key: "same", act: () => change(sameTeams(view, form)) }, say("same_teams")),
  );
}

/** Names, players and start hoops as in the match that has just ended. */
function sameTeams(/** @type {MatchView} */ view, form) {
  const last = view.teams.map((team) => ({
    ...team,
    start_hoop: view.hoops.find((hoop) => hoop.starting && hoop.team === team.id)?.id ?? null,
  }));
  const others = form.teams.filter((team) => !last.some((one) => one.id === team.id));
  return {
    count: last.length,
    teams: [...last, ...others.map((team) => ({ ...team, start_hoop: null }))],
    full: view.full_game ?? null,
  };
}

function teamRow(/** @type {Tablet} */ tablet, form, team, change) {
  const { say } = tablet;
  const put = (changes) => change({ teams: form.teams.map((one) => (one.id === team.id ? { ...one, ...changes } : one)) });
  const choose = () => change({ chosen: team.id });
  return h(
    "div",
    { key: team.id, class: `card team-row team-${team.id} ${form.chosen === team.id ? "is-chosen" : ""}` },
    h("button", { type: "button", class: "button mark-button", "aria-label": say(`colour_${team.id}`), on: { click: choose } }, icon(`mark-${team.mark}`)),
    h("input", {
      class: "input",
      "aria-label": say("team_name", { team: say(`colour_${team.id}`) }),
      placeholder: say(`colour_${team.id}`),
      maxlength: 24,
      value: team.name,
      on: { input: (event) => put({ name: event.currentTarget.value }), focus: choose },
    }),
    choices(
      [3, 4].map((n) => ({ value: n, label: String(n), "aria-label": say("players", { n }) })),
      team.players,
      (players) => put({ players }),
      "is-tight",
    ),
  );
}

/** The colours that do not play: a tap lets one play in place of the chosen team. */
function resting(/** @type {Tablet} */ { say }, form, change) {
  const chosen = playing(form).find((team) => team.id === form.chosen);
  return form.teams.slice(form.count).map((team) => {
    const swap = () => {
      const place = { [team.id]: { ...team, start_hoop: chosen.start_hoop }, [chosen.id]: { ...chosen, start_hoop: null } };
      const other = { [team.id]: chosen.id, [chosen.id]: team.id };
      change({ teams: form.teams.map((one) => place[other[one.id]] ?? one), chosen: team.id });
    };
    return chosen && button({ key: `rest-${team.id}`, look: `rest-team team-${team.id}`, act: swap }, icon(`mark-${team.mark}`, "mark"), say("plays_instead", { team: team.name || say(`colour_${team.id}`), other: chosen.name || say(`colour_${chosen.id}`) }));
  });
}

function startField(/** @type {Tablet} */ tablet, form, change) {
  const { view, say } = tablet;
  const given = offered(view);
  const hoops = given.hoops.map((hoop) => {
    const owner = playing(form).find((team) => team.start_hoop === hoop.id);
    return { ...hoop, team: owner?.id ?? null, building: owner ? "city" : "none", link: undefined };
  });
  const tap = (hoop) => hoop.start && change(claimed(form, hoop.id));
  const look = (hoop) => (hoop.start ? "is-open" : "is-shut");
  return h(
    "div",
    { key: "field", class: "setup-field" },
    h(
      "div",
      { class: "setup-hoops" },
      h("div", {}, h("h2", {}, say("start_hoops")), h("p", { class: "soft" }, say("choose_hoop"))),
      button({ key: "lots", act: () => change({ teams: lots(form, startHoops(view)) }) }, say("draw_lots")),
    ),
    h(
      "div",
      { class: "field-box" },
      field({ ...tablet, view: { ...view, teams: named(tablet, form) } }, { tap, look, hoops }),
    ),
  );
}

function named(/** @type {Tablet} */ { say }, form) {
  return form.teams.map((team) => ({ ...team, name: team.name || say(`colour_${team.id}`) }));
}

/** The chosen team takes a hoop, the one who had it gets that of the chosen one, and the next team is chosen. */
function claimed(form, hoop) {
  const had = form.teams.find((team) => team.id === form.chosen)?.start_hoop ?? null;
  const teams = form.teams.map((team) =>
    team.id === form.chosen ? { ...team, start_hoop: hoop } : team.start_hoop === hoop ? { ...team, start_hoop: had } : team,
  );
  const at = teams.findIndex((team) => team.id === form.chosen);
  return { teams, chosen: teams[(at + 1) % form.count].id };
}

function lots(form, starts) {
  const left = starts.map((hoop) => hoop.id);
  const draw = () => left.splice(crypto.getRandomValues(new Uint32Array(1))[0] % left.length, 1)[0];
  return form.teams.map((team, i) => ({ ...team, start_hoop: i < form.count ? draw() : null }));
}

function suggestsFull(form) {
  return form.count === 4 && playing(form).every((team) => team.players === 4);
}

function switches(/** @type {Tablet} */ tablet, form, change) {
  const { say } = tablet;
  const full = form.full ?? false;
  return h(
    "div",
    { key: "switches", class: "setup-switches" },
    choices(
      [
        { value: false, label: say("full_game_off") },
        { value: true, label: say("full_game") },
      ],
      full,
      (value) => change({ full: value }),
    ),
    h("p", { key: "knights", class: "setup-knights" }, icon("knight", "mark"), startWords(tablet, form, full)),
    h("p", { key: "full", class: suggestsFull(form) && !full ? "sentence is-warning" : "soft" }, say(suggestsFull(form) && !full ? "full_game_hint" : "full_game_what")),
    button(
      { key: "practice", look: "choice", "aria-pressed": form.practice ? "true" : "false", act: () => change({ practice: !form.practice }) },
      say("practice"),
    ),
    h("p", { key: "practice-what", class: "soft" }, say("practice_what")),
  );
}

/** With what every team starts, and how far it has to go. */
function startWords(/** @type {Tablet} */ { view, say }, form, full) {
  const { knights, targets } = offered(view);
  const game = full ? "full_game" : "usual";
  return `${say("start_knights", { n: knights[game] })}. ${say("first_to", { n: form.options.target ?? targets[game] })}.`;
}

/**
 * The command that opens a match of the teams that played the last one, as they were set up.
 * @param {MatchView} view
 * @returns {Command}
 */
export function rematch(view) {
  const home = (team) => view.hoops.find((hoop) => hoop.starting && hoop.team === team.id)?.id ?? "";
  const { seed, ...options } = view.options;
  return {
    type: "create_match",
    game: view.game ?? undefined,
    teams: view.teams.map((team) => ({ id: team.id, name: team.name, players: team.players, start_hoop: home(team) })),
    full_game: view.full_game,
    practice: view.practice,
    options,
  };
}

function beginButton(/** @type {Tablet} */ tablet, form) {
  const { say, send, tell, memory } = tablet;
  const teams = playing(form);
  const create = async () => {
    /** @type {Command} */
    const command = {
      type: "create_match",
      game: "full_contact",
      teams: teams.map(({ id, name, players, start_hoop }) => ({ id, players, start_hoop, ...(name.trim() ? { name: name.trim() } : {}) })),
      full_game: form.full ?? false,
      practice: form.practice,
      options: form.options,
      ...(form.seed.trim() ? { seed: form.seed.trim() } : {}),
    };
    if (!(await send(command))) return;
    sessionStorage.removeItem(SAVED_FORM);
    Object.assign(memory, { setup: null, again: false });
  };
  const ready = teams.length && teams.every((team) => team.start_hoop);
  return button({ key: "begin", id: "begin", look: "start", refused: ready ? null : say("hoops_missing"), tell, act: create }, say("begin"));
}
