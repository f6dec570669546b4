/** The log-ins and the codes that are out: each can be ended. */

import { get, postJson } from "../commands.js";
import { button, h, holdButton } from "../dom.js";

const QUIET_S = 60;

/** The panel with a row for each, and a button to hold that ends all but this tablet. */
export function loginsPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { say } = tablet;
  if (panel.found === undefined) refresh(tablet, panel);
  const { sessions = [], codes = [], players = 0 } = panel.found ?? {};
  const end = (which) => async () => {
    const answer = await postJson("/api/sessions", which, undefined, "DELETE");
    if (answer?.status !== 200) tablet.tell(answer?.body.error?.message ?? say("no_answer"));
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
  const answer = await get("/api/sessions");
  if (tablet.panel !== panel) return;
  if (answer?.ok) panel.found = await answer.json();
  else tablet.tell(tablet.say("no_answer"));
  tablet.draw();
}
