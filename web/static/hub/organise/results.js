/** A result as people look at it: what the fields recorded, side by side, what was corrected, and who says so. */

import { button, h } from "../../dom.js";
import { attachPanel } from "./attach.js";
import { clockTime, fieldName, matchName, planned, row, scoreList, teamName, typed } from "./parts.js";

/** @typedef {import("../organise.js").Desk} Desk */

/** A match's result with all that can be done to it. */
export function resultCard(/** @type {Desk} */ desk, result) {
  const { say } = desk;
  const match = planned(desk, result.id);
  const where = match ? `${match.starts} · ${fieldName(desk, match.field)}` : "";
  return h("article", { key: `result ${result.id}`,
    class: `card desk-result ${result.disputed ? "is-disputed" : ""}`, "data-match": result.id },
    h("div", { class: "desk-card-head" }, h("h3", {}, matchName(desk, result)),
      h("p", { class: "soft" }, where),
      h("b", { key: "how", class: `desk-state ${result.waits ? "is-waiting" : ""}` },
        stateWords(desk, result))),
    h("div", { key: "versions", class: "desk-versions" }, versions(desk, result)),
    isAlone(result) && (result.versions.length || result.correction)
      ? null
      : h("div", { key: "more", class: "choices" }, corrections(desk, result)));
}

function stateWords(/** @type {Desk} */ { say }, result) {
  if (result.disputed) return say(result.versions.length ? "is_disputed" : "is_taken_back");
  return say(result.confirmed ? "is_confirmed" : "is_waiting");
}

/** The result that counts or could: the correction alone, or each version that there is. */
function versions(/** @type {Desk} */ desk, result) {
  const { say, view } = desk;
  if (result.correction) {
    const { correction } = result;
    return version(desk, result, correction, say("corrected_by", { name: correction.by }), [
      h("p", { key: "why", class: "desk-why" }, say("reason_is", { reason: correction.reason })),
    ]);
  }
  const told = result.versions.map((one) => {
    const from = say("recorded", { field: view.names[one.field] ?? one.field, match: one.match,
      time: clockTime(one.wall) });
    return version(desk, result, one, from, warnings(desk, one));
  });
  return result.gone
    ? [
      h("div", { key: "gone", class: "desk-version is-counting" },
        h("p", { key: "says", class: "desk-trouble is-fail" }, say("result_gone")),
        scoreList(desk, result.scores)),
      ...told,
    ]
    : told;
}

function version(/** @type {Desk} */ desk, result, one, /** @type {string} */ from, more) {
  const { say, view } = desk;
  const said = one.sayers.length && !one.counts
    ? say("one_more", { names: one.sayers.join(", ") })
    : one.counts
    ? say("counts_by", { names: one.sayers.join(", ") })
    : "";
  const canConfirm = desk.may("confirm") && !one.counts && !result.called_off
    && !(one.yours && view.event.confirm > 1);
  return h("div", { key: one.id, class: `desk-version ${one.counts ? "is-counting" : ""}`,
    "data-version": one.id }, h("p", { key: "from", class: "soft" }, from), scoreList(desk, one.scores), more,
    said ? h("p", { key: "said", class: "desk-sayers" }, said) : null,
    h("div", { key: "acts", class: "choices" },
      canConfirm
        ? button({ key: "confirm", look: "main desk-confirm",
          refused: one.nameless ? say("nameless") : undefined, tell: desk.tell, act: () =>
            confirm(desk, result, one) }, say(isAlone(result) ? "confirm" : "confirm_this"))
        : null, one.counts && !result.correction ? unconfirmKey(desk, result) : null,
      isAlone(result) ? corrections(desk, result) : null));
}

/** True if there is one thing to confirm, and nothing to choose from. */
function isAlone(result) {
  return result.versions.length < 2 || result.correction;
}

async function confirm(/** @type {Desk} */ desk, result, one) {
  const answer = await desk.act("POST", `/results/${result.id}/confirm`, { version: one.id });
  if (!answer) return;
  desk.memory.confirmed = result.id;
  desk.draw();
  desk.tell(
    desk.say(answer.body.confirmed ? "now_confirmed" : "now_one_more", { match: matchName(desk, result) }),
  );
}

/** The button that takes a confirmation back. */
function unconfirmKey(/** @type {Desk} */ desk, result) {
  if (!desk.may("confirm")) return null;
  const act = async () => {
    const answer = await desk.act("POST", `/results/${result.id}/confirm`, { version: "" });
    if (answer) desk.tell(desk.say("unconfirmed", { match: matchName(desk, result) }));
  };
  return button({ key: "unconfirm", act }, desk.say("unconfirm"));
}

/** The result that was confirmed here last, with the way back. */
export function justConfirmed(/** @type {Desk} */ desk) {
  const result = desk.view.results.find((one) =>
    one.id === desk.memory.confirmed && one.confirmed && !one.correction
  );
  return result
    ? h("div", { key: "confirmed", class: "card row desk-just" },
      h("p", {}, desk.say("now_confirmed", { match: matchName(desk, result) })), unconfirmKey(desk, result))
    : null;
}

function corrections(/** @type {Desk} */ desk, result) {
  if (!desk.may("correct")) return null;
  return [button({ key: "correct", act: () => correctPanel(desk, result.id) }, desk.say("correct")),
    result.correction ? takeBack(desk, result) : null];
}

function warnings(/** @type {Desk} */ desk, one) {
  const { say } = desk;
  return [one.nameless ? h("p", { key: "nameless", class: "desk-trouble is-warn" }, say("nameless")) : null,
    one.others && !one.nameless
      ? h("p", { key: "others", class: "desk-trouble is-warn" }, say("others"))
      : null, one.odd ? h("p", { key: "odd", class: "desk-trouble is-warn" }, say("odd")) : null,
    desk.may("attach") && !one.counts && (one.nameless || one.others)
      ? button({ key: "attach", look: "small", act: () => attachPanel(desk, asLoose(one)) }, say("say_teams"))
      : null];
}

