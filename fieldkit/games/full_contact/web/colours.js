/** The colours of a match's balls: pages paint the kinds with them, and a legend says which is which. */

import { h, icon } from "../dom.js";

let painted = /** @type {Record<string, string>} */ ({});

/**
 * Paint every kind on this page as its balls are: `{wood: "brown"}`. A kind that is not named keeps the kit's
 * colour.
 * @param {Record<string, string> | undefined | null} colours
 */
export function paintKinds(colours) {
  const { style } = document.documentElement;
  const now = colours ?? {};
  for (const kind of Object.keys(painted)) {
    if (kind in now) continue;
    for (const name of [`--kind-${kind}`, `--rim-${kind}`]) style.removeProperty(name);
  }
  for (const [kind, colour] of Object.entries(now)) {
    if (painted[kind] === colour) continue;
    style.setProperty(`--kind-${kind}`, `var(--ball-${colour})`);
    style.setProperty(`--rim-${kind}`, `var(--ball-rim-${colour}, var(--rim))`);
  }
  painted = { ...now };
}

/** A legend of kinds and the colours of their balls, in words too. */
export function ballLegend(/** @type {Record<string, string>} */ colours, /** @type {Say} */ say) {
  const row = ([kind, colour]) =>
    h("li", { key: kind, class: `kind-${kind}` }, icon(kind), h("i", { class: "ball" }),
      h("span", {}, say("kind_is", { kind: say(`kind_${kind}`), balls: say(`balls_${colour}`) })));
  return h("ul", { key: "legend", class: "ball-legend", "aria-label": say("balls_legend") },
    Object.entries(colours).map(row));
}
