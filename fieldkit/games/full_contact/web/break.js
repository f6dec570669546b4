/** The break (and before the first round): a card for each team, and START or the result in its place. */

import { button, h, holdButton, icon } from "../dom.js";
import { listed } from "../format.js";
import { promptButton } from "../stop.js";
import { buy, hand } from "./cards.js";
import { confirmResult } from "./ending.js";
import { priceWords, stock, teamLabel, teamNames, teamPage } from "./parts.js";
import { proposalRows } from "./proposals.js";
import { pendingRows } from "./round.js";

/** The whole screen. */
export function breakScreen(/** @type {Tablet} */ tablet) {
  const { view, memory } = tablet;
  memory.hoop = null;
  return [teamStrip(tablet),
    h("div", { class: `team-cards of-${view.teams.length}` },
      view.teams.map((team) => teamCard(tablet, team))),
    h("div", { class: "foot", "data-over": "" },
      view.can.confirm_result ? confirmButton(tablet) : startButton(tablet), lastAction(tablet),
      otherButtons(tablet))];
}

/** The teams in a row, where a phone shows one card at a time: a tap brings the team's card. */
function teamStrip(/** @type {Tablet} */ { view, say }) {
  const jump = (id) => () =>
    document.querySelector(`.team-card.team-${id}`)?.scrollIntoView({ inline: "center", block: "nearest" });
  return h("nav", { key: "strip", class: "team-strip" },
    view.teams.map((team) =>
      button({ key: team.id, look: `team-${team.id}`,
        "aria-label": `${team.name}: ${say("points", { n: team.vp })}`, act: jump(team.id) },
        icon(`mark-${team.mark}`, "mark"), h("span", { class: "number" }, team.vp))
    ));
}

function teamCard(/** @type {Tablet} */ tablet, /** @type {Team} */ team) {
  const { say } = tablet;
  const { foresight, supremacy } = tablet.view.next_round;
  // What must be called out before the next whistle has its place kept.
  const said = [foresight === team.id && say("starts_first"), supremacy === team.id && say("all_knights")]
    .filter(Boolean);
  const page = teamPage(tablet, team.id);
  return h("section", { key: team.id,
    class: `card team-card team-${team.id} ${tablet.view.at_target.includes(team.id) ? "is-there" : ""}` },
    h("header", {},
      h("div", { class: "team-head" }, teamLabel(team),
        h("p", { class: "announced" }, said.length > 0 && h("b", {}, said.join(" · ")))),
      team.settlements_in_hand > 0
        && h("span", { class: "in-hand", role: "img",
          "aria-label": say("in_hand", { n: team.settlements_in_hand }) }, icon("settlement"),
          h("span", { class: "number" }, `×${team.settlements_in_hand}`),
          h("small", {}, say("in_hand_short"))),
      h("span", { class: "points number", "aria-label": say("points", { n: team.vp }) }, team.vp)),
    stock(team.resources, say),
    h("div", { class: `tiles of-${Object.keys(team.resources).length}` },
      Object.keys(tablet.view.prices).map((item) => tile(tablet, page, item))), hand(page),
    proposalRows(tablet, team.id));
}

function tile(/** @type {Tablet} */ tablet, /** @type {TeamPage} */ page, item) {
  const { own, can, say, tell, view } = page;
  const offer = can.buy[item] ?? { refused: notYet(tablet) };
  // How many the team has; of the cards how many are left.
  const stands = { city: own.buildings.cities, settlement: own.buildings.settlements, knight: own.knights };
  const count = item === "card"
    ? h("span", { class: "tile-count" }, say("n_left", { n: view.deck_left }))
    : h("span", { class: "tile-count number" }, `×${stands[item] ?? 0}`);
  return button({ key: item,
    look: `tile ${tablet.waits({ type: "buy", team: own.id, item }) ? "is-waiting" : ""}`,
    refused: offer.pays ? null : offer.refused, rule: offer.rule, tell, act: () => buy(page, item) },
    h("span", { class: "tile-head" }, icon(item), count),
    h("span", { class: "tile-words" }, h("b", {}, say(`item_${item}`)),
      h("span", { class: "price" }, priceWords(view.prices[item], say))));
}

