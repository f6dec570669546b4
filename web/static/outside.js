/** The field's event on the tablet: how far the hub is, and the matches that are next here. */

import { get, postJson } from "./commands.js";
import { button, h } from "./dom.js";
import { listed } from "./format.js";

const ASK_MS = 5000;

/** The line: how many records the hub has, and since when that is known. */
function hubLine(/** @type {HubView} */ { state, have, of, minutes, says }, /** @type {Say} */ say) {
  if (state === "off") return says;
  if (minutes === null) return say("hub_never");
  const number = new Intl.NumberFormat(document.documentElement.lang || "en");
  const fill = { have: number.format(have), of: number.format(of) };
  if (minutes) return say("hub_ago", { ...fill, n: minutes });
  if (state === "waiting") return say("hub_minute", fill);
  return of ? say("hub_now", fill) : say("hub_none");
}

/** The name of the event, where the field belongs to one. */
export function eventName(/** @type {AnyTablet} */ { view, say }) {
  const { event, practice } = view.kit.hub ?? {};
  return event ? say(practice ? "hub_practice" : "hub_event", { event }) : "";
}

/** The quiet plate with the line, while no match runs. */
export function hubPlate(/** @type {AnyTablet} */ tablet) {
  const { view, say, open } = tablet;
  const { hub } = view.kit;
  if (!hub || view.doubt || !["setup", "ready", "over"].includes(view.stage)) return null;
  return h("button", { key: "hub", type: "button", class: "plate is-quiet",
    on: { click: () => open("hub") } }, h("b", {}, hubLine(hub, say)));
}

/** The panel with the details, and the button that asks the hub now. */
export function hubPanel(/** @type {AnyTablet} */ tablet) {
  const { view, say } = tablet;
  const { hub, mqtt } = view.kit;
  if (!hub) return null;
  const waiting = hub.of - hub.have;
  const look = hub.state === "refused" ? "sentence is-warning" : "sentence";
  return { title: say("hub"),
    body: [hub.event && h("p", { key: "event", class: "hub-event" }, eventName(tablet)),
      h("p", { key: "line", class: "sentence" }, hubLine(hub, say)),
      hub.says && hub.state !== "off" && h("p", { key: "says", class: look }, hub.says),
      h("p", { key: "waits", class: "soft" },
        waiting > 0 ? say("hub_waits", { n: waiting }) : say("hub_all")),
      mqtt
      && h("p", { key: "mqtt", class: "soft" }, mqtt.says
        ? say("mqtt_says", { says: mqtt.says })
        : say(`mqtt_${mqtt.state === "refused" ? "waiting" : mqtt.state}`))], actions: hubAgain(tablet) };
}

/** Ask the hub now. */
export function hubAgain(/** @type {AnyTablet} */ { say, tell }) {
  const again = async () => {
    const answer = await postJson("/api/hub/resend", {});
    tell(answer?.status === 200 ? say("hub_asked") : (answer?.body?.error?.message ?? say("no_answer")));
  };
  return button({ key: "again", look: "main", act: again }, say("hub_again"));
}

/** The first screen where there is a schedule: one tap begins the next match; null where none is planned. */
export function nextScreen(/** @type {AnyTablet} */ tablet, { begin, cannot, differs }, other) {
  const { view, say, open, tell } = tablet;
  if (!view.kit.hub) return null;
  const [first, ...others] = ahead(tablet);
  if (!first)
    return tablet.memory.ahead.isTold
      ? null
      : h("div", { key: "asked", class: "screen next-screen" },
        h("p", { class: "sentence" }, say("next_asked")));
  const isNew = !first.set_up;
  return h("div", { key: "next", class: "screen next-screen" },
    h("section", { key: "first", class: "card next-match" },
      isNew
        ? matchWords(tablet, first, say("next_match", { id: first.id }))
        : h("p", { class: "sentence" }, say("next_none")),
      isNew
        && differs(tablet.memory.ahead.played).map((text) =>
          h("small", { key: text, class: "next-missing" }, text)
        )),
    isNew
      && button({ key: "begin", look: "start next-begin", refused: cannot(first), tell, act: () =>
        begin(first) }, say("next_begin", { id: first.id })),
    h("div", { key: "rest", class: "choices" },
      (others.length > 0 || !isNew)
        && button({ key: "others", act: () => open("ahead", { begin, cannot }) }, say("next_others")),
      button({ key: "other", act: other }, say("next_free"))));
}

/** The matches that are next here, each to be set up with one tap. */
export function aheadPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { say, tell, close } = tablet;
  const choose = (match) => async () => {
    if (await panel.begin(match)) close();
  };
  const name = (match) =>
    say(match.set_up ? "next_again" : match.anywhere ? "next_anywhere" : "next_plain", { id: match.id });
  const row = (match) =>
    button({ key: match.id, look: "next-tap", refused: panel.cannot(match), tell, act: choose(match) },
      matchWords(tablet, match, name(match)));
  return { title: say("next_all"), body: ahead(tablet).map(row) };
}

function matchWords(/** @type {AnyTablet} */ { say }, match, name) {
  const teams = listed(match.teams.map((team) => team.name));
  const title = match.title ? ` · ${match.title}` : "";
  const missing = match.teams.filter((team) => !team.here).map((team) => team.name);
  return [h("b", {}, `${name}${title}`), h("small", {}, say("next_starts", { starts: match.starts, teams })),
    missing.length > 0
    && h("small", { key: "missing", class: "next-missing" },
      say("next_missing", { teams: listed(missing) }))];
}

/** The matches that are next, as they were told last; asked for again while they are looked at. */
function ahead(/** @type {AnyTablet} */ tablet) {
  const asked = (tablet.memory.ahead ??= { at: -Infinity, next: [], played: {}, isTold: false });
  if (performance.now() - asked.at > ASK_MS) {
    asked.at = performance.now();
    fetchAhead(tablet, asked);
  }
  return asked.next;
}

async function fetchAhead(/** @type {AnyTablet} */ tablet, asked) {
  const answer = await get("/api/event");
  if (answer?.ok) ({ next: asked.next, played_by: asked.played } = await answer.json());
  asked.isTold = true;
  tablet.drawIn(0);
  tablet.drawIn(ASK_MS + 20);
}
