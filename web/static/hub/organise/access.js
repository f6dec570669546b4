/** Fields and people: keys and PINs, each shown once, revoked for good; another kit for a field. */

import { button, h } from "../../dom.js";
import { ownOrigin } from "../../format.js";
import { chosen, clockTime, copied, dayAndTime, keys, row, typed } from "./parts.js";
import { says } from "./results.js";

/** @typedef {import("../organise.js").Desk} Desk */

/** A device counts as quiet when it has asked for nothing for so long. */
const QUIET_MIN = 2;
const ROLES = ["organiser", "referee", "crew", "reader"];

export function accessPart(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const people = view.access.filter((one) => one.role !== "field");
  return [
    h("section", { key: "fields", class: "desk-column" },
      h("div", { class: "desk-tools" }, h("h2", {}, say("fields")), desk.may("new_field")
        ? button({ key: "new", look: "main", act: () =>
          fieldPanel(desk) }, say("new_field"))
        : null), view.fields.length
      ? view.fields.map((field) =>
        fieldCard(desk, field)
      )
      : h("p", { key: "none", class: "card desk-hint" }, say("no_fields"))),
    h("section", { key: "people", class: "desk-column" },
      h("div", { class: "desk-tools" }, h("h2", {}, say("people")), desk.may("new_person")
        ? button({ key: "new", look: "main", act: () => personPanel(desk) }, say("new_person"))
        : null), people.length
      ? h("ul", { key: "all", class: "card rows" }, people.map((one) =>
        personRow(desk, one)
      ))
      : h("p", { key: "none", class: "card desk-hint" }, say("no_people")), view.sessions
      ? [h("div", { key: "logins", class: "desk-tools" }, h("h2", {}, say("logins")), endOthers(desk)),
        h("ul", { key: "in", class: "card rows" }, view.sessions.map((one) => loginRow(desk, one)))]
      : null),
  ];
}

function fieldCard(/** @type {Desk} */ desk, field) {
  const { view, say } = desk;
  const mine = view.access.filter((one) => one.role === "field" && one.field === field.id);
  return h("article", { key: field.id, class: "card desk-access", "data-field": field.id },
    h("div", { class: "desk-card-head" }, h("h3", {}, field.name), h("p", { class: "soft" }, field.id),
      field.record > 1
        ? h("b", { key: "record", class: "desk-state" }, say("nth_record", { n: field.record }))
        : null),
    h("ul", { key: "keys", class: "rows" },
      mine.filter((one) => !one.revoked).map((one) =>
        h("li", { key: one.id, class: "row" }, h("p", {}, say("key_of", { time: clockTime(one.at) })),
          revoke(desk, one, say("revoke_key_sure", { field: field.name })))
      ), field.keys ? null : h("li", { key: "none", class: "row is-warning" }, h("p", {}, say("no_key")))),
    desk.may("new_key")
      ? h("div", { key: "acts", class: "choices" }, button({ key: "key", look: "small", act: () =>
        shown(desk, desk.act("POST", `/fields/${field.id}/keys`, {}, true)) }, say("new_key")),
        button({ key: "name", look: "small", act: () =>
          renamePanel(desk, field) }, say("rename")), button({ key: "kit", look: "small", act: () =>
            kitPanel(desk, field) }, say("new_kit")))
      : null);
}

function personRow(/** @type {Desk} */ desk, one) {
  const { say } = desk;
  return h("li", { key: one.id, class: `row ${one.revoked ? "is-absent" : ""}` },
    h("div", {}, h("b", {}, one.name), h("p", { class: "soft" }, roleOf(desk, one))),
    one.revoked
      ? h("b", { key: "out", class: "desk-state" }, say("revoked"))
      : revoke(desk, one, say("revoke_sure", { name: one.name })));
}

function roleOf(/** @type {Desk} */ { view, say }, one) {
  return one.role === "referee"
    ? say("referee_of", { field: view.names[one.field] ?? one.field })
    : say(`role_${one.role}`);
}

/** Somebody who is logged in on a device: since when, and where from. */
function loginRow(/** @type {Desk} */ desk, one) {
  const { say } = desk;
  const quiet = one.quiet_min === null
    ? say("login_unheard")
    : one.quiet_min >= QUIET_MIN
    ? say("login_quiet", { n: one.quiet_min })
    : "";
  const where = one.here ? say("login_here") : [one.address, quiet].filter(Boolean).join(" · ");
  const name = one.role === one.name ? roleOf(desk, one) : `${one.name} (${roleOf(desk, one)})`;
  return h("li", { key: one.id, class: "row" },
    h("div", {}, h("b", {}, name),
      h("p", { class: "soft" }, say("login_since", { time: dayAndTime(one.at), where }))),
    one.here
      ? null
      : button({ key: "end", look: "small", act: () => desk.act("DELETE", `/sessions/${one.id}`) },
        say("login_end")));
}

/** The button that logs everybody out but this device; nothing if nobody else is in. */
export function endOthers(/** @type {Desk} */ desk) {
  const { say } = desk;
  if (!desk.view.sessions?.some((one) => !one.here)) return null;
  const act = () => desk.act("DELETE", "/sessions");
  return button({ key: "others", look: "small danger",
    act: () => desk.ask(say("login_end_others"), say("login_end_sure"), say("login_end_others"), act) },
    say("login_end_others"));
}

