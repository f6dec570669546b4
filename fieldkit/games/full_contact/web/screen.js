/** Full-Contact Catan on a TV: the scoreboard's scenes as a page, in shares of the screen's height. */

import { h, icon } from "../dom.js";
import { fitted } from "../fit.js";
import { listed, ownOrigin, tenths } from "../format.js";
import { ballLegend, field as drawnField, paintKinds } from "./parts.js";
import { built, leaders, momentOf, news } from "./news.js";
import { words } from "./words.js";

export { momentOf as moment, words };
const MAX_RECENT = 3;
const KINDS = ["wood", "wheat", "brick", "ore", "sheep"];
/** Nobody looks at the time while a round is on. */
const WITH_TIMES = ["ready", "break", "over"];

/** The whole screen. */
export function screen(/** @type {any} */ view, /** @type {Say} */ say, { moment: event }) {
  paintKinds(view.options.colours);
  const page = { view, say, event };
  const parts = SCENES[view.phase]?.(page) ?? play(page);
  return h("div", { key: "tv",
    class: `tv is-${view.phase} of-${view.teams.length} news-${news(view, say).length}` }, bar(page), parts);
}

const SCENES = { ready, break: pause, over };

function play(page) {
  return [cards(page),
    h("footer", { key: "foot", class: "tv-foot" }, field(page), told(page), plates(page), follow(page))];
}

function ready(page) {
  const { view, say } = page;
  return [cards(page),
    h("aside", { key: "side", class: "tv-join" }, h("h3", {}, say("follow")), qr("/qr.svg", say("follow")),
      h("p", {}, view.spectators ?? ownOrigin)),
    h("footer", { key: "foot", class: "tv-foot is-ready" }, field(page),
      h("div", { key: "told", class: "tv-told" }, ballLegend(view.options.colours ?? {}, say),
        readyLine(page)))];
}

function pause(page) {
  return [cards(page),
    h("aside", { key: "side", class: "tv-side" }, field(page), plates(page), told(page), follow(page)),
    readyLine(page)];
}

function bar({ view, say }) {
  const [title, line] = barWords(view, say);
  const team = view.teams.find(({ id }) => id === view.clock.head_start_team);
  const isLeading = view.phase === "head_start" && team;
  return h("header", { key: "bar", class: `tv-bar ${isLeading ? `team-${team.id}` : ""}`,
    "data-ring": view.phase === "break" && !view.result ? 1000 * view.warn_seconds : -1 },
    h("div", { key: "said", class: "tv-said" }, isLeading && icon(`mark-${team.mark}`),
      h("div", {}, fitted("h1", { class: "tv-title" }, title), h("p", {}, line))), clock(view),
    h("div", { key: "aim", class: "tv-aim" },
      isLeading
        ? h("div", { class: "tv-marks" }, [0, 1, 2].map((at) => icon(`mark-${team.mark}`, `at-${at}`)))
        : [h("p", {}, say("tv_first_to")), fitted("b", {}, say("points", { n: view.target }))],
      h("p", { key: "times", class: "tv-times" }, times(view, say),
        view.practice && h("span", { class: "tv-plate" }, say("tv_practice")))),
    h("i", { key: "strip", class: "tv-strip" }));
}

function barWords(view, say) {
  const n = view.round;
  const named = (id) => view.teams.find((team) => team.id === id)?.name ?? "";
  const head = view.clock.head_start_team;
  const waits = view.clock.state === "held" ? say("tv_held") : say("tv_break_line", { n: n + 1 });
  const words = { ready: [say("tv_ready"), say("tv_ready_line")],
    head_start: [named(head).toUpperCase(), say("tv_head_start_line")],
    grace: [say("tv_round", { n }), say("tv_grace_line")],
    break: [say("tv_break"), view.result ? say("tv_confirms") : waits],
    stopped: [say("tv_stopped"), say("tv_stopped_line")],
    over: [say("tv_over"), say("tv_over_line", { n })] };
  const how = head ? say("tv_had_head_start", { team: named(head) }) : view.bare ? say("tv_bare") : "";
  return words[view.phase] ?? [say("tv_round", { n }), how];
}

