"""How purchases, trades, cards and the crew's work change the state (FC-18 to FC-30)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from fieldkit.games.full_contact import events as ev
from fieldkit.games.full_contact.cards import CARDS
from fieldkit.games.full_contact.state import (
    FIELD,
    Building,
    Marker,
    State,
    move,
    plus,
    with_hoop,
    with_team,
)


def kept(state: State, event: ev.Event) -> State:
    """The state with an event that a void does not take back (FC-16)."""
    return replace(state, corrections=(*state.corrections, event))


def _pay(state: State, team: str, paid: Mapping[str, int]) -> State:
    """Paid and discarded balls go to the field, and the crew is to put them back on the piles (FC-22)."""
    state = move(state, team, FIELD, paid)
    return replace(state, refill=plus(state.refill, paid), busy=True)


def _settlement_bought(state: State, event: ev.SettlementBought) -> State:
    hand = state.team(event.team).settlements_in_hand
    return with_team(_pay(state, event.team, event.paid), event.team, settlements_in_hand=hand + 1)


def _city_built(state: State, event: ev.CityBuilt) -> State:
    state = with_hoop(_pay(state, event.team, event.paid), event.hoop, "city", event.team)
    return _with_marker(state, Marker(event.hoop, event.team, "add", "city"))


def _with_marker(state: State, marker: Marker) -> State:
    """The state with one more marker to see to; one that was not yet down need not be taken off."""
    same = (marker.hoop, marker.team, marker.building)
    others = tuple(one for one in state.markers if (one.hoop, one.team, one.building) != same)
    done = len(others) < len(state.markers)
    return replace(state, markers=others if done else (*others, marker))


def _knight_bought(state: State, event: ev.KnightBought) -> State:
    knights = state.team(event.team).knights
    return with_team(_pay(state, event.team, event.paid), event.team, knights=knights + 1)


def _card_bought(state: State, event: ev.CardBought) -> State:
    state = _pay(state, event.team, event.paid)
    if event.reshuffled:
        fresh: dict[str, int] = {}
        for card in state.discarded_cards:
            fresh[card] = fresh.get(card, 0) + 1
        state = replace(state, deck=plus(state.deck, fresh), discarded_cards=())
    state = replace(state, deck=plus(state.deck, {event.card: 1}, -1))
    return with_team(state, event.team, cards=(*state.team(event.team).cards, event.card))


def _traded(state: State, event: ev.Traded) -> State:
    state = move(state, event.a, event.b, event.a_gives)
    return replace(move(state, event.b, event.a, event.b_gives), busy=True)


def _card_used(state: State, event: ev.CardUsed) -> State:
    team = state.team(event.team)
    hand = list(team.cards)
    if event.card in hand:
        hand.remove(event.card)
    state = with_team(state, team.id, cards=tuple(hand), used_cards=(*team.used_cards, event.card))
    card = CARDS[event.card]
    if card.returns:
        state = replace(state, discarded_cards=(*state.discarded_cards, event.card))
    for giver, kinds in event.taken.items():
        state = move(state, giver, event.team, kinds)
    state = replace(state, fetch=plus(state.fetch, event.taken.get(FIELD, {})))
    for debtor, count in event.owed.items():
        state = with_team(state, debtor, owed=count)
    if event.hoop is not None:
        owner = event.victim if event.building == "settlement" else None
        stood = state.hoop(event.hoop)
        state = with_hoop(state, event.hoop, cast(Building, event.building), owner)
        state = _with_marker(state, Marker(stood.id, stood.team or "", "remove", stood.building))
    sets: dict[str, Any] = {card.sets: event.team} if card.sets else {}
    return replace(state, busy=True, **sets)


def _discarded(state: State, event: ev.Discarded) -> State:
    owed = state.team(event.team).owed - sum(event.kinds.values())
    return with_team(_pay(state, event.team, event.kinds), event.team, owed=max(0, owed))


def _refilled(state: State, event: ev.PilesRefilled) -> State:
    left = plus(state.refill, event.kinds, -1)
    return kept(replace(state, refill=left), event)


def _markers_set(state: State, event: ev.MarkersSet) -> State:
    left = tuple(marker for marker in state.markers if marker.hoop not in event.hoops)
    return kept(replace(state, markers=left), event)


BANK_STEPS: Mapping[type, Callable[[State, Any], State]] = {
    ev.SettlementBought: _settlement_bought,
    ev.CityBuilt: _city_built,
    ev.KnightBought: _knight_bought,
    ev.CardBought: _card_bought,
    ev.Traded: _traded,
    ev.CardUsed: _card_used,
    ev.Discarded: _discarded,
    ev.PilesRefilled: _refilled,
    ev.MarkersSet: _markers_set,
}
