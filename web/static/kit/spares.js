/** Spare nodes: tap the hoop whose node is broken, then the spare that serves it from now on. */

import { button, h, icon } from "../dom.js";
import { hoopNumber } from "../format.js";
import { hoopWords, kitField } from "./parts.js";
import { radioCards } from "./radio.js";

/** The whole part. A node breaks in the middle of a match, so nothing here waits for its end. */
export function sparesPart(/** @type {KitPage} */ page) {
  const { view, say, memory, draw } = page;
  const takes = servedBy(view);
  const choose = (hoop) => {
    memory.hoop = hoop.id;
    draw();
  };
  const field = kitField(page, {
    name: (hoop) =>
      [hoopWords(say, hoop.id), say(`link_${hoop.link}`),
        takes.has(hoop.id) && say("served_by", { node: takes.get(hoop.id) })].filter(Boolean).join(", "),
    tap: choose,
    look: (hoop) => (hoop.id === memory.hoop ? "is-chosen" : ""),
    badge: (hoop) => (takes.has(hoop.id) ? icon("spare") : null),
  });
  return [h("p", { key: "what", class: "sentence kit-note" }, say("spares_what")),
    h("div", { key: "columns", class: "kit-columns is-even" }, h("div", { class: "kit-side" }, field),
      h("div", { class: "kit-stack" }, chosen(page, takes), spares(page), radioCards(page)))];
}

function servedBy(view) {
  return new Map(Object.entries(view.nodes.takes).map(([node, hoop]) => [hoop, node]));
}

function chosen(/** @type {KitPage} */ { view, say, memory, send }, takes) {
  const hoop = view.hoops.find((each) => each.hoop === memory.hoop);
  if (!hoop)
    return h("section", { key: "chosen", class: "card kit-card spare-chosen" },
      h("h2", {}, say("tap_broken")));
  const number = hoopNumber(hoop.hoop);
  const node = takes.get(hoop.hoop);
  const free = view.nodes.spares.filter((spare) => spare !== node);
  return h("section", { key: "chosen", class: "card kit-card spare-chosen" },
    h("h2", {}, `${hoopWords(say, hoop.hoop)}: ${say(`link_${hoop.link}`)}`),
    node && h("p", { key: "served" }, say("served_by", { node })),
    node
      && button({ key: "back", look: "give-back", act: () => send({ do: "give_back", node }) },
        say("give_back", { hoop: number })),
    free.map((spare) =>
      button({ key: spare, look: "start take-over", act: () =>
        send({ do: "take_over", node: spare, hoop: hoop.hoop }) },
        say("take_over", { node: spare, hoop: number }))
    ), !free.length && !node && h("p", { key: "none" }, say("no_spares")));
}

/** The spares, and what each serves; that there is none is said once. */
function spares(/** @type {KitPage} */ { view, say, memory }) {
  if (!view.nodes.spares.length && memory.hoop) return null;
  const serves = (
    name,
  ) => (view.nodes.takes[name]
    ? say("serves", { hoop: hoopNumber(view.nodes.takes[name]) })
    : say("serves_none"));
  const rows = view.nodes.spares.map((name) =>
    h("li", { key: name, class: "row" }, icon("spare", "mark"),
      h("p", {}, h("b", {}, name), ` ${serves(name)}`))
  );
  return h("section", { key: "spares", class: "card kit-card" }, h("h2", {}, say("spares")),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", {}, say("no_spares")));
}
