/** Full-Contact Catan on the kit's page: laying its field (FC-3), and the options that it keeps. */

import { button, h, icon, iconAddress } from "../dom.js";
import { hoopNumber } from "../format.js";
import { remember, stepper } from "../panels/inputs.js";
import { fieldSize, metreLines, metres, unfairChoices, ways } from "./fairness.js";
import { pileName, recoloured } from "./parts.js";

export { words } from "./words.js";

const METRE = 40;
const MAX_UNDO = 50;
const STEP_M = 0.5;
const ARROWS = { ArrowLeft: [-STEP_M, 0], ArrowRight: [STEP_M, 0], ArrowUp: [0, STEP_M],
  ArrowDown: [0, -STEP_M] };
/** The balls of a new pile. */
const CAPACITY = 4;

/** The whole editor; a field that the settings name is only shown. */
export function fieldEditor(page, given) {
  const { memory, say } = page;
  const { field_limits } = page.owner.offer;
  const saved = { hoops: given.hoops, piles: given.piles, field_limits };
  const lay = (memory.field ??= { draft: saved, past: [], chosen: null, grip: null, from: saved });
  if (lay.past.length === 0 && !lay.grip && !same(lay.from, saved))
    Object.assign(lay, { draft: saved, from: saved });
  const isFixed = given.from === "settings";
  // A change is taken so that it can be undone.
  const change = (draft) => remember(page, lay, { draft, past: [...lay.past, lay.draft].slice(-MAX_UNDO) });
  const editor = { page, say, lay, saved, given, isFixed, change };
  return [
    h("p", { key: "what", class: "sentence kit-note" },
      isFixed ? say("field_fixed", { file: given.file }) : say("field_what")),
    h("div", { key: "columns", class: "kit-columns field-laying" }, [
      h("div", { key: "map", class: "field-paper" }, drawing(editor)),
      h("div", { key: "side", class: "kit-stack" }, fairness(editor), !isFixed && tools(editor)),
    ]),
    !isFixed && foot(editor),
  ];
}

/** The piles of kinds that are played with, in full; others are laid too, but pale. */
function played({ page }) {
  return page.view.settings.games[page.owner.name]?.options.kinds ?? page.owner.offer.options.kinds;
}

function drawing(editor) {
  const { lay, say } = editor;
  const { w, h: high } = lay.grip?.size ?? fieldSize(lay.draft);
  const at = ({ x, y }) => ({ x: x * METRE, y: (high - y) * METRE });
  return h("svg", { class: "laid-field", viewBox: `-30 -20 ${w * METRE + 46} ${high * METRE + 46}`,
    role: "group", "aria-label": say("print_map") },
    h("path", { key: "edge", class: "laid-edge", d: `M0 0H${w * METRE}V${high * METRE}H0Z` }),
    metreLines("laid", { metre: METRE, bottom: high * METRE, w, high, aside: 13, below: 20 }),
    lay.draft.hoops.map((hoop, n) => thing(editor, "hoops", hoop, n, at(hoop), drawnHoop(hoop))),
    lay.draft.piles.map((pile, n) => thing(editor, "piles", pile, n, at(pile), drawnPile(pile))));
}

function drawnHoop(hoop) {
  return [h("circle", { key: "touch", r: 36, class: "laid-touch" }),
    h("circle", { key: "hoop", r: 20, class: "laid-hoop" }),
    hoop.start && h("circle", { key: "start", r: 25, class: "laid-hoop is-start" }),
    h("text", { key: "number", y: 8, class: "laid-number" }, hoopNumber(hoop.id))];
}

function drawnPile(pile) {
  return [h("circle", { key: "touch", r: 36, class: "laid-touch" }),
    h("circle", { key: "ball", r: 18, class: "laid-ball" }),
    h("use", { key: "kind", href: iconAddress(pile.kind), x: -12, y: -12, width: 24, height: 24 })];
}

