/** Shared parts of tablet, board and phones: the stadium, the dice, a player's laurels and points. */

import { askedDice, die } from "../die.js";
import { button, h, icon } from "../dom.js";
import { sideOf } from "../sides.js";

/** The distance of the places from the middle of the pitch, in percent of its box. */
const AROUND = { x: 36.5, y: 34.5 };
const STEP = 36;
/** The third place is at the top. */
const TOP = 2;
/** The icons of the things that laurels buy, by the price; for three there are several. */
const BOUGHT = { 1: "robber", 2: "hand", 3: ["wood", "ore", "wheat"], 4: "road", 5: "card" };
const FLIGHT_MS = 900;
const FLIGHT_PX = 54;
const LEAF = "M32 4 C48 18 49 40 32 60 C15 40 16 18 32 4 Z";

/** The player of a side: laurels, settlers, points of the board. */
export function playerOf(view, id) {
  return view.players.find((player) => player.id === id);
}

/**
 * The stadium of ten places seen from above. `tap(number)` makes buttons of the places that `lit` names; the
 * others stay where they are.
 */
export function stadium({ view, say },
  { lit = /** @type {number[]} */ ([]), tap = /** @type {any} */ (null), pitch = /** @type {any} */ (null) })
{
  const pays = view.roll && (view.roll.laurel || view.roll.sort === "place") ? view.roll.sum : null;
  return h("div", { key: "stadium", class: "stadium", role: "group", "aria-label": say("the_table") },
    h("div", { class: "stands" }), h("div", { class: "track" }), h("div", { class: "lanes" }),
    h("div", { key: "pitch", class: "pitch" }, pitch ?? pitchOf({ view, say })),
    view.places.map((place, at) =>
      drawnPlace({ view, say }, place, at, { isLit: lit.includes(place.number), pays: place.number === pays,
        tap })
    ));
}

function drawnPlace({ view, say }, { number, side: id }, at, { isLit, pays, tap }) {
  const side = id && sideOf(view, id);
  const angle = ((at - TOP) * STEP * Math.PI) / 180;
  const style = { left: `${50 + AROUND.x * Math.sin(angle)}%`, top: `${50 - AROUND.y * Math.cos(angle)}%` };
  const said = side
    ? say("place_of", { place: number, name: side.name })
    : say("place_free", { place: number });
  const label = pays ? `${said}, ${say("place_pays")}` : said;
  const look = `place ${side ? `team-${side.colour}` : "is-free"} ${isLit ? "is-lit" : ""} ${
    pays ? "is-paying" : ""
  }`;
  const inside = side
    ? [icon("settler", "place-settler"), h("b", { class: "number" }, number),
      h("span", { key: "mark", class: "place-mark" }, icon(`mark-${side.mark}`))]
    : [h("b", { class: "number" }, number), h("small", {}, say("free"))];
  // A place is a button only while a tap on it does something.
  if (isLit && tap)
    return h("button", { key: `place-${number}`, type: "button", class: look, style, "aria-label": label,
      on: { click: () => tap(number) } }, inside);
  return h("div", { key: `at-${number}`, class: look, style, role: "img", "aria-label": label,
    "data-place": number }, inside);
}

/** The pitch: the dice with their sum, and what the roll came to. */
export function pitchOf({ view, say }) {
  const { roll } = view;
  if (!roll) return h("p", { key: "calls", class: "pitch-calls" }, call({ view, say }));
  const dice = roll.rolls[roll.rolls.length - 1];
  const [a, b] = dice;
  return [
    h("div", { key: `roll-${view.number}-${roll.sort}-${view.chances?.tries ?? 0}`, class: "rolled",
      role: "img", "aria-label": say("dice_show", { a, b, sum: roll.sum }) }, die(a), die(b),
      h("b", { class: "number sum" }, roll.sum)),
    h("p", { key: "outcome", class: "outcome" }, roll.laurel ? leaf(true) : null, h("span", {}, roll.text)),
    roll.again && h("p", { key: "again", class: "soft again" }, roll.again),
  ];
}

/** The call to the next player, while no dice lie there. */
function call({ view, say }) {
  const name = sideOf(view, view.on_turn)?.name ?? "";
  if (view.phase === "settling") return say("put_here", { name });
  if (view.phase === "special") return say("all_build", { name });
  return say("roll_next", { name });
}

