/** A round as it runs, and the grace after it: the field to tap, what came in, the late balls, STOP. */

import { button, cross, h, icon } from "../dom.js";
import { hoopNumber, tenths } from "../format.js";
import { stopButton } from "../stop.js";
import { remember } from "../panels/inputs.js";
import { field, keptRows, teamLabel, teamOf } from "./parts.js";

/** The whole screen. */
export function roundScreen(/** @type {Tablet} */ tablet) {
  const { view, memory } = tablet;
  // Beside the field room is left free for the band of late balls.
  const room = hasLateBand(view) && memory.held.length > 0
    && h("ul", { key: "room", class: "rows late-room", "aria-hidden": "true" }, memory.held.map(() =>
      h("li", { class: "room-ball" })
    ));
  return [tapField(tablet, memory, roundTools(tablet)),
    h("div", { class: "round-side" }, hasLateBand(view) ? room : pendingRows(tablet), counted(tablet)),
    stopButton(tablet, view.can.stop_round)];
}

/** The field with the choices for the hoop that was tapped, which `holder` remembers. */
function tapField(/** @type {Tablet} */ tablet, holder, /** @type {any} */ tools = null) {
  const choose = (hoop) => remember(tablet, holder, { hoop });
  const tap = (hoop) => choose(holder.hoop === hoop.id ? null : hoop.id);
  const look = (hoop) => (hoop.id === holder.hoop ? "is-chosen" : "");
  const chosen = tablet.view.hoops.find((hoop) => hoop.id === holder.hoop);
  return h("div", { key: "field", class: "field-box" }, field(tablet, { tap, look }), tools,
    chosen && picker(tablet, chosen, () => choose(null)));
}

/** The keys that a round needs too, in the field's upper corners: far from STOP and hoops. */
function roundTools(/** @type {Tablet} */ { view, say, open }) {
  const xs = view.hoops.map((hoop) => hoop.x);
  const ys = view.hoops.map((hoop) => hoop.y);
  const share = (value, all) => (value - Math.min(...all)) / (Math.max(...all) - Math.min(...all) || 1);
  const inCorner = ({ x, y }) => share(y, ys) > 0.75 && Math.abs(share(x, xs) - 0.5) > 0.15;
  return h("div", { key: "tools", class: `round-tools ${view.hoops.some(inCorner) ? "is-row" : ""}` },
    button({ key: "record", look: "small quiet", act: () => open("record") }, say("last_actions")),
    button({ key: "more", look: "small quiet", act: () => open("more") }, say("more")));
}

/** The kinds to count at the tapped hoop, away from the finger, and who may put a settlement there. */
function picker(/** @type {Tablet} */ tablet, hoop, away) {
  const { view, say } = tablet;
  const heights = view.hoops.map((one) => one.y);
  const low = hoop.y < (Math.min(...heights) + Math.max(...heights)) / 2;
  return h("div", { key: `picker ${hoop.id}`, "data-over": "",
    class: `card picker ${low ? "is-high" : "is-low"}` },
    h("div", { class: "picker-head" }, h("h2", {}, say("hoop", { hoop: hoopNumber(hoop.id) })),
      hoop.team && teamLabel(teamOf(view, hoop.team)), cross(say("close"), away)),
    kindButtons(tablet, hoop, away), placeButtons(tablet, hoop, away));
}

function kindButtons(/** @type {Tablet} */ tablet, hoop, done) {
  const { view, say, send, tell } = tablet;
  const refused = view.can.deposit ? null : say("cannot_now");
  return h("div", { key: "kinds", class: "picker-kinds" },
    Object.keys(view.field).map((kind) =>
      button({ key: kind, look: `kind kind-${kind} ${hoop.building === "city" ? "" : "is-pale"}`, refused,
        tell, act: () => {
          done();
          send({ type: "deposit", hoop: hoop.id, kind });
        } }, icon(kind), say(`kind_${kind}`))
    ));
}

function placeButtons(/** @type {Tablet} */ tablet, hoop, done) {
  const { view, say, send } = tablet;
  const able = Object.entries(view.can.place ?? {}).filter(([, hoops]) => hoops.includes(hoop.id));
  if (!able.length) return null;
  return h("div", { key: "place", class: "picker-place" }, h("h3", {}, say("place_settlement")),
    h("div", { class: "choices" }, able.map(([id]) =>
      button({ key: id, look: "choice", act: () => {
        done();
        send({ type: "place", team: id, hoop: hoop.id });
      } }, teamLabel(teamOf(view, id)))
    )));
}

/** The time that a ball which has just come glows. */
const GLOW_MS = 1200;

