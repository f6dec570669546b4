/** The log-ins and the codes that are out: each can be ended. */

import { button, h, holdButton } from "../dom.js";

const QUIET_S = 60;
const PATIENCE_MS = 5000;

/** The panel with a row for each, and a button to hold that ends all but this tablet. */
export function loginsPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { say } = tablet;
  if (panel.found === undefined) refresh(tablet, panel);
  const { sessions = [], codes = [], players = 0 } = panel.found ?? {};
  const end = (which) => async () => {
    const answer = await sessionsCall("DELETE", which);
    if (!answer?.ok) {
      const body = await answer?.json().catch(() => null);
      tablet.tell(body?.error?.message ?? say("no_answer"));
    }
    await refresh(tablet, panel);
  };
  const row = (id, title, more, canEnd = true) =>
    h("li", { key: id, class: "row" },
      h("div", {}, h("b", {}, title), more && h("p", { class: "soft" }, more)),
      canEnd && button({ key: "end", look: "small", act: end({ id }) }, say("login_end")));
  const quiet = ({ quiet_s }) =>
    quiet_s === null
      ? say("login_unheard")
      : quiet_s >= QUIET_S && say("login_quiet", { n: Math.floor(quiet_s / 60) });
  const tablets = sessions.map((one) => {
    const title = one.here ? say("login_here") : say(one.by === "screen" ? "login_screen" : "login_tablet");
    return row(one.id, title, [one.address, quiet(one)].filter(Boolean).join(" · "), !one.here);
  });
  const lasting = codes.map((one) => {
    const title = one.by === "crew" ? say("login_crew") : say("login_captain", { team: one.name });
    return row(one.id, title, say("login_phones", { n: one.phones }));
  });
  return { title: say("logins"),
    body: h("ul", { class: "rows logins" }, tablets, lasting,
      players > 0 && row("players", say("login_players", { n: players }), "", false)),
    actions: holdButton({ key: "all", look: "danger", act: end({ all: true }) },
      h("b", {}, say("login_end_all")), h("small", {}, say("login_end_what"))) };
}

async function refresh(/** @type {AnyTablet} */ tablet, panel) {
  panel.found ??= null;
  const answer = await sessionsCall("GET");
  if (tablet.panel !== panel) return;
  if (answer?.ok) panel.found = await answer.json();
  else tablet.tell(tablet.say("no_answer"));
  tablet.draw();
}

/** @returns {Promise<Response | null>} */
function sessionsCall(method, body = undefined) {
  const how = body === undefined
    ? {}
    : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return fetch("/api/sessions", { method, cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS),
    ...how }).catch(() => null);
}
