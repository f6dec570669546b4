/** Parts of papers: balls with the names of their colours, prices, sheets, lists. */

import { h } from "../dom.js";

/** The data that papers are printed from: the set-up, with what the match of a view has settled. */
export function printedFor(setup, view) {
  const unnamed = setup.teams.map(({ id, mark }) => ({ id, mark }));
  const settled = view ? { teams: view.teams, prices: view.prices ?? setup.prices } : { teams: unnamed };
  const options = { ...setup.options, ...view?.options };
  return { ...setup, ...settled, ...fieldOf(setup, view), options,
    target: view?.target ?? options.target ?? setup.targets.usual };
}

/** The field of a match that is on: another one may have been laid for the next. */
function fieldOf(setup, view) {
  if (!view?.piles) return {};
  const start = new Set(setup.hoops.filter((hoop) => hoop.start).map((hoop) => hoop.id));
  return { piles: view.piles,
    hoops: view.hoops.map(({ id, x, y, row }) => ({ id, x, y, row, start: start.has(id) })) };
}

/** A sheet of paper with its title. */
export function paper(key, title, look, ...inside) {
  return h("section", { key, class: `sheet paper-${look}` }, h("h2", {}, title), ...inside);
}

/** A ball in its colour, as large as a letter. */
export function ball({ options }, kind) {
  const colour = options.colours?.[kind];
  return h("i", { key: kind, class: `paper-ball kind-${kind}`,
    style: colour ? { "--kind": `var(--ball-${colour})` } : {} });
}

/** A kind with the colour of its balls: "wood (brown)"; the kind alone where colours are not settled. */
export function kindName({ options }, kind, /** @type {Say} */ say) {
  const [name, colour] = [say(`kind_${kind}`), options.colours?.[kind]];
  return colour ? say("ball_is", { kind: name, colour: say(`ball_${colour}`) }) : name;
}

/** A price: each part as many balls with their names, alternatives beside each other. */
export function price(given, cost, /** @type {Say} */ say) {
  const parts = Object.entries(inPlay(cost, given.options.kinds)).filter(([names]) => names);
  const one = (kind) =>
    h("span", { key: kind, class: "paper-kind" }, ball(given, kind), kindName(given, kind, say));
  const either = (names) =>
    names.split("|").flatMap((kind,
      at) => [at > 0 && h("span", { key: `or-${kind}` }, say("or")), one(kind)]
    );
  return h("span", { class: "paper-price" },
    parts.map(([names, n]) => h("span", { key: names, class: "paper-cost" }, h("b", {}, n), either(names))));
}

/** A price without the alternatives that are not in play. */
function inPlay(cost, kinds) {
  const left = (names) => names.split("|").filter((kind) => kinds.includes(kind)).join("|");
  return Object.fromEntries(Object.entries(cost).map(([names, count]) => [left(names), count]));
}

/** A list of sentences, to be ticked off or only read. */
export function list(/** @type {(string | false | null | undefined)[]} */ sentences, look = "") {
  return h("ul", { class: `paper-list ${look}` },
    sentences.filter(Boolean).map((each, at) => h("li", { key: at }, each)));
}

/** A part of a sheet under a head of its own. */
export function part(key, title, ...inside) {
  return h("section", { key, class: "paper-part" }, h("h3", {}, title), ...inside);
}

/** A table without a head: names on the left. */
export function names(/** @type {any[][]} */ rows, look = "") {
  const row = (cells, at) =>
    h("tr", { key: at }, h("th", {}, cells[0]), cells.slice(1).map((cell, n) => h("td", { key: n }, cell)));
  return h("table", { class: `lined ${look}` }, h("tbody", {}, rows.map(row)));
}
