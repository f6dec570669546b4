/** The schedule: made with numbers, shown slot by slot and field by field, and changed match by match. */

import { button, h } from "../../dom.js";
import { chosen, fieldName, keys, matchName, planned, row, teamName, teamNames, typed } from "./parts.js";
import { correctPanel, resultCard, says } from "./results.js";

/** @typedef {import("../organise.js").Desk} Desk */

export function schedulePart(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const { schedule } = view;
  const mayChange = desk.may("change_schedule");
  if (!schedule.matches.length) {
    return [
      h("div", { key: "none", class: "card desk-hint" },
        h("p", { class: "sentence" }, say("no_schedule", { n: view.teams.length })), mayChange
        ? button({ key: "make", look: "start", refused: view.teams.length < 3 ? say("few_teams") : undefined,
          tell: desk.tell, act: () =>
            makePanel(desk) }, say("make_schedule"))
        : null),
    ];
  }
  return [
    mayChange
      ? h("div", { key: "tools", class: "desk-tools" }, button({ key: "times", act: () =>
        timesPanel(desk) }, say("change_times")), button({ key: "room", act: () =>
          roomPanel(desk) }, say("room_round")), button({ key: "final", act: () =>
            finalsPanel(desk) }, say("make_finals")),
        button({ key: "make", refused: schedule.matches.some((match) =>
            match.fixed
          )
          ? say("make_begun")
          : undefined, tell: desk.tell, act: () => makePanel(desk) }, say("make_again")),
        h("a", { key: "print", class: "button", href: "/print/schedule" }, say("on_paper")))
      : null,
    catchUp(desk),
    schedule.balance ? h("p", { key: "balance", class: "desk-balance" }, schedule.balance) : null,
    grid(desk),
  ];
}

/** The offer where a field that waits is late by more than two matches: all that has not begun is played from now on. */
export function catchUp(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const late = Math.max(0,
    ...view.fields.filter((field) => field.next && !field.now).map((field) => field.lag));
  if (late <= 2 * view.schedule.slot_minutes || !desk.may("change_schedule")) return null;
  const act = () => desk.act("PATCH", "/schedule", { do: "catch_up" });
  return h("div", { key: "late", class: "card row desk-late" },
    h("p", { class: "sentence" }, say("all_late", { n: late })),
    button({ key: "now", look: "main", act }, say("catch_up")));
}

/** The grid: a row for each slot, a column for each field, one more for matches that wait for any. */
function grid(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const { schedule } = view;
  const known = schedule.fields.filter((field) =>
    field in view.names || schedule.matches.some((match) => match.field === field)
  );
  const fields = schedule.matches.some((match) => !match.field) ? [...known, ""] : known;
  const last = Math.max(...schedule.matches.map((match) => match.slot));
  const heads = [h("th", { key: "time", scope: "col" }, say("time")),
    fields.map((field) => h("th", { key: `field ${field}`, scope: "col" }, fieldName(desk, field)))];
  const isEmpty = (number) => !schedule.matches.some((match) => match.slot === number);
  const rows = schedule.slots.slice(0, last + 1).map((slot,
    number) => [
    slot.break
      ? h("tr", { key: `break ${number}`, class: "desk-break" },
        h("td", { colspan: String(fields.length + 1) }, say("pause", { n: slot.break })))
      : null,
    h("tr", { key: number, class: isEmpty(number) ? "is-empty" : "" },
      h("th", { scope: "row", class: "number" }, slot.starts), isEmpty(number)
      ? h("td", { key: "rest", class: "soft", colspan: String(fields.length) }, say("slot_rest"))
      : fields.map((field) =>
        h("td", { key: `field ${field}` }, schedule.matches.filter((match) =>
          match.slot === number && match.field === field
        ).map((match) =>
          cell(desk, match)
        ))
      )),
  ]);
  return h("div", { key: "grid", class: "desk-scroll" },
    h("table", { class: "desk-grid" }, h("thead", {}, h("tr", {}, heads)), h("tbody", {}, rows)));
}

function cell(/** @type {Desk} */ desk, match) {
  const { say } = desk;
  return h("button", { key: match.id, type: "button", class: `desk-match is-${match.state}`,
    "data-match": match.id, on: { click: () => matchPanel(desk, match.id) } },
    h("span", { class: "desk-match-head" }, h("b", { class: "number" }, matchName(desk, match)),
      h("small", { key: "state" }, match.state === "planned" ? "" : say(`state_${match.state}`))),
    h("span", {}, teamNames(desk, match.teams)),
    match.without.length
      ? h("small", { key: "without" }, say("without", { teams: teamNames(desk, match.without) }))
      : null);
}

