/** Full-Contact Catan for spectators: a card for each team, the field, and what happened last. */

import { h, icon } from "../dom.js";
import { listed, longestWord } from "../format.js";
import { charts, takeHome } from "../panels/over.js";
import { lately } from "../sides.js";
import { about } from "./about.js";
import { ballLegend, balls, field, handRules, paintKinds, teamNames } from "./parts.js";
import { built, leaders, news } from "./news.js";

export { words } from "./words.js";

/** Everything below the bar. */
export function screen(/** @type {BoardView} */ view, /** @type {Say} */ say) {
  const winners = view.phase === "over" ? (view.result?.winners ?? []) : [];
  paintKinds(view.options.colours);
  // After the match a phone shows the winners first.
  const ordered = view.phase === "over" ? [...view.teams].sort((a, b) => b.vp - a.vp) : view.teams;
  return [view.phase === "over" && result(view, say, winners), view.phase !== "over" && announced(view, say),
    view.phase === "ready" && h("section", { key: "about", class: "card board-about" }, about(say)),
    h("div", { key: "teams", class: `board-teams of-${view.teams.length}` },
      ordered.map((team) => teamCard(view, say, team, winners))),
    view.phase === "over"
    && charts(view, say, ["points", "collected"], (side, name) =>
      name === "points"
        ? say("points", { n: side.score })
        : balls(view.statistics.collected[side.id], say)), takeHome(view),
    h("div", { key: "rest", class: "board-rest" },
      h("div", { class: "field-box", "aria-label": say("the_field"), role: "group" }, field({ view, say })),
      lately(view, say)),
    h("details", { key: "meant", class: "card board-more" }, h("summary", {}, say("legend")),
      legend(view, say)),
    h("details", { key: "rules", class: "card board-more" }, h("summary", {}, say("hand_rules")),
      handRules(say, view.phase))];
}

/** The news that everybody has to hear, for an announcer to read out, and what bodies do now. */
function announced(view, /** @type {Say} */ say) {
  const said = news(view, say).map(({ text }) => text);
  if (said.length === 0 && !view.get_ready) return null;
  return h("section", { key: "announced", class: "card board-said" },
    said.length > 0
      && h("p", { key: "news" }, h("small", {}, say("announce")), " ", h("b", {}, said.join(" · "))),
    view.get_ready && h("p", { key: "ready" }, view.get_ready));
}

/** The meaning of the icons, and which balls are which. */
function legend(view, /** @type {Say} */ say) {
  const meant = [["city", "cities"], ["settlement", "settlements"], ["knight", "knights"], ["card",
    "legend_card"]];
  return h("div", { class: "board-legend" },
    h("ul", {}, meant.map(([name, key]) => h("li", { key: name }, icon(name), say(key)))),
    ballLegend(view.options.colours, say));
}

function result(/** @type {BoardView} */ view, /** @type {Say} */ say, winners) {
  const teams = listed(teamNames(/** @type {any} */ (view), winners));
  const text = winners.length ? say("win", { n: winners.length, teams }) : say("no_result");
  return [h("p", { key: "result", class: "board-result" }, text),
    h("a", { key: "home", class: "card board-home", href: `/matches/${view.match}` },
      h("img", { src: `/qr.svg?match=${view.match}`, alt: "" }), h("span", {}, say("tv_home")))];
}

function teamCard(/** @type {BoardView} */ view, /** @type {Say} */ say, team, winners) {
  const things = [["city", say("cities"), built(view, team, "city")], ["settlement", say("settlements"),
    built(view, team, "settlement")], ["knight", say("knights"), team.knights], ["card", say("legend_card"),
    team.cards]];
  const { cities = 0, settlements = 0, knights = 0, cards: used = 0, extra = 0 } = team.made ?? {};
  const isOver = view.phase === "over";
  const sum = [cities, settlements, knights, say("cards", { n: used }), say("tv_extra", { n: extra })].join(
    " + ",
  );
  const hand = [team.settlements_in_hand > 0 && say("in_hand", { n: team.settlements_in_hand }),
    !isOver && used > 0 && say("used_points", { n: used }),
    !isOver && extra !== 0 && say("tv_extra", { n: extra > 0 ? `+${extra}` : extra })].filter(Boolean);
  return h("section", { key: team.id,
    class: `card board-team team-${team.id} ${winners.includes(team.id) ? "is-winner" : ""}` },
    h("h2", { class: "team-label",
      style: { "--letters": team.name.length, "--word": longestWord(team.name) } },
      icon(`mark-${team.mark}`, "mark"), h("b", {}, team.name),
      winners.includes(team.id) && icon("cup", "board-first")),
    h("div", { class: "board-figure" },
      leaders(view).includes(team.id) && h("small", { key: "leads" }, say("leads")),
      h("p", { class: "points number", "aria-label": say("points", { n: team.vp }) }, team.vp)),
    h("div", { class: "pips", role: "img", "aria-label": say("pips", { vp: team.vp, target: view.target }) },
      Array.from({ length: view.target }, (_, i) => h("i", { key: i, class: i < team.vp ? "is-on" : "" }))),
    h("ul", { class: "things" }, things.map(([name, label, count]) => counter(name, "", label, count))),
    isOver
      ? team.made
        && h("p", { key: "sum", class: "board-sum", "aria-label": `${sum} = ${team.vp}` },
          `${sum} = ${team.vp}`)
      : h("ul", { class: "things stock" },
        Object.entries(team.resources).map(([kind, count]) =>
          counter(kind, `kind-${kind}`, say(`kind_${kind}`), count)
        )),
    h("p", { class: "soft in-hand-words" }, team.settlements_in_hand > 0 && icon("settlement", "is-hollow"),
      hand.join(", ")));
}

function counter(name, look, label, count) {
  return h("li", { key: name, class: `${look} ${count ? "" : "is-none"}`,
    "aria-label": `${label}: ${count}` }, icon(name), h("span", { class: "number" }, count));
}