function revoke(/** @type {Desk} */ desk, one, /** @type {string} */ sentence) {
  const { say } = desk;
  if (!desk.may("revoke")) return null;
  const act = () => desk.act("DELETE", `/access/${one.id}`);
  return button({ key: "revoke", look: "small danger",
    act: () => desk.ask(say("revoke"), sentence, say("revoke"), act) }, say("revoke"));
}

/** Show a key that was just made, with the lines that its kit needs. */
async function shown(/** @type {Desk} */ desk, asked) {
  const answer = await asked;
  if (!answer) return;
  const { lines, field } = answer.body;
  desk.open("key",
    ({ say, view }) => ({ title: say("key_title", { field: view.names[field] ?? field }),
      body: [h("p", { key: "what", class: "sentence" }, say("key_what")), copied(desk, lines),
        h("p", { key: "once", class: "desk-trouble is-warn" }, say("shown_once"))],
      actions: [button({ key: "ok", look: "main", act: desk.close }, say("noted"))] }));
}

function fieldPanel(/** @type {Desk} */ desk) {
  desk.open("field", (now, panel) => fieldForm(now, panel.form), { name: "", id: "", own: "" });
}

/** An id made of a name, until somebody types another. */
function idOf(/** @type {string} */ name) {
  const plain = name.toLowerCase().normalize("NFKD").replace(/ß/g, "ss").replace(/[\u0300-\u036f]/g, "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 32);
}

/** "Field" with the first number that no field has yet. */
function freeName(/** @type {Desk} */ { say, view }) {
  const taken = new Set(view.fields.flatMap((field) => [field.id, idOf(field.name)]));
  for (let n = 1;; n += 1) {
    const name = say("field_example", { n });
    if (!taken.has(idOf(name))) return name;
  }
}

function fieldForm(/** @type {Desk} */ desk, form) {
  const { say } = desk;
  const free = freeName(desk);
  const name = form.name.trim() || free;
  const id = form.own || idOf(name);
  const make = () => shown(desk, desk.act("POST", "/fields", { id, name }, true));
  return { title: say("new_field"),
    body: row("names",
      typed(desk, form, "name", say("field_name"), { "data-first": "", maxlength: "40", placeholder: free }),
      typed(desk, form, "own", say("field_id"), { maxlength: "32", placeholder: idOf(name) })),
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "make", look: "main", refused: id ? undefined : say("fill_in"),
        tell: (text) => says(desk, text), act: make }, say("new_field_do"))] };
}

function renamePanel(/** @type {Desk} */ desk, field) {
  desk.open("rename",
    (now, { form }) => ({ title: now.say("rename_title", { field: field.name }),
      body: typed(now, form, "name", now.say("field_name"), { "data-first": "", maxlength: "40" }),
      actions: [button({ key: "no", act: now.close }, now.say("no")),
        button({ key: "save", look: "main",
          act: () => now.act("PATCH", `/fields/${field.id}`, { name: form.name }) }, now.say("rename"))] }), {
    name: field.name,
  });
}

function kitPanel(/** @type {Desk} */ desk, field) {
  desk.open("kit", (now, { form }) => {
    const { say } = now;
    const act = () => now.act("POST", `/fields/${field.id}/new-kit`, { reason: form.reason });
    return { title: say("kit_title", { field: field.name }),
      body: [h("p", { key: "what", class: "sentence" }, say("kit_what")),
        typed(now, form, "reason", say("reason"), { maxlength: "200", placeholder: say("kit_example") })],
      actions: [button({ key: "no", act: now.close }, say("no")),
        button({ key: "save", look: "danger", refused: form.reason.trim() ? undefined : say("say_why"),
          tell: (text) => says(now, text), act }, say("kit_do"))] };
  }, { reason: "" });
}

function personPanel(/** @type {Desk} */ desk) {
  desk.open("person", (now, panel) => personForm(now, panel.form), { role: "referee", name: "",
    field: desk.view.fields[0]?.id ?? "" });
}

function personForm(/** @type {Desk} */ desk, form) {
  const { view, say } = desk;
  const make = async () => {
    const answer = await desk.act("POST", "/access", { role: form.role, name: form.name,
      field: form.role === "referee" ? form.field : "" }, true);
    if (!answer) return;
    desk.open("pin",
      () => ({ title: say("pin_title", { name: form.name }),
        body: [
          h("p", { key: "pin", class: "desk-pin number" }, answer.body.pin.replace(/(.{4})(?=.)/g, "$1 ")),
          h("p", { key: "where", class: "sentence" }, say("pin_what", { address: `${ownOrigin}/organise` })),
          h("p", { key: "once", class: "desk-trouble is-warn" }, say("shown_once")),
        ], actions: [button({ key: "ok", look: "main", act: desk.close }, say("noted"))] }));
  };
  return { title: say("new_person"),
    body: [
      keys(desk, form, "role", say("role"),
        ROLES.map((role) => ({ value: role, name: say(`role_${role}`) }))),
      h("p", { key: "may", class: "soft" }, say(`may_${form.role}`)),
      row("who", typed(desk, form, "name", say("person_name"), { maxlength: "40" }), form.role === "referee"
        ? chosen(desk, form, "field", say("field"), view.fields.map(({ id, name }) => ({ value: id, name })))
        : null),
    ],
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "make", look: "main", refused: form.name.trim() ? undefined : say("fill_in"),
        tell: (text) => says(desk, text), act: make }, say("new_person_do"))] };
}
