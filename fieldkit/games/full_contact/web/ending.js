/** The ends of a round and a match: three choices after a stop, the result to confirm, and the result. */

import { button, h, holdButton, icon } from "../dom.js";
import { listed, tenths } from "../format.js";
import { choices, holdToSend, reasonInput, remember } from "../panels/inputs.js";
import { takeHome } from "../panels/over.js";
import { promptButton } from "../stop.js";
import { teamLabel, teamNames, teamOf } from "./parts.js";
import { counted, pendingRows } from "./round.js";
import { rematch } from "./setup.js";

const STOP_REASONS = ["reason_injury", "reason_weather", "reason_seen"];
const END_REASONS = ["reason_time", "reason_dark", "reason_weather", "reason_injury"];
const SECONDS = [5, 10, 20, 30];

/** A stopped round: three large choices in plain words, void first, none of them where STOP was. */
export function stoppedScreen(/** @type {Tablet} */ tablet) {
  const { view, say, send, open } = tablet;
  const left = tenths(view.clock.remaining ?? 0);
  const head = view.clock.head_start_remaining;
  const choice = (type, words, what, look) =>
    decision(tablet, type, words, () => send({ type }, { orElse: unheard(tablet, type) }), [h("b", {}, words),
      h("span", {}, what)], `huge ${look}`);
  return [
    h("div", { class: "stop-choices" }, choice("void_round", say("void_round"), say("void_what"), "is-first"),
      choice("resume_round", say("resume_round", { s: left }),
        head ? say("resume_head", { s: tenths(head) }) : say("resume_what"), ""),
      choice("end_round", say("end_round"), say("end_what"), "")),
    h("div", { class: "round-side" }, pendingRows(tablet), counted(tablet)),
    h("div", { class: "stop-more" }, button({ key: "field", act: () =>
      open("field", { hoop: null }) }, say("field_place")), button({ key: "decide", act: () =>
        open("decide", { seconds: "", reason: "" }) }, say("other_seconds")), button({ key: "more", act: () =>
          open("more") }, say("more"))),
  ];
}

/** The words for what whistles, and so cannot wait for the link; null for anything else. */
function unheard(/** @type {Tablet} */ { say }, type) {
  return type === "resume_round" ? say("not_resumed") : null;
}

/** One of the choices after a stop. */
function decision(/** @type {Tablet} */ tablet, type, words, act, inside, look = "") {
  const { view, say, away, tell } = tablet;
  const refused = view.can[type] ? away && unheard(tablet, type) : say("cannot_now");
  return promptButton(tablet, type, { key: type, look, "data-acts": words, refused, tell, act }, ...inside);
}

/** The three choices again, with other seconds to play and a reason for the record, both as one likes. */
export function decidePanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  const decide = (type) => async () => {
    const reason = panel.reason.trim();
    const seconds = type === "resume_round" && panel.seconds !== "" ? { seconds: Number(panel.seconds) } : {};
    const how = { orElse: unheard(tablet, type) };
    if (await send({ type, ...seconds, ...(reason ? { reason } : {}) }, how)) close();
  };
  const choice = (type, words) => decision(tablet, type, words, decide(type), [words]);
  const left = panel.seconds === "" ? (view.clock.remaining ?? 0) : Number(panel.seconds) * 1000;
  return { title: say("other_title"),
    body: [h("h3", { key: "seconds-head" }, say("seconds_left")), secondsInput(tablet, panel),
      reasonInput(tablet, panel, STOP_REASONS)],
    actions: [choice("void_round", say("void_round")), choice("end_round", say("end_round")),
      choice("resume_round", say("resume_round", { s: tenths(left) }))] };
}

function secondsInput(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  const set = (seconds) => remember(tablet, panel, { seconds });
  return h("div", { key: "seconds", class: "seconds" },
    choices(SECONDS.map((n) => ({ value: String(n), label: String(n) })), panel.seconds, set),
    h("input", { class: "input", type: "number", inputmode: "decimal", min: view.limits.resume_seconds.min,
      max: view.limits.resume_seconds.max, "aria-label": say("seconds_left"),
      placeholder: tenths(view.clock.remaining ?? 0), value: panel.seconds,
      on: { input: (event) => set(event.currentTarget.value) } }));
}

export const endEntry = { key: "end", icon: "menu-end", word: "end_match", can: "end_match",
  panel: endPanel };

