/**
 * The finals as a tree: its levels beside each other with a line from each match to the next, or below each
 * other where there is no room. Its matches are a list of lists; the lines are for the eye alone.
 *
 * @typedef {HubMatch & {state: string, result: any[] | null}} Final
 * @typedef {{id: string, name: string, score: any}} Row
 * @typedef {{match: Final, level: number, rows: Row[], from: number, size: number}} Node
 */

import { h, icon } from "../dom.js";
import { listed } from "../format.js";
import { dye, fieldName, mark, matchName, ranked, say, teamName, teamOf } from "./parts.js";

/** @typedef {import("./live.js").HubMatch} HubMatch */

const NAMED = /^(winner|second):(.+)$/;
/** The number of tracks that a line of a match takes: two, so that a match may stand between two others. */
const TRACKS = 2;

/** The matches of the finals by their levels, the last match last. @returns {Final[][]} */
export function levelsOf(/** @type {Final[]} */ finals) {
  /** @type {Map<string, number>} */
  const known = new Map();
  const level = (/** @type {Final} */ match) => {
    const found = known.get(match.id);
    if (found !== undefined) return found;
    // The one that names itself comes first.
    known.set(match.id, 0);
    const before = match.teams.map(({ id }) => sourceOf(finals, match, id)).filter((one) =>
      one !== undefined
    );
    known.set(match.id, before.length ? 1 + Math.max(...before.map(level)) : 0);
    return known.get(match.id) ?? 0;
  };
  /** @type {Final[][]} */
  const levels = [];
  for (const match of finals) (levels[level(match)] ??= []).push(match);
  return levels.filter(Boolean);
}

/** The match that a team of a final comes from: it is named, or the team was in it. */
function sourceOf(/** @type {Final[]} */ finals, /** @type {Final} */ match, /** @type {string} */ id) {
  const named = NAMED.exec(id);
  if (named) return finals.find((one) => one.id === named[2]);
  const before = finals.slice(0, finals.indexOf(match)).reverse();
  return before.find(({ teams }) => teams.some((team) => team.id === id));
}

/** A match's teams in their order, so that no line moves, or who played in it if those were others. */
function rowsOf(/** @type {Final} */ { teams, result }) {
  const scored = result ?? [];
  const isAsPlanned = scored.every(({ team }) => teams.some(({ id }) => id === team));
  if (!isAsPlanned) return ranked(scored).map((score) => ({ id: score.team, name: score.name, score }));
  return teams.map(({ id, name }) => ({ id, name, score: scored.find(({ team }) => team === id) }));
}

/** The place of each match, `gap` tracks apart at least. @returns {{nodes: Node[][], tracks: number}} */
function placedIn(/** @type {Final[][]} */ levels, /** @type {number} */ gap) {
  const most = Math.max(...levels.flat().map((match) => rowsOf(match).length));
  const tracks = Math.max(...levels.map((level) => level.length)) * ((most + 1) * TRACKS + gap);
  const nodes = levels.map((matches, level) =>
    matches.map((match, at) => {
      const rows = rowsOf(match);
      const size = (rows.length + 1) * TRACKS;
      return { match, level, rows, size,
        from: Math.round(((at + 0.5) * tracks) / matches.length - size / 2) };
    })
  );
  return { nodes, tracks };
}

/**
 * The tree of the finals.
 * @param {Final[]} finals
 * @param {{isWide: boolean, isLink?: boolean, most?: number, gap?: number}} how `isWide` puts the levels
 *   beside each other; with `most` the levels that have more matches than that are left out while any remain
 */
export function tree(finals, { isWide, isLink = true, most = Infinity, gap = TRACKS }) {
  const all = levelsOf(finals);
  const few = all.filter((level) => level.length <= most);
  const { nodes, tracks } = placedIn(few.length ? few : all.slice(-1), gap);
  const lines = nodes.map((level, at) => (at ? linesOf(finals, nodes[at - 1], level) : []));
  return h("ol", { key: "tree", class: `tree of-${nodes.length} ${isWide ? "is-wide" : ""}`,
    style: { "--levels": nodes.length, "--tracks": tracks } },
    nodes.map((level, at) =>
      h("li", { key: at, class: "tree-level" }, h("h3", {}, matchName({ ...level[0].match, id: "" }).trim()),
        h("div", { class: "tree-body" }, isWide && at > 0 ? svg(lines[at], tracks) : null,
          h("ol", { key: "matches", class: "tree-matches" }, level.map((node) => card(node, isLink)))))
    ));
}

