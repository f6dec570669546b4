/** Small pieces that several screens of the tablet share. */

import { button, h, icon } from "../dom.js";
import { drawField } from "../field.js";
import { hoopNumber } from "../format.js";

/** The team with that id; what names one has it. */
export function teamOf(/** @type {MatchView} */ view, id) {
  return /** @type {Team} */ (view.teams.find((team) => team.id === id));
}

/** The names of teams, as people say them. */
export function teamNames(/** @type {MatchView} */ view, ids) {
  return ids.map((id) => teamOf(view, id)?.name ?? id);
}

/** A team's mark and name. */
export function teamLabel(/** @type {Team} */ team) {
  // A long name becomes smaller, and then two lines.
  const style = { "--letters": team.name.length };
  return h("span", { class: `team-label team-${team.id}`, style }, icon(`mark-${team.mark}`, "mark"),
    h("b", {}, team.name));
}

/** The title of a panel that is about one team: its mark, and what the panel is about. */
export function teamTitle(/** @type {Team} */ team, text) {
  return h("span", { class: `team-title team-${team.id}` }, icon(`mark-${team.mark}`, "mark"), text);
}

/** What a team has, or the field: an icon and a number for each kind. */
export function stock(kinds, /** @type {Say} */ say) {
  return h("ul", { class: `stock of-${Object.keys(kinds).length}` },
    Object.entries(kinds).map(([kind, count]) =>
      h("li", { key: kind, class: `kind-${kind} ${count ? "" : "is-none"}`,
        "aria-label": `${count} ${say(`kind_${kind}`)}` }, icon(kind), h("span", { class: "number" }, count))
    ));
}

/** The name of a hoop, said aloud. */
export function hoopName(/** @type {Say} */ say) {
  return (hoop, team) =>
    team
      ? say(`hoop_${hoop.building ?? "none"}`, { hoop: hoopNumber(hoop.id), team: team.name })
      : say("hoop_free", { hoop: hoopNumber(hoop.id) });
}

/**
 * The field of a view.
 * @param {Tablet} tablet
 * @param {{tap?: (hoop: any) => void, look?: (hoop: any) => string, hoops?: any[]}} [given]
 */
export function field(tablet, { tap, look, hoops = tablet.view.hoops } = {}) {
  return drawField({ hoops, teams: tablet.view.teams, name: hoopName(tablet.say), tap, look });
}

/**
 * A number with less and more; `change(count)` gets the new one.
 *
 * @param {Say} say
 * @param {{key: string, label: any, name?: string, count: number, least?: number, most?: number, step?: number,
 *   change: (count: number) => void, note?: any}} given
 */
export function stepper(say,
  { key, label, name = label, count, least = 0, most = Infinity, step = 1, change, note })
{
  const to = (next) => Math.min(most, Math.max(least, next));
  return h("div", { key, class: "stepper" },
    h("span", { class: "stepper-label" }, label, note && h("small", {}, note)),
    button({ key: "less", look: "step", "aria-label": say("fewer", { what: name }), disabled: count <= least,
      act: () => change(to(count - step)) }, "−"), h("output", { class: "number" }, count),
    button({ key: "more", look: "step", "aria-label": say("another", { what: name }), disabled: count >= most,
      act: () => change(to(count + step)) }, "+"));
}

/** A row of balls to choose, bounded by what there is. */
export function ballSteppers(/** @type {Tablet} */ tablet, { stock: has, chosen, change, note }) {
  return h("div", { class: "steppers of-balls" },
    Object.keys(has).map((kind) =>
      stepper(tablet.say, { key: kind,
        label: h("span", { class: `kind-label kind-${kind}` }, icon(kind), tablet.say(`kind_${kind}`)),
        name: tablet.say(`kind_${kind}`), note: note?.(has[kind]), count: chosen[kind] ?? 0, most: has[kind],
        change: (count) => change({ ...chosen, [kind]: count }) })
    ));
}

/** Choices of which one is on; `choose(value)` gets the tapped one. */
export function choices(options, chosen, choose, look = "") {
  return h("div", { class: `choices ${look}`, role: "group" },
    options.map(({ value, label, ...rest }) =>
      h("button", { key: value, type: "button", class: "button choice",
        "aria-pressed": value === chosen ? "true" : "false", on: { click: () => choose(value) }, ...rest },
        label)
    ));
}

/** Teams to choose from. */
export function teamChoices(/** @type {Tablet} */ tablet, ids, chosen, choose) {
  return choices(ids.map((id) => ({ value: id, label: teamLabel(teamOf(tablet.view, id)) })), chosen, choose);
}

/** A reason: one tap for a usual one, or words of one's own. */
export function reasonInput(/** @type {Tablet} */ tablet, panel, usual) {
  const { say, draw } = tablet;
  const set = (reason) => {
    panel.reason = reason;
    draw();
  };
  return h("div", { key: "reason", class: "reason" }, h("h3", {}, say("reason")),
    choices(usual.map((key) => ({ value: say(key), label: say(key) })), panel.reason, set),
    h("input", { class: "input", "aria-label": say("reason"), maxlength: 200, value: panel.reason ?? "",
      on: { input: (event) => set(event.currentTarget.value) } }));
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

/** Ways to pay, in words. */
export function payWords(pays, /** @type {Say} */ say) {
  return pays.map((way) => balls(way, say)).join(` ${say("or")} `);
}

/** A price as the rules print it: "2 ore + 1 wood or wheat"; a kind may name alternatives with a bar. */
export function priceWords(price, /** @type {Say} */ say) {
  const plain = Object.fromEntries(Object.entries(price).filter(([kind]) => !kind.includes("|")));
  const choice = Object.entries(price).filter(([kind]) => kind.includes("|"));
  const either = choice.map(([kinds, count]) =>
    `${count} ${kinds.split("|").map((kind) => say(`kind_${kind}`)).join(` ${say("or")} `)}`
  );
  return [balls(plain, say), ...either].join(" + ");
}
