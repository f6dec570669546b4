/** Sound and vibration of the tablet: its stand-in whistle, its ticks, and the panel of switches. */

import { button, h } from "./dom.js";
import { countDown, feel, isOn, turn } from "./feedback.js";
import { listed } from "./format.js";
import { plateText } from "./bar.js";
import { Whistling } from "./whistling.js";

/** The sound of one tablet. */
export class TabletSound {
  #tablet;
  #whistling;
  #wasHeard = false;

  constructor(/** @type {AnyTablet} */ tablet) {
    this.#tablet = tablet;
    this.#whistling = new Whistling(tablet.clock, "tablet", () => tablet.view && tablet.drawIn(0));
    this.#whistling.set(this.#whistling.chosen === true);
  }

  /** Take in a new view; `felt` is what the game wants felt of it. */
  view(/** @type {Frame} */ view, felt) {
    this.#whistling.view(view);
    this.#wasHeard ||= this.#whistling.isHeard && view.sounding !== undefined;
    if (felt) feel(felt);
    countDown(view, this.#tablet.clock);
  }

  /** Take in a word of the kit that tells the time. */
  heard() {
    if (this.#tablet.view) this.#whistling.heard();
  }

  /** A tap was refused, or the link has gone. */
  refused() {
    feel("refused");
  }

  /** The stop that is ordered by the command of this id sounds here at once, if this tablet whistles. */
  stopNow(/** @type {string} */ id) {
    this.#whistling.stopNow(id);
  }

  /** Plates about who whistles. In a break a missing horn is mentioned only where it `reminds`. */
  plates(reminds = true) {
    const { view, say } = this.#tablet;
    const whistling = this.#whistling;
    if (whistling.isOn && !whistling.sounds) {
      return this.#plate("", say("whistle_silent"), say("whistle_silent_why"), () => whistling.heard(),
        "silent");
    }
    if (whistling.isOn && whistling.told[0]?.late === null) {
      return this.#plate("", say("whistle_missed"), say("whistle_missed_do"), this.#open);
    }
    if (whistling.isOn || whistling.others.length > 0)
      return this.#plate("is-quiet", this.#named(), "", this.#open);
    if (whistling.isHeard || !["ready", "rest"].includes(view.stage)) return null;
    // Who has begun a match without a whistle knows it: they are reminded, and asked for nothing.
    if (view.stage === "rest" && !this.#wasHeard)
      return reminds ? this.#plate("is-quiet", say("no_horn_rest"), "", this.#open) : null;
    const choose = () => whistling.choose(true);
    if (this.#wasHeard) return this.#plate("", say("whistle_lost"), say("whistle_lost_do"), choose);
    return this.#plate("", say("no_horn"),
      say("no_horn_or", { address: `localhost:${location.port || 80}/whistle` }), choose);
  }

  /** The panel with the three switches. */
  panel = () => {
    const { say } = this.#tablet;
    const whistling = this.#whistling;
    const what = say(whistling.hasHorn ? "switch_whistle_horn" : "switch_whistle_what");
    return { title: say("sound"),
      body: [
        this.#switch("whistle", say("switch_whistle"), whistling.isOn, (on) => whistling.choose(on), what),
        this.#switch("sounds", say("switch_sounds"), isOn("sounds"), (on) => turn("sounds", on)),
        "vibrate" in navigator
        && this.#switch("buzz", say("switch_buzz"), isOn("buzz"), (on) => turn("buzz", on)),
      ] };
  };

  #open = () => this.#tablet.open("sound");

  #named() {
    const { say } = this.#tablet;
    const { isOn: own, others } = this.#whistling;
    const names = others.map(({ device }) => say(`device_${device}`));
    if (own && !names.length) return say("whistle_here");
    const devices = listed(own ? [say("device_this"), ...names] : names);
    const n = names.length + Number(own);
    return n > 1 ? say("whistle_both", { n, devices }) : say("whistle_there", { devices });
  }

  /**
   * A plate, by its key one of its own where the mere touch makes another of it: the tap that it was meant
   * for must not go to that one.
   */
  #plate(look, text, more, act, key = "sound") {
    const said = plateText(text, more);
    // While STOP may be wanted nothing opens over it.
    if (this.#tablet.view.urgent)
      return h("div", { key, class: `plate ${look}`, role: "note" }, said);
    return h("button", { key, type: "button", class: `plate ${look}`, on: { click: act } }, said);
  }

  #switch(key, label, isTurned, set, more = "") {
    const { say, draw } = this.#tablet;
    const act = () => {
      set(!isTurned);
      draw();
    };
    const look = { key, look: "wide switch", "aria-pressed": isTurned ? "true" : "false", act };
    return [
      button(look, h("span", { key: "label" }, label),
        h("b", { key: "state" }, say(isTurned ? "on" : "off"))),
      more && h("p", { key: `${key}-more`, class: "soft" }, more),
    ];
  }
}
