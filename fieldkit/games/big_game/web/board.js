/**
 * A hall's screen in any browser: it fills a projector as the scoreboard does, and is a column on a phone.
 * The clock is told from its end, so it runs on when nothing more is heard.
 */

import { die } from "../die.js";
import { h, icon } from "../dom.js";
import { ems, fitted } from "../fit.js";
import { ownOrigin } from "../format.js";
import { GROUPS } from "./ring.js";

export { words } from "./words.js";

const SEATS = 2;
/** A wider name (in parts of its size) is set larger in two lines. */
const LONG_NAME = 6;
const MINUTES_MS = 100_000;
const AT_END = ["ended", "judging", "won"];
const LAST_ROLLS = 6;
/** The highest bar stands for this many rolls at least, so that the first ones do not fill the height. */
const LEAST_SCALE = 4;
/** From here on the clock of a turn warns, as the whistle does (ms, BG-5). */
const WARN_MS = 10_000;

/** The whole screen. */
export function screen(/** @type {any} */ view, /** @type {Say} */ say) {
  const page = { view, say };
  const drawn = SCREENS[view.phase]?.(page) ?? turnScreen(page);
  if (view.phase === "alarm")
    return h("div", { key: "alarm", class: "hall is-alarm", role: "alert" }, drawn.centre);
  const look = `hall is-${view.phase} ${drawn.centre && !drawn.panel ? "is-open" : ""}`;
  return h("div", { key: "hall", class: look },
    h("section", { key: "group", class: "hall-group" }, sky(drawn.group), plate(drawn.word, drawn.lines)),
    h("section", { key: "centre", class: "hall-centre" }, drawn.centre),
    drawn.panel && h("section", { key: "panel", class: "hall-panel" }, drawn.panel),
    h("section", { key: "record", class: `hall-record ${drawn.record ? "is-facts" : ""}` },
      drawn.record ?? [rolls(page), sums(page), drawn.after ?? next(page)]),
    drawn.foot ? h("p", { key: "strip", class: "hall-strip" }, h("b", {}, drawn.foot)) : robbers(page));
}

const SCREENS = { alarm, registration: welcome, break: breakScreen, final: finalScreen, over: result };

function plate(word, lines) {
  return h("div", { key: "plate", class: "hall-plate" }, fitted("h2", {}, word.toUpperCase()),
    lines.map((line, at) => line && fitted("p", { key: at }, line)));
}

/** A group's name in the kit's language. */
function named({ view }, group) {
  return view.sides.find(({ id }) => id === group)?.name ?? "";
}

function turnInWords(page, { number, group }) {
  return group
    ? page.say("screen_turn_of", { group: named(page, group), n: number })
    : page.say("screen_turn", { n: number });
}

// A turn

function turnScreen(page) {
  const { view, say } = page;
  const { group, number } = isTaken(view) ? view.next : view.turn;
  return { group, word: group ? named(page, group) : say("screen_all"), lines: duties(page),
    centre: AT_END.includes(view.phase) ? ended(page) : dice(page),
    panel: [fitted("h3", { key: "turn" }, say("screen_turn", { n: number }).toUpperCase()),
      ring(inRing(page), lookOfRing(view)), foot(page)] };
}

/** True while boards undo a roll that is taken back: it comes again in the same turn (BG-5). */
function isTaken({ phase, taken }) {
  return phase === "ended" && taken > 0;
}

/** Everybody leaves the hall: nothing else is on the screen (BG-5). */
function alarm({ view: { say: [first, ...more] } }) {
  return { centre: middle("words", shout(first, true, "h2"), more.map((line, at) => large(at, line))) };
}

/** The words in the ring while no clock runs; null for the clock. */
function inRing({ view, say }) {
  if (AT_END.includes(view.phase)) return ["0"];
  if (!["seven", "robbers"].includes(view.phase)) return null;
  const moved = view.phase === "seven" && view.robber_dice;
  return (moved ? ["screen_robbers", "screen_move"] : ["screen_discard"]).map((key) =>
    say(key).toUpperCase()
  );
}

