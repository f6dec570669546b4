/** Full-Contact Catan on paper: prices and cards for each team, the map, the tags, and a match to go on with. */

import { h, icon, iconAddress } from "../dom.js";
import { hoopNumber } from "../format.js";
import { balls, pileName, priceWords } from "./parts.js";

export { words } from "./words.js";

const BLANK_TAGS = 24;
const BLANK_ROUNDS = 6;
const METRE = 20;
const EDGE_M = 2;

/** The sheets for the match of this view, or without one for any match. */
export function slips(setup, tags, /** @type {Say} */ say, /** @type {MatchView} */ view) {
  const given = view ? { ...setup, ...inMatch(view) } : setup;
  return [
    h("section", { class: "sheet of-four" }, given.teams.map((team) => teamSlip(given, team, say))),
    h("section", { class: "sheet" }, h("h2", {}, say("print_map")), fieldMap(given, say)),
    h("section", { class: "sheet" }, h("h2", {}, say("print_tags")), tagTable(tags, say)),
  ];
}

function inMatch({ teams, prices, options }) {
  return { teams, prices, options };
}

function teamSlip(given, team, /** @type {Say} */ say) {
  const prices = Object.entries(given.prices).map(([item, price]) =>
    h("tr", { key: item }, h("th", {}, icon(item), say(`item_${item}`)), h("td", {}, priceWords(inPlay(price, given.options.kinds), say))),
  );
  const cards = Object.entries(given.deck).map(([card, count]) =>
    h(
      "tr",
      { key: card },
      h("th", {}, `${count} × ${say(`card_${card}`)}`),
      h("td", {}, say(`effect_${card}`, { s: given.options.head_start_seconds })),
    ),
  );
  return h(
    "article",
    { key: team.id, class: "slip" },
    h("h2", {}, icon(`mark-${team.mark}`, "paper-mark"), team.name ?? say(`colour_${team.id}`)),
    h("table", {}, h("tbody", {}, prices)),
    h("table", { class: "slip-cards" }, h("tbody", {}, cards)),
  );
}

/** A price without the alternatives that are not in play. */
function inPlay(price, kinds) {
  const left = (names) => names.split("|").filter((kind) => kinds.includes(kind)).join("|");
  return Object.fromEntries(Object.entries(price).map(([names, count]) => [left(names), count]));
}

function fieldMap({ hoops, piles, options }, /** @type {Say} */ say) {
  const lying = piles.filter((pile) => options.kinds.includes(pile.kind));
  const all = [...hoops, ...lying];
  const span = (values) => [Math.min(...values) - EDGE_M, Math.max(...values) + EDGE_M];
  const [west, east] = span(all.map((thing) => thing.x));
  const [south, north] = span(all.map((thing) => thing.y));
  const at = ({ x, y }) => [(x - west) * METRE, (north - y) * METRE];
  const size = `0 0 ${(east - west) * METRE} ${(north - south) * METRE}`;
  return h(
    "svg",
    { class: "map", viewBox: size, role: "img", "aria-label": say("print_map") },
    lying.map((pile) => drawnPile(pile, at(pile), say)),
    hoops.map((hoop) => drawnHoop(hoop, at(hoop))),
  );
}

function drawnHoop(hoop, /** @type {number[]} */ [x, y]) {
  return h(
    "g",
    { key: hoop.id },
    h("circle", { cx: x, cy: y, r: 16, class: "map-hoop" }),
    hoop.start && h("circle", { key: "start", cx: x, cy: y, r: 20, class: "map-hoop" }),
    h("text", { x, y: y + 6, class: "map-number" }, hoopNumber(hoop.id)),
  );
}

function drawnPile(pile, /** @type {number[]} */ [x, y], /** @type {Say} */ say) {
  return h(
    "g",
    { key: pile.id, class: `kind-${pile.kind}` },
    h("use", { href: iconAddress(pile.kind), x: x - 11, y: y - 18, width: 22, height: 22 }),
    h("text", { x, y: y + 16, class: "map-word" }, `${pileName(pile.id, say)} (${pile.capacity})`),
  );
}

function tagTable(tags, /** @type {Say} */ say) {
  const known = Object.entries(tags).map(([tag, role]) => [tag, roleWords(role, say)]);
  const rows = known.length ? known : Array.from({ length: BLANK_TAGS }, () => ["", ""]);
  return h(
    "table",
    { class: `lined ${known.length ? "" : "is-blank"}` },
    h("thead", {}, h("tr", {}, h("th", {}, say("tag")), h("th", {}, say("tag_of")), h("th", {}, say("tag_note")))),
    h("tbody", {}, rows.map(([tag, role], i) => h("tr", { key: i }, h("td", {}, tag), h("td", {}, role), h("td", {})))),
  );
}

