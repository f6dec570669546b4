/** Teams: who takes part, who is there; a table in and out, late entries, and teams that do not come. */

import { button, h } from "../../dom.js";
import { decoded } from "../../panels/inputs.js";
import { address, ask, call, choice, draw, may, memory, openPanel, panel, say, view, would } from "./desk.js";
import { fieldName, keys, mark, none, row, trouble, typed } from "./parts.js";

/** The number of rows of a table that are shown as they would be taken. */
const FIRST_ROWS = 5;
const COLOURS = ["", "red", "blue", "green", "yellow", "olive", "violet"];

export function teamsPart() {
  const coming = view.teams.filter((team) => !team.absent);
  const here = coming.filter((team) => team.here).length;
  const shown = memory.missing ? coming.filter((team) => !team.here) : view.teams;
  const toggle = () => {
    memory.missing = !memory.missing;
    draw();
  };
  return [
    h("div", { key: "tools", class: "desk-tools" },
      h("p", { key: "count", class: "desk-big" }, h("b", { class: "number" }, `${here}/${coming.length}`),
        ` ${say("teams_here")}`),
      button({ key: "missing", "aria-pressed": String(Boolean(memory.missing)), act: toggle },
        say("only_missing")), may("add_team") && button({ key: "add", act: addPanel }, say("add_team")),
      may("put_teams") && button({ key: "import", act: () =>
        openPanel("import", importForm, { text: "" }) }, say("import")),
      h("a", { key: "export", class: "button", href: address("/teams.csv"), download: "" }, say("export"))),
    view.teams.length
      ? h("ul", { key: "teams", class: "card desk-list" }, shown.map(teamRow))
      : none(say("no_teams")),
  ];
}

function teamRow(team) {
  const n = team.players.length;
  const more = [team.club, n > 0 && say("n_players", { n }), say("n_matches", { n: team.matches })];
  const check = () => call("POST", "/checkin", { team: team.id, here: !team.here }, true);
  const canCheck = !team.absent && may("check_in");
  const state = team.absent ? "is_absent" : team.here ? "is_here" : canCheck ? "check_in" : "is_not_here";
  // With a phone in one hand the whole row is the key.
  const tapped = ({ target }) => canCheck && !target.closest(".button") && check();
  return h("li", { key: team.id, on: { click: tapped },
    class: `row desk-team ${team.colour ? `team-${team.colour}` : ""} ${team.absent ? "is-absent" : ""}`,
    "data-team": team.id }, h("span", { key: "mark", class: "desk-mark" }, mark(team)),
    h("div", {}, h("b", { class: "desk-name" }, team.name),
      h("p", { class: "soft" }, more.filter(Boolean).join(" · "))),
    canCheck
      ? button({ key: "here", look: "desk-here", "aria-pressed": String(team.here), act: check }, say(state))
      : h("b", { key: "state", class: "desk-state" }, say(state)),
    may("change_schedule")
      && button({ key: "more", look: "small", "aria-label": say("more_of", { team: team.name }), act: () =>
        teamPanel(team.id) }, "…"));
}

/** The actions for one team in the schedule. */
function teamPanel(/** @type {string} */ id) {
  openPanel("team", () => {
    const team = view.teams.find((one) => one.id === id) ?? { id, name: id, players: [] };
    const change = (what) => call("PATCH", "/schedule", { do: what, team: id });
    const hasMatches = view.schedule.matches.length > 0;
    const what = team.absent ? "back" : team.matches ? "no_show" : hasMatches ? "late_entry" : "";
    const sure = () =>
      ask(team.name, say("no_show_sure", { team: team.name }), say("no_show"), () => change("no_show"));
    return { title: team.name,
      body: [team.club && h("p", { key: "club" }, team.club),
        team.players.length > 0 && h("p", { key: "players" }, team.players.join(", ")),
        h("ul", { key: "matches", class: "rows" }, matchesOf(id)),
        what && h("p", { key: "what", class: "soft" }, say(`${what}_what`))],
      actions: [may("edit_team") && button({ key: "edit", act: () => editPanel(team) }, say("edit_team")),
        what
        && button({ key: what, look: what === "no_show" ? "danger" : "main",
          act: what === "no_show" ? sure : () => change(what) }, say(what))] };
  });
}

