/** The points of a match over a picture: a transparent page for a stream's mixer, for every game. */

import { clockFace } from "./clock.js";
import { h, icon, patch, placed } from "./dom.js";
import { eventParts } from "./event_name.js";
import { KitClock, listen } from "./feed.js";
import { speaker } from "./format.js";

const say = speaker();
const kitClock = new KitClock();
const screen = placed("screen");
const drawClock = clockFace(kitClock);
/** @type {any} */
let shown = null;
let isAway = false;

function draw(/** @type {any} */ view) {
  shown = view;
  // While the record is in doubt no points are right.
  const doubt = view.doubt
    && h("div", { key: "doubt", class: "overlay-strip" },
      h("h1", { class: "overlay-title" }, h("p", {}, say("doubt_title"))));
  patch(screen, doubt || (view.sides?.length ? strip(view) : []));
  if (view.clock) drawClock(view);
}

function strip(view) {
  const last = isAway ? null : view.recent[0];
  const most = Math.max(...view.sides.map(({ score }) => score));
  const leads = view.sides.filter(({ score }) => score === most).length < view.sides.length;
  const event = eventParts(view);
  return [event.length > 0 && h("p", { key: "event", class: "overlay-event" }, event),
    h("div", { key: "strip", class: `overlay-strip of-${view.sides.length}` },
      h("h1", { key: "title", class: "overlay-title" }, view.title),
      h("p", { key: "clock", class: "overlay-clock number", "data-clock": "", own: true, role: "timer" }),
      view.sides.map((side) =>
        h("p", { key: side.id,
          class: `overlay-side team-${side.colour} ${leads && side.score === most ? "is-first" : ""}` },
          icon(`mark-${side.mark}`), h("b", {}, side.name), h("span", { class: "number" }, side.score))
      )), last && h("p", { key: "last", class: "overlay-last" }, last.text)];
}

listen({ url: "/api/feed?crowd", name: "board", clock: kitClock, onView: draw, onLink: (is) => {
  isAway = is;
  // A stream shows no alarm of ours: it goes without the last event, which may be an old one.
  if (shown) draw(shown);
} });
