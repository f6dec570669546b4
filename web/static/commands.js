/** Sends commands to the kit in turn, each again until it is answered; its id makes a repeat harmless. */

const AGAIN_MS = 500;
const PATIENCE_MS = 5000;
/** An urgent command is sent again this soon, even while the last sending is under way. */
const URGENT_AGAIN_MS = 250;
const URGENT_BESIDE_MS = 1000;
/** Longer than the kit itself takes to say that it could not store something. */
const URGENT_PATIENCE_MS = 2500;
/** Distance from its answer within which the view of a decision is looked for. */
const TOGETHER_MS = 2000;

/** A new command id: 128 random bits. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

/** The commands that wait for their answer; `changed()` is called whenever that list changes. */
export class Commands {
  #key;
  #line = Promise.resolve();
  #changed;
  #decided = new Map();
  waiting = new Set();

  /** With a `key` the page's tab keeps what waits, so that a reload loses none of it. */
  constructor(changed, key = "") {
    this.#key = key;
    this.#changed = () => {
      this.#keep();
      changed();
    };
  }

  /** Commands that waited when the page was left, to be sent again; none that is now or never. */
  kept() {
    try {
      return JSON.parse(sessionStorage.getItem(this.#key) ?? "[]");
    } catch {
      return [];
    }
  }

  #keep() {
    const lasting = [...this.waiting].filter(({ urgent, within }) => !urgent && within === Infinity);
    try {
      if (this.#key) sessionStorage.setItem(this.#key, JSON.stringify(lasting.map(({ command }) => command)));
    } catch {
      // A browser that keeps nothing loses them, as it would anyway.
    }
  }

  /** Send a command, in turn unless `urgent`; resolves to `{status, body}`, status 0 if given up (`late`). */
  send(command, { urgent = false, within = Infinity } = {}) {
    const known = urgent && this.underWay(command.type);
    if (known) {
      this.#attempt(known);
      return known.answer;
    }
    const entry = { command: { id: newId(), ...command }, urgent, since: performance.now(), within,
      problem: "", over: false };
    entry.answer = new Promise((resolve) => {
      entry.answered = resolve;
    });
    this.waiting.add(entry);
    if (within < Infinity) setTimeout(() => this.#end(entry, { status: 0, body: {}, late: true }), within);
    this.#changed();
    if (urgent) this.#deliver(entry);
    else this.#line = this.#line.then(() => Promise.race([this.#deliver(entry), entry.answer]));
    return entry.answer;
  }

  /** The command of a type that waits for its answer. */
  underWay(type) {
    return [...this.waiting].find((entry) => entry.command.type === type);
  }

  /** Ask what a command would do, once; resolves to `{status, body}`, status 0 without an answer. */
  async ask(command) {
    return (await post({ id: newId(), ...command, dry_run: true }, PATIENCE_MS)) ?? { status: 0, body: {} };
  }

  /** Stop repeating whatever is still waiting, except what is urgent. */
  giveUp() {
    for (const entry of [...this.waiting].filter((one) => !one.urgent))
      this.#end(entry, { status: 0, body: {} });
  }

  /** True if all decisions between two views were on commands of this page, at about `at`. */
  ours(from, to, at) {
    const first = from?.match === to.match ? from.seq : 0;
    const all = Array.from({ length: to.seq - first }, (_, i) => this.#decided.get(first + 1 + i));
    return all.length > 0 && all.every((answered) => Math.abs(answered - at) < TOGETHER_MS);
  }

  async #deliver(entry) {
    while (!entry.over) {
      const tried = this.#attempt(entry);
      await (entry.urgent ? Promise.race([tried, pause(URGENT_BESIDE_MS)]) : tried);
      if (!entry.over) await pause(entry.urgent ? URGENT_AGAIN_MS : AGAIN_MS);
    }
  }

  async #attempt(entry) {
    const left = entry.since + entry.within - performance.now();
    const got = await post(entry.command,
      Math.min(entry.urgent ? URGENT_PATIENCE_MS : PATIENCE_MS, Math.max(left, 1)));
    if (got !== null && got.status < 500) return this.#end(entry, got);
    entry.problem = got?.body?.error?.message ?? entry.problem;
    this.#changed();
  }

  #end(entry, answer) {
    if (entry.over) return;
    entry.over = true;
    this.waiting.delete(entry);
    if (answer.status === 200) this.#decided.set(answer.body.seq, performance.now());
    entry.answered(answer);
    this.#changed();
  }
}

/** Resolves after this many ms. */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Ask what a game tells beside its views; the query is its own. Null without an answer. */
export async function lookUp(/** @type {Record<string, string>} */ query) {
  const answer = await get(`/api/ask?${new URLSearchParams(query)}`);
  return answer?.ok ? answer.json().catch(() => null) : null;
}

/** GET an answer from the kit, never a cached one; null when nothing came back. */
export function get(/** @type {string} */ url) {
  return fetch(url, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => null);
}

/** Send a JSON body to the kit: `{status, body}`, or null when nothing came back. */
export async function postJson(url, body, patience = PATIENCE_MS, method = "POST") {
  try {
    const answer = await fetch(url, { method, headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body), signal: AbortSignal.timeout(patience) });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : {},
      retryAfter: answer.headers.get("Retry-After") };
  } catch {
    return null;
  }
}

function post(command, patience) {
  return postJson("/api/commands", command, patience);
}
