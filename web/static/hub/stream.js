/** A feed of Server-Sent Events read by `fetch`: unlike an EventSource it tells why, and for how long, it was refused. */

/** Silence after which a feed is dead; the hub beats every second. */
const SILENT_MS = 5000;
/** When a refusal does not say when to come back. */
const REFUSED_MS = 10_000;

/**
 * Read the feed until it ends, calling `on[event](data)` for each event that has an entry. Resolves with how long to wait
 * before the next try, as the hub said by `Retry-After` or `retry:` (0 where a feed that broke said nothing), and whether it
 * was `refused`. `signal` ends it.
 * @param {string} url
 * @param {Record<string, (data: any) => void>} on
 * @param {AbortSignal} signal
 * @returns {Promise<{wait: number, refused: boolean}>}
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
      return { wait: Number(answer.headers.get("Retry-After")) * 1000 || REFUSED_MS, refused: true };
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
        if (event && data && on[event]) on[event](JSON.parse(data));
      }
    }
  } catch {
    // It was cut, or nobody is there.
  } finally {
    clearTimeout(silence);
    signal.removeEventListener("abort", end);
    own.abort();
  }
  return { wait, refused: false };
}

/** The fields of one event. @returns {Record<string, string>} */
function fields(/** @type {string} */ block) {
  return Object.fromEntries(block.split("\n").map((line) => {
    const at = line.indexOf(":");
    return at < 0 ? [line, ""] : [line.slice(0, at), line.slice(at + 1).replace(/^ /, "")];
  }));
}
