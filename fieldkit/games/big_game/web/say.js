/** The conductor's line, as large as the screen allows, the screen of a second announcer, and the rolls. */

import { askedDice, faceRows } from "../die.js";
import { button, h, icon } from "../dom.js";
import { ems } from "../fit.js";
import { sendAndClose } from "../panels/inputs.js";
import { badge, groupName, kept, lastRolls, pair, question, refusedBy, sumBars } from "./pieces.js";

/** In these phases the first line is a number or short, and the dice stand beside it. */
const WITH_DICE = ["turn", "seven", "robbers"];

/** The card; `keys` is false where nothing may be tapped. */
export function sayCard(/** @type {HallTablet} */ tablet, { keys = true } = {}) {
  const { view, say, send } = tablet;
  const dice = WITH_DICE.includes(view.phase)
    ? (view.phase === "seven" && view.robber_dice) || view.dice
    : null;
  const fresh = `${view.number} ${view.phase} ${view.rolls.length} ${view.said} ${view.robber_dice ?? ""}`;
  return h("section", { key: "say",
    class: `card hall-card say-card ${dice ? "has-dice" : ""} ${keys ? "has-keys" : ""}` },
    h("h2", {}, say("say")),
    h("div", { class: "say-lines", "aria-live": "polite", style: widths(view.say) },
      view.say.map((line, at) => h("p", { key: `${fresh} ${at}` }, line))), dice && pair(say, dice),
    keys
      && button({ key: "again", look: "say-again", act: () => send({ type: "repeat_line" }) },
        say("say_again")));
}

/** The width of each line in a type of one pixel: the styles make it as large as the card has room for. */
function widths(/** @type {string[]} */ lines) {
  return Object.fromEntries([1, 2, 3].map((n) => [`--line-${n}`, String(ems(lines[n - 1] ?? ""))]));
}

/** The screen of a second announcer: the line, the last rolls, next turn and robbers; nothing to tap. */
export function announcerScreen(/** @type {HallTablet} */ tablet) {
  const { view, say } = tablet;
  return h("div", { key: "announcer", class: "screen hall-announcer" }, sayCard(tablet, { keys: false }),
    h("div", { key: "foot", class: "announcer-foot" }, fact("rolls", say("last_rolls"), lastRolls(tablet)),
      view.next
        && fact("next", say("next"),
          h("p", { class: "announcer-next" }, badge(view.next.group),
            say("turn_n", { n: view.next.number, group: groupName(say, view.next.group) }))),
      fact("robbers", say("robbers"),
        h("p", { class: "announcer-robbers" }, icon("robber"), view.robbers.text)),
      fact("target", say("target_head"),
        h("p", { class: "announcer-target" }, h("b", { class: "number" }, view.target),
          view.open ? say("claims_open", { n: view.open }) : say("claims_none")))));
}

function fact(key, title, body) {
  return h("section", { key, class: "card hall-card" }, h("h2", {}, title), body);
}

// The rolls: the last six, all of them, taking the last one back, and what real dice show

/** The card with the last rolls. */
export function rollsCard(/** @type {HallTablet} */ tablet) {
  const { view, say, tell, open } = tablet;
  const last = view.rolls.at(-1);
  const deck = view.card ? say("card_of", { n: view.card, of: view.cards }) : "";
  return h("section", { key: "rolls", class: "card hall-card rolls-card" },
    h("h2", {}, say("last_rolls"), deck && h("span", { key: "deck" }, ` · ${deck}`)),
    lastRolls(tablet, h("li", { key: "none", class: "soft" }, say("no_rolls"))),
    h("div", { class: "card-keys" },
      button({ key: "back", ...refusedBy(view.refusals.take_back_roll, tell), act: () => open("take_back") },
        last ? say("take_back_n", { n: last.sum }) : say("take_back")),
      button({ key: "all", act: () => open("rolls") }, say("all_rolls"))));
}

/** The question before a roll is taken back: it names what is undone. */
export function takeBackPanel(/** @type {HallTablet} */ tablet) {
  const { view, say, tell } = tablet;
  const last = view.rolls.at(-1);
  if (!last) return question(say("take_back"), [say("no_rolls")], null);
  const { turn, robbers, sum } = last;
  const same = say(view.options.dice === "real" ? "take_back_real" : "take_back_same", { sum });
  return question(say("take_back_title", { n: sum }), [
    say("take_back_what", { n: turn, group: groupName(say, last.group), sum }),
    robbers && say("take_back_robbers", { n: robbers }),
    same,
  ],
    button({ key: "do", look: "main", ...refusedBy(view.refusals.take_back_roll, tell),
      act: () => sendAndClose(tablet, { type: "take_back_roll" }) }, say("take_back_n", { n: sum })));
}

/** Every roll, the newest first, and how the sums fell. */
export function allRollsPanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say } = tablet;
  const rolls = kept(tablet, panel, "rolls", { what: "rolls" }, view.seq)?.rolls;
  return { title: say("all_rolls"),
    body: [sumBars(tablet),
      rolls === undefined
        ? h("p", { key: "wait", class: "sentence" }, say("one_moment"))
        : h("ol", { key: "rolls", class: "all-rolls" },
          [...rolls].reverse().map((roll) => rollRow(say, roll)))] };
}

function rollRow(/** @type {Say} */ say, roll) {
  return h("li", { key: roll.turn, class: "card" }, h("span", { class: "number roll-turn" }, roll.turn),
    badge(roll.group, "is-flat"), h("span", { class: "is-hidden" }, groupName(say, roll.group)),
    pair(say, roll.dice, "is-small"), h("b", { class: "number" }, roll.sum),
    roll.robbers
      && h("span", { key: "robbers", class: "soft" },
        say("robbers_rolled", { n: roll.robbers[0] + roll.robbers[1] })));
}

/** Send a command that rolls: at once where the kit has the dice, else once it was tapped what they show. */
export function withDice(/** @type {HallTablet} */ tablet, /** @type {any} */ command,
  /** @type {(command: any) => any} */ sent)
{
  const { view, open, close } = tablet;
  if (view.options.dice !== "real") return sent(command);
  const panel = { isRobbers: command.type === "roll_robbers", turn: view.number,
    ...askedDice(async (dice) => {
      const taken = await sent({ ...command, dice });
      if (taken && tablet.panel?.name === "dice") close();
      return taken;
    }) };
  return open("dice", panel);
}

/** The panel that asks what real dice show. */
export function dicePanel(/** @type {HallTablet} */ tablet, panel) {
  const { view, say } = tablet;
  return { title: say(panel.isRobbers ? "dice_robbers" : "dice_title"),
    body: faceRows(tablet, panel, panel.turn !== view.number) };
}
