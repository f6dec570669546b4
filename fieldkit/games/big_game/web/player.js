/** The player of a seat, for a steward: away, a substitute, the name, a sanction, sent off. */

import { button, h } from "../dom.js";
import { entry } from "./pieces.js";

const MOST_NAME = 32;
const MOST_REASON = 120;
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
  const key = (type, refused = may(type)) =>
    button({ key: type, refused, tell, "aria-pressed": String(state.act === type),
      act:
        () => (Object.assign(state, { act: type, name: type === "rename_player" ? person.name : "",
          club: person?.club ?? "", reason: "", text: "" }), tablet.draw()) }, say(`act_${type}`));
  const away = button({ key: "away", refused: may("mark_away"), tell,
    act: () => send({ type: "mark_away", seat: seat.seat, away: !person.away }) },
    say(person?.away ? "came_after_all" : "mark_away"));
  const acts = !person
    ? [key("register")]
    : plays
    ? [away, key("substitute"), key("rename_player"), key("sanction"), key("remove_player")]
    : [key("reinstate"), key("substitute"), key("rename_player")];
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
  const field = (
    name,
  ) => [h("label", { key: `${name}-label`, for: `desk-${name}` }, say(name)),
    entry(tablet, state, name, { id: `desk-${name}`,
      maxlength: name === "reason" ? MOST_REASON : name === "text" ? 60 : MOST_NAME })];
  const quick = (reason) =>
    button({ key: reason, act: () => ((state.reason = say(reason)), tablet.draw()) }, say(reason));
  return h("div", { key: act, class: "player-details" },
    act === "remove_player"
      && h("p", { key: "what", class: "form-wrong" }, say("remove_what", { name: seat.person?.name ?? "" })),
    needs.includes("reason")
      && h("div", { key: "quick", class: "choices" },
        (act === "reinstate" ? REASONS_BACK : REASONS).map(quick)),
    h("div", { key: "do", class: "player-do" },
      h("div", { key: "fields", class: "player-fields" }, needs.map(field)),
      button({ key: "do", look: act === "remove_player" ? "danger" : "main",
        refused: first ? null : say(`${needs[0]}_first`), tell, act: done }, say(`do_${act}`))));
}
