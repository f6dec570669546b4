/** The schedule: made with numbers, shown slot by slot and field by field, and changed match by match. */

import { button, h } from "../../dom.js";
import { tell } from "../../toast.js";
import { ask, call, choice, complain, draw, may, openPanel, say, view, would } from "./desk.js";
import { chosen, fieldName, keyRow, keys, matchName, planned, row, teamName, teamNames, trouble,
  typed } from "./parts.js";
import { correctPanel, resultCard } from "./results.js";

const change = (body) => call("PATCH", "/schedule", body);

export function schedulePart() {
  const { schedule, teams } = view;
  const mayChange = may("change_schedule");
  if (!schedule.matches.length)
    return h("div", { key: "none", class: "card desk-hint" },
      h("p", { class: "sentence" }, say("no_schedule", { n: teams.length })),
      mayChange
        && button({ key: "make", look: "start", refused: teams.length < 3 ? say("few_teams") : undefined,
          tell, act: makePanel }, say("make_schedule")));
  const hasBegun = schedule.matches.some((match) => match.fixed);
  return [
    mayChange
    && h("div", { key: "tools", class: "desk-tools" },
      button({ key: "times", act: timesPanel }, say("change_times")), button({ key: "room", act: () =>
        openPanel("room", roomForm, { fields: Object.keys(view.names) }) }, say("room_round")),
      button({ key: "final", act: finalsPanel }, say("make_finals")),
      button({ key: "make", refused: hasBegun ? say("make_begun") : undefined, tell, act: makePanel },
        say("make_again")),
      h("a", { key: "print", class: "button", href: "/print/schedule" }, say("on_paper"))),
    catchUp(),
    schedule.balance && h("p", { key: "balance", class: "desk-balance" }, schedule.balance),
    grid(),
  ];
}

/** The offer to play the rest from now on, where a waiting field is late by more than two matches. */
export function catchUp() {
  const waiting = view.fields.filter((field) => field.next && !field.now);
  const late = Math.max(0, ...waiting.map((field) => field.lag));
  if (late <= 2 * view.schedule.slot_minutes || !may("change_schedule")) return null;
  return h("div", { key: "late", class: "card row desk-late" },
    h("p", { class: "sentence" }, say("all_late", { n: late })),
    button({ key: "now", look: "main", act: () => change({ do: "catch_up" }) }, say("catch_up")));
}

/** The grid: a row for each slot, a column for each field, one more for matches that wait for any. */
function grid() {
  const { matches, slots } = view.schedule;
  const known = view.schedule.fields.filter((field) =>
    field in view.names || matches.some((match) => match.field === field)
  );
  const fields = matches.some((match) => !match.field) ? [...known, ""] : known;
  const last = Math.max(...matches.map((match) => match.slot));
  const heads = fields.map((field) => h("th", { key: `field ${field}`, scope: "col" }, fieldName(field)));
  const rows = slots.slice(0, last + 1).map((slot, number) => {
    const here = matches.filter((match) => match.slot === number);
    const cells = fields.map((field) =>
      h("td", { key: `field ${field}` }, here.filter((match) => match.field === field).map(cell))
    );
    return [
      slot.break > 0
      && h("tr", { key: `break ${number}`, class: "desk-break" },
        h("td", { colspan: String(fields.length + 1) }, say("pause", { n: slot.break }))),
      h("tr", { key: number, class: here.length ? "" : "is-empty" },
        h("th", { scope: "row", class: "number" }, slot.starts), here.length
        ? cells
        : h("td", { key: "rest", class: "soft", colspan: String(fields.length) }, say("slot_rest"))),
    ];
  });
  return h("div", { key: "grid", class: "desk-scroll" },
    h("table", { class: "desk-grid" },
      h("thead", {}, h("tr", {}, h("th", { key: "time", scope: "col" }, say("time")), heads)),
      h("tbody", {}, rows)));
}

function cell(match) {
  return h("button", { key: match.id, type: "button", class: `desk-match is-${match.state}`,
    "data-match": match.id, on: { click: () => matchPanel(match.id) } },
    h("span", { class: "desk-match-head" }, h("b", { class: "number" }, matchName(match)),
      h("small", { key: "state" }, match.state !== "planned" && say(`state_${match.state}`))),
    h("span", {}, teamNames(match.teams)),
    match.without.length > 0
      && h("small", { key: "without" }, say("without", { teams: teamNames(match.without) })));
}

/** Everything about one match, and what can be done with it. */
function matchPanel(/** @type {string} */ id) {
  const { field, slot } = planned(id);
  openPanel("match", (form) => matchForm(form, id), { field, slot: String(slot) });
}

