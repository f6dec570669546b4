/** A team: where it stands, when and where it plays next, and all its matches. */

import { button, h } from "../dom.js";
import { about, delay, dye, expected, fieldName, hub, lineUp, mark, matchName, mine, open, rowLook, say,
  sentence, stand, teamOf } from "./parts.js";

open(["teams", "schedule", "standings"], () => {
  const { schedule, standings } = hub.docs;
  const team = teamOf(about);
  if (!team) return sentence("no_such_team");
  const row = standings?.rows.find((each) => each.team === about);
  const own = (schedule?.matches ?? []).filter((match) => match.teams.includes(about));
  const matches = own.sort((a, b) => a.slot - b.slot);
  const first = (is) => matches.find(({ state }) => state === is);
  return [head(team, row), schedule && next(first("playing") ?? first("planned")),
    h("section", { key: "matches", class: "hub-matches" }, h("h2", {}, say("its_matches")),
      h("ol", {}, matches.map((match) => line(match, row)))),
    team.players.length > 0
    && h("section", { key: "players", class: "card hub-players" }, h("h2", {}, say("players")),
      h("p", {}, team.players.join(" · "))),
    h("p", { key: "ways", class: "hub-ways" },
      h("a", { class: "button", href: `/print/team/${about}` }, say("on_paper")))];
}, ["teams"]);

function head(team, row) {
  const isMine = mine() === about;
  const act = () => {
    stand(isMine ? "" : about);
    hub.onChange();
  };
  return h("header", { key: "head", class: `card hub-team-head ${dye(team)}` }, mark(team),
    h("div", { key: "name" }, h("h1", {}, team.name), team.club && h("p", { class: "soft" }, team.club)),
    row?.played > 0
      && h("p", { key: "row", class: "hub-figures" },
        h("b", { class: "number" }, say("place", { n: row.place })),
        h("span", {}, say("points_in", { points: row.points, n: row.played }))),
    button({ key: "mine", "aria-pressed": String(isMine), act }, say(isMine ? "not_my_team" : "my_team")));
}

/** The one thing that a team's own people look for. */
function next(match) {
  if (!match) return h("p", { key: "next", class: "card hub-next-match" }, say("no_next"));
  const field = hub.index?.fields.find(({ id }) => id === match.field);
  const later = expected(match, hub.index?.fields ?? []);
  const isOn = match.state === "playing";
  return h("section", { key: "next", class: "card hub-next-match" },
    h("h2", {}, say(isOn ? "on_now" : "its_next")),
    h("p", { key: "where", class: "hub-where" },
      isOn ? fieldName(match.field) : say("at_on", { time: match.starts, field: fieldName(match.field) })),
    !isOn
      && (later
        ? h("b", { key: "later", class: "hub-lag is-late" }, say("about", { time: later }))
        : field && delay(field)),
    h("p", { key: "which" }, h("a", { href: `/match/${match.id}` }, matchName(match))),
    lineUp({ ...match, result: null }));
}

function line(match, row) {
  const counted = row?.results.find(({ scheduled }) => scheduled === match.id);
  return h("li", { key: match.id, class: `card hub-row ${rowLook(match)}` },
    h("p", { key: "head", class: "hub-row-head" },
      h("a", { href: `/match/${match.id}` }, `${match.starts} · ${matchName(match)}`),
      h("span", {}, fieldName(match.field)),
      counted && h("b", { key: "points" }, say("gives", { points: counted.points, place: counted.place })),
      match.state === "called_off" && h("b", { key: "off", class: "badge" }, say("called_off")),
      match.state === "played" && h("b", { key: "played", class: "badge" }, say("not_confirmed"))),
    lineUp(match));
}
