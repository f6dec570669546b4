/** More: what is wanted less often, in three groups. */

import { h } from "../dom.js";
import { kitName } from "../format.js";
import { menuEntries } from "../panels/menu.js";

/** The list of it all. */
export function morePanel(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const group = (name, rows) =>
    h("section", { key: name, class: "menu-group" }, h("h3", {}, say(name)),
      h("div", { class: "menu-entries" }, menuEntries(tablet, "more", rows, true)));
  return { title: say("more"),
    body: h("div", { class: "menu" }, group("menu_match", ofMatch(view)),
      group("menu_field", ofField(view, say)), group("menu_device", OF_DEVICE)) };
}

/** The entries of this tablet, also while there is no match. */
export function devicePanel(/** @type {Tablet} */ tablet) {
  return { title: tablet.say("menu_device"),
    body: h("div", { class: "menu-entries is-wide" }, menuEntries(tablet, "device", OF_DEVICE, true)) };
}

const OF_DEVICE = ["theme", "full", "sound", { key: "keys", icon: "menu-keys" }, "code", "logins", "leave"];

function ofMatch(/** @type {MatchView} */ { can }) {
  return [{ key: "note", icon: "menu-whistle", can: can.note, state: { team: null, text: "", player: "" } }, {
    key: "player",
    icon: "menu-player",
    can: can.correct,
    state: { change: null, who: "" },
  }, { key: "correct", icon: "menu-correct", can: can.correct }, { key: "names", icon: "menu-correct",
    can: can.correct }, "record", { key: "rules", word: "hand_rules" }, { key: "end", icon: "menu-end",
    word: "end_match", can: can.end_match }];
}

function ofField(/** @type {MatchView} */ { can, kit }, /** @type {Say} */ say) {
  return [{ key: "refill", icon: "menu-crew" }, { key: "count", icon: "menu-count", can: can.correct,
    state: { lies: {} } }, { key: "kit", text: kitName({ ...kit, name: say("kit_page") }) }, "hub", "crew",
    "captains", "print", "sheet"];
}
