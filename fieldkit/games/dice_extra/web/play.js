/**
 * A turn as the tablet and a player's phone show it: island, points, dice, prices, ROLL.
 *
 * `ctx` is what both pages hand over: `view`, `say`, `send`, `tell`, `memory`, `draw`, and `mine`: true if
 * the player on turn acts here.
 */

import { button, h, icon } from "../dom.js";
import { remember } from "../panels/inputs.js";
import { sideMark, sideOf } from "../sides.js";
import { chosenDice, diceTable, facesSheet, jokerSheet } from "./dice.js";
import { PICTURES, island } from "./island.js";

const TILES = ["road", "settlement", "knight", "city"];

/** The island with what the player on turn may tap. */
export function islandCard(ctx) {
  const { view, say } = ctx;
  const lit = ctx.mine ? open(ctx) : [];
  const player = sideOf(view, view.turn_of)?.name;
  return h("section", { key: "island", class: "island-card" },
    h("div", { key: "map", class: "map" },
      island(view, say, { lit, tap: ctx.mine ? (place) => build(ctx, place) : null })),
    h("div", { key: "strip", class: "strip" }, holders(ctx), ctx.fairLine,
      lit.length > 0
        && h("p", { key: "here", class: "legend" }, h("i", {}),
          say(view.phase === "starts" ? "here_start" : "here_build", { player }))));
}

/** The holders of the longest road and the largest army. */
export function holders({ view, say }) {
  const army = view.army && sideOf(view, view.army);
  const road = view.trail && sideOf(view, view.trail.side);
  return h("ul", { key: "holders", class: "holders" },
    road
      && h("li", { key: "road",
        "aria-label": say("longest_road", { player: road.name, n: view.longest[road.id] }) }, barOf("road"),
        sideMark(road), h("b", { class: "number" }, view.longest[road.id])),
    army
      && h("li", { key: "army",
        "aria-label": say("largest_army", { player: army.name, n: view.knights[army.id].length }) },
        icon("knight", "mark"), sideMark(army), h("b", { class: "number" }, view.knights[army.id].length)));
}

function barOf(piece) {
  return piece === "road"
    ? h("svg", { class: "icon mark way", viewBox: "0 0 64 64", "aria-hidden": "true" },
      h("path", { d: "M10 46L46 10L54 18L18 54Z" }))
    : icon(piece, "mark");
}

/** The places that may be tapped, all or those of the piece that was chosen. */
function open({ view, memory }) {
  if (view.phase === "starts") return view.offers.start.map((at) => ({ piece: "start", at }));
  const built = Object.entries(view.offers.build).filter(([, offer]) => !offer.refused);
  if (!built.some(([piece]) => piece === memory.piece)) memory.piece = null;
  return built.filter(([piece]) => !memory.piece || piece === memory.piece).flatMap(([piece, { at }]) =>
    at.map((each) => ({ piece, at: each }))
  );
}

/** Build at a place; of any other place the kit says why not. */
async function build({ view, send, memory }, { piece, at, why }) {
  if (piece === "start" || (why && view.phase === "starts" && piece === "road"))
    return send({ type: "start_road", road: at, dry_run: Boolean(why) });
  const chosen = view.rolls_left ? [] : [...chosenDice(view, memory)];
  const pay = chosen.length ? { pay: chosen } : {};
  const done = await send({ type: "build", piece, at, ...pay, ...(why ? { dry_run: true } : {}) });
  if (done) memory.piece = null;
  return done;
}

/** The player on turn, and the points of all. */
export function turnCard({ view, say, side: seat, mine }) {
  const side = sideOf(view, view.turn_of);
  const own = seat && mine;
  return h("section", { key: "turn", class: `card turn team-${side.colour}` }, sideMark(side, "turn-mark"),
    h("h2", {},
      own
        ? say("your_turn")
        : say(view.phase === "starts" ? "starts_now" : "turn_of", { player: side.name })),
    h("ul", { class: "points-row" },
      view.sides.map((one) =>
        h("li", { key: one.id, class: one.id === side.id ? "is-on" : "",
          "aria-label": `${one.name}: ${say("points", { n: one.score })}` }, sideMark(one),
          h("b", { class: "number" }, one.score))
      )));
}

/** The reason against it: another's turn, or else what the kit says. */
function unlessMine({ view, say, mine }, refused) {
  return mine ? (refused ?? null) : say("not_your_turn", { player: sideOf(view, view.turn_of).name });
}

/** Dice and prices, or a sheet in their place. */
export function table(ctx) {
  const { view, say, memory, mine } = ctx;
  if (view.phase === "starts")
    return [h("section", { key: "how", class: "card how" }, h("p", { class: "sentence" }, say("start_how"))),
      tiles(ctx)];
  const sheet = mine && memory.sheet?.of === view.number && memory.sheet.name;
  if (sheet === "faces") return [facesSheet(ctx)];
  return sheet === "joker" ? [diceTable(ctx, false), jokerSheet(ctx)] : [diceTable(ctx), tiles(ctx)];
}

