/** The schedule by time, of one team or one field, with results and with the times as they now stand. */

import { button, h } from "../dom.js";
import { listed } from "../format.js";
import { delay, expected, fieldName, hub, lineUp, matchName, mine, open, pauseBefore, rowLook, say, sentence,
  stand, teamName } from "./parts.js";

/** The states of a match that nobody waits for any more. */
const OVER = ["played", "confirmed", "called_off"];

const asked = new URLSearchParams(location.search);
let team = asked.get("team") ?? mine();
let field = asked.get("field") ?? "";

open(["teams", "schedule"], () => {
  const { schedule, teams } = hub.docs;
  const shown = schedule.matches.filter((match) =>
    (!team || match.teams.includes(team)) && (!field || match.field === field)
  );
  return [h("h1", { key: "title" }, say("schedule")),
    schedule.matches.length ? choice(teams.teams, schedule.fields) : null, delays(),
    !schedule.matches.length && sentence("no_schedule"),
    schedule.matches.length > 0 && !shown.length && sentence("nothing_found"), slots(schedule, shown)];
}, ["teams", "schedule"]);

/** The part of it that is shown; the address keeps it, so that it can be passed on. */
function choice(teams, fields) {
  const pick = (key, label, value, options, act) =>
    h("label", { key }, h("span", {}, label), h("select", { class: "input", value, on: { change: (event) =>
      choose(() => act(event.target.value)) } }, options.map(([id, name]) =>
        h("option", { key: id, value: id }, name)
      )));
  return h("form", { key: "choice", class: "hub-choice" },
    pick("team", say("choose_team"), team, [["", say("all_teams")],
      ...teams.map(({ id, name }) => [id, name])], (id) => (team = id)),
    pick("field", say("choose_field"), field, [["", say("all_fields")],
      ...fields.map((id) => [id, fieldName(id)])], (id) => (field = id)),
    team || mine()
      ? button({ key: "mine", look: "wide", "aria-pressed": String(team === mine()), act: () =>
        choose(() => stand(team === mine() ? "" : team || mine())) },
        say(team === mine() ? "not_my_team" : "my_team"))
      : null);
}

function choose(act) {
  act();
  const query = String(new URLSearchParams([["team", team], ["field", field]].filter(([, id]) => id)));
  history.replaceState(null, "", location.pathname + (query && `?${query}`));
  hub.onChange();
}

/** The delay of each field, if any. */
function delays() {
  const late = (hub.index?.fields ?? []).filter((one) => one.lag && (!field || one.id === field));
  if (!late.length) return null;
  return h("ul", { key: "delays", class: "hub-delays" },
    late.map((one) => h("li", { key: one.id }, one.name, " ", delay(one))));
}

/** The matches by time, with the breaks between them; what is over is folded up, except for one team. */
function slots(schedule, shown) {
  const numbers = [...new Set(shown.map(({ slot }) => slot))].sort((a, b) => a - b);
  const isOver = (slot) => shown.every((match) => match.slot > slot || OVER.includes(match.state));
  const past = team ? [] : numbers.filter(isOver);
  const list = (key, some) =>
    h("ol", { key, class: "hub-slots" }, some.map((number) =>
      slot(schedule, number, shown.filter((match) => match.slot === number))
    ));
  const n = shown.filter((match) => past.includes(match.slot)).length;
  return [
    n > 0
    && h("details", { key: "past", class: "hub-past" }, h("summary", {}, say("past", { n })),
      list("past", past)),
    list("slots", numbers.filter((number) => !past.includes(number))),
  ];
}

function slot(schedule, number, matches) {
  const pause = pauseBefore(schedule, number);
  return h("li", { key: number, class: "hub-slot" },
    pause > 0 && h("p", { key: "pause", class: "hub-pause" }, say("pause", { n: pause })),
    h("h2", { key: "time", class: "number" }, matches[0].starts),
    h("ul", { key: "matches", class: "hub-slot-matches" }, matches.map((match) => row(schedule, match))));
}

function row(schedule, match) {
  const about = expected(match, hub.index?.fields ?? []);
  const without = (match.without ?? []).map((id) => teamName(id));
  return h("li", { key: match.id,
    class: `card hub-row ${rowLook(match)} ${mine() && match.teams.includes(mine()) ? "is-mine" : ""}` },
    h("p", { key: "head", class: "hub-row-head" }, h("a", { href: `/match/${match.id}` }, matchName(match)),
      h("span", {}, fieldName(match.field)), state(match),
      about && h("b", { key: "about", class: "hub-lag is-late" }, say("about", { time: about }))),
    without.length > 0
      && h("p", { key: "without", class: "soft" }, say("without", { teams: listed(without) })),
    lineUp(match,
      (id) => schedule.absent.includes(id) && h("span", { class: "soft" }, ` (${say("absent")})`)));
}

function state(match) {
  const told = { playing: "on_now", played: "not_confirmed", called_off: "called_off" }[match.state];
  return told ? h("b", { key: "state", class: "badge" }, say(told)) : null;
}
