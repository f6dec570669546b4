/** The seats on paper: a card for each, the map of the ring, and everybody by the alphabet. */

import { lookUp } from "../commands.js";
import { button, h, icon } from "../dom.js";
import { isAlone, phonesOrigin } from "../format.js";
import { seatTokens } from "../card.js";
import { form } from "./pieces.js";
import { around, GROUPS, kindOf, seatId } from "./ring.js";

/** The most boards that the kit tells of at once, and whose cards are made at once: 15 sheets. */
const MAX_BOARDS = 60;
const CARDS_A_SHEET = 8;
/** A name of more characters is set smaller, so that the longest one has room. */
const LONG_NAME_CHARS = 18;
const COLUMNS = 10;
const ROWS_A_SHEET = 20;
const NAMES_A_SHEET = 150;

/** The boards of a hall with who sits there, in their order; null when the kit did not answer. */
async function boardsOf(/** @type {number} */ from, /** @type {number} */ to) {
  const rows = [];
  for (let at = from; at <= to; at += MAX_BOARDS) {
    const count = String(Math.min(MAX_BOARDS, to - at + 1));
    const found = await lookUp({ what: "seats", from: String(at), count });
    if (!found) return null;
    rows.push(...found.rows);
  }
  return rows;
}

/** A sheet that says why there is none. */
export function noSheet(text) {
  return h("section", { key: "none", class: "sheet" }, h("p", { class: "sentence" }, text));
}

/** A list cut in pieces of a page each. */
function pieces(list, size) {
  return Array.from({ length: Math.ceil(list.length / size) },
    (_, at) => list.slice(at * size, (at + 1) * size));
}

/** The cards that were made last; none before boards were chosen. */
export function cards(page) {
  const boards = page.last?.boards ?? page.least;
  page.choice ??= { from: 1, to: Math.min(MAX_BOARDS, boards), boards, made: null, said: "" };
  return page.choice.made ?? [];
}

/** The first and the last board; without a hall also how many there are, since the ring closes there. */
export function cardsChoice(page) {
  const { say, choice, last, least, most } = page;
  const field = (name, bounds) =>
    h("label", { key: name }, h("span", {}, say(`paper_boards_${name}`)),
      h("input", { class: "input", type: "number", inputmode: "numeric", ...bounds, value: choice[name],
        on: { input: (event) => (choice[name] = Number(event.target.value)) } }));
  const { made, to } = choice;
  const left = Math.min(MAX_BOARDS, choice.boards - to);
  const next = () => {
    Object.assign(choice, { from: to + 1, to: to + left });
    make(page);
  };
  const of = { min: 1, max: last?.boards ?? most };
  return form({ key: "choice", class: "hall-paper-choice" }, () => make(page),
    !last && field("boards", { min: least, max: most, step: least }), field("from", of), field("to", of),
    h("button", { key: "make", class: "button" }, say("paper_make_cards")),
    made && left > 0 && button({ key: "next", act: next }, say("paper_next_cards", { n: left })),
    h("p", { key: "lead", class: isAlone ? "is-warning" : "" },
      say(isAlone ? "paper_cards_alone" : "paper_cards_lead", { address: phonesOrigin })),
    h("p", { key: "said", role: "status" }, choice.said || say("paper_cards_most", { n: MAX_BOARDS })));
}

/** The sentence that says what is wrong with the chosen boards, null if nothing is. */
function wrong({ choice: { from, to, boards }, say }) {
  if (!(from >= 1 && to >= from && to <= boards)) return say("paper_cards_range", { n: boards });
  return to - from + 1 > MAX_BOARDS ? say("paper_cards_most", { n: MAX_BOARDS }) : null;
}

async function make(page) {
  const { choice, say, last, draw } = page;
  const show = (said, made = choice.made) => {
    Object.assign(choice, { said, made });
    page.sheets = page.paper === "cards" ? (made ?? []) : page.sheets;
    draw();
  };
  const refused = wrong(page);
  if (refused) return show(refused);
  show(say("paper_soon"), []);
  const { from, to, boards } = choice;
  const seats = Array.from({ length: to - from + 1 },
    (_, at) => GROUPS.map((group) => ({ board: from + at, group }))).flat();
  const tokens = await seatTokens(seats.map(({ board, group }) => seatId(board, group)), { say,
    tell: (text) => show(text) });
  const rows = last ? await boardsOf(from, to) : [];
  if (!tokens || !rows) return tokens && show(say("no_answer"), [noSheet(say("no_answer"))]);
  const people = new Map(rows.map((row) => [row.board, row]));
  const drawn = seats.map((seat) =>
    card(page, { ...seat, person: people.get(seat.board)?.[seat.group],
      token: tokens[seatId(seat.board, seat.group)], boards })
  );
  const sheets = pieces(drawn, CARDS_A_SHEET).map((some, at) =>
    h("section", { key: `cards ${from} ${at}`, class: "sheet hall-cards" }, some)
  );
  show(say("paper_soon"), sheets);
  const isWhole = await pictured();
  return show(isWhole ? say("paper_cards_ready", { n: sheets.length }) : say("no_answer"));
}

