/** The led practice: how it begins, the sentence that is next, and the marks at its end. */

import { button, h } from "../dom.js";
import { remember } from "../panels/inputs.js";
import { offered } from "./setup_form.js";

/** The way into the practice, from the set-up of a match. */
export function practiceButton(/** @type {Tablet} */ tablet) {
  const { say, memory } = tablet;
  return !memory.editing
    && button({ key: "lesson", look: "choice", act: () => remember(tablet, memory, { practice: true }) },
      say("game_practice"));
}

/** What the practice is, and the button that begins it. */
export function practiceScreen(/** @type {Tablet} */ tablet) {
  const { view, say, memory, send } = tablet;
  const back = () => remember(tablet, memory, { practice: false });
  return [
    h("div", { class: "card lesson-about" }, h("h2", {}, say("game_practice")),
      ["lesson_teams", "lesson_told", "lesson_alone", "lesson_sounds"].map((key) =>
        h("p", { key, class: "sentence" }, say(key))
      )),
    h("div", { class: "foot", "data-over": "" },
      h("div", { class: "others" }, button({ key: "back", act: back }, say("back"))),
      button({ key: "begin", id: "begin", look: "start", act: () => send(lessonOf(offered(view))) },
        say("lesson_begin"))),
  ];
}

/**
 * The command that opens a practice, with as few teams as can play.
 * @returns {Command}
 */
function lessonOf(given) {
  const { teams, players } = given.limits;
  const hoops = given.hoops.filter((hoop) => hoop.start);
  return { type: "create_match", game: "full_contact", lesson: true,
    teams: given.teams.slice(0, teams.min).map(({ id }, i) => ({ id, players: players.min,
      start_hoop: hoops[i].id })
    ) };
}

/** The strip over the screen: what happens, and what to do about it. */
export function lessonStrip(/** @type {Tablet} */ { view, say }) {
  const { led: lesson, phase } = view;
  if (!lesson || phase === "over") return null;
  return h("section", { key: "lesson", class: "lesson", role: "status" },
    h("span", { class: "number lesson-step" }, `${lesson.step}/${lesson.of}`),
    h("p", {}, h("b", { key: lesson.says }, lesson.says), lesson.help ? ` ${lesson.help}` : ""));
}

/** The marks of the practice: each step with its rule, done right or missed. */
export function lessonOverScreen(/** @type {Tablet} */ tablet) {
  const { view, say, memory, open } = tablet;
  const marks = view.led?.marks ?? [];
  const right = marks.filter((mark) => mark.right).length;
  const again = () => remember(tablet, memory, { again: true, setup: null, practice: true });
  const other = () => remember(tablet, memory, { again: true, setup: null });
  const refused = view.can.create_match ? null : say("cannot_now");
  return [h("div", { class: "over-head" }, h("h2", {}, say("lesson_score", { right, n: marks.length }))),
    h("ol", { class: "rows lesson-marks" },
      marks.map((mark) =>
        h("li", { key: mark.step, class: `row ${mark.right ? "" : "is-warning"}` },
          h("b", { class: "lesson-mark" }, say(mark.right ? "lesson_right" : "lesson_missed")),
          h("p", {}, `${mark.text} `, h("b", { class: "lesson-rule" }, mark.rule)))
      )),
    h("div", { class: "foot", "data-over": "" },
      button({ key: "again", look: "start", act: again, refused, tell: tablet.tell }, say("lesson_again")),
      h("div", { class: "others" },
        button({ key: "match", act: other, refused, tell: tablet.tell }, say("start_over")),
        button({ key: "record", act: () => open("record") }, say("last_actions")),
        button({ key: "more", act: () => open("more") }, say("more"))))];
}
