/** The guide for a player, on paper, on a phone and on the console. */
export const words = { guide_rules: "The rules",
  guide_goal:
    "First to {n} points, claimed in the own turn and confirmed. You know Catan with ships; this is what is different in a hall.",
  guide_own_words:
    "The rules are told in our own words. What nobody objected to before the turn ended stands; the referee's word is final.",
  guide_setup: "Set up your side",
  guide_line: "The dividing line cuts the island in two: the half with your pieces is your own land.",
  guide_three:
    "Put three settlements on the marked places of your side: one with a ship, one with a road, one with neither.",
  guide_take: "Take what the land around one of the three gives, then make a city of one of them.",
  guide_robber: "Put your robber on your own desert.",
  guide_cards:
    "You two share one set of cards: of each resource 10 lie on Sun's side and 9 on Moon's, of the development cards 12 on Sun's and 11 on Moon's. From an empty pile draw on the other side. The rest of both sets goes away.",
  guide_pieces:
    "Each has 5 settlements, 9 cities, 15 roads and 15 ships, and a marker each for route and army.",
  guide_turn: "A turn",
  guide_roll: "Sun and Moon take turns, Sun begins. The conductor rolls once for the whole hall.",
  guide_roll_all: "Everybody acts in every turn. The conductor rolls once for the whole hall.",
  guide_deal:
    "The one who waits deals out for both of the board. Nobody there trades before all is dealt. Look after your own: what you have not taken when the turn ends is lost.",
  guide_deal_all:
    "Each takes the own resources. Nobody trades before all is dealt. What you have not taken when the turn ends is lost.",
  guide_act:
    "Then the one whose turn it is trades and builds, in any order, at the same time as all others of the group.",
  guide_act_all: "Then everybody trades and builds, in any order, at the same time.",
  guide_clock: "The clock alone ends the turn: {a} s at first, {b} s from turn {late} on.",
  guide_seven: "A seven",
  guide_discard:
    "With 8 resource cards or more you discard half, rounded down, in the others' turn too. The clock waits for it.",
  guide_early: "Before turn {n} the robbers do not move.",
  guide_late:
    "From turn {n} on the conductor rolls again for the robbers: on every board both go to the places with that number. On a 2 or 12 only the robber whose land has it goes there, the other one home to its desert; on a 7 both go home.",
  guide_home: "A robber never leaves its own land, and nobody draws a card from anybody.",
  guide_trade: "Trading",
  guide_own:
    "In your turn with five players: across, the two at the board on your left, the two on your right. You begin every trade and all talk of one.",
  guide_own_all: "With five players: across, the two at the board on your left, the two on your right.",
  guide_wait:
    "In the others' turn only with the three across, straight and to both sides, and only when they ask you: until then not a word of trade.",
  guide_bank: "In your turn with the bank 4:1, with your harbours 3:1 or 2:1.",
  guide_empty: "With an empty seat nobody trades, and nobody asks it; the player across deals out alone.",
  guide_build: "Building",
  guide_show:
    "Show the player across what you pay before you put anything down. On your own board you ask nobody.",
  guide_ask:
    "On the board to your left or right you ask, for each place, the player of your own group there.",
  guide_refuse:
    "They may refuse only if all of this holds: it is their turn, they could build there without building anything else first, and they do so at once, without trading with players. Else you build at once.",
  guide_refuse_all:
    "They may refuse only if they could build there without building anything else first, and do so at once, without trading with players. Else you build at once.",
  guide_ships: "One ship a turn may move, from the open end of a route.",
  guide_develop: "Development cards, route, army",
  guide_buy:
    "There is no monopoly. Buy any number, play one a turn, and none in the turn you bought it. Victory point cards are not played.",
  guide_knight:
    "Knight: send a robber beside a building of yours on your own board home to its desert, and take 1 of what it blocked. With none there take 1 of your choice.",
  guide_road:
    "Road Building: two roads, two ships or one of each, for nothing. Year of Plenty: any 2 resources.",
  guide_best:
    "Route (from 5 in a row) and army (from 3 knights) are for each board. A road and a ship join only at a building of yours. The first one has it, until the other has more.",
  guide_points: "Points", guide_what: "What", guide_worth: "Points each", guide_most: "At most",
  guide_settlements: "Settlements", guide_cities: "Cities", guide_bonuses: "Other territories",
  guide_vp_cards: "Victory point cards", guide_route: "Longest trade route", guide_army: "Largest army",
  guide_bonus:
    "“Other territories”: your first settlement in each of the five other lands you can reach scores 2 more, also when it becomes a city. The two of a board have at most 5 victory point cards together.",
  guide_claim: "How to claim",
  guide_claim_call:
    "With {n} points or more, in your own turn and before the clock ends: stand up and call “Claim!”, or claim on your phone.",
  guide_claim_form: "A steward comes with a form. Count what stands there; both of the board sign.",
  guide_claim_judge:
    "When the clock has ended all hands leave the boards, and the claims are judged. If yours is rejected you play on.",
  guide_claim_tie:
    "If several are right: most points, then most cards in hand, then grain, ore, brick, lumber, wool; then the one who registered first." };
