/** Answers of the kit beside its views (a seat, a list, the log book), kept until they are out of date. */

/**
 * The answer to a question, which `holder` keeps under `name`; null until the first one is there. It is asked for again
 * when `of` has changed, and the last answer stays until then; with `stays` also the answer to another question.
 *
 * @param {HallTablet} tablet
 * @param {Record<string, any>} holder
 * @param {string} name
 * @param {Record<string, string>} query
 * @param {unknown} [of]
 * @param {{stays?: boolean}} [how]
 */
export function kept(tablet, holder, name, query, of = 0, { stays = false } = {}) {
  const asked = JSON.stringify(query);
  let held = holder[name];
  if (held?.asked !== asked)
    held = holder[name] = { asked, of: undefined, answer: (stays && held?.answer) || null, isWaiting: false };
  if (held.of === of || held.isWaiting) return held.answer;
  Object.assign(held, { isWaiting: true, of });
  tablet.look(query).then((answer) => {
    held.isWaiting = false;
    if (answer) held.answer = answer;
    tablet.drawIn(0);
  });
  return held.answer;
}
