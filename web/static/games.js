/** The games that a page can show: their modules and styles, found by their names. No page names a game itself. */

import { placed } from "./dom.js";

/**
 * The module `file` of every game that has one (the page lists them), by the game's name.
 * @param {string} file
 * @param {string} [listed]
 * @returns {Promise<Map<string | null, any>>}
 */
export async function loadGames(file, listed = placed("screen").dataset.games) {
  const names = (listed ?? "").split(" ").filter(Boolean);
  const modules = await Promise.all(names.map((name) => import(`./${name}/${file}`)));
  return new Map(names.map((name, place) => [name, modules[place]]));
}

/** Dress the page as this game: its styles alone count, and the page says which game and stage it shows. */
export function dress(/** @type {string | null} */ game, { stage, phase }) {
  const links = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-game]"));
  // A sheet that is disabled may have to be loaded again before it counts; one for no medium stays at hand.
  for (const link of links) link.media = link.dataset.game === game ? "all" : "not all";
  Object.assign(document.body.dataset, { game: game ?? "", stage, phase });
}
