"""Purchases, trades, discards, refilling: what teams do in a break (FC-18 to FC-22, FC-27)."""

from collections import Counter
from itertools import product

from msgspec.structs import replace

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games.declared import Command, LogLine
from fieldkit.games.full_contact.cards import CARDS, known_card
from fieldkit.games.full_contact.events import Events, MatchEvent
from fieldkit.games.full_contact.options import ITEMS
from fieldkit.games.full_contact.rounds import owes, wrong_phase
from fieldkit.games.full_contact.state import Kinds, Marker, State, Team, covers, plus, total
from fieldkit.games.full_contact.words import called, hoop_label, kinds_text
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_, Term


class _Purchase(MatchEvent, sort="purchase"):
    team: str
    paid: Kinds


class SettlementBought(_Purchase, said=N_("{team} bought a settlement for {paid}")):
    """A settlement is handed to a team (FC-15, FC-18)."""

    def apply(self, state: State) -> State:
        hand = state.team(self.team).settlements_in_hand
        return state.pay(self.team, self.paid).with_team(self.team, settlements_in_hand=hand + 1)


class CityBuilt(_Purchase, said=N_("{team} built a city in {hoop} for {paid}: {vp} points")):
    """A settlement became a city (FC-19)."""

    hoop: str

    def apply(self, state: State) -> State:
        state = state.pay(self.team, self.paid).with_hoop(self.hoop, "city", self.team)
        return state.with_marker(Marker(self.hoop, self.team, "add", "city"))


class KnightBought(_Purchase, said=N_("{team} bought a knight for {paid}: {vp} points")):
    """A player became a knight (FC-20)."""

    def apply(self, state: State) -> State:
        knights = state.team(self.team).knights
        return state.pay(self.team, self.paid).with_team(self.team, knights=knights + 1)


class CardBought(_Purchase, said=N_("{team} bought a card for {paid}")):
    """A card was drawn; ``reshuffled`` when the used ones became the deck first (FC-24)."""

    card: str
    reshuffled: bool = False

    def apply(self, state: State) -> State:
        state = state.pay(self.team, self.paid)
        if self.reshuffled:
            deck = plus(state.deck, Counter(state.discarded_cards))
            state = replace(state, deck=deck, discarded_cards=())
        state = replace(state, deck=plus(state.deck, {self.card: 1}, -1))
        return state.with_team(self.team, cards=(*state.team(self.team).cards, self.card))


class Traded(MatchEvent, sort="trade"):
    """Two teams traded (FC-21)."""

    a: str
    b: str
    a_gives: Kinds
    b_gives: Kinds

    def apply(self, state: State) -> State:
        state = state.move(self.a, self.b, self.a_gives)
        return replace(state.move(self.b, self.a, self.b_gives), busy=True)

    def line(self, state: State) -> LogLine:
        a, b = called(state.team(self.a)), called(state.team(self.b))
        if self.a_gives and self.b_gives:
            line = self.told(state, N_("{a} gave {b} {a_gives} for {b_gives}"), a=a, b=b)
        else:
            giver, taker, gift = (a, b, self.a_gives) if self.a_gives else (b, a, self.b_gives)
            text = N_("{a} gave {b} {gift} as a gift")
            line = self.told(state, text, a=giver, b=taker, gift=kinds_text(gift))
        return replace(line, team=self.a)


class Discarded(MatchEvent, sort="card", said=N_("{team} discarded {kinds}")):
    """A team gave up balls to the field (FC-27)."""

    team: str
    kinds: Kinds
    by_lot: bool = False

    def apply(self, state: State) -> State:
        owed = max(0, state.team(self.team).owed - total(self.kinds))
        return state.pay(self.team, self.kinds).with_team(self.team, owed=owed)


class PilesRefilled(MatchEvent, sort="ball", said=N_("Put back: {kinds}")):
    """The crew put balls back (FC-22)."""

    kinds: Kinds

    def apply(self, state: State) -> State:
        return replace(state, refill=plus(state.refill, self.kinds, -1)).kept(self)