function lookOfRing({ phase, clock }) {
  if (AT_END.includes(phase)) return "is-out";
  // From 100 s on the clock shows minutes, which need more room.
  return `${phase === "held" ? "is-held" : ""} ${clock.total >= MINUTES_MS ? "is-long" : ""}`.trim();
}

/** The duties of everybody now, in two short lines. */
function duties(page) {
  const { view, say } = page;
  const { group, deals } = view.turn;
  if (isTaken(view)) return [say("screen_we_roll"), say("screen_again")];
  if (["held", "judging", "won"].includes(view.phase))
    return [say("screen_hands_off"), say("screen_the_boards")];
  if (view.phase === "ended") return [say("screen_turn_over"), say("screen_hands_off")];
  if (view.phase !== "turn") return [say("screen_eight"), say("screen_discard_half")];
  const acts = say(group ? "screen_trades_builds" : "screen_trade_build");
  if (view.sum === 7) return [acts, say("screen_none_dealt")];
  const dealt = group && deals
    ? say("screen_deals", { group: named(page, deals) })
    : say("screen_each_deals");
  return [acts, dealt];
}

function dice({ view, say }) {
  if (!view.dice) return null;
  const [a, b] = view.dice;
  return h("div", { key: `roll-${view.turn.number}`, class: "hall-roll", role: "img",
    "aria-label": say("screen_dice", { a, b, sum: view.sum }) },
    fitted("b", { key: "sum", class: "hall-sum", "aria-hidden": "true" }, String(view.sum)),
    h("span", { key: "dice", class: "hall-dice" }, die(a, 0), die(b, 1)));
}

function ended(page) {
  const { view: { phase, next, open: n, say: [first, ...more] }, say } = page;
  if (phase !== "ended") {
    // Who it is nobody learns before the conductor announces it.
    const text = phase === "won" ? say("screen_confirmed") : say("screen_judged", { n });
    return middle(phase, shout(text, true), n > 1 && large("n", say("screen_claims", { n })));
  }
  if (isTaken(page.view))
    return h("div", { key: "taken", class: "hall-words is-taken" },
      [first, ...more.flatMap(halves)].map((line, at) => large(at, line)));
  return middle("ended", shout(say("screen_time_up"), true),
    next.group && large("next", say("screen_is_next", { group: named(page, next.group) })));
}

/** Words in capitals, in two lines where the middle is narrow. */
function shout(text, isNarrow = false, tag = "h3") {
  const rows = isNarrow ? halves(text.toUpperCase()) : [text.toUpperCase()];
  return rows.map((row, at) => fitted(tag, { key: `shout-${at}`, class: "hall-shout" }, row));
}

/** The text cut at the space nearest to its middle. */
function halves(text) {
  const spaces = [...text].flatMap((letter, at) => (letter === " " ? [at] : []));
  if (!spaces.length) return [text];
  const away = (at) => Math.abs(at - text.length / 2);
  const [nearest] = spaces.sort((a, b) => away(a) - away(b));
  return [text.slice(0, nearest), text.slice(nearest + 1)];
}

/** The points that win; a stopped clock and a rehearsal are told in their place. */
function foot({ view, say }) {
  const state = view.phase === "held" ? "stopped" : view.rehearsal && "rehearsal";
  if (state)
    return h("p", { key: "foot", class: `hall-foot is-${state}` }, h("b", {}, say(`screen_${state}`)));
  return h("p", { key: "foot", class: "hall-foot" }, say("screen_first_to"), " ", h("b", {}, view.target));
}

function next(page) {
  return h("p", { key: "next", class: "hall-next" }, h("span", {}, page.say("screen_next")),
    fitted("b", {}, turnInWords(page, page.view.next)));
}

