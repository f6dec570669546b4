/** Full-Contact Catan on paper: each paper by name, the field's map (FC-3), tags, a match to go on with. */

import { button, h, icon } from "../dom.js";
import { hoopNumber } from "../format.js";
import { fieldSize, metreLines, metres } from "./fairness.js";
import { cityCards, deck, laying, needed, painted, playersSheet, priceSlips, printedFor, refereesCard,
  table } from "./papers.js";
import { balls, cardOf, pileName, priceWords, teamNames } from "./parts.js";
import { words as gameWords } from "./words.js";
import { words as paperWords } from "./words/paper.js";

export const words = { ...gameWords, ...paperWords };

const BLANK_TAGS = 22;
const TAGS_A_SHEET = 36;
const BLANK_ROUNDS = 6;

/** The papers by name; city cards are wanted only beside a paper deck. */
const PAPERS = { slips: priceSlips, rules: playersSheet, referee: refereesCard, kit: needed, laying,
  map: (given, say) => [mapSheet(given, say)], cards: deck, cities: cityCards, tags: tagSheets };

/** The papers for the match of this view, or without one for any match; by a tap only one of them. */
export function slips(setup, tags, /** @type {Say} */ say, /** @type {MatchView | null} */ view, desk) {
  const given = { ...printedFor(setup, view), tags };
  const isPaper = given.options.deck === "paper";
  const usual = Object.keys(PAPERS).filter((name) => isPaper || name !== "cities");
  const drawn = (chosen) => {
    const pick = (name) =>
      button({ key: name, look: "choice", "aria-pressed": String(name === chosen), act: () =>
        desk.show(drawn(name)) }, say(`paper_${name}`));
    const shown = chosen === "all" ? usual : [chosen];
    return [
      h("nav", { key: "papers", class: "paper-choice", "aria-label": say("paper_choose") },
        ["all", ...Object.keys(PAPERS)].map(pick)),
      shown.flatMap((name) => PAPERS[name](given, say)),
    ];
  };
  return drawn("all");
}

/** The papers for everybody: the players' sheet and the referee's card, for the match of a public board. */
export function rules(setup, /** @type {Say} */ say, /** @type {BoardView | null} */ view) {
  const given = printedFor(setup, view);
  return [...playersSheet(given, say), ...refereesCard(given, say)];
}

/** The tags, as many on a sheet as go on one page; without any, lines to fill in. */
function tagSheets({ tags }, /** @type {Say} */ say) {
  const known = Object.entries(tags).map(([tag, role]) => [tag, roleWords(role, say)]);
  const rows = known.length ? known : Array.from({ length: BLANK_TAGS }, () => ["", ""]);
  const sheets = Math.ceil(rows.length / TAGS_A_SHEET);
  const heads = ["tag", "tag_of", "tag_note"];
  const row = (/** @type {string[]} */ [tag, role], key) =>
    h("tr", { key }, h("td", {}, tag), h("td", {}, role), h("td", {}));
  const cut = Array.from({ length: sheets }, (_, n) => rows.slice(n * TAGS_A_SHEET, (n + 1) * TAGS_A_SHEET));
  return cut.map((part, n) =>
    h("section", { key: `tags-${n}`, class: "sheet" }, h("h2", {}, say("print_tags")),
      h("table", { class: `lined ${known.length ? "" : "is-blank"}` },
        h("thead", {}, h("tr", {}, heads.map((key) => h("th", { key }, say(key))))),
        h("tbody", {}, part.map(row))))
  );
}

function roleWords(role, /** @type {Say} */ say) {
  const [[what, value]] = Object.entries(role);
  if (what === "ball") return say("tag_ball", { kind: say(`kind_${value}`) });
  const [team, player] = value.split("/");
  return say(`tag_${what}`, { team: say(`teams/${team}`), player: player ?? "" });
}