/** A laurel, or the place where one would lie. */
export function leaf(isThere, name = "") {
  return h("svg", { class: `icon leaf ${isThere ? "" : "is-empty"}`, viewBox: "0 0 64 64",
    "aria-hidden": "true", "data-leaf": name || undefined },
    isThere
      ? [h("path", { d: LEAF, class: "leaf-blade" }), h("path", { d: "M32 16 V50", class: "leaf-rib" })]
      : h("path", { d: LEAF }));
}

/** The places of a player's laurels; none of them ever moves. */
export function leaves({ view, say }, id) {
  const { laurels } = playerOf(view, id);
  return h("span", { key: "leaves", class: "leaves", role: "img",
    "aria-label": say("laurels", { n: laurels }) },
    Array.from({ length: view.most_laurels }, (_, at) => leaf(at < laurels, `${id}-${at + 1}`)));
}

/** The champion's cup with its word. */
export function cup({ view, say }, id) {
  return view.champion === id
    && h("span", { key: "cup", class: "champion" }, icon("cup", "cup"), h("small", {}, say("champion")));
}

/** The count of a player's settlers at the table. */
export function sent({ view, say }, side) {
  const { sent } = playerOf(view, side.id);
  return h("span", { key: "sent", class: `sent-count team-${side.colour} ${sent ? "" : "is-none"}` },
    icon("settler"), h("b", { class: "sent-number", "aria-hidden": "true" }, sent),
    h("b", { class: "sent-words" }, say("sent", { n: sent })));
}

/** A player's points with a tap up and a tap down, in columns that stay. */
export function points({ view, say, send, tell }, side) {
  const steps = view.offers.change_points?.[side.id] ?? [];
  const tap = (by, sign, key) =>
    button({ key, look: "step", "aria-label": say(key, { name: side.name }),
      refused: steps.includes(by) ? null : say("points_of", { name: side.name, n: side.score }), tell,
      act: () => send({ type: "change_points", player: side.id, by }) }, sign);
  return [tap(-1, "−", "point_down"), score({ say }, side), tap(1, "+", "point_up")];
}

/** A player's points; they glow when they change. */
export function score({ say }, { name, score: n }) {
  return h("b", { key: "score", class: "number score", "aria-label": say("points_of", { name, n }) },
    h("span", { key: n }, n));
}

/** The payment that was tapped, as long as it is of this turn and a place must be chosen. */
export function chosenPay({ view, memory }) {
  const { pay } = memory;
  return pay?.turn === view.number && view.offers.send_settler?.places.length ? pay.kind : null;
}

/** Wool and grain, to pay for a settler; `rolling` sends a command that rolls. */
export function payments(page, rolling) {
  const { view, say, tell, memory, draw } = page;
  const pay = chosenPay(page);
  const choose = (kind) => {
    // A full table is rolled for at once; else a place is tapped next.
    if (view.chances) return rolling(page, { type: "send_settler", pay: kind });
    memory.pay = pay === kind ? null : { kind, turn: view.number };
    return draw();
  };
  const refused = view.refusals.send_settler;
  const tap = (kind, name) =>
    button({ key: kind, look: `pay kind-${name}`,
      "aria-pressed": view.offers.send_settler && pay === kind ? "true" : undefined,
      refused: refused?.text ?? null, rule: refused?.rule, tell, act: () => choose(kind) }, icon(name),
      h("span", {}, say(`pay_${kind}`)));
  return [tap("wool", "sheep"), tap("grain", "wheat")];
}

/** Put a settler on a free place, or send one that is paid for. */
export function tapPlace({ view, memory, send }, place) {
  const pay = chosenPay({ view, memory });
  memory.pay = null;
  return send(pay ? { type: "send_settler", pay, place } : { type: "put_settler", place });
}

/** The end of the turn, or of the special building phase. */
export function endButton({ view, say, send, tell }, look, /** @type {any} */ below = null) {
  const type = view.offers.end_building ? "end_building" : "end_turn";
  const refused = type === "end_turn" ? view.refusals.end_turn : null;
  return button({ key: "end", look: `${look} ${refused ? "" : "start"}`, refused: refused?.text ?? null,
    rule: refused?.rule, tell, act: () => send({ type }) },
    h("b", {}, say(type === "end_turn" ? "end_turn" : "building_over")), below);
}

