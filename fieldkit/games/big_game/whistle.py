"""The clock of a hall by itself: its end, its blasts, and what becomes of it when the kit starts again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fieldkit.clock import NS
from fieldkit.games.big_game.base import Events
from fieldkit.games.big_game.state import WARN_SECONDS, State, seconds_of_turn
from fieldkit.games.big_game.turn_events import BareTurn, ClockLost, TurnEnded
from fieldkit.games.big_game.turns import Advance, StopClock
from fieldkit.messages import BareRound, Blast, Cue, Deadline, Interruption


def deadline(state: State) -> int | None:
    """Return the end of the clock of a turn (ns)."""
    return state.clock.ends if state.step == "turn" and state.clock else None


def due(state: State, given: Deadline) -> Events:
    """End the turn whose clock has run out (BG-3); the end of a break is announced and no more."""
    ends = deadline(state)
    return (TurnEnded(state.turn),) if state.phase == "turn" and ends and given.at >= ends else ()


def interrupted(state: State, given: Interruption) -> Events:
    """Hold the clock where a new start of the machine found it; a whistle that came back changes nothing.

    The screens have shown the clock's end, and it stays: the whistle is told its blasts again.
    """
    if given.same_clock:
        return ()
    clock = state.clock
    left = 0 if clock is None else clock.left if clock.ends is None else max(0, clock.ends - given.last)
    return (ClockLost(left, given.at - given.last),)


def whistled(given: BareRound) -> Events:
    """Note a turn that the whistle ran by itself, without a roll."""
    return () if given.stopped is not None else (BareTurn(given.id),)


class Whistle:
    """The turns as the whistle, or a horn in its place, ends them (BG-3, BG-5)."""

    buttons: Mapping[str, object] = {"start": Advance(), "stop": StopClock()}
    at_once: Mapping[str, Blast] = {"stop_clock": "stop"}

    def cues(self, state: State) -> Sequence[Cue]:
        """Return the warning and end of the clock that runs or has just ended, of a break, of an alarm."""
        if state.alarm:
            return (Cue(state.alarm.key, "stop", state.alarm.ends or 0),)
        cut = (Cue(f"{state.cut.key}/cut", "close", state.cut.ends or 0),) if state.cut else ()
        return (*cut, *self._of_the_clock(state))

    def _of_the_clock(self, state: State) -> Sequence[Cue]:
        clock = state.clock
        if clock is None or clock.ends is None:
            return ()
        if state.step == "break":
            return (Cue(f"{clock.key}/ready", "ready", clock.ends),)
        warn = clock.ends - WARN_SECONDS * NS
        close = Cue(f"{clock.key}/close", "close", clock.ends)
        # A clock that was started or changed shortly before its end warns of nothing.
        if clock.left <= WARN_SECONDS * NS:
            return (close,)
        return (Cue(f"{clock.key}/warn", "warn", warn), close)

    def running(self, state: State) -> bool:
        """Tell if the clock of a turn runs."""
        return state.step == "turn"

    def opening(self, state: State) -> int | None:
        """Return None: the conductor's word opens a turn, no blast."""
        return None

    def urgent(self, state: State) -> bool:
        """Tell if a stop would sound."""
        return state.step == "turn"

    def round_seconds(self, state: State) -> float:
        """Return the length of the next turn, should the whistle have to run it alone."""
        return seconds_of_turn(state.options, state.turn + 1)
