/** Spare nodes and radio bridges: tap the hoop whose node is broken, then the spare that serves it now. */

import { button, h, icon } from "../dom.js";
import { hoopNumber } from "../format.js";
import { hoopWords, kitField } from "./parts.js";

/** The whole part. A node breaks in the middle of a match, so nothing here waits for its end. */
export function sparesPart(/** @type {KitPage} */ page) {
  const { view, say, memory, draw } = page;
  const takes = new Map(Object.entries(view.nodes.takes).map(([node, hoop]) => [hoop, node]));
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
      h("div", { class: "kit-stack" }, chosen(page, takes), spares(page),
        view.bridges.map((bridge) => radioCard(page, bridge))))];
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
  const rows = view.nodes.spares.map((name) => {
    const hoop = view.nodes.takes[name];
    const serves = hoop ? say("serves", { hoop: hoopNumber(hoop) }) : say("serves_none");
    return h("li", { key: name, class: "row" }, icon("spare", "mark"),
      h("p", {}, h("b", {}, name), ` ${serves}`));
  });
  return h("section", { key: "spares", class: "card kit-card" }, h("h2", {}, say("spares")),
    rows.length ? h("ul", { class: "rows" }, rows) : h("p", {}, say("no_spares")));
}

/** The card of a radio bridge: the nodes paired with it, and what it refused. */
function radioCard(/** @type {KitPage} */ page, bridge) {
  const { say } = page;
  return h("section", { key: bridge.bridge, class: "card kit-card radio" },
    h("h2", {}, say("radio", { bridge: bridge.bridge.replace("bridge-", "") })), pairing(page, bridge),
    bridge.refused
      ? h("p", { key: "refused", class: "sentence is-warning" }, say("radio_refused", { n: bridge.refused }))
      : null,
    bridge.pairs.length
      ? h("ul", { key: "pairs", class: "rows" }, bridge.pairs.map((pair) =>
        pairRow(page, bridge.bridge, pair)
      ))
      : h("p", { key: "none" }, say("radio_none")));
}

/** The button that lets new nodes in, and what to do while it is on. */
function pairing(/** @type {KitPage} */ { view, say, send, tell }, { bridge, pairing_s: left }) {
  const refused = view.stage === "play" ? say("settings_round") : null;
  const isOn = left > 0;
  return h("div", { key: "pairing", class: "radio-pairing" },
    h("p", { role: "status" }, isOn ? say("pairing", { s: left }) : say("radio_what")),
    button({ key: isOn ? "stop" : "pair", look: isOn ? "" : "start", refused, tell,
      act: () => send({ do: "pair", bridge, on: !isOn }) }, say(isOn ? "pair_end" : "pair")));
}

/** A node with its address. To forget it takes two taps: it must be paired again by hand. */
function pairRow(/** @type {KitPage} */ { view, say, send, tell, memory, draw }, bridge, { node, address }) {
  const isSure = memory.forget === node;
  const refused = view.stage === "play" ? say("settings_round") : null;
  const act = () => {
    memory.forget = isSure ? null : node;
    draw();
    if (isSure) send({ do: "unpair", bridge, node });
  };
  return h("li", { key: node, class: "row radio-row" }, icon("spare", "mark"),
    h("div", {}, h("b", {}, node), h("p", { class: "soft" }, address)),
    button({ key: "forget", look: isSure ? "stop" : "", refused, tell, act },
      isSure ? say("forget_sure") : say("forget", { node })));
}
