/** The switches that a device remembers. A browser that keeps nothing only forgets. */

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
