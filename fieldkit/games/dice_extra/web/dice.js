/** The dice on the table: each keeps its column, a kept one drops into the tray and leaves a dashed place. */

import { button, h, icon } from "../dom.js";
import { remember } from "../panels/inputs.js";
import { PICTURES } from "./island.js";

const KINDS = Object.keys(PICTURES);

/**
 * The dice that are set aside for the next roll or, after the last one, are to pay. A page remembers it; a
 * new roll or a new turn begins with those that were kept.
 */
export function chosenDice(view, memory) {
  const of = `${view.match} ${view.number} ${view.rolls_left} ${view.dice.filter(({ paid }) => paid).length}`;
  if (memory.chosen?.of !== of) {
    const kept = view.rolls_left > 0 ? view.dice.filter(({ kept }) => kept).map(({ id }) => id) : [];
    memory.chosen = { of, ids: new Set(kept) };
  }
  return memory.chosen.ids;
}

function columnsOf(view) {
  return Array.from({ length: view.dice_in_play }, (_, n) => `d${n + 1}`);
}

/** The table with the thrown dice above and the tray below, if there is one. */
export function diceTable(ctx, hasTray = true) {
  const { view, say } = ctx;
  const chosen = hasTray ? chosenDice(view, ctx.memory) : new Set();
  const rolling = view.rolls_left > 0;
  const has = new Map(view.dice.map((die) => [die.id, die]));
  const row = (isTray) =>
    columnsOf(view).map((id) =>
      column(hasTray ? ctx : { ...ctx, mine: false }, has.get(id), id, isTray, chosen)
    );
  const [above, below] = rolling ? ["thrown", "kept"] : ["dice", "pays"];
  return h("section", { key: "dice", class: "card dice" },
    h("h2", { key: "thrown" }, h("b", {}, say(above)),
      view.dice.length > 0 && ctx.mine && hasTray && ` · ${say(rolling ? "tap_keep" : "tap_pay")}`),
    h("ul", { key: "up", class: "dice-row" }, row(false)),
    hasTray
      && h("div", { key: "tray", class: "tray" },
        h("h2", {}, h("b", {}, say(below)),
          chosen.size > 0 && ctx.mine && ` · ${say(rolling ? "tap_back" : "tap_not_pay")}`),
        h("ul", { class: "dice-row" }, row(true))));
}

function column({ view, say, mine, memory, draw }, die, id, isTray, chosen) {
  const isHere = die && chosen.has(id) === isTray;
  if (!isHere) return h("li", { key: `${id} empty`, class: "slot" });
  const flip = () => {
    if (!chosen.delete(id)) chosen.add(id);
    memory.chosen.ids = chosen;
    draw();
  };
  const rolled = die.kept ? "" : ` ${view.number} ${view.rolls_left > 0 || !die.paid ? view.rolls_left : ""}`;
  const said = [say(`kind_${die.kind}`), die.paid && say("has_paid"),
    die.knight && say("by_knight", { n: die.knight })].filter(Boolean).join(", ");
  const still = !mine || die.paid;
  return h("li", { key: `${id}${rolled}` },
    h(still ? "div" : "button", { key: "die",
      ...(still ? { role: "img" } : { type: "button", "aria-pressed": String(isTray), on: { click: flip } }),
      class: `die kind-${PICTURES[die.kind]} ${die.paid ? "is-paid" : ""} ${die.knight ? "is-turned" : ""}`,
      "aria-label": said }, icon(PICTURES[die.kind]), h("span", {}, say(`kind_${die.kind}`)),
      die.knight && h("b", { key: "knight", class: "turned number" }, die.knight)));
}