/** Wait until every code is drawn: a sheet that is printed before has empty squares. */
async function pictured() {
  const pictures = [
    .../** @type {NodeListOf<HTMLImageElement>} */ (document.querySelectorAll(".hall-card img")),
  ];
  const drawn = await Promise.allSettled(pictures.map((picture) => picture.decode()));
  return drawn.every(({ status }) => status === "fulfilled");
}

function card(page, { board, group, person, token, boards }) {
  const { say } = page;
  const name = say(group);
  const isLong = person && person.name.length > LONG_NAME_CHARS;
  return h("article", { key: seatId(board, group), class: "hall-card" },
    h("p", { class: "hall-card-seat" }, h("b", {}, `${board} ${kindOf(board)}`),
      h("span", {}, icon(`mark-${group}`), name)),
    h("img", { src: `/qr.svg?seat=${token}`,
      alt: say("paper_qr", { seat: `${board} ${kindOf(board)} ${name}` }) }),
    h("p", { class: `hall-card-name ${person ? "" : "is-blank"} ${isLong ? "is-long" : ""}` },
      person
        ? [h("b", {}, person.name), person.club && h("span", {}, person.club)]
        : h("span", {}, say("paper_name"))), h("p", { class: "hall-card-phone" }, say("paper_phone")),
    neighbours(page, board, group, boards));
}

/** The six seats that belong together, as this player sees them; those across trade in both turns. */
function neighbours({ say, options }, board, group, boards) {
  const takesTurns = options.groups === "sun_moon";
  const seat = (each, isAcross) => {
    const isMe = each.board === board && !isAcross;
    return h("li", { key: seatId(each.board, each.group),
      class: isMe ? "is-me" : isAcross && takesTurns ? "is-across" : "" }, icon(`mark-${each.group}`),
      h("b", {}, `${each.board} ${kindOf(each.board)}`));
  };
  const [across, beside] = around(board, group, boards);
  return h("div", { class: "hall-card-trade" },
    h("ul", {}, across.map((each) => seat(each, true)), beside.map((each) => seat(each, false))),
    h("p", {}, say(takesTurns ? "paper_trade_turns" : "paper_trade_all")));
}

/** The map of the hall, then the list. */
export async function hallMap({ say, last }) {
  if (!last?.boards) return noSheet(say("paper_no_hall"));
  const boards = Array.from({ length: last.boards }, (_, at) => at + 1);
  const rows = pieces(boards, COLUMNS);
  const maps = pieces(rows, ROWS_A_SHEET).map((some, at) => ring(say, some, at * ROWS_A_SHEET, last.boards));
  const found = await boardsOf(1, last.boards);
  return [...maps, ...(found ? list(say, found) : [noSheet(say("no_answer"))])];
}

/** Boards row by row, to and fro, so that neighbours stay neighbours; a bar leads from row to row. */
function ring(say, rows, first, boards) {
  const cell = (board) => h("li", { key: board }, h("b", {}, board), h("span", {}, kindOf(board)));
  const row = (some, at) => {
    const look = [(first + at) % 2 ? "is-back" : "", some.at(-1) === boards ? "is-last" : ""].join(" ");
    return h("ul", { key: at, class: look }, some.map(cell));
  };
  return h("section", { key: `ring ${first}`, class: "sheet hall-ring" }, h("h2", {}, say("paper_ring")),
    h("p", {}, say("paper_ring_what", { n: boards })), rows.map(row));
}

function list(say, rows) {
  const collator = new Intl.Collator(document.documentElement.lang || "en");
  const seated = (row) => GROUPS.map((group) => ({ ...row[group], board: row.board, group }));
  const people = rows.flatMap(seated).filter(({ name, removed }) => name && !removed);
  people.sort((a, b) => collator.compare(a.name, b.name) || a.board - b.board);
  const entry = ({ name, board, group }) =>
    h("li", { key: `${board} ${group}` }, h("span", {}, name), h("b", {}, `${board} ${kindOf(board)}`),
      icon(`mark-${group}`), h("span", { class: "is-hidden" }, say(group)));
  if (!people.length) return [noSheet(say("paper_nobody"))];
  return pieces(people, NAMES_A_SHEET).map((some, at) =>
    h("section", { key: `names ${at}`, class: "sheet hall-names" }, h("h2", {}, say("paper_names")),
      h("ul", {}, some.map(entry)))
  );
}
