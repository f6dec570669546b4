/** The common part of the pages on phones: link, waiting commands, toast, and codes to photograph. */

import { isToken, present, takeCode } from "./card.js";
import { clockFace, titleBar } from "./clock.js";
import { Commands, get, postJson } from "./commands.js";
import { button, h, icon, patch, placed } from "./dom.js";
import { doubtCard, drawEvent } from "./event_name.js";
import { KitClock, listen } from "./feed.js";
import { Fingers } from "./fingers.js";
import { speaker } from "./format.js";
import { dress, Games } from "./games.js";
import { hush, tell } from "./toast.js";
import { words as shared } from "./words/phone.js";

/** A command that has waited this long is worth a line. */
const WAIT_MS = 700;

/** The phone of a page with its own words; `draw(view, game, say)` makes its screen of a game's module. */
export function openPhone(/** @type {string} */ file, ownWords, draw) {
  const words = { ...shared, ...ownWords };
  const games = new Games(file);
  const phone = new Phone({ say: speaker(words), draw: (view) => {
    const game = games.of(view.game, (isFirst) => phone.changed(() => isFirst));
    if (game === undefined) return;
    dress(view.game, view);
    const screen = draw(view, game, speaker({ ...words, ...game?.words }));
    patch(placed("screen"), [phone.waiting(), screen]);
  } });
  return phone;
}

/** One phone; `draw(view)` draws its screen, once there is a view. */
class Phone {
  /** @type {any} */
  view = null;
  say;
  #clock = new KitClock();
  #drawClock = clockFace(this.#clock);
  #draw;
  #questions = 0;
  #commands = new Commands(() => {
    this.changed();
    setTimeout(() => this.changed(), WAIT_MS + 20);
  });
  #fingers;

  constructor({ say, draw }) {
    this.say = say;
    this.#draw = draw;
    this.#fingers = new Fingers({ held: () => tell(say("just_changed")), passed: hush });
  }

  /** Send a command; a refusal is told and moves nothing. */
  send = async (/** @type {Command} */ command) => {
    const { status, body } = await this.#commands.send(command);
    if (status === 401) location.reload();
    else if (status >= 400) tell(body.error?.message ?? this.say("no_answer"), body.error?.rule);
    return status === 200 ? body : null;
  };

  tell = tell;

  /** Ask for what only this phone may see; null without an answer, or when a newer question was asked. */
  async ask(/** @type {string} */ url) {
    this.#questions += 1;
    const question = this.#questions;
    const answer = await get(url);
    return question === this.#questions ? answer : null;
  }

  /** Draw what a tap on this page has changed. */
  draw = () => {
    if (!this.view) return;
    drawEvent(this.view);
    if (this.view.doubt) patch(placed("screen"), [doubtCard()]);
    else this.#draw(this.view);
    this.#drawClock(this.view);
  };

  /** Draw what came by itself; `own()` says at a tap whether this page brought it about after all. */
  changed(own = () => false) {
    this.#fingers.change(this.draw, own);
  }

  /** Draw the bar: the mark of a side, if any, the title or else the kit's name, a line, and the clock. */
  bar(side, title, /** @type {string} */ line, score = null) {
    const bar = placed("bar");
    const [name, clock] = titleBar(title ?? bar.dataset.kit, line);
    const mark = side && icon(`mark-${side.mark}`, "mark");
    patch(bar, [mark && h("span", { key: "mark", class: `team-${side.colour}` }, mark), name, score, clock]);
  }

  /** The line about commands that the kit has not answered yet. */
  waiting() {
    const late = [...this.#commands.waiting].filter((entry) => performance.now() - entry.since > WAIT_MS);
    if (!late.length) return null;
    return h("div", { key: "waiting", class: "card phone-waits is-warning", role: "status" },
      h("p", {}, h("b", {}, this.say("waiting", { n: late.length }))),
      button({ key: "give-up", look: "small", act: () => this.#commands.giveUp() }, this.say("give_up")));
  }

  /** Follow the board; `onView()` is called after each view, `isHere(code)`: the code changes nothing. */
  follow(
    { onView = () => {}, isHere = (/** @type {string} */ _code) => false,
      spread = /** @type {number | undefined} */ (undefined) },
  ) {
    const photographed = () => this.#photographed(isHere);
    addEventListener("hashchange", photographed);
    photographed();
    listen({ url: "/api/feed?crowd", name: "board", clock: this.#clock, onView: (next) => {
      const [before, at] = [this.view, performance.now()];
      this.view = next;
      // The first view was asked for by opening the page.
      this.changed(() => before === null || this.#commands.ours(before, next, at));
      onView();
    }, onLink: (isAway) => {
      patch(placed("away"), isAway ? [h("p", {}, this.say("away"))] : []);
      this.changed();
    }, ...(spread === undefined ? {} : { spread }) });
  }

  /** Another card or code lets this phone in elsewhere. */
  async #photographed(isHere) {
    const given = takeCode();
    if (given === null || isHere(given)) return;
    const answer = isToken(given)
      ? await present(given, () => tell(this.say("card_waits")))
      : await postJson("/api/session", { code: given });
    if (answer?.status === 200) location.reload();
    else tell(answer?.body.error?.message ?? this.say("no_answer"));
  }
}
