/** Now: how each field does, what waits for somebody, and matches outside the schedule. */

import { button, h } from "../../dom.js";
import { listed } from "../../format.js";
import { tell } from "../../toast.js";
import { call, may, now, say, view } from "./desk.js";
import { clockTime, fieldName, grade, matchName, none, number, teamNames, trouble } from "./parts.js";
import { attachPanel, justConfirmed, resultCard } from "./results.js";
import { catchUp } from "./schedule.js";
import { level } from "./standings.js";
import { beginning } from "./steps.js";

/** From this many minutes on a delay is worth a plate. */
const LATE_MIN = 3;

export function nowPart() {
  const waiting = view.results.filter((one) => one.waits && !one.called_off);
  const steps = beginning();
  const bad = [...view.troubles.map((text) => trouble(text, text, "fail")),
    ...view.differ.map((text) => trouble(text, text))];
  const lots = view.lots.map((group) => level(group, "finals_wait"));
  return [
    h("section", { key: "results", class: "desk-column" }, steps, bad,
      !steps && h("h2", { key: "wait" }, say("results_wait")), lots, waiting.map(resultCard),
      !(waiting.length || lots.length || steps) && none(say("nothing_waits")), justConfirmed(), loose()),
    h("section", { key: "fields", class: "desk-column" }, h("h2", {}, say("fields")), catchUp(),
      view.fields.length ? view.fields.map(fieldCard) : none(say("no_fields"))),
  ];
}

/** A field: whether it is there, how far the hub has it, what it plays, and what is wrong with it. */
function fieldCard(field) {
  const bad = troubles(field);
  const how = ["fail", "warn"].find((grave) => bad.some((one) => one.how === grave))
    ?? (field.of ? "pass" : "open");
  const have = field.have ?? 0;
  return h("article", { key: field.id, class: `card desk-field-card is-${how}`, "data-field": field.id },
    h("div", { class: "desk-card-head" }, grade(how), h("h3", {}, field.name),
      h("p", { key: "sync", class: "desk-sync" },
        field.of || have
          ? say("hub_has", { have: number(have), of: number(Math.max(field.of, have)) })
          : say("no_records")), delay(field)), bad.map((one) => trouble(one.key, one.text, one.how)),
    h("div", { key: "plays", class: "desk-play" },
      h("dl", { class: "desk-plays" },
        h("div", { key: "now" }, h("dt", {}, say("now")), h("dd", {}, playing(field))),
        h("div", { key: "next" }, h("dt", {}, say("next")),
          h("dd", {}, field.next ? coming(field.next) : say("nothing_next")))),
      may("change_schedule") && !field.now && view.schedule.matches.some(({ state }) => state === "planned")
        && button({ key: "free", look: "small", act: () => giveNext(field) }, say("give_next"))));
}

/** A field that is free gets what can begin first, its own match or that of a field that is late. */
async function giveNext(field) {
  const had = view.schedule.matches.filter((match) => match.field === field.id).map((match) => match.id);
  const answer = await call("PATCH", "/schedule", { do: "next_free", field: field.id });
  const given = view.schedule.matches.find((match) => match.field === field.id && !had.includes(match.id));
  if (answer && given)
    tell(say("given_next", { field: field.name, match: given.id, time: given.starts }));
}

function playing(field) {
  const title = field.online ? (field.frame?.title ?? "") : "";
  if (field.now) return [coming(field.now), title && h("span", { class: "soft" }, title)];
  return field.frame?.match && field.frame.stage !== "over" && title ? title : say("nobody_plays");
}

function coming(match) {
  return [h("b", {}, `${match.starts} · ${matchName(match)}`),
    h("span", { class: "desk-who" }, teamNames(match.teams))];
}

function delay({ lag }) {
  if (!view.schedule.matches.length) return null;
  const text = lag > 0 ? say("late", { n: lag }) : lag < 0 ? say("early", { n: -lag }) : say("on_time");
  return h("b", { key: "lag", class: `desk-lag ${lag >= LATE_MIN ? "is-late" : ""}` }, text);
}

/** The troubles that somebody should see to, the worst first. */
function troubles({ id, refused, contact, online, keys, holds, kit }) {
  const alike = view.fields.filter((one) =>
    one.online && one.id !== id && one.kit.name && one.kit.name === kit.name
  );
  const found = [];
  const add = (key, how, text) => found.push({ key, how, text });
  if (refused)
    add("refused", "fail", say("refused_at", { time: clockTime(refused.at), text: refused.text }));
  if (contact !== null) add("silent", "warn", silence(contact));
  else if (!online) add("never", "warn", say(keys ? "never_heard" : "no_key"));
  if (online && !(holds.teams && holds.schedule)) add("holds", "warn", say("old_documents"));
  if (online && kit.alarms) add("alarms", "warn", say("kit_alarms", { n: kit.alarms }));
  if (online && alike.length)
    add("alike", "note",
      say("kits_alike", { name: kit.name, fields: listed(alike.map(({ name }) => name)) }));
  return found;
}

function silence(/** @type {number} */ contact) {
  const minutes = Math.floor((now() - contact) / 60_000);
  if (minutes < 1) return say("silent_now");
  return minutes < 100
    ? say("silent_minutes", { n: minutes })
    : say("silent_since", { time: clockTime(contact) });
}

/** Matches that fields played without the schedule. */
function loose() {
  if (!view.loose.length) return null;
  return h("div", { key: "loose", class: "desk-loose" }, h("h2", {}, say("loose")),
    h("p", { class: "soft" }, say("loose_what")), h("ul", { class: "card rows" }, view.loose.map((one) => {
      const sides = one.sides.map(({ name, score }) => `${name} ${number(score)}`).join(" · ");
      const where = `${fieldName(one.field)} · ${one.match} · ${clockTime(one.came)}`;
      return h("li", { key: `${one.field} ${one.record} ${one.match}`, class: "row" },
        h("div", {}, h("b", {}, sides || one.text),
          h("p", { class: "soft" }, one.over ? where : `${where} · ${say("not_over")}`)),
        sides && may("attach")
          && button({ key: "attach", look: "small", act: () => attachPanel(one) }, say("attach")));
    })));
}
