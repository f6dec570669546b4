/**
 * A list of players from a spreadsheet: read here, tried by the kit as a whole before anybody is registered.
 *
 * A command has room for some hundred rows, so a long list goes in parts: all of them are tried first, then
 * sent. What only the whole list shows (a seat named twice, too few seats) is looked for here. If a part is
 * refused after all, the parts before it are taken back: it is everybody or nobody.
 */

import { button, h } from "../dom.js";
import { decoded, remember } from "../panels/inputs.js";
import { GROUPS } from "./ring.js";

/** A list of the largest hall is a quarter of this; a file of more is something else. */
const MAX_CHARS = 1_000_000;
const PART_ROWS = 300;

/** Choose a file or paste the list, look at what was read, and register all. */
export function importPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const rows = cellsOf(panel.text ?? "");
  const count = playersIn(rows);
  const refused = !count
    ? say("list_first")
    : panel.isBusy
    ? say("one_moment")
    : count > view.seats.empty
    ? say("list_too_long", { n: count, free: view.seats.empty })
    : null;
  const take = async (event) => {
    const { currentTarget: input } = event;
    const [file] = input.files;
    if (!file) return;
    put(file.size > MAX_CHARS ? "" : decoded(await file.arrayBuffer()), file.size);
    // The same file may be chosen again once it is mended.
    input.value = "";
  };
  const put = (text, size = text.length) => {
    const isHuge = size > MAX_CHARS;
    const problem = isHuge ? [say("list_huge", { n: Math.ceil(size / MAX_CHARS) })] : null;
    remember(tablet, panel, { text: isHuge ? "" : text, problem });
  };
  return { title: say("import_list"),
    body: [h("p", { key: "what" }, say("list_what")),
      h("input", { key: "file", class: "input list-file", type: "file",
        accept: ".csv,.txt,text/csv,text/plain", "aria-label": say("list_file_choose"),
        on: { change: take } }),
      h("textarea", { key: "text", class: "input list-text", rows: 7, spellcheck: "false",
        "aria-label": say("list_paste"), placeholder: say("list_example"), value: panel.text ?? "",
        on: { input: (event) => put(event.currentTarget.value) } }),
      panel.problem
      && h("ul", { key: "problem", class: "form-wrong", role: "alert" }, panel.problem.map((line, at) =>
        h("li", { key: at }, line)
      ))],
    actions: [
      h("p", { key: "count", class: "form-points" }, h("b", { class: "number" }, count),
        h("span", {}, say("list_rows", { free: view.seats.empty }))),
      button({ key: "do", look: "main", refused, tell, act: () => imported(tablet, panel, rows) },
        say("import_do", { n: count })),
    ] };
}

function playersIn(/** @type {string[][]} */ rows) {
  return rows.slice(1).filter((row) => row.some(Boolean)).length;
}

async function imported(/** @type {HallTablet} */ tablet, panel, rows) {
  remember(tablet, panel, { isBusy: true });
  const problem = await registered(tablet, rows);
  remember(tablet, panel, { isBusy: false, problem });
  if (problem) return;
  tablet.close();
  tablet.tell(tablet.say("imported", { n: playersIn(rows) }));
}

/** Register everybody on the list; what is wrong with it, line by line, or null. */
async function registered(/** @type {HallTablet} */ tablet, rows) {
  const { say } = tablet;
  const wished = await seatsGiven(tablet, rows);
  if (!wished) return [say("no_answer")];
  const parts = inParts(wished);
  const wrong = [];
  for (const part of parts) {
    const answer = await tablet.ask(/** @type {any} */ ({ type: "import_players", csv: part.csv }));
    // A row has its number in the whole list.
    const whole = (text) => text.replace(/\d+/, (row) => String(Number(row) + part.before));
    if (answer.status !== 200)
      wrong.push((answer.body.error?.message ?? say("no_answer")).split("\n").map(whole));
  }
  const twice = seatsTwice(rows).map((each) => say("list_twice", each));
  if (wrong.length || twice.length)
    return [wrong[0]?.[0] ?? say("list_nobody"), ...wrong.flatMap((lines) => lines.slice(1)), ...twice];
  const made = [];
  for (const part of parts) {
    const answer = await tablet.send({ type: "import_players", csv: part.csv });
    if (answer) made.push(answer.seq);
    else return [await takenBack(tablet, made)];
  }
  return null;
}

