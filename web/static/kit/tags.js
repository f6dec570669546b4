/** The lesson of tags: what to hold to a reader, what was read, how far each sort is. */

import { button, h, icon } from "../dom.js";
import { order } from "./parts.js";

/** The whole part. */
export function tagsPart(/** @type {KitPage} */ page) {
  const { lesson } = page.view;
  return lesson ? running(page, lesson) : begin(page);
}

function sheet(/** @type {KitPage} */ { say }) {
  return h("a", { key: "sheet", class: "button", href: "/print", target: "_blank", rel: "noopener" },
    say("tag_sheet"));
}

function begin(/** @type {KitPage} */ page) {
  const { say } = page;
  return h("div", { key: "begin", class: "kit-begin" }, h("p", { class: "sentence" }, say("tags_what")),
    order(page, { key: "go", look: "start", what: { do: "learn" },
      refused: page.view.check?.open ? say("check_first") : undefined }, say("learn_begin")),
    !page.view.idle && h("p", { class: "sentence is-warning" }, say("match_runs")), sheet(page));
}

function running(/** @type {KitPage} */ page, /** @type {Lesson} */ lesson) {
  const { say, send } = page;
  const act = (name, look, words) => button({ key: name, look, act: () => send({ do: name }) }, words);
  const sort = lesson.at === null ? null : lesson.sorts[lesson.at];
  return [
    h("section", { key: "prompt", class: "lesson-prompt" }, sort && sortIcon(page, sort),
      h("h2", { "aria-live": "polite" }, lesson.prompt || say("all_learned"))),
    said(page, lesson),
    h("div", { key: "sorts", class: "sorts", role: "group", "aria-label": say("sorts") },
      lesson.sorts.map((each, i) => sortButton(page, each, i === lesson.at))),
    h("div", { key: "paper", class: "kit-paper" }, sheet(page)),
    h("div", { key: "foot", class: "kit-foot", "data-over": "" },
      h("p", { class: "lesson-count" }, say("learned", { n: lesson.learned })),
      act("learn_undo", "", say("take_back")), act("learn_skip", "", say("skip")),
      act("learn_end", "main", say("end"))),
  ];
}

/** The answer to the last tag, and which tag that was; the place is kept while there is none. */
function said(/** @type {KitPage} */ { view, say }, /** @type {Lesson} */ lesson) {
  const last = view.inputs.find((input) => input.kind === "tag");
  return h("div", { key: "said",
    class: `lesson-said ${lesson.said ? (lesson.refused ? "is-refused" : "is-taken") : ""}`, role: "status" },
    lesson.said && icon(lesson.refused ? "grade-warn" : "grade-pass"),
    h("p", {}, lesson.said || (last ? say("last_read", { tag: last.value }) : say("nothing_read"))));
}

function sortIcon(/** @type {KitPage} */ { teams }, { role, value }) {
  if (role === "ball") return h("span", { class: `sort-icon kind-${value}` }, icon(value));
  const team = teams.find((each) => each.id === value.split("/")[0]);
  return team ? h("span", { class: `sort-icon team-${team.id}` }, icon(`mark-${team.mark}`)) : null;
}

function sortButton(/** @type {KitPage} */ page, sort, isAsked) {
  const { say, send } = page;
  const count = sort.wanted === null ? String(sort.count) : say("of", { n: sort.count, all: sort.wanted });
  const full = sort.wanted !== null && sort.count >= sort.wanted;
  return button({ key: `${sort.role} ${sort.value}`, look: `sort ${full ? "is-full" : ""}`,
    "aria-pressed": isAsked ? "true" : "false",
    act: () => send({ do: "learn", role: sort.role, value: sort.value }) }, sortIcon(page, sort),
    h("span", { class: "sort-name" }, sort.name), h("span", { class: "number sort-count" }, count),
    full && icon("grade-pass", "sort-full"));
}
