/** The rules on paper: a sheet for the players, a card for the referee. */

import { h, icon } from "../dom.js";
import { ball, kindName, list, names, paper, part, price } from "./paper_parts.js";

const ITEMS = ["settlement", "city", "knight", "card"];
const BLASTS = ["ready", "head", "open", "warn", "close", "stop"];
const FOULS = ["early", "two", "carried", "acted", "bad_tag", "kept", "holding", "rough"];

/** The players' sheet: all that bodies carry out, prices and points, on one page. */
export function playersSheet(given, /** @type {Say} */ say) {
  const { options, target, prices } = given;
  const told = (...keys) => list(keys.map((key) => say(key)));
  return [
    paper("rules", say("game_name"), "rules is-columns",
      h("p", { key: "about", class: "paper-lead" }, say("rules_about", { target })),
      part("ready", say("hand_ready"), told("hand_foot", "hand_band", "hand_head_start")),
      part("round", say("hand_round"),
        list([say("rules_length", { s: options.round_seconds }),
          ...["hand_one_ball", "hand_counts", "hand_stays", "hand_tag", "hand_tagged", "hand_both_out",
            "hand_settlement", "rules_fair"].map((key) => say(key))])),
      part("grace", say("hand_grace"), told("hand_whistle", "hand_late", "hand_outside")),
      part("stopped", say("hand_stopped"), told("hand_freeze")),
      part("break", say("hand_break"),
        list([say("rules_break", { s: options.break_seconds }), say("hand_city"), say("hand_trade"),
          say("rules_card")])),
      part("balls", say("rules_balls"),
        list(options.kinds.map((kind) => [ball(given, kind), kindName(given, kind, say)]), "is-plain")),
      part("prices", say("rules_prices"),
        names(ITEMS.map((item) => [[icon(item), say(`item_${item}`)], price(given, prices[item], say)]),
          "paper-prices")),
      part("points", say("rules_points"),
        names(ITEMS.map((item) => [[icon(item), say(`rules_point_${item}`)], given.points[item]]),
          "paper-points")), part("end", say("call_end_of"), told("hand_win"))),
  ];
}

/**
 * The referee's card: signals, what to look at before each whistle, late balls, stops, fouls, on one page.
 */
export function refereesCard(given, /** @type {Say} */ say) {
  const { options, target } = given;
  const told = (...keys) => list(keys.map((key) => say(key)));
  return [
    paper("referee", say("paper_referee"), "referee is-columns",
      part("before", say("call_before"),
        list(
          ["call_late_done", "call_outside", "call_crew", "call_feet", "call_bands", "call_say"].map((key) =>
            say(key)
          ),
          "is-ticked",
        )),
      part("signals", say("call_signals"),
        names(BLASTS.map((blast) => [say(`call_${blast}`), say(`call_${blast}_what`)]))),
      part("during", say("call_during"), told("call_watch", "call_by_hand", "call_unclear")),
      part("late", say("call_late"), told("call_accept", "call_refuse")),
      part("stops", say("call_stops"), told("call_stop_when", "call_void", "call_resume", "call_end")),
      part("fouls", say("call_fouls"), list(FOULS.map((foul) => say(`call_${foul}`)), "is-close"),
        told("call_foul_what", "call_sent_off")),
      part("end", say("call_end_of"), list([say("call_end_what", { target })])),
      part("without", say("call_without"), list([say("call_without_what", { s: options.round_seconds })]))),
  ];
}
