/** The last actions, and taking one back: at once, unless others depend on it. */

import { button, h } from "../dom.js";
import { withRule } from "../refusal.js";
import { sideOf } from "./island.js";
import { mark } from "./play.js";

async function takeBack(/** @type {any} */ tablet, { seq, text }) {
  const { ask, open, send, say, tell } = tablet;
  const command = { type: "strike", seq, reason: say("reason_tap") };
  const answer = await ask(command);
  if (answer.status !== 200) return tell(answer.body.error?.message ?? say("no_answer"), answer.body.error?.rule);
  if (answer.body.breaks.length) return open("undo", { command, text, breaks: answer.body.breaks });
  return send(command);
}

/** All that the kit lists of the last actions, each to be taken back. */
export function recordPanel(/** @type {any} */ tablet) {
  const { view, say, tell } = tablet;
  const rows = view.recent.map((line) => {
    const side = line.team && sideOf(view, line.team);
    const back = { "aria-label": say("take_back_what", { what: line.text }), refused: line.can_strike ? null : say("stays"), tell, act: () => takeBack(tablet, line) };
    return h("li", { key: line.seq, class: "row" }, side ? mark(side) : h("span", { class: "side-mark" }), h("p", {}, line.text), button({ key: "back", look: "small", ...back }, say("take_back")));
  });
  return { title: say("last_actions"), body: rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "sentence" }, say("nothing_yet")) };
}

/** What else goes when an action is taken back. */
export function undoPanel(/** @type {any} */ { say, send, close }, panel) {
  const rows = panel.breaks.map((entry) => h("li", { key: entry.seq, class: "row is-warning" }, h("div", {}, h("b", {}, entry.text), h("p", {}, withRule(entry.why, null)))));
  const also = panel.breaks.map((entry) => entry.seq);
  const act = async () => {
    if (await send({ ...panel.command, also })) close();
  };
  return {
    title: say("take_back"),
    body: [h("p", { key: "what", class: "sentence" }, panel.text), h("p", { key: "too" }, say("undone_too")), h("ul", { key: "rows", class: "rows" }, rows)],
    actions: button({ key: "do", look: "main", act }, say("undo_all", { n: also.length + 1 })),
  };
}
