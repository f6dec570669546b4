/** The organisers' desk: its bar, and the part of it that the address names. */

import { switchTheme } from "../device.js";
import { button, h, patch, placed } from "../dom.js";
import { tellLimits } from "../limit.js";
import { accessPart, screensPart } from "./organise/access.js";
import { draw, drawPanel, say, start, view } from "./organise/desk.js";
import { nowPart } from "./organise/now.js";
import { schedulePart } from "./organise/schedule.js";
import { standingsPart } from "./organise/standings.js";
import { closePart } from "./organise/steps.js";
import { teamsPart } from "./organise/teams.js";

const PARTS = { now: nowPart, teams: teamsPart, schedule: schedulePart, standings: standingsPart,
  access: accessPart, screens: screensPart, close: closePart };
const parts = placed("parts");

function drawPage() {
  if (!view) return;
  const { event, you } = view;
  const asked = location.hash.slice(1);
  const name = view.parts.includes(asked) ? asked : view.parts[0];
  document.title = `${event.name}: ${say(`part_${name}`)}`;
  const role = say(`role_${you.role}`);
  patch(placed("bar"), [
    h("div", { class: "bar-title" }, h("h1", {}, event.name),
      h("p", {}, you.role === "organiser" ? role : `${you.name} (${role})`,
        event.practice && h("b", { key: "practice", class: "desk-practice" }, say("practice")))),
  ]);
  patch(parts, view.parts.length > 1 ? view.parts.map((part) => partLink(part, part === name)) : []);
  patch(placed("desk"), [h("div", { key: name, class: `desk-part desk-of-${name}` }, PARTS[name]()),
    h("footer", { key: "foot", class: "desk-foot" },
      h("a", { key: "public", class: "button small", href: "/" }, say("to_public")),
      button({ key: "theme", look: "small", act: switchTheme }, say("light_dark")),
      button({ key: "out", look: "small", act: logOut }, say("log_out")))]);
  drawPanel();
}

function partLink(/** @type {string} */ part, /** @type {boolean} */ isHere) {
  const waits = part === "now"
    ? view.results.filter((one) => one.waits && !one.called_off).length + view.lots.length
    : 0;
  return h("a", { key: part, class: "button part", href: `#${part}`,
    "aria-current": isHere ? "page" : undefined }, say(`part_${part}`),
    waits > 0
      && h("b", { key: "waits", class: "desk-count", "aria-label": say("waiting_results", { n: waits }) },
        waits));
}

async function logOut() {
  await fetch("/v1/session", { method: "DELETE" }).catch(() => null);
  location.reload();
}

addEventListener("hashchange", () => {
  draw();
  scrollTo(0, 0);
  parts.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
});
tellLimits();
void start(drawPage);
