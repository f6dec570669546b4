/** Lines set as large as wanted, or as their boxes are wide; the box is a container (`container-type`). */

import { h } from "./dom.js";

const AT = 100;
const FAMILY = '"Barlow Condensed"';
/** Width of a letter of another font, in parts of its size, while ours is still on its way. */
const OTHER = 0.62;
const pen = document.createElement("canvas").getContext("2d");
const known = new Map();
let isLoaded = false;
document.fonts.load(`800 ${AT}px ${FAMILY}`).then(() => {
  isLoaded = true;
  known.clear();
}, () => {});

/** The width of a text in the heaviest letters, in parts of its size. */
export function ems(/** @type {string} */ text) {
  if (!known.has(text)) {
    if (known.size > 500) known.clear();
    known.set(text, measured(text));
  }
  return known.get(text);
}

function measured(text) {
  if (!pen || !isLoaded) return text.length * OTHER;
  pen.font = `800 ${AT}px ${FAMILY}`;
  return pen.measureText(text).width / AT + 0.05;
}

/** A line of `text`; its style says how large it is wanted (`--want`, in units of the page). */
export function fitted(tag, props, text) {
  return h(tag, { ...props, class: `fit ${props.class ?? ""}`,
    style: { "--ems": Math.max(0.5, ems(text)).toFixed(2) } }, text);
}