/** Everything about one match, and what can be done with it. */
function matchPanel(/** @type {Desk} */ desk, /** @type {string} */ id) {
  const match = planned(desk, id);
  const form = { field: match.field, slot: String(match.slot) };
  desk.open("match", (now, panel) => matchForm(now, panel.form, id), form);
}

function matchForm(/** @type {Desk} */ desk, form, /** @type {string} */ id) {
  const { view, say } = desk;
  const match = planned(desk, id);
  const result = view.results.find((one) => one.id === id);
  if (!match) return { title: say("match", { id }), body: h("p", {}, say("gone")) };
  const isOpen = match.state === "planned" && desk.may("change_schedule");
  const change = (what, more = {}) => desk.act("PATCH", "/schedule", { do: what, match: id, ...more });
  const isMoved = form.field !== match.field || Number(form.slot) !== match.slot;
  const move = () => change("move", { field: form.field, slot: Number(form.slot) });
  const callOff = () =>
    desk.ask(matchName(desk, match), say("call_off_sure", { teams: teamNames(desk, match.teams) }),
      say("call_off"), () => change("call_off"));
  return { title: `${matchName(desk, match)} · ${match.starts}`,
    body: [
      result
        ? null
        : h("ol", { key: "teams", class: "desk-teams" }, match.teams.map((team) =>
          h("li", { key: team.id }, teamName(desk, team))
        )),
      h("p", { key: "where", class: "soft" },
        `${fieldName(desk, match.field)} · ${say(`state_${match.state}`)}`),
      match.fixed && !result ? h("p", { key: "fixed", class: "soft" }, say("begun_stays")) : null,
      isOpen
        ? row("move",
          chosen(desk, form, "field", say("field"), [
            ...Object.entries(view.names).map(([value, name]) => ({ value, name })),
            { value: "", name: say("any_field") },
          ]),
          chosen(desk, form, "slot", say("time"),
            view.schedule.slots.map(({ starts }, slot) => ({ value: String(slot),
              name: taken(desk, form.field, slot, id, starts) })
            )))
        : null,
      result ? resultCard(desk, result) : null,
      ...detached(desk, result),
    ],
    actions: [isOpen ? button({ key: "off", look: "danger", act: callOff }, say("call_off")) : null,
      match.state === "called_off" && desk.may("change_schedule")
        ? button({ key: "on", look: "main", act: () => change("call_on") }, say("call_on"))
        : null,
      !result && desk.may("correct") && match.state !== "called_off"
        ? button({ key: "enter", act: () => correctPanel(desk, id) }, say("enter_result"))
        : null,
      isOpen
        ? button({ key: "move", look: "main", refused: isMoved ? undefined : say("move_where"),
          tell: (text) => says(desk, text), act: move }, say("move"))
        : null] };
}

/** A time as one may move a match there: with the match that it would change places with. */
function taken(/** @type {Desk} */ { view, say }, /** @type {string} */ field, /** @type {number} */ slot,
  /** @type {string} */ own, /** @type {string} */ starts)
{
  const there = field
    && view.schedule.matches.find((match) =>
      match.field === field && match.slot === slot && match.id !== own && match.state !== "called_off"
    );
  return there ? say("swaps_with", { time: starts, match: there.id }) : starts;
}

/** The records that stand for a match and do not count yet: each can be taken off again. */
function detached(/** @type {Desk} */ desk, result) {
  const { view, say } = desk;
  if (!result || !desk.may("attach")) return [];
  return result.versions.filter((one) => !one.counts).map((one) => {
    const where = { field: view.names[one.field] ?? one.field, match: one.match };
    const act = () =>
      desk.act("POST", `/matches/${one.field}/${one.match}/attach`, { scheduled: "", record: one.record });
    return button({ key: `detach ${one.id}`, look: "small",
      act: () => desk.ask(say("detach_title"), say("detach_sure", where), say("detach"), act) },
      say("detach_from", where));
  });
}

function makePanel(/** @type {Desk} */ desk) {
  const { view } = desk;
  const form = { start: view.schedule.start, slot_minutes: String(view.schedule.slot_minutes), rounds: "4",
    size: view.teams.length % 4 && view.teams.length % 3 === 0 ? 3 : 4, fields: Object.keys(view.names) };
  desk.open("make", (now, panel) => makeForm(now, panel.form), form);
}

