/** The bar of the tablet, for every game that has none of its own, and its plates about the kit. */

import { titleBar } from "./clock.js";
import { h, icon } from "./dom.js";
import { kitName } from "./format.js";
import { eventName, hubAgain } from "./outside.js";

/** The text of a plate, and `more` of it, if any: a cure, the kit's answer. Its box shows three lines. */
export function plateText(/** @type {string} */ text, /** @type {string | undefined} */ more) {
  return h("span", { key: "said" }, h("b", {}, text), more && ` ${more}`);
}

/** The bar while a match is set up. */
export function setupBar(/** @type {Tablet} */ tablet) {
  const { say, view } = tablet;
  const title = view.stage === "over" ? say("start_over") : view.title;
  const where = [eventName(tablet), kitName(view.kit)].filter(Boolean).join(" · ");
  return h("div", { class: "bar-title" }, h("h1", {}, title), h("p", {}, where));
}

/** The bar of a game that has none of its own: what is on, and the score of each side. */
export function plainBar(/** @type {Tablet} */ { say, view }) {
  return [
    ...titleBar(view.title,
      view.subtitle || kitName(view.event_field ? { ...view.kit, name: "" } : view.kit)),
    h("ul", { class: "bar-scores" }, view.sides.map(({ id, name, colour, mark, score }) =>
      h("li", { key: id, class: `team-${colour}`, "aria-label": `${name}: ${say("points", { n: score })}` },
        icon(`mark-${mark}`), h("span", { class: "number" }, score))
    )),
  ];
}

/** Before a match is the time to look at the kit; what the last look came to stays in sight. */
export function checkPlate(/** @type {Tablet} */ { say, view: { stage, kit, doubt } }) {
  const words = kit.check ? `checked_${kit.check}` : "check_kit";
  const look = kit.check === "fail" ? "" : "is-quiet";
  return !doubt && ["setup", "ready"].includes(stage)
    && h("a", { key: "check", class: `plate ${look}`, href: "/kit" }, h("b", {}, say(words)));
}

/** The first alarm, behind which are all of them. */
export function alarmPlate(/** @type {Tablet} */ { say, view: { alarms, urgent }, open }) {
  if (!alarms.length) return null;
  const [first] = alarms;
  const others = alarms.length > 1 ? ` (${say("more_alarms", { n: alarms.length - 1 })})` : "";
  const said = plateText(first.text + others, first.cure);
  // While STOP may be wanted nothing opens over it.
  if (urgent) return h("div", { key: "alarm", class: "plate is-alarm", role: "note" }, said);
  return h("button", { key: "alarm", type: "button", class: "plate is-alarm",
    on: { click: () => open("alarms") } }, said);
}

/** The alarms with their cures. */
export function alarmsPanel(/** @type {Tablet} */ tablet) {
  const { say, view } = tablet;
  const rows = view.alarms.map((alarm) =>
    h("li", { key: alarm.id, class: "row is-warning" },
      h("div", {}, h("b", {}, alarm.text), h("p", {}, alarm.cure)), spareLink(say, alarm),
      alarm.id === "hub" && hubAgain(tablet))
  );
  return { title: say("alarms"),
    body: rows.length ? h("ul", { class: "rows" }, rows) : h("p", {}, say("no_alarms")) };
}

/** The way to put a spare node in, from a hoop that is silent or a node that serves none. */
function spareLink(/** @type {Say} */ say, { id }) {
  const hoop = id.startsWith("hoop-") ? `-${id.slice(5)}` : "";
  return (hoop || id === "strays")
    && h("a", { key: "spare", class: "button", href: `/kit#spares${hoop}` }, say("put_spare"));
}
