/** Small pieces that several parts of the kit's page share. */

import { button, h } from "../dom.js";
import { drawField } from "../field.js";
import { hoopNumber } from "../format.js";

/**
 * The field as the kit's page draws it: no teams, each hoop with its link.
 *
 * @param {KitPage} page
 * @param {{name: (hoop: any) => string, tap?: (hoop: any) => void, look: (hoop: any) => string, badge: (hoop:
 * any) => any}} shown
 */
export function kitField({ view, hoops }, { name, tap, look, badge }) {
  const heard = new Map(view.hoops.map((hoop) => [hoop.hoop, hoop]));
  const drawn = hoops.filter((hoop) => heard.has(hoop.id)).map((hoop) => ({ ...hoop, ...heard.get(hoop.id),
    team: null })
  );
  return h("div", { key: "field", class: "field-box" },
    drawField({ hoops: drawn, teams: [], name, tap, look, badge }));
}

/** A button that sends an order, pale with its reason while a match has the kit. */
export function order(/** @type {KitPage} */ page, given, ...label) {
  const { look = "", what, ...rest } = given;
  const refused = page.view.idle ? null : page.say("match_runs");
  return button({ ...rest, look, refused: rest.refused ?? refused, tell: page.tell,
    act: () => page.send(what) }, ...label);
}

/** A hoop in words: "Hoop 3". */
export function hoopWords(/** @type {Say} */ say, id) {
  return say("hoop", { hoop: hoopNumber(id) });
}
