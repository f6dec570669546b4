/** What a claim form is worth, within the limits that the kit tells (BG-12). */

/** A form on which nothing stands. */
export function emptyForm(/** @type {any} */ { counted, held, hand }) {
  const none = (parts, value) => Object.keys(parts).map((part) => [part, value]);
  return Object.fromEntries([...none(counted, 0), ...none(held, false), ...none(hand, 0)]);
}

/** What a form is worth. */
export function formPoints(/** @type {any} */ { counted, held }, /** @type {Record<string, any>} */ form) {
  const all = [...Object.entries(counted).map(([part, [worth]]) => worth * form[part]),
    ...Object.entries(held).map(([part, worth]) => worth * Number(form[part]))];
  return all.reduce((sum, points) => sum + points, 0);
}

/** The question what the kit finds wrong with a form. */
export function questionOf(/** @type {string} */ seat, /** @type {Record<string, any>} */ form) {
  const told = Object.entries(form).map((
    [part, value],
  ) => [part, value === true ? "yes" : value === false ? "no" : String(value)]);
  return { what: "form", seat, ...Object.fromEntries(told) };
}

/** Tell whether a form needs the target's points: once the hall was ended for time the best form wins. */
export function needsTarget(/** @type {HallView} */ { phase }) {
  return phase !== "final";
}
