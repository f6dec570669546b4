/** News for a crowd, and what has just happened, as the scoreboard tells it. */

import { hoopNumber, listed } from "../format.js";

const MAX_NEWS = 3;

/** The number of a team's buildings of a sort on the field. */
export function built(/** @type {any} */ { hoops }, team, building) {
  return hoops.filter((hoop) => hoop.team === team.id && hoop.building === building).length;
}

/** The leaders while not all stand alike; nobody before the first round and after the last. */
export function leaders(/** @type {any} */ { phase, teams }) {
  const points = teams.map(({ vp }) => vp);
  if (phase === "ready" || phase === "over" || new Set(points).size < 2) return [];
  return teams.filter(({ vp }) => vp === Math.max(...points)).map(({ id }) => id);
}

/** The teams that lack one point to the target, while nobody is there. */
export function matchPoints(/** @type {any} */ { phase, teams, target }) {
  if (phase === "ready" || phase === "over" || teams.some(({ vp }) => vp >= target)) return [];
  return teams.filter(({ vp }) => vp === target - 1);
}

/** News that players must know now, the most urgent first: {key, text, team}. */
export function news(/** @type {any} */ view, /** @type {Say} */ say) {
  if (view.phase === "over") return [];
  const named = (id) => view.teams.find((team) => team.id === id)?.name ?? id;
  const about = (key, id, more = {}) => ({ key: `${key}-${id}`, text: say(key, { team: named(id), ...more }),
    team: view.teams.find((team) => team.id === id) });
  const plain = (key, fill = {}) => ({ key, text: say(key, fill), team: null });
  const isTied = view.phase === "break" && !view.result && view.target > 0
    && view.teams.filter(({ vp }) => vp >= view.target).length > 1;
  const silent = view.hoops.filter(({ link }) => link === "silent");
  const near = matchPoints(view);
  return [
    ...view.owed.filter(({ discard }) => discard).map(({ team, discard }) =>
      about("news_discard", team, { n: discard })
    ),
    view.supremacy && about("news_knights", view.supremacy),
    isExtraRound(view) && plain("news_extra_round"),
    isTied && plain("news_tie"),
    view.result && !view.result.final
    && plain("news_target", { teams: listed(view.result.winners.map(named)) }),
    !view.result && view.next_round.foresight && about("news_first", view.next_round.foresight),
    !view.result && view.next_round.supremacy && about("news_next_knights", view.next_round.supremacy),
    !view.result && near.length > 0
    && { key: "near", text: say("news_match_point", { teams: listed(near.map(({ name }) => name)) }),
      team: near.length === 1 ? near[0] : null },
    silent.length === 1 && plain("news_silent", { hoop: hoopNumber(silent[0].id) }),
    silent.length > 1 && plain("news_silent_many", { n: silent.length }),
  ].filter(Boolean).slice(0, MAX_NEWS);
}

function isExtraRound({ phase, statistics, target }) {
  const began = ["ready", "break", "over"].includes(phase) ? [] : statistics.points.slice(-2, -1);
  return began.some((each) => Object.values(each).filter((points) => points >= target).length > 1);
}

/** The greatest thing that a team has built, bought or played between two views; null for nothing. */
export function momentOf(/** @type {any} */ before, /** @type {any} */ view, /** @type {Say} */ say) {
  const found = view.teams.flatMap((team) => {
    const was = before.teams.find(({ id }) => id === team.id);
    return was ? cries(before, view, was, team, say).map(([rank, text]) => ({ rank, text, team })) : [];
  });
  return found.sort((a, b) => b.rank - a.rank)[0] ?? null;
}

function cries(before, view, was, team, say) {
  const fill = { team: team.name };
  const used = newest(was.used_cards ?? [], team.used_cards ?? []);
  return [
    was.vp < view.target && team.vp >= view.target && [5, say("moment_points", { ...fill, n: team.vp })],
    used && [4, say("moment_card", { ...fill, card: say(`card_list/${used}`) })],
    built(view, team, "city") > built(before, team, "city") && [3, say("moment_city", fill)],
    built(view, team, "settlement") > built(before, team, "settlement")
    && [2, say("moment_settlement", fill)],
    team.knights > was.knights && [1, say("moment_knight", fill)],
  ].filter(Boolean);
}

function newest(was, has) {
  const count = (cards, card) => cards.filter((one) => one === card).length;
  return has.find((card) => count(has, card) > count(was, card));
}
