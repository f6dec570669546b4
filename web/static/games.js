/** The games that a page can show: their modules and styles, found by their names. No page names a game itself. */

/** The module `file` of every game that has one (the page lists them), by the game's name. */
export async function loadGames(file) {
  const names = document.getElementById("screen").dataset.games.split(" ").filter(Boolean);
  const modules = await Promise.all(names.map((name) => import(`./${name}/${file}`)));
  return new Map(names.map((name, place) => [name, modules[place]]));
}

/** Dress the page as this game: its styles alone count, and the page says which game and stage it shows. */
export function dress(game, { stage, phase }) {
  for (const link of document.querySelectorAll("link[data-game]")) link.disabled = link.dataset.game !== game;
  Object.assign(document.body.dataset, { game: game ?? "", stage, phase });
}
