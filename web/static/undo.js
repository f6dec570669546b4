/** Taking back: the last thing on one key, in words; and the last actions, each to be taken back. */

import { button, h, icon } from "./dom.js";
import { withRule } from "./refusal.js";

/** The key that takes back the last thing, and says which; null where there is none. */
export function undoKey({ view, say }, look, act) {
  const last = view.undo;
  return last
    && button({ key: "undo", look: `undo-key ${look}`,
      "aria-label": say("take_back_what", { what: last.text }), act: () => act(last) },
      h("b", {}, say("take_back")), h("span", {}, last.text));
}

/** The same on a player's phone, for their last action, while nothing else has happened since. */
export function seatUndo({ view, side, say, send }) {
  if (view.undo?.team !== side.id) return null;
  return undoKey({ view, say }, "", ({ seq }) => send({ type: "strike", seq, reason: say("reason_tap") }));
}

/** Take one action back; where others depend on it, those are shown first. */
export async function takeBack(/** @type {any} */ tablet, { seq, text }) {
  const { ask, open, send, say, tell } = tablet;
  const command = { type: "strike", seq, reason: say("reason_tap") };
  const answer = await ask(command);
  if (answer.status !== 200)
    return tell(answer.body.error?.message ?? say("no_answer"), answer.body.error?.rule);
  if (answer.body.breaks.length) return open("undo", { command, text, breaks: answer.body.breaks });
  return send(command);
}

/** The last actions that the kit lists, each to be taken back. */
export function recordPanel(/** @type {any} */ tablet) {
  const { view, say, tell } = tablet;
  const rows = view.recent.map((line) => {
    const side = view.sides.find(({ id }) => id === line.team);
    const back = { "aria-label": say("take_back_what", { what: line.text }),
      refused: line.can_strike ? null : say("stays"), tell, act: () => takeBack(tablet, line) };
    const mark = h("span", { key: "mark", class: `side-mark team-${side?.colour}` },
      side && icon(`mark-${side.mark}`, "mark"));
    return h("li", { key: line.seq, class: "row" }, mark, h("p", {}, line.text),
      button({ key: "back", look: "small", ...back }, say("take_back")));
  });
  return { title: say("last_actions"),
    body: rows.length
      ? h("ul", { class: "rows" }, rows)
      : h("p", { class: "sentence" }, say("nothing_yet")) };
}

/** The actions that go with one that is taken back. */
export function undoPanel(/** @type {any} */ { say, send, close }, panel) {
  const rows = panel.breaks.map((entry) =>
    h("li", { key: entry.seq, class: "row is-warning" },
      h("div", {}, h("b", {}, entry.text), h("p", {}, withRule(entry.why, null))))
  );
  const also = panel.breaks.map((entry) => entry.seq);
  const act = async () => {
    if (await send({ ...panel.command, also })) close();
  };
  return { title: say("take_back"),
    body: [h("p", { key: "what", class: "sentence" }, panel.text), h("p", { key: "too" }, say("undone_too")),
      h("ul", { key: "rows", class: "rows" }, rows)],
    actions: button({ key: "do", look: "main", act }, say("undo_all", { n: also.length + 1 })) };
}
