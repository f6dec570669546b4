/** Server-Sent Events read by `fetch`: unlike an EventSource it tells why and for how long it was refused. */

/** Silence after which a feed is dead; kit and hub beat every second. */
const SILENT_MS = 5000;

/**
 * Read the feed until it ends, calling `on[event](data)` for each event that has an entry. Resolves with the
 * time (ms) to wait before the next try, as told by `Retry-After` or `retry:` (0 if untold), and with the
 * status of a refusal (0 for none). `signal` ends it.
 * @param {string} url
 * @param {Record<string, (data: any) => void>} on
 * @param {AbortSignal} signal
 * @returns {Promise<{wait: number, refused: number}>}
 */
export async function stream(url, on, signal) {
  const own = new AbortController();
  const end = () => own.abort();
  signal.addEventListener("abort", end);
  let silence = setTimeout(end, SILENT_MS);
  let wait = 0;
  try {
    const answer = await fetch(url, { cache: "no-store", headers: { Accept: "text/event-stream" },
      signal: own.signal });
    if (!answer.ok || !answer.body) {
      await answer.text();
      return { wait: Number(answer.headers.get("Retry-After")) * 1000 || 0, refused: answer.status };
    }
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      clearTimeout(silence);
      silence = setTimeout(end, SILENT_MS);
      const blocks = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const { event, data, retry } = fields(block);
        if (retry) wait = Number(retry) || wait;
        if (event && data && on[event]) hand(on[event], data);
      }
    }
  } catch {
    // It was cut, or nobody is there.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
    own.abort();
  }
  return { wait, refused: 0 };
}

/** Wait, no longer than until the signal. @returns {Promise<void>} */
export function pause(/** @type {number} */ ms, /** @type {AbortSignal} */ signal) {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
}

/** As with an EventSource, a mistake of the page is told and does not end the feed. */
function hand(/** @type {(data: any) => void} */ listener, /** @type {string} */ data) {
  try {
    listener(JSON.parse(data));
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

/** The fields of one event. @returns {Record<string, string>} */
function fields(/** @type {string} */ block) {
  return Object.fromEntries(block.split("\n").map((line) => {
    const at = line.indexOf(":");
    return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
  }));
}
