/** Signals for hand or ear, with switches on each device; STOP's alarm is never mixed with them. */

import { audio, isTouched, remember, remembered } from "./device.js";
import { left } from "./feed.js";
import { isAlarming } from "./stop.js";

/** The signals: pattern of `navigator.vibrate` (ms), and ticks as [after (s), length (s), pitch (Hz)]. */
const FEELS = { counted: { buzz: [40], ticks: [[0, 0.03, 1300]] },
  late: { buzz: [70, 90, 70], ticks: [[0, 0.04, 900], [0.16, 0.04, 900]] },
  refused: { buzz: [400], ticks: [[0, 0.3, 220]] }, second: { buzz: [20], ticks: [[0, 0.02, 1000]] } };
const SOFT = 0.12;
const COUNTED_DOWN = 10;
const KEYS = { sounds: "fieldkit-ticks", buzz: "fieldkit-buzz" };
const BY_ITSELF = { sounds: "off", buzz: "on" };

/** The switches of this device: `sounds` is off by itself, `buzz` is on. */
const on = Object.fromEntries(
  Object.keys(KEYS).map((name) => [name, (remembered(KEYS[name]) ?? BY_ITSELF[name]) === "on"]),
);
let countdown = 0;
/** The last second of this rest that was felt: none is felt twice when a timer is early. */
let felt = Infinity;

export function isOn(/** @type {"sounds" | "buzz"} */ name) {
  return on[name];
}

/** Turn a switch; the touch that does it lets the page sound. */
export function turn(/** @type {"sounds" | "buzz"} */ name, /** @type {boolean} */ to) {
  on[name] = to;
  remember(KEYS[name], to ? "on" : "off");
  feel("counted");
}

/** Let something be felt, in the ways that are switched on. */
export function feel(/** @type {"counted" | "late" | "refused" | "second"} */ what) {
  if (isAlarming() || !isTouched()) return;
  if (on.buzz) navigator.vibrate?.(FEELS[what].buzz);
  if (on.sounds) tick(FEELS[what].ticks);
}

/** Let the last seconds of a rest be felt, by the clock of the newest view. */
export function countDown(/** @type {{stage: string, clock: Frame["clock"]}} */ { stage, clock },
  /** @type {{now: () => number, rate: number}} */ kit)
{
  clearTimeout(countdown);
  const ms = stage === "rest" && clock.state === "running" ? left(clock, kit) : Infinity;
  if (ms > (felt + 1.5) * 1000) felt = Infinity;
  const next = Math.min(COUNTED_DOWN, Math.ceil(ms / 1000) - 1, felt - 1);
  if (ms === Infinity || next < 1) return;
  countdown = setTimeout(() => {
    felt = next;
    if (!document.hidden) feel("second");
    countDown({ stage, clock }, kit);
  }, (ms - next * 1000) / kit.rate);
}

/** Soft, and never so loud that it could be taken for a whistle. */
async function tick(ticks) {
  const context = audio();
  if (!context) return;
  if (context.state !== "running") await context.resume().catch(() => null);
  if (context.state !== "running") return;
  for (const [after, length, frequency] of ticks) {
    const from = context.currentTime + after;
    const gain = new GainNode(context, { gain: SOFT });
    gain.gain.setValueAtTime(SOFT, from).exponentialRampToValueAtTime(0.001, from + length);
    const tone = new OscillatorNode(context, { type: "triangle", frequency });
    tone.connect(gain).connect(context.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
