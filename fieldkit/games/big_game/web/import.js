/**
 * A list of players from a spreadsheet: read here, tried by the kit as a whole before anybody is registered.
 *
 * A command of the kit has room for some hundred rows, so a long list goes in parts: all of them are tried first, then
 * sent. What only the whole list shows (a seat named twice, too few seats) is looked for here. If a part is refused after
 * all, the parts before it are taken back: it is everybody or nobody.
 */

import { button, h } from "../dom.js";
import { decoded } from "../panels/inputs.js";
import { cellsOf, inParts, rowOf, seatsGiven, seatsTwice } from "./list.js";

/** A list of the largest hall is a quarter of this; a file of more is something else. */
const MOST_CHARS = 1_000_000;

/** Choose a file or paste the list, look at what was read, and register all. */
export function importPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, tell } = tablet;
  const rows = cellsOf(panel.text ?? "");
  const count = playersIn(rows);
  const refused = !count
    ? say("list_first")
    : panel.isBusy
    ? say("one_moment")
    : count > view.seats.empty
    ? say("list_too_long", { n: count, free: view.seats.empty })
    : null;
  const take = async (event) => {
    const { currentTarget: input } = event;
    const [file] = input.files;
    if (!file) return;
    put(file.size > MOST_CHARS ? "" : decoded(await file.arrayBuffer()), file.size);
    // The same file may be chosen again once it is mended.
    input.value = "";
  };
  const put = (text, size = text.length) => {
    const isHuge = size > MOST_CHARS;
    Object.assign(panel, { text: isHuge ? "" : text,
      problem: isHuge ? [say("list_huge", { n: Math.ceil(size / MOST_CHARS) })] : null });
    tablet.draw();
  };
  return { title: say("import_list"),
    body: [h("p", { key: "what" }, say("list_what")),
      h("input", { key: "file", class: "input list-file", type: "file",
        accept: ".csv,.txt,text/csv,text/plain", "aria-label": say("list_file_choose"),
        on: { change: take } }),
      h("textarea", { key: "text", class: "input list-text", rows: 7, spellcheck: "false",
        "aria-label": say("list_paste"), placeholder: say("list_example"), value: panel.text ?? "",
        on: { input: (event) => put(event.currentTarget.value) } }),
      panel.problem
      && h("ul", { key: "problem", class: "form-wrong", role: "alert" }, panel.problem.map((line, at) =>
        h("li", { key: at }, line)
      ))],
    actions: [
      h("p", { key: "count", class: "form-points" }, h("b", { class: "number" }, count),
        h("span", {}, say("list_rows", { free: view.seats.empty }))),
      button({ key: "do", look: "main", refused, tell, act: () => imported(tablet, panel, rows) },
        say("import_do", { n: count })),
    ] };
}

function playersIn(/** @type {string[][]} */ rows) {
  return rows.slice(1).filter((row) => row.some(Boolean)).length;
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

/** Register everybody on the list; what is wrong with it, line by line, or null. */
async function registered(/** @type {HallTablet} */ tablet, rows) {
  const { say } = tablet;
  const wished = await seatsGiven(rows, () => tablet.look({ what: "csv" }), tablet.view.boards);
  if (!wished) return [say("no_answer")];
  const parts = inParts(wished);
  const wrong = [];
  for (const part of parts) {
    const answer = await tablet.ask(/** @type {any} */ ({ type: "import_players", csv: part.csv }));
    if (answer.status !== 200)
      wrong.push(
        (answer.body.error?.message ?? say("no_answer")).split("\n").map((line) => rowOf(line, part)),
      );
  }
  const twice = seatsTwice(rows).map((each) => say("list_twice", each));
  if (wrong.length || twice.length)
    return [wrong[0]?.[0] ?? say("list_nobody"), ...wrong.flatMap((lines) => lines.slice(1)), ...twice];
  const made = [];
  for (const part of parts) {
    const answer = await tablet.send({ type: "import_players", csv: part.csv });
    if (answer) made.push(answer.seq);
    else return [await takenBack(tablet, made)];
  }
  return null;
}

/** Undo the parts that were registered before one was refused. */
async function takenBack(/** @type {HallTablet} */ tablet, /** @type {number[]} */ made) {
  const { say, send } = tablet;
  for (const seq of made.reverse()) {
    if (!(await send(/** @type {any} */ ({ type: "strike", seq, reason: say("list_undone") }))))
      return say("list_half");
  }
  return say("list_none");
}
