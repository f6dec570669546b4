"""The two facets of the game: for the whistle and for the hoops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fieldkit.clock import NS
from fieldkit.games.full_contact import commands as co
from fieldkit.games.full_contact import rounds, sightings
from fieldkit.games.full_contact.events import MatchEvent
from fieldkit.games.full_contact.round_events import STOP_BUTTON
from fieldkit.games.full_contact.setup import Setting
from fieldkit.games.full_contact.state import COLOURS, BreakClock, Round, State
from fieldkit.messages import Blast, Cue, Role, Verdict

_SOONEST_NS = NS // 2
"""The kit must know of a signal of the break this long before it."""


class MatchWhistle:
    """The rounds as the whistle runs them."""

    buttons: Mapping[str, object] = {
        "start": co.StartRound(refuse_pending=True),
        "stop": co.StopRound(STOP_BUTTON),
    }
    at_once: Mapping[str, Blast] = {"stop_round": "stop"}

    def cues(self, state: State) -> Sequence[Cue]:
        """Return the blasts of the running phase (FC-7, FC-17, FC-29), none for a bare round."""
        out = [cue for one in (state.round, *state.past[:1]) if one for cue in _round_cues(state, one)]
        clock = state.break_clock
        if state.phase == "break" and clock and clock.ends is not None:
            out += _break_cues(clock, clock.ends, int(state.numbers.warn_seconds * NS))
        return out

    def running(self, state: State) -> bool:
        return state.phase in rounds.RUNNING

    def opening(self, state: State) -> int | None:
        return rounds.first_opening(state)

    def urgent(self, state: State) -> bool:
        return state.phase in rounds.RUNNING

    def round_seconds(self, state: State) -> float:
        """Return the length of a bare round (s)."""
        return state.options.round_seconds


class FieldHoops:
    """The field as the hoop links see it."""

    def __init__(self, setting: Setting) -> None:
        self.ids: Sequence[str] = tuple(hoop.id for hoop in setting.hoops)
        self._setting = setting

    def teams(self) -> Mapping[str, str]:
        return {id: name for id, (name, _) in COLOURS.items()}

    def balls(self) -> Mapping[str, int]:
        held: dict[str, int] = {}
        for pile in self._setting.piles:
            held[pile.kind] = held.get(pile.kind, 0) + pile.capacity
        return held

    def unknown(self, role: Role, value: str) -> str | None:
        return sightings.unknown(role, value)

    def verdict(self, events: Sequence[MatchEvent]) -> Verdict:
        said = {event.verdict for event in events}
        return "counted" if "counted" in said else "held" if "held" in said else "refused"


def _break_cues(clock: BreakClock, ends: int, warn_ns: int) -> list[Cue]:
    """Return the two signals of a break: none if it is too short for both, none that could only be late.

    So a break that a void brought back after its end has had its blasts (FC-17).
    """
    if clock.total < warn_ns + _SOONEST_NS:
        return []
    cues = [Cue(f"{clock.key}/warn", "warn", ends - warn_ns), Cue(f"{clock.key}/ready", "ready", ends)]
    return [cue for cue in cues if cue.due >= clock.since + _SOONEST_NS]


def _round_cues(state: State, one: Round) -> list[Cue]:
    """Return the blasts of a round; one that was stopped, voided or the whistle's own closes without one."""
    if one.bare is not None or one.clock_lost:
        return []
    span, key = one.span, f"{one.key}.{len(one.spans)}"
    if one.sound_stop and span.until is not None:
        return [Cue(f"{key}/stop", "stop", span.until)]
    if span.until is not None and one.closed is None:
        return []
    cues = [Cue(f"{key}/close", "close", span.ends)]
    if one is state.round and state.phase in rounds.RUNNING:
        cues.insert(0, Cue(f"{key}/open", "open", span.opens))
        if span.head_opens is not None:
            cues.insert(0, Cue(f"{key}/head_start", "head_start", span.head_opens))
    return cues
