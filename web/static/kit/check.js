/** The check before a match: things to sound, press and scan, the kit's own findings, the verdict. */

import { canStayAwake } from "../device.js";
import { button, h, icon } from "../dom.js";
import { ownOrigin } from "../format.js";
import { hoopWords, kitField, order } from "./parts.js";
import { reachRow } from "./reach.js";

const GRADES = ["open", "fail", "warn", "pass"];

/** The whole part. */
export function checkPart(/** @type {KitPage} */ page) {
  const { check } = page.view;
  if (!check) return begin(page);
  if (page.memory.check !== check.at) Object.assign(page.memory, { check: check.at, tried: new Set() });
  return [check.open ? null : verdict(page, check),
    h("div", { key: "columns", class: "kit-columns" },
      h("div", { class: "kit-side" }, map(page, check), address(page), ownCard(page)),
      h("ol", { class: "kit-items", "aria-label": page.say("items") },
        check.items.map((item) => row(page, item)), reachRow(page))), foot(page, check)];
}

function begin(/** @type {KitPage} */ page) {
  const { say } = page;
  return h("div", { key: "begin", class: "kit-begin" }, h("p", { class: "sentence" }, say("check_what")),
    order(page, { key: "go", look: "start", what: { do: "check" } }, say("check_begin")),
    !page.view.idle && h("p", { class: "sentence is-warning" }, say("match_runs")));
}

function map(/** @type {KitPage} */ page, /** @type {Check} */ check) {
  const { say } = page;
  const items = new Map(check.items.filter((item) => item.hoop).map((item) => [item.hoop, item]));
  const grade = (hoop) => items.get(hoop.id)?.grade ?? "open";
  return kitField(page, { name: (hoop) => `${hoopWords(say, hoop.id)}: ${say(`grade_${grade(hoop)}`)}`,
    look: (hoop) => (grade(hoop) === "open" ? "is-open" : "is-looked-at"),
    badge: (hoop) => (grade(hoop) === "open" ? null : icon(`grade-${grade(hoop)}`)) });
}

function address(/** @type {KitPage} */ { say }) {
  return h("div", { key: "address", class: "card kit-address" },
    h("img", { src: "/qr.svg", alt: say("qr"), width: 148, height: 148 }),
    h("div", {}, h("p", {}, say("qr_what")), h("p", { class: "kit-host" }, new URL(ownOrigin).host)));
}

function row(/** @type {KitPage} */ page, item) {
  const { say } = page;
  return h("li", { key: item.check,
    class: `card kit-row is-${item.grade} ${item.try || item.asks ? "is-asked" : ""}` },
    item.absent ? h("span", { class: "grade" }) : icon(`grade-${item.grade}`, "grade"),
    h("div", { class: "kit-words" },
      h("p", { class: "kit-title" }, h("b", {}, item.title), " ",
        h("span", { class: "grade-word" }, say(item.absent ? "not_here" : `grade_${item.grade}`))),
      h("p", { class: "kit-says" }, item.says),
      item.grade === "pass" ? null : h("p", { class: "kit-do" }, item.do)),
    (item.try || item.asks) && answers(page, item));
}

/** Sound it, then say whether it was heard; light it, then whether it was seen. */
function answers(/** @type {KitPage} */ page, item) {
  const { say, memory, send, draw } = page;
  const sense = item.try?.do === "lamp" ? "see" : "hear";
  const tried = memory.tried.has(item.check) || !item.try;
  const attempt = async () => {
    if (!(await send(item.try))) return;
    memory.tried.add(item.check);
    draw();
  };
  const answer = (well, grade) =>
    order(page, { key: String(well), look: well ? "yes" : "", what: { do: "answer", check: item.check, well },
      refused: tried || item.grade !== "open" ? null : say(`first_${sense}`),
      "aria-pressed": item.grade === grade ? "true" : "false" }, say(`${sense}_${well ? "yes" : "no"}`));
  return h("div", { class: "kit-answers", role: "group", "aria-label": item.title },
    item.try
      && button({ key: "try", look: "main", refused: page.view.idle ? null : say("match_runs"),
        tell: page.tell, act: attempt }, say(`${sense}_try`)),
    item.asks && [answer(true, "pass"), answer(false, "fail")]);
}

