/** The games that a page can show: modules and styles, found by name. No page names a game itself. */

import { placed } from "./dom.js";

const AGAIN_MS = 1000;
const PATIENCE_MS = 10_000;
/** The links to the styles of all games. @type {NodeListOf<HTMLLinkElement>} */
const sheets = document.querySelectorAll("link[data-game]");

/** Load the page again, but not without a link: the browser's own page would come, and stay. */
async function again() {
  if (await fetch(location.href, { method: "HEAD" }).catch(() => null)) location.reload();
  else setTimeout(again, AGAIN_MS);
}

/** The module `file` of a game, with its styles. A page without them asks for itself again (see whole.js). */
export async function gameModule(/** @type {string} */ game, /** @type {string} */ file) {
  const late = setTimeout(again, PATIENCE_MS);
  try {
    const styles = [...sheets].filter((link) => link.dataset.game === game).map(enabled);
    return (await Promise.all([import(`./${game}/${file}`), ...styles]))[0];
  } catch (error) {
    // What came and cannot be read is another kind of error, and stays one.
    if (error instanceof TypeError) setTimeout(again, AGAIN_MS);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** A page's games: the module `file` of each comes with its styles when a view first names the game. */
export class Games {
  /** By name; undefined while one is on its way. @type {Map<string | null, any>} */
  modules = new Map();
  #come = (/** @type {boolean} */ _isFirst) => {};

  constructor(/** @type {string} */ file, listed = placed("screen").dataset.games) {
    this.file = file;
    this.names = (listed ?? "").split(" ").filter(Boolean);
  }

  /** The module of a game, or null; undefined until it has come, when the newest `come` is called. */
  of(/** @type {string | null} */ game, /** @type {(isFirst: boolean) => void} */ come) {
    this.#come = come;
    if (game === null || !this.names.includes(game)) return null;
    if (!this.modules.has(game)) void this.#load(game);
    return this.modules.get(game);
  }

  async #load(/** @type {string} */ game) {
    this.modules.set(game, undefined);
    this.modules.set(game, await gameModule(game, this.file));
    // A page that had shown nothing yet was opened for this.
    this.#come(document.body.dataset.stage === undefined);
  }
}

/** Let a style sheet come, which the template holds back; it counts when the page is dressed in it. */
function enabled(/** @type {HTMLLinkElement} */ link) {
  return link.sheet ?? new Promise((done, fail) => {
    link.addEventListener("load", done);
    link.addEventListener("error", () => fail(new TypeError(link.href)));
    link.disabled = false;
  });
}

/** Dress the page as this game: its styles alone count, and the page says which game and stage it shows. */
export function dress(/** @type {string | null} */ game, { stage, phase }) {
  // A sheet that is disabled may have to be loaded again before it counts; one for no medium stays at hand.
  for (const link of sheets) link.media = link.dataset.game === game ? "all" : "not all";
  Object.assign(document.body.dataset, { game: game ?? "", stage, phase });
}