function roleWords(role, /** @type {Say} */ say) {
  const [[what, value]] = Object.entries(role);
  if (what === "ball") return say("tag_ball", { kind: say(`kind_${value}`) });
  const [team, player] = value.split("/");
  return say(`tag_${what}`, { team: say(`colour_${team}`), player: player ?? "" });
}

/** The match on one page: what every team has, who holds which hoop, what is owed, and room to go on by hand. */
export function sheet(/** @type {MatchView} */ view, /** @type {Say} */ say, when) {
  const kinds = Object.keys(view.field);
  return h(
    "section",
    { class: "sheet match-sheet" },
    h("h2", {}, say(`phase_${view.phase}`, { n: view.phase === "ready" ? view.round + 1 : view.round })),
    h("p", {}, [view.practice && say("practice"), say("first_to", { n: view.target }), when].filter(Boolean).join(" · ")),
    teamTable(view, kinds, say),
    h("div", { class: "match-columns" }, hoopTable(view, say), openThings(view, kinds, say)),
    h("h3", {}, say("paper_go_on")),
    goOnTable(view, say),
  );
}

function teamTable(/** @type {MatchView} */ { teams, field }, kinds, /** @type {Say} */ say) {
  const heads = ["paper_points", ...kinds.map((kind) => `kind_${kind}`), "fix_players", "fix_knights", "paper_in_hand", "fix_bonus_vp"];
  const row = (team) =>
    h(
      "tr",
      { key: team.id },
      h("th", { class: "paper-team" }, icon(`mark-${team.mark}`, "paper-mark"), team.name),
      [team.vp, ...kinds.map((kind) => team.resources[kind]), team.players, team.knights, team.settlements_in_hand, team.bonus_vp].map((n) =>
        h("td", { class: "number" }, n),
      ),
      h("td", {}, team.cards.map((card) => say(`card_${card}`)).join(", ")),
    );
  const onField = h("tr", { key: "field" }, h("th", {}, say("field")), h("td", {}), kinds.map((kind) => h("td", { key: kind, class: "number" }, field[kind])));
  return h(
    "table",
    { class: "lined" },
    h("thead", {}, h("tr", {}, h("th", {}, say("teams")), heads.map((head) => h("th", { key: head, class: "is-upright" }, say(head))), h("th", { key: "cards" }, say("fix_cards")))),
    h("tbody", {}, teams.map(row), onField),
  );
}

function hoopTable(/** @type {MatchView} */ { hoops, teams }, /** @type {Say} */ say) {
  const rows = hoops.map((hoop) => {
    const team = teams.find((one) => one.id === hoop.team);
    return h(
      "tr",
      { key: hoop.id },
      h("th", {}, say("hoop", { hoop: hoopNumber(hoop.id) })),
      h("td", {}, team && icon(`mark-${team.mark}`, "paper-mark"), team ? `${team.name}, ${say(`item_${hoop.building}`)}` : say("fix_none")),
    );
  });
  return h("table", { class: "lined" }, h("tbody", {}, rows));
}

/** What still has to happen: discards, the next round's cards, balls to put back, late balls. */
function openThings(/** @type {MatchView} */ view, kinds, /** @type {Say} */ say) {
  const name = (id) => view.teams.find((team) => team.id === id)?.name ?? id;
  const { foresight, supremacy } = view.next_round;
  const lines = [
    ...view.owed.map(({ team, discard }) => say("discard_of", { team: name(team), n: discard })),
    foresight && say("plate_head_start", { team: name(foresight) }),
    supremacy && say("plate_supremacy", { team: name(supremacy) }),
    view.pending.length > 0 && say("plate_pending", { n: view.pending.length }),
    view.refill.length > 0 && `${say("refill")}: ${balls(Object.fromEntries(view.refill.map((row) => [row.kind, row.count])), say)}`,
    say("paper_deck", { n: view.deck_left }),
    ...["round", "grace", "break"].map((name) => `${say(`opt_${name}_seconds`)}: ${view.options[`${name}_seconds`]}`),
  ];
  const price = ([item, cost]) => `${say(`item_${item}`)}: ${priceWords(cost, say)}`;
  return h("ul", { class: "paper-open" }, [...lines.filter(Boolean), ...Object.entries(view.prices).map(price)].map((line) => h("li", {}, line)));
}

function goOnTable(/** @type {MatchView} */ { teams, round }, /** @type {Say} */ say) {
  const rows = Array.from({ length: BLANK_ROUNDS }, (_, i) =>
    h("tr", { key: i }, h("th", {}, say("round_n", { n: round + i + 1 })), teams.map((team) => h("td", { key: team.id }))),
  );
  const heads = teams.map((team) => h("th", { key: team.id, class: "paper-team" }, icon(`mark-${team.mark}`, "paper-mark"), team.name));
  return h("table", { class: "lined is-blank" }, h("thead", {}, h("tr", {}, h("th", {}), heads)), h("tbody", {}, rows));
}