function makeForm(/** @type {Desk} */ desk, form) {
  const { view, say } = desk;
  const plan = () => ({ stage: "group", fields: form.fields, rounds: Number(form.rounds), size: form.size,
    start: form.start, slot_minutes: Number(form.slot_minutes) });
  const make = () => desk.act("POST", "/schedule", plan());
  const sure =
    () => (view.schedule.matches.length
      ? desk.ask(say("make_schedule"), say("make_sure", { n: view.schedule.matches.length }), say("make_do"),
        make)
      : make());
  return { title: say("make_schedule"),
    body: [
      h("p", { key: "teams", class: "sentence" }, say("make_for", { n: view.teams.filter((team) =>
        !team.absent
      ).length })),
      row("numbers", typed(desk, form, "rounds", say("rounds"), { inputmode: "numeric" }),
        keys(desk, form, "size", say("match_size"),
          [3, 4].map((n) => ({ value: n, name: say("n_teams", { n }) })))),
      row("times", typed(desk, form, "start", say("start"), { type: "time" }),
        typed(desk, form, "slot_minutes", say("slot_minutes"), { inputmode: "numeric" })),
      fieldKeys(desk, form),
      outlook(desk, plan()),
    ],
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "make", look: "main", refused: form.fields.length ? undefined : say("no_fields"),
        tell: (text) => says(desk, text), act: sure }, say("make_do"))] };
}

/** The outcome of a schedule, or why it cannot be made. */
function outlook(/** @type {Desk} */ desk, plan) {
  const { say } = desk;
  const { matches = [], starts, ends, idle = {}, late, refused } = desk.would("/schedule", plan);
  if (refused) return h("p", { key: "refused", class: "desk-trouble is-warn", role: "status" }, refused);
  const rests = Object.entries(idle).filter(([, n]) => n).map(([field, n]) =>
    say("stands_idle", { field: fieldName(desk, field), n })
  );
  return h("div", { key: "outlook", class: "desk-outlook", role: "status" },
    late
      ? h("p", { key: "late", class: "desk-trouble is-warn" },
        say("would_be_late", { time: starts[0], n: late }))
      : null,
    h("p", { key: "whole", class: "desk-changes" },
      matches.length
        ? [say("would_make", { n: matches.length, starts: starts[0], ends }), ...rests].join(" · ")
        : ""),
    plan.stage === "final"
      ? h("ul", { key: "tree", class: "rows" }, matches.map((match, at) =>
        h("li", { key: match.id, class: "row" },
          h("p", {},
            h("b", {}, `${starts[at]} · ${fieldName(desk, match.field)} · ${matchName(desk, match)}`),
            ` ${
              teamNames(desk,
                match.teams.map((id) => ({ id,
                  name: desk.view.teams.find((team) => team.id === id)?.name ?? "" })
                ))
            }`))
      ))
      : null);
}

/** On which fields it is played: any of those that take part. */
function fieldKeys(/** @type {Desk} */ desk, form) {
  const { view, say } = desk;
  const toggle = (id) => () => {
    form.fields = Object.keys(view.names).filter((
      one,
    ) => (one === id ? !form.fields.includes(id) : form.fields.includes(one)));
    desk.draw();
  };
  return h("div", { key: "fields", class: "desk-field", role: "group", "aria-label": say("on_fields") },
    h("span", {}, say("on_fields")),
    h("div", { class: "choices" },
      Object.entries(view.names).map(([id, name]) =>
        button({ key: id, "aria-pressed": String(form.fields.includes(id)), act: toggle(id) }, name)
      )));
}

function roomPanel(/** @type {Desk} */ desk) {
  desk.open("room", (now, panel) => roomForm(now, panel.form), { fields: Object.keys(desk.view.names) });
}

function roomForm(/** @type {Desk} */ desk, form) {
  const { view, say } = desk;
  const open = view.schedule.unsettled;
  const make = () => desk.act("POST", "/schedule", { stage: "room", fields: form.fields });
  return { title: say("room_title"),
    body: [h("p", { key: "what" }, say("room_what")),
      open.length
        ? h("p", { key: "open", class: "desk-trouble is-warn" },
          say("settle_first", { n: open.length, matches: open.join(", ") }))
        : null, fieldKeys(desk, form)],
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "make", look: "main", act: make }, say("room_do"))] };
}

