/** Laurels fly from the place that paid to the card of the one who gets them. */

const FLIGHT_MS = 900;
const SIZE_PX = 54;

/**
 * Let a laurel fly when this view has one more for somebody by a roll. `memory` keeps what was seen last.
 * @param {any} view
 * @param {Record<string, any>} memory
 */
export function fly(view, memory) {
  const before = memory.laurels;
  const now = Object.fromEntries(view.players.map(({ id, laurels }) => [id, laurels]));
  memory.laurels = { match: view.match, seq: view.seq, of: now };
  const winner = view.roll?.laurel;
  if (!winner || before?.match !== view.match || before.seq === view.seq
    || now[winner] !== before.of[winner] + 1) return;
  requestAnimationFrame(() => launch(winner, now[winner]));
}

function launch(id, count) {
  const to = document.querySelector(`[data-leaf="${id}-${count}"]`);
  const from = document.querySelector(".place.is-paying") ?? document.querySelector(".rolled");
  if (!to || !from || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [start, end] = [from, to].map((element) => element.getBoundingClientRect());
  const flying = /** @type {SVGElement} */ (to.cloneNode(true));
  flying.removeAttribute("data-leaf");
  flying.classList.add("is-flying");
  document.body.append(flying);
  const at = (box, scale) =>
    `translate(${box.left + box.width / 2 - SIZE_PX / 2}px, ${
      box.top + box.height / 2 - SIZE_PX / 2
    }px) scale(${scale})`;
  const high = { left: (start.left + end.left) / 2, width: 0, top: Math.min(start.top, end.top) - 40,
    height: 0 };
  const flight = flying.animate([{ transform: at(start, 1) }, { transform: `${at(high, 1.5)} rotate(200deg)`,
    offset: 0.55 }, { transform: `${at(end, end.width / SIZE_PX)} rotate(360deg)` }], { duration: FLIGHT_MS,
    easing: "cubic-bezier(.4, 0, .3, 1)" });
  flight.onfinish = () => flying.remove();
  flight.oncancel = () => flying.remove();
}
