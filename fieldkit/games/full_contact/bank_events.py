"""Events of a break: purchases, trades, cards, discards, the crew's work (FC-18 to FC-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, cast

from fieldkit.games import LogLine
from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.events import MatchEvent, filled, kept, pay
from fieldkit.games.full_contact.names import called, kinds_text
from fieldkit.games.full_contact.state import (
    FIELD,
    Building,
    Kinds,
    Marker,
    State,
    move,
    plus,
    total,
    with_hoop,
    with_team,
)
from fieldkit.phrases import N_


@dataclass(frozen=True, slots=True)
class _Purchase(MatchEvent):
    sort: ClassVar[str] = "purchase"

    team: str
    paid: Kinds


@dataclass(frozen=True, slots=True)
class SettlementBought(_Purchase):
    """A settlement is handed to a team (FC-15, FC-18)."""

    sentence: ClassVar[str] = N_("{team} bought a settlement for {paid}")

    def apply(self, state: State) -> State:
        hand = state.team(self.team).settlements_in_hand
        return with_team(pay(state, self.team, self.paid), self.team, settlements_in_hand=hand + 1)


@dataclass(frozen=True, slots=True)
class CityBuilt(_Purchase):
    """A settlement became a city (FC-19)."""

    sentence: ClassVar[str] = N_("{team} built a city in {hoop} for {paid}: {vp} points")

    hoop: str

    def apply(self, state: State) -> State:
        state = with_hoop(pay(state, self.team, self.paid), self.hoop, "city", self.team)
        return _with_marker(state, Marker(self.hoop, self.team, "add", "city"))


def _with_marker(state: State, marker: Marker) -> State:
    """Return the state with one more marker to see to; one that was not yet down need not be taken off."""
    same = (marker.hoop, marker.team, marker.building)
    others = tuple(one for one in state.markers if (one.hoop, one.team, one.building) != same)
    done = len(others) < len(state.markers)
    return replace(state, markers=others if done else (*others, marker))


@dataclass(frozen=True, slots=True)
class KnightBought(_Purchase):
    """A player became a knight (FC-20)."""

    sentence: ClassVar[str] = N_("{team} bought a knight for {paid}: {vp} points")

    def apply(self, state: State) -> State:
        knights = state.team(self.team).knights
        return with_team(pay(state, self.team, self.paid), self.team, knights=knights + 1)


@dataclass(frozen=True, slots=True)
class CardBought(_Purchase):
    """A card was drawn; ``reshuffled`` when the used ones became the deck first (FC-24)."""

    sentence: ClassVar[str] = N_("{team} bought a card for {paid}")

    card: str
    reshuffled: bool = False

    def apply(self, state: State) -> State:
        state = pay(state, self.team, self.paid)
        if self.reshuffled:
            deck = plus(state.deck, Counter(state.discarded_cards))
            state = replace(state, deck=deck, discarded_cards=())
        state = replace(state, deck=plus(state.deck, {self.card: 1}, -1))
        return with_team(state, self.team, cards=(*state.team(self.team).cards, self.card))


@dataclass(frozen=True, slots=True)
class Traded(MatchEvent):
    """Two teams traded (FC-21)."""

    sort: ClassVar[str] = "trade"

    a: str
    b: str
    a_gives: Kinds
    b_gives: Kinds

    def apply(self, state: State) -> State:
        state = move(state, self.a, self.b, self.a_gives)
        return replace(move(state, self.b, self.a, self.b_gives), busy=True)

    def line(self, state: State) -> LogLine:
        a, b = called(state.team(self.a)), called(state.team(self.b))
        if self.a_gives and self.b_gives:
            line = filled(state, self, N_("{a} gave {b} {a_gives} for {b_gives}"), a=a, b=b)
        else:
            giver, taker, gift = (a, b, self.a_gives) if self.a_gives else (b, a, self.b_gives)
            text = N_("{a} gave {b} {gift} as a gift")
            line = filled(state, self, text, a=giver, b=taker, gift=kinds_text(gift))
        return replace(line, team=self.a)


@dataclass(frozen=True, slots=True)
class CardUsed(MatchEvent):
    """A card was used, with its results.

    ``taken`` maps whom it came from (a team or the field) to balls that now are the team's (FC-25, FC-26);
    ``owed`` maps teams to what they must discard (FC-27); ``hoop`` of ``victim`` now holds ``building``
    (FC-28).
    """

    sort: ClassVar[str] = "card"

    team: str
    card: str
    taken: Mapping[str, Kinds] = field(default_factory=dict)
    owed: Mapping[str, int] = field(default_factory=dict)
    kind: str | None = None
    victim: str | None = None
    hoop: str | None = None
    building: str | None = None

    def apply(self, state: State) -> State:
        team, card = state.team(self.team), CARDS[self.card]
        hand = list(team.cards)
        if self.card in hand:
            hand.remove(self.card)
        state = with_team(state, team.id, cards=tuple(hand), used_cards=(*team.used_cards, self.card))
        if card.returns:
            state = replace(state, discarded_cards=(*state.discarded_cards, self.card))
        for giver, kinds in self.taken.items():
            state = move(state, giver, self.team, kinds)
        state = replace(state, fetch=plus(state.fetch, self.taken.get(FIELD, {})))
        for debtor, count in self.owed.items():
            state = with_team(state, debtor, owed=count)
        if self.hoop is not None:
            owner = self.victim if self.building == "settlement" else None
            stood = state.hoop(self.hoop)
            state = with_hoop(state, self.hoop, cast(Building, self.building), owner)
            state = _with_marker(state, Marker(stood.id, stood.team or "", "remove", stood.building))
        sets: dict[str, Any] = {card.sets: self.team} if card.sets else {}
        return replace(state, busy=True, **sets)

    def line(self, state: State) -> LogLine:
        taken: Kinds = {}
        for kinds in self.taken.values():
            taken = plus(taken, kinds)
        return filled(state, self, CARDS[self.card].used, taken=kinds_text(taken))


@dataclass(frozen=True, slots=True)
class Discarded(MatchEvent):
    """A team gave up balls to the field (FC-27)."""

    sort: ClassVar[str] = "card"
    sentence: ClassVar[str] = N_("{team} discarded {kinds}")

    team: str
    kinds: Kinds
    by_lot: bool = False

    def apply(self, state: State) -> State:
        owed = max(0, state.team(self.team).owed - total(self.kinds))
        return with_team(pay(state, self.team, self.kinds), self.team, owed=owed)


@dataclass(frozen=True, slots=True)
class PilesRefilled(MatchEvent):
    """The crew put balls back (FC-22)."""

    sort: ClassVar[str] = "ball"
    sentence: ClassVar[str] = N_("Put back: {kinds}")

    kinds: Kinds

    def apply(self, state: State) -> State:
        return kept(replace(state, refill=plus(state.refill, self.kinds, -1)), self)


@dataclass(frozen=True, slots=True)
class MarkersSet(MatchEvent):
    """The crew has put right the markers in these hoops (FC-19, FC-28)."""

    sort: ClassVar[str] = "ball"
    sentence: ClassVar[str] = N_("Markers changed: {hoops}")

    hoops: tuple[str, ...]

    def apply(self, state: State) -> State:
        left = tuple(marker for marker in state.markers if marker.hoop not in self.hoops)
        return kept(replace(state, markers=left), self)
