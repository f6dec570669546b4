/** The games that a page can show: modules and styles, found by name. No page names a game itself. */

import { placed } from "./dom.js";

const AGAIN_MS = 1000;
const PATIENCE_MS = 10_000;

let asked = false;
async function again() {
  if (asked) return;
  asked = true;
  // Without a link the browser's own page would come, and stay.
  while (!(await fetch(location.href, { method: "HEAD" }).catch(() => null)))
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  location.reload();
}

/** The module `file` of a game, with its styles. A page that lacks one asks for itself again (see whole.js). */
export async function gameModule(/** @type {string} */ game, /** @type {string} */ file) {
  const late = setTimeout(again, PATIENCE_MS);
  try {
    const styles = sheets().filter((link) => link.dataset.game === game).map(enabled);
    return (await Promise.all([import(`./${game}/${file}`), ...styles]))[0];
  } catch (error) {
    // What came and cannot be read is another kind of error, and stays one.
    if (error instanceof TypeError) setTimeout(again, AGAIN_MS);
    throw error;
  } finally {
    clearTimeout(late);
  }
}

/** The modules `file` of a page's games, each with its styles, from when a view first names the game. */
export class Games {
  #file;
  /** @type {Map<string | null, any>} */
  #modules = new Map();
  #come = (/** @type {boolean} */ _isFirst) => {};

  constructor(/** @type {string} */ file, listed = placed("screen").dataset.games) {
    this.#file = file;
    this.names = (listed ?? "").split(" ").filter(Boolean);
  }

  /** The module of a game; null where there is none, or it has not come. */
  get(/** @type {string | null} */ game) {
    return this.#modules.get(game) ?? null;
  }

  /**
   * True if all of this game that the page can have is there. Else it is asked for, and the newest `come` is
   * called with it, `isFirst` where the page has shown nothing before.
   */
  ready(/** @type {string | null} */ game, /** @type {(isFirst: boolean) => void} */ come) {
    this.#come = come;
    if (game === null || !this.names.includes(game)) return true;
    if (!this.#modules.has(game)) void this.#load(game);
    return this.get(game) !== null;
  }

  async #load(/** @type {string} */ game) {
    this.#modules.set(game, null);
    this.#modules.set(game, await gameModule(game, this.#file));
    this.#come(document.body.dataset.stage === undefined);
  }
}

/** The links to the styles of all games. */
function sheets() {
  return [...document.querySelectorAll("link[data-game]")].map((
    link,
  ) => /** @type {HTMLLinkElement} */ (link));
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
  for (const link of sheets()) link.media = link.dataset.game === game ? "all" : "not all";
  Object.assign(document.body.dataset, { game: game ?? "", stage, phase });
}
