/** Before the first turn: how the seats stand, the list of players in and out, and players by hand. */

import { button, h } from "../dom.js";
import { phonesOrigin } from "../format.js";
import { remember, sendAndClose } from "../panels/inputs.js";
import { keysRow } from "./keys.js";
import { badge, entry, groupName, stepper } from "./pieces.js";
import { GROUPS } from "./ring.js";
import { sayCard } from "./say.js";

const MAX_NAME_CHARS = 32;

/** The whole screen, with the keys where they stay in play. */
export function registrationScreen(/** @type {HallTablet} */ tablet) {
  return h("div", { key: "registration", class: "screen hall-console is-registration" }, sayCard(tablet),
    toolsCard(tablet), seatsCard(tablet), keysRow(tablet));
}

/** The seats that are taken, and the ring. */
function seatsCard(/** @type {HallTablet} */ tablet) {
  const { view, say } = tablet;
  const { seats, players, empty, away, removed } = view.seats;
  const rows = [["empty", empty], ["no_shows", away], ["removed", removed]];
  return h("section", { key: "seats", class: "card hall-card claims-card seats-card" },
    h("h2", {}, say("seats"), h("span", { key: "boards" }, say("boards_n", { n: view.boards }))),
    h("p", { key: "taken", class: "seats-taken" }, h("b", { class: "number" }, players),
      h("span", {}, say("of_seats", { n: seats }))),
    h("div", { key: "gauge", class: "seats-gauge", "aria-hidden": "true" },
      h("i", { style: { transform: `scaleX(${seats ? players / seats : 0})` } })),
    h("ul", { key: "rows", class: "seats-rows" },
      rows.map(([name, n]) =>
        h("li", { key: name }, h("span", {}, say(`seats_${name}`)), h("b", { class: "number" }, n))
      )),
    h("p", { key: "hint", class: "soft" },
      say(view.rehearsal ? "rehearsal_what" : seats === players ? "all_taken" : "empty_what")),
    h("div", { class: "card-keys" },
      button({ key: "boards", act: () => tablet.open("boards") }, say("change_boards"))));
}

/** The tools before a hall: the list in, by hand, seats, the list out, cards, options. */
function toolsCard(/** @type {HallTablet} */ tablet) {
  const { view, say, tell, open, memory, draw } = tablet;
  const closed = (type) => (view.can[type] ? null : say("rehearsal_what"));
  const tool = (key, text, act, refused = /** @type {string | null} */ (null)) =>
    button({ key, refused, tell, act }, say(text));
  return h("section", { key: "tools", class: "card hall-card tools-card" }, h("h2", {}, say("before_first")),
    h("div", { class: "tool-keys" },
      tool("import", "import_list", () => open("import", { text: "" }), closed("import_players")),
      tool("register", "register_one",
        () => open("register", { form: { name: "", club: "", board: "", group: "sun" } }),
        closed("register")), tool("desk", "find_seat", () => ((memory.isDesk = true), draw())),
      tool("export", "export_list", () => exportList(tablet)),
      tool("cards", "seat_cards", () => open("cards")), tool("options", "options", () => open("options"))));
}

/** The list of everybody as a file. */
async function exportList(/** @type {HallTablet} */ tablet) {
  const answer = await tablet.look({ what: "csv" });
  if (!answer) return tablet.tell(tablet.say("no_answer"));
  // A spreadsheet reads the letters right only after this mark.
  const address = URL.createObjectURL(new Blob(["\ufeff", answer.csv], { type: "text/csv;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: address,
    download: `${tablet.say("list_file")}.csv` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Another number of boards: whole rings alone. */
export function boardsPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const { least, most, kinds } = view.ring;
  panel.boards ??= view.boards;
  const put = (boards) => remember(tablet, panel, { boards });
  const row = (key, step) =>
    stepper(tablet, { key, label: say("size_boards"), value: panel.boards, least, most, step, put });
  return { title: say("change_boards"),
    body: [h("p", { key: "what", class: "sentence" }, say("boards_what")),
      h("div", { key: "steps", class: "boards-steps" }, row("ring", kinds.length),
        h("p", { class: "size-seats" }, h("b", { class: "number" }, 2 * panel.boards), say("seats_in_ring"))),
      h("div", { key: "far", class: "choices" },
        [-30, 30].map((by) =>
          button({ key: by, act: () => put(Math.min(most, Math.max(least, panel.boards + by))) },
            say("boards_by", { n: by > 0 ? `+${by}` : `−${-by}` }))
        ))],
    actions: button({ key: "do", look: "main",
      refused: panel.boards === view.boards ? say("nothing_changed") : null, tell,
      act: () => sendAndClose(tablet, { type: "set_boards", boards: panel.boards }) },
      say("take_boards", { n: panel.boards })) };
}

/** One player by hand, for the next free seat or a named one. */
export function registerPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell, send } = tablet;
  const { form } = panel;
  const isSeat = Boolean(form.board);
  const act = async () => {
    const seat = isSeat ? `${Number(form.board)}-${form.group}` : null;
    if (!(await send({ type: "register", name: form.name.trim(), club: form.club.trim(), seat }))) return;
    tell(say("registered", { name: form.name.trim() }));
    Object.assign(form, { name: "", board: "" });
    tablet.draw();
    document.getElementById("register-name")?.focus();
  };
  const refused = form.name.trim() ? (view.can.register ? null : say("rehearsal_what")) : say("name_first");
  const enter = () => (refused ? tell(refused) : act());
  return { title: say("register_one"),
    body: h("div", { class: "register-form" }, h("label", { for: "register-name" }, say("name")),
      entry(tablet, form, "name", { id: "register-name", maxlength: MAX_NAME_CHARS, enter }),
      h("label", { for: "register-club" }, say("club")),
      entry(tablet, form, "club", { id: "register-club", maxlength: MAX_NAME_CHARS, enter }),
      h("label", { for: "register-board" }, say("board_number")),
      h("div", { key: "seat", class: "register-seat" },
        entry(tablet, form, "board", { id: "register-board", inputmode: "numeric", maxlength: 4,
          placeholder: say("next_free"), enter }),
        isSeat
          && GROUPS.map((group) =>
            button({ key: group, look: "group-choice", "aria-pressed": String(form.group === group),
              act: () => ((form.group = group), tablet.draw()) }, badge(group), groupName(say, group))
          ))), actions: button({ key: "do", look: "main", refused, tell, act }, say("register_do")) };
}

/** The players' phones: every seat card carries its own code. */
export function cardsPanel(/** @type {HallTablet} */ { say }) {
  return { title: say("phones"),
    body: [h("p", { key: "cards", class: "sentence" }, say("phones_cards")),
      h("p", { key: "comfort", class: "sentence" }, say("phones_comfort")),
      h("p", { key: "screens", class: "sentence" }, say("phones_screens")),
      h("p", { key: "address", class: "address" }, phonesOrigin)],
    actions: h("a", { key: "print", class: "button main", href: "/print#cards", target: "_blank" },
      say("print_cards")) };
}
