/** The whistle's page: one computer with a loudspeaker in place of a horn. */

import { stayAwake } from "./device.js";
import { button, h, patch, placed } from "./dom.js";
import { KitClock, listen } from "./feed.js";
import { listed, speaker } from "./format.js";
import { Whistling } from "./whistling.js";
import { words as boardWords } from "./words/board.js";
import { words as ownWords } from "./words/referee.js";

/** A blast that is no later than this is on time to any ear. */
const ON_TIME_MS = 50;

const say = speaker({ ...boardWords, ...ownWords });
const kitClock = new KitClock();
const [bar, away, screen] = ["bar", "away", "screen"].map(placed);
const whistling = new Whistling(kitClock, "computer", draw);
/** @type {BoardView | null} */
let view = null;

function draw() {
  if (!view) return;
  const names = whistling.isOn ? whistling.others.map(({ device }) => say(`device_${device}`)) : [];
  const devices = listed([say("device_this"), ...names]);
  const title = names.length ? say("whistle_both", { n: names.length + 1, devices }) : say("whistle_page");
  patch(bar, h("div", { class: "bar-title" }, h("h1", {}, title), h("p", {}, view.title)));
  patch(screen, [whistling.isOn && whistling.sounds ? sounding() : silent(), last()]);
}

function silent() {
  const why = say(whistling.hasHorn ? "page_horn" : "page_start_why");
  return button({ key: "start", id: "start", look: "start whistle-start", act: () => whistling.choose(true) },
    h("b", {}, say("page_start")), h("small", {}, why));
}

function sounding() {
  return h("div", { key: "on", class: "card whistle-on", role: "status" }, h("h2", {}, say("page_sounds")),
    h("p", {}, say("page_sounds_what")),
    button({ key: "off", act: () => whistling.choose(false) }, say("page_off")));
}

function last() {
  const rows = whistling.told.map(({ id, blast, late }) => {
    const fill = { blast: say(`blast_${blast}`), ms: Math.round(late ?? 0) };
    const how = late === null ? "blast_missed" : late > ON_TIME_MS ? "blast_late" : "blast_on_time";
    return h("li", { key: id, class: `row ${late === null ? "is-warning" : ""}`,
      "data-late": late?.toFixed(1) ?? "missed" }, say(how, fill));
  });
  const list = rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "soft" }, say("page_none"));
  return h("section", { key: "last", class: "card" }, h("h2", {}, say("page_last")), list);
}

stayAwake();
listen({
  url: "/api/feed",
  name: "board",
  clock: kitClock,
  onView: (/** @type {BoardView} */ newest) => {
    const isFirst = view === null;
    view = newest;
    whistling.view(view);
    // Who opens this page on a kit without a horn wants it to whistle.
    if (isFirst) whistling.set(whistling.chosen ?? !whistling.hasHorn);
    draw();
  },
  onHeard: () => view && whistling.heard(),
  onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []),
  spread: 0,
  // Another page in front of it must not make it silent.
  stays: true,
});
