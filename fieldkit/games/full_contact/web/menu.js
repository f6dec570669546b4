/** More: what is wanted less often, in three groups. */

import { button, h, icon } from "../dom.js";
import { canFill, isDusk, isFull, switchFull, switchTheme } from "../device.js";
import { kitName } from "../format.js";

/** The list of it all. */
export function morePanel(/** @type {Tablet} */ tablet) {
  return { title: tablet.say("more"),
    body: h("div", { class: "menu" }, group(tablet, "menu_match", matchEntries(tablet)),
      group(tablet, "menu_field", fieldEntries(tablet)),
      group(tablet, "menu_device", deviceEntries(tablet, "more"))) };
}

/** What belongs to this tablet, also while there is no match. */
export function devicePanel(/** @type {Tablet} */ tablet) {
  return { title: tablet.say("menu_device"),
    body: h("div", { class: "menu-entries is-wide" }, deviceEntries(tablet, "device")) };
}

function group(/** @type {Tablet} */ { say }, name, entries) {
  return h("section", { key: name, class: "menu-group" }, h("h3", {}, say(name)),
    h("div", { class: "menu-entries" }, entries));
}

function matchEntries(/** @type {Tablet} */ tablet) {
  const { view } = tablet;
  const to = opener(tablet, "more");
  return [to("note", "menu-whistle", "note", view.can.note, { team: null, text: "", player: "" }),
    to("player", "menu-player", "player", view.can.correct, { change: null, who: "" }),
    to("correct", "menu-correct", "correct", view.can.correct),
    to("names", "menu-correct", "names", view.can.correct), to("record", "menu-list", "record", true),
    to("rules", "menu-rules", "hand_rules", true), to("end", "menu-end", "end_match", view.can.end_match)];
}

function fieldEntries(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const to = opener(tablet, "more");
  return [to("refill", "menu-crew", "refill", true),
    to("count", "menu-count", "count", view.can.correct, { lies: {} }),
    link("kit", "menu-kit", "/kit", kitName({ ...view.kit, name: say("kit_page") })),
    view.kit.hub && to("hub", "menu-list", "hub", true), to("crew", "menu-tablet", "crew_phones", true),
    to("captains", "menu-player", "captains", true),
    link("print", "menu-print", "/print", say("print_slips"), true),
    link("print-match", "menu-print", "/print/match", say("print_match"), true)];
}

function deviceEntries(/** @type {Tablet} */ tablet, panel) {
  const { say, draw, leave } = tablet;
  const to = opener(tablet, panel);
  const turn = () => {
    switchTheme();
    draw();
  };
  const fill = async () => {
    await switchFull();
    draw();
  };
  return [entry("theme", isDusk() ? "sun" : "moon", say(isDusk() ? "theme_sun" : "theme_dusk"), turn),
    canFill() && entry("full", "menu-full", say(isFull() ? "full_off" : "full_on"), fill),
    to("sound", "menu-sound", "sound", true), to("keys", "menu-keys", "keys", true),
    to("code", "menu-tablet", "code", true), to("logins", "menu-list", "logins", true),
    entry("leave", "menu-out", say("log_out"), leave)];
}

/** Makes entries that open a panel, from which Back leads to `from`. */
function opener(/** @type {Tablet} */ { say, open, tell }, from) {
  const back = () => open(from);
  return (panel, picture, word, can, state = {}) =>
    entry(panel, picture, say(word), () => open(panel, { back, ...state }),
      can ? {} : { refused: say("cannot_now"), tell });
}

function entry(key, picture, words, act, how = {}) {
  return button({ key, look: "menu-entry", act, ...how }, icon(picture), h("span", {}, words));
}

function link(key, picture, href, words, away = false) {
  const how = away ? { target: "_blank", rel: "noopener" } : {};
  return h("a", { key, class: "button menu-entry", href, ...how }, icon(picture), h("span", {}, words));
}
