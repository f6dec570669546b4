/** Letting other devices in from the tablet: codes to photograph or type, and the list of sessions. */

import { postJson } from "./commands.js";
import { button, h, holdButton, icon } from "./dom.js";
import { ownOrigin, phonesOrigin } from "./format.js";

const QUIET_S = 60;
const PATIENCE_MS = 5000;

/** One more tablet of the referee's. */
export function codePanel(/** @type {AnyTablet} */ tablet, panel) {
  return { title: tablet.say("code"),
    body: join(tablet, panel, { role: "referee" }, tablet.say("join_tablet")) };
}

/** The phones of each team's captain: which team, and the code of the one chosen. */
export function captainsPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { view, say, draw } = tablet;
  panel.team ??= view.sides[0]?.id;
  const choose = (id) => () => {
    Object.assign(panel, { team: id, code: undefined });
    draw();
  };
  const choice = ({ id, name, colour, mark }) =>
    button({ key: id, look: `seat-choice team-${colour}`, "aria-pressed": String(id === panel.team),
      act: choose(id) }, icon(`mark-${mark}`, "mark"), h("span", {}, name));
  return { title: say("captains"),
    body: [
      h("div", { key: "teams", class: "choices is-grid join-teams", role: "group" }, view.sides.map(choice)),
      ...join(tablet, panel, { role: "captain", team: panel.team }, say("join_captain")),
    ] };
}

/** The crew's phones. */
export function crewPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { say } = tablet;
  return { title: say("crew_phones"), body: join(tablet, panel, { role: "crew" }, say("join_crew")),
    actions: h("a", { key: "here", class: "button", href: "/crew", target: "_blank", rel: "noopener" },
      say("crew_here")) };
}

/** A code for somebody: drawn, and with its address to be typed. */
function join(tablet, panel, asked, what) {
  if (panel.code === undefined) fetchCode(tablet, panel, asked);
  const { code } = panel;
  return [h("p", { key: "what", class: "sentence" }, what),
    h("div", { key: "join", class: "join" },
      h("div", { class: "seat-code" },
        code && h("img", { key: code, src: `/qr.svg?${asked.role}=${code}`, alt: tablet.say("join_qr") })),
      h("div", { class: "join-typed" },
        h("p", { class: "address" }, `${asked.role === "referee" ? ownOrigin : phonesOrigin}/${asked.role}`),
        h("p", { class: `code number ${code?.length > 6 ? "is-long" : ""}`, "aria-live": "polite" },
          code ? grouped(code) : "······")))];
}

/** A long code as people read it out. */
function grouped(code) {
  return code.length > 6 ? `${code.slice(0, 4)} ${code.slice(4)}` : code;
}

async function fetchCode(tablet, panel, asked) {
  panel.code = null;
  const answer = await postJson("/api/session/code", asked);
  const isStill = tablet.panel === panel && (!asked.team || panel.team === asked.team);
  if (!isStill) return;
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  tablet.draw();
}

/** The list of sessions and codes: each can be ended. */
export function loginsPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { say } = tablet;
  if (panel.found === undefined) refresh(tablet, panel);
  const { sessions = [], codes = [], players = 0 } = panel.found ?? {};
  const end = (id) => async () => {
    await ended(tablet, { id });
    refresh(tablet, panel);
  };
  const row = (id, title, more, act) =>
    h("li", { key: id, class: "row" },
      h("div", {}, h("b", {}, title), more && h("p", { class: "soft" }, more)),
      act && button({ key: "end", look: "small", act }, say("login_end")));
  const quiet = ({ quiet_s }) =>
    quiet_s === null
      ? say("login_unheard")
      : quiet_s >= QUIET_S && say("login_quiet", { n: Math.floor(quiet_s / 60) });
  const tablets = sessions.map((one) => {
    const title = one.here ? say("login_here") : say(one.by === "screen" ? "login_screen" : "login_tablet");
    return row(one.id, title, [one.address, quiet(one)].filter(Boolean).join(" · "),
      one.here ? null : end(one.id));
  });
  const lasting = codes.map((one) => {
    const title = one.by === "crew" ? say("login_crew") : say("login_captain", { team: one.name });
    return row(one.id, title, say("login_phones", { n: one.phones }), end(one.id));
  });
  const all = async () => {
    await ended(tablet, { all: true });
    refresh(tablet, panel);
  };
  return { title: say("logins"),
    body: h("ul", { class: "rows logins" }, tablets, lasting,
      players > 0 && row("players", say("login_players", { n: players }), "", null)),
    actions: holdButton({ key: "all", look: "danger", act: all }, h("b", {}, say("login_end_all")),
      h("small", {}, say("login_end_what"))) };
}

async function refresh(tablet, panel) {
  panel.found ??= null;
  const answer = await asked("GET");
  if (tablet.panel !== panel) return;
  if (answer?.ok) panel.found = await answer.json();
  else tablet.tell(tablet.say("no_answer"));
  tablet.draw();
}

async function ended(tablet, which) {
  const answer = await asked("DELETE", which);
  if (answer?.ok) return;
  const body = await answer?.json().catch(() => null);
  tablet.tell(body?.error?.message ?? tablet.say("no_answer"));
}

/** @returns {Promise<Response | null>} */
function asked(method, body = undefined) {
  const how = body === undefined
    ? {}
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return fetch("/api/sessions", { method, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS),
    ...how }).catch(() => null);
}