class MarkersSet(MatchEvent, sort="ball", said=N_("Markers changed: {hoops}")):
    """The crew has put right the markers in these hoops (FC-19, FC-28)."""

    hoops: tuple[str, ...]

    def apply(self, state: State) -> State:
        left = tuple(marker for marker in state.markers if marker.hoop not in self.hoops)
        return replace(state, markers=left).kept(self)


class Buy(Command, type="buy"):
    """Buy something for exactly the price (FC-18); ``hoop`` for a city, ``card`` with a paper deck."""

    team: str
    item: str
    pay: dict[str, int] | None = None
    hoop: str | None = None
    card: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        team, item = state.known_team(self.team), self.item
        if item not in ITEMS:
            text = N_("{item} cannot be bought: settlement, city, knight or card")
            raise Unknown("unknown_item", text, None, item=item)
        pay = state.known_kinds(self.pay) if self.pay is not None else None
        hoop = state.known_hoop(self.hoop).id if self.hoop is not None else None
        card = known_card(self.card).id if self.card is not None else None
        check(cannot_buy(state, team, item))
        paid = _payment(state, team, item, pay)
        if item == "settlement":
            return (SettlementBought(team.id, paid),)
        if item == "knight":
            return (KnightBought(team.id, paid),)
        if item == "city":
            return (CityBuilt(team.id, paid, _city_hoop(state, team, hoop)),)
        return (CardBought(team.id, paid, *_draw(state, card, chance)),)


def cannot_buy(state: State, team: Team, item: str) -> Rejected | None:
    """Return why the team cannot buy that now, or None."""
    if state.phase != "break":
        return wrong_phase(state, "FC-18")
    if team.owed:
        return owes(team)
    if item == "knight" and team.knights >= team.players:
        text = N_("All {n} players of {team} are knights already")
        return Rejected("no_player_left", text, "FC-20", n=team.players, team=called(team))
    if item == "city" and not state.buildings(team.id, "settlement"):
        return Rejected("no_settlement", "{team} have no settlement to build up", "FC-19", team=called(team))
    if item == "card" and not deck_left(state):
        return Rejected("deck_empty", "No card is left to buy", "FC-24")
    if not affordable(state, team.id, item):
        has = state.stocks[team.id]
        short = ({k: max(0, n - has.get(k, 0)) for k, n in way.items()} for way in payments(state, item))
        more = kinds_text(min(short, key=total), N_("{n} more {kind}"))
        text = N_("{team} need {kinds} for a {item}")
        return Rejected("cannot_pay", text, "FC-18", team=called(team), kinds=more, item=Term(item))
    return None


def payments(state: State, item: str) -> tuple[Kinds, ...]:
    """Return every way to pay the exact price of an item with the kinds in play (FC-2, FC-18)."""
    price, played = state.numbers.prices[item].items(), state.options.kinds
    balls = [[kind for kind in names.split("|") if kind in played] for names, n in price for _ in range(n)]
    ways = [dict(Counter(way)) for way in product(*balls)]
    return tuple(way for n, way in enumerate(ways) if way not in ways[:n])


def affordable(state: State, team: str, item: str) -> tuple[Kinds, ...]:
    """Return the payments a team can make, the one that takes from its largest stocks first."""
    stock = state.stocks[team]
    able = [way for way in payments(state, item) if covers(stock, way)]
    return tuple(sorted(able, key=lambda way: -sum(stock.get(kind, 0) for kind in way)))


def _payment(state: State, team: Team, item: str, pay: Kinds | None) -> Kinds:
    if pay is None:
        return affordable(state, team.id, item)[0]
    if all({**way} != {**pay} for way in payments(state, item)):
        raise Rejected("wrong_price", "That is not the price of a {item}", "FC-18", item=Term(item))
    if not covers(state.stocks[team.id], pay):
        raise Rejected("cannot_pay", "{team} do not have those balls", "FC-18", team=called(team))
    return pay


