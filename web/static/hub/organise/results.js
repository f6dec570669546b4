/** A result: what the fields recorded, side by side, what was corrected, and who says so. */

import { button, h } from "../../dom.js";
import { tell } from "../../toast.js";
import { ask, call, choice, draw, may, memory, openPanel, say, view, would } from "./desk.js";
import { chosen, clockTime, fieldName, matchName, number, options, planned, row, scoreList, teamName,
  teamNames, trouble, typed } from "./parts.js";

/** A match's result with all that can be done to it. */
export function resultCard(result) {
  const match = planned(result.id);
  const taken = result.versions.length ? "is_disputed" : "is_taken_back";
  const stands = result.disputed ? taken : result.confirmed ? "is_confirmed" : "is_waiting";
  const isWithButtons = isAlone(result) && (result.versions.length || result.correction);
  return h("article", { key: `result ${result.id}`,
    class: `card desk-result ${result.disputed ? "is-disputed" : ""}`, "data-match": result.id },
    h("div", { class: "desk-card-head" }, h("h3", {}, matchName(result)),
      h("p", { class: "soft" }, match && `${match.starts} · ${fieldName(match.field)}`),
      h("b", { key: "how", class: `desk-state ${result.waits ? "is-waiting" : ""}` }, say(stands))),
    h("div", { key: "versions", class: "desk-versions" }, versions(result)),
    !isWithButtons && h("div", { key: "more", class: "choices" }, corrections(result)));
}

/** The result that counts or could: the correction alone, or each version that there is. */
function versions(result) {
  const { correction } = result;
  if (correction)
    return version(result, correction, say("corrected_by", { name: correction.by }),
      h("p", { key: "why", class: "desk-why" }, say("reason_is", { reason: correction.reason })));
  const told = result.versions.map((one) => {
    const where = { field: fieldName(one.field), match: one.match, time: clockTime(one.wall) };
    return version(result, one, say("recorded", where), warnings(one));
  });
  return [
    result.gone
    && h("div", { key: "gone", class: "desk-version is-counting" },
      trouble("says", say("result_gone"), "fail"), scoreList(result.scores)),
    told,
  ];
}

function version(result, one, /** @type {string} */ from, more) {
  const canConfirm = may("confirm") && !one.counts && !result.called_off
    && !(one.yours && view.event.confirm > 1);
  const confirmButton = () =>
    button({ key: "confirm", look: "main desk-confirm", refused: one.nameless ? say("nameless") : undefined,
      tell, act: () => confirm(result, one) }, say(isAlone(result) ? "confirm" : "confirm_this"));
  return h("div", { key: one.id, class: `desk-version ${one.counts ? "is-counting" : ""}`,
    "data-version": one.id }, h("p", { key: "from", class: "soft" }, from), scoreList(one.scores), more,
    (one.counts || one.sayers.length > 0)
      && h("p", { key: "said", class: "desk-sayers" },
        say(one.counts ? "counts_by" : "one_more", { names: one.sayers.join(", ") })),
    h("div", { key: "acts", class: "choices" }, canConfirm && confirmButton(),
      one.counts && !result.correction && unconfirmKey(result), isAlone(result) && corrections(result)));
}

/** True if there is one thing to confirm, and nothing to choose from. */
function isAlone(result) {
  return result.versions.length < 2 || Boolean(result.correction);
}

async function confirm(result, one) {
  const answer = await call("POST", `/results/${result.id}/confirm`, { version: one.id });
  if (!answer) return;
  memory.confirmed = result.id;
  draw();
  tell(say(answer.body.confirmed ? "now_confirmed" : "now_one_more", { match: matchName(result) }));
}

/** The button that takes a confirmation back. */
function unconfirmKey(result) {
  const act = async () => {
    const answer = await call("POST", `/results/${result.id}/confirm`, { version: "" });
    if (answer) tell(say("unconfirmed", { match: matchName(result) }));
  };
  return may("confirm") && button({ key: "unconfirm", act }, say("unconfirm"));
}

