/** More: panels and pages that are wanted less often, each a row of data; those that games share are here. */

import { canFill, isDusk, isFull, switchFull, switchTheme } from "../device.js";
import { button, h, icon } from "../dom.js";
import { captainsPanel, codePanel, crewPanel, seatPanel, seatsPanel } from "./code.js";
import { loginsPanel } from "./logins.js";
import { recordPanel, undoPanel } from "./record.js";

/**
 * An entry: it opens the panel `key` with `state`, unless it leads to a page (`href`, `away` in a tab of its
 * own) or has something to do (`act`). `word` is its word of the page, `text` a text in its place; `when`
 * says whether it is there, `can` names the command that must be possible. `panel` draws what it opens.
 *
 * @typedef {{key: string, icon?: Of<string>, word?: Of<string>, text?: Of<string>, href?: string,
 *   away?: boolean, act?: (tablet: AnyTablet) => any, state?: Record<string, any>,
 *   when?: (tablet: AnyTablet) => any, can?: string, panel?: (tablet: any, panel: any) => any}} Entry
 */
/**
 * @template T
 * @typedef {T | ((tablet: AnyTablet) => T)} Of
 */

/** @type {Record<string, Omit<Entry, "key">>} */
const SHARED = { seats: { icon: "menu-player", word: "phones", panel: seatsPanel },
  code: { icon: "menu-tablet", word: "another_tablet", panel: codePanel },
  captains: { icon: "menu-player", word: "captains", panel: captainsPanel },
  crew: { icon: "menu-tablet", word: "crew_phones", panel: crewPanel },
  logins: { icon: "menu-list", word: "logins", panel: loginsPanel },
  record: { icon: "menu-list", word: "last_actions", panel: recordPanel },
  rules: { icon: "menu-rules", word: "the_rules" },
  fair: { icon: "die", word: "fair_title", when: ({ view }) => view.fair },
  hub: { icon: "menu-list", word: "hub", when: ({ view }) => view.kit.hub },
  kit: { icon: "menu-kit", word: "check_kit", href: "/kit" },
  print: { icon: "menu-print", word: "print_slips", href: "/print", away: true },
  sheet: { icon: "menu-print", word: "print_match", href: "/print/match", away: true },
  theme: { icon: () => (isDusk() ? "sun" : "moon"), word: () => (isDusk() ? "theme_sun" : "theme_dusk"),
    act: ({ draw }) => {
      switchTheme();
      draw();
    } },
  full: { icon: "menu-full", word: () => (isFull() ? "full_off" : "full_on"), when: canFill,
    act: async ({ draw }) => {
      await switchFull();
      draw();
    } }, sound: { icon: "menu-sound", word: "sound" },
  leave: { icon: "menu-out", word: "log_out", act: ({ leave }) => leave() } };

/** The panels that entries bring with them, by name. */
export function panelsOf(/** @type {(string | Entry)[]} */ rows) {
  return Object.fromEntries(
    rows.flatMap((row) => typeof row === "object" && row.panel ? [[row.key, row.panel]] : []),
  );
}

/** The panels that every tablet has; a game's own of the same name stand before them. */
export const panels = { ...panelsOf(Object.entries(SHARED).map(([key, entry]) => ({ key, ...entry }))),
  seat: seatPanel, undo: undoPanel };

/**
 * The entries of a menu: those that are shared by their names, a game's own as `Entry`; an `Entry` of a
 * shared name says what is other there. From a panel opened here Back leads to the panel `from`.
 */
export function menuEntries(/** @type {AnyTablet} */ tablet, from, /** @type {(string | Entry)[]} */ rows,
  hasIcons = false)
{
  return rows.map((row) => {
    const own = typeof row === "string" ? { key: row } : row;
    const entry = { ...SHARED[own.key], ...own };
    return (!entry.when || entry.when(tablet)) && drawn(tablet, from, entry, hasIcons);
  });
}

function drawn(/** @type {AnyTablet} */ tablet, from, /** @type {Entry} */ entry, hasIcons) {
  const { view, say, open, tell } = tablet;
  const { key, href, act, state, can } = entry;
  const now = (of) => (typeof of === "function" ? of(tablet) : of);
  const text = now(entry.text) ?? say(now(entry.word) ?? key);
  const inside = hasIcons ? [icon(now(entry.icon)), h("span", {}, text)] : text;
  const look = hasIcons ? "menu-entry" : "wide";
  if (href) {
    const how = entry.away ? { target: "_blank", rel: "noopener" } : {};
    return h("a", { key, class: `button ${hasIcons ? look : ""}`, href, ...how }, inside);
  }
  const back = () => open(from);
  return button({ key, look, refused: !can || view.can[can] ? null : say("cannot_now"), tell,
    act: () => (act ? act(tablet) : open(key, { back, ...state })) }, inside);
}

/** More as large buttons side by side. */
export function menuPanel(/** @type {AnyTablet} */ tablet, /** @type {(string | Entry)[]} */ rows) {
  return { title: tablet.say("more_title"),
    body: h("div", { class: "choices is-grid" }, menuEntries(tablet, "more", rows)) };
}
