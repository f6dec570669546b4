/** Fields, people and screens: keys and PINs (shown once, revoked for good), new kits, what screens show. */

import { button, h } from "../../dom.js";
import { ownOrigin } from "../../format.js";
import { ask, call, choice, closePanel, may, openPanel, say, view } from "./desk.js";
import { chosen, clockTime, copied, dayAndTime, fieldName, keys, none, options, row, trouble,
  typed } from "./parts.js";

/** A device counts as quiet when it has asked for nothing for so long. */
const QUIET_MIN = 2;
const ROLES = ["organiser", "referee", "crew", "reader"];

export function accessPart() {
  const people = view.access.filter((one) => one.role !== "field");
  const head = (/** @type {string} */ title, what, act) =>
    h("div", { class: "desk-tools" }, h("h2", {}, say(title)),
      may(what) && button({ key: "new", look: "main", act }, say(what)));
  const list = (/** @type {string} */ key, rows) => h("ul", { key, class: "card rows" }, rows);
  const personPanel = () =>
    openPanel("person", personForm, { role: "referee", name: "", field: view.fields[0]?.id ?? "" });
  return [
    h("section", { key: "fields", class: "desk-column" }, head("fields", "new_field", fieldPanel),
      view.fields.length ? view.fields.map(fieldCard) : none(say("no_fields"))),
    h("section", { key: "people", class: "desk-column" }, head("people", "new_person", personPanel),
      people.length ? list("all", people.map(personRow)) : none(say("no_people")),
      view.sessions
        && [h("div", { key: "logins", class: "desk-tools" }, h("h2", {}, say("logins")), endOthers()),
          list("in", view.sessions.map(loginRow))]),
  ];
}

function fieldCard(field) {
  const mine = view.access.filter((one) => one.role === "field" && one.field === field.id && !one.revoked);
  const act = (/** @type {string} */ key, word, press) =>
    button({ key, look: "small", act: press }, say(word));
  const newKey = () => showKey(call("POST", `/fields/${field.id}/keys`, {}, true));
  return h("article", { key: field.id, class: "card desk-access", "data-field": field.id },
    h("div", { class: "desk-card-head" }, h("h3", {}, field.name), h("p", { class: "soft" }, field.id),
      field.record > 1
        && h("b", { key: "record", class: "desk-state" }, say("nth_record", { n: field.record }))),
    h("ul", { key: "keys", class: "rows" },
      mine.map((one) =>
        h("li", { key: one.id, class: "row" }, h("p", {}, say("key_of", { time: clockTime(one.at) })),
          revoke(one, say("revoke_key_sure", { field: field.name })))
      ), !field.keys && h("li", { key: "none", class: "row is-warning" }, h("p", {}, say("no_key")))),
    may("new_key")
      && h("div", { key: "acts", class: "choices" }, act("key", "new_key", newKey),
        act("name", "rename", () => renamePanel(field)), act("kit", "new_kit", () => kitPanel(field))));
}

function personRow(one) {
  return h("li", { key: one.id, class: `row ${one.revoked ? "is-absent" : ""}` },
    h("div", {}, h("b", {}, one.name), h("p", { class: "soft" }, roleOf(one))),
    one.revoked
      ? h("b", { key: "out", class: "desk-state" }, say("revoked"))
      : revoke(one, say("revoke_sure", { name: one.name })));
}

function roleOf({ role, field }) {
  return role === "referee" ? say("referee_of", { field: fieldName(field) }) : say(`role_${role}`);
}

/** Somebody who is logged in on a device: since when, and where from. */
function loginRow(one) {
  const quiet = one.quiet_min === null
    ? say("login_unheard")
    : one.quiet_min >= QUIET_MIN && say("login_quiet", { n: one.quiet_min });
  const where = one.here ? say("login_here") : [one.address, quiet].filter(Boolean).join(" · ");
  const name = one.role === one.name ? roleOf(one) : `${one.name} (${roleOf(one)})`;
  return h("li", { key: one.id, class: "row" },
    h("div", {}, h("b", {}, name),
      h("p", { class: "soft" }, say("login_since", { time: dayAndTime(one.at), where }))),
    !one.here
      && button({ key: "end", look: "small", act: () => call("DELETE", `/sessions/${one.id}`) },
        say("login_end")));
}

/** The button that logs everybody out but this device; nothing if nobody else is in. */
export function endOthers() {
  if (!view.sessions?.some((one) => !one.here)) return null;
  const word = say("login_end_others");
  const sure = () => ask(word, say("login_end_sure"), word, () => call("DELETE", "/sessions"));
  return button({ key: "others", look: "small danger", act: sure }, word);
}

function revoke(one, /** @type {string} */ sentence) {
  const word = say("revoke");
  const sure = () => ask(word, sentence, word, () => call("DELETE", `/access/${one.id}`));
  return may("revoke") && button({ key: "revoke", look: "small danger", act: sure }, word);
}

