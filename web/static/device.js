/** The device of a page: its theme, the full screen, switches that it remembers, its loudspeaker. */

const YEAR_S = 365 * 86_400;

/** True for the theme of the evening. */
export function isDusk() {
  return document.documentElement.dataset.theme === "dusk";
}

/** Turn this device to the other theme, and keep what was chosen. */
export function switchTheme() {
  const theme = isDusk() ? "sun" : "dusk";
  document.documentElement.dataset.theme = theme;
  try {
    document.cookie = `theme=${theme}; path=/; max-age=${YEAR_S}; samesite=lax`;
  } catch {
    // Without a place to keep it in, it counts until the page is loaded again.
  }
}

/** True if this browser lets a page fill the screen. */
export function canFill() {
  return document.fullscreenEnabled === true;
}

export function isFull() {
  return document.fullscreenElement !== null;
}

/** Fill the whole screen with the page, or give it back. */
export async function switchFull() {
  await (isFull() ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() =>
    null
  );
}

/** Let a tap or F fill the screen with the page, as of a TV. */
export function fillAtTap() {
  const fill = () => canFill() && !isFull() && switchFull();
  addEventListener("click", fill);
  addEventListener("keydown", ({ key }) => key.toLowerCase() === "f" && fill());
}

/** True where this browser lets a page keep the screen on: by https alone. */
export function canStayAwake() {
  return "wakeLock" in navigator;
}

/** Keep the screen on while the page is in sight, where that is allowed. */
export function stayAwake() {
  // The browser lets it go whenever the page is hidden.
  const hold = () => !document.hidden && navigator.wakeLock.request("screen").catch(() => null);
  if (!canStayAwake()) return;
  document.addEventListener("visibilitychange", hold);
  hold();
}

/** The value kept under a name, or null. */
export function remembered(/** @type {string} */ name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Keep a word under a name. */
export function remember(/** @type {string} */ name, /** @type {string} */ word) {
  try {
    localStorage.setItem(name, word);
  } catch {
    // Then it counts until the page is left.
  }
}

/** @type {AudioContext | null} */
let context = null;

/** The page's audio, null where a browser has none; it may sound only after a touch. */
export function audio() {
  if (window.AudioContext) context ??= new AudioContext();
  return context;
}

/** True once the page has been touched, so that it may sound and buzz. */
export function isTouched() {
  return navigator.userActivation?.hasBeenActive ?? true;
}

// Pages without a menu have a switch at their foot.
document.querySelector(".theme-switch")?.addEventListener("click", switchTheme);
