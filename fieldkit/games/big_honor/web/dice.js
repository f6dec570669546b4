/** Real dice: two taps say what they show. The kit's own need none. */

import { h } from "../dom.js";
import { die } from "./parts.js";

const FACES = [1, 2, 3, 4, 5, 6];

/** Send a command that rolls: at once where the kit rolls, else once the dice were tapped. */
export function withDice(/** @type {any} */ { view, send, open }, /** @type {any} */ command) {
  if (view.options.dice === "kit") return send(command);
  return open("dice", { command, number: view.number, shown: [null, null] });
}

/** Both dice, six faces each; the second tap sends the roll. */
export function dicePanel(/** @type {HonorTablet} */ tablet, panel) {
  const { view, say, close } = tablet;
  const isStale = panel.number !== view.number;
  const tap = async (at, face) => {
    // Both are tapped and on their way.
    if (!panel.shown.includes(null)) return;
    panel.shown = panel.shown.map((known, place) => (place === at ? face : known));
    if (panel.shown.includes(null)) return tablet.draw();
    const dice = panel.shown;
    if (await tablet.send({ ...panel.command, dice })) return close();
    panel.shown = [null, null];
    tablet.draw();
  };
  const row = (at) =>
    h("div", { key: at, class: "dice-row", role: "group",
      "aria-label": say(at ? "dice_second" : "dice_first") }, FACES.map((face) =>
        h("button", { key: face, type: "button", class: "button dice-face", "aria-label": String(face),
          "aria-pressed": String(panel.shown[at] === face), disabled: isStale, on: { click: () =>
            tap(at, face) } }, die(face))
      ));
  return { title: say("dice_title"), body: [row(0), row(1)] };
}
