/** Teams: who takes part, who is there; a table in and out, late entries, and teams that do not come. */

import { button, h } from "../../dom.js";
import { decoded } from "../../table_file.js";
import { keys, mark, row, typed } from "./parts.js";
import { says } from "./results.js";

/** @typedef {import("../organise.js").Desk} Desk */

/** The number of rows of a table that are shown as they would be taken. */
const FIRST_ROWS = 5;
const COLOURS = ["", "red", "blue", "green", "yellow", "olive", "violet"];

export function teamsPart(/** @type {Desk} */ desk) {
  const { view, say, memory } = desk;
  const coming = view.teams.filter((team) => !team.absent);
  const here = coming.filter((team) => team.here).length;
  const shown = memory.missing ? coming.filter((team) => !team.here) : view.teams;
  return [
    h("div", { key: "tools", class: "desk-tools" },
      h("p", { key: "count", class: "desk-big" }, h("b", { class: "number" }, `${here}/${coming.length}`),
        ` ${say("teams_here")}`),
      button({ key: "missing", "aria-pressed": String(Boolean(memory.missing)), act: () => toggle(desk) },
        say("only_missing")), desk.may("add_team")
      ? button({ key: "add", act: () => addPanel(desk) }, say("add_team"))
      : null,
      desk.may("put_teams") ? button({ key: "import", act: () => importPanel(desk) }, say("import")) : null,
      h("a", { key: "export", class: "button", href: desk.address("/teams.csv"), download: "" },
        say("export"))),
    view.teams.length
      ? h("ul", { key: "teams", class: "card desk-list" }, shown.map((team) => teamRow(desk, team)))
      : h("p", { key: "none", class: "card desk-hint" }, say("no_teams")),
  ];
}

function toggle(/** @type {Desk} */ desk) {
  desk.memory.missing = !desk.memory.missing;
  desk.draw();
}

function teamRow(/** @type {Desk} */ desk, team) {
  const { say } = desk;
  const more = [team.club, team.players.length ? say("n_players", { n: team.players.length }) : "",
    say("n_matches", { n: team.matches })].filter(Boolean).join(" · ");
  const check = () => desk.act("POST", "/checkin", { team: team.id, here: !team.here }, true);
  const canCheck = !team.absent && desk.may("check_in");
  // With a phone in one hand the whole row is the key.
  const tapped = ({ target }) => canCheck && !target.closest(".button") && check();
  return h("li", { key: team.id, on: { click: tapped },
    class: `row desk-team ${team.colour ? `team-${team.colour}` : ""} ${team.absent ? "is-absent" : ""}`,
    "data-team": team.id }, h("span", { key: "mark", class: "desk-mark" }, mark(team)),
    h("div", {}, h("b", { class: "desk-name" }, team.name), h("p", { class: "soft" }, more)),
    team.absent
      ? h("b", { key: "absent", class: "desk-state" }, say("is_absent"))
      : canCheck
      ? button({ key: "here", look: "desk-here", "aria-pressed": String(team.here), act: check },
        say(team.here ? "is_here" : "check_in"))
      : h("b", { key: "here", class: "desk-state" }, team.here ? say("is_here") : say("is_not_here")),
    desk.may("change_schedule")
      ? button({ key: "more", look: "small", "aria-label": say("more_of", { team: team.name }), act: () =>
        teamPanel(desk, team.id) }, "…")
      : null);
}

/** The actions for one team in the schedule. */
function teamPanel(/** @type {Desk} */ desk, /** @type {string} */ id) {
  desk.open("team", (now) => {
    const { say, view } = now;
    const team = view.teams.find((one) => one.id === id) ?? { id, name: id, players: [] };
    const change = (what) => () => now.act("PATCH", "/schedule", { do: what, team: id });
    const ask = () =>
      now.ask(team.name, say("no_show_sure", { team: team.name }), say("no_show"), change("no_show"));
    /** Each action: its name, its meaning, and the call. @type {[string, string, () => void][]} */
    const acts = team.absent
      ? [["back", "back_what", change("back")]]
      : team.matches
      ? [["no_show", "no_show_what", ask]]
      : view.schedule.matches.length
      ? [["late_entry", "late_entry_what", change("late_entry")]]
      : [];
    return { title: team.name,
      body: [team.club ? h("p", { key: "club" }, team.club) : null,
        team.players.length ? h("p", { key: "players" }, team.players.join(", ")) : null,
        h("ul", { key: "matches", class: "rows" }, matchesOf(now, id)),
        acts.map(([what, meaning]) => h("p", { key: `${what} what`, class: "soft" }, say(meaning)))],
      actions: [
        now.may("edit_team")
          ? button({ key: "edit", act: () => editPanel(now, team) }, say("edit_team"))
          : null,
        acts.map(([what, , act]) =>
          button({ key: what, look: what === "no_show" ? "danger" : "main", act }, say(what))
        ),
      ] };
  });
}

function matchesOf(/** @type {Desk} */ { view, say }, /** @type {string} */ id) {
  return view.schedule.matches.filter((match) =>
    match.teams.some((team) => team.id === id) && match.state !== "called_off"
  ).map((match) =>
    h("li", { key: match.id, class: "row" },
      h("p", {},
        `${match.starts} · ${view.names[match.field] ?? say("any_field")} · ${
          say("match", { id: match.id })
        }`), h("b", {}, say(`state_${match.state}`)))
  );
}

