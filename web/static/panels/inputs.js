/** Small forms inside of panels: choices, numbers, a line of text. */

import { button, h } from "../dom.js";

/**
 * Choices of which one is on; `choose(value)` gets the tapped one.
 *
 * @param {{value: any, label: any, [attribute: string]: any}[]} options
 * @param {any} chosen
 * @param {(value: any) => void} choose
 */
export function choices(options, chosen, choose, look = "") {
  return h("div", { class: `choices ${look}`, role: "group" },
    options.map(({ value, label, ...rest }) =>
      h("button", { key: value, type: "button", class: "button choice",
        "aria-pressed": value === chosen ? "true" : "false", on: { click: () => choose(value) }, ...rest },
        label)
    ));
}

/**
 * A number with less and more; `change(count)` gets the new one.
 *
 * @param {Say} say
 * @param {{key: string, label: any, name?: string, count: number, min?: number, max?: number, step?: number,
 *   change: (count: number) => void, note?: any}} given
 */
export function stepper(say,
  { key, label, name = label, count, min = 0, max = Infinity, step = 1, change, note })
{
  const to = (next) => change(Math.min(max, Math.max(min, next)));
  return h("div", { key, class: "stepper" },
    h("span", { class: "stepper-label" }, label, note && h("small", {}, note)),
    button({ key: "less", look: "step", "aria-label": say("fewer", { what: name }), disabled: count <= min,
      act: () => to(count - step) }, "−"), h("output", { class: "number" }, count),
    button({ key: "more", look: "step", "aria-label": say("another", { what: name }), disabled: count >= max,
      act: () => to(count + step) }, "+"));
}

/** A line of text that the panel remembers under `name`. */
export function textInput(/** @type {AnyTablet} */ { draw }, panel, name, label, maxlength = 200) {
  const input = (event) => {
    panel[name] = event.currentTarget.value;
    draw();
  };
  return h("input", { key: name, class: "input", "aria-label": label, placeholder: label, maxlength,
    value: panel[name] ?? "", on: { input } });
}