/** Something that is dragged by finger or mouse, and moved by the arrow keys. */
function thing(editor, sort, one, n, at, drawn) {
  const { lay, isFixed, page, say } = editor;
  const isChosen = lay.chosen?.sort === sort && lay.chosen.id === one.id;
  const isPale = sort === "piles" && !played(editor).includes(one.kind);
  const choose = () => remember(page, lay, { chosen: { sort, id: one.id } });
  return h("g", {
    // Not its name: that changes with its row, and the finger and the focus stay.
    key: `${sort}-${n}`,
    class: `laid-thing ${sort === "piles" ? `kind-${one.kind}` : ""} ${isChosen ? "is-chosen" : ""} ${
      isPale ? "is-pale" : ""
    }`,
    transform: `translate(${at.x} ${at.y})`,
    role: "button",
    tabindex: isFixed ? undefined : 0,
    "aria-pressed": String(isChosen),
    "aria-label": say("laid_place", { name: nameOf(editor, sort, one), x: metres(one.x), y: metres(one.y) }),
    on: isFixed
      ? {}
      : { ...dragged(editor, sort, one), focus: choose, keydown: (event) => key(editor, sort, one, event) },
  }, drawn);
}

function nameOf({ say }, sort, one) {
  return sort === "hoops" ? say("hoop", { hoop: hoopNumber(one.id) }) : pileName(one.id, say);
}

/** The listeners of a drag. What lies under the finger moves by half metres; one drag is one change. */
function dragged(editor, sort, one) {
  const { lay, page } = editor;
  const metresOf = (event) => {
    const svg = event.currentTarget.ownerSVGElement;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: point.x / METRE, y: lay.grip.size.h - point.y / METRE };
  };
  const pointerdown = (event) => {
    if (event.button > 0) return;
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    lay.grip = { size: fieldSize(lay.draft), before: lay.draft, id: one.id };
    const { x, y } = metresOf(event);
    Object.assign(lay.grip, { dx: one.x - x, dy: one.y - y });
  };
  const pointermove = (event) => {
    if (lay.grip?.id !== one.id) return;
    const { x, y } = metresOf(event);
    const at = { x: x + lay.grip.dx, y: y + lay.grip.dy };
    lay.draft = move(lay.draft, sort, one.id, at, lay.grip.size);
    page.draw();
  };
  const drop = () => {
    const grip = lay.grip;
    if (!grip) return;
    lay.grip = null;
    const now = lay.draft;
    lay.draft = grip.before;
    if (same(now, grip.before)) page.draw();
    else settle(editor, sort, one.id, now);
  };
  return { pointerdown, pointermove, pointerup: drop, pointercancel: drop };
}

/** Take what was moved; a pile may have come into another row, and so to another name. */
function settle(editor, sort, id, moved) {
  const at = moved[sort].findIndex((each) => each.id === id);
  const draft = named(moved);
  editor.lay.chosen = { sort, id: draft[sort][at].id };
  editor.change(draft);
}

function key(editor, sort, one, event) {
  const step = ARROWS[event.key];
  if (step) {
    event.preventDefault();
    const { w, h: high } = fieldSize(editor.lay.draft);
    settle(editor, sort, one.id,
      move(editor.lay.draft, sort, one.id, { x: one.x + step[0], y: one.y + step[1] }, { w: w + 1,
        h: high + 1 }));
  } else if (sort === "piles" && ["Delete", "Backspace"].includes(event.key)) {
    event.preventDefault();
    editor.change(without(editor.lay.draft, one.id));
  }
}

/** A bar for each start hoop with its metres, and whether four teams and three have the same way. */
function fairness(editor) {
  const { lay, say, page } = editor;
  const { teams } = page.owner.offer.limits;
  const { fair } = lay.draft.field_limits;
  const all = ways(lay.draft, played(editor));
  const longest = Math.max(...all.map(({ m }) => m));
  const shortest = Math.min(...all.map(({ m }) => m));
  const bar = ({ id, m }) =>
    h("li", { key: id, class: `way ${m > fair * shortest ? "is-far" : ""}` },
      h("b", {}, say("hoop", { hoop: hoopNumber(id) })),
      h("span", { class: "way-bar" }, h("i", { style: { width: `${(100 * m) / longest}%` } })),
      h("span", { class: "number", "data-hoop": id }, say("metres", { m: metres(m, 1) })));
  return h("section", { key: "fair", class: "card kit-card field-fair" }, h("h2", {}, say("fair_head")),
    h("p", {}, say("fair_what")), h("ul", { class: "ways" }, all.map(bar)),
    [teams.max, teams.min].map((n) => verdict(editor, all, n)));
}

