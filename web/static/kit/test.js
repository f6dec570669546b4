/** The field test: what comes in as it comes, how each hoop is, and every output to be driven. */

import { h, icon } from "../dom.js";
import { hoopNumber } from "../format.js";
import { hoopWords, order } from "./parts.js";

const ROWS = 8;
const SIGNALS = ["counted", "held", "refused"];

/** The whole part. */
export function testPart(/** @type {KitPage} */ page) {
  const { view, say } = page;
  return [!view.idle && h("p", { key: "busy", class: "sentence is-warning kit-note" }, say("outputs_wait")),
    h("div", { key: "columns", class: "kit-columns is-even" }, section("inputs", say("inputs"), inputs(page)),
      h("div", { class: "kit-stack" }, section("whistle", say("whistle"), whistle(page)),
        section("lamps", say("lamps"), lamps(page)))),
    section("hoops", say("hoops"),
      h("ul", { class: "rows" }, view.hoops.map((hoop) => hoopRow(page, hoop))))];
}

function section(key, title, ...body) {
  return h("section", { key, class: `card kit-card kit-${key}` }, h("h2", {}, title), ...body);
}

/** A fixed number of rows, the newest on top, so that nothing below them jumps. */
function inputs(/** @type {KitPage} */ { view, say, memory }) {
  const rows = view.inputs.slice(0, ROWS);
  // Each keeps the time it was first shown with: computed again, it would waver.
  const timeOfDay = (at) =>
    new Date(Date.now() - view.now + at).toLocaleTimeString(document.documentElement.lang || "en", {
      hour12: false,
    });
  memory.times = new Map(rows.map(({ at }) => [at, memory.times?.get(at) ?? timeOfDay(at)]));
  const empty = Array.from({ length: ROWS - rows.length },
    (_, i) =>
      h("li", { key: `empty ${i}`, class: "row input-row soft" },
        i === 0 && !rows.length ? say("no_inputs") : "\u00a0"));
  return h("ol", { class: "rows input-rows", "aria-live": "polite" },
    rows.map((input) => inputRow(say, memory, input)), empty);
}

function inputRow(/** @type {Say} */ say, memory,
  { seq, at, from, name, node, kind, value, means, rssi_dbm: rssi })
{
  const known = kind === "press"
    ? ""
    : kind === "tag"
    ? say("read_tag", { tag: value })
    : say("pressed", { button: value });
  return h("li", { key: seq, class: "row input-row came" },
    h("span", { class: "number input-time" }, memory.times.get(at)),
    node ? h("b", { class: "input-node" }, node) : null,
    h("p", {}, h("b", {}, from === "hoop" ? hoopWords(say, name) : say(`button_${name}`)),
      known && ` ${known}`, rssi !== null && rssi !== undefined && ` (${strength(rssi)})`),
    means ? h("span", { class: "input-means" }, means) : null);
}

function whistle(/** @type {KitPage} */ page) {
  const { view, say } = page;
  const away = view.whistle === "ok" ? null : say("whistle_away");
  const blasts = view.outputs.blasts.map((blast) =>
    order(page, { key: blast, refused: away ?? undefined, what: { do: "blast", blast } },
      h("b", {}, say(`blast_${blast}`)), h("small", {}, say(`sounds_${blast}`)))
  );
  const { felt } = view;
  const line = away
    ?? (felt ? say(felt.felt ? "felt" : "not_felt", { blast: say(`blast_${felt.blast}`) }) : "\u00a0");
  return [h("div", { key: "blasts", class: "kit-outputs" }, blasts),
    h("p", { key: "felt", class: "kit-felt", role: "status" }, line)];
}

function lamps(/** @type {KitPage} */ page) {
  const { view, say } = page;
  const switches = view.outputs.lamps.flatMap((lamp) =>
    [true, false].map((on) =>
      order(page, { key: `${lamp} ${on}`, what: { do: "lamp", lamp, on } },
        say(`${lamp}_${on ? "on" : "off"}`))
    )
  );
  return [h("div", { key: "lamps", class: "kit-outputs is-pairs" }, switches),
    h("p", { key: "what", class: "kit-felt soft" }, say("lamps_what"))];
}

function hoopRow(/** @type {KitPage} */ page, hoop) {
  const { view, say } = page;
  const shows = view.outputs.nodes.includes(hoop.hoop);
  const mark = { ok: hoop.weak ? "warn" : "pass", silent: "fail", none: "open" }[hoop.link];
  const signal = (kind) =>
    order(page, { key: kind, refused: shows ? undefined : say("no_signal"),
      what: { do: "node", hoop: hoop.hoop, shows: kind } }, say(`signal_${kind}`));
  return h("li", { key: hoop.hoop, class: "row hoop-row" }, icon(`grade-${mark}`, "grade"),
    h("div", { class: "hoop-words" },
      h("p", {}, h("b", {}, hoopWords(say, hoop.hoop)), ` ${say(`link_${hoop.link}`)}`),
      h("p", {}, figures(hoop, say)), h("p", { class: "kit-do" }, hoop.cure)),
    h("div", { class: "hoop-signals", role: "group",
      "aria-label": say("signals", { hoop: hoopNumber(hoop.hoop) }) }, SIGNALS.map(signal)));
}

function strength(dbm) {
  return `${String(dbm).replace("-", "−")} dBm`;
}

/** The figures of a hoop; what a kind of hoop does not tell is left out. */
function figures(hoop, /** @type {Say} */ say) {
  const told = (value) => value !== null && value !== undefined && value !== "";
  const decimal = new Intl.NumberFormat(document.documentElement.lang || "en", { minimumFractionDigits: 1,
    maximumFractionDigits: 1 });
  return [told(hoop.node) && say("figure_node", { node: hoop.node }),
    told(hoop.battery_mv) && say("figure_battery", { volts: decimal.format(hoop.battery_mv / 1000) }),
    told(hoop.rssi_dbm)
    && (hoop.weak ? say("figure_weak", { signal: strength(hoop.rssi_dbm) }) : strength(hoop.rssi_dbm)),
    told(hoop.firmware) && say("figure_firmware", { version: hoop.firmware }),
    told(hoop.frames) && say("figure_frames", { n: hoop.frames }),
    told(hoop.misread) && say("figure_misread", { n: hoop.misread }),
    told(hoop.dropped) && say("figure_dropped", { n: hoop.dropped })].filter((figure) => figure !== false)
    .map((figure) => figure.replaceAll(" ", "\u00a0")).join(" · ");
}
