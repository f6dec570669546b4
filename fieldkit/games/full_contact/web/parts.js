/** Pieces that several pages share: teams, balls, fields, the colours of balls, the rules at hand. */

import { h, icon } from "../dom.js";
import { drawField } from "../field.js";
import { hoopNumber } from "../format.js";
import { choices, stepper } from "../panels/inputs.js";

/** The team with that id; what names one has it. */
export function teamOf(/** @type {MatchView} */ view, id) {
  return /** @type {Team} */ (view.teams.find((team) => team.id === id));
}

/** The names of teams, as people say them. */
export function teamNames(/** @type {MatchView} */ view, ids) {
  return ids.map((id) => teamOf(view, id)?.name ?? id);
}

/** The balls of a kind that the teams have. */
export function owned(/** @type {{teams: any[]}} */ { teams }, kind) {
  return teams.reduce((all, team) => all + team.resources[kind], 0);
}

/** A team's mark and name. */
export function teamLabel(/** @type {Team} */ team) {
  // A long name becomes smaller, and then two lines.
  const style = { "--letters": team.name.length };
  return h("span", { class: `team-label team-${team.id}`, style }, icon(`mark-${team.mark}`, "mark"),
    h("b", {}, team.name));
}

/** The title of a panel about one team: on the tablet with its mark, on its own phone without. */
export function panelTitle(/** @type {TeamPage} */ { own, isPhone }, text) {
  return isPhone
    ? text
    : h("span", { class: `team-title team-${own.id}` }, icon(`mark-${own.mark}`, "mark"), text);
}

/** A card by its id, from the list of the view; the page fills and translates its sentences. */
export function cardOf(/** @type {{card_list: any[]}} */ { card_list: all }, id) {
  return all.find((card) => card.id === id);
}

/** The title of a panel about one thing of a team; on its own phone the thing is enough. */
export function thingTitle(/** @type {TeamPage} */ page, /** @type {string} */ item) {
  const { own, isPhone, say } = page;
  return panelTitle(page, isPhone ? item : say("buy_title", { team: own.name, item }));
}

/** The page that panels about one team work with on the tablet; a captain's phone makes its own. */
export function teamPage(/** @type {Tablet} */ tablet, id) {
  const { view, send } = tablet;
  const { buy, use_card: useCard, place, trade = [] } = view.can;
  const targets = view.hoops.filter((hoop) => hoop.team && hoop.team !== id && !hoop.starting);
  return { ...tablet, card_list: view.card_list, own: teamOf(view, id), isPhone: false,
    can: { buy: buy?.[id] ?? {}, use_card: useCard?.[id] ?? {}, place: place?.[id] ?? [], trade,
      gifts: view.options.gifts, plenty: view.plenty, targets: targets.map((hoop) => hoop.id) },
    submit: (command) => send(id ? { ...command, team: id } : command) };
}

/** The balls of a team, or of the field: an icon and a number for each kind. */
export function stock(kinds, /** @type {Say} */ say) {
  return h("ul", { class: `stock of-${Object.keys(kinds).length}` },
    Object.entries(kinds).map(([kind, count]) =>
      h("li", { key: kind, class: `kind-${kind} ${count ? "" : "is-none"}`,
        "aria-label": `${count} ${say(`kind_${kind}`)}` }, icon(kind), h("span", { class: "number" }, count))
    ));
}

/**
 * The field of a view.
 * @param {{view: any, say: Say}} page
 * @param {{tap?: (hoop: any) => void, look?: (hoop: any) => string, hoops?: any[]}} [given]
 */
export function field({ view, say }, { tap, look, hoops = view.hoops } = {}) {
  const name = (hoop, team) =>
    say(`hoop_${team ? (hoop.building ?? "none") : "free"}`, { hoop: hoopNumber(hoop.id), team: team?.name });
  return drawField({ hoops, teams: view.teams, name, tap, look });
}

