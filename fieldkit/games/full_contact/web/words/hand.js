/** The rules that bodies carry out, in a few words each. */

export const words = { hand_rules: "Rules at hand", hand_ready: "Before the whistle",
  hand_foot: "Everybody stands with one foot in a hoop of the own team: a settlement or a city.",
  hand_band: "The team chooses who are its knights: they wear the band on the head, all others on the arm.",
  hand_head_start:
    "With a head start one team's whistle comes first. Nobody tags before the whistle for all.",
  hand_round: "In the round", hand_one_ball: "One ball at a time. Carry it or throw it.",
  hand_counts:
    "A ball counts when it lies in a hoop of your city, or when you hold it with a foot in that hoop.",
  hand_stays: "What has counted stays counted: a tag afterwards changes nothing.",
  hand_tag: "Only knights tag, with both hands. Knights may tag knights.",
  hand_tagged:
    "Tagged: drop the ball at once. Stand still, and neither throw, tag nor place until the round ends.",
  hand_both_out: "Two knights who tag each other at once are both out.",
  hand_settlement:
    "Carry a bought settlement to a free hoop and put it down before the closing whistle. A tagged carrier keeps it.",
  hand_grace: "On the closing whistle",
  hand_whistle: "Stop where you are. Drop or throw the ball at once; it stays where it lands.",
  hand_late: "A ball that had left the hand when the whistle blew may count: the referee judges.",
  hand_outside: "A ball in a hoop that did not count is laid just outside. It has to be brought in again.",
  hand_stopped: "When the referee stops", hand_freeze: "Everybody freezes. Tagged players stay tagged.",
  hand_after_stop: "The round is played again, goes on, or counts as played: the referee says which.",
  hand_break: "Between rounds", hand_buy: "Teams buy with the balls in their bag, until the break is over.",
  hand_city: "A city replaces an own settlement at once: from then on its hoop counts balls.",
  hand_trade: "Two teams trade balls as both agree. The bank does not trade.",
  hand_card: "A card may be used at any time between rounds, also right after it was bought.",
  hand_over: "Points and the end",
  hand_points: "A settlement in a hoop 1 point, a city 2, a knight 1, a card of points 1.",
  hand_win:
    "Who reaches the target wins. When several teams get there in the same break, what was agreed before the match decides." };
