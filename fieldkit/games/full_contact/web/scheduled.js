/**
 * A match of an event's schedule, set up with one tap: each team at its hoop, in the colour it wishes for.
 */

import { forget, formOf, offered, startHoops } from "./setup_form.js";

/** The parts by which the tablet's first screen sets up a match of the schedule. */
export function scheduled(/** @type {Tablet} */ tablet) {
  return { begin: (match) => begin(tablet, match), cannot: (match) => misfit(tablet, match) };
}

/** The reason that a match cannot be played here, or null. */
function misfit(/** @type {Tablet} */ { view, say }, match) {
  const n = match.teams.length;
  const { min, max } = offered(view).limits.teams;
  return n >= min && n <= Math.min(max, startHoops(view).length) ? null : say("next_misfit", { n });
}

/** Create the match with its teams in place; whether the kit took it. The rest is as the form has it. */
async function begin(/** @type {Tablet} */ tablet, match) {
  const { view, send, draw } = tablet;
  if (!(await send(command(view, formOf(tablet).form, match)))) return false;
  forget(tablet);
  draw();
  return true;
}

/** @returns {Command} */
function command(/** @type {MatchView} */ view, form, match) {
  const sides = sidesOf(match.teams, offered(view).teams.map((team) => team.id));
  const hoops = startHoops(view);
  const { min, max } = offered(view).limits.players;
  return { type: "create_match", game: "full_contact", teams: match.teams.map(({ name, players }, i) => {
    const usual = form.teams.find((team) => team.id === sides[i])?.players ?? min;
    const count = players.length ? Math.min(max, Math.max(min, players.length)) : usual;
    return { id: /** @type {any} */ (sides[i]), name, players: count, start_hoop: hoops[i]?.id ?? "" };
  }), full_game: form.full ?? false, practice: form.practice, options: form.options,
    scheduled: { id: match.id,
      teams: Object.fromEntries(match.teams.map(({ team }, i) => [sides[i], team])) } };
}

/**
 * A colour for each team: the one it wishes for unless one before it has that, else one that nobody wishes
 * for.
 */
function sidesOf(teams, colours) {
  const wished = teams.map(({ colour },
    i) => (colours.includes(colour) && teams.findIndex((other) => other.colour === colour) === i
      ? colour
      : null)
  );
  const free = colours.filter((colour) => !wished.includes(colour));
  return wished.map((colour) => colour ?? free.shift());
}

/**
 * The teams of the sides once the set-up of a scheduled match was changed: a team that changed its colour
 * keeps its name. Nothing for a match that is none of the schedule.
 */
export function stillScheduled(/** @type {MatchView} */ view, teams) {
  if (!view.scheduled) return {};
  const { id, teams: before } = view.scheduled;
  const named = new Map(view.teams.map((team) => [team.name, before[team.id]]));
  const known = teams.map((team) => [team.id, named.get(team.name.trim()) ?? before[team.id]]).filter((
    [, team],
  ) => team);
  const once = known.filter(([, team], i) => known.findIndex(([, other]) => other === team) === i);
  return { scheduled: { id, teams: Object.fromEntries(once) } };
}
