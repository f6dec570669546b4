/** A steward's tools for the seat that is looked at: permission to build, route and army, the player. */

import { button, h, icon } from "../dom.js";
import { remember } from "../panels/inputs.js";
import { badge, entry, groupName, kept, stepper } from "./pieces.js";
import { GROUPS, seatId, seatParts } from "./ring.js";

/** The time (ms) after its answer that a tapped count stands before an earlier one of the kit. */
const FOLLOWS_MS = 2000;
/**
 * The counts that were tapped and are not in the view yet, by seat and card.
 * @type {Map<string, {count: number, until: number}>}
 */
const tapped = new Map();

/** Route and army of a board, as a steward counts them (BG-11): both players, and whose the card is. */
export function awardTool(/** @type {HallTablet} */ tablet, seat) {
  const { awards } = /** @type {any} */ (tablet.view.guide.form);
  return Object.keys(awards).map((award) => awardRow(tablet, seat, award, awards[award]));
}

function awardRow(/** @type {HallTablet} */ tablet, seat, award, [needed, most]) {
  const { say, send } = tablet;
  const { board, [award]: counted } = seat;
  const put = async (id, count) => {
    const mine = { count, until: Infinity };
    tapped.set(`${id} ${award}`, mine);
    tablet.draw();
    const answered = await send(/** @type {any} */ ({ type: "set_award", seat: id, award, count }));
    mine.until = answered ? performance.now() + FOLLOWS_MS : 0;
    tablet.draw();
  };
  const counter = (group) => {
    const id = seatId(board, group);
    return h("div", { key: group, class: "award-count" }, badge(group),
      stepper(tablet, { key: "count", label: `${say(`form_${award}`)}, ${groupName(say, group)}`,
        value: shown(`${id} ${award}`, counted[group]), least: 0, most, put: (count) => put(id, count) }));
  };
  const holder = counted.holder
    ? say("award_holder", { group: groupName(say, counted.holder) })
    : say("award_nobody", { n: needed });
  return h("div", { key: award, class: "award-row" },
    h("p", {}, h("b", {}, say(`form_${award}`)), h("span", { "aria-live": "polite" }, holder)),
    GROUPS.map(counter));
}

/** The number to show: what was tapped, until the kit tells the same or has had the time to. */
function shown(key, told) {
  const mine = tapped.get(key);
  if (mine && mine.count !== told && performance.now() < mine.until) return mine.count;
  tapped.delete(key);
  return told;
}

/** The names of the answers in a question to the kit; the first one it knows by itself. */
const ASKED = ["", "spot", "at_once"];
const VERDICTS = { free: "grade-pass", refused: "grade-fail", wait: "grade-fail" };

/** May a seat build on a neighbour board? Questions and verdict, at a desk and on a phone (BG-8). */
export function permissionTool(/** @type {any} */ page, seat, state) {
  const { say, view } = page;
  const boards = [seat.left, seat.right].map(([one]) => seatParts(one.seat));
  const board = boards.find(({ board }) => board === state.board)?.board ?? boards[0].board;
  const { half, spot, at_once } = state;
  const query = JSON.parse(
    JSON.stringify({ what: "permission", seat: seat.seat, board: String(board), half, spot, at_once }),
  );
  const found = kept(page, state, "asked", query, view.number, { stays: true });
  const key = (key, isOn, changes, text) =>
    button({ key, "aria-pressed": String(isOn), act: () => remember(page, state, changes) }, text);
  const where = (each, at) =>
    key(at, each.board === board, { board: each.board, half: undefined, spot: undefined, at_once: undefined },
      say(at ? "right_board" : "left_board", { board: `${each.board} ${each.kind}` }));
  const side = ({ seat: id, label }) => {
    const { group } = seatParts(id);
    return key(id, half === group, { half: group }, label);
  };
  const row = (word, keys) =>
    h("div", { key: word, class: "permission-where", role: "group", "aria-label": say(word) },
      h("p", {}, say(word)), keys);
  return [row("permission_where", boards.map(where)),
    Boolean(found?.halves.length) && row("permission_half", found.halves.map(side)),
    found ? questions(page, state, found) : h("p", { key: "wait", class: "soft" }, say("one_moment")),
    found
    && h("p", { key: "verdict", class: `verdict is-${found.verdict}`, "aria-live": "polite" },
      icon(VERDICTS[found.verdict] ?? "grade-open"), h("b", {}, found.text), h("small", {}, found.rule))];
}

