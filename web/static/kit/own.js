/** The check of the tablet itself: its battery, where the browser tells it, and its screen. */

import { h, icon } from "../dom.js";

/** Below this share the tablet may not last a match and its breaks. */
const LOW = 0.4;

/**
 * @type {{level: number, charging: boolean, addEventListener: (name: string, act: () => void) => void} |
 * null}
 */
let battery = null;
let isAsked = false;

/** A card about this tablet. */
export function ownCard(/** @type {KitPage} */ page) {
  ask(page);
  const { say } = page;
  const low = battery && battery.level < LOW && !battery.charging;
  return h("div", { key: "own", class: `card kit-address ${low ? "is-warning" : ""}` },
    icon("menu-tablet", "grade"),
    h("div", {},
      battery
        && h("p", { key: "battery" },
          h("b", {},
            say(battery.charging ? "own_charging" : low ? "own_low" : "own_battery", {
              n: Math.round(battery.level * 100),
            }))), h("p", { key: "screen" }, say("own_screen"))));
}

/** Not every browser has a battery to ask, and over plain http none does. */
async function ask(/** @type {KitPage} */ page) {
  if (isAsked) return;
  isAsked = true;
  battery = (await /** @type {any} */ (navigator).getBattery?.().catch(() => null)) ?? null;
  for (const name of ["levelchange", "chargingchange"]) battery?.addEventListener(name, page.draw);
  if (battery) page.draw();
}
