"""Blasts and lamps that are tried before a match: they are no cues, and end as soon as one waits."""

from collections import deque

from fieldkit.clock import MS, NS
from fieldkit.messages import Blast, Lamp, LoopbackResult
from hardware.whistle.blasts import GAP_MS, Edge, edges

LAMP_S = 10
"""A tried lamp goes back to its own after so long (real time)."""
SETTLE_MS = 20
"""After an edge a loop-back wire has so long to follow; no part of a blast is shorter than 80 ms."""


class TestSignals:
    """The blast that is tried, and the lamps; stepped as a `CueSheet`, `look` asks for the wire."""

    def __init__(self, rate: float = 1.0, max_on_ms: int = 3000) -> None:
        self.on = False
        self.look = False
        self._max_on = int(max_on_ms * MS * rate)
        self._lamp_span = int(LAMP_S * NS * rate)
        self._blast: Blast | None = None
        self._edges: deque[Edge] = deque()
        self._look_at: int | None = None
        self._wire: set[tuple[bool, bool]] = set()
        self._lamps: dict[Lamp, tuple[bool, int]] = {}

    def blow(self, blast: Blast, now: int) -> None:
        """Sound a blast, in place of one that is being tried."""
        start = now + GAP_MS * MS if self.on else now
        self.hush()
        self._blast = blast
        self._edges.extend(edges(blast, start, self._max_on))

    def light(self, lamp: Lamp, on: bool, now: int) -> None:
        """Switch a lamp, whatever it shows by itself."""
        self._lamps[lamp] = (on, now + self._lamp_span)

    def hush(self) -> None:
        """Break off the blast that is tried; nothing is said of it."""
        self._blast = self._look_at = None
        self._edges.clear()
        self._wire.clear()
        self.on = self.look = False

    def end(self) -> None:
        """Break off everything."""
        self.hush()
        self._lamps.clear()

    def step(self, now: int) -> LoopbackResult | None:
        """Do all that is due at ``now``; returns what was felt once a blast is over and a wire was noted."""
        self._lamps = {lamp: (on, until) for lamp, (on, until) in self._lamps.items() if until > now}
        done = self._over()
        self.look = self._look_at is not None and self._look_at <= now
        if self.look:
            self._look_at = None
        while self._edges and self._edges[0][0] <= now:
            at, self.on = self._edges.popleft()
            # A look that is so late that the next edge came with it would tell of neither.
            self.look, self._look_at = False, max(at, now) + SETTLE_MS * MS
        return done

    def note(self, wire: bool) -> None:
        """Note whether the loop-back wire is up at a look."""
        self._wire.add((self.on, wire))

    def lamp(self, lamp: Lamp, own: bool) -> bool:
        """Return whether a lamp is on that shows ``own`` by itself."""
        return self._lamps[lamp][0] if lamp in self._lamps else own

    def next_at(self) -> int | None:
        """Return when the next step is due, 0 for at once; None while nothing is tried."""
        moments = [until for _, until in self._lamps.values()]
        if self._edges:
            moments.append(self._edges[0][0])
        if self._look_at is not None:
            moments.append(self._look_at)
        elif self._blast is not None and not self._edges:
            moments.append(0)
        return min(moments, default=None)

    def _over(self) -> LoopbackResult | None:
        """Return the word on a blast whose last look is done."""
        if self._blast is None or self._edges or self._look_at is not None:
            return None
        # Behind a low-side switch the wire falls where the line rises: it follows anyway.
        felt = self._wire in ({(True, True), (False, False)}, {(True, False), (False, True)})
        word = LoopbackResult(self._blast, felt) if self._wire else None
        self.hush()
        return word
