"""What happened, in words for the list of last actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fieldkit.games import LogLine
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.kinds import KINDS, NAMES, Kind
from fieldkit.games.dice_extra.state import State, called, points, winners
from fieldkit.phrases import N_, Message, MessageList, Term

BUILT: Mapping[str, str] = {
    "road": N_("{player} built a road"),
    "settlement": N_("{player} built a settlement: {n}"),
    "city": N_("{player} built a city: {n}"),
    "knight": N_("{player} built knight {at}"),
    "castle": N_("{player} built a castle: {n}"),
}


def describe(state: State, events: Sequence[ev.Event]) -> LogLine | None:
    """One line for what was decided, told with the state after it."""
    for event in events:
        words = _WORDS.get(type(event))
        if words is not None:
            return words(state, event)
    return None


def faces(kinds: Sequence[Kind]) -> MessageList:
    """``2 brick, 1 gold``, in the order of the faces."""
    counts = Counter(kinds)
    return MessageList(
        [
            Message("{n} {kind}", {"n": counts[kind], "kind": Term(NAMES[kind])})
            for kind in KINDS
            if counts[kind]
        ]
    )


def _player(state: State, side: str) -> dict[str, object]:
    return {"player": called(state.player(side)), "n": points(state, side)}


def _created(state: State, event: ev.MatchCreated) -> LogLine:
    names = MessageList([called(player) for player in state.players], N_("and"))
    return LogLine("{players} sit down to play", {"players": names}, None, "start")


def _started(state: State, event: ev.RoadStarted) -> LogLine:
    return LogLine("{player} marked a starting road", _player(state, event.side), event.side, "start")


def _rolled(state: State, event: ev.Rolled) -> LogLine:
    params = _player(state, event.side) | {"faces": faces(event.faces)}
    return LogLine("{player} rolled: {faces}", params, event.side, "roll")


def _stopped(state: State, event: ev.RollingStopped) -> LogLine:
    return LogLine("{player} stopped rolling", _player(state, event.side), event.side, "roll")


def _built(state: State, event: ev.Built) -> LogLine:
    params = _player(state, event.side) | {"at": event.at}
    if state.phase == "over" and event.side in winners(state):
        return LogLine("{player} won with {n} points", params, event.side, "build")
    return LogLine(BUILT[event.piece], params, event.side, "build")


def _used(state: State, event: ev.KnightUsed) -> LogLine:
    params = _player(state, event.side) | {"knight": event.knight, "kind": Term(NAMES[event.kind])}
    return LogLine("{player} used knight {knight} for {kind}", params, event.side, "knight")


def _passed(state: State, event: ev.TurnEnded) -> LogLine:
    if state.phase == "over":
        winner = state.side
        return LogLine("{player} won with {n} points", _player(state, winner), winner, "turn")
    return LogLine("{player} passed the dice on", _player(state, event.side), event.side, "turn")


def _ended(state: State, event: ev.MatchEnded) -> LogLine:
    return LogLine("The match was ended: {reason}", {"reason": event.reason}, None, "end")


_WORDS: Mapping[type, Callable[[State, Any], LogLine]] = {
    ev.MatchCreated: _created,
    ev.RoadStarted: _started,
    ev.Rolled: _rolled,
    ev.RollingStopped: _stopped,
    ev.Built: _built,
    ev.KnightUsed: _used,
    ev.TurnEnded: _passed,
    ev.MatchEnded: _ended,
}
