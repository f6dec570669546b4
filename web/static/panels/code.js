/** Codes that let other devices in, to be photographed or typed. */

import { postJson } from "../commands.js";
import { button, h, icon } from "../dom.js";
import { ownOrigin, phonesOrigin } from "../format.js";
import { choices, remember } from "./inputs.js";

/** A code with more letters than this is read out in two groups. */
const SHORT_LETTERS = 6;

/**
 * One more tablet of the referee's. `places` are a game's screens: where each begins behind the address, by
 * the name that its words have (`screen_desk`, `screen_desk_what`).
 */
export function codePanel(/** @type {AnyTablet} */ tablet, panel, /** @type {any} */ places = null) {
  const { say } = tablet;
  const title = say("another_tablet");
  if (!places) return { title, body: joinBody(tablet, panel, { role: "referee" }, say("join_tablet")) };
  panel.place ??= Object.keys(places)[0];
  const choose = (place) => remember(tablet, panel, { place });
  const screens = Object.keys(places).map((value) => ({ value, label: say(`screen_${value}`) }));
  const what = `${say(`screen_${panel.place}_what`)} ${say("join_typed")}`;
  return { title,
    body: [choices(screens, panel.place, choose),
      ...joinBody(tablet, panel, { role: "referee" }, what, places[panel.place])] };
}

/** The phones of each team's captain: which team, and the code of the one chosen. */
export function captainsPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { view, say } = tablet;
  panel.team ??= view.sides[0]?.id;
  const choose = (id) => () => remember(tablet, panel, { team: id, code: undefined });
  const choice = (side) =>
    sideButton(side, choose(side.id), { "aria-pressed": String(side.id === panel.team) });
  return { title: say("captains"),
    body: [
      h("div", { key: "teams", class: "choices is-grid join-teams", role: "group" }, view.sides.map(choice)),
      ...joinBody(tablet, panel, { role: "captain", team: panel.team }, say("join_captain")),
    ] };
}

/** The crew's phones. */
export function crewPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { say } = tablet;
  return { title: say("crew_phones"), body: joinBody(tablet, panel, { role: "crew" }, say("join_crew")),
    actions: h("a", { key: "here", class: "button", href: "/crew", target: "_blank", rel: "noopener" },
      say("crew_here")) };
}

/** The players' phones: whose is to join. */
export function seatsPanel(/** @type {AnyTablet} */ { view, say, open }) {
  const back = () => open("seats");
  return { title: say("phones"),
    body: [h("p", { key: "what", class: "sentence" }, say("phones_what")),
      h("div", { key: "sides", class: "choices is-grid" },
        view.sides.map((side) => sideButton(side, () => open("seat", { side: side.id, back }))))] };
}

/** The phone of one player. */
export function seatPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { view, say } = tablet;
  const side = view.sides.find(({ id }) => id === panel.side);
  return { title: say("phone_of", { side: side?.name ?? "" }),
    body: joinBody(tablet, panel, { role: "seat", seat: panel.side }, say("phone_what")) };
}

function sideButton({ id, name, colour, mark }, act, more = {}) {
  return button({ key: id, look: `seat-choice team-${colour}`, act, ...more }, icon(`mark-${mark}`, "mark"),
    h("span", {}, name));
}

/**
 * A code for somebody, as POST /api/session/code is asked for it: drawn, and with its address to be typed. A
 * drawn one leads to the beginning of the page alone, so there is none with an `at` behind the address.
 */
function joinBody(/** @type {AnyTablet} */ tablet, panel, asked, /** @type {string} */ what, at = "") {
  if (panel.code === undefined) fetchCode(tablet, panel, asked);
  const { code } = panel;
  const origin = asked.role === "referee" ? ownOrigin : phonesOrigin;
  const isLong = code?.length > SHORT_LETTERS;
  return [h("p", { key: "what", class: "sentence" }, what),
    h("div", { key: "join", class: "join" },
      !at
        && h("div", { key: "drawn", class: "seat-code" },
          code && h("img", { key: code, src: `/qr.svg?${asked.role}=${code}`, alt: tablet.say("join_qr") })),
      h("div", { key: "typed", class: "join-typed" },
        h("p", { class: "address" }, `${origin}/${asked.role}${at}`),
        h("p", { class: `code number ${isLong ? "is-long" : ""}`, "aria-live": "polite" },
          isLong ? `${code.slice(0, 4)} ${code.slice(4)}` : (code ?? "······"))))];
}

async function fetchCode(/** @type {AnyTablet} */ tablet, panel, asked) {
  panel.code = null;
  const answer = await postJson("/api/session/code", asked);
  const isStill = tablet.panel === panel && (!asked.team || panel.team === asked.team);
  if (!isStill) return;
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  tablet.draw();
}
