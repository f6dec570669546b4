/** Dice that everybody may check: a quiet line with the promised hash, and the panel behind it. */

import { button, h } from "./dom.js";

const GROUP = 4;
const SHORT = 8;

/** Digits in groups, as people read them out. */
function grouped(digits) {
  return (digits.match(new RegExp(`.{1,${GROUP}}`, "g")) ?? []).join(" ");
}

/** The sentence of the line: the beginning of the hash, and of the secret once that is told. */
export function fairSentence(fair, /** @type {Say} */ say) {
  const [hash, secret] = [fair.hash, fair.secret ?? ""].map((digits) => grouped(digits.slice(0, SHORT)));
  return secret ? say("fair_over", { hash, secret }) : say("fair_line", { hash });
}

/** The line on the tablet, which opens the panel; a game that exports `placesFairLine` puts it itself. */
export function fairLine(/** @type {AnyTablet} */ { view, say, open }) {
  if (!view.fair) return null;
  const words = view.fair.words && h("q", {}, view.fair.words);
  return h("button", { key: "fair", type: "button", class: "fair-line", on: { click: () => open("fair") } },
    h("span", {}, fairSentence(view.fair, say), " ", words));
}

/** The panel: the whole hash, the words of the players, and after the end the secret and the check. */
export function fairPanel(/** @type {AnyTablet} */ tablet, /** @type {Panel} */ panel) {
  const { view, say } = tablet;
  const fair = view.fair;
  if (!fair) return { title: say("fair_title"), body: [] };
  const body = [h("p", { key: "promise" }, say("fair_promise")),
    h("p", { key: "hash", class: "digits" }, grouped(fair.hash)),
    h("p", { key: "used" }, say("fair_numbers", { n: fair.used })),
    h("h3", { key: "words-title" }, say("fair_words")),
    h("p", { key: "words" }, fair.words ? h("q", {}, fair.words) : say("fair_none")),
    view.can.call_words && wordsEntry(tablet, panel),
    fair.secret
    && [h("h3", { key: "secret-title" }, say("fair_secret")),
      h("p", { key: "secret", class: "digits" }, grouped(fair.secret))]];
  const check = h("a", { key: "check", class: "button main", href: `/fair/${view.match}` },
    say("fair_check"));
  return { title: say("fair_title"), body: h("div", { class: "fair-all" }, body),
    actions: fair.secret ? check : [] };
}

function wordsEntry(/** @type {AnyTablet} */ tablet, /** @type {Panel} */ panel) {
  const { say } = tablet;
  const mix = async () => {
    const words = (panel.words ?? "").trim();
    if (words && (await tablet.send({ type: "call_words", words }))) panel.words = "";
    tablet.draw();
  };
  const entry = h("input", { class: "input", value: panel.words ?? "", maxlength: 100, autocomplete: "off",
    "aria-label": say("fair_words"), on: { input: (event) => {
      panel.words = event.currentTarget.value;
    } } });
  return [h("p", { key: "ask" }, say("fair_ask")),
    h("div", { key: "entry", class: "fair-entry" }, entry,
      button({ key: "mix", act: mix }, say("fair_mix")))];
}