/** A version as the panel that attaches a match takes it. */
function asLoose(one) {
  return { ...one, over: true,
    sides: one.scores.map(({ side, name, score }) => ({ id: side, name, score })) };
}

function takeBack(/** @type {Desk} */ desk, result) {
  const { say } = desk;
  const act = () =>
    desk.act("POST", `/results/${result.id}/correct`, { scores: [], reason: say("taken_back") });
  return button({ key: "back",
    act: () => desk.ask(matchName(desk, result), say("take_back_sure"), say("take_back"), act) },
    say("take_back"));
}

/** Put a result right, or enter one that no field has sent. */
export function correctPanel(/** @type {Desk} */ desk, /** @type {string} */ id) {
  const { view } = desk;
  const match = planned(desk, id);
  const result = view.results.find((one) => one.id === id);
  const scores = result?.scores ?? [];
  const played = scores.map((score) => score.team).filter(Boolean);
  const teams = played.length === scores.length && played.length
    ? played
    : match.teams.map((team) => team.id);
  const form = { teams, reason: "" };
  for (const team of teams) {
    const had = scores.find((score) => score.team === team);
    form[`score ${team}`] = had ? String(had.score) : "";
    form[`place ${team}`] = had ? String(had.place) : "";
  }
  desk.open("correct", (now, panel) => correctForm(now, panel.form, id), form);
}

function correctForm(/** @type {Desk} */ desk, form, /** @type {string} */ id) {
  const { say, view } = desk;
  const match = planned(desk, id);
  const isNew = !view.results.some((one) => one.id === id);
  const known = form.teams.every((team) => !team.includes(":"));
  follow(form);
  const scores = form.teams.map((team) => ({ team, score: whole(form[`score ${team}`]),
    place: whole(form[`place ${team}`]) })
  );
  const isWhole = known && scores.every(({ score, place }) => !Number.isNaN(score) && !Number.isNaN(place));
  const odd = isWhole ? oddPlaces(desk, scores) : null;
  const body = [h("p", { key: "what", class: "soft" }, say(isNew ? "enter_what" : "correct_what")),
    h("ul", { key: "teams", class: "desk-correct" }, form.teams.map((team) => correctRow(desk, form, team))),
    form.teams.some((team) => isByHand(form, team))
      ? button({ key: "places", look: "small", act: () => byScores(desk, form) }, say("places_by_score"))
      : null, odd ? h("p", { key: "odd", class: "desk-trouble is-warn" }, odd) : null,
    isWhole ? changes(desk, id, scores) : null,
    row("why",
      typed(desk, form, "reason", say("reason"), { maxlength: "200", placeholder: say("reason_example") }))];
  const refused = !known
    ? say("not_known_yet")
    : !isWhole
    ? say("fill_in")
    : !form.reason.trim()
    ? say("say_why")
    : undefined;
  const act = () => desk.act("POST", `/results/${id}/correct`, { scores, reason: form.reason });
  return { title: say(isNew ? "enter_title" : "correct_title", { match: matchName(desk, match ?? { id }) }),
    body,
    actions: [button({ key: "no", act: desk.close }, say("no")),
      button({ key: "save", look: odd ? "danger" : "main", refused, tell: (text) => says(desk, text), act },
        say(odd ? "correct_save_odd" : "correct_save"))] };
}

function correctRow(/** @type {Desk} */ desk, form, /** @type {string} */ team) {
  const { say } = desk;
  const name = nameOf(desk, team);
  const place = say("column_place");
  return h("li", { key: team },
    h("b", {}, name,
      isByHand(form, team) ? h("small", { key: "hand", class: "soft" }, ` ${say("place_by_hand")}`) : null),
    typed(desk, form, `score ${team}`, say("score"), { inputmode: "text", size: "6",
      "aria-label": `${name}: ${say("score")}` }),
    typed(desk, form, `place ${team}`, place, { inputmode: "numeric", size: "6",
      "aria-label": `${name}: ${place}` }));
}

function nameOf(/** @type {Desk} */ desk, /** @type {string} */ id) {
  return desk.view.teams.find((one) => one.id === id)?.name ?? teamName(desk, { id, name: "" });
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

function byScores(/** @type {Desk} */ desk, form) {
  for (const team of form.teams) form[`place ${team}`] = form[`follows ${team}`];
  desk.draw();
}

/** That a team with fewer points has no worse place, in a sentence; null where none has. */
function oddPlaces(/** @type {Desk} */ desk, scores) {
  const behind = (one) => scores.find((other) => one.score < other.score && one.place <= other.place);
  const odd = scores.find(behind);
  return odd
    ? desk.say("odd_places", { team: nameOf(desk, odd.team), other: nameOf(desk, behind(odd).team) })
    : null;
}

/** The changes of the standings by the correction. */
function changes(/** @type {Desk} */ desk, /** @type {string} */ id, scores) {
  const { changes: told = [], refused } = desk.would(`/results/${id}/correct`, { scores });
  const words = told.map(({ team, was, now }) =>
    desk.say("changes_points", { team: nameOf(desk, team), was: was || "0", now: now || "0" })
  );
  return h("p", { key: "changes", class: "desk-changes", role: "status" },
    refused ?? (words.length ? desk.say("changes", { teams: words.join(" · ") }) : desk.say("changes_none")));
}

/** The reason why a panel's button does nothing, where one who looks at the panel sees it. */
export function says(/** @type {Desk} */ desk, /** @type {string} */ text) {
  if (desk.panel) desk.panel.said = text;
  desk.draw();
}