def _city_hoop(state: State, team: Team, hoop: str | None) -> str:
    own = state.buildings(team.id, "settlement")
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
    deck = Counter(state.discarded_cards if reshuffled else state.deck)
    if state.options.deck == "paper":
        if named is None:
            raise Rejected("card_needed", "Say which card was drawn from the paper deck", "FC-24")
        if deck[named] < 1:
            card = Term(CARDS[named].name)
            raise Rejected("card_gone", "No card {card} is left in the deck", "FC-24", card=card)
        return named, reshuffled
    if named is not None:
        raise Rejected("kit_deck", "The kit draws the cards of this match", "FC-24")
    cards = sorted(deck.elements())
    return cards[chance(len(cards))], reshuffled


class Trade(Command, type="trade"):
    """Trade between two teams; both give something unless it is a gift (FC-21)."""

    a: str
    b: str
    a_gives: dict[str, int] = {}
    b_gives: dict[str, int] = {}
    gift: bool = False

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        a, b = state.known_team(self.a), state.known_team(self.b)
        a_gives, b_gives = state.known_kinds(self.a_gives), state.known_kinds(self.b_gives)
        if state.phase != "break":
            raise wrong_phase(state, "FC-21")
        if a.id == b.id:
            raise Rejected("same_team", "A team cannot trade with itself", "FC-21")
        if a.owed or b.owed:
            raise owes(a if a.owed else b)
        if not a_gives and not b_gives:
            raise Rejected("empty_trade", "Nobody gives anything in that trade", "FC-21")
        if not (a_gives and b_gives) and not (self.gift and state.options.gifts):
            marked = N_("Both teams must give something, or mark it as a gift")
            text = marked if state.options.gifts else N_("Both teams must give something")
            raise Rejected("one_sided", text, "FC-21")
        for team, gives in ((a, a_gives), (b, b_gives)):
            if not covers(state.stocks[team.id], gives):
                text = N_("{team} do not have those balls to give")
                raise Rejected("cannot_give", text, "FC-21", team=called(team))
        return (Traded(a.id, b.id, a_gives, b_gives),)


class Discard(Command, type="discard"):
    """Discard exactly what a team owes, of its choice or by lot (FC-27)."""

    team: str
    kinds: dict[str, int] | None = None
    by_lot: bool = False

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        team = state.known_team(self.team)
        kinds = state.known_kinds(self.kinds) if self.kinds is not None else None
        if state.phase == "over":
            raise wrong_phase(state, "FC-27")
        if not team.owed:
            raise Rejected("nothing_owed", "{team} have nothing to discard", "FC-27", team=called(team))
        stock = state.stocks[team.id]
        if self.by_lot:
            balls = [kind for kind, n in stock.items() for _ in range(n)]
            drawn = Counter(balls.pop(chance(len(balls))) for _ in range(team.owed))
            return (Discarded(team.id, dict(drawn), True),)
        if kinds is None or total(kinds) != team.owed:
            text = N_("{team} must discard exactly {n}")
            raise Rejected("wrong_discard", text, "FC-27", team=called(team), n=team.owed)
        if not covers(stock, kinds):
            raise Rejected("cannot_discard", "{team} do not have those balls", "FC-27", team=called(team))
        return (Discarded(team.id, kinds),)


class Refill(Command, type="refilled"):
    """Tick off the balls that the crew put back on the piles (FC-22)."""

    kinds: dict[str, int]

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        kinds = state.known_kinds(self.kinds)
        if state.phase == "over":
            raise wrong_phase(state, "FC-22")
        if not kinds:
            raise Rejected("nothing_to_do", "Say which balls were put back", "FC-22")
        if not covers(state.refill, kinds):
            raise Rejected("too_many", "The crew does not have that many balls to put back", "FC-22")
        return (PilesRefilled(kinds),)


class SetMarkers(Command, type="markers_set"):
    """Tick off the markers in these hoops that a city or Barbarians changed (FC-19, FC-28)."""

    hoops: list[str]

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        hoops = tuple(dict.fromkeys(state.known_hoop(id).id for id in self.hoops))
        if state.phase == "over":
            raise wrong_phase(state, "FC-19")
        due = {marker.hoop for marker in state.markers}
        if not hoops or not due.issuperset(hoops):
            raise Rejected("nothing_to_do", "No marker needs changing there", "FC-19")
        return (MarkersSet(hoops),)
