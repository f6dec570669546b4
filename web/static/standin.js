/**
 * The stand-in whistle: plays the kit's blasts by this page's loudspeaker, for a kit that has no horn.
 *
 * The kit tells the blasts ahead (`cues`), with moments on its own clock. Each is handed to the audio clock
 * as soon as it is known, so that neither a slow page nor a lost link makes it late. With every word of the
 * kit its place is computed again, since the page's estimate of the kit's clock gets better. One that is no
 * longer told is cancelled. No blast sounds twice, and none when it is too late for it: that is said instead.
 */

/** The blasts as [on, off] in ms: those of the real whistle. */
export const PATTERNS = { ready: [[200, 200], [200, 0]], head_start: [[250, 0]], open: [[1000, 0]],
  warn: [[200, 200], [200, 200], [200, 0]], close: [[600, 250], [600, 0]],
  stop: [[100, 80], [100, 80], [100, 80], [100, 80], [100, 0]] };
const RANK = { ready: 0, warn: 0, head_start: 1, open: 2, close: 3, stop: 4 };
/** Two tones near each other beat like the pea of a whistle. */
const TONES_HZ = [2350, 2420];
const HIGH_HZ = [3100, 3190];
const LOUD = 0.45;
const SOFT = 0.1;
/** A tone that begins or ends within less than this clicks. */
const EDGE_S = 0.004;
/** The silence that sets a blast apart from the one before it. */
const GAP_MS = 30;
/** A blast that is later than this is not sounded any more. */
const LATE_MS = 300;
/** But a stop is not too late as long as everybody may still run. */
const LATE_STOP_MS = 3000;
/** A blast that is nearer than this stays where it is. */
const FIXED_S = 0.08;
/** A place that differs by less than this is the same. */
const SAME_S = 0.002;
const MAX_KNOWN = 64;

/**
 * @typedef {{id: string, blast: string, at: number}} Cue
 * @typedef {{cue: Cue, from: number, until: number, gain: GainNode | null, tones: OscillatorNode[]}} Placed a
 * blast with its place on the audio clock (s)
 * @typedef {{id: string, blast: string, late: number | null}} Told what became of a blast: how late it was
 * (ms), null for one that came too late to sound
 */

/** The blasts of one page. `clock` is the kit's; `told(what)` hears what became of each. */
export class StandIn {
  #clock;
  #told;
  /** @type {AudioContext | null} */
  #context = null;
  /** @type {Cue[]} */
  #cues = [];
  /** @type {Map<string, Placed>} */
  #placed = new Map();
  /** The blasts that have sounded or never will. @type {Set<string>} */
  #done = new Set();
  /** Blasts due before this moment are none of this page's business. @type {number | null} */
  #since = null;

  constructor(/** @type {{now: () => number, rate: number}} */ clock,
    /** @type {(what: Told) => void} */ told = () => {})
  {
    this.#clock = clock;
    this.#told = told;
  }

  /** True if it sounds: it has begun, and the browser allows it. */
  get sounds() {
    return this.#context?.state === "running";
  }

  /** Begin with the page's audio. */
  begin(/** @type {AudioContext} */ context) {
    this.#context = context;
    this.#since = null;
    this.look();
  }

  /** Be silent at once, and stay so. */
  end() {
    this.#drop([...this.#placed.values()]);
    this.#context = null;
  }

  /** These are the blasts that the kit wants now. */
  take(/** @type {Cue[]} */ cues) {
    this.#cues = [...cues].sort((a, b) => a.at - b.at);
    this.look();
  }

  /** Compare what is to sound with what the kit wants, by its clock as it is known now. */
  look() {
    const context = this.#context;
    const now = this.#clock.now();
    if (!context || !now) return;
    // A clock that goes back is that of a machine that was switched off.
    this.#since = Math.min(this.#since ?? now, now);
    this.#settle(context.currentTime);
    if (!this.sounds) return this.#missLate();
    const wanted = this.#places(context);
    this.#drop(
      [...this.#placed.values()].filter(({ cue, from }) => from > context.currentTime && !wanted.has(cue.id)),
    );
    for (const [id, place] of wanted) this.#put(context, id, place);
  }

