/** A seat and those around it, for the desk: names, turns, and who may trade with whom now (BG-7). */

import { button, h } from "../dom.js";
import { sign, standingSaid } from "./claims.js";
import { badge } from "./pieces.js";
import { seatParts } from "./ring.js";

/** The name, the club, and what the seat may do now. */
export function seatHead(/** @type {HallTablet} */ { say }, seat) {
  const { person } = seat;
  const state = !person
    ? say("seat_empty")
    : person.removed
    ? say("is_removed")
    : person.away
    ? say("is_away")
    : say(seat.active ? "acts_now" : "waits_now");
  const about = person
    ? [person.club, say("number_n", { n: person.number }), ...person.sanctions.map((reason) =>
      say("sanction_of", { reason })
    )].filter(Boolean)
    : [];
  return h("div", { key: "head", class: "seat-head" }, h("h2", {}, person ? person.name : say("empty")),
    h("p", { key: "state", class: `seat-state ${seat.active && person?.plays ? "is-acting" : ""}` }, state),
    h("p", { key: "about", class: "soft" }, about.join(" · ")), h("p", { key: "trade" }, seat.trade),
    h("p", { key: "deals" }, seat.deals));
}

/** The own board between its neighbours; whom the seat may trade with now is lit. A tap goes to that seat. */
export function seatMap(/** @type {HallTablet} */ tablet, seat, pick) {
  const { say } = tablet;
  const own = { seat: seat.seat, label: seat.label, name: seat.person?.name ?? null,
    plays: Boolean(seat.person?.plays) };
  const column = (key, title, seats) =>
    h("div", { key, class: "map-board" }, h("h3", {}, title), seats.map((each) =>
      mapSeat(tablet, seat, each, pick)
    ));
  const both = [own, seat.opposite].sort((a, b) =>
    Number(seatParts(b.seat).group === "sun") - Number(seatParts(a.seat).group === "sun")
  );
  const boardOf = (seats) => `${seatParts(seats[0].seat).board} ${seatParts(seats[0].seat).kind}`;
  return h("div", { key: "map", class: "seat-map" },
    column("left", say("left_board", { board: boardOf(seat.left) }), seat.left),
    column("own", say("own_board", { board: boardOf(both) }), both),
    column("right", say("right_board", { board: boardOf(seat.right) }), seat.right));
}

function mapSeat(/** @type {HallTablet} */ { say }, seat, { seat: id, label, name, plays }, pick) {
  const isOwn = id === seat.seat;
  const trades = seat.partners.includes(id);
  const { group } = seatParts(id);
  const said = `${label}: ${name ?? say("empty")}${trades ? `, ${say("may_trade")}` : ""}`;
  return button({ key: id,
    look: `map-seat ${isOwn ? "is-own" : trades ? "is-lit" : ""} ${plays ? "" : "is-empty"}`,
    "aria-label": said, "aria-current": isOwn ? "true" : undefined, act: () => pick(id) }, badge(group),
    h("span", {}, name ?? say("empty")));
}

/** The claims of a seat, with what became of each. */
export function seatClaims(/** @type {HallTablet} */ { say }, { claims },
  /** @type {(claim: number) => void} */ pick)
{
  if (!claims.length) return null;
  const row = (claim) => {
    return h("li", { key: claim.id }, sign(claim),
      h("span", {}, say("claim_in_turn", { n: claim.turn, points: claim.points })),
      h("span", { class: "soft" }, standingSaid(say, claim)),
      claim.may_judge && claim.standing !== "open"
        && button({ key: "again", look: "small", act: () => pick(claim.id) }, say("judge_again")));
  };
  return h("ul", { key: "claims", class: "seat-claims" }, claims.map(row));
}
