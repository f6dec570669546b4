/** Big Game, Big Honor on paper: the rules and prices for each player, and a table to go on with by hand. */

import { h, icon } from "../dom.js";
import { rulebook } from "../panels/rules.js";
import { sideOf } from "../sides.js";

export { words } from "./words.js";

const BLANK_ROWS = 8;

/** A sheet for the players. */
export const slips = (setup, tags, /** @type {Say} */ say, view) => rules(setup, say, view);

/** The whole game, and how often each place is rolled. */
export function rules(setup, /** @type {Say} */ say, view) {
  return [
    h("section", { key: "big_honor", class: "sheet" }, h("h2", {}, say("game_name")),
      rulebook("BH", (view ?? setup).options), h("h3", {}, say("paper_places")),
      placeTable(setup.places, say)),
  ];
}

/** The chance of each place in 36 throws: the ways in which two dice make its sum. */
function placeTable(places, /** @type {Say} */ say) {
  return h("table", { class: "lined" },
    h("tbody", {},
      h("tr", {}, h("th", {}, say("paper_place")),
        places.map((place) => h("td", { key: place, class: "number" }, place))),
      h("tr", {}, h("th", {}, say("paper_of_36")),
        places.map((place) => h("td", { key: place, class: "number" }, 6 - Math.abs(place - 7))))));
}

/** The match on one page: what every player has, who is on which place, and room to go on by hand. */
export function sheet(/** @type {any} */ view, /** @type {Say} */ say, when) {
  const heads = ["paper_points", "paper_laurels", "paper_sent"];
  const row = (side) => {
    const player = view.players.find(({ id }) => id === side.id);
    return h("tr", { key: side.id },
      h("th", { class: "paper-team" }, icon(`mark-${side.mark}`, "paper-mark"), side.name),
      [side.score, player.laurels, player.sent].map((n) => h("td", { class: "number" }, n)),
      h("td", {}, view.champion === side.id ? say("champion") : ""));
  };
  return h("section", { class: "sheet match-sheet" }, h("h2", {}, say("game_name")),
    h("p", {}, [view.title, view.subtitle, say("laurels_left", { n: view.laurels_left }), when].join(" · ")),
    h("table", { class: "lined" },
      h("thead", {},
        h("tr", {}, h("td", {}), heads.map((head) => h("th", { key: head }, say(head))), h("td", {}))),
      h("tbody", {}, view.sides.map(row))), h("h3", {}, say("paper_places")),
    h("table", { class: "lined" },
      h("tbody", {}, h("tr", {}, view.places.map(({ number }) => h("th", { key: number }, number))),
        h("tr", {},
          view.places.map(({ number, side }) => h("td", { key: number }, sideOf(view, side)?.name))))),
    h("h3", {}, say("paper_go_on")),
    h("table", { class: "lined is-blank" },
      h("thead", {},
        h("tr", {},
          view.sides.map((side) =>
            h("th", { key: side.id, class: "paper-team" }, icon(`mark-${side.mark}`, "paper-mark"), side.name)
          ))),
      h("tbody", {},
        Array.from({ length: BLANK_ROWS },
          (_, at) => h("tr", { key: at }, view.sides.map((side) => h("td", { key: side.id })))))));
}