function verdict({ say, lay }, all, teams) {
  const wrong = unfairChoices(all, teams, lay.draft.field_limits.fair);
  const [first] = wrong;
  const hoops = first?.map(({ id }) => hoopNumber(id)).join(", ");
  const words = wrong.length ? say("fair_not", { teams, hoops }) : say("fair_so", { teams });
  return h("p", { key: teams, class: `fair-verdict ${wrong.length ? "is-unfair" : ""}`, "data-teams": teams },
    icon(wrong.length ? "grade-warn" : "grade-pass"), words);
}

/** The chosen thing, with what can be done to it, and more piles. */
function tools(editor) {
  const { lay, say } = editor;
  const { sort, id } = lay.chosen ?? {};
  const one = sort && lay.draft[sort].find((each) => each.id === id);
  const kinds = [...new Set([...played(editor), ...lay.draft.piles.map((pile) => pile.kind)])];
  const more = (kind) => {
    const [x, y] = free(lay.draft);
    const fresh = { id: "", kind, capacity: CAPACITY, x, y, row: 1 };
    settle(editor, "piles", "", { ...lay.draft, piles: [...lay.draft.piles, fresh] });
  };
  return h("section", { key: "tools", class: "card kit-card field-tools" },
    h("h2", {}, one ? nameOf(editor, sort, one) : say("field_choose")),
    h("p", {}, one ? say("field_at", { x: metres(one.x), y: metres(one.y) }) : say("field_keys")),
    one && sort === "piles"
      && button({ key: "remove", act: () => editor.change(without(lay.draft, id)) }, say("field_remove")),
    h("h3", { key: "more" }, say("field_more")),
    h("div", { key: "kinds", class: "field-kinds" },
      kinds.map((kind) =>
        button({ key: kind, look: "choice", act: () => more(kind) },
          h("span", { class: `kind-label kind-${kind}` }, icon(kind), say(`kind_${kind}`)))
      )));
}

function foot(editor) {
  const { page, say, lay, saved, given } = editor;
  const isChanged = !same(lay.draft, saved);
  const undo = () => remember(page, lay, { draft: lay.past.at(-1), past: lay.past.slice(0, -1) });
  const save = async () => {
    const { hoops, piles } = lay.draft;
    // In a field's file a hoop is no start hoop unless it says so.
    const field = { piles, hoops: hoops.map(({ start, ...rest }) => (start ? { ...rest, start } : rest)) };
    if (!(await page.send({ do: "save_field", game: page.owner.name, field }))) return;
    lay.past = [];
    page.tell(say("field_saved"));
    page.draw();
  };
  const standard = { ...saved, hoops: given.default.hoops, piles: given.default.piles };
  return h("footer", { key: "foot", class: "kit-foot" },
    h("p", { class: "lesson-count" },
      say(isChanged ? "field_not_saved" : given.from === "own" ? "field_own" : "field_default")),
    button({ key: "undo", refused: lay.past.length ? null : say("field_no_undo"), tell: page.tell,
      act: undo }, say("field_undo")),
    button({ key: "reset", refused: same(lay.draft, standard) ? say("field_is_default") : null,
      tell: page.tell, act: () => editor.change(standard) }, say("field_reset")),
    button({ key: "save", look: "main", refused: isChanged ? null : say("field_same"), tell: page.tell,
      act: save }, say("field_save")));
}

// Fields that are being laid are plain values with their limits: every change makes a new one.

/** True for two fields that are the same, however they are written. */
function same(one, other) {
  const hoop = ({ id, x, y, row, start }) => [id, x, y, row, Boolean(start)];
  const pile = ({ id, kind, capacity, x, y, row }) => [id, kind, capacity, x, y, row];
  const written = ({ hoops, piles }) => JSON.stringify([hoops.map(hoop), piles.map(pile)]);
  return written(one) === written(other);
}