/** The result that was confirmed here last, with the way back. */
export function justConfirmed() {
  const result = view.results.find((one) => one.id === memory.confirmed && one.confirmed && !one.correction);
  return result
    && h("div", { key: "confirmed", class: "card row desk-just" },
      h("p", {}, say("now_confirmed", { match: matchName(result) })), unconfirmKey(result));
}

function corrections(result) {
  const { id } = result;
  const act = () => call("POST", `/results/${id}/correct`, { scores: [], reason: say("taken_back") });
  const sure = () => ask(matchName(result), say("take_back_sure"), say("take_back"), act);
  return may("correct")
    && [button({ key: "correct", act: () => correctPanel(id) }, say("correct")),
      result.correction && button({ key: "back", act: sure }, say("take_back"))];
}

function warnings(one) {
  const sides = one.scores.map(({ side, name, score }) => ({ id: side, name, score }));
  return [trouble("nameless", one.nameless && say("nameless")),
    trouble("others", one.others && !one.nameless && say("others")), trouble("odd", one.odd && say("odd")),
    may("attach") && !one.counts && (one.nameless || one.others)
    && button({ key: "attach", look: "small", act: () => attachPanel({ ...one, sides }) }, say("say_teams"))];
}

/** Put a result right, or enter one that no field has sent. */
export function correctPanel(/** @type {string} */ id) {
  const scores = view.results.find((one) => one.id === id)?.scores ?? [];
  const played = scores.map((score) => score.team);
  const teams = played.length && played.every(Boolean) ? played : planned(id).teams.map((team) => team.id);
  const form = { teams, reason: "" };
  for (const team of teams) {
    const had = scores.find((score) => score.team === team);
    form[`score ${team}`] = had ? String(had.score) : "";
    form[`place ${team}`] = had ? String(had.place) : "";
  }
  openPanel("correct", () => correctForm(form, id), form);
}

function correctForm(form, /** @type {string} */ id) {
  const isNew = !view.results.some((one) => one.id === id);
  const known = form.teams.every((team) => !team.includes(":"));
  follow(form);
  const byScores = () => {
    for (const team of form.teams) form[`place ${team}`] = form[`follows ${team}`];
    draw();
  };
  const scores = form.teams.map((team) => ({ team, score: whole(form[`score ${team}`]),
    place: whole(form[`place ${team}`]) })
  );
  const isWhole = known && scores.every(({ score, place }) => !Number.isNaN(score) && !Number.isNaN(place));
  const odd = isWhole && oddPlaces(scores);
  const body = [h("p", { key: "what", class: "soft" }, say(isNew ? "enter_what" : "correct_what")),
    h("ul", { key: "teams", class: "desk-correct" }, form.teams.map((team) => correctRow(form, team))),
    form.teams.some((team) => isByHand(form, team))
    && button({ key: "places", look: "small", act: byScores }, say("places_by_score")), trouble("odd", odd),
    isWhole && changes(id, scores),
    row("why",
      typed(form, "reason", say("reason"), { maxlength: "200", placeholder: say("reason_example") }))];
  const missing = !known ? "not_known_yet" : !isWhole ? "fill_in" : !form.reason.trim() ? "say_why" : "";
  const act = () => call("POST", `/results/${id}/correct`, { scores, reason: form.reason });
  const title = say(isNew ? "enter_title" : "correct_title", { match: matchName(planned(id) ?? { id }) });
  const refused = missing ? say(missing) : undefined;
  const look = odd ? "danger" : "main";
  return { title, body, actions: choice(say(odd ? "correct_save_odd" : "correct_save"), act, refused, look) };
}

function correctRow(form, /** @type {string} */ team) {
  const name = teamName({ id: team });
  const cell = (/** @type {string} */ key, label, inputmode) =>
    typed(form, `${key} ${team}`, label, { inputmode, size: "6", "aria-label": `${name}: ${label}` });
  return h("li", { key: team },
    h("b", {}, name,
      isByHand(form, team) && h("small", { key: "hand", class: "soft" }, ` ${say("place_by_hand")}`)),
    cell("score", say("score"), "text"), cell("place", say("column_place"), "numeric"));
}

