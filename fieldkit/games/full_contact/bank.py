"""Purchases, trades, cards, discards, refilling: what teams do in a break (FC-18 to FC-30)."""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.errors import Rejected
from fieldkit.games.full_contact import bank_events as ev
from fieldkit.games.full_contact import commands as co
from fieldkit.games.full_contact.cards import CARDS, Card, known_card
from fieldkit.games.full_contact.events import MatchEvent
from fieldkit.games.full_contact.names import (
    called,
    hoop_label,
    known_hoop,
    known_item,
    known_kind,
    known_kinds,
    known_team,
    missing_text,
)
from fieldkit.games.full_contact.rounds import wrong_phase
from fieldkit.games.full_contact.state import Kinds, State, Team, buildings, covers, plus, total
from fieldkit.messages import Chance
from fieldkit.phrases import N_, Term


def buy(state: State, command: co.Buy, chance: Chance) -> tuple[MatchEvent, ...]:
    """Buy something for exactly the price (FC-18)."""
    team, item = known_team(state, command.team), known_item(command.item)
    pay = known_kinds(state, command.pay) if command.pay is not None else None
    hoop = known_hoop(state, command.hoop) if command.hoop is not None else None
    card = known_card(command.card) if command.card is not None else None
    refused = cannot_buy(state, team, item)
    if refused:
        raise refused
    paid = _payment(state, team, item, pay)
    if item == "settlement":
        return (ev.SettlementBought(team.id, paid),)
    if item == "knight":
        return (ev.KnightBought(team.id, paid),)
    if item == "city":
        return (ev.CityBuilt(team.id, paid, _city_hoop(state, team, hoop.id if hoop else None)),)
    drawn, reshuffled = _draw(state, card.id if card else None, chance)
    return (ev.CardBought(team.id, paid, drawn, reshuffled),)


def cannot_buy(state: State, team: Team, item: str) -> Rejected | None:
    """Return why the team cannot buy that now, or None."""
    if state.phase != "break":
        return wrong_phase(state, "FC-18")
    if team.owed:
        return owes(team)
    if item == "knight" and team.knights >= team.players:
        text = N_("All {n} players of {team} are knights already")
        return Rejected("no_player_left", text, "FC-20", n=team.players, team=called(team))
    if item == "city" and not buildings(state, team.id, "settlement"):
        return Rejected("no_settlement", "{team} have no settlement to build up", "FC-19", team=called(team))
    if item == "card" and not deck_left(state):
        return Rejected("deck_empty", "No card is left to buy", "FC-24")
    if not affordable(state, team.id, item):
        short = missing_text(missing(state, team.id, item))
        text = N_("{team} need {kinds} for a {item}")
        return Rejected("cannot_pay", text, "FC-18", team=called(team), kinds=short, item=Term(item))
    return None


def owes(team: Team) -> Rejected:
    """Return the refusal while a team owes a discard (FC-27)."""
    return Rejected("discard_owed", "{team} must discard {n} first", "FC-27", team=called(team), n=team.owed)


def payments(state: State, item: str) -> tuple[Kinds, ...]:
    """Return every way to pay the exact price of an item with the kinds in play (FC-2, FC-18)."""
    ways: list[Kinds] = [{}]
    for names, count in state.numbers.prices[item].items():
        choices = [kind for kind in names.split("|") if kind in state.options.kinds]
        for _ in range(count):
            ways = [plus(way, {kind: 1}) for way in ways for kind in choices]
    unique: list[Kinds] = []
    for way in ways:
        if way not in unique:
            unique.append(way)
    return tuple(unique)


def affordable(state: State, team: str, item: str) -> tuple[Kinds, ...]:
    """Return the payments a team can make, the one that takes from its largest stocks first."""
    stock = state.stocks[team]
    able = [way for way in payments(state, item) if covers(stock, way)]
    return tuple(sorted(able, key=lambda way: -sum(stock.get(kind, 0) for kind in way)))


def missing(state: State, team: str, item: str) -> Kinds:
    """Return the balls that the team lacks for the cheapest way to pay."""
    stock = state.stocks[team]
    gaps = [
        {kind: n - stock.get(kind, 0) for kind, n in way.items() if n > stock.get(kind, 0)}
        for way in payments(state, item)
    ]
    return min(gaps, key=total)


def _payment(state: State, team: Team, item: str, pay: Kinds | None) -> Kinds:
    if pay is None:
        return affordable(state, team.id, item)[0]
    if all({**way} != {**pay} for way in payments(state, item)):
        raise Rejected("wrong_price", "That is not the price of a {item}", "FC-18", item=Term(item))
    if not covers(state.stocks[team.id], pay):
        raise Rejected("cannot_pay", "{team} do not have those balls", "FC-18", team=called(team))
    return pay


def _city_hoop(state: State, team: Team, hoop: str | None) -> str:
    own = [place.id for place in buildings(state, team.id, "settlement")]
    if hoop is None and len(own) == 1:
        return own[0]
    if hoop is None:
        raise Rejected("hoop_needed", "Say which settlement becomes the city", "FC-19")
    if hoop not in own:
        text = N_("{team} have no settlement in hoop {hoop}")
        raise Rejected("not_own_settlement", text, "FC-19", team=called(team), hoop=hoop_label(hoop))
    return hoop


def deck_left(state: State) -> int:
    """Return how many cards can still be bought, with used ones if they are shuffled again (FC-24)."""
    left = total(state.deck)
    return left or (len(state.discarded_cards) if state.options.reshuffle_used else 0)


