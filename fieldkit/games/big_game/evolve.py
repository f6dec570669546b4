"""How the events change a hall; nothing is refused here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fieldkit.clock import NS
from fieldkit.games.big_game import claims
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.state import Call, Claim, Clock, Dice, Holding, Person, Roll, State, split_seat
from fieldkit.games.big_game.turns import robbers_after


def evolve(state: State | None, event: ev.Event) -> State:
    """The state after an event."""
    if isinstance(event, ev.HallOpened):
        return State(event.options, event.boards, event.seed, event.rehearsal)
    assert state is not None
    return _HOW[type(event)](state, event)


def _seat(state: State, *people: Person, registered: int | None = None) -> State:
    found = {person.seat: person for person in people}
    number = state.registered if registered is None else registered
    return replace(state, people={**state.people, **found}, registered=number)


def _imported(state: State, event: ev.PlayersImported) -> State:
    first = state.registered + 1
    people = [Person(one.seat, one.name, one.club, first + at) for at, one in enumerate(event.players)]
    return _seat(state, *people, registered=state.registered + len(people))


def _registered(state: State, event: ev.PlayerRegistered | ev.PlayerReplaced) -> State:
    number = state.registered + 1
    return _seat(state, Person(event.seat, event.name, event.club, number), registered=number)


def _person(state: State, seat: str, **changes: Any) -> State:
    person = state.people.get(seat)
    return state if person is None else _seat(state, replace(person, **changes))


def _sanctioned(state: State, event: ev.PlayerSanctioned) -> State:
    person = state.people.get(event.seat)
    return (
        state
        if person is None
        else _seat(state, replace(person, sanctions=(*person.sanctions, event.reason)))
    )


def _removed(state: State, event: ev.PlayerRemoved) -> State:
    return _person(
        _sanctioned(state, ev.PlayerSanctioned(event.seat, event.reason)), event.seat, removed=True
    )


def _award(state: State, event: ev.AwardSet) -> State:
    board, group = split_seat(event.seat)
    noted = state.routes if event.award == "route" else state.armies
    now = claims.held(noted.get(board, Holding()), event.award, group, event.count)
    if event.award == "route":
        return replace(state, routes={**noted, board: now})
    return replace(state, armies={**noted, board: now})


def _began(state: State, event: ev.TurnBegan) -> State:
    origin = state.origin if state.rolls else event.at
    from_deck = state.options.dice == "deck"
    state = replace(
        state,
        step="seven" if event.ends is None else "turn",
        turn=event.turn,
        taken=0,
        resumed=False,
        closed=False,
        rolls=(*state.rolls, Roll(event.turn, event.dice, event.at - origin, stood=state.robbers)),
        origin=origin,
        card=state.card + from_deck,
        kept=None,
        used=event.used,
    )
    return _clock(state, event.ends, event.seconds * NS, event.seconds * NS)


def _clock(state: State, ends: int | None, total: int, left: int) -> State:
    """A clock with a key of its own, since it was started or changed.

    Its end is part of the key: a whistle that has heard a rehearsal must not take the hall's turns for its.
    """
    spans = state.spans + 1
    key = f"turn{state.turn}.{spans}/{ends or 0:x}"
    return replace(state, spans=spans, clock=Clock(key, total, ends, left))


def _robbers(state: State, event: ev.RobbersRolled) -> State:
    rolls = _last(state, robbers=event.dice)
    place = robbers_after(state, event.dice)
    return replace(state, rolls=rolls, robbers=place, kept_robbers=None, used=event.used)


def _last(state: State, **changes: Any) -> tuple[Roll, ...]:
    return (*state.rolls[:-1], replace(state.rolls[-1], **changes))


def _started(state: State, event: ev.ClockStarted) -> State:
    total, left = (state.clock.total, state.clock.left) if state.clock else (0, 0)
    return _clock(replace(state, step="turn", resumed=state.step == "held"), event.ends, total, left)


def _held(state: State, event: ev.ClockHeld) -> State:
    total = state.clock.total if state.clock else 0
    return _clock(replace(state, step="held"), None, total, event.left)


def _alarmed(state: State, event: ev.AlarmRaised) -> State:
    alarm = Clock(f"alarm{state.spans + 1}/{event.at:x}", 0, event.at)
    if state.step == "turn":
        state = _held(state, ev.ClockHeld(event.left))
    elif state.clock is not None and state.clock.ends is not None:
        state = _clock(state, None, state.clock.total, event.left)
    return replace(state, spans=state.spans + 1, alarm=alarm, cut=None)


def _changed(state: State, event: ev.ClockChanged) -> State:
    total = (state.clock.total if state.clock else 0) + event.by * NS
    return _clock(state, event.ends, max(total, event.left, NS), event.left)


def _ended(state: State, event: ev.TurnEnded) -> State:
    rolls = _last(state, shortened=event.shortened) if event.shortened else state.rolls
    if not event.shortened or state.clock is None or state.clock.ends is None:
        return replace(state, step="ended", rolls=rolls)
    # A clock that was cut off ends now, with the blast of its end.
    cut = replace(state.clock, ends=state.clock.ends - event.shortened)
    return replace(state, step="ended", rolls=rolls, clock=None, cut=cut)


def _lost(state: State, event: ev.ClockLost) -> State:
    alarm = state.alarm and replace(state.alarm, ends=(state.alarm.ends or 0) + event.shift)
    state = replace(state, origin=state.origin + event.shift, cut=None, alarm=alarm)
    if state.step == "turn":
        return _held(state, ev.ClockHeld(event.left))
    if state.clock is None or state.clock.ends is None:
        return state
    return _clock(state, None, state.clock.total, event.left)


def _taken_back(state: State, event: ev.RollTakenBack) -> State:
    roll = state.rolls[-1]
    kept: Dice | None = roll.dice if state.options.dice != "real" else None
    robbers = roll.robbers if state.options.dice != "real" else None
    before = replace(
        state,
        step="ended",
        turn=state.turn - 1,
        rolls=state.rolls[:-1],
        robbers=roll.stood,
        taken=sum(roll.dice),
        card=state.card - (state.options.dice == "deck"),
        kept=kept,
        kept_robbers=robbers or state.kept_robbers,
    )
    return replace(before, clock=None)


def _claimed(state: State, event: ev.ClaimMade) -> State:
    number, late = state.number(event.seat), state.step == "final"
    made = Claim(event.claim, event.seat, state.turn, event.form, number=number, late=late)
    return replace(state, claims=(*state.claims, made))


def _judged(state: State, event: ev.ClaimJudged) -> State:
    given = {"standing": event.verdict, "form": event.form, "reason": event.reason, "again": event.again}
    # What was closed by a judgement that was wrong is open again.
    return _claim(replace(state, closed=state.closed and not event.again), event.claim, **given)


def _claim(state: State, number: int, **changes: Any) -> State:
    # A strike may have taken the claim itself out: then there is nothing to change.
    found = tuple(replace(each, **changes) if each.id == number else each for each in state.claims)
    return replace(state, claims=found)


def _called(state: State, event: ev.StewardCalled) -> State:
    return replace(state, calls=(*state.calls, Call(event.call, event.seat, event.text)))


def _closed(state: State, event: ev.CallClosed) -> State:
    found = tuple(replace(each, done=True) if each.id == event.call else each for each in state.calls)
    return replace(state, calls=found)


def _break(state: State, event: ev.BreakCalled) -> State:
    return _clock(replace(state, step="break"), event.ends, event.seconds * NS, event.seconds * NS)


def _final(state: State, event: ev.HallEnded) -> State:
    return replace(state, step="final", clock=None, seated=state.registered, reason=event.reason)


def _over(state: State, event: ev.ResultConfirmed | ev.HallAbandoned) -> State:
    winner = event.winner if isinstance(event, ev.ResultConfirmed) else None
    why = event.reason if isinstance(event, ev.HallAbandoned) else state.reason
    return replace(state, step="over", clock=None, winner=winner, reason=why)


_HOW: Mapping[type, Callable[[State, Any], State]] = {
    ev.BoardsSet: lambda state, event: replace(state, boards=event.boards),
    ev.OptionsSet: lambda state, event: replace(state, options=event.options),
    ev.PlayersImported: _imported,
    ev.PlayerRegistered: _registered,
    ev.PlayerReplaced: _registered,
    ev.PlayerRenamed: lambda state, event: _person(state, event.seat, name=event.name, club=event.club),
    ev.AwayMarked: lambda state, event: _person(state, event.seat, away=event.away),
    ev.PlayerSanctioned: _sanctioned,
    ev.PlayerRemoved: _removed,
    ev.PlayerReinstated: lambda state, event: _person(state, event.seat, removed=False),
    ev.AwardSet: _award,
    ev.DeckMade: lambda state, event: replace(state, deck=event.cards, card=0, used=event.used),
    ev.TurnBegan: _began,
    ev.RobbersRolled: _robbers,
    ev.ClockStarted: _started,
    ev.ClockHeld: _held,
    ev.AlarmRaised: _alarmed,
    ev.AlarmLifted: lambda state, event: replace(state, alarm=None),
    ev.ClockChanged: _changed,
    ev.TurnEnded: _ended,
    ev.ClockLost: _lost,
    ev.BareTurn: lambda state, event: state,
    ev.RollTakenBack: _taken_back,
    ev.LineRepeated: lambda state, event: replace(state, said=state.said + 1),
    ev.ClaimMade: _claimed,
    ev.ClaimWithdrawn: lambda state, event: _claim(state, event.claim, standing="withdrawn"),
    ev.ClaimJudged: _judged,
    ev.ClaimsClosed: lambda state, event: replace(state, closed=True),
    ev.StewardCalled: _called,
    ev.CallClosed: _closed,
    ev.BreakCalled: _break,
    ev.HallEnded: _final,
    ev.ResultConfirmed: _over,
    ev.HallAbandoned: _over,
}
