/** The games that a page can show: modules and styles, found by name. No page names a game itself. */

import { placed } from "./dom.js";

const AGAIN_MS = 1000;
const PATIENCE_MS = 10_000;

let asked = false;
function again() {
  if (!asked) location.reload();
  asked = true;
}

/** The module `file` of a game. A page that does not get it asks for itself again (see whole.js). */
export async function gameModule(/** @type {string} */ game, /** @type {string} */ file) {
  const late = setTimeout(again, PATIENCE_MS);
  try {
    return await import(`./${game}/${file}`);
  } catch (error) {
    // What came and cannot be read is another kind of error, and stays one.
    if (error instanceof TypeError) setTimeout(again, AGAIN_MS);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The module `file` of each game of the page, by name. @returns {Promise<Map<string | null, any>>} */
export async function loadGames(/** @type {string} */ file, listed = placed("screen").dataset.games) {
  const names = (listed ?? "").split(" ").filter(Boolean);
  const modules = await Promise.all(names.map((name) => gameModule(name, file)));
  return new Map(names.map((name, place) => [name, modules[place]]));
}

/** Dress the page as this game: its styles alone count, and the page says which game and stage it shows. */
export function dress(/** @type {string | null} */ game, { stage, phase }) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-game]"));
  // A sheet that is disabled may have to be loaded again before it counts; one for no medium stays at hand.
  for (const link of links) link.media = link.dataset.game === game ? "all" : "not all";
  Object.assign(document.body.dataset, { game: game ?? "", stage, phase });
}
