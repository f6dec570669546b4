/** Reading a list of players as a spreadsheet writes it, and cutting it into parts that the kit takes. */

import { GROUPS } from "./ring.js";

const PART_ROWS = 300;

/** The cells of a list, row by row, empty rows left in their place; [] for an empty list. */
export function cellsOf(/** @type {string} */ text) {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  while (lines.length && !lines[lines.length - 1].trim()) lines.pop();
  if (!lines.length) return [];
  const separator = count(lines[0], ";") > count(lines[0], ",") ? ";" : ",";
  return lines.map((line) => cells(line, separator));
}

function count(text, letter) {
  return text.split(letter).length - 1;
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

/** The seats that rows of different parts name, each as `{row, seat, first}`: the kit sees one part at a time. */
export function seatsTwice(/** @type {string[][]} */ rows) {
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
 * The rows of a list that goes in several parts, each with a seat if any has one: an early part must not take what a later
 * one names. `everybody` gives the list of the kit; null when it does not answer.
 */
export async function seatsGiven(/** @type {string[][]} */ rows, everybody, /** @type {number} */ boards) {
  const where = columns(rows);
  const wished = rows.map((row, at) => (at ? named(row, where) : ""));
  if (rows.length <= PART_ROWS + 1 || !wished.some(Boolean)) return rows;
  const answer = await everybody();
  if (!answer) return null;
  const there = cellsOf(answer.csv);
  const taken = new Set([...there.slice(1).map((row) => named(row, columns(there))), ...wished]);
  const all = Array.from({ length: boards }, (_, at) => GROUPS.map((group) => `${at + 1}-${group}`)).flat();
  const free = all.filter((seat) => !taken.has(seat));
  return rows.map((row, at) => {
    if (!at || wished[at] || !row.some(Boolean) || row[where.board] || row[where.group]) return row;
    const [board, group] = (free.shift() ?? "-").split("-");
    const given = [...row];
    Object.assign(given, { [where.board]: board, [where.group]: group });
    return given;
  });
}

/** The list as texts of at most 300 rows, each with the head; `before` is how many rows stand before a part. */
export function inParts(/** @type {string[][]} */ rows) {
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

/** The kit's sentence about a part, with the number of the row in the whole list. */
export function rowOf(/** @type {string} */ sentence, /** @type {{before: number}} */ { before }) {
  return sentence.replace(/\d+/, (row) => String(Number(row) + before));
}