def _draw(state: State, named: str | None, chance: Chance) -> tuple[str, bool]:
    reshuffled = total(state.deck) == 0
    deck = {card: n for card, n in state.deck.items() if n > 0}
    if reshuffled:
        deck = {card: state.discarded_cards.count(card) for card in state.discarded_cards}
    if state.options.deck == "paper":
        if named is None:
            raise Rejected("card_needed", "Say which card was drawn from the paper deck", "FC-24")
        if named not in deck:
            raise Rejected(
                "card_gone", "No card {card} is left in the deck", "FC-24", card=Term(CARDS[named].name)
            )
        return named, reshuffled
    if named is not None:
        raise Rejected("kit_deck", "The kit draws the cards of this match", "FC-24")
    cards = [card for card, n in sorted(deck.items()) for _ in range(n)]
    return cards[chance(len(cards))], reshuffled


def use(state: State, command: co.UseCard) -> tuple[MatchEvent, ...]:
    """Use a card that a team holds, in a break (FC-24)."""
    team, card = known_team(state, command.team), known_card(command.card)
    if command.kinds is not None:
        known_kinds(state, command.kinds)
    if command.kind is not None:
        known_kind(state, command.kind)
    if command.victim is not None:
        known_team(state, command.victim)
    if command.hoop is not None:
        known_hoop(state, command.hoop)
    refused = cannot_use(state, team, card)
    if refused:
        raise refused
    return (ev.CardUsed(team.id, card.id, **card.results(state, team, command)),)


def cannot_use(state: State, team: Team, card: Card) -> Rejected | None:
    """Return why the team cannot use that card now, whatever it names with it, or None."""
    if state.phase != "break":
        return wrong_phase(state, "FC-24")
    if card.id not in team.cards:
        return Rejected("no_such_card", "{team} do not hold that card", "FC-24", team=called(team))
    owing = next((other for other in state.teams if other.owed), None)
    return owes(owing) if owing else card.refused(state, team)


def trade(state: State, command: co.Trade) -> tuple[MatchEvent, ...]:
    """Trade between two teams; both give something unless it is a gift (FC-21)."""
    a, b = known_team(state, command.a), known_team(state, command.b)
    a_gives, b_gives = known_kinds(state, command.a_gives), known_kinds(state, command.b_gives)
    if state.phase != "break":
        raise wrong_phase(state, "FC-21")
    if a.id == b.id:
        raise Rejected("same_team", "A team cannot trade with itself", "FC-21")
    for team in (a, b):
        if team.owed:
            raise owes(team)
    if not a_gives and not b_gives:
        raise Rejected("empty_trade", "Nobody gives anything in that trade", "FC-21")
    if not (a_gives and b_gives) and not (command.gift and state.options.gifts):
        text = N_("Both teams must give something")
        if state.options.gifts:
            text = N_("Both teams must give something, or mark it as a gift")
        raise Rejected("one_sided", text, "FC-21")
    for team, gives in ((a, a_gives), (b, b_gives)):
        if not covers(state.stocks[team.id], gives):
            raise Rejected(
                "cannot_give", "{team} do not have those balls to give", "FC-21", team=called(team)
            )
    return (ev.Traded(a.id, b.id, a_gives, b_gives),)


def discard(state: State, command: co.Discard, chance: Chance) -> tuple[MatchEvent, ...]:
    """Discard exactly what a team owes, of its choice or by lot (FC-27)."""
    team = known_team(state, command.team)
    kinds = known_kinds(state, command.kinds) if command.kinds is not None else None
    if state.phase == "over":
        raise wrong_phase(state, "FC-27")
    if not team.owed:
        raise Rejected("nothing_owed", "{team} have nothing to discard", "FC-27", team=called(team))
    stock = state.stocks[team.id]
    if command.by_lot:
        return (ev.Discarded(team.id, _by_lot(stock, team.owed, chance), True),)
    if kinds is None or total(kinds) != team.owed:
        text = N_("{team} must discard exactly {n}")
        raise Rejected("wrong_discard", text, "FC-27", team=called(team), n=team.owed)
    if not covers(stock, kinds):
        raise Rejected("cannot_discard", "{team} do not have those balls", "FC-27", team=called(team))
    return (ev.Discarded(team.id, kinds),)


def _by_lot(stock: Mapping[str, int], count: int, chance: Chance) -> Kinds:
    balls = [kind for kind, n in stock.items() for _ in range(n)]
    drawn: Kinds = {}
    for _ in range(count):
        drawn = plus(drawn, {balls.pop(chance(len(balls))): 1})
    return drawn


def refilled(state: State, command: co.Refill) -> tuple[MatchEvent, ...]:
    """Tick off the balls that the crew put back (FC-22)."""
    kinds = known_kinds(state, command.kinds)
    if state.phase == "over":
        raise wrong_phase(state, "FC-22")
    if not kinds:
        raise Rejected("nothing_to_do", "Say which balls were put back", "FC-22")
    if not covers(state.refill, kinds):
        raise Rejected("too_many", "The crew does not have that many balls to put back", "FC-22")
    return (ev.PilesRefilled(kinds),)


def markers_set(state: State, command: co.SetMarkers) -> tuple[MatchEvent, ...]:
    """Tick off the markers that a city or Barbarians changed (FC-19, FC-28)."""
    hoops = tuple(dict.fromkeys(known_hoop(state, id).id for id in command.hoops))
    if state.phase == "over":
        raise wrong_phase(state, "FC-19")
    due = {marker.hoop for marker in state.markers}
    if not hoops or not due.issuperset(hoops):
        raise Rejected("nothing_to_do", "No marker needs changing there", "FC-19")
    return (ev.MarkersSet(hoops),)