function matchForm(form, /** @type {string} */ id) {
  const match = planned(id);
  const result = view.results.find((one) => one.id === id);
  if (!match) return { title: say("match", { id }), body: h("p", {}, say("gone")) };
  const isOff = match.state === "called_off";
  const isOpen = match.state === "planned" && may("change_schedule");
  const isMoved = form.field !== match.field || Number(form.slot) !== match.slot;
  const move = () => change({ do: "move", match: id, field: form.field, slot: Number(form.slot) });
  const callOff = () =>
    ask(matchName(match), say("call_off_sure", { teams: teamNames(match.teams) }), say("call_off"), () =>
      change({ do: "call_off", match: id }));
  return { title: `${matchName(match)} · ${match.starts}`,
    body: [
      !result && h("ol", { key: "teams", class: "desk-teams" }, match.teams.map((team) =>
        h("li", { key: team.id }, teamName(team))
      )),
      h("p", { key: "where", class: "soft" }, `${fieldName(match.field)} · ${say(`state_${match.state}`)}`),
      match.fixed && !result && h("p", { key: "fixed", class: "soft" }, say("begun_stays")),
      isOpen
      && row("move",
        chosen(form, "field", say("field"),
          [...Object.keys(view.names), ""].map((value) => ({ value, name: fieldName(value) }))),
        chosen(form, "slot", say("time"),
          view.schedule.slots.map(({ starts }, slot) => ({ value: String(slot),
            name: taken(form.field, slot, id, starts) })
          ))),
      result && [resultCard(result), detached(result)],
    ],
    actions: [isOpen && button({ key: "off", look: "danger", act: callOff }, say("call_off")),
      isOff && may("change_schedule")
      && button({ key: "on", look: "main", act: () => change({ do: "call_on", match: id }) }, say("call_on")),
      !result && may("correct") && !isOff
      && button({ key: "enter", act: () => correctPanel(id) }, say("enter_result")),
      isOpen
      && button({ key: "move", look: "main", refused: isMoved ? undefined : say("move_where"), tell: complain,
        act: move }, say("move"))] };
}

/** A time as one may move a match there: with the match that it would change places with. */
function taken(field, /** @type {number} */ slot, own, /** @type {string} */ starts) {
  const there = field
    && view.schedule.matches.find((match) =>
      match.field === field && match.slot === slot && match.id !== own && match.state !== "called_off"
    );
  return there ? say("swaps_with", { time: starts, match: there.id }) : starts;
}

/** The records that stand for a match and do not count yet: each can be taken off again. */
function detached(result) {
  return may("attach") && result.versions.filter((one) => !one.counts).map((one) => {
    const where = { field: fieldName(one.field), match: one.match };
    const act = () =>
      call("POST", `/matches/${one.field}/${one.match}/attach`, { scheduled: "", record: one.record });
    const sure = () => ask(say("detach_title"), say("detach_sure", where), say("detach"), act);
    return button({ key: `detach ${one.id}`, look: "small", act: sure }, say("detach_from", where));
  });
}

function makePanel() {
  const { schedule, teams, names } = view;
  openPanel("make", makeForm, { start: schedule.start, slot_minutes: String(schedule.slot_minutes),
    rounds: "4", size: teams.length % 4 && teams.length % 3 === 0 ? 3 : 4, fields: Object.keys(names) });
}

function makeForm(form) {
  const had = view.schedule.matches.length;
  const coming = view.teams.filter((team) => !team.absent);
  const plan = { stage: "group", fields: form.fields, rounds: Number(form.rounds), size: form.size,
    start: form.start, slot_minutes: Number(form.slot_minutes) };
  const make = () => call("POST", "/schedule", plan);
  const sure = () => ask(say("make_schedule"), say("make_sure", { n: had }), say("make_do"), make);
  return { title: say("make_schedule"),
    body: [h("p", { key: "teams", class: "sentence" }, say("make_for", { n: coming.length })),
      row("numbers", typed(form, "rounds", say("rounds"), { inputmode: "numeric" }),
        keys(form, "size", say("match_size"),
          [3, 4].map((n) => ({ value: n, name: say("n_teams", { n }) })))),
      row("times", typed(form, "start", say("start"), { type: "time" }),
        typed(form, "slot_minutes", say("slot_minutes"), { inputmode: "numeric" })), fieldKeys(form),
      outlook(plan)],
    actions: choice(say("make_do"), had ? sure : make, form.fields.length ? undefined : say("no_fields")) };
}

/** The outcome of a schedule, or why it cannot be made. */
function outlook(plan) {
  const { matches = [], starts, ends, idle = {}, late, refused } = would("/schedule", plan);
  if (refused) return h("p", { key: "refused", class: "desk-trouble is-warn", role: "status" }, refused);
  const rests = Object.entries(idle).filter(([, n]) => n).map(([field, n]) =>
    say("stands_idle", { field: fieldName(field), n })
  );
  const finals = plan.stage === "final" ? matches : [];
  return h("div", { key: "outlook", class: "desk-outlook", role: "status" },
    trouble("late", late > 0 && say("would_be_late", { time: starts[0], n: late })),
    h("p", { key: "whole", class: "desk-changes" },
      matches.length > 0
        && [say("would_make", { n: matches.length, starts: starts[0], ends }), ...rests].join(" · ")),
    h("ul", { key: "tree", class: "rows" },
      finals.map((match, at) =>
        h("li", { key: match.id, class: "row" },
          h("p", {}, h("b", {}, `${starts[at]} · ${fieldName(match.field)} · ${matchName(match)}`),
            ` ${teamNames(match.teams.map((id) => ({ id })))}`))
      )));
}

