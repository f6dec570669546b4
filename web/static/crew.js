/** The crew's page: what to put back and which hoop needs a look, by the game's own module. */

import { h } from "./dom.js";
import { openPhone } from "./phone.js";
import { words } from "./words/crew.js";

const CHECK_MS = 5000;
/** From this many minutes on a hub that hears nothing is worth a look at the network. */
const AWAY_MIN = 5;

/** The crew's view beside the public board: alarms of hoops, and its legal commands. */
let more = { alarms: [], can: {}, hub: null };
const phone = openPhone("crew.js", words, draw);
const { say } = phone;

function draw(view, game, speak) {
  phone.bar(null, say("crew_page"), view.title);
  const { send, tell } = phone;
  const own = game?.screen({ view: { ...view, can: more.can }, say: speak, send, tell });
  const hasField = !view.match || view.hoops;
  return [hubTrouble(more), own, hasField ? links(more.alarms) : !own && nothing()];
}

/** A game without a field and without anything of its own for a crew. */
function nothing() {
  return h("p", { key: "nothing", class: "card crew-card crew-calm" }, say("crew_nothing"));
}

/** The plates of a hub that refuses, or is long away: that is the crew's to look after. */
function hubTrouble({ alarms, hub }) {
  const alarm = alarms.find(({ id }) => id === "hub");
  const isAway = hub && hub.state !== "ok" && (hub.minutes ?? 0) >= AWAY_MIN;
  if (!alarm && !isAway) return null;
  const text = alarm ? alarm.text : say("crew_hub_away", { n: hub.minutes });
  return h("section", { key: "hub", class: "card crew-card is-warning" }, h("h2", {}, text),
    h("p", { class: "crew-calm" }, say(alarm ? "crew_hub" : "crew_hub_line")));
}

function links(/** @type {Alarm[]} */ alarms) {
  const rows = alarms.filter((alarm) => /^(hoop|battery)-/.test(alarm.id)).map((alarm) =>
    h("li", { key: alarm.id, class: "crew-row is-warning" },
      h("div", {}, h("b", {}, alarm.text), h("p", {}, alarm.cure)))
  );
  return h("section", { key: "links", class: "card crew-card" }, h("h2", {}, say("crew_hoops")),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "crew-calm" }, say("crew_hoops_well")));
}

async function refresh() {
  const answer = await phone.ask("/api/crew");
  if (answer?.status === 401 || answer?.status === 403) location.reload();
  if (!answer?.ok) return;
  more = await answer.json();
  phone.changed();
}

phone.follow({ onView: refresh, spread: 0 });
setInterval(() => !document.hidden && refresh(), CHECK_MS);
