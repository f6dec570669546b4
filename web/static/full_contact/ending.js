/** What ends a round or a match: the three choices after a stop, the result to confirm, and the result. */

import { button, h, holdButton, icon } from "../dom.js";
import { listed, tenths } from "../format.js";
import { stock, teamLabel, teamNames } from "./parts.js";
import { counted, pendingRows } from "./round.js";
import { rematch } from "./setup.js";

/** A stopped round: three large choices in plain words, void first, none of them where STOP was. */
export function stoppedScreen(tablet) {
  const { view, say, send, open } = tablet;
  const left = tenths(view.clock.remaining ?? 0);
  const choice = (type, words, what, look) =>
    button(
      {
        key: type,
        look: `huge ${look}`,
        refused: view.can[type] ? null : say("cannot_now"),
        tell: tablet.tell,
        act: () => send({ type }),
      },
      h("b", {}, words),
      h("span", {}, what),
    );
  return [
    h(
      "div",
      { class: "stop-choices" },
      choice("void_round", say("void_round"), say("void_what"), "is-first"),
      choice("resume_round", say("resume_round", { s: left }), say("resume_what"), ""),
      choice("end_round", say("end_round"), say("end_what"), ""),
    ),
    h("div", { class: "round-side" }, counted(tablet), pendingRows(tablet)),
    h("div", { class: "stop-more" }, button({ key: "more", act: () => open("more") }, say("more"))),
  ];
}

/** The result before it is final. */
export function confirmPanel(tablet) {
  const { view, say, send, close, open } = tablet;
  const winners = view.result?.winners ?? [];
  const confirm = async () => {
    if (await send({ type: "confirm_result" })) close();
  };
  const teams = listed(teamNames(view, winners));
  return {
    title: say("result"),
    body: [ranking(tablet, winners), h("p", { class: "sentence" }, say("confirm_what"))],
    actions: [
      button({ key: "record", act: () => open("record") }, say("take_back")),
      view.can.confirm_result &&
        holdButton({ key: "confirm", look: "main", act: confirm }, h("b", {}, say("confirm", { teams })), h("small", {}, say("press_and_hold"))),
    ],
  };
}

function ranking({ view, say }, winners) {
  const teams = [...view.teams].sort((a, b) => b.vp - a.vp);
  return h(
    "ol",
    { class: "ranking" },
    teams.map((team) =>
      h(
        "li",
        { key: team.id, class: `card team-${team.id} ${winners.includes(team.id) ? "is-winner" : ""}` },
        teamLabel(team),
        h("span", { class: "points number", "aria-label": say("points", { n: team.vp }) }, team.vp),
        stock(team.resources, say),
      ),
    ),
  );
}

/** The result, and the way to the next match. */
export function overScreen(tablet) {
  const { view, say, memory, open, draw, send } = tablet;
  const winners = view.result?.winners ?? [];
  const again = () => {
    memory.again = true;
    memory.setup = null;
    draw();
  };
  const first = view.teams.find((team) => team.id === winners[0]);
  const teams = listed(teamNames(view, winners));
  return [
    h(
      "div",
      { class: "over-head" },
      first && winners.map((id) => winnerMark(view, id)),
      h("h2", {}, winners.length ? say("win", { n: winners.length, teams }) : say("no_result")),
    ),
    ranking(tablet, winners),
    h(
      "div",
      { class: "foot" },
      button({ key: "again", look: "start", act: again, refused: view.can.create_match ? null : say("cannot_now"), tell: tablet.tell }, say("start_over")),
      h(
        "div",
        { class: "others" },
        button({ key: "same", act: () => send(rematch(view)), refused: view.can.create_match ? null : say("cannot_now"), tell: tablet.tell }, say("same_again")),
        button({ key: "record", act: () => open("record") }, say("record")),
        button({ key: "more", act: () => open("more") }, say("more")),
      ),
    ),
  ];
}

function winnerMark(view, id) {
  const team = view.teams.find((one) => one.id === id);
  return h("span", { key: id, class: `winner-mark team-${id}` }, icon(`mark-${team.mark}`));
}