/** Ending the match for time, dark or weather, or giving it up; both press and hold. */
function endPanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  panel.reason ??= say(END_REASONS[0]);
  const hold = (type, look, what) =>
    view.can[type]
    && holdToSend(tablet, { type, reason: panel.reason }, { look,
      what: `${say(what)} ${say("press_and_hold")}` });
  return { title: say("end_title"), body: reasonInput(tablet, panel, END_REASONS),
    actions: [hold("abandon_match", "danger", "abandon_what"), hold("end_match", "main", "end_match_what")] };
}

/** Confirm the result; while teams may still want something, nobody has said that none does. */
export async function confirmResult(/** @type {Tablet} */ tablet) {
  if (!tablet.view.confirming?.ready) return tablet.open("confirm");
  if (await tablet.send({ type: "confirm_result" })) tablet.close();
}

/** The result before it is final: how each team's points come about, and what is still to be asked. */
export function confirmPanel(/** @type {Tablet} */ tablet) {
  const { view, say, send, close, open } = tablet;
  const winners = view.result?.winners ?? [];
  const isReady = view.confirming?.ready;
  const confirm = async () => {
    if (await send({ type: "confirm_result", ...(isReady ? {} : { teams_done: true }) })) close();
  };
  const teams = listed(teamNames(view, winners));
  return { title: say("result"),
    body: [ranking(tablet, winners),
      !isReady && view.confirming && h("p", { key: "says", class: "sentence" }, view.confirming.says),
      h("p", { key: "what", class: "sentence" }, say("confirm_what"))],
    actions: [button({ key: "record", act: () => open("record") }, say("take_back")),
      view.can.confirm_result
      && holdButton({ key: "confirm", look: "main", act: confirm },
        h("b", {}, say(isReady ? "confirm" : "confirm_done", { teams })),
        h("small", {}, say("press_and_hold")))] };
}

function ranking(/** @type {Tablet} */ tablet, winners) {
  const teams = [...tablet.view.teams].sort((a, b) => b.vp - a.vp);
  return h("ol", { class: "ranking" },
    teams.map((team) =>
      h("li", { key: team.id, class: `card team-${team.id} ${winners.includes(team.id) ? "is-winner" : ""}` },
        teamLabel(team),
        h("span", { class: "points number", "aria-label": tablet.say("points", { n: team.vp }) }, team.vp),
        pointsSum(tablet, team))
    ));
}

const SOURCES = { cities: "city", settlements: "settlement", knights: "knight", cards: "card", extra: "" };

/** The sum of a team's points: "4 + 0 + 2 + 0 + 2", each part with its picture. */
function pointsSum(/** @type {Tablet} */ { say }, /** @type {Team} */ team) {
  const part = ([from, picture], i) =>
    h("li", { key: from, class: team.made[from] ? "" : "is-none",
      "aria-label": `${say(`made_${from}`)}: ${team.made[from]}` },
      picture ? icon(picture) : h("small", {}, say("made_extra")),
      h("span", { class: "number" }, `${i ? "+ " : ""}${team.made[from]}`));
  return h("ul", { class: "made" }, Object.entries(SOURCES).map(part));
}

/** The result, and the way to the next match. */
export function overScreen(/** @type {Tablet} */ tablet) {
  const { view, say, memory, open, send } = tablet;
  const winners = view.result?.winners ?? [];
  const again = () => remember(tablet, memory, { again: true, setup: null });
  const first = view.teams.find((team) => team.id === winners[0]);
  const teams = listed(teamNames(view, winners));
  return [
    h("div", { class: "over-head" }, first && winners.map((id) =>
      h("span", { key: id, class: `winner-mark team-${id}` }, icon(`mark-${teamOf(view, id).mark}`))
    ), h("h2", {}, winners.length ? say("win", { n: winners.length, teams }) : say("no_result"))),
    h("div", { class: "over-body" }, ranking(tablet, winners), takeHome(view)),
    h("div", { class: "foot", "data-over": "" },
      button({ key: "again", look: "start", act: again,
        refused: view.can.create_match ? null : say("cannot_now"), tell: tablet.tell }, say("start_over")),
      h("div", { class: "others" }, button({ key: "same", act: () =>
        send(rematch(view)), refused: view.can.create_match ? null : say("cannot_now"), tell: tablet.tell },
        say("same_again")), button({ key: "record", act: () =>
          open("record") }, say("last_actions")), button({ key: "more", act: () =>
            open("more") }, say("more")))),
  ];
}
