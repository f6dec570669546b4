/** What the tablet says of Full-Contact Catan in play, beside what other pages say too. */

export const words = {
  // the bar
  head_alone: "Round {n}: {team} alone",
  head_what: "Nobody tags yet",
  played_min: { one: "{n} min", other: "{n} min" },
  time_up: "TIME",
  break_over: "The break is over: +30 s lengthens it.",
  knights_n: { one: "{n} knight", other: "{n} knights" },
  // the break
  after_a_round: "Teams buy and trade in the break after a round.",
  n_left: "{n} left",
  starts_first: "starts first",
  all_knights: "all knights",
  start_refuses: { one: "refuses {n} late ball", other: "refuses {n} late balls" },
  start_first: "{team} first",
  start_only_knights: "only {team} are knights",
  start_refusing: "Start, refuse them",
  nothing_to_undo: "There is nothing that can be undone. The list shows why.",
  // cards, discards and trades
  drew_card: "{team} drew a card: hold it to look.",
  n_of: "{n} of {of}",
  choose_exactly: "Choose {n}, no more and no fewer.",
  kind_brings: "{kind}: {n}",
  done_what: "done: {what}",
  discard_n_of: "Discard {n} of {of}",
  has_head: "has",
  gives_head: "gives",
  // the round
  n_counted: "{n} counted",
  n_counted_not: "{n} counted, {not} not",
  ball_at: "{team} brought {kind} to hoop {hoop}",
  undo_what: "Undo: {what}",
  lay_outside: "Lay the ball just outside the hoop: it must be brought in again.",
  // the result
  made_cities: "Cities",
  made_settlements: "Settlements",
  made_knights: "Knights",
  made_cards: "Cards",
  made_extra: "extra",
  confirm_done: "No team wants anything more. Confirm: {teams}",
  // undoing
  strike_setup: "The set-up: More… > Change the set-up, before the first round.",
  strike_undone: "This was undone already: do it again by hand.",
  undone_elsewhere: "Already undone on another tablet.",
  // more
  refill_all: "All done",
};