function finalsPanel(/** @type {Desk} */ desk) {
  const usual = Math.min(4, ...desk.view.schedule.finals[2].slice(-1));
  desk.open("final", (now, panel) => finalsForm(now, panel.form), { size: String(usual), advance: 2,
    fields: Object.keys(desk.view.names) });
}

function finalsForm(/** @type {Desk} */ desk, form) {
  const { say, view } = desk;
  const sizes = view.schedule.finals[form.advance];
  if (!sizes.includes(Number(form.size))) form.size = String(sizes[0] ?? "");
  const had = view.schedule.matches.filter((match) => match.stage === "final");
  const plan = { stage: "final", fields: form.fields, size: Number(form.size), advance: form.advance };
  const make = () => desk.act("POST", "/schedule", plan);
  const takeOut = () => desk.act("PATCH", "/schedule", { do: "take_out_finals" });
  return { title: say("finals_title"),
    body: [h("p", { key: "what" }, say("finals_what")),
      row("numbers",
        chosen(desk, form, "size", say("finals_size"),
          sizes.map((n) => ({ value: String(n), name: say("best_teams", { n }) }))),
        keys(desk, form, "advance", say("advance"), [1, 2].map((n) => ({ value: n, name: String(n) })))),
      fieldKeys(desk, form), had.length ? h("p", { key: "had", class: "soft" }, say("finals_had")) : null,
      outlook(desk, plan)],
    actions: [
      had.length && !had.some((match) => match.fixed)
        ? button({ key: "out", look: "danger", act: () =>
          desk.ask(say("finals_out"), say("finals_out_sure"), say("finals_out"), takeOut) },
          say("finals_out"))
        : null,
      button({ key: "no", act: desk.close }, say("no")),
      button({ key: "make", look: "main", act: make }, say(had.length ? "finals_again" : "finals_do")),
    ] };
}

function timesPanel(/** @type {Desk} */ desk) {
  const { schedule } = desk.view;
  const next = schedule.matches.filter((match) => !match.fixed && match.slot > 0).map((match) => match.slot);
  const form = { start: schedule.start, slot_minutes: String(schedule.slot_minutes),
    slot: next.length ? String(Math.min(...next)) : "", minutes: "15" };
  desk.open("times", (now, panel) => timesForm(now, panel.form), form);
}

function timesForm(/** @type {Desk} */ desk, form) {
  const { view, say } = desk;
  const { schedule } = view;
  const change = (body) => () => desk.act("PATCH", "/schedule", body);
  const slots = schedule.slots.map(({ starts }, slot) => ({ value: String(slot), name: starts })).filter((
    { value },
  ) => value !== "0");
  const breaks = schedule.slots.flatMap(({ starts, break: minutes },
    slot) => (minutes ? [{ starts, minutes, slot }] : [])
  );
  return { title: say("times_title"),
    body: [
      h("div", { key: "start", class: "desk-line" },
        typed(desk, form, "start", say("start"), { type: "time" }),
        button({ act: change({ do: "start", start: form.start }) }, say("set"))),
      h("div", { key: "length", class: "desk-line" },
        typed(desk, form, "slot_minutes", say("slot_minutes_next"), { inputmode: "numeric" }),
        button({ act: change({ do: "slot_minutes", minutes: Number(form.slot_minutes) || 0 }) }, say("set"))),
      h("div", { key: "break", class: "desk-line" },
        row("which", chosen(desk, form, "slot", say("break_before"), slots),
          typed(desk, form, "minutes", say("break_minutes"), { inputmode: "numeric" })),
        button({ act: change({ do: "break", slot: Number(form.slot), minutes: Number(form.minutes) || 0 }) },
          say("put_break"))),
      breaks.map(({ starts, minutes, slot }) =>
        h("div", { key: `break ${slot}`, class: "row" },
          h("p", {}, say("break_at", { time: starts, n: minutes })),
          button({ look: "small", act: change({ do: "break", slot, minutes: 0 }) }, say("drop_break")))
      ),
      schedule.matches.some((match) => match.fixed)
        ? null
        : h("div", { key: "clear", class: "row" }, h("p", {}, say("clear_what")),
          button({ look: "danger",
            act: () => desk.ask(say("clear"), say("clear_sure"), say("clear"), change({ do: "clear" })) },
            say("clear"))),
    ], actions: null };
}