function tiles(ctx) {
  return h("div", { key: "tiles", class: "tiles" }, TILES.map((piece) => tile(ctx, piece)), jokerTile(ctx),
    castleTile(ctx));
}

function tile(ctx, piece) {
  const offer = ctx.view.offers.build[piece];
  return pieceTile(ctx, piece,
    h("span", { class: "price" }, offer.parts.map(([kind, ...dice]) => part(kind, dice, ctx.say))));
}

function castleTile(ctx) {
  const { view, say } = ctx;
  const { parts } = view.offers.build.castle;
  const n = parts.filter(([, ...dice]) => dice.length).length;
  const said = !view.island.castles.length
    ? say("castle_off")
    : n
    ? say("castle_has", { n, of: parts.length, kind: say(`kind_${parts[0][0]}`) })
    : say("castle_how", { n: view.max_dice });
  return pieceTile(ctx, "castle", h("span", { class: "tile-words" }, said));
}

function pieceTile(ctx, piece, below) {
  const { view, say, tell, memory } = ctx;
  const offer = view.offers.build[piece];
  const refused = unlessMine(ctx, offer.refused);
  const act = () => remember(ctx, memory, { piece: memory.piece === piece ? null : piece });
  const pressed = refused ? {} : { "aria-pressed": String(memory.piece === piece) };
  return button({ key: piece, look: `tile team-${sideOf(view, view.turn_of).colour}`, refused,
    rule: offer.rule, tell, act, ...pressed }, barOf(piece),
    h("span", { class: "tile-name" }, h("b", {}, say(`piece_${piece}`)),
      offer.worth && h("span", { class: "worth" }, say("points", { n: offer.worth }))), below);
}

function part(kind, dice, say) {
  const [look, said] = dice.length === 0
    ? ["is-missing", say("is_missing")]
    : dice.length > 1
    ? ["is-gold", say("by_gold", { n: dice.length })]
    : ["", say("is_had")];
  return h("span", { class: `part kind-${PICTURES[kind]} ${look}`, role: "img",
    "aria-label": `${say(`kind_${kind}`)}, ${said}` }, icon(PICTURES[kind]),
    dice.length > 1 && h("span", { key: "gold", class: "badge kind-gold" }, icon("gold")));
}

function jokerTile(ctx) {
  const { view, say, tell, memory } = ctx;
  const { ready, refused, rule } = view.offers.joker;
  const act = () => remember(ctx, memory, { sheet: { name: "joker", of: view.number }, joker: null });
  // With a knight ready the sheet says what is still to do.
  const why = unlessMine(ctx, ready && view.phase === "dice" ? null : refused);
  const look = `tile team-${sideOf(view, view.turn_of).colour} ${ready && refused ? "is-later" : ""}`;
  return button({ key: "joker", look, refused: why, rule, tell, act }, icon("knight", "mark"),
    h("span", { class: "tile-name" }, h("b", {}, say("use_knight"))),
    h("span", { class: "tile-words" },
      ready ? say(refused ? "ready_later" : "ready_now", { n: ready }) : say("ready_none")));
}

/** End the turn, and ROLL: alone in its corner, dashed when no roll is left. */
export function foot(ctx) {
  const { view, say, tell, send, memory, mine } = ctx;
  const next = sideOf(view, view.next_of);
  const other = unlessMine(ctx, null);
  const kept = view.dice.length ? [...chosenDice(view, memory)] : [];
  const all = view.dice.length > 0 && kept.length === view.dice.length;
  const isTyping = mine && memory.sheet?.of === view.number && memory.sheet.name === "faces";
  const why = other
    ?? (isTyping
      ? say("what_shown")
      : view.offers.roll
      ? (all ? say("all_kept") : null)
      : say(view.phase === "starts" ? "start_how" : "no_roll"));
  const roll = async () => {
    if (view.options.dice === "kit") {
      // A second tap on the same dice, while the first is on its way, would cost a roll.
      const at = `${view.match} ${view.seq}`;
      if (memory.rolledAt === at) return;
      memory.rolledAt = at;
      if (!(await send({ type: "roll", keep: kept }))) memory.rolledAt = null;
      return;
    }
    remember(ctx, memory, { sheet: { name: "faces", of: view.number } });
  };
  const left = view.phase === "starts"
    ? ""
    : say(view.rolls_left ? "rolls_left" : "rolls_none", { n: view.rolls_left });
  return h("div", { key: "foot", class: "turn-foot" },
    button({ key: "end",
      look: `end-turn ${view.offers.end_turn && !view.rolls_left && !other ? "is-next" : ""}`,
      refused: other ?? (view.offers.end_turn ? null : say("roll_first")), tell,
      act: () => send({ type: "end_turn" }) }, h("b", {}, say("end_turn")),
      h("span", { class: "then" }, sideMark(next), next.name)),
    button({ key: "roll", look: "start roll", refused: why, tell, act: roll, "data-over": "" },
      h("b", {}, say("roll")), h("span", {}, left)));
}
