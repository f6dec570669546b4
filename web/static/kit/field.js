/** The fields of the kit's games, each laid out by its game's module, for the next match. */

import { button, h } from "../dom.js";

/** The whole part; with several fields one is chosen by a tap. */
export function fieldPart(/** @type {KitPage} */ page) {
  const { view, say, memory, draw } = page;
  const laid = page.owners.filter(({ name, module }) => name in view.fields && module.fieldEditor);
  if (!laid.length) return h("p", { class: "sentence kit-note" }, say("no_field"));
  const owner = laid.find(({ name }) => name === memory.laid) ?? laid[0];
  const pick = (one) => {
    memory.laid = one.name;
    draw();
  };
  const choice = (one) =>
    button({ key: one.name, look: "choice", "aria-pressed": String(one === owner), act: () => pick(one) },
      one.title);
  return [laid.length > 1 && h("div", { key: "choice", class: "choices" }, laid.map(choice)),
    h("div", { key: owner.name, class: "kit-part" },
      owner.module.fieldEditor({ ...page, say: owner.say, owner }, view.fields[owner.name]))];
}
