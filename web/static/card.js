/** Codes that are photographed from a tablet, and the lasting tokens of printed seat cards. */

import { pause, postJson } from "./commands.js";

/** A code that is good once, or one of a captain or of the crew. */
const CODE = /^(\d{6}|[a-hjkmnp-z2-9]{8})$/;
const TOKEN = /^[a-z0-9_-]{1,32}\.[0-9a-f]{32}$/;
/** A hall that photographs its cards at one moment tries again at different ones, within this time. */
const AGAIN_MS = 3000;

/** Take the code or token from behind the # of the address, so that neither bar nor history keeps it. */
export function takeCode() {
  const given = location.hash.slice(1).replace(/^code=/, "");
  if (!CODE.test(given) && !TOKEN.test(given)) return null;
  history.replaceState(null, "", location.pathname);
  return given;
}

/** True for the token of a card, which is good again and again; a code is good once. */
export function isToken(given) {
  return TOKEN.test(given);
}

/** The seat that a token is for. */
export function seatOnCard(token) {
  return token.slice(0, token.lastIndexOf("."));
}

/** Log in with a token, again and again; `onAway()` is called each time that no answer has come. */
export async function present(token, onAway) {
  for (;;) {
    const answer = await postJson("/api/session", { code: token });
    if (answer !== null && answer.status < 500) return answer;
    onAway();
    await pause(AGAIN_MS * (1 / 3 + (Math.random() * 2) / 3));
  }
}

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
