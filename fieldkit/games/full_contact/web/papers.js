/** The papers: sheets for players and referee, slips and cards to cut, what is needed, laying the field. */

import { h, icon } from "../dom.js";
import { farthest, fieldSize } from "./fairness.js";

/** The data that papers are printed from: the set-up, with what the match of a view has settled. */
export function printedFor(setup, view) {
  const unnamed = setup.teams.map(({ id, mark }) => ({ id, mark }));
  const settled = view ? { teams: view.teams, prices: view.prices ?? setup.prices } : { teams: unnamed };
  const options = { ...setup.options, ...view?.options };
  const isStart = (id) => setup.hoops.some((hoop) => hoop.id === id && hoop.start);
  // Another field than that of a match that is on may have been laid for the next.
  const field = view?.piles
    && { piles: view.piles,
      hoops: view.hoops.map(({ id, x, y, row }) => ({ id, x, y, row, start: isStart(id) })) };
  return { ...setup, ...settled, ...field, options,
    target: view?.target ?? options.target ?? setup.targets.usual };
}

/** A sheet of paper with its title. */
export function paper(key, title, look, ...inside) {
  return h("section", { key, class: `sheet paper-${look}` }, h("h2", {}, title), ...inside);
}

/** A ball in its colour, as large as a letter. */
export function ball({ options }, kind) {
  return h("i", { key: kind, class: `paper-ball kind-${kind}`, style: painted(options.colours?.[kind]) });
}

/** The style that paints a kind's balls in their colour of this match. */
export function painted(/** @type {string | undefined} */ colour) {
  return colour ? { "--kind": `var(--ball-${colour})` } : {};
}

/** A kind with the colour of its balls: "wood (brown)"; the kind alone where colours are not settled. */
export function kindName({ options }, kind, /** @type {Say} */ say) {
  const [name, colour] = [say(`kind_${kind}`), options.colours?.[kind]];
  return colour ? say("ball_is", { kind: name, colour: say(`ball_${colour}`) }) : name;
}

/** A price: each part as many balls with their names, alternatives beside each other. */
export function price(given, cost, /** @type {Say} */ say) {
  // Of alternatives those that are in play.
  const played = (names) => names.split("|").filter((kind) => given.options.kinds.includes(kind));
  const parts = Object.entries(cost).map(([names, n]) => [played(names), n]).filter(([kinds]) =>
    kinds.length
  );
  const one = (kind) =>
    h("span", { key: kind, class: "paper-kind" }, ball(given, kind), kindName(given, kind, say));
  const either = (kind, at) => [at > 0 && h("span", { key: `or-${kind}` }, say("or")), one(kind)];
  return h("span", { class: "paper-price" },
    parts.map(([kinds, n]) =>
      h("span", { key: kinds.join("|"), class: "paper-cost" }, h("b", {}, n), kinds.flatMap(either))
    ));
}

/** A list of sentences, to be ticked off or only read. */
export function list(/** @type {(string | false | null | undefined)[]} */ sentences, look = "") {
  return h("ul", { class: `paper-list ${look}` },
    sentences.filter(Boolean).map((each, at) => h("li", { key: at }, each)));
}

/** A part of a sheet under a head of its own. */
export function part(key, title, ...inside) {
  return h("section", { key, class: "paper-part" }, h("h3", {}, title), ...inside);
}

/** A table, each row's name on its left; `heads` are its head, if it has one. */
export function table(/** @type {any[][]} */ rows, look = "lined", /** @type {any[]} */ heads = []) {
  const row = (cells, at) =>
    h("tr", { key: at }, h("th", {}, cells[0]), cells.slice(1).map((cell, n) => h("td", { key: n }, cell)));
  const head = h("tr", {}, heads.map((one, n) => h("th", { key: n }, one)));
  return h("table", { class: look }, heads.length > 0 && h("thead", {}, head), h("tbody", {}, rows.map(row)));
}

const ITEMS = ["settlement", "city", "knight", "card"];
const BLASTS = ["ready", "head", "open", "warn", "close", "stop"];
const FOULS = ["early", "two", "carried", "acted", "bad_tag", "kept", "holding", "rough"];

