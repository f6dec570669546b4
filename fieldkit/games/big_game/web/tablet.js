/** Catan Big Game on the tablet: the conductor's console, the steward's desk and the announcer's screen. */

import { codePanel } from "../panels/code.js";
import { menuPanel, panelsOf } from "../panels/menu.js";
import { rulesPanel } from "../panels/rules.js";
import { consoleBar, quietBar } from "./bar.js";
import { claimedPanel, claimPanel, judgePanel } from "./claims.js";
import { consoleScreen } from "./console.js";
import { deskBarKeys, deskScreen } from "./desk.js";
import { abandonButton, announcePanel, endPanel, overScreen, pausePanel } from "./ending.js";
import { wholeGuide } from "./guide.js";
import { importPanel } from "./import.js";
import { listenToKeys } from "./keys.js";
import { boardsPanel, cardsPanel, registerPanel, registrationScreen } from "./registration.js";
import { allRollsPanel, announcerScreen, dicePanel, takeBackPanel } from "./say.js";
import { optionsPanel, setupScreen } from "./setup.js";
import { words as gameWords } from "./words.js";
import { words as consoleWords } from "./words/console.js";
import { words as guideWords } from "./words/guide.js";

export const words = { ...gameWords, ...guideWords, ...consoleWords };

/** The console has no room for the line of fair dice: it is under More, and below the result. */
export const placesFairLine = true;
/** The bar has a counter that says so when nobody hears the hall. */
export const countsSound = true;

/** The addresses of more screens, by their use. */
const PLACES = { desk: "#desk", console: "", announcer: "#announcer" };

/** The entries of More. */
const MORE = [
  { key: "desk", act: ({ memory, close }) => {
    memory.isDesk = true;
    close();
  } },
  { key: "options", panel: optionsPanel },
  { key: "code", panel: (tablet, panel) => codePanel(tablet, panel, PLACES) },
  { key: "cards", word: "phones", panel: cardsPanel },
  { key: "print", word: "print_hall" },
  // A rehearsal has no log book.
  { key: "sheet", word: "log_book", when: ({ view }) => !view.rehearsal },
  { key: "rules", panel: rulesPanel(({ say, view }) => wholeGuide(say, view.guide)) },
  "sound",
  "hub",
  "fair",
  "kit",
  "theme",
  "leave",
];

export const panels = { ...panelsOf(MORE), announce: announcePanel, boards: boardsPanel, claim: claimPanel,
  claimed: claimedPanel, dice: dicePanel, end: endPanel, import: importPanel, judge: judgePanel,
  more: (tablet) => ({ ...menuPanel(tablet, MORE),
    actions: tablet.view.can.abandon_hall && abandonButton(tablet) }), pause: pausePanel,
  register: registerPanel, rolls: allRollsPanel, take_back: takeBackPanel };

/** The screen that this page shows: by its address, and the console can turn to the desk and back. */
function place(/** @type {HallTablet} */ { memory }) {
  const named = location.hash.slice(1);
  if (named === "announcer" || named === "desk") return named;
  return memory.isDesk ? "desk" : "console";
}

/** Setting up a hall, also over the result of the last one. */
export function setup(/** @type {HallTablet} */ tablet) {
  listenToKeys(null);
  document.body.dataset.hall = "setup";
  return setupScreen(tablet);
}

/** The screen of this place and phase. */
export function screen(/** @type {HallTablet} */ tablet) {
  const { view } = tablet;
  const at = place(tablet);
  document.body.dataset.hall = at;
  listenToKeys(at === "console" && view.phase !== "over" ? tablet : null);
  if (at === "announcer") return announcerScreen(tablet);
  if (at === "desk") return deskScreen(tablet);
  if (view.phase === "over") return overScreen(tablet);
  return view.phase === "registration" ? registrationScreen(tablet) : consoleScreen(tablet);
}

/** The bar of this place. */
export function bar(/** @type {HallTablet} */ tablet) {
  const at = place(tablet);
  if (at === "announcer") return quietBar(tablet);
  if (at === "desk") return quietBar(tablet, deskBarKeys(tablet));
  return tablet.view.phase === "over" ? quietBar(tablet) : consoleBar(tablet);
}
