/** The page's loudspeaker. Browsers let a page sound only after a touch, and again after each reload. */

/** @type {AudioContext | null} */
let context = null;

/** The page's audio, made at its first use; null where a browser has none. */
export function audio() {
  if (window.AudioContext) context ??= new AudioContext();
  return context;
}

/** True once the page has been touched, so that it may sound and buzz. */
export function isTouched() {
  return navigator.userActivation?.hasBeenActive ?? true;
}