/** The balls that came in, newest first: those counted, to be undone by a tap, and those not. */
export function counted(/** @type {Tablet} */ tablet) {
  const { view, say } = tablet;
  const { counted: came, refused } = view;
  const rows = [
    ...came.map((entry, i) => ({ key: `counted ${i}`, after: i, draw: (key, look) =>
      countedRow(tablet, entry, key, look) })
    ),
    ...refused.map((entry, i) => ({ key: `refused ${i}`, after: (entry.after ?? came.length) - 0.5,
      draw: (key, look) => refusedRow(tablet, entry, key, look) })
    ),
  ].sort((a, b) => b.after - a.after || (a.key < b.key ? 1 : -1));
  const isNew = firstSeen(tablet, rows.map((row) => row.key));
  const [n, not] = [came.length, refused.length];
  const count = not ? say("n_counted_not", { n, not }) : n > 0 && say("n_counted", { n });
  return h("section", { key: "counted", class: "card counted", tabindex: "0" },
    h("h2", {}, say("counted"), count && h("small", {}, count)),
    h("ul", { class: "rows" }, rows.map(({ key, draw }) => draw(key, isNew(key) ? "is-new" : ""))),
    !rows.length && h("p", { class: "soft" }, say("none_counted")));
}

/** The test for rows that have only just come: not those that were there with the page or the screen. */
function firstSeen(/** @type {Tablet} */ { view, memory }, keys) {
  const now = performance.now();
  const round = `${view.match} ${view.round}`;
  const before = memory.came?.round === round ? memory.came.at : null;
  const at = Object.fromEntries(keys.map((key) => [key, before?.[key] ?? (before ? now : -Infinity)]));
  memory.came = { round, at };
  return (key) => now - at[key] < GLOW_MS;
}

function countedRow(/** @type {Tablet} */ { view, say, open }, entry, key, look) {
  const team = teamOf(view, entry.team);
  const text = say("ball_at", { team: team.name, kind: say(`kind_${entry.kind}`),
    hoop: hoopNumber(entry.hoop) });
  return h("li", { key, class: `came team-${team.id} ${look}` },
    h("button", { type: "button", class: "row", "aria-label": say("take_back_what", { what: text }),
      on: { click: () => open("undo", { seq: entry.seq, text }) } }, icon(`mark-${team.mark}`, "mark"),
      h("b", {}, team.name), h("span", { class: `kind-${entry.kind}` }, icon(entry.kind)),
      h("span", {}, say("hoop", { hoop: hoopNumber(entry.hoop) })),
      h("span", { class: "number" }, entry.at_clock === null ? say("by_hand") : tenths(entry.at_clock))));
}

/** The picture at the head of a row, or its place where there is none. */
function picture(look, name) {
  return h("span", { class: name ? look : "mark" }, name && icon(name, "mark"));
}

function refusedRow(/** @type {Tablet} */ { say }, entry, key, look) {
  return h("li", { key, class: `row came is-refused ${look}` }, picture(`kind-${entry.kind}`, entry.kind),
    h("p", {}, `${say("hoop", { hoop: hoopNumber(entry.hoop) })}, ${say("refused_row")}: ${entry.reason}`));
}

/** The balls that wait for the referee, as yellow rows. */
export function pendingRows(/** @type {Tablet} */ tablet) {
  const { view, memory, drawIn } = tablet;
  if (memory.heldOf !== view.match) memory.held = [];
  memory.heldOf = view.match;
  const rows = keptRows(memory.held, view.pending, drawIn, "held-ball", (entry) => heldRow(tablet, entry));
  return rows.length ? h("ul", { key: "pending", class: "rows pending" }, rows) : null;
}

function heldRow(/** @type {Tablet} */ { view, say, send, tell }, entry) {
  const team = entry.team && teamOf(view, entry.team);
  const late = entry.late_by === undefined ? null : say("late_by", { s: tenths(entry.late_by) });
  const words = [late, late && entry.why === "late" ? null : entry.reason].filter(Boolean).join(": ");
  const settle = (accept) => async () => {
    const isSettled = await send({ type: "settle", pending: entry.id, accept });
    if (isSettled && !accept) tell(say("lay_outside"));
  };
  const refused = (view.can.settle ?? []).includes(entry.id) ? null : say("cannot_now");
  return h("li", { key: entry.id, class: "is-warning held-ball" },
    picture(`team-${team?.id}`, team && `mark-${team.mark}`), picture(`kind-${entry.kind}`, entry.kind),
    h("p", {}, h("b", {}, `${say("hoop", { hoop: hoopNumber(entry.hoop) })}${team ? `, ${team.name}` : ""}`),
      h("span", {}, words)),
    h("div", { class: "held-choice" },
      button({ key: "accept", look: "small yes", refused, tell, act: settle(true) }, say("accept")),
      button({ key: "refuse", look: "small", refused, tell, act: settle(false) }, say("refuse"))));
}

function hasLateBand({ phase }) {
  return ["grace", "break", "ready"].includes(phase);
}

/** The late balls where they came in, over whatever screen follows, until the last one is judged. */
export function lateBand(/** @type {Tablet} */ tablet) {
  const rows = hasLateBand(tablet.view) && pendingRows(tablet);
  return rows
    && h("section", { key: "late", class: "late", "data-over": "", "aria-label": tablet.say("late_balls") },
      rows);
}

/** The field in a break: count by hand what was missed, write down what was placed. */
export function fieldPanel(/** @type {Tablet} */ tablet, panel) {
  const { say } = tablet;
  return { title: say("field_place"),
    body: [h("p", { key: "hint", class: "soft" }, say("tap_for")), tapField(tablet, panel)] };
}