/** The match on one page: teams, hoops, what is owed, and room to go on by hand. */
export function sheet(/** @type {MatchView} */ view, /** @type {Say} */ say, when) {
  const kinds = Object.keys(view.field);
  return h("section", { class: "sheet match-sheet" },
    h("h2", {}, say(`phase_${view.phase}`, { n: view.phase === "ready" ? view.round + 1 : view.round })),
    h("p", {},
      [view.practice && say("practice"), say("first_to", { n: view.target }), when].filter(Boolean).join(
        " · ",
      )), teamTable(view, kinds, say),
    h("div", { class: "match-columns" }, hoopTable(view, say), openThings(view, kinds, say)),
    h("h3", {}, say("paper_go_on")), goOnTable(view, say));
}

function teamTable(/** @type {MatchView} */ view, kinds, /** @type {Say} */ say) {
  const { teams, field } = view;
  const heads = ["paper_points", ...kinds.map((kind) => `kind_${kind}`), "fix_players", "fix_knights",
    "paper_in_hand", "fix_bonus_vp"];
  const row = (team) =>
    h("tr", { key: team.id },
      h("th", { class: "paper-team" }, icon(`mark-${team.mark}`, "paper-mark"), team.name),
      [team.vp, ...kinds.map((kind) => team.resources[kind]), team.players, team.knights,
        team.settlements_in_hand, team.bonus_vp].map((n) => h("td", { class: "number" }, n)),
      h("td", {}, team.cards.map((card) => say(cardOf(view, card).name)).join(", ")));
  const onField = h("tr", { key: "field" }, h("th", {}, say("field")), h("td", {}),
    kinds.map((kind) => h("td", { key: kind, class: "number" }, field[kind])));
  return h("table", { class: "lined" },
    h("thead", {},
      h("tr", {}, h("th", {}, say("teams")),
        heads.map((head) => h("th", { key: head, class: "is-upright" }, say(head))),
        h("th", { key: "cards" }, say("fix_cards")))), h("tbody", {}, teams.map(row), onField));
}

function hoopTable(/** @type {MatchView} */ { hoops, teams }, /** @type {Say} */ say) {
  return table(hoops.map((hoop) => {
    const team = teams.find((one) => one.id === hoop.team);
    return [say("hoop", { hoop: hoopNumber(hoop.id) }), [team && icon(`mark-${team.mark}`, "paper-mark"),
      team ? `${team.name}, ${say(`item_${hoop.building}`)}` : say("fix_none")]];
  }));
}

/** The list of what still has to happen: discards, the next round's cards, balls to put back, late balls. */
function openThings(/** @type {MatchView} */ view, kinds, /** @type {Say} */ say) {
  const name = (id) => teamNames(view, [id])[0];
  const { foresight, supremacy } = view.next_round;
  const lines = [...view.owed.map(({ team, discard }) => say("discard_of", { team: name(team), n: discard })),
    foresight && say("plate_head_start", { team: name(foresight) }),
    supremacy && say("plate_supremacy", { team: name(supremacy) }),
    view.pending.length > 0 && say("plate_pending", { n: view.pending.length }),
    view.refill.length > 0
    && `${say("refill")}: ${balls(Object.fromEntries(view.refill.map((row) => [row.kind, row.count])), say)}`,
    say("paper_deck", { n: view.deck_left }),
    ...["round", "grace", "break"].map((name) =>
      `${say(`opt_${name}_seconds`)}: ${view.options[`${name}_seconds`]}`
    )];
  const price = ([item, cost]) => `${say(`item_${item}`)}: ${priceWords(cost, say)}`;
  return h("ul", { class: "paper-open" },
    [...lines.filter(Boolean), ...Object.entries(view.prices).map(price)].map((line) => h("li", {}, line)));
}

function goOnTable(/** @type {MatchView} */ { teams, round }, /** @type {Say} */ say) {
  const rows = Array.from({ length: BLANK_ROUNDS },
    (_, i) => [say("round_n", { n: round + i + 1 }), ...teams.map(() => "")]);
  const heads = teams.map((team) =>
    h("span", { class: "paper-team" }, icon(`mark-${team.mark}`, "paper-mark"), team.name)
  );
  return table(rows, "lined is-blank", ["", ...heads]);
}