/** The field with one thing elsewhere: at a half metre, and on the field. */
function move(draft, sort, id, { x, y }, { w, h }) {
  const half = (metres, most) => Math.min(most, Math.max(0, Math.round(metres / STEP_M) * STEP_M));
  return { ...draft,
    [sort]: draft[sort].map((each) => (each.id === id ? { ...each, x: half(x, w), y: half(y, h) } : each)) };
}

/** The field without a pile. */
function without(draft, id) {
  return named({ ...draft, piles: draft.piles.filter((pile) => pile.id !== id) });
}

/** A place near the middle where nothing lies. */
function free({ hoops, piles, field_limits }) {
  const all = [...hoops, ...piles];
  const most = (axis) => Math.max(...all.map((thing) => thing[axis]));
  const [w, h] = [most("x"), most("y")];
  const places = /** @type {[number, number][]} */ ([]);
  for (let x = 0; x <= w; x += STEP_M) for (let y = 0; y <= h; y += STEP_M) places.push([x, y]);
  const away = ([x, y]) => Math.hypot(x - w / 2, y - h / 2);
  const room = ([x, y]) => Math.min(...all.map((thing) => Math.hypot(thing.x - x, thing.y - y)));
  places.sort((one, other) => away(one) - away(other));
  return places.find((place) => room(place) >= field_limits.hoops_apart_m) ?? [0, 0];
}

/** Each pile's row is the number of rows of hoops below it; its name tells kind and row. */
function named(draft) {
  const rows = [...new Set(draft.hoops.map((hoop) => hoop.row))];
  const height = (row) => {
    const own = draft.hoops.filter((hoop) => hoop.row === row).map((hoop) => hoop.y);
    return own.reduce((sum, y) => sum + y, 0) / own.length;
  };
  const heights = rows.map(height);
  const laid = draft.piles.map((pile) => ({ ...pile,
    row: Math.max(1, heights.filter((y) => y < pile.y).length) })
  );
  const alike = (pile) => laid.filter((other) => other.kind === pile.kind && other.row === pile.row);
  const letter = (pile) =>
    String.fromCharCode(
      97 + alike(pile).sort((one, other) => one.x - other.x || one.y - other.y).indexOf(pile),
    );
  return { ...draft,
    piles: laid.map((pile) => ({ ...pile,
      id: `${pile.kind}-${pile.row}${alike(pile).length > 1 ? letter(pile) : ""}` })
    ) };
}

// The options that a kit may keep

/** A row for each option. */
export function optionRows({ say, fields, value, isFixed, set, row }) {
  return fields.map((field) => {
    const label = say(field.title);
    const now = value(field.name);
    const change = (next) => set(field.name, next);
    return field.sort === "colours"
      ? row(field.name, label, colours(say, field, now, isFixed(field.name), change))
      : row(
        field.name,
        "",
        // What the settings file sets has nowhere to go.
        stepper(say, { key: field.name, label, count: now, min: isFixed(field.name) ? now : field.least,
          max: isFixed(field.name) ? now : field.most, step: field.step, change }),
      );
  });
}

/** A colour for each kind's balls; one that another kind has changes places with it. */
function colours(/** @type {Say} */ say, { of }, now, isFixed, change) {
  return h("div", { class: "setting-colours" }, Object.keys(now).map((kind) => {
    const name = say(`kind_${kind}`);
    const select = h("select", { class: "input", "aria-label": name, value: now[kind], disabled: isFixed,
      on: { change: ({ currentTarget }) => change(recoloured(now, kind, currentTarget.value)) } },
      of.map((colour) => h("option", { key: colour, value: colour }, say(`balls_${colour}`))));
    const style = { "--kind": `var(--ball-${now[kind]})` };
    return h("label", { key: kind, class: "setting-colour" }, h("i", { class: "ball", style }), icon(kind),
      h("span", {}, name), select);
  }));
}
