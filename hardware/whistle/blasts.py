"""The blasts: their patterns, which yields to which, and what became of each cue.

A *cue* is an order: a blast, an id, and the moment at which it is due. A round's cues are ordered long before
they are due, so that neither a slow disk nor a dead referee makes the whistle late. A *plan* names all that
is to come, and may be sent as often as one likes. What counts is the first edge, since players run at it. The
page of the hardware tells the rest.

Nothing here knows of pins, threads or clocks: every moment is an argument, in ns of the kit's clock. A limit
that a person or the machine sets is in real time, so at a clock's rate of 20 it is twenty times as many ns.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from fieldkit.clock import MS
from fieldkit.messages import Blast, Cue, CueOutcome, CueReport

PATTERNS: Mapping[Blast, tuple[tuple[int, int], ...]] = {
    "ready": ((200, 200), (200, 0)),
    "head_start": ((250, 0),),
    "open": ((1000, 0),),
    "warn": ((200, 200), (200, 200), (200, 0)),
    "close": ((600, 250), (600, 0)),
    "stop": ((100, 80), (100, 80), (100, 80), (100, 80), (100, 0)),
}
"""The blasts as (on, off) in ms."""

RANK: Mapping[Blast, int] = {"ready": 0, "warn": 0, "head_start": 1, "open": 2, "close": 3, "stop": 4}
"""A blast that is due silences one of a lower rank and waits for one of its own or a higher rank.