function count(/** @type {Check} */ check, grade) {
  return check.items.filter((item) => item.grade === grade && !item.absent).length;
}

function counts(/** @type {KitPage} */ { say }, /** @type {Check} */ check) {
  return h("ul", { key: "counts", class: "kit-counts", "aria-live": "polite" },
    GRADES.map((grade) =>
      h("li", { key: grade, "aria-label": `${count(check, grade)} ${say(`count_${grade}`)}` },
        icon(`grade-${grade}`), h("span", { class: "number" }, count(check, grade)),
        h("span", {}, say(`count_${grade}`)))
    ));
}

function foot(/** @type {KitPage} */ page, /** @type {Check} */ check) {
  const { say } = page;
  return h("div", { key: "foot", class: "kit-foot", "data-over": "" }, counts(page, check),
    check.open
      ? order(page, { key: "end", look: count(check, "open") ? "main" : "start", what: { do: "check_end" } },
        say("check_end"))
      : order(page, { key: "again", what: { do: "check" } }, say("check_again")));
}

function verdict(/** @type {KitPage} */ { say }, /** @type {Check} */ check) {
  const cares = ["fail", "warn"].flatMap((grade) => check.items.filter((item) => item.grade === grade));
  return h("section", { key: "verdict", class: `verdict is-${check.verdict}` },
    icon(`grade-${check.verdict}`, "verdict-mark"),
    h("div", {},
      h("h2", { "aria-live": "polite" }, say(`verdict_${check.verdict}`, { n: count(check, check.verdict) })),
      h("p", {}, say("verdict_kept"))),
    h("ul", { class: "verdict-cares" },
      cares.map((item) =>
        h("li", { key: item.check }, icon(`grade-${item.grade}`),
          h("p", {}, h("b", {}, `${item.title} (${say(`grade_${item.grade}`)})`), ` ${item.says} ${item.do}`))
      )));
}

/** Below this share the tablet may not last a match and its breaks. */
const LOW = 0.4;

/**
 * @type {{level: number, charging: boolean, addEventListener: (name: string, act: () => void) => void} |
 * null}
 */
let battery = null;
let isAsked = false;

/** A card about this tablet. */
function ownCard(/** @type {KitPage} */ page) {
  ask(page);
  const { say } = page;
  const low = battery && battery.level < LOW && !battery.charging;
  return h("div", { key: "own", class: `card kit-address ${low ? "is-warning" : ""}` },
    icon("menu-tablet", "grade"),
    h("div", {},
      battery
        && h("p", { key: "battery" },
          h("b", {},
            say(battery.charging ? "own_charging" : low ? "own_low" : "own_battery", {
              n: Math.round(battery.level * 100),
            }))), h("p", { key: "screen" }, say(screenWords()))));
}

/** The words on how this device's screen stays on: by itself, or where to set that. */
function screenWords() {
  if (canStayAwake()) return "own_awake";
  const { userAgent, maxTouchPoints } = navigator;
  if (/Android/.test(userAgent)) return "own_screen_android";
  // An iPad says that it is a Mac; no Mac has a touch screen.
  return /iP(ad|hone)/.test(userAgent) || (/Mac/.test(userAgent) && maxTouchPoints > 1)
    ? "own_screen_ipad"
    : "own_screen";
}

/** Not every browser has a battery to ask, and over plain http none does. */
async function ask(/** @type {KitPage} */ page) {
  if (isAsked) return;
  isAsked = true;
  battery = (await /** @type {any} */ (navigator).getBattery?.().catch(() => null)) ?? null;
  for (const name of ["levelchange", "chargingchange"]) battery?.addEventListener(name, page.draw);
  if (battery) page.draw();
}
