/** The players' own phones, from the tablet: a code for each side, to be photographed or typed once. */

import { button, h, icon } from "./dom.js";

/** Whose phone is to join: a panel of the tablet, which opens `seat` for one. */
export function seatsPanel(/** @type {{view: any, say: Say, open: any}} */ { view, say, open }) {
  const again = () => open("seats");
  const choice = ({ id, name, colour, mark }) =>
    button({ key: id, look: `seat-choice team-${colour}`, act: () => open("seat", { side: id, back: again }) }, icon(`mark-${mark}`, "mark"), name);
  return {
    title: say("phones"),
    body: [h("p", { key: "what", class: "sentence" }, say("phones_what")), h("div", { key: "sides", class: "choices is-grid" }, view.sides.map(choice))],
  };
}

/** The code of one side, as a picture and as digits. */
export function seatPanel(/** @type {AnyTablet} */ tablet, panel) {
  const { view, say } = tablet;
  if (panel.code === undefined) fetchCode(tablet, panel);
  const side = view.sides.find(({ id }) => id === panel.side);
  return {
    title: say("phone_of", { side: side?.name ?? "" }),
    body: [
      h("p", { key: "what", class: "sentence" }, say("phone_what")),
      h("div", { key: "qr", class: "seat-code" }, panel.code ? h("img", { src: `/qr.svg?seat=${panel.code}`, alt: say("phone_qr") }) : null),
      h("p", { key: "address", class: "address" }, `${location.origin}/seat`),
      h("p", { key: "code", class: "code number", "aria-live": "polite" }, panel.code ?? "······"),
    ],
  };
}

async function fetchCode(/** @type {AnyTablet} */ tablet, panel) {
  panel.code = null;
  const answer = await tablet.newCode(panel.side);
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  if (tablet.panel === panel) tablet.draw();
}
