"""How each event changes the state; nothing is refused or decided here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.island import land_of
from fieldkit.games.dice_extra.state import ROLLS, Building, Die, Guard, State, points
from fieldkit.games.dice_extra.trail import army_holder, longest_trail, road_holder


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event."""
    if isinstance(event, ev.MatchCreated):
        land = land_of(event.island)
        none: Mapping[str, frozenset[int]] = {player.id: frozenset() for player in event.players}
        history = (tuple(0 for _ in event.players),)
        return State(event.fair, event.options, event.players, land, trails=none, history=history)
    assert state is not None
    return _judged(_CHANGES[type(event)](state, event))


def _judged(state: State) -> State:
    """Who has the points on the own turn has won (DX-8)."""
    if state.turn and state.phase != "over" and points(state, state.side) >= state.options.target:
        return replace(state, phase="over", history=(*state.history, _standing(state)))
    return state


def _standing(state: State) -> tuple[int, ...]:
    return tuple(points(state, player.id) for player in state.players)


def _started(state: State, event: ev.RoadStarted) -> State:
    after = _with_roads(replace(state, roads={**state.roads, event.road: event.side}), event.side)
    if state.active + 1 < len(state.players):
        return replace(after, active=state.active + 1)
    return replace(after, active=0, turn=1, phase="roll")


def _rolled(state: State, event: ev.Rolled) -> State:
    dice = tuple(
        Die(id, kind, kept=id in event.kept)
        for id, kind in zip(dice_ids(event.faces), event.faces, strict=True)
    )
    counted = Counter(state.rolled.get(event.side, {})) + Counter(die.kind for die in dice if not die.kept)
    return replace(
        state,
        phase="dice",
        rolls=state.rolls + 1,
        thrown=state.thrown + 1,
        used=event.used,
        dice=dice,
        rolled={**state.rolled, event.side: counted},
    )


def dice_ids(dice: tuple[Any, ...] | range) -> tuple[str, ...]:
    """The ids of the dice in play: each keeps its place on the table."""
    return tuple(f"d{n}" for n in range(1, len(dice) + 1))


def _stopped(state: State, event: ev.RollingStopped) -> State:
    return replace(state, rolls=ROLLS)


def _built(state: State, event: ev.Built) -> State:
    """A piece is on the island (DX-5, DX-6, DX-9); building ends the rolling."""
    dice = tuple(replace(die, paid=die.paid or die.id in event.paid) for die in state.dice)
    state = replace(state, dice=dice, rolls=ROLLS)
    side, at = event.side, event.at
    if event.piece == "road":
        return _with_roads(replace(state, roads={**state.roads, at: side}), side)
    if event.piece == "knight":
        knights = {**state.knights, at: Guard(side, state.turn)}
        counts = Counter(guard.side for guard in knights.values())
        return replace(state, knights=knights, army_holder=army_holder(state.army_holder, counts))
    if event.piece == "castle":
        return replace(state, castles={**state.castles, at: side})
    buildings = {**state.buildings, at: Building(side, city=event.piece == "city")}
    others = {state.roads[road] for road in state.land.meeting[at] if road in state.roads} - {side}
    return _with_roads(replace(state, buildings=buildings), *others)


def _with_roads(state: State, *changed: str) -> State:
    """The state with the longest trails of these players measured again (DX-8)."""
    if not changed:
        return state
    trails = {**state.trails, **{side: _trail(state, side) for side in changed}}
    lengths = {side: len(trail) for side, trail in trails.items()}
    holder = state.road_holder
    if holder and lengths[holder] < len(state.trails[holder]):
        # Who was cut has to be ahead of everybody again, as nobody is who is tied.
        holder = None
    return replace(state, trails=trails, road_holder=road_holder(holder, lengths))


def _trail(state: State, side: str) -> frozenset[int]:
    own = {road: state.land.roads[road] for road, owner in state.roads.items() if owner == side}
    return longest_trail(own, {at for at, building in state.buildings.items() if building.side != side})


def _used(state: State, event: ev.KnightUsed) -> State:
    """A die became another kind, and the knight has been a joker (DX-7)."""
    dice = tuple(
        replace(die, kind=event.kind, knight=event.knight) if die.id == event.die else die
        for die in state.dice
    )
    state = replace(state, dice=dice, rolls=ROLLS)
    if event.knight not in state.knights:
        # The knight itself was taken back; the referee is told that this no longer holds.
        return state
    guard = replace(state.knights[event.knight], used=True)
    return replace(state, knights={**state.knights, event.knight: guard})


def _passed(state: State, event: ev.TurnEnded) -> State:
    active = (state.active + 1) % len(state.players)
    history = state.history if active else (*state.history, _standing(state))
    fresh = replace(state, phase="roll", rolls=0, thrown=0, dice=())
    return replace(fresh, turn=state.turn + 1, active=active, history=history)


def _ended(state: State, event: ev.MatchEnded) -> State:
    return replace(state, phase="over", ended=event.reason, history=(*state.history, _standing(state)))


_CHANGES: Mapping[type, Callable[[State, Any], State]] = {
    ev.RoadStarted: _started,
    ev.Rolled: _rolled,
    ev.RollingStopped: _stopped,
    ev.Built: _built,
    ev.KnightUsed: _used,
    ev.TurnEnded: _passed,
    ev.MatchEnded: _ended,
}
