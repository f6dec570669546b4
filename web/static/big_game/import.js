/**
 * A list of players from a spreadsheet: read here, tried by the kit as a whole before anybody is registered.
 *
 * A command of the kit has room for some hundred rows, so a long list goes in parts: all of them are tried first, then
 * sent. What only the whole list shows (a seat named twice, too few seats) is looked for here. If a part is refused after
 * all, the parts before it are taken back: it is everybody or nobody.
 */

import { button, h } from "../dom.js";
import { cellsOf, inParts, rowOf, seatsGiven, unsaid } from "./list.js";

/** Choose a file or paste the list, look at what was read, and register all. */
export function importPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const rows = cellsOf(panel.text ?? "");
  const count = playersIn(rows);
  const refused = !count ? say("list_first") : panel.isBusy ? say("one_moment") : count > view.seats.empty ? say("list_too_long", { n: count, free: view.seats.empty }) : null;
  const take = async (event) => {
    const [file] = event.currentTarget.files;
    if (!file) return;
    Object.assign(panel, { text: decoded(await file.arrayBuffer()), problem: null });
    tablet.draw();
  };
  return {
    title: say("import_list"),
    body: [
      h("p", { key: "what" }, say("list_what")),
      h("input", { key: "file", class: "input list-file", type: "file", accept: ".csv,.txt,text/csv,text/plain", "aria-label": say("list_file_choose"), on: { change: take } }),
      h("textarea", {
        key: "text",
        class: "input list-text",
        rows: 7,
        spellcheck: "false",
        "aria-label": say("list_paste"),
        placeholder: say("list_example"),
        value: panel.text ?? "",
        on: { input: (event) => (Object.assign(panel, { text: event.currentTarget.value, problem: null }), tablet.draw()) },
      }),
      panel.problem && h("p", { key: "problem", class: "form-wrong", role: "alert" }, panel.problem),
    ],
    actions: [
      h("p", { key: "count", class: "form-points" }, h("b", { class: "number" }, count), h("span", {}, say("list_rows", { free: view.seats.empty }))),
      button({ key: "do", look: "main", refused, tell, act: () => imported(tablet, panel, rows) }, say("import_do", { n: count })),
    ],
  };
}

function playersIn(/** @type {string[][]} */ rows) {
  return rows.slice(1).filter((row) => row.some(Boolean)).length;
}

/** A file as text, whichever of the two usual encodings a spreadsheet has written. */
function decoded(/** @type {ArrayBuffer} */ bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

async function imported(/** @type {HallTablet} */ tablet, panel, rows) {
  panel.isBusy = true;
  tablet.draw();
  panel.problem = await registered(tablet, rows);
  panel.isBusy = false;
  if (panel.problem === null) {
    tablet.close();
    tablet.tell(tablet.say("imported", { n: playersIn(rows) }));
  } else tablet.draw();
}

/** Register everybody on the list; what is wrong with it in a sentence, or null. */
async function registered(/** @type {HallTablet} */ tablet, rows) {
  const { say } = tablet;
  const twice = unsaid(rows);
  if (twice) return say("list_twice", twice);
  const wished = await seatsGiven(rows, () => tablet.look({ what: "csv" }), tablet.view.boards);
  if (!wished) return say("no_answer");
  const parts = inParts(wished);
  for (const part of parts) {
    const answer = await tablet.ask(/** @type {any} */ ({ type: "import_players", csv: part.csv }));
    if (answer.status !== 200) return rowOf(answer.body.error?.message ?? say("no_answer"), part, parts.length);
  }
  const made = [];
  for (const part of parts) {
    const answer = await tablet.send({ type: "import_players", csv: part.csv });
    if (answer) made.push(answer.seq);
    else return takenBack(tablet, made);
  }
  return null;
}

/** Undo the parts that were registered before one was refused. */
async function takenBack(/** @type {HallTablet} */ tablet, /** @type {number[]} */ made) {
  const { say, send } = tablet;
  for (const seq of made.reverse()) {
    if (!(await send(/** @type {any} */ ({ type: "strike", seq, reason: say("list_undone") })))) return say("list_half");
  }
  return say("list_none");
}