function questions({ say, draw }, state, { needs, verdict, questions: asked }) {
  if (!needs)
    return verdict === "free" && h("p", { key: "questions", class: "sentence" }, say("permission_none"));
  const row = ({ text, answer }, at) => {
    const name = ASKED[at];
    const choice = (value) =>
      button({ key: value, look: "step", "aria-label": `${text} ${say(value)}`,
        "aria-pressed": String(answer === (value === "yes")), disabled: !name,
        act: () => ((state[name] = value), draw()) }, say(value));
    return h("li", { key: at }, h("b", { class: "number" }, at + 1), h("p", {}, text), choice("yes"),
      choice("no"));
  };
  return h("ol", { key: "questions", class: "questions" }, asked.map(row));
}

const MAX_CHARS = { name: 32, club: 32, reason: 120, text: 60 };
/** The fields of each act: names are typed, a reason is given. */
const NEEDS = { rename_player: ["name", "club"], substitute: ["name", "club"], register: ["name", "club"],
  sanction: ["reason"], remove_player: ["reason"], reinstate: ["reason"], call_steward: ["text"] };
const REASONS = ["reason_rude", "reason_cheat", "reason_left"];
const REASONS_BACK = ["reason_slip", "reason_came_back"];

/** The acts as keys, and below them what the chosen one needs. */
export function playerTool(/** @type {HallTablet} */ tablet, seat, state) {
  const { say, view, send, tell } = tablet;
  const { person } = seat;
  const plays = person && !person.removed;
  const may = (type) => (view.can[type] ? null : say(view.rehearsal ? "rehearsal_what" : "cannot_now"));
  const empty = { name: "", club: person?.club ?? "", reason: "", text: "" };
  const key = (act, given = empty) =>
    button({ key: act, refused: may(act), tell, "aria-pressed": String(state.act === act), act: () =>
      remember(tablet, state, { act, ...given }) }, say(`act_${act}`));
  const rename = () => key("rename_player", { ...empty, name: person.name });
  const away = button({ key: "away", refused: may("mark_away"), tell,
    act: () => send({ type: "mark_away", seat: seat.seat, away: !person.away }) },
    say(person?.away ? "came_after_all" : "mark_away"));
  const acts = !person
    ? [key("register")]
    : plays
    ? [away, key("substitute"), rename(), key("sanction"), key("remove_player")]
    : [key("reinstate"), key("substitute"), rename()];
  return [h("div", { key: "acts", class: "choices player-acts" }, acts, key("call_steward")),
    state.act && NEEDS[state.act] && details(tablet, seat, state)];
}

function details(/** @type {HallTablet} */ tablet, seat, state) {
  const { say, tell, send } = tablet;
  const { act } = state;
  const needs = NEEDS[act];
  const first = (state[needs[0]] ?? "").trim();
  const done = async () => {
    const fields = Object.fromEntries(needs.map((name) => [name, (state[name] ?? "").trim()]));
    if (await send(/** @type {any} */ ({ type: act, seat: seat.seat, ...fields }))) state.act = null;
    tablet.draw();
  };
  const label = (name) => h("label", { key: `${name}-label`, for: `desk-${name}` }, say(name));
  const field = (name) => entry(tablet, state, name, { id: `desk-${name}`, maxlength: MAX_CHARS[name] });
  const quick = (reason) =>
    button({ key: reason, act: () => remember(tablet, state, { reason: say(reason) }) }, say(reason));
  return h("div", { key: act, class: "player-details" },
    act === "remove_player"
      && h("p", { key: "what", class: "form-wrong" }, say("remove_what", { name: seat.person?.name ?? "" })),
    needs.includes("reason")
      && h("div", { key: "quick", class: "choices" },
        (act === "reinstate" ? REASONS_BACK : REASONS).map(quick)),
    h("div", { key: "do", class: "player-do" },
      h("div", { key: "fields", class: "player-fields" }, needs.map((name) => [label(name), field(name)])),
      button({ key: "do", look: act === "remove_player" ? "danger" : "main",
        refused: first ? null : say(`${needs[0]}_first`), tell, act: done }, say(`do_${act}`))));
}
