/** The seldom needed: options while the hall runs, the desk, other screens, paper, the rules and the dice. */

import { themeButton } from "../device.js";
import { button, h } from "../dom.js";
import { ownOrigin, phonesOrigin } from "../format.js";
import { abandonButton } from "./ending.js";
import { wholeGuide } from "./guide.js";
import { numberRows } from "./setup.js";

/** The addresses of more screens, by their use. */
const PLACES = { console: "", desk: "#desk", announcer: "#announcer" };

/** The menu, as large buttons. */
export function morePanel(/** @type {HallTablet} */ tablet) {
  const { view, say, open, close, memory, draw, leave } = tablet;
  const back = () => open("more");
  const to = (name, text) => button({ key: name, look: "wide", act: () => open(name, { back }) }, say(text));
  // In a tab of its own: the console with STOP stays where it is.
  const paper = (name, href, text) =>
    h("a", { key: name, class: "button", href, target: "_blank" }, say(text));
  const desk = () => {
    memory.isDesk = true;
    close();
    draw();
  };
  return { title: say("more_title"), body: h(
    "div",
    { class: "choices is-grid" },
    button({ key: "desk", look: "wide", act: desk }, say("desk")),
    to("options", "options"),
    to("code", "other_screens"),
    to("cards", "phones"),
    paper("print", "/print", "print_hall"),
    // A rehearsal has no log book.
    !view.rehearsal && paper("log", "/print/match", "log_book"),
    to("rules", "the_rules"),
    to("sound", "sound"),
    view.kit.hub && to("hub", "hub"),
    view.fair && to("fair", "fair_title"),
    h("a", { key: "kit", class: "button", href: "/kit" }, say("check_kit")),
    themeButton(tablet),
    button({ key: "leave", look: "wide", act: leave }, say("leave")),
  ), actions: view.can.abandon_hall && abandonButton(tablet) };
}

/** The options that may change while the hall runs: the lengths of turns and the target (BG-5). */
export function optionsPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say, send, close } = tablet;
  const form = (panel.form ??= { ...view.options });
  const isOther = Object.keys(form).some((name) => form[name] !== view.options[name]);
  const store = async () => {
    const changed = Object.fromEntries(
      Object.keys(form).filter((name) => form[name] !== view.options[name]).map((name) => [name, form[name]]),
    );
    if (await send({ type: "set_options", options: changed })) close();
  };
  return { title: say("options"),
    body: [h("p", { key: "what", class: "sentence" }, say("options_what")),
      numberRows(tablet, view, form, (name, value) => ((form[name] = value), tablet.draw()))],
    actions: button({ key: "do", look: "main", refused: isOther ? null : say("nothing_changed"),
      tell: tablet.tell, act: store }, say("store_options")) };
}

/** A code for one more tablet: a console, the steward's desk or the announcer's screen. */
export function codePanel(/** @type {HallTablet} */ tablet, panel) {
  const { say } = tablet;
  const place = panel.place ?? "desk";
  if (panel.code === undefined) fetchCode(tablet, panel);
  const choose = (name) => () => {
    panel.place = name;
    tablet.draw();
  };
  return { title: say("other_screens"),
    body: [
      h("div", { key: "places", class: "choices" }, Object.keys(PLACES).map((name) =>
        button({ key: name, look: "wide", "aria-pressed": String(name === place), act: choose(name) },
          say(`screen_${name}`))
      )),
      h("p", { key: "what", class: "sentence" }, say(`screen_${place}_what`)),
      h("p", { key: "address", class: "address" }, `${ownOrigin}/referee${PLACES[place]}`),
      h("p", { key: "code", class: "code number", "aria-live": "polite" }, panel.code ?? "······"),
      h("p", { key: "once", class: "soft" }, say("code_once")),
    ] };
}

async function fetchCode(/** @type {HallTablet} */ tablet, panel) {
  panel.code = null;
  const answer = await tablet.newCode();
  if (answer?.status === 200) panel.code = answer.body.code;
  else tablet.tell(answer?.body?.error?.message ?? tablet.say("no_answer"));
  if (tablet.panel === panel) tablet.draw();
}

/** The players' phones: every seat card carries its own code. */
export function cardsPanel(/** @type {HallTablet} */ { say }) {
  return { title: say("phones"),
    body: [h("p", { key: "cards", class: "sentence" }, say("phones_cards")),
      h("p", { key: "comfort", class: "sentence" }, say("phones_comfort")),
      h("p", { key: "screens", class: "sentence" }, say("phones_screens")),
      h("p", { key: "address", class: "address" }, phonesOrigin)],
    actions: h("a", { key: "print", class: "button main", href: "/print#cards", target: "_blank" },
      say("print_cards")) };
}

/** The whole game, as the players' guide tells it. */
export function rulesPanel(/** @type {HallTablet} */ { say, view }) {
  return { title: say("the_rules"), body: wholeGuide(say, view.guide) };
}
