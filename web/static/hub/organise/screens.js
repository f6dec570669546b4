/** Screens: which are there, and what each of them shows. */

import { h } from "../../dom.js";
import { ownOrigin } from "../../format.js";

/** @typedef {import("../organise.js").Desk} Desk */

export function screensPart(/** @type {Desk} */ desk) {
  const { view, say } = desk;
  const { all, shows } = view.screens;
  return [
    h("p", { key: "what", class: "desk-balance" },
      say("screens_what", { address: `${new URL(ownOrigin).host}/screen` })),
    all.length
      ? all.map((screen) => card(desk, screen, shows))
      : h("p", { key: "none", class: "card desk-hint" }, say("no_screens")),
  ];
}

function card(/** @type {Desk} */ desk, screen, shows) {
  const { say } = desk;
  return h("article", { key: screen.id, class: "card desk-screen", "data-screen": screen.id },
    h("div", { class: "desk-card-head" }, h("h2", {}, screen.name || screen.id),
      h("p", { class: "soft" }, say(screen.here ? "screen_here" : "screen_away"))),
    h("div", { key: "shows", class: "choices", role: "group",
      "aria-label": say("shows_what", { screen: screen.name || screen.id }) },
      shows.map(({ show, name }) =>
        h("button", { key: show, type: "button", class: "button", disabled: !desk.may("assign_screen"),
          "aria-pressed": String(screen.show === show), on: { click: () =>
            desk.act("PUT", `/screens/${screen.id}`, { show }, true) } },
          name ? say("show_field", { field: name }) : say(`show_${show}`))
      )));
}
