/** The few settings that clubs change, saved by the kit; what its settings file sets is shown and stays. */

import { get, pause } from "../commands.js";
import { button, h } from "../dom.js";

const RESTART_MS = 500;
const PATIENCE = 40;

/** The whole part. What is changed waits in the page until it is saved. */
export function settingsPart(/** @type {KitPage} */ page) {
  const { view, say, memory } = page;
  const form = (memory.settings ??= {});
  const given = view.settings;
  const rows = [textRow(page, form, "kit", "name", 40), choiceRow(page, form, "web", "language"),
    choiceRow(page, form, "web", "theme"), choiceRow(page, form, "scoreboard", "language"),
    choiceRow(page, form, "scoreboard", "theme")];
  const games = page.owners.filter(({ name, module }) => name in given.games && module.optionRows);
  return [h("p", { key: "what", class: "sentence kit-note" }, say("settings_what")),
    h("div", { key: "columns", class: "kit-columns is-even" }, [
      h("section", { key: "kit", class: "card kit-card" }, h("h2", {}, say("settings_kit")),
        h("div", { class: "setting-rows" }, rows)),
      games.map((owner) =>
        h("section", { key: owner.name, class: "card kit-card" },
          h("h2", {}, say("settings_game", { game: owner.title })),
          h("div", { class: "setting-rows" }, owner.module.optionRows(rowsOf(page, form, owner))))
      ),
      eventCard(page, form),
    ]), foot(page, form)];
}

function eventCard(/** @type {KitPage} */ page, form) {
  const { say } = page;
  const keys = page.view.settings.tables.hub;
  const paste = ({ currentTarget: place }) => {
    for (const [, key, value] of place.value.matchAll(/^\s*(\w+)\s*=\s*"([^"]*)"\s*$/gm))
      if (key in keys) change(page, page.memory.settings, "hub", key, value, keys[key]);
  };
  return h("section", { key: "event", class: "card kit-card" }, h("h2", {}, say("settings_event")),
    h("p", { class: "soft" }, say("settings_event_what")),
    h("div", { class: "setting-rows" },
      h("textarea", { key: "lines", class: "input", rows: 3, spellcheck: "false", autocomplete: "off",
        "aria-label": say("settings_paste"), placeholder: say("settings_paste"), own: true,
        on: { input: paste } }), Object.keys(keys).map((key) => textRow(page, form, "hub", key, 200))));
}

/** The elements from which a game draws the rows of its options. */
function rowsOf(/** @type {KitPage} */ page, form, owner) {
  const { table, options, fields, fixed } = page.view.settings.games[owner.name];
  const row = (name, label, control) =>
    settingRow(page, `${table}.${name}`, label, fixed.includes(name), control);
  const set = (name, value) => change(page, form, table, name, value, options[name]);
  return { say: owner.say, fields, value: (name) => form[table]?.[name] ?? options[name],
    isFixed: (name) => fixed.includes(name), set, row };
}

/** Keep a change, or forget one that goes back to what holds. */
function change(/** @type {KitPage} */ { memory, draw }, form, table, key, value, was) {
  const { [key]: _, ...others } = form[table] ?? {};
  const now = JSON.stringify(value) === JSON.stringify(was) ? others : { ...others, [key]: value };
  const { [table]: __, ...rest } = form;
  memory.settings = Object.keys(now).length ? { ...rest, [table]: now } : rest;
  draw();
}

function settingRow(/** @type {KitPage} */ { say }, key, label, isFixed, control) {
  return h("div", { key, class: `setting ${isFixed ? "is-fixed" : ""}` },
    h("span", { class: "setting-name" }, label, isFixed && h("small", {}, say("setting_fixed"))), control);
}

function textRow(/** @type {KitPage} */ page, form, table, key, most) {
  const { tables, fixed } = page.view.settings;
  const label = page.say(`setting_${table}_${key}`);
  const input = h("input", { class: "input", maxlength: most, "aria-label": label,
    readonly: fixed[table].includes(key), value: form[table]?.[key] ?? tables[table][key],
    on: {
      input: (event) => change(page, form, table, key, event.currentTarget.value, tables[table][key]),
    } });
  return settingRow(page, `${table}.${key}`, label, fixed[table].includes(key), input);
}

function choiceRow(/** @type {KitPage} */ page, form, table, key) {
  const { tables, fixed, choices } = page.view.settings;
  const isFixed = fixed[table].includes(key);
  const now = form[table]?.[key] ?? tables[table][key];
  const label = page.say(`setting_${table}_${key}`);
  const options = choices[key].map((one) =>
    button({ key: one, look: "choice", "aria-pressed": String(one === now),
      refused: isFixed && one !== now ? page.say("setting_fixed") : null, tell: page.tell, act: () =>
        change(page, form, table, key, one, tables[table][key]) },
      key === "language" ? languageName(one) : page.say(`${key}_${one}`))
  );
  return settingRow(page, `${table}.${key}`, label, isFixed,
    h("div", { class: "choices", role: "group", "aria-label": label }, options));
}

/** A language as its own speakers call it. */
function languageName(code) {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name[0].toLocaleUpperCase(code) + name.slice(1);
}

function foot(/** @type {KitPage} */ page, form) {
  const { view, say, memory, tell, draw } = page;
  const { waits, restarts } = view.settings;
  const isChanged = Object.keys(form).length > 0;
  const needs = waits || "name" in (form.kit ?? {}) || Object.keys({ ...form.web, ...form.hub }).length > 0;
  const plays = view.stage === "play" ? say("settings_round") : null;
  const save = async () => {
    if (isChanged && !(await page.send({ do: "save_settings", tables: form }))) return false;
    memory.settings = {};
    if (isChanged) tell(say("settings_saved"));
    draw();
    return true;
  };
  const restart = async () => {
    if (!(await save()) || !(await page.send({ do: "restart" }))) return;
    memory.restarts = true;
    draw();
    await started();
    location.reload();
  };
  return h("footer", { key: "foot", class: "kit-foot" },
    h("p", { class: "lesson-count" },
      say(
        memory.restarts
          ? "settings_restarting"
          : needs && !restarts
          ? "settings_by_hand"
          : needs
          ? "settings_restart_why"
          : "settings_when",
      )),
    button({ key: "save", look: needs && restarts ? "" : "main",
      refused: plays ?? (isChanged ? null : say("settings_same")), tell, act: save }, say("settings_save")),
    needs && restarts
      && button({ key: "restart", look: "main", refused: plays, tell, act: restart },
        say("settings_restart")));
}

async function started() {
  let wasAway = false;
  for (let tries = 0; tries < PATIENCE; tries++) {
    await pause(RESTART_MS);
    const health = await get("/api/health").then((answer) => answer?.json()).catch(() => null);
    if (health && (wasAway || health.uptime_s < (tries * RESTART_MS) / 1000)) return;
    wasAway ||= !health;
  }
}
