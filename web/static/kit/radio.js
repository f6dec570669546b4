/** Radio bridges: the nodes paired with each, and what it refused; shown only where there is one. */

import { button, h, icon } from "../dom.js";

/** A card for each bridge. */
export function radioCards(/** @type {KitPage} */ page) {
  return page.view.bridges.map((bridge) => card(page, bridge));
}

function card(/** @type {KitPage} */ page, bridge) {
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
