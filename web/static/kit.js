/** The kit's own page: the link, the orders and the bar; each part is a module of its own. */

import { stayAwake } from "./device.js";
import { h, patch, placed } from "./dom.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { gameModule } from "./games.js";
import { checkPart } from "./kit/check.js";
import { fieldPart } from "./kit/field.js";
import { follow } from "./kit/link.js";
import { powerPart } from "./kit/power.js";
import { settingsPart } from "./kit/settings.js";
import { sparesPart } from "./kit/spares.js";
import { tagsPart } from "./kit/tags.js";
import { testPart } from "./kit/test.js";
import { tell } from "./toast.js";
import { words } from "./words/kit.js";

const PARTS = { check: checkPart, test: testPart, tags: tagsPart, spares: sparesPart, field: fieldPart,
  power: powerPart, settings: settingsPart };
/** A view that comes so soon after an order of this page is taken as its outcome. */
const OUTCOME_MS = 1000;

const say = speaker(words);
const [bar, parts, away, screen] = ["bar", "parts", "away", "screen"].map(placed);
const offers = JSON.parse(screen.dataset.games ?? "{}");
const games = Object.values(offers);
/** The games' parts of this page: module, offer for a set-up, and words beside the page's own. */
const owners = await Promise.all(
  (screen.dataset.owners ?? "").split(" ").filter(Boolean).map(async (name) => {
    const module = await gameModule(name, "kit.js");
    const speak = speaker({ ...words, ...module.words });
    return { name, module, offer: offers[name], say: speak, title: speak("game_name") };
  }),
);

/**
 * The object that all parts share: the newest view, the drawn field, the ways to act, and what the page
 * remembers.
 * @type {KitPage}
 */
const page = { view: /** @type {any} */ (null),
  hoops: [...new Map(games.flatMap((game) => game.hoops ?? []).map((hoop) => [hoop.id, hoop])).values()],
  teams: [...new Map(games.flatMap((game) => game.teams ?? []).map((team) => [team.id, team])).values()],
  memory: {}, owners, say, send, tell, draw };
const underWay = new Set();
let orderedAt = -Infinity;

/** Send an order; whether the kit carried it out. A refusal is told and moves nothing. */
async function send(/** @type {Order} */ order) {
  const asked = JSON.stringify(order);
  if (underWay.has(asked)) return false;
  underWay.add(asked);
  orderedAt = performance.now();
  const answer = await post(order);
  underWay.delete(asked);
  if (answer === null) tell(say("no_answer"));
  else if (answer.status >= 400) tell(answer.body.error?.message ?? say("no_answer"));
  return answer?.status === 200;
}

/** The part that the address names, and what it names besides: "spares" and "h3" in "#spares-h3". */
function place() {
  const [name, ...rest] = location.hash.slice(1).split("-");
  return name in PARTS ? { name, what: rest.join("-") } : { name: "check", what: "" };
}

function draw() {
  if (!page.view) return;
  const { name } = place();
  const { urgent, number, title } = page.view;
  document.title = `${bar.dataset.kit}: ${say(`part_${name}`)}`;
  patch(bar, [
    h("div", { class: "bar-title" }, h("h1", {}, say(`title_${name}`)),
      h("p", {}, urgent ? say("stop_there", { n: number }) : title)),
    h("a", { key: "tablet", class: `button to-tablet ${urgent ? "is-played" : ""}`, href: "/referee" },
      say("to_tablet")),
  ]);
  patch(parts, [
    Object.keys(PARTS).map((part) =>
      h("a", { key: part, class: "button part", href: `#${part}`,
        "aria-current": part === name ? "page" : undefined }, say(`part_${part}`))
    ),
  ]);
  patch(screen, [h("div", { key: name, class: `kit-part kit-${name}` }, PARTS[name](page))]);
}

/** Another part begins at its top, with what its link named chosen. */
function turn() {
  page.memory = { ...page.memory, hoop: place().what || null };
  draw();
  scrollTo(0, 0);
  showPart();
}

/** On a phone the parts lie in one line: the one that is open comes into sight. */
function showPart() {
  const here = /** @type {HTMLElement | null} */ (parts.querySelector("[aria-current]"));
  if (here)
    parts.scrollLeft = here.offsetLeft - parts.offsetLeft - (parts.clientWidth - here.offsetWidth) / 2;
}

addEventListener("hashchange", turn);
stayAwake();
page.memory.hoop = place().what || null;
const fingers = new Fingers({ held: () => tell(say("just_changed")) });
const post = follow({ onView: (view) => {
  const isAsked = page.view === null || underWay.size > 0 || performance.now() - orderedAt < OUTCOME_MS;
  const isFirst = page.view === null;
  const hasEnded = page.view?.check?.open && view.check && !view.check.open;
  page.view = view;
  if (isAsked) draw();
  else fingers.change(draw);
  if (isFirst) showPart();
  // The verdict stands at the top, and the one who finishes is at the bottom.
  if (hasEnded && place().name === "check") scrollTo(0, 0);
}, onLink: (isAway) => patch(away, isAway ? [h("p", {}, say("away"))] : []),
  onStranger: () => location.reload() });