/** The field to choose one of its hoops on; a tap on any other says `why` not. */
export function hoopChoice(/** @type {TeamPage} */ page, { hoops, chosen = "", choose, why }) {
  const tap = (hoop) => (hoops.includes(hoop.id) ? choose(hoop) : page.tell(why));
  const look = ({ id }) => (id === chosen ? "is-chosen" : hoops.includes(id) ? "is-open" : "is-shut");
  return h("div", { key: "field", class: "field-box" }, field(page, { tap, look }));
}

/** A kind with its picture. */
export function kindLabel(kind, /** @type {Say} */ say) {
  return h("span", { class: `kind-label kind-${kind}` }, icon(kind), say(`kind_${kind}`));
}

/** A row of balls to choose, bounded by what there is. */
export function ballSteppers(/** @type {{say: Say}} */ { say }, { stock: has, chosen, change, note }) {
  return h("div", { class: "steppers of-balls" },
    Object.keys(has).map((kind) =>
      stepper(say, { key: kind, label: kindLabel(kind, say), name: say(`kind_${kind}`),
        note: note?.(has[kind]), count: chosen[kind] ?? 0, max: has[kind], change: (count) =>
          change({ ...chosen, [kind]: count }) })
    ));
}

/** The teams to choose from, or those of the ids given. */
export function teamChoices(/** @type {{view: any}} */ { view }, chosen, choose,
  ids = view.teams.map((/** @type {Team} */ team) => team.id))
{
  return choices(ids.map((id) => ({ value: id, label: teamLabel(teamOf(view, id)) })), chosen, choose);
}

/** A pile as people call it: by its kind and its row, which its name tells; any other name as it is. */
export function pileName(id, /** @type {Say} */ say) {
  const [, kind, row, which] = /^(wood|wheat|brick|ore|sheep)-(\d+)([a-z]?)$/.exec(id) ?? [];
  if (!kind) return id;
  return say(which ? "pile_of_row" : "pile_in_row", { kind: say(`kind_${kind}`), row,
    which: which?.toUpperCase() });
}

/** Balls in words: "2 ore, 1 wood". */
export function balls(kinds, /** @type {Say} */ say) {
  return Object.entries(kinds ?? {}).filter(([, count]) => count > 0).map(([kind, count]) =>
    `${count} ${say(`kind_${kind}`)}`
  ).join(", ");
}

/** A price as the rules print it: "2 ore + 1 wood or wheat"; a kind may name alternatives with a bar. */
export function priceWords(price, /** @type {Say} */ say) {
  const name = (kinds) => kinds.split("|").map((kind) => say(`kind_${kind}`)).join(` ${say("or")} `);
  const words = (isChoice) =>
    Object.entries(price).filter(([kinds]) => kinds.includes("|") === isChoice).map(([kinds, count]) =>
      `${count} ${name(kinds)}`
    );
  return [words(false).join(", "), ...words(true)].join(" + ");
}

/** A row that was answered stays empty this long, so that a second tap meets nothing else. */
const EMPTY_MS = 1500;

/**
 * The rows of what waits for the referee, `draw(entry)` each: it keeps its place as long as others wait, what
 * is new gets one that is free, and one that was answered (`left`) stays empty for a moment.
 */
export function keptRows(rows, /** @type {any[]} */ waiting, drawIn, look, draw) {
  const now = performance.now();
  for (const row of rows) {
    row.entry = waiting.find(({ id }) => id === row.entry.id) ?? row.entry;
    if (row.left || waiting.includes(row.entry)) continue;
    row.left = now;
    drawIn(EMPTY_MS + 1);
  }
  // What lies under the last row comes up no sooner than another row would.
  if (!waiting.length && rows.every(({ left }) => now - left > EMPTY_MS)) rows.length = 0;
  for (const entry of waiting) {
    if (rows.some((row) => row.entry.id === entry.id)) continue;
    const free = rows.find(({ left }) => left && now - left > EMPTY_MS);
    if (free) Object.assign(free, { entry, left: 0 });
    else rows.push({ entry, left: 0 });
  }
  return rows.map(({ entry, left }) =>
    left
      ? h("li", { key: `was ${entry.id}`, class: `${look} is-settled`, "aria-hidden": "true" })
      : draw(entry)
  );
}

