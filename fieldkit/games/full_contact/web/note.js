/** A foul or a sending-off on the record: one tap for the sport's own fouls, or in words (FC-33). */

import { button, h, icon } from "../dom.js";
import { choices, textInput } from "../panels/inputs.js";
import { teamLabel } from "./parts.js";

/** @type {import("../panels/menu.js").Entry} */
export const noteEntry = { key: "note", icon: "menu-whistle", can: "note", panel: notePanel,
  state: { team: null, text: "", player: "" } };

/** The sport's own fouls with every team beside each, then other words. */
function notePanel(/** @type {Tablet} */ tablet, panel) {
  const { view, say, send, close, tell } = tablet;
  const choose = (team) => {
    panel.team = team;
    tablet.draw();
  };
  const note = async (/** @type {any} */ what, text) => {
    const player = panel.player.trim();
    if (!(await send({ type: "note", ...what, ...(player ? { player } : {}) }))) return;
    close();
    tell(say("noted", { what: text }));
  };
  const save = () =>
    note({ text: panel.text.trim(), ...(panel.team ? { team: panel.team } : {}) }, panel.text.trim());
  const refused = panel.text.trim() ? null : say("note_nothing");
  return { title: say("note_title"),
    body: [textInput(tablet, panel, "player", say("note_player")),
      h("ul", { key: "fouls", class: "rows fouls" },
        view.fouls_list.map((foul) => foulRow(tablet, foul, note))),
      h("h3", { key: "text-head" }, say("note_other")),
      choices([...view.teams.map((team) => ({ value: team.id, label: teamLabel(team) })), { value: null,
        label: say("nobody") }], panel.team, choose), textInput(tablet, panel, "text", say("note_text"))],
    actions: button({ key: "save", look: "main", refused, tell, act: save }, say("save")) };
}

/** A foul: a tap on a team notes it at once. */
function foulRow(/** @type {Tablet} */ { view }, { id, text }, note) {
  const of = (/** @type {Team} */ team) =>
    button({ key: team.id, look: `foul-team team-${team.id}`, "aria-label": `${team.name}: ${text}`,
      act: () => note({ foul: id, team: team.id }, `${team.name}, ${text}`) },
      icon(`mark-${team.mark}`, "mark"));
  return h("li", { key: id, class: "row" }, h("p", {}, text),
    h("div", { class: "foul-teams" }, view.teams.map(of)));
}
