/** The link to what the kit says of itself; an order is sent once, since it sounds or moves something. */

import { postJson } from "../commands.js";

const ADDRESS = "/api/kit";
const EVERY_MS = 500;
const PATIENCE_MS = 2000;
const AWAY_MS = 2000;
const CHECK_MS = 250;

/** Follow the kit, silent for two seconds when `onLink(true)`. Returns the function that sends an order. */
export function follow({ onView, onLink, onStranger }) {
  let heardAt = performance.now();
  let away = false;
  let tag = "";
  let asked = 0;
  let shown = 0;

  const heard = () => {
    heardAt = performance.now();
    if (away) onLink(away = false);
  };
  const show = (number, view, newTag) => {
    // An answer to what was asked before an order does not know the order's outcome.
    if (number < shown) return;
    [shown, tag] = [number, newTag];
    onView(view);
  };
  const ask = async () => {
    const number = ++asked;
    /** @type {Record<string, string>} */
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(ADDRESS, { cache: "no-store", headers,
      signal: AbortSignal.timeout(PATIENCE_MS) });
    if (answer.status === 401) onStranger();
    else if (answer.status === 200) show(number, await answer.json(), answer.headers.get("ETag") ?? "");
    if (answer.status < 400) heard();
  };
  const goOn = async () => {
    if (!document.hidden) await ask().catch(() => null);
    setTimeout(goOn, EVERY_MS);
  };
  const check = () => {
    if (document.hidden || away || performance.now() - heardAt <= AWAY_MS) return;
    onLink(away = true);
  };
  document.addEventListener("visibilitychange", () => {
    heardAt = performance.now();
  });
  setInterval(check, CHECK_MS);
  goOn();

  return async (order) => {
    const answer = await postJson(ADDRESS, order);
    if (answer?.status === 401) onStranger();
    else if (answer?.status === 200) show(++asked, answer.body, "");
    return answer;
  };
}
