/** Corrections: what a team has, what stands in a hoop, what the match is. Only what is changed is sent. */

import { button, h } from "../dom.js";
import { choices, reasonInput, stepper } from "../panels/inputs.js";
import { field, kindLabel, owned, teamChoices, teamOf } from "./parts.js";

const USUAL = ["reason_seen", "reason_tap", "reason_agreed"];

export const correctEntry = { key: "correct", icon: "menu-correct", can: "correct", panel: correctPanel };

/** The panel: three kinds of things to correct, and why. */
export function correctPanel(/** @type {Tablet} */ tablet, panel) {
  const { say } = tablet;
  panel.about ??= "team";
  panel.reason ??= say(USUAL[0]);
  panel.set ??= {};
  const abouts = ["team", "hoop", "match"].map((about) => ({ value: about, label: say(`correct_${about}`) }));
  const forms = { team: teamForm, hoop: hoopForm, match: matchForm };
  return { title: say("correct_title"),
    body: [choices(abouts, panel.about, (about) => renew(tablet, panel, { about })),
      h("div", { key: panel.about, class: "correct-form" }, forms[panel.about](tablet, panel)),
      reasonInput(tablet, panel, USUAL)], actions: saveButton(tablet, panel) };
}

function renew(/** @type {Tablet} */ tablet, panel, changes) {
  Object.assign(panel, { set: {} }, changes);
  tablet.draw();
}

function saveButton(/** @type {Tablet} */ tablet, panel) {
  const { say, send, close, tell } = tablet;
  const save = async () => {
    const team = panel.about === "team" ? { team: panel.team } : {};
    if (await send({ type: "correct", ...team, set: panel.set, reason: panel.reason })) close();
  };
  const nothing = Object.keys(panel.set).length === 0;
  return button({ key: "save", look: "main", refused: nothing ? say("no_change") : null, tell, act: save },
    say("save"));
}

/** Note a new value, or forget it when it is what the kit has anyway. */
function put(/** @type {Tablet} */ tablet, panel, name, value, now) {
  panel.set = { ...panel.set, [name]: value };
  if (JSON.stringify(value) === JSON.stringify(now)) delete panel.set[name];
  tablet.draw();
}

function kindSteppers(/** @type {Tablet} */ tablet, panel, name, now) {
  const { say } = tablet;
  const values = panel.set[name] ?? {};
  return Object.keys(now).map((kind) =>
    stepper(say, { key: `${name} ${kind}`, label: kindLabel(kind, say), name: say(`kind_${kind}`),
      count: values[kind] ?? now[kind], ...tablet.view.limits[name], change: (count) => {
        const next = Object.fromEntries(
          Object.entries({ ...values, [kind]: count }).filter(([one, n]) => n !== now[one]),
        );
        put(tablet, panel, name, next, {});
      } })
  );
}

/** A number to correct, by its word of the page. */
export function numberStepper(/** @type {Tablet} */ tablet, panel, name, now, word = `fix_${name}`) {
  return stepper(tablet.say, { key: name, label: tablet.say(word), count: panel.set[name] ?? now,
    ...tablet.view.limits[name], change: (count) => put(tablet, panel, name, count, now) });
}

function teamForm(/** @type {Tablet} */ tablet, panel) {
  const { view } = tablet;
  panel.team ??= view.teams[0].id;
  const team = teamOf(view, panel.team);
  const now = { ...team, owed: view.owed.find((entry) => entry.team === team.id)?.discard };
  return [teamChoices(tablet, panel.team, (id) => renew(tablet, panel, { team: id })),
    h("div", { key: team.id, class: "steppers" }, kindSteppers(tablet, panel, "resources", team.resources),
      view.corrections.map((name) => numberStepper(tablet, panel, name, now[name] ?? 0))),
    cardSteppers(tablet, panel, team)];
}

function cardSteppers(/** @type {Tablet} */ tablet, panel, /** @type {Team} */ team) {
  const { say, view } = tablet;
  const cards = panel.set.cards ?? team.cards;
  const count = (card) => cards.filter((one) => one === card).length;
  const change = (card, n) => {
    const next = view.card_list.flatMap(({ id }) => Array(id === card ? n : count(id)).fill(id));
    const same = JSON.stringify([...team.cards].sort()) === JSON.stringify([...next].sort());
    put(tablet, panel, "cards", next, same ? next : null);
  };
  return [h("h3", { key: "cards-head" }, say("fix_cards")),
    h("div", { key: "cards", class: "steppers" },
      view.card_list.map(({ id, name }) =>
        stepper(say, { key: id, label: say(name), count: count(id), ...view.limits.cards, change: (n) =>
          change(id, n) })
      ))];
}

function hoopForm(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  const hoop = view.hoops.find((one) => one.id === panel.hoop);
  const look = (one) => (one.id === panel.hoop ? "is-chosen" : "");
  const tap = (one) => renew(tablet, panel, { hoop: one.id });
  return [h("div", { key: "field", class: "field-box" }, field(tablet, { tap, look })),
    hoop && hoopChoices(tablet, panel, hoop, say)];
}

function hoopChoices(/** @type {Tablet} */ tablet, panel, hoop, /** @type {Say} */ say) {
  const { view } = tablet;
  const now = panel.set.hoop ?? { id: hoop.id, building: hoop.building, team: hoop.team };
  const change = (changes) => {
    const next = { ...now, ...changes };
    if (next.building === "none") next.team = null;
    else next.team ??= view.teams[0].id;
    put(tablet, panel, "hoop", next, { id: hoop.id, building: hoop.building, team: hoop.team });
  };
  const buildings = [{ value: "none", label: say("fix_none") }, { value: "settlement",
    label: say("item_settlement") }, { value: "city", label: say("item_city") }];
  return h("div", { key: hoop.id, class: "correct-hoop" },
    choices(buildings, now.building, (building) => change({ building })),
    now.building !== "none" && teamChoices(tablet, now.team, (team) => change({ team })));
}

function matchForm(/** @type {Tablet} */ tablet, panel) {
  const { view, say } = tablet;
  const exist = Object.fromEntries(
    Object.keys(view.field).map((kind) => [kind, view.field[kind] + owned(view, kind)]),
  );
  return [h("h3", { key: "balls-head" }, say("fix_balls")),
    h("div", { key: "balls", class: "steppers" }, kindSteppers(tablet, panel, "balls", exist)),
    h("div", { key: "numbers", class: "steppers" }, numberStepper(tablet, panel, "target", view.target))];
}
