/** The last actions, and undoing one: at once, or after what else would go and a reason for the record. */

import { button, h, icon } from "../dom.js";
import { sideMark, sideOf } from "../sides.js";
import { withRule } from "../toast.js";
import { reasonInput } from "./inputs.js";

/** The key that undoes the last thing, and says which; null where there is none. */
export function undoKey({ view, say }, look, act) {
  const last = view.undo;
  return last
    && button({ key: "undo", look: `undo-key ${look}`,
      "aria-label": say("take_back_what", { what: last.text }), act: () => act(last) },
      h("b", {}, say("take_back")), h("span", {}, last.text));
}

/** The same on a player's phone, for what that player did last, while nothing has happened since. */
export function seatUndo({ view, side, say, send }) {
  if (view.undo?.team !== side.id) return null;
  return undoKey({ view, say }, "", ({ seq }) => send(strike({ seq, reason: say("reason_tap") })));
}

/** Undo one action; where others depend on it, the panel shows those first. */
export async function takeBack(/** @type {AnyTablet} */ tablet, { seq, text }) {
  const { ask, open, send, say, tell } = tablet;
  const command = strike({ seq, reason: say("reason_tap") });
  const answer = await ask(command);
  if (answer.status !== 200)
    return tell(answer.body.error?.message ?? say("no_answer"), answer.body.error?.rule);
  return answer.body.breaks.length ? open("undo", { seq, text, answer }) : send(command);
}

/** The last actions as the kit lists them; `undo` is what the button beside one does. */
export function recordPanel(/** @type {AnyTablet} */ tablet, _, /** @type {any} */ undo = takeBack) {
  const { view, say, tell } = tablet;
  const rows = view.recent.map((line) =>
    h("li", { key: line.seq, class: "row" }, sideMark(sideOf(view, line.team)), h("p", {}, line.text),
      button({ key: "back", look: "small", "aria-label": say("take_back_what", { what: line.text }),
        refused: line.can_strike ? null : stays(say, line.sort), tell, act: () => undo(tablet, line) },
        say("take_back")))
  );
  return { title: say("last_actions"),
    body: rows.length
      ? h("ul", { class: "rows" }, rows)
      : h("p", { class: "sentence" }, say("nothing_yet")) };
}

/** The reason that an action cannot be undone: a game may have words for some sorts of them. */
function stays(/** @type {Say} */ say, sort) {
  const key = `stays_${sort}`;
  return say(key) === key ? say("stays") : say(key);
}

/**
 * One action to undo, `{seq, text}`: what else would go, and with `reasons` one of them for the record. It
 * closes when another tablet did it meanwhile.
 */
export function undoPanel(/** @type {AnyTablet} */ tablet, panel, reasons = /** @type {string[]} */ ([])) {
  const { view, say, tell } = tablet;
  const isKnown = view.recent.some(({ seq }) => seq === panel.seq);
  if (panel.wasKnown && !isKnown && !panel.sent) {
    tell(say("undone_elsewhere"));
    return null;
  }
  panel.wasKnown = isKnown;
  panel.reason ??= say(reasons[0] ?? "reason_tap");
  if (panel.answer === undefined) preview(tablet, panel);
  return {
    title: say("take_back"),
    // What the kit answers comes below what a finger may want meanwhile.
    body: [h("p", { key: "what", class: "sentence" }, panel.text),
      reasons.length > 0 && reasonInput(tablet, panel, reasons), outcome(tablet, panel)],
    actions: panel.answer?.status === 200 && undoButton(tablet, panel),
  };
}

/** Ask what would no longer hold; all of that goes too. */
async function preview(/** @type {AnyTablet} */ tablet, panel) {
  panel.answer = null;
  const answer = await tablet.ask(strike(panel));
  // Another tablet did it: there is nothing left to ask.
  if (answer.body.error?.code === "already_struck") return tablet.panel === panel && tablet.close();
  panel.answer = answer;
  if (tablet.panel === panel) tablet.draw();
}

/** The actions that go too, as the kit has answered. */
function broken({ answer }) {
  return answer?.body.breaks ?? [];
}

/** @returns {Command} */
function strike(panel) {
  const also = broken(panel).map(({ seq }) => seq);
  return { type: "strike", seq: panel.seq, reason: panel.reason || "-", ...(also.length ? { also } : {}) };
}

function outcome(/** @type {AnyTablet} */ { say }, panel) {
  if (!panel.answer) return h("p", { key: "outcome", class: "soft" }, say("asking"));
  if (panel.answer.status !== 200) {
    const { message = say("no_answer"), rule } = panel.answer.body.error ?? {};
    return h("p", { key: "outcome", class: "sentence is-warning" }, withRule(message, rule));
  }
  const rows = broken(panel).map((entry) =>
    h("li", { key: entry.seq, class: "row is-warning" },
      h("div", {}, h("b", {}, entry.text), h("p", {}, entry.why)))
  );
  if (!rows.length) return h("p", { key: "outcome", class: "soft" }, say("undo_clean"));
  return h("div", { key: "outcome" }, h("p", {}, say("undone_too")), h("ul", { class: "rows" }, rows));
}

function undoButton(/** @type {AnyTablet} */ tablet, panel) {
  const act = async () => {
    panel.sent = true;
    if (await tablet.send(strike(panel))) return tablet.close();
    panel.sent = false;
    return preview(tablet, panel);
  };
  const n = broken(panel).length + 1;
  return button({ key: "do", look: "main", act }, tablet.say(n > 1 ? "undo_all" : "undo_it", { n }));
}
