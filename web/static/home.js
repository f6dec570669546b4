/** Take it home: the address of a finished match's report, as a code for phones and as links. */

import { h } from "./dom.js";
import { speaker } from "./format.js";
import { words } from "./words/home.js";

const say = speaker(words);

/** The code and the links beside a result; nothing while the match goes on. */
export function takeHome(/** @type {{match?: string | null, stage: string}} */ { match, stage }) {
  if (stage !== "over") return null;
  const link = (key, href, text) =>
    h("a", { key, class: "button quiet", href, target: "_blank", rel: "noopener" }, text);
  return h("aside", { key: "home", class: "take-home", "aria-label": say("home") },
    h("img", { src: `/qr.svg?match=${match}`, alt: say("home_code") }),
    h("div", {}, h("b", {}, say("home")),
      h("p", {}, link("report", `/matches/${match}`, say("home_report")),
        link("matches", "/matches", say("home_matches")))));
}
