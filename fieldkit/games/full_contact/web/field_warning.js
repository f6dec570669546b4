/** A sentence of warning where the start hoops that teams have chosen are not alike (FC-3). */

import { h } from "../dom.js";
import { hoopNumber } from "../format.js";
import { FAIR, metres, ways } from "./fairness.js";

/** The sentence, or nothing for a fair choice. */
export function fieldWarning(/** @type {Say} */ say, given, /** @type {(string | null)[]} */ chosen,
  /** @type {string[]} */ kinds)
{
  const all = ways(given, kinds).filter(({ id }) => chosen.includes(id)).sort((one, other) =>
    one.m - other.m
  );
  const [near, far] = [all[0], all.at(-1)];
  if (!near || !far || far.m <= FAIR * near.m) return null;
  const fill = { near: hoopNumber(near.id), least: metres(near.m, 1), far: hoopNumber(far.id),
    most: metres(far.m, 1) };
  return h("p", { key: "unfair", class: "setup-said is-warning" }, say("field_unfair", fill));
}