/** The words for sending a settler: a few, and below them what to do, how it may end, or why not. */
export function sendWords({ view, say, memory }) {
  const refused = view.refusals.send_settler;
  // In short; a tap on what is dashed says it in full.
  if (refused) return [say("send"), say(`send_not_${view.phase}`)];
  if (!view.chances) return [say("send"), say(chosenPay({ view, memory }) ? "tap_free" : "send_where")];
  const { tries, lost, of } = view.chances;
  return [say("send_full", { n: tries }), say("send_odds", { won: of - lost, of })];
}

/** The things that laurels buy, by price: the cost in leaves, dashed where one cannot be had. */
export function prices({ view, say, send, tell }) {
  return Object.keys(BOUGHT).map(Number).map((price) => {
    const refused = view.refusals[`spend_${price}`];
    const said = `${say(`buy_${price}`)}, ${say("costs", { n: price })}. ${say(`effect_${price}`)}`;
    return button({ key: `buy-${price}`, look: "price", "aria-label": said, refused: refused?.text ?? null,
      rule: refused?.rule, tell, act: () => send({ type: "spend_laurels", laurels: price }) },
      h("span", { class: `price-icons ${price === 1 ? "" : `team-${view.on_turn}`}` }, bought(price)),
      h("span", { class: "price-name" }, say(`buy_${price}`)),
      h("span", { class: "price-leaves" }, Array.from({ length: price }, () => leaf(true))));
  });
}

function bought(price) {
  const kinds = BOUGHT[price];
  if (typeof kinds === "string") return icon(kinds);
  return kinds.map((kind) => h("span", { key: kind, class: `kind-${kind}` }, icon(kind)));
}

/** Send a command that rolls; where the kit does not, `ask` for the dice first, and be `done` after it. */
export function withDice({ view, send }, /** @type {any} */ command, ask, /** @type {() => void} */ done) {
  if (view.options.dice === "kit") return send(command);
  const asked = askedDice(async (dice) => {
    const taken = await send({ ...command, dice });
    if (taken) done();
    return taken;
  });
  return ask({ ...asked, type: command.type, number: view.number });
}

/** Let a laurel fly to who has one more by a roll; `memory` keeps what was seen last. */
export function fly(/** @type {any} */ view, /** @type {Record<string, any>} */ memory) {
  const before = memory.laurels;
  const now = Object.fromEntries(view.players.map(({ id, laurels }) => [id, laurels]));
  memory.laurels = { match: view.match, seq: view.seq, of: now };
  const winner = view.roll?.laurel;
  if (!winner || before?.match !== view.match || before.seq === view.seq
    || now[winner] !== before.of[winner] + 1) return;
  requestAnimationFrame(() => launch(winner, now[winner]));
}

function launch(id, count) {
  const to = document.querySelector(`[data-leaf="${id}-${count}"]`);
  const from = document.querySelector(".place.is-paying") ?? document.querySelector(".rolled");
  if (!to || !from || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, end] = [from, to].map((element) => element.getBoundingClientRect());
  const flying = /** @type {SVGElement} */ (to.cloneNode(true));
  flying.removeAttribute("data-leaf");
  flying.classList.add("is-flying");
  document.body.append(flying);
  const at = (box, scale) =>
    `translate(${box.left + box.width / 2 - FLIGHT_PX / 2}px, ${
      box.top + box.height / 2 - FLIGHT_PX / 2
    }px) scale(${scale})`;
  const high = { left: (start.left + end.left) / 2, width: 0, top: Math.min(start.top, end.top) - 40,
    height: 0 };
  const flight = flying.animate([{ transform: at(start, 1) }, { transform: `${at(high, 1.5)} rotate(200deg)`,
    offset: 0.55 }, { transform: `${at(end, end.width / FLIGHT_PX)} rotate(360deg)` }], { duration: FLIGHT_MS,
    easing: "cubic-bezier(.4, 0, .3, 1)" });
  flight.onfinish = () => flying.remove();
  flight.oncancel = () => flying.remove();
}