/** The largest drawing, in its own units: 4.2 of them are a millimetre of an A4 sheet. */
const [WIDTH, HEIGHT] = [730, 560];
const MARGIN = 44;
const HOOP_M = 0.4;

/** The whole sheet, for hoops, piles and the kinds and colours in play. */
export function mapSheet(given, /** @type {Say} */ say) {
  const piles = given.piles.filter((pile) => given.options.kinds.includes(pile.kind));
  const { w, h: high } = fieldSize(given);
  return h("section", { key: "map", class: "sheet map-sheet" },
    h("h2", {}, say("print_map"), h("span", { class: "map-size" }, say("map_size", { w, h: high }))),
    drawing(given, piles, say), h("p", { class: "map-how" }, say("map_how", { w })),
    h("div", { class: "map-tape" }, tape(given, piles, w, say)));
}

function drawing(given, piles, /** @type {Say} */ say) {
  const { w, h: high } = fieldSize(given);
  const metre = Math.min(WIDTH / w, HEIGHT / high);
  const box = { metre, left: MARGIN, bottom: MARGIN / 2 + high * metre, w, high, aside: 16, below: 18 };
  const at = ({ x, y }) => [box.left + x * metre, box.bottom - y * metre];
  const size = `0 0 ${w * metre + 2 * MARGIN} ${high * metre + 2 * MARGIN}`;
  return h("svg", { class: "map", viewBox: size, role: "img", "aria-label": say("print_map") },
    metreLines("map", box),
    h("path", { key: "edge", class: "map-edge",
      d: `M${box.left} ${box.bottom}v${-high * metre}h${w * metre}v${high * metre}Z` }),
    piles.map((pile) => drawnPile(given, pile, at(pile), say)),
    given.hoops.map((hoop) => drawnHoop(hoop, at(hoop), Math.max(12, HOOP_M * metre))),
    corner("A", at({ x: 0, y: 0 }), -22), corner("B", at({ x: w, y: 0 }), 26));
}

function corner(letter, /** @type {number[]} */ [x, y], aside) {
  return h("g", { key: letter }, h("circle", { cx: x, cy: y, r: 5 }),
    h("text", { x: x + aside, y: y + 8, class: "map-corner" }, letter));
}

function drawnHoop(hoop, /** @type {number[]} */ [x, y], radius) {
  return h("g", { key: hoop.id }, h("circle", { cx: x, cy: y, r: radius, class: "map-hoop" }),
    hoop.start && h("circle", { key: "start", cx: x, cy: y, r: radius + 4, class: "map-hoop is-start" }),
    h("text", { x, y: y + 6, class: "map-number" }, hoopNumber(hoop.id)));
}

function drawnPile(given, pile, /** @type {number[]} */ [x, y], /** @type {Say} */ say) {
  const colour = given.options.colours?.[pile.kind];
  return h("g", { key: pile.id, class: `map-pile kind-${pile.kind}`, style: painted(colour) },
    h("circle", { cx: x, cy: y, r: 8, class: "map-ball" }),
    h("text", { x, y: y + 22, class: "map-word" }, `${pile.capacity} × ${say(`kind_${pile.kind}`)}`),
    colour && h("text", { key: "colour", x, y: y + 34, class: "map-colour" }, say(`balls_${colour}`)));
}

/** The distances of each thing from both lower corners: two tapes that meet. */
function tape({ hoops, options }, piles, w, /** @type {Say} */ say) {
  const away = ({ x, y }, from) => metres(Math.hypot(x - from, y), 2);
  const row = (thing, name) => [name, away(thing, 0), away(thing, w)];
  const ball = ({ kind }) =>
    h("i", { class: `map-swatch kind-${kind}`, style: painted(options.colours?.[kind]) });
  const rows = [...hoops.map((hoop) => row(hoop, say("hoop", { hoop: hoopNumber(hoop.id) }))),
    ...piles.map((pile) => row(pile, [ball(pile), pileName(pile.id, say)]))];
  const third = Math.ceil(rows.length / 3);
  return [0, 1, 2].map((n) => table(rows.slice(n * third, (n + 1) * third), "", [say("map_tape"), "A", "B"]));
}
