/**
 * Keeps a finger from doing what it did not come for.
 *
 * A screen may turn under a finger that is already on its way: a phase ends, another tablet acts, a ball
 * comes in. What such a change puts under the finger acts only after it has been there for a while. What this
 * page's own taps bring up acts at once, except a second tap at the same place. What is marked `data-always`
 * never waits. Whatever lies over other things that a finger could reach is marked `data-over`.
 */

/** Time for which something that nobody asked for here does nothing. */
const STILL_MS = 700;
/** A second tap at the same place, on something else that has just appeared, is a slip. */
const SLIP_MS = 300;
const SLIP_PX = 16;
const ACTS = "a, button, input, select, textarea";

/** Judges every tap on the page; `held()` is called for each that does nothing, `passed()` for others. */
export class Fingers {
  #changes = [];
  #last = { at: -Infinity, x: 0, y: 0, target: null };
  #held;
  #passed;

  constructor({ held, passed = () => {} }) {
    this.#held = held;
    this.#passed = passed;
    document.addEventListener("pointerdown", (event) => this.#touched(event), { capture: true });
    document.addEventListener("click", (event) => this.#tapped(event), { capture: true });
  }

  /** Draw a change from elsewhere; at a tap `own()` tells whether this page brought it about after all. */
  change(draw, own = () => false) {
    const before = pictured();
    draw();
    const [after, at] = [pictured(), performance.now()];
    const brought = new Map();
    for (const [element, now] of after.things) {
      const was = before.things.get(element);
      if (was?.does !== now.does) brought.set(element, null);
      else if (!same(was.box, now.box)) brought.set(element, was.box);
    }
    const bared = [...before.covers].filter(([cover, box]) => !same(box, after.covers.get(cover)));
    this.#changes = this.#changes.filter((change) => at - change.at < STILL_MS);
    if (brought.size || bared.length) this.#changes.push({ at, own, brought, bared });
  }

  /** True if a change that nobody asked for here has just put this element under the finger. */
  #isNew(element, { clientX: x, clientY: y }) {
    const now = performance.now();
    return this.#changes.some(({ at, own, brought, bared }) => {
      if (now - at >= STILL_MS) return false;
      const came = brought.has(element) && !holds(brought.get(element), x, y);
      const wasCovered = bared.some(([cover, box]) => holds(box, x, y) && !cover.contains(element));
      return (came || wasCovered) && !own();
    });
  }

  #isSlip(event, target) {
    const { at, x, y, target: before } = this.#last;
    const near = Math.hypot(event.clientX - x, event.clientY - y) < SLIP_PX;
    return event.timeStamp - at < SLIP_MS && near && target !== before;
  }

  #touched(event) {
    const target = event.target.closest(ACTS);
    if (target && !isAlways(target) && this.#isNew(target, event)) event.stopPropagation();
  }

  #tapped(event) {
    const target = event.target.closest(ACTS) ?? event.target;
    // A click without a finger is a keyboard's: it goes where the focus is.
    if (event.detail === 0) return;
    const isNew = !isAlways(target) && this.#isNew(target, event);
    if (isNew || (!isAlways(target) && this.#isSlip(event, target))) {
      event.stopPropagation();
      event.preventDefault();
      if (isNew) this.#held();
      return;
    }
    this.#last = { at: event.timeStamp, x: event.clientX, y: event.clientY, target };
    if (!isAlways(target)) this.#passed();
  }
}

function isAlways(element) {
  return element.dataset.always !== undefined;
}

/** The things under a finger now: the place of each, its visible action, and what lies over it. */
function pictured() {
  const things = new Map();
  for (const element of document.querySelectorAll(ACTS)) {
    const box = element.getBoundingClientRect();
    if (box.width && !element.closest("[inert]")) things.set(element, { box, does: what(element) });
  }
  const covers = new Map();
  for (const cover of document.querySelectorAll("[data-over]"))
    covers.set(cover, cover.getBoundingClientRect());
  return { things, covers };
}

function what(element) {
  const cannot = element.disabled || element.getAttribute("aria-disabled") === "true";
  return `${cannot} ${element.dataset.acts ?? element.textContent}`;
}

function same(a, b) {
  return b && a.left === b.left && a.top === b.top && a.right === b.right && a.bottom === b.bottom;
}

function holds(box, x, y) {
  return box && box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
}
