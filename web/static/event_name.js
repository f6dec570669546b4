/** The name of the event, so that nobody is in the wrong one, and the card of a record in doubt. */

import { h, patch, placed } from "./dom.js";
import { speaker } from "./format.js";

/**
 * @typedef {{event?: string, event_field?: string, event_practice?: boolean, scheduled?: {id: string}}} Named
 */

const say = speaker();

/** Show the name in the page's place for it, as `name(text)` draws it: large, or one line in a match. */
export function drawEvent(/** @type {Named} */ view, name = plain) {
  patch(placed("event"), eventParts(view, name));
}

/** The name, behind the plate of an event of which nothing counts. */
export function eventParts(/** @type {Named} */ { event, event_practice }, name = plain) {
  if (!event) return [];
  return [event_practice && h("span", { key: "practice", class: "event-practice" }, say("event_practice")),
    name(event)];
}

/** A bar of the tablet with field, match and event as the last line of its title, which grows no wider. */
export function withEvent(bar, /** @type {Named} */ view) {
  const parts = eventParts(view);
  if (!parts.length) return bar;
  const field = view.event_field && h("span", { key: "field", class: "bar-field" }, view.event_field);
  const match = view.scheduled && h("span", { key: "match" }, say("event_match", { id: view.scheduled.id }));
  const line = h("span", { key: "event", class: "bar-event" }, field, match, parts);
  return [bar].flat(Infinity).map((
    part,
  ) => (part?.props?.class === "bar-title" ? h(part.tag, part.props, part.children, line) : part));
}

function plain(/** @type {string} */ text) {
  return h("b", { key: "name" }, text);
}

/** The card that all but the referee see in place of the match. */
export function doubtCard() {
  return h("section", { key: "doubt", class: "card doubt-card" }, h("h2", {}, say("doubt_title")),
    h("p", {}, say("doubt_public")));
}
