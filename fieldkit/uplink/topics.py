"""The small plain topics of a field for lamps, LED walls and stream overlays, made of its public board."""

import math
from collections import deque
from collections.abc import Sequence
from typing import Annotated

import msgspec

LATE_MS = 2000
"""Later than this (real ms) no blast is told: a lamp that flashes late is worse than none."""
_KNOWN = 32
"""The number of blasts that are remembered as told; a board names six at most."""
_JUMP_S = 2
"""By so much the time of day has to move before the end of a clock is told again."""


class ClockExtract(msgspec.Struct, frozen=True):
    """The clock of a board, in ms of the kit's clock."""

    state: str = "idle"
    total: float = 0
    ends_at: float | None = None
    remaining: float | None = None
    rate: Annotated[float, msgspec.Meta(gt=0)] = 1.0

    def left_ms(self, now_ms: float) -> float:
        """Return what is left of it at ``now_ms``, never less than nothing."""
        if self.state == "running" and self.ends_at is not None:
            return max(0.0, self.ends_at - now_ms)
        return max(0, self.remaining or 0)


class SideExtract(msgspec.Struct, frozen=True):
    """One who plays."""

    name: str = ""
    colour: str = ""
    score: int | float = 0


class CueExtract(msgspec.Struct, frozen=True):
    """A blast, and the moment of its first edge."""

    id: str
    blast: str
    at: float


class BoardExtract(msgspec.Struct, frozen=True):
    """The parts of a public board that the small topics are made of."""

    match: str | None = None
    game: str | None = None
    stage: str = "setup"
    phase: str = ""
    number: int = 0
    title: str = ""
    subtitle: str = ""
    clock: ClockExtract = ClockExtract()
    sides: tuple[SideExtract, ...] = ()
    cues: tuple[CueExtract, ...] = ()


class Blasts:
    """Tells each blast once, when its moment has come; ``count`` is how many were told."""

    def __init__(self) -> None:
        self._told: deque[str] = deque(maxlen=_KNOWN)
        self.count = 0

    def due(self, cues: Sequence[CueExtract], now_ms: float, rate: float) -> list[str]:
        """Return the blasts to tell now, in their order, without those long past or told before."""
        found = []
        for cue in cues:
            if cue.at <= now_ms and cue.id not in self._told:
                self._told.append(cue.id)
                if now_ms - cue.at <= LATE_MS * rate:
                    found.append(cue.blast)
        self.count += len(found)
        return found


class Small:
    """Makes the small topics of a board; remembers only what keeps them from flickering."""

    def __init__(self) -> None:
        self._end: tuple[float, int] | None = None

    def topics(self, shown: BoardExtract, now_ms: float, wall_s: float) -> dict[str, str]:
        """Return the topics below the field's own, and their texts; ``wall_s`` are seconds since 1970."""
        left = math.ceil(shown.clock.left_ms(now_ms) / 1000)
        # As all screens show it: a clock of 100 s or more has minutes.
        longest = max(left, shown.clock.total / 1000)
        made = {
            "match": shown.match or "",
            "game": shown.game or "",
            "stage": shown.stage,
            "phase": shown.phase,
            "number": str(shown.number),
            "title": shown.title,
            "subtitle": shown.subtitle,
            "clock/state": shown.clock.state,
            "clock/seconds": str(left),
            "clock/text": str(left) if longest < 100 else f"{left // 60}:{left % 60:02}",
            "clock/total": str(math.ceil(shown.clock.total / 1000)),
            "clock/ends_at": self._ends_at(shown.clock, now_ms, wall_s),
            "scores": str(len(shown.sides)),
        }
        for n, side in enumerate(shown.sides, 1):
            place = f"scores/{n}"
            made |= {place: str(side.score), f"{place}/name": side.name, f"{place}/colour": side.colour}
        return made

    def _ends_at(self, clock: ClockExtract, now_ms: float, wall_s: float) -> str:
        """Return the second since 1970 at which it ends; it stays until the end or the day's time moves."""
        if clock.state != "running" or clock.ends_at is None:
            self._end = None
            return ""
        ends = round(wall_s + (clock.ends_at - now_ms) / 1000 / clock.rate)
        if self._end is None or self._end[0] != clock.ends_at or abs(self._end[1] - ends) >= _JUMP_S:
            self._end = clock.ends_at, ends
        return str(self._end[1])


def next_s(shown: BoardExtract, now_ms: float) -> float:
    """Real seconds until a whole second of the clock is over or a blast is due; infinite without either."""
    waits = [cue.at - now_ms for cue in shown.cues if cue.at > now_ms]
    left = shown.clock.left_ms(now_ms)
    if shown.clock.state == "running" and left > 0:
        # At 5.0 s left 5 is shown for another second, at 5.1 s 6 for a tenth.
        waits.append(left % 1000 or 1000)
    return min(waits, default=math.inf) / 1000 / shown.clock.rate