function matchesOf(/** @type {string} */ team) {
  return view.schedule.matches.filter(({ teams, state }) =>
    teams.some(({ id }) => id === team) && state !== "called_off"
  ).map(({ id, starts, field, state }) =>
    h("li", { key: id, class: "row" },
      h("p", {}, `${starts} · ${fieldName(field)} · ${say("match", { id })}`),
      h("b", {}, say(`state_${state}`)))
  );
}

function addPanel() {
  openPanel("add", teamForm, { name: "", club: "", players: "", colour: "",
    enter: view.schedule.matches.length ? "yes" : "no" });
}

function editPanel({ id, name, club, players, colour }) {
  openPanel("edit", teamForm, { id, was: name, name, club, players: players.join("; "), colour });
}

/** A team as it is written down, or as it is put right. */
function teamForm(form) {
  const hasMatches = !form.id && view.schedule.matches.length > 0;
  const save = async () => {
    const players = form.players.split(";").map((each) => each.trim()).filter(Boolean);
    const body = { name: form.name, club: form.club, colour: form.colour, players };
    if (form.id) return void call("PATCH", `/teams/${form.id}`, body);
    const isEntering = hasMatches && form.enter === "yes";
    const answer = await call("POST", "/teams", body, isEntering);
    // From now on the panel is about the schedule: the team is in the list.
    if (answer && isEntering
      && (await call("PATCH", "/schedule", { do: "late_entry", team: answer.body.id })) === null)
      form.name = "";
  };
  const enter = ["yes", "no"].map((value) => ({ value, name: say(`enter_${value}`) }));
  return { title: form.id ? say("edit_title", { team: form.was }) : say("add_team"),
    body: [
      row("names", typed(form, "name", say("team_name"), { maxlength: "24" }),
        typed(form, "club", say("club"), { maxlength: "40" })),
      typed(form, "players", say("players_field"), { placeholder: "Ada; Ben; Cleo" }),
      keys(form, "colour", say("colour"),
        COLOURS.map((colour) => ({ value: colour, name: say(`colour_${colour || "none"}`) }))),
      hasMatches && keys(form, "enter", say("late_entry_what"), enter),
    ],
    actions: choice(say(form.id ? "edit_save" : "add_team_do"), save,
      form.name.trim() ? undefined : say("fill_in")) };
}

function importForm(form) {
  const { bytes, teams: most } = view.most;
  const tooLarge = () => say("import_too_large", { n: most, kb: Math.floor(bytes / 1024) });
  const choose = async ({ currentTarget: input }) => {
    const [file] = input.files ?? [];
    if (!file || !panel) return;
    panel.said = file.size > bytes ? tooLarge() : "";
    form.text = panel.said ? "" : decoded(await file.arrayBuffer());
    input.value = "";
    draw();
  };
  if (panel && form.text.length > bytes) {
    panel.said = tooLarge();
    form.text = "";
  }
  const isEmpty = !form.text.trim();
  const { teams = [], refused } = isEmpty ? {} : would("/teams", form.text);
  return { title: say("import_title"),
    body: [h("p", { key: "what" }, say("import_what")),
      h("label", { key: "file", class: "button desk-file" }, say("choose_file"),
        h("input", { type: "file", accept: ".csv,.txt,text/csv,text/plain", on: { change: choose } })),
      typed(form, "text", say("or_paste"), { multi: true, rows: "6", wrap: "off", class: "input desk-csv",
        placeholder: "name,club,players\nFoxes,TSV North,Ada;Ben;Cleo\nHerons,SC South,Dan;Eve" }),
      refused
      && h("p", { key: "refused", class: "desk-trouble is-warn desk-mistakes", role: "status" }, refused),
      teams.length > 0
      && h("div", { key: "first", class: "desk-first", role: "status" },
        h("p", { class: "soft" }, say("import_first")),
        h("ul", { class: "rows" }, teams.slice(0, FIRST_ROWS).map(asTaken))),
      view.teams.length > 0
      && h("p", { key: "all", class: "soft" }, say("import_all", { n: view.teams.length }))],
    actions: choice(teams.length ? say("import_do", { n: teams.length }) : say("import_none"),
      () => call("PUT", "/teams", form.text), isEmpty ? say("fill_in") : refused) };
}

/** A team of the table as it would be. */
function asTaken({ id, name, club, players }) {
  const n = players.length;
  const more = [club, n > 0 && `${say("n_players", { n })}: ${players.join(" / ")}`].filter(Boolean);
  return h("li", { key: id, class: "row" },
    h("p", {}, [h("b", {}, name), ...more.map((text) => ` · ${text}`)]));
}
