/** The log book: the record of a hall as its witnesses sign it, turn by turn. A rehearsal has none. */

import { lookUp } from "../commands.js";
import { h, placed } from "../dom.js";
import { lines, table } from "./paper_forms.js";
import { noSheet } from "./paper_seats.js";
import { seatParts } from "./ring.js";

const SUMS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const STEWARDS = 4;

/** The log book as it stands now; a sentence in its place where there is none. */
export async function logBook(page) {
  const { say, last } = page;
  if (!last) return noSheet(say("paper_no_hall"));
  if (last.rehearsal) return noSheet(say("log_rehearsal"));
  const [log, judged] = await Promise.all([wholeLog(), lookUp({ what: "claims" })]);
  if (!log || !judged) return noSheet(say("no_answer"));
  if (!log.rows.length) return noSheet(say("log_nothing"));
  const given = { ...page, ...log, claims: judged.claims };
  return [
    h("section", { key: "head", class: "sheet hall-log" }, head(given), facts(given), result(given),
      sums(given)),
    h("section", { key: "turns", class: "sheet hall-log" }, h("h2", {}, say("log_turns")), turns(given),
      h("p", { class: "hall-paper-small" }, say("log_times"))),
    h("section", { key: "claims", class: "sheet hall-log" }, claims(given), sanctions(given),
      signatures(given)),
  ];
}

/** The whole log, page by page; null when the kit did not answer. */
async function wholeLog() {
  const rows = [];
  for (;;) {
    const found = await lookUp({ what: "log", from: String(rows.length) });
    if (!found) return null;
    rows.push(...found.rows);
    if (rows.length >= found.total || !found.rows.length) return { head: found.head, rows };
  }
}

function head({ say, last }) {
  return h("header", { key: "title" }, h("p", { class: "hall-log-game" }, say("game_name")),
    h("h1", {}, say("log_title")),
    h("p", {},
      [placed("bar").dataset.kit, last.title,
        new Date().toLocaleString(document.documentElement.lang || "en", { dateStyle: "long",
          timeStyle: "short", hourCycle: "h23" })].filter(Boolean).join(" · ")),
    lines([say("log_hall"), say("log_date"), say("log_begins"), say("log_address"), say("log_address_more"),
      say("log_organiser")]));
}

/** The facts of the hall: its seats and its options. */
function facts({ say, last, told, head: { boards, seats, options, reason } }) {
  const lengths = { a: options.turn_seconds, b: options.late_turn_seconds, late: told.late_from };
  const rows = { boards, players: say("log_players_of", { n: seats.players, seats: seats.seats }),
    absent: say("log_absent_n", seats), groups: say(`log_groups_${options.groups}`),
    target: say("phone_points", { n: options.target }), dice: say(`log_dice_${options.dice}`),
    seconds: say("log_seconds_of", lengths), robbers: say("log_robbers_from", { n: options.robber_from }),
    promise: last.fair && h("code", {}, last.fair.hash), reason };
  return h("table", { key: "facts", class: "lined hall-facts" },
    h("tbody", {},
      Object.entries(rows).filter(([, value]) => value).map(([name, value]) =>
        h("tr", { key: name }, h("th", {}, say(`log_${name}`)), h("td", {}, value))
      )));
}

function result({ say, last, rows }) {
  const { winner } = last;
  const began = rows.length > 1 && say("log_last", { time: duration(rows.at(-1).at_ms) });
  const length = [say("log_length", { n: rows.length }), began].filter(Boolean).join(" ");
  if (last.phase !== "over")
    return h("p", { key: "result", class: "hall-log-result" }, say("log_not_over"), " ", length);
  const text = winner
    ? say("log_winner", { name: winner.name, seat: winner.label, n: winner.points })
    : say("phone_over");
  return h("p", { key: "result", class: "hall-log-result" }, h("b", {}, text), " ", winner?.club, " ",
    length);
}

/** The count of each sum, and of a deck how often it would come in 36. */
function sums({ say, rows }) {
  const counts = SUMS.map((sum) => rows.filter((row) => row.sum === sum).length);
  const row = (name, cells) =>
    h("tr", { key: name }, h("th", {}, name), cells.map((n, at) => h("td", { key: at }, n)));
  return h("table", { key: "sums", class: "lined hall-sums" },
    h("tbody", {}, row(say("log_sum"), SUMS), row(say("log_rolled"), counts),
      row(say("log_of_36"), SUMS.map((sum) => 6 - Math.abs(sum - 7)))));
}

