/** The claim of victory on a phone: a form within its maxima, its points as they are counted, and what became of it. */

import { button, h } from "../dom.js";
import { emptyForm, formPart, formPoints, needsTarget, pointsSaid, questionOf } from "./form.js";
import { goTo, panelHead } from "./phone_panels.js";

const CLAIMED_IN = ["seven", "robbers", "turn", "held"];

/** The form as a player left it, also over a reload of the page; else an empty one. */
function formOf({ memory, view, seat, own }) {
  memory.form ??= { ...emptyForm(own.guide.form), ...kept(`hall ${view.match} ${seat}`) };
  return memory.form;
}

/** The form that this browser kept; one that keeps nothing has an empty form after a reload. */
function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}

function put({ memory, view, seat, draw }, form) {
  memory.form = form;
  try {
    localStorage.setItem(`hall ${view.match} ${seat}`, JSON.stringify(memory.form));
  } catch {
    // It stays in this page, then.
  }
  draw();
}

/** The form: it can be filled in at any time, and is handed in during the own turn. */
export function claimPanel(hall) {
  const { view, say, own } = hall;
  const form = formOf(hall);
  const points = formPoints(own.guide.form, form);
  const note = (n, most) => (most > 1 ? say("claim_worth", { n, most }) : say("claim_award", { n }));
  return [panelHead(hall, say("phone_claim")),
    needsTarget(view) && h("p", { key: "how", class: "hall-note" }, say("claim_how", { n: view.target })),
    formPart(say, own.guide.form, { form, note, put: (changed) => put(hall, changed) }),
    h("div", { key: "foot", class: "hall-foot", "data-over": "" }, pointsSaid(say, points, view),
      handIn(hall, form, points))];
}

function handIn(hall, form, points) {
  const { say, tell } = hall;
  const act = () => claim(hall, form);
  return button({ key: "claim", look: "start", refused: refusal(hall, points), rule: "BG-12", tell, act },
    h("b", {}, say("claim_do")));
}

/** The reason why a claim cannot be made now; null when it can. */
function refusal({ view, own, acts, say }, points) {
  if (own?.claims.some(({ standing }) => standing === "open")) return say("claim_is_in");
  if (view.phase === "final") return null;
  if (!CLAIMED_IN.includes(view.phase)) return say("claim_when");
  if (!acts) return say("claim_not_yours");
  return points < view.target ? say("claim_too_few", { n: points, target: view.target }) : null;
}

/** Have the form looked at beside the other player's, then claim. */
async function claim(hall, form) {
  const { memory, ask, send, tell, seat, again, draw } = hall;
  if (memory.claims) return;
  memory.claims = true;
  const checked = await ask(questionOf(seat, form));
  if (checked?.wrong) tell(checked.wrong, checked.rule);
  else if (await send({ type: "claim", form })) {
    await again();
    goTo({ memory, draw }, null);
  }
  memory.claims = false;
}

/** The own claim of this turn or the last one, with what became of it. */
export function claimed({ view, own, say, send, again }) {
  const last = own.claims.at(-1);
  const counts = last
    && (["open", "confirmed", "closed"].includes(last.standing) || last.turn >= view.turn.number - 1);
  if (!counts) return null;
  const said = { open: "claim_waits", confirmed: "claim_confirmed", rejected: "claim_rejected",
    withdrawn: "claim_withdrawn", closed: "claim_closed" };
  const act = async () => (await send({ type: "withdraw_claim", claim: last.id })) && again();
  return h("section", { key: "claimed", class: `card hall-claim is-${last.standing}`, role: "status" },
    h("p", { key: "what" }, say(said[last.standing], { n: last.points, reason: last.reason })),
    last.standing === "open" && button({ key: "withdraw", act }, say("claim_take_back")));
}
