/** The parts of Full-Contact Catan on the kit's page: its field and the options that a kit may keep. */

import { h, icon } from "../dom.js";
import { stepper } from "../panels/inputs.js";
import { recoloured } from "./parts.js";

export { fieldEditor } from "./field_editor.js";
export { words } from "./words.js";

/** A row for each option. */
export function optionRows({ say, fields, value, isFixed, set, row }) {
  return fields.map((field) => {
    const label = say(field.title);
    const now = value(field.name);
    const change = (next) => set(field.name, next);
    return field.sort === "colours"
      ? row(field.name, label, colours(say, field, now, isFixed(field.name), change))
      : row(
        field.name,
        "",
        // What the settings file sets has nowhere to go.
        stepper(say, { key: field.name, label, count: now, min: isFixed(field.name) ? now : field.least,
          max: isFixed(field.name) ? now : field.most, step: field.step, change }),
      );
  });
}

/** A colour for each kind's balls; one that another kind has changes places with it. */
function colours(/** @type {Say} */ say, { of }, now, isFixed, change) {
  return h("div", { class: "setting-colours" }, Object.keys(now).map((kind) => {
    const name = say(`kind_${kind}`);
    const select = h("select", { class: "input", "aria-label": name, value: now[kind], disabled: isFixed,
      on: { change: ({ currentTarget }) => change(recoloured(now, kind, currentTarget.value)) } },
      of.map((colour) => h("option", { key: colour, value: colour }, say(`balls_${colour}`))));
    const style = { "--kind": `var(--ball-${now[kind]})` };
    return h("label", { key: kind, class: "setting-colour" }, h("i", { class: "ball", style }), icon(kind),
      h("span", {}, name), select);
  }));
}