function clock(view) {
  if (["ready", "stopped", "over"].includes(view.phase)) return null;
  if (view.phase === "grace") return h("p", { key: "out", class: "tv-clock number is-out" }, tenths(0));
  if (view.clock.state === "idle") return h("p", { key: "out", class: "tv-clock number" }, "0");
  return h("p", { key: "clock", class: "tv-clock number", "data-clock": "", own: true, role: "timer" });
}

function times(view, say) {
  if (!WITH_TIMES.includes(view.phase)) return null;
  const began = view.phase !== "over" && typeof view.began_at === "number" && typeof view.now === "number";
  const minutes = began ? Math.floor((view.now - view.began_at) / 60_000) : 0;
  return minutes > 0 && say("tv_minutes", { n: minutes });
}

function cards(page) {
  const first = leaders(page.view);
  return h("section", { key: "cards", class: "tv-cards" },
    page.view.teams.map((team) => card(page, team, first.includes(team.id))));
}

function card({ view, say }, team, isFirst) {
  const isReady = view.phase === "ready";
  const settlements = built(view, team, "settlement");
  const things = [count("city", built(view, team, "city")),
    !isReady
    && h("li", { key: "settlement", class: settlements + team.settlements_in_hand > 0 ? "" : "is-none" },
      icon("settlement"), h("span", { class: "number" }, settlements),
      team.settlements_in_hand > 0
        && [icon("settlement", "is-hollow"),
          h("span", { key: "hand", class: "number" }, team.settlements_in_hand)]),
    count("knight", team.knights), !isReady && count("card", team.cards)];
  const { cards: used = 0, extra = 0 } = team.made ?? {};
  return h("article", { key: team.id, class: `tv-card team-${team.id}` },
    h("h2", { key: "name" }, icon(`mark-${team.mark}`),
      h("span", { class: "tv-name" }, fitted("b", {}, team.name))),
    h("div", { key: "points", class: "tv-figure" },
      isReady ? icon(`mark-${team.mark}`) : h("p", { key: "vp", class: "tv-points number" }, team.vp),
      isFirst && h("small", { key: "leads", class: "tv-leads" }, say("leads")),
      !isReady && (used !== 0 || extra !== 0)
        && h("ul", { key: "other", class: "tv-other" },
          used !== 0 && h("li", { key: "used" }, icon("card"), `+${used}`),
          extra !== 0 && h("li", { key: "extra" }, say("tv_extra", { n: extra > 0 ? `+${extra}` : extra })))),
    h("div", { key: "pips", class: "tv-pips" },
      Array.from({ length: view.target },
        (_, at) => h("i", { key: at, class: at < team.vp ? "is-on" : "" }))),
    h("ul", { key: "things", class: "tv-things" }, things),
    isReady
      ? h("p", { key: "players", class: "tv-players" }, say("tv_players", { n: team.players }))
      : h("ul", { key: "stock", class: `tv-things tv-stock of-${Object.keys(team.resources).length}` },
        KINDS.filter((kind) => kind in team.resources).map((kind) =>
          count(kind, team.resources[kind], `kind-${kind}`)
        )));
}

function count(name, n, look = "") {
  return h("li", { key: name, class: `${look} ${n ? "" : "is-none"}` }, icon(name),
    h("span", { class: "number" }, n));
}

function field({ view, say }) {
  return h("div", { key: "field", class: "tv-field field-box", role: "img", "aria-label": say("the_field") },
    drawnField({ view, say }));
}