/** The robbers' place, always in one sentence, and the dice that sent them there (BG-6). */
function robbers({ view, say }) {
  const { text, moved } = view.robbers;
  const shown = view.robber_dice;
  const label = shown && say("screen_robber_dice", { a: shown[0], b: shown[1] });
  return h("div", { key: "robbers", class: `hall-strip ${moved ? "is-news" : ""}` },
    h("span", { key: "robber", class: "kind-ore" }, icon("robber")),
    h("p", { key: "text" }, h("b", {}, text)),
    shown
      && h("span", { key: "dice", class: "hall-robber-dice", role: "img", "aria-label": label },
        shown.map((face, at) => die(face, at))));
}

// Between the turns

function welcome({ view, say }) {
  const { boards, players, rehearsal, target } = view;
  const seats = SEATS * boards;
  const free = Math.max(0, seats - players);
  const count = rehearsal
    ? [shout(say("screen_rehearsal")), large("said", say("screen_nothing_counts"))]
    : [fitted("b", { key: "n", class: "hall-count" }, String(players)),
      large("said", say("screen_taken", { seats }))];
  return { group: null, word: say("screen_welcome"),
    lines: [say("game_name"), `${say("screen_first_to")} ${target}`],
    centre: [middle("count", count), join(view, say)],
    record: [fact(boards, say("screen_boards", { n: boards })),
      !rehearsal && fact(free, say("screen_free", { n: free })), fact(target, say("screen_points_win"))],
    foot: say(rehearsal ? "screen_tried" : "screen_how") };
}

/** The way to this page for a phone: a large screen shows it to the hall, a phone is there already. */
function join({ spectators }, say) {
  const address = spectators || ownOrigin;
  return h("figure", { key: "join", class: "hall-join" }, h("figcaption", {}, say("screen_follow")),
    h("img", { src: "/qr.svg", alt: address }), h("p", { "aria-hidden": "true" }, address));
}

function breakScreen(page) {
  const { view: { next: following, clock }, say } = page;
  const left = h("b", { key: "clock", class: "number hall-break", "data-clock": "", own: true,
    "aria-hidden": "true" });
  return { group: following.group, word: say("screen_break"),
    lines: [say("screen_hands_off"), say("screen_the_boards")],
    centre: middle("break", clock.state === "running" ? left : shout(say("screen_break")),
      large("then", say("screen_then", { turn: turnInWords(page, following) }))) };
}

function finalScreen({ view: { open: n }, say }) {
  return { group: null, word: say("screen_the_end"), lines: [say("screen_write"), say("screen_forms")],
    centre: middle("final", shout(say("screen_time_up")), large("best", say("screen_best_wins")),
      n > 0 && soft("open", say("screen_judged", { n }))) };
}

function result(page) {
  const { view: { players, boards, turn: { number: n }, winner }, say } = page;
  const after = h("div", { key: "after", class: "hall-after" }, fact(n, say("screen_turns", { n })));
  const foot = players ? say("screen_hall", { players, boards }) : say("screen_thanks");
  return { after, foot, ...(winner ? won(page, winner) : nobody(page)) };
}

function won(page, { seat, label, name, club, points }) {
  const { say } = page;
  const group = seat.split("-")[1];
  const rows = ems(name) > LONG_NAME ? halves(name) : [name || label];
  const look = `hall-name ${rows.length > 1 ? "is-part" : ""}`;
  return { group, word: say("screen_wins"), lines: [say("screen_for_group", { group: named(page, group) })],
    centre: h("div", { key: "won", class: "hall-words hall-winner" },
      h("p", { key: "title", class: "hall-title" }, icon("cup"), say("screen_winner")),
      rows.map((row, at) => fitted("h3", { key: `name-${at}`, class: look }, row)), large("seat", label),
      club && soft("club", club)),
    panel: [fitted("h3", { key: "points" }, say("screen_points", { n: points }).toUpperCase()),
      fitted("b", { key: "n", class: "hall-points points" }, String(points)), foot(page)] };
}

