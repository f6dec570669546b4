/** What is seldom needed: phones, another tablet, the rules, paper, and the end for time. */

import { themeButton } from "../device.js";
import { button, h, holdButton } from "../dom.js";
import { ownOrigin } from "../format.js";
import { rulebook } from "../rulebook.js";

/** All of it as large buttons. */
export function morePanel(/** @type {any} */ tablet) {
  const { view, say, open } = tablet;
  const back = () => open("more");
  const to = (name, text) => button({ key: name, look: "wide", act: () => open(name, { back }) }, say(text));
  return { title: say("more_title"),
    body: h("div", { class: "choices is-grid" }, to("seats", "phones"), to("code", "another_tablet"),
      to("record", "last_actions"), to("rules", "the_rules"), view.fair && to("fair", "fair_title"),
      themeButton(tablet), to("sound", "sound"), view.kit.hub && to("hub", "hub"),
      h("a", { key: "print", class: "button", href: "/print" }, say("print_slips")),
      h("a", { key: "sheet", class: "button", href: "/print/match" }, say("print_match")),
      view.stage !== "over" && to("end", "end_match")) };
}

/** The match ends for time: the most points win. */
export function endPanel(/** @type {any} */ { say, send, close }) {
  const act = async () => {
    if (await send({ type: "end_match", reason: say("end_reason") })) close();
  };
  return { title: say("end_match"), body: h("p", { class: "sentence" }, say("end_what")),
    actions: holdButton({ key: "end", look: "danger", act }, h("b", {}, say("end_match")),
      h("small", {}, say("press_and_hold"))) };
}

/** A code that lets one more tablet in. */
export function codePanel(/** @type {any} */ tablet, panel) {
  const { say } = tablet;
  if (panel.code === undefined) fetchCode(tablet, panel);
  return { title: say("another_tablet"),
    body: [h("p", { key: "what", class: "sentence" }, say("code_what")),
      h("p", { key: "address", class: "address" }, `${ownOrigin}/referee`),
      h("p", { key: "code", class: "code number", "aria-live": "polite" }, panel.code ?? "······")] };
}

async function fetchCode(/** @type {any} */ tablet, panel) {
  panel.code = null;
  const answer = await tablet.newCode();
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  if (tablet.panel === panel) tablet.draw();
}

/** The whole game, rule by rule. */
export function rulesPanel(/** @type {any} */ { say, view }) {
  // With the focus in it the arrow keys scroll it.
  return { title: say("the_rules"), body: h("div", { tabindex: "0" }, rulebook("DX", view.options)) };
}