function turns({ say, last, head: { origin_ms }, rows }) {
  const began = Date.now() - (last.now - origin_ms);
  const clock = new Intl.DateTimeFormat(document.documentElement.lang || "en", { hour: "2-digit",
    minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const heads = ["turn", "group", "since", "time", "dice", "sum", "robbers", "remarks"];
  const moved = (dice) => (dice ? `${dice.join(" + ")} = ${dice[0] + dice[1]}` : "");
  const cells = (row) => {
    const at = [duration(row.at_ms), clock.format(began + row.at_ms)];
    const rolled = [row.dice.join(" + "), h("b", {}, row.sum), moved(row.robbers)];
    return [row.turn, say(row.group ?? "log_everybody"), ...at, ...rolled, remarks(say, row)];
  };
  return table("hall-turns", heads.map((name) => say(`log_${name}`)), rows.map(cells));
}

function remarks(say, { shortened_ms, claims: made }) {
  const short = shortened_ms ? [say("log_shortened", { s: Math.round(shortened_ms / 1000) })] : [];
  const told = ({ standing, label, points }) => say(`log_claim_${standing}`, { seat: label, n: points });
  return [...short, ...made.filter(({ standing }) => standing !== "closed").map(told)].join("; ");
}

/** Every claim with its verdict and what was counted. */
function claims({ say, told, claims: made }) {
  if (!made.length)
    return [h("h2", { key: "head" }, say("log_claims")), h("p", { key: "none" }, say("log_no_claims"))];
  const heads = ["turn", "claimant", "points", "verdict", "counts"].map((name) => say(`log_${name}`));
  const cells = ({ turn, label, name, points, standing, reason, form }) => {
    const verdict = [h("b", {}, say(`log_${standing}`)), reason && h("br", {}), reason];
    const claimant = h("span", {}, h("b", {}, label), h("br", {}), name);
    return [turn, claimant, h("b", {}, points), verdict, counts(say, told.form, form)];
  };
  return [h("h2", { key: "head" }, say("log_claims")), table("hall-claims", heads, made.map(cells))];
}

function counts(say, parts, form) {
  const counted = Object.keys(parts.counted).map((part) => `${say(`form_${part}`)} ${form[part]}`);
  const held = Object.keys(parts.held).filter((part) => form[part]).map((part) => say(`form_${part}`));
  const hand = Object.keys(parts.hand).map((part) => `${say(`form_${part}`)} ${form[part]}`).join(", ");
  return [[...counted, ...held].join(", "), h("br", {}),
    h("span", { class: "hall-paper-small" }, say("log_hand", { cards: hand }))];
}

function sanctions({ say, head: { sanctions: noted } }) {
  const called = (seat) => {
    const { board, kind, group } = seatParts(seat);
    return `${board} ${kind} ${say(group)}`;
  };
  const sent = (removed) => (removed ? say("log_removed") : "");
  const cells = ({ seat, name, reasons, removed }) => [called(seat), name, reasons.join("; "), sent(removed)];
  const heads = [say("log_seat"), say("paper_name"), say("log_why"), ""];
  const none = h("p", { key: "no sanctions" }, say("log_no_sanctions"));
  return [h("h2", { key: "sanctions" }, say("log_sanctions")),
    noted.length ? table("hall-sanctions", heads, noted.map(cells)) : none];
}

function signatures({ say }) {
  const who = [say("log_referee"), say("log_witness", { n: 1 }), say("log_witness", { n: 2 }),
    ...Array.from({ length: STEWARDS }, (_, at) => say("log_steward", { n: at + 1 }))];
  return h("section", { key: "signatures", class: "hall-signatures" }, h("h2", {}, say("log_signatures")),
    h("p", {}, say("log_sign_what")),
    table("is-blank", ["", say("log_printed_name"), say("log_address"), say("log_signature")],
      who.map((name) => [name, "", "", ""])));
}

/** Minutes and seconds: "12:05", from an hour on "1:02:05". */
function duration(ms) {
  const whole = Math.round(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
