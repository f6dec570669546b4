/** The players' own phones, from the tablet: a code for each side, to be photographed or typed once. */

import { postJson } from "./commands.js";
import { button, h, icon } from "./dom.js";
import { phonesOrigin } from "./format.js";

/** For how many seats the kit makes tokens at once. */
const MOST_SEATS = 200;

/** The choice of a phone to join: a panel of the tablet, which opens `seat` for one. */
export function seatsPanel(/** @type {{view: any, say: Say, open: any}} */ { view, say, open }) {
  const again = () => open("seats");
  const choice = ({ id, name, colour, mark }) =>
    button({ key: id, look: `seat-choice team-${colour}`, act: () =>
      open("seat", { side: id, back: again }) }, icon(`mark-${mark}`, "mark"), name);
  return { title: say("phones"),
    body: [h("p", { key: "what", class: "sentence" }, say("phones_what")),
      h("div", { key: "sides", class: "choices is-grid" }, view.sides.map(choice))] };
}

/** The code of one side, as a picture and as digits. */
export function seatPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { view, say } = tablet;
  if (panel.code === undefined) fetchCode(tablet, panel);
  const side = view.sides.find(({ id }) => id === panel.side);
  return { title: say("phone_of", { side: side?.name ?? "" }),
    body: [h("p", { key: "what", class: "sentence" }, say("phone_what")),
      h("div", { key: "qr", class: "seat-code" },
        panel.code ? h("img", { src: `/qr.svg?seat=${panel.code}`, alt: say("phone_qr") }) : null),
      h("p", { key: "address", class: "address" }, `${phonesOrigin}/seat`),
      h("p", { key: "code", class: "code number", "aria-live": "polite" }, panel.code ?? "······")] };
}

/**
 * The tokens of printed seat cards, by seat: each stands behind the # of `/seat`, and is the `seat` of
 * `/qr.svg`. Null when the kit gave none, which is told.
 *
 * @param {string[]} seats
 * @param {{say: Say, tell: Tell}} page
 */
export async function seatTokens(seats, { say, tell }) {
  /** @type {Record<string, string>} */
  const tokens = {};
  for (let from = 0; from < seats.length; from += MOST_SEATS) {
    const answer = await postJson("/api/session/seats", { seats: seats.slice(from, from + MOST_SEATS) });
    if (answer?.status !== 200) {
      tell(answer?.body.error?.message ?? say("no_answer"));
      return null;
    }
    Object.assign(tokens, answer.body.tokens);
  }
  return tokens;
}

async function fetchCode(/** @type {AnyTablet} */ tablet, panel) {
  panel.code = null;
  const answer = await tablet.newCode(panel.side);
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  if (tablet.panel === panel) tablet.draw();
}
