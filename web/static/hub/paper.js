/** The hub's sheets of paper: schedule, finals, teams, the receipt of a match. A4, black on white. */

import { button, h, patch, placed } from "../dom.js";
import { about, fieldName, head, hub, matchName, open, pauseBefore, ranked, say, sentence, table, teamName,
  teamNames } from "./parts.js";
import { champion, tree } from "./tree.js";

const main = placed("hub");
const sheet = main.dataset.sheet ?? "";
const TITLES = { schedule: "print_schedule", finals: "print_finals", team: "print_team", teams: "print_teams",
  receipt: "print_receipt" };
const NEEDS = { receipt: ["teams", `matches/${about}`], finals: ["teams", "standings"] };

patch(placed("bar"), [h("h1", {}, say(TITLES[sheet] ?? "")),
  button({ key: "print", look: "main", act: () => window.print() }, say("print"))]);
open(NEEDS[sheet] ?? ["teams", "schedule", "standings"], () => {
  if (sheet === "schedule") return timetable();
  if (sheet === "finals") return finals(hub.docs.standings.finals ?? []);
  if (sheet === "receipt") return receipt(hub.docs[`matches/${about}`]);
  const teams = hub.docs.teams.teams.filter(({ id }) => sheet === "teams" || id === about);
  return teams.length ? teams.map(teamSheet) : sentence("no_such_team");
}, NEEDS[sheet] ?? ["teams", "schedule"]);

/** The head of a sheet: the event, so that no paper lies at the wrong one, and when it was printed. */
function title(told, more = "") {
  const { event } = /** @type {import("./live.js").HubIndex} */ (hub.index);
  const at = new Date(hub.clock.now() ?? Date.now()).toLocaleString(document.documentElement.lang || "en", {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return h("header", { key: "head", class: "paper-head" },
    h("p", { class: "paper-event" }, event.name, event.practice && h("b", {}, say("practice"))),
    h("h2", {}, told),
    h("p", { class: "paper-as-of" }, [more, say("as_of", { time: at })].filter(Boolean).join(" · ")));
}

/** The whole schedule: a row for each time, a column for each field. */
function timetable() {
  const { schedule } = hub.docs;
  const slots = [...new Set(schedule.matches.map(({ slot }) => slot))].sort((a, b) => a - b);
  const fields = [...new Set([...schedule.fields, ...schedule.matches.map((match) => match.field)])];
  const rows = slots.flatMap((slot) => {
    const matches = schedule.matches.filter((match) => match.slot === slot);
    const pause = pauseBefore(schedule, slot);
    return [
      pause > 0
      && h("tr", { key: `pause ${slot}`, class: "paper-pause" },
        h("td", { colspan: fields.length + 1 }, say("pause", { n: pause }))),
      h("tr", { key: slot }, h("th", { scope: "row", class: "number" }, matches[0].starts),
        fields.map((field) =>
          h("td", { key: field }, matches.filter((match) => match.field === field).map(cell))
        )),
    ];
  });
  const heads = [head("time"), fields.map((key) => h("th", { key, scope: "col" }, fieldName(key)))];
  return h("section", { key: "schedule", class: `sheet paper-schedule of-${fields.length}` },
    title(say("schedule"), say("version", { n: schedule.version })),
    slots.length ? table({ class: "lined" }, heads, rows) : h("p", {}, say("no_schedule")));
}

function cell(match) {
  const names = h("ul", { key: "teams" },
    match.teams.map((id) => h("li", { key: id }, teamName(id, match.names), score(match, id))));
  const isOff = match.state === "called_off";
  return h("div", { key: match.id, class: isOff ? "paper-off" : "" },
    h("b", {}, matchName(match), isOff && ` (${say("called_off")})`), names);
}

/** The score of a team in a match, where that counts. */
function score(match, /** @type {string} */ team) {
  const found = match.state === "confirmed" && match.result?.find((one) => one.team === team);
  return found ? h("b", { class: "number" }, ` ${found.score}`) : null;
}

/** The finals as a tree, to hang up. */
function finals(list) {
  const drawn = list.length
    ? [champion(list), tree(list, { isWide: true, isLink: false })]
    : h("p", {}, say("no_finals"));
  return h("section", { key: "finals", class: "sheet paper-finals" }, title(say("finals")), drawn);
}

/** A team's own day on one page. */
function teamSheet(team) {
  const { schedule, standings } = hub.docs;
  const row = standings?.rows.find((each) => each.team === team.id);
  const matches = schedule.matches.filter((match) =>
    match.teams.includes(team.id) && match.state !== "called_off"
  ).sort((a, b) => a.slot - b.slot);
  const others = (match) =>
    match.teams.filter((id) => id !== team.id).map((id) => teamName(id, match.names)).join(", ");
  const heads = ["time", "field", "column_match", "against", "column_for", "column_place"];
  const line = (match) => {
    const mine = match.state === "confirmed" ? match.result?.find((one) => one.team === team.id) : null;
    const cells = [match.starts, fieldName(match.field), matchName(match), others(match), mine?.score ?? "",
      mine?.place ?? ""];
    return h("tr", { key: match.id },
      cells.map((text, at) => h("td", { key: at, class: at === 0 || at > 3 ? "number" : "" }, text)));
  };
  return h("section", { key: team.id, class: "sheet paper-team" }, title(team.name, team.club),
    row?.played > 0
      && h("p", { key: "row" }, say("place", { n: row.place }), " · ",
        say("points_in", { points: row.points, n: row.played })),
    table({ key: "matches", class: "lined" }, heads.map((word) => head(word)), matches.map(line)),
    team.players.length > 0
      && h("p", { key: "players" }, h("b", {}, say("players")), ": ", team.players.join(", ")));
}

/** A result to sign and to take home. */
function receipt(found) {
  if (!found) return sentence("no_such_match");
  const { scheduled, result } = found;
  const name = scheduled ? matchName(scheduled) : say("match", { id: about });
  if (!result?.scores.length)
    return h("section", { key: "receipt", class: "sheet" }, title(name), h("p", {}, say("not_played")),
      scheduled && h("p", {}, teamNames(scheduled)));
  const rows = ranked(result.scores).map((one) =>
    h("tr", { key: one.side }, h("td", { class: "number" }, one.place),
      h("th", { scope: "row" }, one.name || teamName(one.team)), h("td", { class: "number" }, one.score),
      h("td", { class: "paper-sign" }))
  );
  const heads = ["column_place", "column_team", "column_for", "sign_team"];
  const version = result.versions.find((one) => JSON.stringify(one.scores) === JSON.stringify(result.scores))
    ?? result.versions.at(-1);
  const field = scheduled?.field || version?.field;
  const rounds = found.reports[result.versions.indexOf(version)]?.rounds;
  return h("section", { key: "receipt", class: "sheet paper-receipt" },
    title(name, field ? fieldName(field) : ""),
    table({ key: "scores", class: "lined" }, heads.map((word) => head(word)), rows),
    h("p", { key: "is" }, h("b", {}, say(result.confirmed ? "is_confirmed" : "is_provisional"))),
    result.correction
      && h("p", { key: "corrected" }, say("is_corrected", { reason: result.correction.reason })),
    version && h("p", { key: "record" }, say("record_of", { id: version.id })),
    rounds?.length > 0
      && h("dl", { key: "rounds", class: "paper-rounds" }, rounds.map(([round, told], at) =>
        h("div", { key: at }, h("dt", {}, round), h("dd", {}, told))
      )), h("p", { key: "referee", class: "paper-line" }, say("sign_referee")));
}