/** The players' sheet: all that bodies carry out, prices and points, on one page. */
export function playersSheet(given, /** @type {Say} */ say) {
  const { options, target, prices } = given;
  const told = (...keys) => list(keys.map((key) => say(key)));
  return [
    paper("rules", say("game_name"), "rules is-columns",
      h("p", { key: "about", class: "paper-lead" }, say("rules_about", { target })),
      part("ready", say("hand_ready"), told("hand_foot", "hand_band", "hand_head_start")),
      part("round", say("hand_round"),
        list([say("rules_length", { s: options.round_seconds }),
          ...["hand_one_ball", "hand_counts", "hand_stays", "hand_tag", "hand_tagged", "hand_both_out",
            "hand_settlement", "rules_fair"].map((key) => say(key))])),
      part("grace", say("hand_grace"), told("hand_whistle", "hand_late", "hand_outside")),
      part("stopped", say("hand_stopped"), told("hand_freeze")),
      part("break", say("hand_break"),
        list([say("rules_break", { s: options.break_seconds }), say("hand_city"), say("hand_trade"),
          say("rules_card")])),
      part("balls", say("rules_balls"),
        list(options.kinds.map((kind) => [ball(given, kind), kindName(given, kind, say)]), "is-plain")),
      part("prices", say("rules_prices"),
        table(ITEMS.map((item) => [[icon(item), say(`item_${item}`)], price(given, prices[item], say)]),
          "lined paper-prices")),
      part("points", say("rules_points"),
        table(ITEMS.map((item) => [[icon(item), say(`rules_point_${item}`)], given.points[item]]),
          "lined paper-points")), part("end", say("call_end_of"), told("hand_win"))),
  ];
}

/** The referee's card: signals, what to look at before whistles, late balls, stops, fouls, on one page. */
export function refereesCard(given, /** @type {Say} */ say) {
  const { options, target } = given;
  const told = (...keys) => list(keys.map((key) => say(key)));
  const before = ["call_late_done", "call_outside", "call_crew", "call_feet", "call_bands", "call_say"];
  return [
    paper("referee", say("paper_referee"), "referee is-columns",
      part("before", say("call_before"), list(before.map((key) => say(key)), "is-ticked")),
      part("signals", say("call_signals"),
        table(BLASTS.map((blast) => [say(`call_${blast}`), say(`call_${blast}_what`)]))),
      part("during", say("call_during"), told("call_watch", "call_by_hand", "call_unclear")),
      part("late", say("call_late"), told("call_accept", "call_refuse")),
      part("stops", say("call_stops"), told("call_stop_when", "call_void", "call_resume", "call_end")),
      part("fouls", say("call_fouls"), list(FOULS.map((foul) => say(`call_${foul}`)), "is-close"),
        told("call_foul_what", "call_sent_off")),
      part("end", say("call_end_of"), list([say("call_end_what", { target })])),
      part("without", say("call_without"), list([say("call_without_what", { s: options.round_seconds })]))),
  ];
}

const CITIES_EACH = 3;

/** The price slips of all teams, four on a page. */
export function priceSlips(given, /** @type {Say} */ say) {
  return [
    h("section", { key: "slips", class: "sheet of-four" }, given.teams.map((team) =>
      priceSlip(given, team, say)
    )),
  ];
}

function priceSlip(given, team, /** @type {Say} */ say) {
  const card = (one) => [`${one.count} × ${say(one.name)}`, effect(given, one, say)];
  const buy = ([item, cost]) => [[icon(item), say(`item_${item}`)], price(given, cost, say)];
  return h("article", { key: team.id, class: `slip team-${team.id}` },
    h("h2", {}, icon(`mark-${team.mark}`, "paper-mark"), nameOf(team, say)),
    table(Object.entries(given.prices).map(buy), "lined slip-prices"),
    table(given.card_list.map(card), "lined slip-cards"));
}

/** The sentences on a card, with the length of the match's head start. */
function effect({ options }, card, /** @type {Say} */ say) {
  const fill = { ...card.fill, s: options.head_start_seconds };
  return [card.effect, card.note].filter(Boolean).map((sentence) => say(sentence, fill)).join(" ");
}

/** The deck on card, to be cut and shuffled. */
export function deck(given, /** @type {Say} */ say) {
  const cards = given.card_list.flatMap((card) =>
    Array.from({ length: card.count }, (_, at) => ({ card, at }))
  );
  const face = ({ card, at }) =>
    h("article", { key: `${card.id}-${at}`, class: "paper-card" }, h("h3", {}, say(card.name)),
      h("p", {}, effect(given, card, say)), h("small", {}, say("deck_use")));
  return [
    paper("deck", say("deck_title", { n: cards.length }), "cards",
      h("div", { class: "paper-cut" }, cards.map(face))),
  ];
}

/** Cards that lie in a hoop with a city, for each team. */
export function cityCards(given, /** @type {Say} */ say) {
  const each = given.teams.flatMap((team) => Array.from({ length: CITIES_EACH }, (_, at) => ({ team, at })));
  const face = ({ team, at }) =>
    h("article", { key: `${team.id}-${at}`, class: `paper-card is-city team-${team.id}` },
      h("p", { class: "paper-city" }, icon(`mark-${team.mark}`, "paper-mark"), icon("city")),
      h("h3", {}, nameOf(team, say)), h("p", {}, say("city_what")));
  return [paper("cities", say("city_title"), "cards", h("div", { class: "paper-cut" }, each.map(face)))];
}

