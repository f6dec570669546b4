"""The turns of a hall as the whistle, or a horn in its place, ends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fieldkit.clock import NS
from fieldkit.games.big_game.state import WARN_SECONDS, State, seconds_of_turn
from fieldkit.games.big_game.turns import Advance, StopClock
from fieldkit.messages import Blast, Cue


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