let painted = /** @type {Record<string, string>} */ ({});

/** Paint every kind on this page as its balls are, `{wood: "brown"}`; others keep the kit's colour. */
export function paintKinds(/** @type {Record<string, string> | undefined | null} */ colours) {
  const { style } = document.documentElement;
  const now = colours ?? {};
  for (const kind of Object.keys({ ...painted, ...now })) {
    const colour = now[kind];
    if (painted[kind] === colour) continue;
    style.setProperty(`--kind-${kind}`, colour ? `var(--ball-${colour})` : "");
    style.setProperty(`--rim-${kind}`, colour ? `var(--ball-rim-${colour}, var(--rim))` : "");
  }
  painted = { ...now };
}

/** The colours with another one for a kind; the kind that had it gets the other's in exchange. */
export function recoloured(/** @type {Record<string, string>} */ colours, kind, colour) {
  const other = Object.keys(colours).find((one) => colours[one] === colour);
  return { ...colours, ...(other ? { [other]: colours[kind] } : {}), [kind]: colour };
}

/** A legend of kinds and the colours of their balls, in words too. */
export function ballLegend(/** @type {Record<string, string>} */ colours, /** @type {Say} */ say) {
  const row = ([kind, colour]) =>
    h("li", { key: kind, class: `kind-${kind}` }, icon(kind), h("i", { class: "ball" }),
      h("span", {}, say("kind_is", { kind: say(`kind_${kind}`), balls: say(`balls_${colour}`) })));
  return h("ul", { key: "legend", class: "ball-legend", "aria-label": say("balls_legend") },
    Object.entries(colours).map(row));
}

/** The sentences by part, in the order of a round: the number of a rule and the word that says it. */
const PARTS = { ready: [["FC-8", "hand_foot"], ["FC-1", "hand_band"], ["FC-29", "hand_head_start"]],
  round: [["FC-9", "hand_one_ball"], ["FC-10", "hand_counts"], ["FC-10", "hand_stays"], ["FC-14", "hand_tag"],
    ["FC-14", "hand_tagged"], ["FC-14", "hand_both_out"], ["FC-15", "hand_settlement"]],
  grace: [["FC-9", "hand_whistle"], ["FC-11", "hand_late"], ["FC-10", "hand_outside"]],
  stopped: [["FC-16", "hand_freeze"], ["FC-16", "hand_after_stop"]],
  break: [["FC-18", "hand_buy"], ["FC-19", "hand_city"], ["FC-21", "hand_trade"], ["FC-24", "hand_card"]],
  over: [["FC-31", "hand_points"], ["FC-32", "hand_win"]] };
/** The parts as cards, the one that counts in this phase first. */
export function handRules(/** @type {Say} */ say, phase) {
  const now = phase === "head_start" ? "round" : phase;
  const names = Object.keys(PARTS).sort((a, b) => Number(b === now) - Number(a === now));
  const row = ([rule, key]) =>
    h("li", { key }, h("p", {}, say(key)), h("span", { class: "hand-rule" }, rule));
  const part = (name) =>
    h("section", { key: name, class: `card hand-part ${name === now ? "is-now" : ""}` },
      h("h3", {}, say(`hand_${name}`)), h("ul", {}, PARTS[name].map(row)));
  return h("div", { key: "hand-rules", class: "hand-rules" }, names.map(part));
}

/** The line to get ready by, then the rules, for the panel of the tablet. */
export function tabletRules(/** @type {Tablet} */ { view, say }) {
  const { get_ready: line } = view;
  return [line && h("p", { key: "line", class: "sentence get-ready" }, line), handRules(say, view.phase)];
}
