/** The charts of a match that is over, and the way to its report, whatever the game. */

import { h } from "../dom.js";
import { speaker } from "../format.js";

const sayHome = speaker();

/** The code and the links beside a result; nothing while the match goes on. */
export function takeHome(/** @type {{match?: string | null, stage: string}} */ { match, stage }) {
  if (stage !== "over") return null;
  const link = (key, href, text) =>
    h("a", { key, class: "button quiet", href, target: "_blank", rel: "noopener" }, text);
  return h("aside", { key: "home", class: "take-home", "aria-label": sayHome("home") },
    h("img", { src: `/qr.svg?match=${match}`, alt: sayHome("home_code") }),
    h("div", {}, h("b", {}, sayHome("home")),
      h("p", {}, link("report", `/matches/${match}`, sayHome("home_report")),
        link("matches", "/matches", sayHome("home_matches")))));
}

/**
 * Charts of the match, by the names that the game draws them under; their addresses name the match, so that
 * no other's is shown from a cache. `told(side, name)` is what a chart says of a side.
 */
export function charts(view, /** @type {Say} */ say, /** @type {string[]} */ names,
  told = (/** @type {any} */ { score }, /** @type {string} */ _) => say("points", { n: score }))
{
  const chart = (name) =>
    h("figure", { key: name, class: "card chart" }, h("figcaption", {}, say(`chart_${name}`)),
      h("img", { src: `/charts/${name}.svg?of=${view.match}-${view.seq}`, alt: view.sides.map((side) =>
        `${side.name}: ${told(side, name)}`
      ).join("; ") }));
  return h("div", { key: "charts", class: "over-charts" }, names.map(chart));
}