/** Undo the parts that were registered before one was refused. */
async function takenBack(/** @type {HallTablet} */ tablet, /** @type {number[]} */ made) {
  const { say, send } = tablet;
  for (const seq of made.reverse()) {
    if (!(await send(/** @type {any} */ ({ type: "strike", seq, reason: say("list_undone") }))))
      return say("list_half");
  }
  return say("list_none");
}

// Reading a list as a spreadsheet writes it, and cutting it into parts that the kit takes

/** The cells of a list, row by row, empty rows left in their place; [] for an empty list. */
function cellsOf(/** @type {string} */ text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  while (lines.length && !lines[lines.length - 1].trim()) lines.pop();
  if (!lines.length) return [];
  const cellsBy = (letter) => lines[0].split(letter).length;
  const separator = cellsBy(";") > cellsBy(",") ? ";" : ",";
  return lines.map((line) => cells(line, separator));
}

/** One row: a cell in quotes may have the separator, or a quote written twice. */
function cells(line, separator) {
  const found = [""];
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at];
    if (letter === '"' && isQuoted && line[at + 1] === '"') found[found.length - 1] += line[at += 1];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) found.push("");
    else found[found.length - 1] += letter;
  }
  return found.map((cell) => cell.trim());
}

function columns(rows) {
  const head = (rows[0] ?? []).map((cell) => cell.toLowerCase());
  return { board: head.indexOf("board"), group: head.indexOf("group") };
}

/** The seat that a row names, `31-sun`; empty where the kit may choose. */
function named(row, { board, group }) {
  const number = parseInt(row[board] ?? "", 10);
  const which = (row[group] ?? "").toLowerCase();
  return number && GROUPS.includes(which) ? `${number}-${which}` : "";
}

/** The seats that rows of different parts name, as `{row, seat, first}`: the kit sees one part at a time. */
function seatsTwice(/** @type {string[][]} */ rows) {
  const where = columns(rows);
  const seen = new Map();
  const part = (at) => Math.floor((at - 1) / PART_ROWS);
  return rows.flatMap((row, at) => {
    const seat = at ? named(row, where) : "";
    const first = seen.get(seat);
    if (seat && first === undefined) seen.set(seat, at);
    return seat && first !== undefined && part(first) !== part(at)
      ? [{ row: at + 1, first: first + 1, seat: seat.replace("-", " ") }]
      : [];
  });
}

/**
 * The rows of a list that goes in several parts, each with a seat if any has one: an early part must not take
 * what a later one names. Null when the kit does not tell who sits there already.
 */
async function seatsGiven(/** @type {HallTablet} */ { look, view }, /** @type {string[][]} */ rows) {
  const where = columns(rows);
  const wished = rows.map((row, at) => (at ? named(row, where) : ""));
  if (rows.length <= PART_ROWS + 1 || !wished.some(Boolean)) return rows;
  const answer = await look({ what: "csv" });
  if (!answer) return null;
  const there = cellsOf(answer.csv);
  const taken = new Set([...there.slice(1).map((row) => named(row, columns(there))), ...wished]);
  const all = Array.from({ length: view.boards }, (_, at) => GROUPS.map((group) => `${at + 1}-${group}`))
    .flat();
  const free = all.filter((seat) => !taken.has(seat));
  return rows.map((row, at) => {
    if (!at || wished[at] || !row.some(Boolean) || row[where.board] || row[where.group]) return row;
    const [board, group] = (free.shift() ?? "-").split("-");
    const given = [...row];
    Object.assign(given, { [where.board]: board, [where.group]: group });
    return given;
  });
}

/** The list as texts of at most 300 rows, each with the head; `before` counts the rows before a part. */
function inParts(/** @type {string[][]} */ rows) {
  const [head, ...players] = rows;
  const parts = [];
  for (let from = 0; from < players.length || !from; from += PART_ROWS) {
    const some = players.slice(from, from + PART_ROWS);
    if (!from || some.some((row) => row.some(Boolean)))
      parts.push({ before: from, csv: [head, ...some].map(line).join("\r\n") });
  }
  return parts;
}

function line(/** @type {string[]} */ row) {
  return Array.from(row,
    (cell) => (/[",;\n]/.test(cell ?? "") ? `"${cell.replaceAll('"', '""')}"` : (cell ?? ""))).join(",");
}