But what opens or closes a round never waits for one that has begun before it: that one has been heard.
"""

GAP_MS = 30
"""The silence that sets a blast apart from the one before it: without it the ear takes both for one."""
LATE_MS = 50
"""A cue whose first edge is later than this is on record as late (real time)."""
MISSED_MS = 1000
"""A cue that is later than this is not sounded any more (real time)."""
CLOSE_MS = 3000
"""A close that is later than this is missed too, and the stop sounds in its place (real time)."""
STALE_MS = 10_000
"""A stop that is later than this is missed: nobody runs any more (real time)."""
MAX_TOLD_CUES = 256
"""The number of settled cues in a hello."""
MAX_SETTLED_CUES = 4096
"""The number of settled cues known by their id, so that ordering them again is harmless."""

Edge = tuple[int, bool]
"""A moment (ns) and whether the whistle is on from then."""


def edges(blast: Blast, start: int, max_on: int) -> tuple[Edge, ...]:
    """Return the edges of a blast from ``start`` (ns); no part of it is on longer than ``max_on`` (ns)."""
    found: list[Edge] = []
    at = start
    for on_ms, off_ms in PATTERNS[blast]:
        found += [(at, True), (at + min(on_ms * MS, max_on), False)]
        at += (on_ms + off_ms) * MS
    return tuple(found)


class SirenStep(msgspec.Struct, frozen=True):
    """A step of the whistle: on or off, the cue that begins, and a ``look`` at the loop-back wire."""

    on: bool
    begun: Cue | None = None
    look: bool = False


class _Playing:
    """A blast on its way; its cue waits until the first edge is out."""

    def __init__(self, cue: Cue, edges: tuple[Edge, ...]) -> None:
        self.cue = cue
        self.start = edges[0][0]
        self.edges = deque(edges)
        self.begun = False
        self.on = False

    def advance(self, now: int) -> bool:
        """Pass all edges up to ``now``; True if the first is among them."""
        first = False
        while self.edges and self.edges[0][0] <= now:
            self.on = self.edges.popleft()[1]
            first, self.begun = first or not self.begun, True
        return first


class CueSheet:
    """The cues that wait, the blast that sounds, and what became of the rest, of which ``tell`` is told.

    The caller steps it at `next_at` and after every change, and tells it with `begun` when a first edge was
    out.
    """

    def __init__(self, tell: Callable[[CueReport], None], rate: float = 1.0, max_on_ms: int = 3000) -> None:
        self._tell = tell
        self._rate = rate
        self._max_on = int(max_on_ms * MS * rate)
        self._limits = {blast: int(MISSED_MS * MS * rate) for blast in PATTERNS}
        self._limits |= {"close": int(CLOSE_MS * MS * rate), "stop": int(STALE_MS * MS * rate)}
        self._playing: _Playing | None = None
        self._on = False
        self._off_at: int | None = None
        self.waiting: dict[str, Cue] = {}
        self.settled: dict[str, CueReport] = {}

    def knows(self, cue_id: str) -> bool:
        """Return True if a cue of this id was ordered before, whatever became of it."""
        return cue_id in self.waiting or cue_id in self.settled

    def plan(self, cues: Iterable[Cue], now: int, keep: Collection[str] = ()) -> None:
        """Make these and those of ``keep`` the cues that wait, with a stop; what is too late is missed."""
        wanted = {cue.id: cue for cue in cues}
        stops = {cue.id for cue in self.waiting.values() if cue.blast == "stop"}
        self.cancel(now, keep={*wanted, *keep, *stops})
        last = max((cue.due for cue in wanted.values() if cue.blast == "close"), default=now)
        for cue in wanted.values():
            if self.knows(cue.id):
                continue
            if cue.blast == "close" and cue.due < min(now, last):
                self.miss(cue)
            elif self._too_late(cue, now):
                self._give_up(cue, now)
            else:
                self.waiting[cue.id] = cue

    def sound(self, cue: Cue, now: int) -> None:
        """Sound a cue at the next step instead of all that waits; a settled one is ignored."""
        if cue.id in self.settled:
            return
        self.cancel(now, keep={cue.id})
        self.waiting[cue.id] = Cue(cue.id, cue.blast, min(cue.due, now))

    def cancel(self, now: int, keep: Collection[str] = ()) -> None:
        """Cancel what waits, except the ids of ``keep``; a blast that sounds goes on."""
        for cue in [cue for cue in self.waiting.values() if cue.id not in keep]:
            self._settle(cue, "cancelled", now)

    def miss(self, cue: Cue) -> None:
        """Put a cue on record as missed, unless it is known already."""
        if not self.knows(cue.id):
            self._settle(cue, "missed")

    def hush(self) -> None:
        """Cut short the blast that sounds."""
        self._playing = None

    @property
    def sounding(self) -> bool:
        """True from a blast's first edge to its last."""
        return self._playing is not None

    @property
    def ending(self) -> Cue | None:
        """The close or stop that sounds now: it has begun, and was not yet heard to its end."""
        playing = self._playing
        ends = playing is not None and playing.begun and playing.cue.blast in ("close", "stop")
        return playing.cue if playing is not None and ends else None

    def step(self, now: int) -> SirenStep:
        """Do all that is due at ``now``."""
        for cue in [cue for cue in self.waiting.values() if self._too_late(cue, now)]:
            self._give_up(cue, now)
        playing = self._playing = self._choose(now)
        first = playing is not None and playing.advance(now)
        was_on, self._on = self._on, playing is not None and playing.on
        if was_on and not self._on:
            self._off_at = now
        if playing is not None and not playing.edges:
            self._playing = None
            self._playing = self._choose(now)
        return SirenStep(self._on, playing.cue if playing is not None and first else None)

    def begun(self, cue: Cue, at: int) -> None:
        """Note that the first edge of ``cue`` was out at ``at``."""
        late = int((at - cue.due) / self._rate)
        self._settle(cue, "late" if late > LATE_MS * MS else "sounded", at, late)

    def next_at(self) -> int | None:
        """Return when the next step is due; None while nothing waits and nothing sounds."""
        playing = self._playing
        moments = [cue.due for cue in self.waiting.values() if self._may_start(cue)]
        if playing is not None:
            moments.append(playing.edges[0][0])
        return min(moments, default=None)

    def _too_late(self, cue: Cue, now: int) -> bool:
        return now - cue.due > self._limits[cue.blast]

    def _give_up(self, cue: Cue, now: int) -> None:
        """Put a cue that is too late on record as missed; in place of a close comes the stop."""
        self._settle(cue, "missed")
        stop = Cue(f"{cue.id}/stop", "stop", cue.due)
        if cue.blast == "close" and not self._too_late(stop, now) and not self.knows(stop.id):
            self.waiting[stop.id] = stop

    def _choose(self, now: int) -> _Playing | None:
        playing = self._playing
        if playing is not None and not playing.begun and playing.cue.id not in self.waiting:
            playing = self._playing = None
        due = [cue for cue in self.waiting.values() if cue.due <= now and self._may_start(cue)]
        if not due:
            return playing
        cue = max(due, key=lambda cue: (RANK[cue.blast], -cue.due))
        silent_since = now if self._on else self._off_at
        start = now if silent_since is None else max(now, silent_since + GAP_MS * MS)
        self._playing = _Playing(cue, edges(cue.blast, start, self._max_on))
        # One that had to wait for the blast before may outrank this one.
        return self._choose(now)

    def _may_start(self, cue: Cue) -> bool:
        playing = self._playing
        if playing is None or RANK[cue.blast] > RANK[playing.cue.blast]:
            return True
        of_a_round = RANK[cue.blast] >= RANK["head_start"]
        return of_a_round and playing.begun and cue.due > playing.start

    def _settle(self, cue: Cue, outcome: CueOutcome, at: int | None = None, late: int | None = None) -> None:
        self.waiting.pop(cue.id, None)
        report = CueReport(cue.id, cue.blast, cue.due, outcome, at, late)
        self.settled[cue.id] = report
        if len(self.settled) > MAX_SETTLED_CUES:
            del self.settled[next(iter(self.settled))]
        self._tell(report)