/** The reason that nothing can be bought or traded while there are no offers. */
function notYet(/** @type {Tablet} */ { view, say }) {
  return say(view.phase === "ready" ? "after_a_round" : "cannot_now");
}

function lastAction(/** @type {Tablet} */ { view, say, open, tell }) {
  const last = view.undo;
  const text = last?.text ?? view.recent[0]?.text ?? say("nothing_yet");
  return h("div", { key: "last", class: "card last" }, h("p", { class: "last-text" }, text),
    button({ key: "back", look: "small", refused: last ? null : say("nothing_to_undo"),
      "data-acts": last?.seq, tell, act: () => open("undo", { seq: last?.seq, text }) }, say("take_back")),
    button({ key: "all", look: "small", act: () => open("record") }, say("all")));
}

function otherButtons(/** @type {Tablet} */ tablet) {
  const { view, say, open, tell } = tablet;
  const mayTrade = (view.can.trade ?? []).length > 1;
  return h("div", { key: "others", class: "others" },
    button({ key: "field", act: () => open("field", { hoop: null }) }, say("field_place")),
    button({ key: "trade", refused: mayTrade ? null : notYet(tablet), tell,
      act: () => open("trade", { a: null, b: null, gives: {}, gift: false }) }, say("trade")),
    button({ key: "more", act: () => open("more") }, say("more")));
}

/** Longer words below START are set in narrow letters. */
const WIDE = 44;

function confirmButton(/** @type {Tablet} */ tablet) {
  const { view, say, open } = tablet;
  const words = say("confirm", { teams: listed(teamNames(view, view.result?.winners ?? [])) });
  return holdButton({ key: "confirm", id: "confirm", look: "start is-wanted",
    act: () => confirmResult(tablet), tapped: () => open("confirm") },
    h("b", { style: { "--letters": words.length } }, words), h("small", {}, say("press_and_hold")));
}

/** The reason that no round can be started now, for a button: what whistles cannot wait for the link. */
function refusal(/** @type {Tablet} */ { view, say, tell, away }) {
  const may = view.can.start_round;
  const refused = !may ? (view.blocked?.text ?? say("cannot_start")) : away ? say("not_started") : null;
  return { refused, rule: may ? null : view.blocked?.rule, tell };
}

function startButton(/** @type {Tablet} */ tablet) {
  const { view, say, open } = tablet;
  const late = view.pending.length;
  const isOver = view.phase === "break" && view.clock.state === "idle";
  const [words, also] = [say("start_round", { n: (view.round ?? 0) + 1 }), startWords(tablet)];
  return promptButton(tablet, "start_round", { key: "start", id: "start",
    look: `start ${isOver ? "is-wanted" : ""}`, going: "starting", "data-acts": `${words} ${also}`,
    ...refusal(tablet), act: () => (late ? open("late") : startRound(tablet)) },
    h("span", { class: "start-round" }, words),
    also && h("small", { key: "also", class: also.length > WIDE ? "is-long" : "" }, also));
}

/** The effects of starting beside the whistle: what it refuses, and what must be called out before it. */
function startWords(/** @type {Tablet} */ { view, say }) {
  const { foresight, supremacy } = view.next_round;
  const name = (id) => ({ team: teamNames(view, [id])[0] });
  const said = [view.pending.length > 0 && say("start_refuses", { n: view.pending.length }),
    foresight && say("start_first", name(foresight)),
    supremacy && say("start_only_knights", name(supremacy))];
  return said.filter(Boolean).join(" · ");
}

function startRound(/** @type {Tablet} */ { send, say }, more = {}) {
  return send({ type: "start_round", ...more }, { orElse: say("not_started") });
}

/** The late balls that START would refuse, to be judged first or refused with it. */
export function latePanel(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const rows = pendingRows(tablet);
  if (!rows) return null;
  const start = () => startRound(tablet, { refuse_pending: true });
  return { title: say("late_balls"), body: [h("p", { key: "what", class: "sentence" }, say("judge")), rows],
    actions: view.pending.length > 0
      && promptButton(tablet, "start_round", { key: "start", look: "start", going: "starting",
        ...refusal(tablet), act: start }, say("start_refusing")) };
}
