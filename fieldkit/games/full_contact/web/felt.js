/** What the referee is to feel of a new view. */

/** A late or doubtful ball that waits, a ball that counted; null for anything else. */
export function felt(/** @type {MatchView} */ before, /** @type {MatchView} */ view) {
  if (view.match !== before.match) return null;
  if (view.pending.length > before.pending.length) return "late";
  return view.round === before.round && view.counted.length > before.counted.length ? "counted" : null;
}
