/** A match: its result, where that comes from, and the way to its report. */

import { h } from "../dom.js";
import { about, dye, fieldName, hub, look, mark, matchName, open, ranked, say, scores, sentence, teamLabel,
  teamName } from "./parts.js";

const path = `matches/${about}`;
open(["teams", path], () => {
  const found = hub.docs[path];
  if (hub.missing.has(path)) return sentence("no_such_match");
  const planned = found.scheduled
    ?? { id: about, title: "", field: found.result?.versions[0]?.field ?? "", starts: "", teams: [] };
  const { result } = found;
  return [
    h("header", { key: "head", class: "hub-match-head" }, h("h1", {}, matchName(planned)),
      h("p", { class: "soft" }, planned.starts
        ? say("at_on", { time: planned.starts, field: fieldName(planned.field) })
        : fieldName(planned.field))),
    result?.scores.length ? cards(result) : waiting(planned, found.state),
    result?.scores.length ? standing(result) : null,
    reports(found.reports),
    result?.versions.length > 1 || result?.correction ? versions(result) : null,
  ];
}, [path]);

/** The teams, before there is a result. */
function waiting(planned, state) {
  return [sentence({ playing: "is_playing", called_off: "is_called_off" }[state] ?? "not_played"),
    state === "playing"
    && h("p", { key: "live", class: "hub-ways" },
      h("a", { class: "button", href: `/field/${planned.field}` },
        say("watch", { field: fieldName(planned.field) }))),
    h("ul", { key: "teams", class: "card hub-scores is-roomy" },
      planned.teams.map(({ id, name }) => h("li", { key: id }, teamLabel(id, { [id]: name }))))];
}

/** The result, best first. */
function cards(result) {
  return h("div", { key: "cards", class: `board-teams of-${result.scores.length}` },
    ranked(result.scores).map((score) => {
      const side = look(score);
      const name = score.name || teamName(score.team);
      return h("section", { key: score.side || score.team,
        class: `card board-team ${dye(side)} ${score.place === 1 ? "is-winner" : ""}` },
        h("h2", { class: "team-label" }, mark(side),
          h("b", {}, score.team ? h("a", { href: `/team/${score.team}` }, name) : name)),
        h("p", { class: "points number" }, score.score),
        h("p", { class: "hub-place" }, say("place", { n: score.place })));
    }));
}

/** In plain words whether it counts. */
function standing(result) {
  const isOfThis = ({ version }) => !result.correction || version.startsWith("corrected.");
  const people = new Set(result.confirmations.filter(isOfThis).map(({ by }) => by));
  if (result.correction) people.add(result.correction.by);
  return h("section", { key: "standing", class: "card hub-standing" },
    h("p", { key: "is" }, h("b", {}, say(result.confirmed ? "is_confirmed" : "is_provisional"))),
    result.confirmed && h("p", { key: "by" }, say("confirmed_by", { n: people.size })),
    result.correction
      && h("p", { key: "corrected" }, say("is_corrected", { reason: result.correction.reason })),
    result.disputed
      && h("p", { key: "disputed", class: "is-warning" },
        say(result.versions.length ? "is_disputed" : "is_taken_back")));
}

function reports(list) {
  const several = list.length > 1;
  return h("p", { key: "reports", class: "hub-ways" }, list.map(({ field, match }) => {
    const name = several ? { field: fieldName(field), match } : {};
    return [
      h("a", { key: `report ${field} ${match}`, class: "button", href: `/report/${field}/${match}` },
        say(several ? "report_of" : "report", name)),
      h("a", { key: `csv ${field} ${match}`, class: "button quiet", href: `/report/${field}/${match}.csv` },
        say(several ? "decisions_of" : "decisions", name)),
    ];
  }), h("a", { key: "receipt", class: "button quiet", href: `/print/receipt/${about}` }, say("on_paper")));
}

/** Everything that was recorded of it. */
function versions(result) {
  const same = (version) => JSON.stringify(version.scores) === JSON.stringify(result.scores);
  return h("section", { key: "versions", class: "hub-matches" }, h("h2", {}, say("came_from")),
    h("ol", {},
      result.versions.map((version) =>
        h("li", { key: version.id, class: "card hub-row" },
          h("p", { key: "head", class: "hub-row-head" },
            h("span", {}, say("recorded", { field: fieldName(version.field), match: version.match })),
            h("b", { class: "badge" }, say(same(version) ? "version_counts" : "version_not"))),
          scores(version.scores))
      )));
}
