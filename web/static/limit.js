/** Says at a field with `maxlength`, or `data-most` at which the kit refuses, that it is full. */

import { speaker } from "./format.js";

/** Maximum of letters in the name of a team or a player, on a field or at a table. */
export const NAME_LETTERS = 24;
const OVER_PX = 6;

/** Watch all fields of this page, those to come too. */
export function tellLimits() {
  const say = speaker();
  const place = document.createElement("p");
  place.className = "limit";
  place.hidden = true;
  place.setAttribute("role", "status");
  document.body.append(place);
  /** The field that is full, while somebody types. @type {HTMLInputElement | null} */
  let full = null;

  /** Stay at the field as long as it is full: a scroll, a keyboard or a redraw may move it at any time. */
  function follow() {
    const filled = full && full === document.activeElement && fillOf(full);
    place.hidden = !filled;
    if (!full || !filled) {
      full = null;
      return;
    }
    const text = say("letters", filled);
    if (place.textContent !== text) place.textContent = text;
    const { top, right } = full.getBoundingClientRect();
    place.style.top = `${Math.max(0, top - place.offsetHeight + OVER_PX)}px`;
    place.style.right = `${document.documentElement.clientWidth - right}px`;
    requestAnimationFrame(follow);
  }

  function look(/** @type {Event} */ { target }) {
    if (!(target instanceof HTMLInputElement)) return;
    const isFollowing = full !== null;
    full = target;
    if (!isFollowing) follow();
  }

  for (const what of ["input", "focusin"]) document.addEventListener(what, look);
}

/** The letters of a field and their maximum, once it is full; null before, and for digits. */
function fillOf(/** @type {HTMLInputElement} */ field) {
  const isCut = field.maxLength > 0;
  const most = isCut ? field.maxLength : Number(field.dataset.most);
  // A browser counts some letters twice, the kit does not.
  const n = isCut ? field.value.length : [...field.value].length;
  return most && n >= most && field.inputMode !== "numeric" ? { n, most } : null;
}
