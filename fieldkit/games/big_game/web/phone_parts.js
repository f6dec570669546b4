/** What a phone in a hall draws: a die, the six seats that belong together, a stepper. */

import { button, h, icon } from "../dom.js";
import { otherGroup, splitSeat } from "./ring.js";

const PIPS = { 1: ["32 32"], 2: ["18 18", "46 46"], 3: ["18 18", "32 32", "46 46"],
  4: ["18 18", "46 18", "18 46", "46 46"], 5: ["18 18", "46 18", "32 32", "18 46", "46 46"],
  6: ["18 17", "46 17", "18 32", "46 32", "18 47", "46 47"] };
const FRAME =
  "M15 4 H49 A11 11 0 0 1 60 15 V49 A11 11 0 0 1 49 60 H15 A11 11 0 0 1 4 49 V15 A11 11 0 0 1 15 4 Z";

/** A die that shows a number of 1 to 6. */
export function face(/** @type {number} */ shown) {
  return h("svg", { class: "hall-die", viewBox: "0 0 64 64", "aria-hidden": "true" },
    h("path", { d: FRAME, class: "hall-die-edge" }),
    h("path", { d: PIPS[shown].map((at) => `M${at} h0.01`).join(" "), class: "hall-die-pips" }));
}

/**
 * The six seats that belong together, as this player sees them: the other side of the table above, the own side below.
 * `partners` are those with whom this seat may trade now; null while that is being asked.
 */
export function hood(own, { group, side, say }) {
  const far = otherGroup(group);
  const of = (pair, wanted) => pair.find(({ seat }) => seat.endsWith(wanted));
  const me = { seat: own.seat, label: own.label, name: say("phone_you"), plays: true };
  const rows = [[of(own.left, far), own.opposite, of(own.right, far)], [of(own.left, group), me,
    of(own.right, group)]];
  const where = ["phone_at_left", "phone_across", "phone_at_right"];
  const cell = (each, at) =>
    h("li", { key: each.seat, class: look(each, own) },
      person(each, own, say, each === me ? "" : say(where[at % where.length])));
  return h("ul", { key: "hood", class: `hall-hood team-${side.colour}`, "aria-label": say("phone_around") },
    rows.flat().map(cell));
}

function look({ seat, plays }, own) {
  if (seat === own.seat) return "hall-seat is-me";
  if (own.partners === null) return `hall-seat ${plays ? "" : "is-empty"}`;
  return `hall-seat ${own.partners.includes(seat) ? "is-partner" : "is-no-partner"} ${
    plays ? "" : "is-empty"
  }`;
}

function person({ seat, label, name, plays }, own, say, where) {
  const trades = own.partners?.includes(seat);
  const group = splitSeat(seat)?.group ?? "";
  return [
    h("span", { key: "seat", class: `hall-label number team-${group}` }, icon(`mark-${group}`, "mark"),
      label),
    h("span", { key: "name", class: "hall-name" },
      plays ? name : name ? say("phone_not_here", { name }) : say("phone_empty")),
    where
    && h("span", { key: "where", class: "hall-unseen" }, trades ? say("phone_trades", { where }) : where),
  ];
}

/** A number that is counted with two keys, from 0 to `most`. */
export function stepper({ key, name, note, value, most, say, set }) {
  const at = (to) => ({ act: () => set(to),
    refused: to < 0 || to > most ? say(to < 0 ? "phone_least" : "phone_most", { n: most }) : null,
    tell: () => {} });
  return h("div", { key, class: "hall-step", role: "group", "aria-label": name },
    h("span", { class: "hall-step-name" }, h("b", {}, name), note && h("span", {}, note)),
    button({ key: "less", "aria-label": say("phone_less", { name }), ...at(value - 1) }, "−"),
    h("output", { class: "number", "aria-live": "polite" }, value),
    button({ key: "more", "aria-label": say("phone_more", { name }), ...at(value + 1) }, "+"));
}
