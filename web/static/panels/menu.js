/**
 * More: panels and pages that are wanted less often. An entry is a row of data; those that games share stand
 * here.
 */

import { canFill, isDusk, isFull, switchFull, switchTheme } from "../device.js";
import { button, h, icon } from "../dom.js";
import { captainsPanel, codePanel, crewPanel, seatPanel, seatsPanel } from "./code.js";
import { loginsPanel } from "./logins.js";
import { recordPanel, undoPanel } from "./record.js";

/** The panels that every tablet has; a game's own of the same name stand before them. */
export const panels = { captains: captainsPanel, code: codePanel, crew: crewPanel, logins: loginsPanel,
  record: recordPanel, seat: seatPanel, seats: seatsPanel, undo: undoPanel };

/**
 * An entry: it opens the panel `key` with `state`, unless it leads to a page (`href`, `away` in a tab of its
 * own) or has something to do (`act`). `word` is its word of the page, `text` a text in its place; `when`
 * says whether it is there, `can` whether it may be tapped.
 *
 * @typedef {{key: string, icon?: string, word?: string, text?: string, href?: string, away?: boolean,
 *   act?: (tablet: AnyTablet) => any, state?: Record<string, any>, when?: any, can?: any}} Entry
 */

/** @type {Record<string, (tablet: AnyTablet) => Omit<Entry, "key">>} */
const SHARED = { seats: () => ({ icon: "menu-player", word: "phones" }),
  code: () => ({ icon: "menu-tablet", word: "another_tablet" }),
  captains: () => ({ icon: "menu-player", word: "captains" }),
  crew: () => ({ icon: "menu-tablet", word: "crew_phones" }),
  logins: () => ({ icon: "menu-list", word: "logins" }),
  record: () => ({ icon: "menu-list", word: "last_actions" }),
  rules: () => ({ icon: "menu-rules", word: "the_rules" }),
  fair: ({ view }) => ({ icon: "die", word: "fair_title", when: view.fair }),
  hub: ({ view }) => ({ icon: "menu-list", word: "hub", when: view.kit.hub }),
  kit: () => ({ icon: "menu-kit", word: "check_kit", href: "/kit" }),
  print: () => ({ icon: "menu-print", word: "print_slips", href: "/print", away: true }),
  sheet: () => ({ icon: "menu-print", word: "print_match", href: "/print/match", away: true }),
  theme: () => ({ icon: isDusk() ? "sun" : "moon", word: isDusk() ? "theme_sun" : "theme_dusk",
    act: ({ draw }) => {
      switchTheme();
      draw();
    } }),
  full: () => ({ icon: "menu-full", word: isFull() ? "full_off" : "full_on", when: canFill(),
    act: async ({ draw }) => {
      await switchFull();
      draw();
    } }), sound: () => ({ icon: "menu-sound", word: "sound" }),
  leave: () => ({ icon: "menu-out", word: "log_out", act: ({ leave }) => leave() }) };

/**
 * The entries of a menu: those that are shared by their names, a game's own as `Entry`; an `Entry` of a
 * shared name says what is other there. From a panel opened here Back leads to the panel `from`.
 *
 * @param {AnyTablet} tablet
 * @param {string} from
 * @param {(string | Entry)[]} rows
 * @param {boolean} [hasIcons]
 */
export function menuEntries(tablet, from, rows, hasIcons = false) {
  return rows.map((row) => {
    const own = typeof row === "string" ? { key: row } : row;
    const entry = { when: true, can: true, ...SHARED[own.key]?.(tablet), ...own };
    return entry.when && drawn(tablet, from, entry, hasIcons);
  });
}

function drawn(/** @type {AnyTablet} */ tablet, from, /** @type {Entry} */ entry, hasIcons) {
  const { say, open, tell } = tablet;
  const { key, href, act, state } = entry;
  const text = entry.text ?? say(entry.word ?? key);
  const inside = hasIcons ? [icon(entry.icon), h("span", {}, text)] : text;
  const look = hasIcons ? "menu-entry" : "wide";
  if (href) {
    const how = entry.away ? { target: "_blank", rel: "noopener" } : {};
    return h("a", { key, class: `button ${hasIcons ? look : ""}`, href, ...how }, inside);
  }
  const back = () => open(from);
  return button({ key, look, refused: entry.can ? null : say("cannot_now"), tell,
    act: () => (act ? act(tablet) : open(key, { back, ...state })) }, inside);
}

/** More as large buttons side by side. */
export function menuPanel(/** @type {AnyTablet} */ tablet, /** @type {(string | Entry)[]} */ rows) {
  return { title: tablet.say("more_title"),
    body: h("div", { class: "choices is-grid" }, menuEntries(tablet, "more", rows)) };
}