function nameOf(team, /** @type {Say} */ say) {
  return team.name ?? say(`teams/${team.id}`);
}

const SPARE_BALLS = 3;
/** Tapes are sold in steps of this length (m). */
const TAPE_STEP = 5;
const REST = ["band", "marker", "hoop", "bag", "deck", "tape", "whistle"];
const STEPS = [{ name: "corners", from: 0, to: 1 }, { name: "hoops", from: 1, to: 4 }, { name: "piles",
  from: 4, to: 6 }, { name: "teams", from: 6, to: 8 }, { name: "check", from: 8, to: 10 }];
const PANEL = 90;
const STRIP = { w: 297, h: 105 };

/** The list of all that is needed, with what does, and how a marker is folded. */
export function needed(given, /** @type {Say} */ say) {
  const { options, hoops } = given;
  const counts = { hoop: hoops.length, tape: 2, whistle: 1 };
  const tape = Math.ceil(farthest(given) / TAPE_STEP) * TAPE_STEP;
  const heads = ["need_thing", "need_count", "need_note"].map((key) => h("th", { key }, say(key)));
  const row = (key, thing, count, note, rows = 1) =>
    h("tr", { key }, h("th", {}, thing), h("td", {}, count),
      note && h("td", { key: "note", rowspan: rows }, note));
  const kinds = options.kinds.map((kind, at) =>
    row(kind, [ball(given, kind), say("need_ball", { kind: kindName(given, kind, say) })],
      say("need_ball_count", { n: options.balls_per_kind, spare: SPARE_BALLS }),
      at === 0 && say("need_ball_what"), options.kinds.length)
  );
  const rest = (thing) =>
    row(thing, say(`need_${thing}`, { m: tape }), counts[thing] ?? say(`need_${thing}_count`),
      say(`need_${thing}_what`));
  return [
    paper("needed", say("need_title"), "needed",
      h("table", { class: "lined" }, h("thead", {}, h("tr", {}, heads)),
        h("tbody", {}, kinds, REST.map(rest))),
      part("fold", say("fold_title"), folding(say),
        list(["fold_cut", "fold_fold", "fold_glue", "fold_mark"].map((key) => say(key)), "is-numbered"))),
  ];
}

/** The strip with its folds and its flap, and the tent that it becomes. */
function folding(/** @type {Say} */ say) {
  const fold = (n) =>
    h("line", { key: `fold-${n}`, x1: n * PANEL, x2: n * PANEL, y1: 0, y2: STRIP.h, class: "fold-line" });
  const mark = (x) =>
    h("path", { key: `mark-${x}`, d: `M${x + 45} 28 L${x + 75} 78 L${x + 15} 78 Z`, class: "fold-mark" });
  return h("svg", { class: "paper-fold", viewBox: "-4 -4 460 136", role: "img",
    "aria-label": say("fold_title") },
    h("path", { key: "strip", d: `M0 0 H${STRIP.w} V${STRIP.h} H0 Z`, class: "fold-edge" }),
    h("path", { key: "flap", d: `M${3 * PANEL} 0 H${STRIP.w} V${STRIP.h} H${3 * PANEL} Z`,
      class: "fold-flap" }), [1, 2, 3].map(fold), [0, 1, 2].map((n) => mark(n * PANEL)),
    [0, 1, 2].map((n) =>
      h("text", { key: `size-${n}`, x: n * PANEL + 45, y: STRIP.h + 16, class: "fold-word" }, "90")
    ), h("text", { key: "flap-size", x: 3 * PANEL + 13, y: STRIP.h + 16, class: "fold-word" }, "27"),
    h("path", { key: "left", d: "M336 22 L390 42 L390 124 L336 100 Z", class: "fold-flap" }),
    h("path", { key: "right", d: "M390 42 L448 20 L448 98 L390 124 Z", class: "fold-edge" }),
    h("path", { key: "behind", d: "M336 22 L448 20", class: "fold-edge" }),
    h("path", { key: "left-mark", d: "M363 52 L380 96 L346 83 Z", class: "fold-mark" }),
    h("path", { key: "right-mark", d: "M419 50 L438 84 L400 98 Z", class: "fold-mark" }));
}

/** The steps by which one person lays it all out in ten minutes. */
export function laying(given, /** @type {Say} */ say) {
  const fill = { ...fieldSize(given), n: given.options.balls_per_kind };
  const step = ({ name, from, to }) =>
    h("li", { key: name }, h("b", {}, say("lay_minutes", { from, to })),
      h("p", {}, say(`lay_${name}`, fill)));
  return [
    paper("laying", say("lay_title"), "laying", h("ol", { class: "paper-steps" }, STEPS.map(step)),
      list([say("lay_rules")])),
  ];
}