/** Real dice are typed in, in their order; what was typed stays until the roll is sent or others are kept. */
export function facesSheet(ctx) {
  const { view, say, memory, send, tell } = ctx;
  const kept = view.dice.length ? [...chosenDice(view, memory)] : [];
  const rolled = columnsOf(view).filter((id) => !kept.includes(id));
  const of = `${view.match} ${view.number} ${view.rolls_left} ${rolled}`;
  if (memory.faces?.of !== of) memory.faces = { of, kinds: [] };
  const { kinds } = memory.faces;
  const lacks = kinds.length < rolled.length ? say("what_shown") : null;
  const put = (next) => remember(ctx, memory.faces, { kinds: next.slice(0, rolled.length) });
  const ok = async () => {
    const { sheet } = memory;
    memory.sheet = null;
    if (!(await send({ type: "roll", keep: kept, faces: kinds }))) remember(ctx, memory, { sheet });
  };
  const slot = (id, n) => {
    const kind = kinds[n];
    if (!kind) return h("li", { key: `${id} empty`, class: `slot ${n === kinds.length ? "is-next" : ""}` });
    return h("li", { key: `${id} ${kind}` },
      h("div", { class: `die kind-${PICTURES[kind]}`, role: "img",
        "aria-label": `${say("die_n", { n: n + 1 })}: ${say(`kind_${kind}`)}` }, icon(PICTURES[kind]),
        h("span", {}, say(`kind_${kind}`))));
  };
  const key = (kind) =>
    face(kind, { key: kind, act: () => put([...kinds, kind]) }, h("span", {}, say(`kind_${kind}`)));
  return sheet(ctx, say("what_shown"), [h("ul", { key: "typed", class: "dice-row typed" }, rolled.map(slot)),
    h("div", { key: "keys", class: "faces is-keys" }, KINDS.map(key)),
    h("div", { key: "send", class: "choices" },
      button({ key: "back", look: "wide", refused: kinds.length ? null : say("what_shown"), tell,
        act: () => put(kinds.slice(0, -1)) }, say("one_back")),
      button({ key: "ok", look: "wide main", refused: lacks, tell, act: ok }, say("typed_ok")))]);
}

function face(kind, asked, ...words) {
  return button({ look: `face kind-${PICTURES[kind]}`, ...asked }, icon(PICTURES[kind]), ...words);
}

/** Using a knight: which one, on which die, and what a wild one makes of it. */
export function jokerSheet(ctx) {
  const { view, say, memory, draw, send } = ctx;
  const { knights, refused } = view.offers.joker;
  if (refused) {
    const stop = view.offers.stop
      && button({ key: "stop", look: "wide", act: () => send({ type: "stop_rolling" }) },
        say("stop_rolling"));
    return sheet(ctx, say("use_knight"), [h("p", { key: "why", class: "sentence" }, refused), stop]);
  }
  const ids = Object.keys(knights);
  const plan = (memory.joker = { knight: ids.length === 1 ? ids[0] : null, ...memory.joker });
  if (!ids.includes(plan.knight)) plan.knight = ids.length === 1 ? ids[0] : null;
  const put = (changes) => {
    memory.joker = { ...plan, ...changes };
    const { knight, die, kind } = memory.joker;
    if (!knight || !die || !(knights[knight] ?? kind)) return draw();
    memory.joker = null;
    memory.sheet = null;
    return send({ type: "use_knight", knight: Number(knight), die, kind: knights[knight] ?? kind });
  };
  const makes = (id) => (knights[id] ? say("makes", { kind: say(`kind_${knights[id]}`) }) : say("makes_any"));
  const pressed = (is) => ({ "aria-pressed": String(is) });
  const turns = (kind) => !plan.knight || !knights[plan.knight] || knights[plan.knight] !== kind;
  return sheet(ctx, say("use_knight"), [
    h("div", { key: "knights", class: "choices" }, ids.map((id) =>
      button({ key: id, look: "choice", ...pressed(plan.knight === id), act: () =>
        put({ knight: id }) }, h("b", { class: "number" }, id), " ", makes(id))
    )),
    h("p", { key: "which" }, say("which_die")),
    h("div", { key: "dice", class: "faces" }, view.dice.filter(({ paid, kind }) =>
      !paid && turns(kind)
    ).map(({ id, kind }) =>
      face(kind, { key: id, "aria-label": say(`kind_${kind}`), ...pressed(plan.die === id),
        act: () => put({ die: id }) })
    )),
    plan.knight && !knights[plan.knight]
    && [h("p", { key: "becomes" }, say("becomes")),
      h("div", { key: "kinds", class: "faces" }, KINDS.map((kind) =>
        face(kind, { key: kind, "aria-label": say(`kind_${kind}`), ...pressed(plan.kind === kind), act: () =>
          put({ kind }) })
      ))],
  ]);
}

function sheet(ctx, title, body) {
  const { say, memory } = ctx;
  const close = () => remember(ctx, memory, { sheet: null, joker: null });
  return h("section", { key: "sheet", class: "card sheet-card" },
    h("div", { class: "sheet-head" }, h("h2", {}, title),
      button({ key: "close", look: "small", act: close }, say("close_sheet"))),
    h("div", { class: "sheet-body" }, body));
}
