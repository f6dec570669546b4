/** May this player build there? The three questions of BG-8, one after the other, and the verdict. */

import { button, h, icon } from "../dom.js";
import { kept } from "./look.js";
import { seatParts } from "./ring.js";

/** The names of the answers in a question to the kit; the first one it knows by itself. */
const ASKED = [null, "spot", "at_once"];
const SIGNS = { free: "grade-pass", refused: "grade-fail", wait: "grade-fail" };

/** Two neighbour boards to choose from, three questions and what follows from them. */
export function permissionTool(/** @type {HallTablet} */ tablet, seat, state) {
  const { say, view } = tablet;
  const boards = [seat.left, seat.right].map(([one]) => seatParts(one.seat).board);
  const board = boards.includes(state.board) ? state.board : boards[0];
  const query = { what: "permission", seat: seat.seat, board: String(board), ...answers(state) };
  const found = kept(tablet, state, "asked", query, view.number, { stays: true });
  const choose = (next) => () => {
    Object.assign(state, { board: next, half: undefined, spot: undefined, at_once: undefined });
    tablet.draw();
  };
  const side = (each) =>
    button({ key: each.seat, "aria-pressed": String(state.half === seatParts(each.seat).group),
      act: () => ((state.half = seatParts(each.seat).group), tablet.draw()) }, each.label);
  return [
    h("div", { key: "where", class: "permission-where", role: "group",
      "aria-label": say("permission_where") }, h("p", {}, say("permission_where")), boards.map((each, at) =>
        button({ key: each, "aria-pressed": String(each === board), act: choose(each) },
          say(at ? "right_board" : "left_board", { board: each }))
      )),
    Boolean(found?.halves.length)
    && h("div", { key: "half", class: "permission-where", role: "group",
      "aria-label": say("permission_half") }, h("p", {}, say("permission_half")), found.halves.map(side)),
    found ? questions(tablet, state, found) : h("p", { key: "wait", class: "soft" }, say("one_moment")),
    found
    && h("p", { key: "verdict", class: `verdict is-${found.verdict}`, "aria-live": "polite" },
      icon(SIGNS[found.verdict] ?? "grade-open"), h("b", {}, found.text), h("small", {}, found.rule)),
  ];
}

function answers(state) {
  return Object.fromEntries(
    ["half", "spot", "at_once"].filter((name) => state[name]).map((name) => [name, state[name]]),
  );
}

function questions(/** @type {HallTablet} */ tablet, state, found) {
  const { say } = tablet;
  if (!found.needs)
    return found.verdict === "free"
      && h("p", { key: "questions", class: "sentence" }, say("permission_none"));
  const row = ({ text, answer }, at) => {
    const name = ASKED[at];
    const choice = (value) =>
      button({ key: value, look: "step", "aria-label": `${text} ${say(value)}`,
        "aria-pressed": String(answer === (value === "yes")), disabled: !name,
        act: () => ((state[name ?? ""] = value), tablet.draw()) }, say(value));
    return h("li", { key: at }, h("b", { class: "number" }, at + 1), h("p", {}, text), choice("yes"),
      choice("no"));
  };
  return h("ol", { key: "questions", class: "questions" }, found.questions.map(row));
}
