"""What happened, in words for a table full of people."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from fieldkit.games import LogLine
from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor.state import MOST_LAURELS, PAY_NAMES, Outcome, Roll, State, called, points
from fieldkit.phrases import N_, Message, Term

_ON_A_PLACE: Mapping[Outcome, str] = {
    "laurel": N_("Place {place}: a laurel for {player}"),
    "empty": N_("Place {place} is free: no laurel"),
    "full": N_("Place {place}: {player} already has {n} laurels"),
    "none_left": N_("Place {place}: no laurel is left for {player}"),
    "taken": N_("Place {place}: {victim} goes home, {player} is there now"),
    "own": N_("Place {place}: {player} is there already, so 1 {pay} is lost"),
    "put": N_("Place {place}: {player} is there now"),
}
_ON_A_SEVEN: Mapping[Outcome, str] = {
    "laurel": N_("A 7: {player} has sent the most, so gets a laurel"),
    "tied": N_("A 7: nobody has sent more than all others, so no laurel"),
    "full": N_("A 7: {player} has sent the most, but already has {n} laurels"),
    "none_left": N_("A 7: {player} has sent the most, but no laurel is left"),
}


def outcome(state: State, roll: Roll) -> Message:
    """What a roll came to, in one sentence (BH-3, BH-4)."""
    is_seven = roll.sort == "production" and roll.total == 7
    who = roll.player if roll.outcome == "own" else roll.side
    given = {
        "place": roll.total,
        "player": called(state.player(who)) if who else "",
        "victim": called(state.player(roll.victim)) if roll.victim else "",
        "pay": Term(PAY_NAMES[roll.pay]) if roll.pay else "",
        "n": MOST_LAURELS,
    }
    return Message((_ON_A_SEVEN if is_seven else _ON_A_PLACE)[roll.outcome], given)


_FOR_LAURELS: Mapping[int, str] = {
    1: N_("{player} gives 1 laurel: the robber goes to the desert"),
    2: N_("{player} gives 2 laurels and draws a card from an opponent"),
    3: N_("{player} gives 3 laurels and takes any one resource"),
    4: N_("{player} gives 4 laurels and builds a free road"),
    5: N_("{player} gives 5 laurels and takes a development card"),
}


def describe(state: State, events: Sequence[ev.Event]) -> LogLine | None:
    """One line for what was decided, told with the state after it."""
    for event in events:
        if isinstance(event, ev.OfAPlayer):
            words = _WORDS[type(event)](state, event)
            given = {"player": called(state.player(event.player)), **words.params}
            return LogLine(words.template, given, event.player, _SORTS[type(event)])
        if isinstance(event, ev.TableOpened):
            return LogLine("Match set up", sort="turn")
        line = LogLine("Match abandoned", sort="result")
        if event.reason:
            return replace(line, template=N_("Match abandoned: {reason}"), params={"reason": event.reason})
        return line
    return None


def _put(state: State, event: ev.SettlerPut) -> Message:
    return Message("{player} puts a settler on {place}", {"place": event.place})


def _rolled(state: State, event: ev.Rolled) -> Message:
    roll = state.roll
    given: dict[str, object] = {"sum": sum(event.dice)}
    if roll is None or roll.outcome != "laurel" or roll.side is None:
        return Message("{player} rolls {sum}: no laurel", given)
    return Message("{player} rolls {sum}: a laurel for {owner}", given | _named(state, owner=roll.side))


def _sent(state: State, event: ev.SettlerSent) -> Message:
    given = {"place": event.place, "pay": Term(PAY_NAMES[event.pay])}
    if state.crowned and state.champion == event.player:
        return Message("{player} sends a settler to {place} for 1 {pay} and is champion", given)
    return Message("{player} sends a settler to {place} for 1 {pay}", given)


def _tried(state: State, event: ev.SettlerTried) -> Message:
    roll = state.roll
    given: dict[str, object] = {"sum": sum(event.rolls[-1]), "pay": Term(PAY_NAMES[event.pay])}
    if roll is None or roll.outcome == "put":
        return Message("{player} pays 1 {pay} and rolls {sum}: a settler more at the table", given)
    if roll.victim is None:
        return Message("{player} pays 1 {pay} and rolls {sum}, which is their own: lost", given)
    given |= _named(state, victim=roll.victim)
    if not state.crowned or state.champion is None:
        return Message("{player} pays 1 {pay} and rolls {sum}: {victim} goes home", given)
    given |= _named(state, champion=state.champion)
    return Message("{player} pays 1 {pay} and rolls {sum}: {victim} goes home, {champion} is champion", given)


def _named(state: State, **ids: str) -> dict[str, object]:
    return {name: called(state.player(id)) for name, id in ids.items()}


def _spent(state: State, event: ev.LaurelsSpent) -> Message:
    return Message(_FOR_LAURELS[event.laurels])


def _changed(state: State, event: ev.PointsChanged) -> Message:
    given = {"points": points(state, state.player(event.player))}
    if event.by > 0:
        return Message("{player} goes up to {points} points", given)
    return Message("{player} goes down to {points} points", given)


def _turn_ended(state: State, event: ev.TurnEnded) -> Message:
    return Message("{player} ends the turn")


def _building_ended(state: State, event: ev.BuildingEnded) -> Message:
    return Message("The special building phase after {player} is over")


def _won(state: State, event: ev.TableWon) -> Message:
    return Message("{player} wins with {points} points", {"points": event.points})


_WORDS: Mapping[type, Callable[[State, Any], Message]] = {
    ev.SettlerPut: _put,
    ev.Rolled: _rolled,
    ev.SettlerSent: _sent,
    ev.SettlerTried: _tried,
    ev.LaurelsSpent: _spent,
    ev.PointsChanged: _changed,
    ev.TurnEnded: _turn_ended,
    ev.BuildingEnded: _building_ended,
    ev.TableWon: _won,
}
_SORTS: Mapping[type, str] = {
    ev.SettlerPut: "settler",
    ev.Rolled: "roll",
    ev.SettlerSent: "settler",
    ev.SettlerTried: "settler",
    ev.LaurelsSpent: "spent",
    ev.PointsChanged: "points",
    ev.TurnEnded: "turn",
    ev.BuildingEnded: "turn",
    ev.TableWon: "result",
}