/** The winner of the last of the finals, once that counts. */
export function champion(/** @type {Final[]} */ finals) {
  const [last = []] = levelsOf(finals).reverse();
  const first = last.length === 1 && last[0].state === "confirmed"
    ? (last[0].result ?? []).filter(({ place }) => place === 1)
    : [];
  if (!first.length) return null;
  const teams = listed(first.map((score) => score.name || teamName(score.team)));
  return h("p", { key: "champion", class: "tree-champion" }, icon("cup"),
    h("span", {}, say("champion", { n: first.length, teams })));
}

function card(/** @type {Node} */ { match, rows, from, size }, isLink) {
  const name = matchName(match);
  return h("li", { key: match.id, class: `card tree-match is-${match.state}`, "data-match": match.id,
    style: { "--from": from + 1, "--size": size, "--rows": `${rows.length}fr` } },
    h("p", { key: "head", class: "tree-head" },
      isLink ? h("a", { href: `/match/${match.id}` }, name) : h("b", {}, name), state(match)),
    h("ul", { key: "rows" }, rows.map((row) => line(row, isLink))));
}

/** The time and field of a match, or how it stands. */
function state(/** @type {Final} */ match) {
  const told = { playing: "on_now", played: "not_confirmed", called_off: "called_off" }[match.state];
  if (told) return h("b", { key: told, class: "badge" }, say(told));
  return h("span", { key: "when" }, `${match.starts} · ${fieldName(match.field)}`);
}

function line(/** @type {Row} */ { id, name, score }, isLink) {
  const team = teamOf(id);
  const isFirst = score?.place === 1;
  const isOpen = id.includes(":");
  const text = teamName(id, name ? { [id]: name } : {});
  return h("li", { key: id || name,
    class: `${dye(team)} ${isFirst ? "is-winner" : ""} ${isOpen ? "is-open" : ""}` }, mark(team),
    isLink && !isOpen && id
      ? h("a", { key: "name", class: "name", href: `/team/${id}` }, text)
      : h("span", { key: "name", class: "name" }, text),
    isFirst
      && h("span", { key: "cup", class: "tree-cup", role: "img", "aria-label": say("winner") }, icon("cup")),
    score && h("b", { key: "score", class: "number" }, score.score));
}

/** The lines into a level: how they run, and whether the winner or the second goes on by them. */
function linesOf(/** @type {Final[]} */ finals, /** @type {Node[]} */ before, /** @type {Node[]} */ level) {
  return level.flatMap(({ match, rows, from }) =>
    rows.flatMap(({ id }, at) => {
      const source = sourceOf(finals, match, id);
      const node = before.find((one) => one.match === source);
      if (!node) return [];
      const was = node.rows.findIndex((row) => row.id === id);
      const start = was < 0 ? node.from + node.size / 2 : middle(node.from, was);
      const place = was < 0 ? (id.startsWith("winner") ? 1 : 2) : node.rows[was].score?.place;
      const end = middle(from, at);
      return [{ key: `${match.id} ${id}`, isFirst: place === 1,
        path: `M0 ${start}C50 ${start} 50 ${end} 100 ${end}` }];
    })
  );
}

/** The middle of a line of a match, below its head. */
function middle(/** @type {number} */ from, /** @type {number} */ row) {
  return from + (row + 1.5) * TRACKS;
}

function svg(lines, /** @type {number} */ tracks) {
  const paths = lines.map(({ key, isFirst, path }) =>
    h("path", { key, class: isFirst ? "is-first" : "", d: path })
  );
  return h("svg", { key: "lines", class: "tree-lines", viewBox: `0 0 100 ${tracks}`,
    preserveAspectRatio: "none", "aria-hidden": "true" }, paths);
}