/** Show something that nobody sees again, in a panel that only its own button closes. */
function showOnce(/** @type {string} */ name, title, body) {
  openPanel(name,
    () => ({ title, body: [body, trouble("once", say("shown_once"))],
      actions: button({ key: "ok", look: "main", act: closePanel }, say("noted")) }));
}

/** Show a key that was just made, with the lines that its kit needs. */
async function showKey(asked) {
  const answer = await asked;
  if (!answer) return;
  const { lines, field } = answer.body;
  showOnce("key", say("key_title", { field: fieldName(field) }), [
    h("p", { key: "what", class: "sentence" }, say("key_what")),
    copied(lines),
  ]);
}

/** An id made of a name, until somebody types another. */
function idOf(/** @type {string} */ name) {
  const plain = name.toLowerCase().normalize("NFKD").replace(/ß/g, "ss").replace(/[\u0300-\u036f]/g, "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 32);
}

/** "Field" with the first number that no field has yet. */
function freeName() {
  const taken = new Set(view.fields.flatMap((field) => [field.id, idOf(field.name)]));
  for (let n = 1;; n += 1) {
    const name = say("field_example", { n });
    if (!taken.has(idOf(name))) return name;
  }
}

function fieldPanel() {
  openPanel("field", (form) => {
    const free = freeName();
    const name = form.name.trim() || free;
    const id = form.own || idOf(name);
    return { title: say("new_field"),
      body: row("names",
        typed(form, "name", say("field_name"), { "data-first": "", maxlength: "40", placeholder: free }),
        typed(form, "own", say("field_id"), { maxlength: "32", placeholder: idOf(name) })),
      actions: choice(say("new_field_do"), () => showKey(call("POST", "/fields", { id, name }, true)),
        id ? undefined : say("fill_in")) };
  }, { name: "", own: "" });
}

function renamePanel(field) {
  const make = (form) => ({ title: say("rename_title", { field: field.name }),
    body: typed(form, "name", say("field_name"), { "data-first": "", maxlength: "40" }),
    actions: choice(say("rename"), () => call("PATCH", `/fields/${field.id}`, { name: form.name })) });
  openPanel("rename", make, { name: field.name });
}

function kitPanel(field) {
  const act = (form) => call("POST", `/fields/${field.id}/new-kit`, { reason: form.reason });
  const make = (form) => ({ title: say("kit_title", { field: field.name }),
    body: [h("p", { key: "what", class: "sentence" }, say("kit_what")),
      typed(form, "reason", say("reason"), { maxlength: "200", placeholder: say("kit_example") })],
    actions: choice(say("kit_do"), () => act(form), form.reason.trim() ? undefined : say("say_why"),
      "danger") });
  openPanel("kit", make, { reason: "" });
}

function personForm(form) {
  const isReferee = form.role === "referee";
  const make = async () => {
    const answer = await call("POST", "/access", { role: form.role, name: form.name,
      field: isReferee ? form.field : "" }, true);
    if (!answer) return;
    const pin = answer.body.pin.replace(/(.{4})(?=.)/g, "$1 ");
    showOnce("pin", say("pin_title", { name: form.name }), [
      h("p", { key: "pin", class: "desk-pin number" }, pin),
      h("p", { key: "where", class: "sentence" }, say("pin_what", { address: `${ownOrigin}/organise` })),
    ]);
  };
  return { title: say("new_person"),
    body: [keys(form, "role", say("role"), ROLES.map((role) => ({ value: role, name: say(`role_${role}`) }))),
      h("p", { key: "may", class: "soft" }, say(`may_${form.role}`)),
      row("who", typed(form, "name", say("person_name"), { maxlength: "40" }),
        isReferee && chosen(form, "field", say("field"), options(view.fields)))],
    actions: choice(say("new_person_do"), make, form.name.trim() ? undefined : say("fill_in")) };
}

/** Screens: which are there, and what each of them shows. */
export function screensPart() {
  const { all } = view.screens;
  return [
    h("p", { key: "what", class: "desk-balance" },
      say("screens_what", { address: `${new URL(ownOrigin).host}/screen` })),
    all.length ? all.map(screenCard) : none(say("no_screens")),
  ];
}

function screenCard(screen) {
  const title = screen.name || screen.id;
  return h("article", { key: screen.id, class: "card desk-screen", "data-screen": screen.id },
    h("div", { class: "desk-card-head" }, h("h2", {}, title),
      h("p", { class: "soft" }, say(screen.here ? "screen_here" : "screen_away"))),
    h("div", { key: "shows", class: "choices", role: "group",
      "aria-label": say("shows_what", { screen: title }) },
      view.screens.shows.map(({ show, name }) =>
        button({ key: show, disabled: !may("assign_screen"), "aria-pressed": String(screen.show === show),
          act: () => call("PUT", `/screens/${screen.id}`, { show }, true) },
          name ? say("show_field", { field: name }) : say(`show_${show}`))
      )));
}
