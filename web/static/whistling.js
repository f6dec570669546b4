/** A page that may stand in for the horn: its switch, its status line, and its reports to the kit. */

import { audio, isTouched, remember, remembered } from "./device.js";
import { newId } from "./commands.js";
import { StandIn, tryOut } from "./standin.js";

/** Followed by the device: a laptop may be the kit's computer and a tablet at once. */
const KEY = "fieldkit-whistle-";
const MAX_TOLD = 5;

/** The stand-in whistle of a page, which calls itself `device`; `changed()`: something new can be shown. */
export class Whistling {
  #id = newId();
  #device;
  #changed;
  #standIn;
  #began = false;
  #isTold = false;
  #didSound = false;
  /** True if it is switched on; the browser may keep it silent all the same. */
  isOn = false;
  /** The outcome of the last blasts, the newest first. @type {import("./standin.js").Told[]} */
  told = [];
  /**
   * Null where that is no question: a horn, or a match without blasts. @type {{horn: boolean, stand_ins: {id:
   * string, device: string}[]} | null}
   */
  sounding = null;

  constructor(/** @type {{now: () => number, rate: number}} */ clock, /** @type {string} */ device,
    /** @type {() => void} */ changed)
  {
    this.#device = device;
    this.#changed = changed;
    this.#standIn = new StandIn(clock, (what) => {
      this.told = [what, ...this.told].slice(0, MAX_TOLD);
      changed();
    });
    // A browser takes its loudspeaker away as it likes, and gives it at a touch.
    for (const touch of ["pointerdown", "click", "keydown"])
      addEventListener(touch, () => this.#touched(), true);
    addEventListener("pagehide", () => this.#tell(false));
  }

  get sounds() {
    return this.#standIn.sounds;
  }

  /** The devices that stand in beside this one. */
  get others() {
    return (this.sounding?.stand_ins ?? []).filter(({ id }) => id !== this.#id);
  }

  /** True if there is no need to stand in. */
  get hasHorn() {
    return this.sounding?.horn ?? true;
  }

  /** True if the match can be heard, as far as the kit knows. */
  get isHeard() {
    return this.hasHorn || this.sounds || this.others.length > 0;
  }

  /** The choice of the last time: true, false, or null if nobody has chosen. */
  get chosen() {
    const kept = remembered(KEY + this.#device);
    return kept === null ? null : kept === "on";
  }

  /** Stand in from now on, or no longer; remembered on this device. */
  choose(/** @type {boolean} */ on) {
    remember(KEY + this.#device, on ? "on" : "off");
    this.set(on);
    // Who switches it on hears at once whether the volume is up.
    const context = on && isTouched() ? audio() : null;
    context?.resume().then(() => tryOut(context)).catch(() => null);
  }

  /** Likewise, and not remembered. */
  set(/** @type {boolean} */ on) {
    this.isOn = on;
    if (!on) this.#standIn.end();
    this.#began &&= on;
    this.#touched();
    this.heard();
    this.#changed();
  }

  /** Take in a view of the kit. */
  view(/** @type {{cues: any[], sounding?: any}} */ { cues, sounding = null }) {
    this.sounding = sounding;
    this.#standIn.take(cues);
  }

  /** Take in that the kit has told the time, and tell it who sounds. */
  heard() {
    this.#standIn.look();
    this.#tell(this.sounds);
    if (this.sounds !== this.#didSound) this.#changed();
    this.#didSound = this.sounds;
  }

  /** A stop that is ordered on this page, by its command's id: it waits for nothing. */
  stopNow(/** @type {string} */ id) {
    this.#standIn.stopNow(`stop/${id}`);
  }

  #touched() {
    const context = this.isOn && !this.sounds && isTouched() ? audio() : null;
    if (!context) return;
    context.resume().catch(() => null);
    if (this.#began) return;
    this.#began = true;
    context.addEventListener("statechange", () => this.heard());
    this.#standIn.begin(context);
  }

  #tell(sounds) {
    if (!sounds && !this.#isTold) return;
    this.#isTold = sounds;
    // A page that is left still says that it falls silent.
    fetch("/api/whistle", { method: "POST", headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ id: this.#id, device: this.#device, sounds }), keepalive: true }).catch(() =>
        null
      );
  }
}
