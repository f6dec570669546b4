/** The sheets at the door: the ring of boards, and everybody by the alphabet with their seats. */

import { h, icon } from "../dom.js";
import { boardsOf, noSheet, pieces } from "./paper_parts.js";
import { GROUPS, kindOf } from "./ring.js";

const COLUMNS = 10;
const ROWS_A_SHEET = 20;
const NAMES_A_SHEET = 150;

/** The map of the hall, then the list. */
export async function hallMap({ say, last }) {
  if (!last?.boards) return noSheet(say("paper_no_hall"));
  const boards = Array.from({ length: last.boards }, (_, at) => at + 1);
  const rows = pieces(boards, COLUMNS);
  const maps = pieces(rows, ROWS_A_SHEET).map((some, at) => ring(say, some, at * ROWS_A_SHEET, last.boards));
  const found = await boardsOf(1, last.boards);
  return [...maps, ...(found ? list(say, found) : [noSheet(say("no_answer"))])];
}

/** Boards row by row, to and fro, so that neighbours in the hall are neighbours here; a bar leads from row to row. */
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
  const people = rows.flatMap((row) =>
    GROUPS.filter((group) => row[group] && !row[group].removed).map((group) => ({ name: row[group].name,
      board: row.board, group })
    )
  );
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
