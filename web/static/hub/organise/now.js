/** Now: how each field does, which results and lots wait for somebody, and matches that belong to none of the schedule. */

import { button, h } from "../../dom.js";
import { listed } from "../../format.js";
import { attachPanel } from "./attach.js";
import { beginning } from "./beginning.js";
import { clockTime, grade, matchName, number, teamNames } from "./parts.js";
import { justConfirmed, resultCard } from "./results.js";
import { catchUp } from "./schedule.js";
import { level } from "./standings.js";

/** @typedef {import("../organise.js").Desk} Desk */

/** From this many minutes on a delay is worth a plate. */
const LATE_MIN = 3;

export function nowPart(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const waiting = view.results.filter((one) => one.waits && !one.called_off);
  const steps = beginning(desk);
  return [
    h("section", { key: "results", class: "desk-column" }, steps, view.troubles.map((text) =>
      h("p", { key: text, class: "desk-trouble is-fail" }, text)
    ), steps ? null : h("h2", { key: "wait" }, say("results_wait")), view.lots.map((group) =>
      level(desk, group, "finals_wait")
    ), waiting.length || view.lots.length || steps
      ? waiting.map((result) => resultCard(desk, result))
      : h("p", { key: "none", class: "card desk-hint" }, say("nothing_waits")), justConfirmed(desk),
      loose(desk)),
    h("section", { key: "fields", class: "desk-column" }, h("h2", {}, say("fields")), catchUp(desk),
      view.fields.length
        ? view.fields.map((field) => fieldCard(desk, field))
        : h("p", { key: "none", class: "card desk-hint" }, say("no_fields"))),
  ];
}

/** A field: whether it is there, how far the hub has it, what it plays, and what is wrong with it. */
function fieldCard(/** @type {Desk} */ desk, field) {
  const { say } = desk;
  const bad = troubles(desk, field);
  const isSilent = !field.online;
  const how = ["fail", "warn"].find((grave) => bad.some((one) => one.how === grave))
    ?? (field.of ? "pass" : "open");
  return h("article", { key: field.id, class: `card desk-field-card is-${how}`, "data-field": field.id },
    h("div", { class: "desk-card-head" }, grade(how), h("h3", {}, field.name),
      h("p", { key: "sync", class: "desk-sync" },
        field.of || field.have
          ? say("hub_has", { have: number(field.have ?? 0), of: number(Math.max(field.of, field.have ?? 0)) })
          : say("no_records")), delay(desk, field)),
    bad.map(({ key, text, how: grave }) => h("p", { key, class: `desk-trouble is-${grave}` }, text)),
    h("div", { key: "plays", class: "desk-play" },
      h("dl", { class: "desk-plays" },
        h("div", { key: "now" }, h("dt", {}, say("now")), h("dd", {}, playing(desk, field, isSilent))),
        h("div", { key: "next" }, h("dt", {}, say("next")),
          h("dd", {}, field.next ? coming(desk, field.next) : say("nothing_next")))),
      desk.may("change_schedule") && !field.now
        && desk.view.schedule.matches.some(({ state }) => state === "planned")
        ? button({ key: "free", look: "small", act: () => giveNext(desk, field) }, say("give_next"))
        : null));
}

/** A field that is free gets what can begin first, its own match or that of a field that is late. */
async function giveNext(/** @type {Desk} */ desk, field) {
  const had = new Set(
    desk.view.schedule.matches.filter((match) => match.field === field.id).map((match) => match.id),
  );
  const answer = await desk.act("PATCH", "/schedule", { do: "next_free", field: field.id });
  const given = desk.view.schedule.matches.find((match) => match.field === field.id && !had.has(match.id));
  if (answer && given)
    desk.tell(desk.say("given_next", { field: field.name, match: given.id, time: given.starts }));
}

function playing(/** @type {Desk} */ desk, field, isSilent) {
  const title = isSilent ? "" : (field.frame?.title ?? "");
  if (field.now) return [coming(desk, field.now), title ? h("span", { class: "soft" }, title) : null];
  return field.frame?.match && field.frame.stage !== "over" && title ? title : desk.say("nobody_plays");
}

function coming(/** @type {Desk} */ desk, match) {
  return [h("b", {}, `${match.starts} · ${matchName(desk, match)}`),
    h("span", { class: "desk-who" }, teamNames(desk, match.teams))];
}

function delay(/** @type {Desk} */ { say, view }, { lag }) {
  if (!view.schedule.matches.length) return null;
  const isLate = lag >= LATE_MIN;
  const text = lag > 0 ? say("late", { n: lag }) : lag < 0 ? say("early", { n: -lag }) : say("on_time");
  return h("b", { key: "lag", class: `desk-lag ${isLate ? "is-late" : ""}` }, text);
}

/** The troubles that somebody should see to, the worst first. */
function troubles(/** @type {Desk} */ desk, field) {
  const { say } = desk;
  const found = [];
  if (field.refused)
    found.push({ key: "refused", how: "fail",
      text: say("refused_at", { time: clockTime(field.refused.at), text: field.refused.text }) });
  if (field.contact !== null) found.push({ key: "silent", how: "warn", text: silence(desk, field.contact) });
  else if (!field.online)
    found.push({ key: "never", how: "warn", text: say(field.keys ? "never_heard" : "no_key") });
  if (field.online && !(field.holds.teams && field.holds.schedule))
    found.push({ key: "holds", how: "warn", text: say("old_documents") });
  if (field.online && field.kit.alarms)
    found.push({ key: "alarms", how: "warn", text: say("kit_alarms", { n: field.kit.alarms }) });
  const alike = desk.view.fields.filter((one) =>
    one.online && one.id !== field.id && one.kit.name && one.kit.name === field.kit.name
  );
  if (field.online && alike.length)
    found.push({ key: "alike", how: "note",
      text: say("kits_alike", { name: field.kit.name, fields: listed(alike.map(({ name }) => name)) }) });
  return found;
}

function silence(/** @type {Desk} */ { say, now }, /** @type {number} */ contact) {
  const minutes = Math.floor((now() - contact) / 60_000);
  return minutes < 1
    ? say("silent_now")
    : minutes < 100
    ? say("silent_minutes", { n: minutes })
    : say("silent_since", { time: clockTime(contact) });
}

/** Matches that fields played without the schedule. */
function loose(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  if (!view.loose.length) return null;
  return h("div", { key: "loose", class: "desk-loose" }, h("h2", {}, say("loose")),
    h("p", { class: "soft" }, say("loose_what")), h("ul", { class: "card rows" }, view.loose.map((one) => {
      const sides = one.sides.map(({ name, score }) => `${name} ${number(score)}`).join(" · ");
      const where = `${view.names[one.field] ?? one.field} · ${one.match} · ${clockTime(one.came)}`;
      return h("li", { key: `${one.field} ${one.record} ${one.match}`, class: "row" },
        h("div", {}, h("b", {}, sides || one.text),
          h("p", { class: "soft" }, one.over ? where : `${where} · ${say("not_over")}`)),
        sides && desk.may("attach")
          ? button({ key: "attach", look: "small", act: () => attachPanel(desk, one) }, say("attach"))
          : null);
    })));
}