/** On which fields it is played: any of those that take part. */
function fieldKeys(form) {
  const all = Object.entries(view.names);
  const toggle = (id) => {
    const isOn = (one) => form.fields.includes(one) !== (one === id);
    form.fields = all.map(([one]) => one).filter(isOn);
    draw();
  };
  return keyRow("fields", say("on_fields"),
    all.map(([id, name]) =>
      button({ key: id, "aria-pressed": String(form.fields.includes(id)), act: () => toggle(id) }, name)
    ));
}

function roomForm(form) {
  const open = view.schedule.unsettled;
  const settle = open.length > 0 && say("settle_first", { n: open.length, matches: open.join(", ") });
  return { title: say("room_title"),
    body: [h("p", { key: "what" }, say("room_what")), trouble("open", settle), fieldKeys(form)],
    actions: choice(say("room_do"),
      () => call("POST", "/schedule", { stage: "room", fields: form.fields })) };
}

function finalsPanel() {
  const usual = Math.min(4, ...view.schedule.finals[2].slice(-1));
  openPanel("final", finalsForm, { size: String(usual), advance: 2, fields: Object.keys(view.names) });
}

function finalsForm(form) {
  const sizes = view.schedule.finals[form.advance];
  if (!sizes.includes(Number(form.size))) form.size = String(sizes[0] ?? "");
  const had = view.schedule.matches.filter((match) => match.stage === "final");
  const plan = { stage: "final", fields: form.fields, size: Number(form.size), advance: form.advance };
  const takeOut = () =>
    ask(say("finals_out"), say("finals_out_sure"), say("finals_out"),
      () => change({ do: "take_out_finals" }));
  return { title: say("finals_title"),
    body: [h("p", { key: "what" }, say("finals_what")),
      row("numbers",
        chosen(form, "size", say("finals_size"),
          sizes.map((n) => ({ value: String(n), name: say("best_teams", { n }) }))),
        keys(form, "advance", say("advance"), [1, 2].map((n) => ({ value: n, name: String(n) })))),
      fieldKeys(form), had.length > 0 && h("p", { key: "had", class: "soft" }, say("finals_had")),
      outlook(plan)],
    actions: [
      had.length > 0 && !had.some((match) => match.fixed)
      && button({ key: "out", look: "danger", act: takeOut }, say("finals_out")),
      choice(say(had.length ? "finals_again" : "finals_do"), () => call("POST", "/schedule", plan)),
    ] };
}

function timesPanel() {
  const { matches, start, slot_minutes } = view.schedule;
  const next = matches.filter((match) => !match.fixed && match.slot > 0).map((match) => match.slot);
  openPanel("times", timesForm, { start, slot_minutes: String(slot_minutes),
    slot: next.length ? String(Math.min(...next)) : "", minutes: "15" });
}

function timesForm(form) {
  const { schedule } = view;
  const slots = schedule.slots.map(({ starts }, slot) => ({ value: String(slot), name: starts })).slice(1);
  const line = (key, fields, word, body) =>
    h("div", { key, class: "desk-line" }, fields, button({ act: () => change(body()) }, say(word)));
  const clear = () => ask(say("clear"), say("clear_sure"), say("clear"), () => change({ do: "clear" }));
  return { title: say("times_title"),
    body: [
      line("start", typed(form, "start", say("start"), { type: "time" }), "set",
        () => ({ do: "start", start: form.start })),
      line("length", typed(form, "slot_minutes", say("slot_minutes_next"), { inputmode: "numeric" }), "set",
        () => ({ do: "slot_minutes", minutes: Number(form.slot_minutes) || 0 })),
      line("break",
        row("which", chosen(form, "slot", say("break_before"), slots),
          typed(form, "minutes", say("break_minutes"), { inputmode: "numeric" })), "put_break",
        () => ({ do: "break", slot: Number(form.slot), minutes: Number(form.minutes) || 0 })),
      schedule.slots.map(({ starts, break: minutes }, slot) =>
        minutes > 0
        && h("div", { key: `break ${slot}`, class: "row" },
          h("p", {}, say("break_at", { time: starts, n: minutes })), button({ look: "small", act: () =>
            change({ do: "break", slot, minutes: 0 }) }, say("drop_break")))
      ),
      !schedule.matches.some((match) => match.fixed)
      && h("div", { key: "clear", class: "row" }, h("p", {}, say("clear_what")),
        button({ look: "danger", act: clear }, say("clear"))),
    ] };
}