function whole(/** @type {string} */ text) {
  return /^-?\d+$/.test(text.trim()) ? Number(text) : NaN;
}

/** Let each place follow the points, except one that was typed by hand. */
function follow(form) {
  const scores = form.teams.map((team) => whole(form[`score ${team}`]));
  form.teams.forEach((team, at) => {
    const place = Number.isNaN(scores[at])
      ? ""
      : String(1 + scores.filter((score) => score > scores[at]).length);
    if (form[`place ${team}`] === (form[`follows ${team}`] ?? "")) form[`place ${team}`] = place;
    form[`follows ${team}`] = place;
  });
}

function isByHand(form, /** @type {string} */ team) {
  return form[`place ${team}`] !== form[`follows ${team}`];
}

/** That a team with fewer points has no worse place, in a sentence; undefined where none has. */
function oddPlaces(scores) {
  const behind = (one) => scores.find((other) => one.score < other.score && one.place <= other.place);
  const odd = scores.find(behind);
  return odd
    && say("odd_places", { team: teamName({ id: odd.team }), other: teamName({ id: behind(odd).team }) });
}

/** The changes of the standings by the correction. */
function changes(/** @type {string} */ id, scores) {
  const { changes: told = [], refused } = would(`/results/${id}/correct`, { scores });
  const words = told.map(({ team, was, now }) =>
    say("changes_points", { team: teamName({ id: team }), was: was || "0", now: now || "0" })
  );
  return h("p", { key: "changes", class: "desk-changes", role: "status" },
    refused ?? (words.length ? say("changes", { teams: words.join(" · ") }) : say("changes_none")));
}

/**
 * Say which scheduled match a field has played, and which team was which side.
 * @param {{field: string, record: number, match: string,
 *   sides: {id: string, name: string, score: number}[]}} one
 */
export function attachPanel(one) {
  const byName = (name) =>
    view.teams.find((team) => team.name.toLowerCase() === name.toLowerCase())?.id ?? "";
  const teams = Object.fromEntries(one.sides.map((side) => [side.id, byName(side.name)]));
  openPanel("attach", (form) => attachForm(form, one), { ...teams, scheduled: "" });
}

function attachForm(form, one) {
  const open = view.schedule.matches.filter((match) => !["called_off", "confirmed"].includes(match.state));
  // Those that were planned where it was played come first, and the field's own order of play after that.
  const ordered = [...open].sort((a, b) =>
    Number(b.field === one.field) - Number(a.field === one.field) || a.slot - b.slot
  );
  const nobody = { value: "", name: say("choose") };
  const matches = ordered.map((match) => ({ value: match.id,
    name: `${match.starts} · ${fieldName(match.field)} · ${matchName(match)}: ${teamNames(match.teams)}` })
  );
  const teams = [nobody, ...options(view.teams)];
  const given = one.sides.map((side) => form[side.id]);
  const missing = !form.scheduled || given.includes("")
    ? say("fill_in")
    : new Set(given).size < given.length
    ? say("team_twice")
    : undefined;
  const act = () =>
    call("POST", `/matches/${one.field}/${one.match}/attach`, { scheduled: form.scheduled,
      teams: Object.fromEntries(one.sides.map((side) => [side.id, form[side.id]])), record: one.record });
  const played = one.sides.map(({ name, score }) => `${name} ${number(score)}`).join(" · ");
  return { title: say("attach_title", { field: fieldName(one.field), match: one.match }),
    body: [h("p", { key: "what", class: "sentence" }, played),
      chosen(form, "scheduled", say("which_match"), [nobody, ...matches]),
      row("sides",
        one.sides.map((side) => chosen(form, side.id, say("which_team_is", { side: side.name }), teams))),
      trouble("differs", isOther(form.scheduled, given) && say("others"))],
    actions: choice(say("attach_do"), act, missing) };
}

/** True if other teams were planned for a match than are said to have played. */
function isOther(/** @type {string} */ id, /** @type {string[]} */ given) {
  const match = planned(id);
  if (!match?.known || given.includes("")) return false;
  const ids = match.teams.map((team) => team.id);
  return ids.length !== given.length || !given.every((team) => ids.includes(team));
}