function told({ view, event }) {
  const lines = view.recent.slice(0, MAX_RECENT).map((line, at) => {
    const team = view.teams.find(({ id }) => id === line.team);
    const rest = team && line.text.startsWith(`${team.name}`) ? line.text.slice(team.name.length) : null;
    return h("li", { key: at, class: team ? `team-${team.id}` : "" }, team && icon(`mark-${team.mark}`),
      h("p", {}, rest === null ? line.text : [h("b", {}, team.name), rest]));
  });
  const cried = event
    && h("p", { key: "moment", class: `tv-moment team-${event.team.id}` }, icon(`mark-${event.team.mark}`),
      h("span", { class: "tv-name" }, fitted("b", {}, event.text)));
  return h("div", { key: "told", class: "tv-told" }, h("ul", { key: "recent", class: "tv-recent" }, lines),
    cried);
}

function plates({ view, say }) {
  const said = news(view, say);
  return said.length > 0
    && h("ul", { key: "news", class: "tv-news" }, said.map(({ key, text, team }) =>
      h("li", { key, class: team ? `team-${team.id}` : "" }, team && icon(`mark-${team.mark}`),
        h("p", {}, text))
    ));
}

function follow({ view, say }) {
  const home = view.phase === "over";
  const said = say(home ? "tv_home" : "follow");
  return h("div", { key: "follow", class: "tv-follow" }, h("p", {}, said),
    qr(home ? `/qr.svg?match=${view.match}` : "/qr.svg", said));
}

function qr(src, alt) {
  return h("img", { key: src, class: "tv-qr", src, alt });
}

function readyLine({ view }) {
  return view.get_ready && !view.result && h("p", { key: "ready", class: "tv-ready" }, view.get_ready);
}

function over(page) {
  const { view, say } = page;
  const winners = view.teams.filter(({ id }) => view.result?.winners.includes(id));
  const ranked = [...view.teams].sort((a, b) => b.vp - a.vp);
  return [
    h("section", { key: "winners", class: `tv-winners n-${winners.length}` }, winnerParts(winners, say)),
    h("section", { key: "table", class: "tv-table" },
      h("img", { key: "chart", class: "tv-chart", src: `/charts/points.svg?of=${view.match}-${view.seq}`,
        alt: say("chart_points") }), h("ul", { key: "rows" }, ranked.map((team) => row(team, say)))),
    h("footer", { key: "foot", class: "tv-foot" }, field(page), told(page), follow(page)),
  ];
}

function winnerParts(winners, say) {
  if (winners.length === 0) return h("p", { class: "tv-name" }, fitted("b", {}, say("tv_no_result")));
  const names = listed(winners.map(({ name }) => name)).toUpperCase();
  const lines = winners.length === 1 ? [say("tv_win", { teams: names })] : [names, say("tv_share")];
  return [
    h("div", { key: "marks", class: "tv-figure" }, winners.map((team) =>
      h("span", { key: team.id, class: `team-${team.id}` }, icon(`mark-${team.mark}`))
    ), winners.length === 1 && h("p", { key: "vp", class: "tv-points number" }, winners[0].vp)),
    lines.map((line, at) => h("p", { key: at, class: "tv-name" }, fitted("b", {}, line))),
  ];
}

function row(team, say) {
  const { cities = 0, settlements = 0, knights = 0, cards: used = 0, extra = 0 } = team.made ?? {};
  const terms = [["city", cities], ["settlement", settlements], ["knight", knights], ["card", used]];
  return h("li", { key: team.id, class: `team-${team.id}` }, icon(`mark-${team.mark}`),
    h("div", {}, h("span", { class: "tv-name" }, fitted("b", {}, team.name)),
      team.made
        && h("p", { class: "tv-sum" }, terms.map(([name, n]) =>
          h("span", { key: name, class: n ? "" : "is-none" }, icon(name), n)
        ), h("span", { key: "extra", class: extra ? "" : "is-none" }, say("tv_extra", { n: extra })))),
    h("span", { class: "number" }, team.vp));
}
