"""How an event changes the state. Nothing is refused; what cannot follow is noted as the state's fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor.state import (
    CHAMPION_FROM,
    MOST_LAURELS,
    SPECIAL_FROM,
    Outcome,
    Player,
    Roll,
    State,
    called,
    points,
    sent_by,
)
from fieldkit.phrases import Message


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event; the first one is `TableOpened`."""
    if isinstance(event, ev.TableOpened):
        return State(players=event.players, options=event.options, seed=event.seed)
    assert state is not None
    fault = _fault(state, event)
    after = _STEPS[type(event)](state, event)
    return after if fault is None else replace(after, fault=state.fault or fault)


def _fault(state: State, event: ev.Event) -> Message | None:
    """What could not have happened: once an earlier deed was undone, one of somebody whose turn it is not."""
    if isinstance(event, ev.PointsChanged | ev.TableOpened | ev.TableAbandoned):
        return None
    if event.player == state.on_turn.id:
        return None
    given = {"player": called(state.player(event.player))}
    return Message("It would not have been the turn of {player}.", given)


def _put(state: State, event: ev.SettlerPut) -> State:
    """The settler of the second settlement; with the last of them the first turn begins (BH-2)."""
    settled = _placed(state, event.place, event.player)
    if len(settled.places) < len(state.players):
        return settled
    return _next_turn(replace(settled, history=(_standing(settled),)))


def _rolled(state: State, event: ev.Rolled) -> State:
    """A laurel for the owner of the place, on a 7 for the one with the most settlers there (BH-4)."""
    owner = _leader(state) if sum(event.dice) == 7 else state.places.get(sum(event.dice))
    outcome = _earned(state, event, owner)
    winner = owner if outcome == "laurel" else None
    after = replace(
        state,
        phase="rolled",
        used=event.used,
        sums=(*state.sums, sum(event.dice)),
        roll=Roll("production", event.player, (event.dice,), outcome, owner),
    )
    return after if winner is None else _with(after, winner, laurels=1, earned=1)


def _earned(state: State, event: ev.Rolled, owner: str | None) -> Outcome:
    """What a production roll comes to: at most 6 laurels for each, none when all 24 are out (BH-4)."""
    if owner is None:
        return "tied" if sum(event.dice) == 7 else "empty"
    if state.player(owner).laurels >= MOST_LAURELS:
        return "full"
    return "laurel" if state.pool else "none_left"


def _leader(state: State) -> str | None:
    """The one player with the most settlers at the table; nobody on a tie (BH-4)."""
    counts = {player.id: sent_by(state, player.id) for player in state.players}
    most = max(counts.values())
    leaders = [id for id, count in counts.items() if count == most]
    return leaders[0] if len(leaders) == 1 else None


def _sent(state: State, event: ev.SettlerSent) -> State:
    """A settler on a free place: the one send of this turn (BH-3)."""
    return _placed(replace(state, sent=state.sent + 1), event.place, event.player)


def _tried(state: State, event: ev.SettlerTried) -> State:
    """A roll for a place: an opponent's settler goes home, or the payment is lost (BH-3)."""
    place = sum(event.rolls[-1])
    there = state.places.get(place)
    outcome: Outcome = "put" if there is None else "own" if there == event.player else "taken"
    victim = there if outcome == "taken" else None
    side = None if outcome == "own" else event.player
    roll = Roll("place", event.player, event.rolls, outcome, side, victim, event.pay)
    return _placed(replace(state, tried=state.tried + 1, used=event.used, roll=roll), place, event.player)


def _placed(state: State, place: int, player: str) -> State:
    after = replace(state, places={**state.places, place: player})
    champion = _champion(after)
    return replace(after, champion=champion, crowned=champion != state.champion)


def _champion(state: State) -> str | None:
    """The champion: the first with 3 settlers sent, then any who has sent more than the owner (BH-6).

    If several stand above the owner at once it is the one whose turn it is, else the next in turn order.
    """
    least = CHAMPION_FROM if state.champion is None else sent_by(state, state.champion) + 1
    at = state.players.index(state.on_turn)
    in_turn = (*state.players[at:], *state.players[:at])
    above = [player.id for player in in_turn if sent_by(state, player.id) >= least]
    return above[0] if above else state.champion


def _spent(state: State, event: ev.LaurelsSpent) -> State:
    """Spent laurels return to the 24 (BH-5)."""
    after = replace(state, bought=(*state.bought, event.laurels))
    return _with(after, event.player, laurels=-event.laurels, spent=event.laurels)


def _changed(state: State, event: ev.PointsChanged) -> State:
    return _with(state, event.player, points=event.by)


def _turn_ended(state: State, event: ev.TurnEnded) -> State:
    """With five or six players the others build before the next turn (BH-1)."""
    if len(state.players) >= SPECIAL_FROM:
        return replace(state, phase="special")
    return _next_turn(state)


def _building_ended(state: State, event: ev.BuildingEnded) -> State:
    return _next_turn(state)


def _next_turn(state: State) -> State:
    """The next player's turn; each round of the table leaves its points behind for the chart."""
    is_round = state.turn > 0 and state.turn % len(state.players) == 0
    history = (*state.history, _standing(state)) if is_round else state.history
    return replace(
        state,
        phase="to_roll",
        turn=state.turn + 1,
        sent=0,
        tried=0,
        bought=(),
        roll=None,
        history=history,
    )


def _won(state: State, event: ev.TableWon) -> State:
    after = replace(state, phase="over", winner=event.player)
    return replace(after, history=(*state.history, _standing(after)))


def _abandoned(state: State, event: ev.TableAbandoned) -> State:
    return replace(state, phase="over", history=(*state.history, _standing(state)))


def _standing(state: State) -> tuple[int, ...]:
    return tuple(points(state, player) for player in state.players)


def _with(state: State, id: str, **more: int) -> State:
    """The state with that many more of what a player has."""

    def changed(player: Player) -> Player:
        if player.id != id:
            return player
        return replace(player, **{name: getattr(player, name) + n for name, n in more.items()})

    return replace(state, players=tuple(map(changed, state.players)))


_STEPS: Mapping[type, Callable[[State, Any], State]] = {
    ev.SettlerPut: _put,
    ev.Rolled: _rolled,
    ev.SettlerSent: _sent,
    ev.SettlerTried: _tried,
    ev.LaurelsSpent: _spent,
    ev.PointsChanged: _changed,
    ev.TurnEnded: _turn_ended,
    ev.BuildingEnded: _building_ended,
    ev.TableWon: _won,
    ev.TableAbandoned: _abandoned,
}
