/**
 * Sends commands to the kit, one after the other, each with its own id until it is answered.
 *
 * A repeat of an id changes nothing at the kit, so whatever gets lost on the way is simply sent again.
 */

const AGAIN_MS = 500;
const PATIENCE_MS = 5000;

/** A new command id: 128 random bits. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The commands that wait for their answer; `changed()` is called whenever that list changes. */
export class Commands {
  #line = Promise.resolve();
  #changed;
  waiting = new Set();

  constructor(changed) {
    this.#changed = changed;
  }

  /**
   * Send a command; resolves to `{status, body}` (status 0: given up by the referee).
   * Commands go in the order given; `urgent` ones overtake.
   */
  send(command, { urgent = false } = {}) {
    const entry = { command: { id: newId(), ...command }, since: performance.now(), problem: "", dropped: false };
    this.waiting.add(entry);
    this.#changed();
    const answer = urgent ? this.#deliver(entry) : this.#line.then(() => this.#deliver(entry));
    if (!urgent) this.#line = answer;
    return answer;
  }

  /** Ask what a command would do, once; resolves to `{status, body}`, status 0 when the kit did not answer. */
  async ask(command) {
    return (await post({ id: newId(), ...command, dry_run: true })) ?? { status: 0, body: {} };
  }

  /** Stop repeating whatever is still waiting. */
  giveUp() {
    for (const entry of this.waiting) entry.dropped = true;
  }

  async #deliver(entry) {
    let answer = { status: 0, body: {} };
    while (!entry.dropped) {
      const got = await post(entry.command);
      if (got !== null && got.status < 500) {
        answer = got;
        break;
      }
      entry.problem = got?.body?.error?.message ?? "";
      this.#changed();
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
    this.waiting.delete(entry);
    this.#changed();
    return answer;
  }
}

/** POST a JSON body to the kit: `{status, body}`, or null when nothing came back. */
export async function postJson(url, body, patience = PATIENCE_MS) {
  try {
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : {}, retryAfter: answer.headers.get("Retry-After") };
  } catch {
    return null;
  }
}

function post(command) {
  return postJson("/api/commands", command);
}
