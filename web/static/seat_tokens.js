/** The tokens of printed seat cards, as the tablet and its papers ask for them. */

import { postJson } from "./commands.js";

/** The most seats that the kit makes tokens for at once. */
const MAX_SEATS = 200;

/**
 * The tokens of printed seat cards, by seat: each stands behind the # of `/seat`, and is the `seat` of
 * `/qr.svg`. Null when the kit gave none, which is told.
 *
 * @param {string[]} seats
 * @param {{say: Say, tell: Tell}} page
 */
export async function seatTokens(seats, { say, tell }) {
  /** @type {Record<string, string>} */
  const tokens = {};
  for (let from = 0; from < seats.length; from += MAX_SEATS) {
    const answer = await postJson("/api/session/seats", { seats: seats.slice(from, from + MAX_SEATS) });
    if (answer?.status !== 200) {
      tell(answer?.body.error?.message ?? say("no_answer"));
      return null;
    }
    Object.assign(tokens, answer.body.tokens);
  }
  return tokens;
}
