/** The seldom needed: phones, another tablet, the rules, the dice, paper, and an end without a winner. */

import { themeButton } from "../device.js";
import { button, h, holdButton } from "../dom.js";
import { ownOrigin } from "../format.js";
import { rulebook } from "../panels/rules.js";
import { histogram } from "./parts.js";

/** The menu, as large buttons. */
export function morePanel(/** @type {HonorTablet} */ tablet) {
  const { view, say, send, open, close } = tablet;
  const back = () => open("more");
  const to = (name, text) => button({ key: name, look: "wide", act: () => open(name, { back }) }, say(text));
  const abandon = async () => {
    if (await send({ type: "abandon_table" })) close();
  };
  return { title: say("more_title"),
    body: h("div", { class: "choices is-grid" }, to("seats", "phones"), to("code", "another_tablet"),
      to("rules", "the_rules"), to("sound", "sound"), view.kit.hub && to("hub", "hub"),
      view.fair && to("fair", "fair_title"), to("sums", "the_sums"), themeButton(tablet),
      h("a", { key: "print", class: "button", href: "/print" }, say("print_slips")),
      h("a", { key: "sheet", class: "button", href: "/print/match" }, say("print_match"))),
    actions: view.offers.abandon_table
      && holdButton({ key: "abandon", look: "danger", act: abandon }, h("b", {}, say("abandon")),
        h("small", {}, say("abandon_what"))) };
}

/** A code that lets one more tablet in. */
export function codePanel(/** @type {HonorTablet} */ tablet, panel) {
  const { say } = tablet;
  if (panel.code === undefined) fetchCode(tablet, panel);
  return { title: say("code"),
    body: [h("p", { key: "what", class: "sentence" }, say("code_what")),
      h("p", { key: "address", class: "address" }, `${ownOrigin}/referee`),
      h("p", { key: "code", class: "code number", "aria-live": "polite" }, panel.code ?? "······")] };
}

async function fetchCode(/** @type {HonorTablet} */ tablet, panel) {
  panel.code = null;
  const answer = await tablet.newCode();
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  if (tablet.panel === panel) tablet.draw();
}

/** The whole game, rule by rule. */
export function rulesPanel(/** @type {HonorTablet} */ { say, view }) {
  // With the focus in it the arrow keys scroll it.
  return { title: say("the_rules"), body: h("div", { tabindex: "0" }, rulebook("BH", view.options)) };
}

/** The count of each sum. */
export function sumsPanel(/** @type {HonorTablet} */ { view, say }) {
  return { title: say("the_sums"),
    body: [h("h3", { key: "head" }, say("sums")), h("div", { key: "sums" }, histogram({ view, say }))] };
}
