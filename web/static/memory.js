/** What a device remembers of its own switches. A browser that keeps nothing only forgets. */

/** What was kept under a name; null for nothing. */
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
