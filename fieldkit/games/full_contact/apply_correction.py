"""How a correction changes the state: absolute values, moved in and out of the field so that totals hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

from fieldkit.games.full_contact import events as ev
from fieldkit.games.full_contact.state import (
    FIELD,
    Building,
    State,
    move,
    plus,
    with_hoop,
    with_team,
)


def apply_correction(state: State, event: ev.Corrected) -> State:
    """The state with what a correction names set to its values; totals still hold (FC-13, FC-33)."""
    if event.team is not None:
        state = _team_set(state, event.team, event)
    if event.hoop is not None:
        state = with_hoop(state, event.hoop, cast(Building, event.building), event.hoop_team)
        # The referee saw to that hoop: what the crew was to do there no longer fits.
        state = replace(state, markers=tuple(one for one in state.markers if one.hoop != event.hoop))
    if event.balls is not None:
        field = plus(state.stocks[FIELD], plus(event.balls, _only(state.balls, event.balls), -1))
        state = replace(state, balls={**state.balls, **event.balls}, stocks={**state.stocks, FIELD: field})
    if event.target is not None:
        state = replace(state, target=event.target)
    lengths = {name: getattr(event, name) for name in ("round_seconds", "grace_seconds", "break_seconds")}
    lengths = {name: value for name, value in lengths.items() if value is not None}
    if lengths:
        state = replace(state, options=replace(state.options, **lengths))
    return replace(state, corrections=(*state.corrections, event))


def _only(kinds: Mapping[str, int], named: Mapping[str, int]) -> Mapping[str, int]:
    return {kind: kinds.get(kind, 0) for kind in named}


def _team_set(state: State, id: str, event: ev.Corrected) -> State:
    team = state.team(id)
    if event.resources is not None:
        change = plus(event.resources, _only(state.stocks[id], event.resources), -1)
        state = move(state, FIELD, id, {kind: n for kind, n in change.items() if n > 0})
        state = move(state, id, FIELD, {kind: -n for kind, n in change.items() if n < 0})
    values = {
        name: getattr(event, name) for name in ("knights", "players", "bonus_vp", "cards", "owed", "name")
    }
    hand = event.settlements_in_hand
    if hand is not None:
        # In a round the referee says what was there when it opened; in a break it is a new one (FC-15).
        at_opening = state.phase in ("head_start", "round", "grace", "stopped")
        placeable = team.placeable + hand - team.settlements_in_hand if at_opening else team.placeable
        values |= {"settlements_in_hand": hand, "placeable": max(0, min(placeable, hand))}
    if event.cards is not None:
        state = _deck_set(state, team.cards, event.cards)
    return with_team(state, id, **{name: value for name, value in values.items() if value is not None})


def _deck_set(state: State, held: tuple[str, ...], holds: tuple[str, ...]) -> State:
    change = {card: holds.count(card) - held.count(card) for card in {*held, *holds}}
    return replace(state, deck=plus(state.deck, change, -1))