function nobody({ say }) {
  return { group: null, word: say("screen_the_end"), lines: [say("game_name"), say("screen_thanks")],
    centre: middle("nobody", fitted("h3", { key: "over", class: "hall-shout" }, say("screen_over")),
      soft("none", say("screen_nobody"))) };
}

// What the screens are made of

function large(key, text) {
  return fitted("p", { key, class: "is-large" }, text);
}

function soft(key, text) {
  return fitted("p", { key, class: "is-soft" }, text);
}

/** Lines in the middle of the screen. */
function middle(key, ...lines) {
  return h("div", { key, class: "hall-words" }, lines);
}

/** The group's sky with its drawing; day and night where everybody acts. */
function sky(/** @type {string | null} */ group) {
  const drawn = group ? [group] : GROUPS;
  return h("div", { key: "sky", class: `hall-sky ${group ? "" : "is-both"}`, "aria-hidden": "true" },
    drawn.map((each) => h("span", { key: each, class: `is-${each} team-${each}` }, icon(each))));
}

/** The ring of the clock, which `clock.js` keeps going; `lines` stand in it while no clock runs. */
function ring(/** @type {string[] | null} */ lines, look = "") {
  const circle = (name, r, props = {}) =>
    h("circle", { key: name, class: name, cx: 50, cy: 50, r, ...props });
  const inside = lines
    ? h("p", { key: "lines", class: "hall-ring-lines" }, lines.map((line, at) =>
      fitted("b", { key: at }, line)
    ))
    : h("b", { key: "clock", class: "number hall-seconds", "data-clock": "", own: true,
      "aria-hidden": "true" });
  return h("div", { key: lines ? "ring-words" : "ring-clock", class: `hall-ring ${look}`,
    ...(lines ? {} : { "data-ring": WARN_MS }) },
    h("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, circle("track", 45.5),
      circle("left", 45.5, { pathLength: 100 }), circle("disc", 38)), inside);
}

/** The last six rolls, each with the cap of who acted; the newest has an edge in ink. */
function rolls({ view, say }) {
  const last = [...view.rolls].sort((a, b) => a.turn - b.turn).slice(-LAST_ROLLS);
  const chip = (roll, at) => {
    if (!roll) return h("li", { key: `free-${at}`, class: "hall-chip is-free", "aria-hidden": "true" });
    const caps = roll.group ? [roll.group] : GROUPS;
    return h("li", { key: roll.turn, class: `hall-chip ${roll === last[last.length - 1] ? "is-last" : ""}` },
      h("span", { class: "is-hidden" }, say("screen_roll", { n: roll.turn, sum: roll.sum })),
      h("span", { class: "hall-cap", "aria-hidden": "true" },
        caps.map((each) => h("span", { key: each, class: `is-${each} team-${each}` }, icon(`mark-${each}`)))),
      h("b", { class: "number", "aria-hidden": "true" }, roll.sum));
  };
  return h("ul", { key: "rolls", class: "hall-rolls", "aria-label": say("screen_rolls") },
    Array.from({ length: LAST_ROLLS }, (_, at) => chip(last[at], at)));
}

/** A bar for each sum from 2 to 12, this turn's in ink. */
function sums({ view, say }) {
  const most = Math.max(LEAST_SCALE, ...view.sums);
  const bar = (n, at) => {
    const sum = at + 2;
    return h("li", { key: sum, class: sum === view.sum ? "is-now" : "" },
      h("span", { class: "is-hidden" }, say("screen_sum", { sum, n })),
      h("i", { "aria-hidden": "true", style: { "--share": (n / most).toFixed(3) } }),
      h("b", { "aria-hidden": "true" }, sum));
  };
  return h("ul", { key: "sums", class: "hall-sums", "aria-label": say("screen_sums") }, view.sums.map(bar));
}

/** A number with its word below it. */
function fact(/** @type {number} */ number, /** @type {string} */ word) {
  return h("p", { key: word, class: "hall-fact" }, h("b", { class: "number" }, number), h("span", {}, word));
}