function addPanel(/** @type {Desk} */ desk) {
  const form = { name: "", club: "", players: "", colour: "",
    enter: desk.view.schedule.matches.length ? "yes" : "no" };
  desk.open("add", (now, panel) => teamForm(now, panel.form), form);
}

function editPanel(/** @type {Desk} */ desk, team) {
  const form = { id: team.id, was: team.name, name: team.name, club: team.club,
    players: team.players.join("; "), colour: team.colour };
  desk.open("edit", (now, panel) => teamForm(now, panel.form), form);
}

/** A team as it is written down, or as it is put right. */
function teamForm(/** @type {Desk} */ desk, form) {
  const { say, view } = desk;
  const hasMatches = !form.id && view.schedule.matches.length > 0;
  const save = async () => {
    const players = form.players.split(";").map((each) => each.trim()).filter(Boolean);
    const body = { name: form.name, club: form.club, colour: form.colour, players };
    if (form.id) return void desk.act("PATCH", `/teams/${form.id}`, body);
    const isEntering = hasMatches && form.enter === "yes";
    const answer = await desk.act("POST", "/teams", body, isEntering);
    // From now on the panel is about the schedule: the team is in the list.
    if (answer && isEntering
      && (await desk.act("PATCH", "/schedule", { do: "late_entry", team: answer.body.id })) === null)
      form.name = "";
  };
  return { title: form.id ? say("edit_title", { team: form.was }) : say("add_team"),
    body: [
      row("names", typed(desk, form, "name", say("team_name"), { maxlength: "24" }),
        typed(desk, form, "club", say("club"), { maxlength: "40" })),
      typed(desk, form, "players", say("players_field"), { placeholder: "Ada; Ben; Cleo" }),
      keys(desk, form, "colour", say("colour"),
        COLOURS.map((colour) => ({ value: colour, name: say(`colour_${colour || "none"}`) }))),
      hasMatches
        ? keys(desk, form, "enter", say("late_entry_what"), [{ value: "yes", name: say("enter_yes") }, {
          value: "no",
          name: say("enter_no"),
        }])
        : null,
    ],
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "save", look: "main", refused: form.name.trim() ? undefined : say("fill_in"),
        tell: (text) => says(desk, text), act: save }, say(form.id ? "edit_save" : "add_team_do"))] };
}

function importPanel(/** @type {Desk} */ desk) {
  desk.open("import", (now, panel) => importForm(now, panel), { text: "" });
}

function importForm(/** @type {Desk} */ desk, panel) {
  const { say, view } = desk;
  const { form } = panel;
  const { bytes, teams: most } = view.most;
  const tooLarge = () => say("import_too_large", { n: most, kb: Math.floor(bytes / 1024) });
  const choose = async ({ currentTarget: input }) => {
    const [file] = input.files ?? [];
    if (!file) return;
    panel.said = file.size > bytes ? tooLarge() : "";
    form.text = panel.said ? "" : decoded(await file.arrayBuffer());
    input.value = "";
    desk.draw();
  };
  if (form.text.length > bytes) Object.assign(panel, { said: tooLarge() }).form.text = "";
  const isEmpty = !form.text.trim();
  const { teams = [], refused } = isEmpty ? {} : desk.would("/teams", form.text);
  return { title: say("import_title"),
    body: [h("p", { key: "what" }, say("import_what")),
      h("label", { key: "file", class: "button desk-file" }, say("choose_file"),
        h("input", { type: "file", accept: ".csv,.txt,text/csv,text/plain", on: { change: choose } })),
      typed(desk, form, "text", say("or_paste"), { multi: true, rows: "6", wrap: "off",
        class: "input desk-csv",
        placeholder: "name,club,players\nFoxes,TSV North,Ada;Ben;Cleo\nHerons,SC South,Dan;Eve" }),
      refused
        ? h("p", { key: "refused", class: "desk-trouble is-warn desk-mistakes", role: "status" }, refused)
        : null,
      teams.length
        ? h("div", { key: "first", class: "desk-first", role: "status" },
          h("p", { class: "soft" }, say("import_first")),
          h("ul", { class: "rows" }, teams.slice(0, FIRST_ROWS).map((team) => asTaken(desk, team))))
        : null,
      view.teams.length
        ? h("p", { key: "all", class: "soft" }, say("import_all", { n: view.teams.length }))
        : null],
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "save", look: "main", refused: isEmpty ? say("fill_in") : refused,
        tell: (text) => says(desk, text), act: () => desk.act("PUT", "/teams", form.text) },
        teams.length ? say("import_do", { n: teams.length }) : say("import_none"))] };
}

/** A team of the table as it would be. */
function asTaken(/** @type {Desk} */ { say }, team) {
  const more = [team.club,
    team.players.length ? `${say("n_players", { n: team.players.length })}: ${team.players.join(" / ")}` : ""]
    .filter(Boolean).join(" · ");
  return h("li", { key: team.id, class: "row" }, h("p", {}, h("b", {}, team.name), more ? ` · ${more}` : ""));
}
