/** The last actions, and taking one back: first what would follow from it, then the reason. */

import { button, h, icon } from "../dom.js";
import { withRule } from "../refusal.js";
import { reasonInput, teamOf } from "./parts.js";

const USUAL = ["reason_tap", "reason_agreed", "reason_seen"];
/** Why a line cannot be undone, by its sort; every other one is of the clock. */
const FIXED = { strike: "strike_undone", setup: "strike_setup" };

/** All that the kit lists of the last actions. */
export function recordPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, open, tell } = tablet;
  const rows = view.recent.map((line) => {
    const team = line.team && teamOf(view, line.team);
    return h("li", { key: line.seq, class: "row" },
      team
        ? h("span", { class: `team-${team.id}` }, icon(`mark-${team.mark}`, "mark"))
        : h("span", { class: "mark" }), h("p", {}, line.text),
      button({ key: "back", look: "small",
        refused: line.can_strike ? null : say(FIXED[line.sort] ?? "strike_fixed"), tell,
        act: () =>
          open("strike", { seq: line.seq, text: line.text,
            back: () => open("record", { back: panel.back }) }) }, say("take_back")));
  });
  return { title: say("record"),
    body: rows.length
      ? h("ul", { class: "rows" }, rows)
      : h("p", { class: "sentence" }, say("nothing_yet")) };
}

/** What taking one action back would mean, the reason, and the button that does it; it closes when another did it. */
export function strikePanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const isKnown = view.recent.some((line) => line.seq === panel.seq);
  if (panel.wasKnown && !isKnown && !panel.sent) {
    tell(say("undone_elsewhere"));
    return null;
  }
  panel.wasKnown = isKnown;
  panel.reason ??= say(USUAL[0]);
  panel.also ??= [];
  if (panel.answer === undefined) preview(tablet, panel);
  return {
    title: say("strike_title"),
    // What the kit answers comes below what a finger may want meanwhile.
    body: [h("p", { key: "what", class: "sentence" }, panel.text), reasonInput(tablet, panel, USUAL),
      outcome(tablet, panel)],
    actions: strikeButton(tablet, panel),
  };
}

/** Ask what would no longer hold; all of that goes too. */
async function preview(/** @type {Tablet} */ tablet, panel) {
  panel.answer = null;
  const answer = await tablet.ask(strike(panel));
  // Another tablet did it: there is nothing left to ask.
  if (answer.body.error?.code === "already_struck") return tablet.panel === panel && tablet.close();
  panel.broken = answer.body.breaks ?? [];
  panel.also = panel.broken.map((entry) => entry.seq);
  panel.answer = answer;
  if (tablet.panel === panel) tablet.draw();
}

/** @returns {Command} */
function strike({ seq, reason, also }) {
  return { type: "strike", seq, reason: reason || "-", ...(also.length ? { also } : {}) };
}

function outcome(/** @type {Tablet} */ { say }, panel) {
  if (!panel.answer) return h("p", { key: "outcome", class: "soft" }, say("asking"));
  if (panel.answer.status !== 200) {
    const { message = say("no_answer"), rule } = panel.answer.body.error ?? {};
    return h("p", { key: "outcome", class: "sentence is-warning" }, withRule(message, rule));
  }
  if (!panel.broken.length) return h("p", { key: "outcome", class: "soft" }, say("strike_clean"));
  const rows = panel.broken.map((entry) =>
    h("li", { key: entry.seq, class: "row is-warning" },
      h("div", {}, h("b", {}, entry.text), h("p", {}, entry.why)))
  );
  return h("div", { key: "outcome" }, h("p", {}, say("strike_breaks")), h("ul", { class: "rows" }, rows));
}

function strikeButton(/** @type {Tablet} */ tablet, panel) {
  const { say } = tablet;
  if (panel.answer?.status !== 200) return null;
  const n = panel.also.length + 1;
  const act = async () => {
    panel.sent = true;
    if (await tablet.send(strike(panel))) tablet.close();
    else {
      panel.sent = false;
      await preview(tablet, panel);
    }
  };
  return button({ key: "do", look: "main", act }, n > 1 ? say("strike_all", { n }) : say("strike_do"));
}
