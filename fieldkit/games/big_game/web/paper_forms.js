/** Paper for a hall without phones and kit: claim forms, and the conductor's card with a table of turns. */

import { h, icon } from "../dom.js";

const TURNS_A_COLUMN = 31;

/** Two claim forms on a sheet: print as many as there are stewards, and more. */
export function claimForms(page) {
  return h("section", { key: "forms", class: "sheet hall-halves" },
    [0, 1].map((at) => h("article", { key: at, class: "hall-half hall-form" }, form(page))));
}

function form({ say, options, told }) {
  const { counted: parts, held: awards, hand } = told.form;
  const row = (part, worth, limit) => [say(`form_${part}`), limit, "", `× ${worth}`, ""];
  const most = (n) => say("form_most", { n });
  const counted = Object.entries(parts).map(([part, [worth, limit]]) => row(part, worth, most(limit)));
  const held = Object.entries(awards).map(([part, worth]) => row(part, worth, say("form_one")));
  return [
    h("header", {}, h("h2", {}, say("form_title")), h("p", {}, say("form_what", { n: options.target }))),
    lines([say("form_seat"), say("form_turn"), say("paper_name")]),
    h("div", { class: "hall-form-columns" },
      h("div", {},
        table("hall-form-counts", [say("guide_what"), "", say("form_count"), say("guide_worth"),
          say("log_points")], [...counted, ...held]),
        h("p", { class: "hall-form-sum" }, say("form_sum"), h("i", {}))),
      h("div", {}, h("p", {}, h("b", {}, say("in_hand"))),
        h("ul", { class: "hall-form-hand" }, Object.keys(hand).map((part) =>
          h("li", { key: part }, h("span", {}, say(`form_${part}`)), h("i", {}))
        )), h("p", {}, h("b", {}, say("form_verdict"))),
        h("p", { class: "hall-form-boxes" }, ["confirmed", "rejected"].map((verdict) =>
          h("span", { key: verdict }, h("i", {}), say(`log_${verdict}`))
        )), lines([say("form_reason")]))),
    lines([say("form_claimant"), say("form_opposite"), say("form_steward")]),
  ];
}

/** The conductor's card: what to say and do without the kit; then a table for the rolls to come. */
export function callOut(page) {
  const { say, options, last, told } = page;
  const takesTurns = options.groups === "sun_moon";
  const fill = { a: options.turn_seconds, b: options.late_turn_seconds, n: options.robber_from,
    late: told.late_from };
  const steps = ["begin", "roll", takesTurns ? "turn" : "turn_all", "clock", "end", "seven", "robbers",
    "claims", "write"];
  const said = [...(takesTurns ? ["sun", "moon"] : ["all"]), "ten", "over", "discard", "robber", "judge"];
  const robbers = (each) => ["roll", "do"].map((what) => say(`callout_robbers_${what}_${each}`));
  return [
    h("section", { key: "card", class: "sheet hall-callout" }, h("h2", {}, say("callout_title")),
      h("p", { class: "hall-callout-why" }, say("callout_why")),
      h("ol", { class: "hall-callout-steps" }, steps.map((step) =>
        h("li", { key: step }, say(`callout_${step}`, fill))
      )), h("h3", {}, say("callout_say")),
      table("hall-callout-say", [say("callout_when"), say("callout_words")],
        said.map((each) => [say(`callout_when_${each}`), h("b", {}, say(`callout_say_${each}`))])),
      h("h3", {}, say("callout_robbers_title")),
      table("hall-callout-robbers", [say("callout_robbers_roll"), say("callout_robbers_do")],
        ["numbers", "ends", "seven"].map(robbers))),
    h("section", { key: "turns", class: "sheet hall-callout" }, h("h2", {}, say("callout_turns")),
      h("div", { class: "hall-callout-turns" }, [0, 1].map((column) =>
        turnTable(say, (last?.turn?.number ?? 0) + 1 + column * TURNS_A_COLUMN, takesTurns)
      ))),
  ];
}

/** Turns to be filled in, from a number on; Sun has the odd ones (BG-3). */
function turnTable(say, first, takesTurns) {
  const group = (turn) => (turn % 2 ? "sun" : "moon");
  const acts = (name) => h("span", { class: "hall-callout-group" }, icon(`mark-${name}`), say(name));
  const cells = (turn) => [h("b", {}, turn), takesTurns ? acts(group(turn)) : "", "", "", ""];
  const heads = [say("log_turn"), takesTurns ? say("log_group") : "", say("log_sum"), say("log_robbers"),
    say("log_remarks")];
  return h("div", { key: first },
    table("hall-callout-table", heads, Array.from({ length: TURNS_A_COLUMN }, (_, at) => cells(first + at))));
}

/** Lines to be filled in by hand, each with its word. */
export function lines(/** @type {string[]} */ names) {
  return h("div", { class: "hall-lines" },
    names.map((name, at) => h("p", { key: at }, h("span", {}, name), h("i", {}))));
}

/** A table with a head. */
export function table(look, heads, rows) {
  return h("table", { class: `lined ${look}` },
    h("thead", {}, h("tr", {}, heads.map((head, at) => h("th", { key: at }, head)))),
    h("tbody", {},
      rows.map((cells, at) =>
        h("tr", { key: at }, cells.map((cell, place) => h("td", { key: place }, cell)))
      )));
}
