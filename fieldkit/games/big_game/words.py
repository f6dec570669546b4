"""What happened, in words for the list of last actions and the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fieldkit.clock import NS
from fieldkit.games import LogLine
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.state import GROUPS, State, group_of_turn, points, seat_called
from fieldkit.games.big_game.turns import robbers_said
from fieldkit.phrases import N_, Message, Term


def describe(state: State, events: Sequence[ev.Event]) -> LogLine | None:
    """One line for what was decided, told with the state after it: what came of it, not what led there."""
    for event in reversed(events):
        if isinstance(event, ev.OfASeat):
            said = _OF_A_SEAT[type(event)](event)
            given = {"seat": seat_called(event.seat), "name": _name(state, event.seat), **said.params}
            group, sort = event.seat.partition("-")[2], _SORTS.get(type(event), "seat")
            return LogLine(said.template, given, group, sort, private=sort in _PRIVATE)
        told = _OF_THE_HALL.get(type(event))
        if told is not None:
            said = told(state, event)
            return LogLine(said.template, said.params, sort=_SORTS.get(type(event), "hall"))
    return None


def _name(state: State, seat: str) -> str:
    person = state.people.get(seat)
    return person.name if person else ""


def _seconds(ns: int) -> int:
    return round(ns / NS)


def _began(state: State, event: ev.TurnBegan) -> Message:
    group = group_of_turn(state.options, event.turn)
    given: dict[str, object] = {"n": event.turn, "sum": sum(event.dice)}
    if group is None:
        return Message("Turn {n}: {sum}", given)
    return Message("Turn {n}, {group}: {sum}", given | {"group": GROUPS[group][0]})


def _ended(state: State, event: ev.TurnEnded) -> Message:
    given: dict[str, object] = {"n": event.turn, "seconds": _seconds(event.shortened)}
    if event.shortened:
        return Message("Turn {n} ended {seconds} s early", given)
    return Message("Turn {n} is over", given)


def _held(state: State, event: ev.ClockHeld) -> Message:
    text = N_("Clock stopped, {seconds} s left") if event.stopped else N_("Clock paused, {seconds} s left")
    return Message(text, {"seconds": _seconds(event.left)})


def _changed(state: State, event: ev.ClockChanged) -> Message:
    if event.by > 0:
        return Message("Clock {seconds} s longer", {"seconds": event.by})
    return Message("Clock {seconds} s shorter", {"seconds": -event.by})


def _break(state: State, event: ev.BreakCalled) -> Message:
    return Message("Break of {n} min", {"n": event.seconds // 60}) if event.seconds else Message("Break")


def _confirmed(state: State, event: ev.ResultConfirmed) -> Message:
    if event.winner is None:
        return Message("The hall is over: nobody has won")
    given = {"name": _name(state, event.winner), "seat": seat_called(event.winner), "points": event.points}
    return Message("{name} ({seat}) wins with {points} points", given)


def _judged(event: ev.ClaimJudged) -> Message:
    given = {"points": points(event.form), "reason": event.reason}
    if event.again and event.verdict == "confirmed":
        return Message("{seat} {name}: judged again, {points} points confirmed, {reason}", given)
    if event.again:
        return Message("{seat} {name}: judged again, claim rejected, {reason}", given)
    if event.verdict == "confirmed":
        return Message("{seat} {name}: {points} points confirmed", given)
    return Message("{seat} {name}: claim rejected, {reason}", given)


def _award(event: ev.AwardSet) -> Message:
    text = N_("{seat}: trade route of {n}") if event.award == "route" else N_("{seat}: {n} knights")
    return Message(text, {"n": event.count})


def _taken_back(state: State, event: ev.RollTakenBack) -> Message:
    given: dict[str, object] = {"n": event.turn, "sum": sum(event.dice), "reason": event.reason}
    if event.reason:
        return Message("Turn {n}: the {sum} is taken back, {reason}", given)
    return Message("Turn {n}: the {sum} is taken back", given)


def _final(state: State, event: ev.HallEnded) -> Message:
    given = {"reason": event.reason}
    return Message("Ended for time: {reason}", given) if event.reason else Message("Ended for time")


def _abandoned(state: State, event: ev.HallAbandoned) -> Message:
    given = {"reason": event.reason}
    return Message("Hall abandoned: {reason}", given) if event.reason else Message("Hall abandoned")


_OF_A_SEAT: Mapping[type, Callable[[Any], Message]] = {
    ev.PlayerRegistered: lambda event: Message("{seat}: {name} is registered"),
    ev.PlayerRenamed: lambda event: Message("{seat}: it is {name}"),
    ev.PlayerReplaced: lambda event: Message("{seat}: {name} takes over"),
    ev.AwayMarked: lambda event: Message(
        N_("{seat}: {name} is away") if event.away else N_("{seat}: {name} is here after all")
    ),
    ev.PlayerSanctioned: lambda event: Message("{seat} {name}: sanction, {reason}", {"reason": event.reason}),
    ev.PlayerRemoved: lambda event: Message("{seat} {name} is removed: {reason}", {"reason": event.reason}),
    ev.PlayerReinstated: lambda event: Message(
        "{seat} {name} plays again: {reason}", {"reason": event.reason}
    ),
    ev.AwardSet: _award,
    ev.ClaimMade: lambda event: Message(
        "{seat} {name} claims {points} points", {"points": points(event.form)}
    ),
    ev.ClaimWithdrawn: lambda event: Message("{seat} {name}: claim taken back"),
    ev.ClaimJudged: _judged,
    ev.StewardCalled: lambda event: Message("{seat} calls: {text}", {"text": event.text}),
    ev.CallClosed: lambda event: Message("{seat}: a steward was there"),
}
_OF_THE_HALL: Mapping[type, Callable[[State, Any], Message]] = {
    ev.HallOpened: lambda state, event: Message(
        N_("Rehearsal with {boards} boards") if event.rehearsal else N_("Hall set up with {boards} boards"),
        {"boards": event.boards},
    ),
    ev.BoardsSet: lambda state, event: Message("{boards} boards", {"boards": event.boards}),
    ev.OptionsSet: lambda state, event: Message(
        "Turns of {early} and {late} s, target {target}",
        {
            "early": event.options.turn_seconds,
            "late": event.options.late_turn_seconds,
            "target": event.options.target,
        },
    ),
    ev.PlayersImported: lambda state, event: Message(
        "{n} players registered from a list", {"n": len(event.players)}
    ),
    ev.TurnBegan: _began,
    ev.RobbersRolled: lambda state, event: robbers_said(state.robbers),
    ev.ClockStarted: lambda state, event: Message("The clock runs"),
    ev.ClockHeld: _held,
    ev.AlarmRaised: lambda state, event: Message("Alarm: everybody leaves the hall"),
    ev.AlarmLifted: lambda state, event: Message("The alarm is lifted"),
    ev.ClockChanged: _changed,
    ev.TurnEnded: _ended,
    ev.ClockLost: lambda state, event: Message("The kit started again: the clock is held"),
    ev.BareTurn: lambda state, event: Message("The whistle ran a turn by itself, without a roll"),
    ev.RollTakenBack: _taken_back,
    ev.BreakCalled: _break,
    ev.ClaimsClosed: lambda state, event: Message(
        "{n} forms stay unjudged: the best one has more", {"n": event.count}
    ),
    ev.HallEnded: _final,
    ev.ResultConfirmed: _confirmed,
    ev.HallAbandoned: _abandoned,
}
_PRIVATE = frozenset({"call", "sanction", "seat", "claim", "judged"})
"""What is between a seat and the referee; how many claims are open the hall sees on its screens."""
_SORTS: Mapping[type, str] = {
    ev.TurnBegan: "roll",
    ev.RobbersRolled: "robbers",
    ev.TurnEnded: "clock",
    ev.ClockStarted: "clock",
    ev.ClockHeld: "clock",
    ev.ClockChanged: "clock",
    ev.ClaimMade: "claim",
    ev.ClaimWithdrawn: "claim",
    ev.ClaimJudged: "judged",
    ev.PlayerRegistered: "registered",
    ev.PlayersImported: "registered",
    ev.StewardCalled: "call",
    ev.CallClosed: "call",
    ev.PlayerSanctioned: "sanction",
    ev.PlayerRemoved: "sanction",
    ev.RollTakenBack: "taken_back",
    ev.PlayerReinstated: "sanction",
    ev.ClaimsClosed: "judged",
    ev.AlarmRaised: "alarm",
    ev.AlarmLifted: "alarm",
}
NUMBERS: Mapping[int, Term] = {
    2: Term("Two"),
    3: Term("Three"),
    4: Term("Four"),
    5: Term("Five"),
    6: Term("Six"),
    7: Term("Seven"),
    8: Term("Eight"),
    9: Term("Nine"),
    10: Term("Ten"),
    11: Term("Eleven"),
    12: Term("Twelve"),
}
"""The sums as they are called out."""