  /** Sound a stop at once: the touch that orders it is here. The kit will tell of it by the same `id`. */
  stopNow(/** @type {string} */ id) {
    const context = this.#context;
    if (!context || !this.sounds || this.#done.has(id) || this.#placed.has(id)) return;
    this.#drop([...this.#placed.values()]);
    // What the kit has told so far is overtaken.
    this.#cues = [];
    const cue = { id, blast: "stop", at: this.#clock.now() };
    this.#put(context, id, place(cue, context.currentTime));
  }

  /** The time on the audio clock (s) of a moment of the kit's, so that it is heard then. */
  #onAudio(/** @type {AudioContext} */ context, at) {
    const ms = (at - this.#clock.now()) / this.#clock.rate;
    const now = performance.now();
    const heard = context.currentTime - (context.outputLatency || context.baseLatency || 0);
    const stamp = context.getOutputTimestamp?.();
    if (!stamp?.performanceTime || !stamp.contextTime) return heard + ms / 1000;
    const exact = stamp.contextTime + (now - stamp.performanceTime) / 1000;
    // A browser that has just been given its loudspeaker may stamp nonsense.
    return (Math.abs(exact - heard) < 0.5 ? exact : heard) + ms / 1000;
  }

  /** The times of all blasts that are to sound, cut short or left out as by the kit's whistle. */
  #places(/** @type {AudioContext} */ context) {
    /** @type {Map<string, Placed>} */
    const wanted = new Map();
    const now = context.currentTime;
    let last = [...this.#placed.values()].findLast(({ from, until }) => from <= now && now < until);
    for (const cue of this.#cues) {
      if (this.#isPast(cue) || (this.#placed.get(cue.id)?.from ?? Infinity) <= now) continue;
      const due = this.#onAudio(context, cue.at);
      let one = place(cue, Math.max(due, now));
      const overlaps = last !== undefined && one.from < last.until + GAP_MS / 1000;
      if (last && overlaps && cutsShort(cue, last.cue)) cut(last, Math.max(now, one.from - GAP_MS / 1000));
      else if (last && overlaps) one = place(cue, last.until + GAP_MS / 1000);
      if ((one.from - due) * 1000 > tooLate(cue)) this.#miss(cue);
      else wanted.set(cue.id, last = one);
    }
    return wanted;
  }

  #put(/** @type {AudioContext} */ context, id, /** @type {Placed} */ wanted) {
    const known = this.#placed.get(id);
    if (known) {
      const near = known.from - context.currentTime < FIXED_S;
      const same = Math.abs(known.from - wanted.from) < SAME_S
        && Math.abs(known.until - wanted.until) < SAME_S;
      if (near || same) return cut(known, wanted.until);
      this.#drop([known]);
    }
    this.#placed.set(id, sounded(context, wanted));
  }

  /** Report the blasts that have begun, with their delay. */
  #settle(now) {
    for (const placed of this.#placed.values()) {
      const { cue, from, until } = placed;
      if (from > now || !this.#context) continue;
      if (!this.#done.has(cue.id)) {
        this.#end(cue);
        this.#told({ id: cue.id, blast: cue.blast,
          late: (from - this.#onAudio(this.#context, cue.at)) * 1000 });
      }
      if (until < now) this.#placed.delete(cue.id);
    }
  }

  /** While the browser is silent blasts pass by. */
  #missLate() {
    const late = (/** @type {Cue} */ cue) => (this.#clock.now() - cue.at) / this.#clock.rate > tooLate(cue);
    for (const cue of this.#cues) if (!this.#isPast(cue) && late(cue)) this.#miss(cue);
  }

  /** True if a blast has had its turn, or was due before this page began. */
  #isPast(/** @type {Cue} */ { id, at }) {
    return this.#done.has(id) || at < (this.#since ?? 0);
  }

  #miss(/** @type {Cue} */ cue) {
    this.#end(cue);
    this.#told({ id: cue.id, blast: cue.blast, late: null });
  }

  #end(/** @type {Cue} */ { id }) {
    this.#done.add(id);
    if (this.#done.size > MAX_KNOWN) this.#done.delete(this.#done.values().next().value ?? "");
  }

  #drop(/** @type {Placed[]} */ all) {
    for (const { cue, gain, tones } of all) {
      for (const tone of tones) tone.stop();
      gain?.disconnect();
      this.#placed.delete(cue.id);
    }
  }
}

function tooLate(/** @type {Cue} */ { blast }) {
  return blast === "stop" ? LATE_STOP_MS : LATE_MS;
}

/** As with the real whistle: a higher rank cuts a lower short, and opening and closing wait for nothing. */
function cutsShort(/** @type {Cue} */ cue, /** @type {Cue} */ before) {
  return RANK[cue.blast] > RANK[before.blast] || (RANK[cue.blast] >= RANK.head_start && cue.at > before.at);
}

/** @returns {Placed} */
function place(/** @type {Cue} */ cue, from) {
  const ms = PATTERNS[cue.blast].flat().reduce((all, part) => all + part, 0);
  return { cue, from, until: from + ms / 1000, gain: null, tones: [] };
}

/** Let a device be heard that is to stand in: its tones, short and soft. */
export function tryOut(/** @type {AudioContext} */ context) {
  sounded(context, place({ id: "try", blast: "ready", at: 0 }, context.currentTime), SOFT);
}

function sounded(/** @type {AudioContext} */ context, /** @type {Placed} */ placed, loud = LOUD) {
  const { cue, from, until } = placed;
  const gain = new GainNode(context, { gain: 0 });
  gain.connect(context.destination);
  let at = from;
  for (const [on, off] of PATTERNS[cue.blast]) {
    gain.gain.setValueAtTime(0, at).linearRampToValueAtTime(loud, at + EDGE_S);
    gain.gain.setValueAtTime(loud, at + on / 1000 - EDGE_S).linearRampToValueAtTime(0, at + on / 1000);
    at += (on + off) / 1000;
  }
  const tones = (cue.blast === "head_start" ? HIGH_HZ : TONES_HZ).map((frequency) =>
    new OscillatorNode(context, { type: "square", frequency })
  );
  for (const tone of tones) {
    tone.connect(gain);
    tone.start(from);
    tone.stop(until);
  }
  return { ...placed, gain, tones };
}

function cut(/** @type {Placed} */ placed, until) {
  if (until >= placed.until - SAME_S) return;
  placed.until = until;
  for (const tone of placed.tones) tone.stop(until);
}
