/** Lines to read aloud: missing teams, results, what they changed, what comes next. A tap greys a line. */

import { h } from "../dom.js";
import { listed } from "../format.js";
import { remember, remembered } from "../device.js";
import { fieldName, hub, matchName, open, ranked, say, sentence, teamName, teamNames } from "./parts.js";

/** @typedef {{key: string, text: string}} Line */

/** The number of the last results that may still be read out. */
const RESULTS = 4;
/** From this many minutes before its time on a team that is not there is called. */
const CALL_MIN = 15;

const SAID = "hub-said";
const MAX_SAID = 200;

/** The lines that were said, by their keys. @type {Set<string>} */
const said = new Set((remembered(SAID) ?? "").split("\n"));
/** The places shown before, and the lines that their changes made. @type {Map<string, number> | null} */
let places = null;
/** @type {Line[]} */
let moved = [];
let noted = null;
/** The moments (in order) at which results were first seen as confirmed here. @type {Map<string, number>} */
const firstSeen = new Map();

const NEEDED = ["teams", "schedule", "standings"];
open(NEEDED, () => {
  const { schedule, standings } = hub.docs;
  note(standings);
  const parts = [part("late", "teams_missing", missing(schedule)), part("next", "coming_up", coming()),
    part("results", "results_new", results(schedule)), part("standings", "standings_new", moved)];
  return [h("h1", { key: "title", class: "hub-quiet-title" }, say("announcer")),
    parts.some(Boolean)
      ? [parts, h("p", { key: "how", class: "soft" }, say("tap_said"))]
      : sentence("all_said")];
}, NEEDED);

function part(/** @type {string} */ key, /** @type {string} */ title, /** @type {Line[]} */ lines) {
  if (!lines.length) return null;
  return h("section", { key, class: "hub-said" }, h("h2", {}, say(title)), h("ul", {}, lines.map(line)));
}

function line(/** @type {Line} */ { key, text }) {
  const isSaid = said.has(key);
  const act = () => {
    if (!said.delete(key)) said.add(key);
    remember(SAID, [...said].slice(-MAX_SAID).join("\n"));
    hub.onChange();
  };
  return h("li", { key },
    h("button", { type: "button", class: "hub-line", "aria-pressed": String(isSaid), on: { click: act } },
      text));
}

/** Teams that play next and have not come to the check-in. */
function missing(schedule) {
  const here = new Set(schedule.here);
  return (hub.index?.fields ?? []).flatMap((field) => {
    const match = field.next;
    const planned = schedule.matches.find(({ id }) => id === match?.id);
    if (!match || !planned || minutesTo(planned, field.lag ?? 0) > CALL_MIN) return [];
    const isMissing = ({ id }) => !id.includes(":") && !here.has(id) && !schedule.absent.includes(id);
    return match.teams.filter(isMissing).map(({ id, name }) => ({ key: `late ${match.id} ${id}`,
      text: say("say_absent", { team: teamName(id, { [id]: name }), field: field.name }) })
    );
  });
}

/** In how many minutes a match will begin as things stand. */
function minutesTo(planned, lag) {
  const now = new Date(hub.clock.now() ?? Date.now());
  const minute = now.getHours() * 60 + now.getMinutes();
  const due = planned.day_min + Math.max(0, lag);
  // After midnight the day of an event goes on.
  return due - (minute < due - 720 ? minute + 1440 : minute);
}

/** The last results that count. */
function results(schedule) {
  const counted = schedule.matches.filter((match) => match.state === "confirmed" && match.result?.length);
  for (const { id } of counted) if (!firstSeen.has(id)) firstSeen.set(id, firstSeen.size);
  return counted.sort((a, b) => (firstSeen.get(b.id) ?? 0) - (firstSeen.get(a.id) ?? 0) || b.slot - a.slot)
    .slice(0, RESULTS).map((match) => {
      const best = ranked(match.result);
      const name = (score) => score.name || teamName(score.team);
      const first = best.filter(({ place }) => place === 1);
      const others = best.filter(({ place }) => place > 1);
      const told = { n: first.length, match: matchName(match), teams: listed(first.map(name)),
        score: first[0]?.score, others: listed(others.map((score) => `${name(score)} ${score.score}`)) };
      const text = say(others.length ? "say_won" : "say_level", told);
      // A result that was corrected is another line.
      return { key: `result ${text}`, text };
    });
}

/** Note what has changed in the standings since this page last saw them. */
function note(standings) {
  if (standings === noted) return;
  noted = standings;
  const now = new Map(
    standings.rows.filter(({ played }) => played > 0).map(({ team, place }) => [team, place]),
  );
  if (places) {
    const names = new Map(standings.rows.map(({ team, name }) => [team, name]));
    const changed = [...now].filter(([team, place]) => places?.has(team) && places.get(team) !== place);
    const told = changed.map(([team, place]) => ({ key: `moved ${team} ${place} ${places?.get(team)}`,
      text: say(place < (places?.get(team) ?? place) ? "say_up" : "say_down", { team: names.get(team),
        n: place }) })
    );
    if (told.length) moved = told;
  } else moved = leaders(standings);
  places = now;
}

/** The leaders, for a page that has seen no change yet. */
function leaders(standings) {
  const first = standings.rows.filter(({ place, played }) => place === 1 && played > 0);
  if (!first.length) return [];
  return [{ key: `lead ${first.map(({ team }) => team).join()} ${first[0].points}`,
    text: say("say_leads", { n: first.length, teams: listed(first.map(({ name }) => name)),
      points: first[0].points }) }];
}

/** The next match of each field. */
function coming() {
  return (hub.index?.fields ?? []).flatMap(({ id, next }) =>
    next
      ? [{ key: `next ${next.id}`,
        text: say("say_next_at", { field: fieldName(id), time: next.starts, match: matchName(next),
          teams: teamNames(next) }) }]
      : []
  );
}
