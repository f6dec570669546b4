/** STOP acts at the first touch, and says itself what became of it: who believes in it does not shout. */

import { newId } from "./commands.js";
import { audio, isTouched } from "./device.js";
import { button, h } from "./dom.js";

/** After this long without an answer nobody may think any more that the round has been stopped. */
const STOP_UNHEARD_MS = 300;
const SHOUT_AGAIN_MS = 1500;
const BUZZ_MS = [200, 100, 200, 100, 200];
const BEEPS_S = [0, 0.3, 0.6];

let shouting = null;
let isUnheard = false;

/**
 * STOP in the place that it has on the screen; `may` says whether there is anything to stop.
 *
 * @param {Tablet} tablet
 * @param {boolean} may
 * @param {{type?: string, refused?: string}} [how] what it sends, and why it cannot where a game says so
 */
export function stopButton(tablet, may, { type = "stop_round", refused = "" } = {}) {
  const under = tablet.underWay(type);
  const stop = () => touched(tablet, type);
  // At the first touch, not when the finger leaves; a click without a pointer is a keyboard's.
  const on = { pointerdown: (event) => event.button === 0 && stop(),
    click: (event) => event.detail === 0 && stop() };
  return h("button", { key: "stop", id: "stop", type: "button",
    class: `button stop ${under ? (isUnheard ? "is-unheard" : "is-touched") : ""}`, "data-always": "",
    "data-free": "", "aria-disabled": may ? undefined : "true", "aria-live": "assertive",
    on: may ? on : refused ? { click: () => tablet.tell(refused) } : {} }, face(tablet.say, under),
    !may && refused && h("small", { key: "why" }, refused));
}

function face(/** @type {Say} */ say, under) {
  if (!under) return say("stop");
  if (under.problem) return h("small", {}, under.problem);
  if (!isUnheard) return h("span", {}, say("stopping"));
  return [h("b", {}, say("not_stopped")), h("small", {}, say("not_stopped_do"))];
}

/** True while the alarm of an unheard stop is on: nothing else is felt beside it. */
export function isAlarming() {
  return isUnheard;
}

async function touched(/** @type {Tablet} */ tablet, type) {
  // Browsers let a page sound only after a touch: this is one.
  if (isTouched()) audio()?.resume();
  const id = tablet.underWay(type)?.command.id ?? newId();
  tablet.sound.stopNow(id);
  const answer = tablet.send(/** @type {any} */ ({ type, id }), { urgent: true });
  shouting ??= setTimeout(() => shout(tablet, type), STOP_UNHEARD_MS);
  await answer;
  clearTimeout(shouting);
  shouting = null;
  isUnheard = false;
  tablet.draw();
}

function shout(/** @type {Tablet} */ tablet, type) {
  isUnheard = true;
  tablet.draw();
  if (tablet.view.can[type] && !tablet.underWay(type)?.problem) alarm();
  shouting = setTimeout(() => shout(tablet, type), SHOUT_AGAIN_MS);
}

function alarm() {
  if (!isTouched()) return;
  navigator.vibrate?.(BUZZ_MS);
  const context = audio();
  if (context?.state !== "running") return;
  for (const after of BEEPS_S) {
    const tone = new OscillatorNode(context, { type: "square", frequency: 880 });
    tone.connect(context.destination);
    tone.start(context.currentTime + after);
    tone.stop(context.currentTime + after + 0.2);
  }
}

/** After this long without an answer the button says that there is none. */
export const UNHEARD_MS = 500;

/** A button whose `act` sends a command of this type; while one is under way it says `going`. */
export function promptButton(/** @type {AnyTablet} */ tablet, type,
  { going = "sending", act, look = "", ...props }, ...children)
{
  const under = tablet.underWay(type);
  if (!under) return button({ ...props, look, act }, ...children);
  const isUnheard = performance.now() - under.since >= UNHEARD_MS;
  return button({ ...props, look: `${look} is-touched`, "aria-live": "assertive", act: () => {} },
    h("b", { key: "under" }, tablet.say(isUnheard ? "no_link_yet" : going)));
}
