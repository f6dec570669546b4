/** A page of which a part does not come asks for itself again; a plain script, since modules wait for all. */

{
  const AGAIN_MS = 1000;
  const PATIENCE_MS = 10_000;
  const again = () => location.reload();
  const late = setTimeout(again, PATIENCE_MS);
  const whole = new AbortController();
  const missed = (/** @type {Event} */ { target }) => {
    const isStyle = target instanceof HTMLLinkElement && target.rel === "stylesheet";
    if (isStyle || target instanceof HTMLScriptElement) setTimeout(again, AGAIN_MS);
  };
  // A page that was not whole at the kit yet says after how many seconds it is worth another look.
  const after = Number(document.currentScript?.dataset.after);
  if (after) setTimeout(again, after * 1000);
  // These do not bubble.
  addEventListener("error", missed, { capture: true, signal: whole.signal });
  // Before this all scripts and styles have come or failed; fonts and icons may be under way.
  addEventListener("DOMContentLoaded", () => {
    clearTimeout(late);
    whole.abort();
  });
}
