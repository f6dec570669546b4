"""Two nodes of one name: of one node alone what has a higher number happened later, over all its starts."""

from msgspec.structs import replace

from fieldkit.messages import FrameId
from hardware.hoops.frames import Frame

TOLERANCE_S = 2
"""Moments that differ by less may be one: a kit or a bridge that was held up dates a frame too late."""
APART_S = 1
"""Two contradictions so far apart make twins: what is read at once may all be off for one reason."""
REMEMBERED_S = 60
"""For so long after the last contradiction two nodes are believed to be there."""
MAX_BOOTS = 4
MAX_FRAMES = 128
MAX_TWINS = 4
"""The number of nodes of one name and one start that are told apart."""


class Twins:
    """The starts and numbers heard under one name. ``second`` is a real one (ns)."""

    def __init__(self, second: int) -> None:
        self._second = second
        self._boots: dict[str, int] = {}
        self._top: dict[str, tuple[int, int]] = {}
        self._seen: dict[tuple[str, int], list[Frame]] = {}
        self._doubts: tuple[int, ...] = ()
        """The moments of the first and of the last contradiction."""
        self._one_start = False

    def are_there(self, now: int) -> bool:
        """Return whether two nodes go by this name now."""
        if self._doubts and now - self._doubts[-1] > REMEMBERED_S * self._second:
            self._doubts, self._one_start = (), False
        return len(self._doubts) == 2

    def note(self, frame: Frame, id: FrameId, now: int) -> FrameId:
        """Take in a good frame; return the id under which it counts, which is no other node's."""
        if not frame.exact:
            # A frame kept over a loss of power is of the last start, and nobody knows when that was.
            return id
        if self._is_out_of_turn(frame, id.boot):
            self._doubt(now)
        if self._contradicts_its_start(frame, id):
            self._one_start = True
            self._doubt(now)
        elif self._happens_again(frame, id):
            self._doubt(now)
            # Once it may have been held up, and must not count twice.
            self._one_start = self._one_start or self.are_there(now)
        return self._told_apart(frame, id) if frame.kind in ("TAG", "BTN") else id

    def _doubt(self, now: int) -> None:
        """Remember the first contradiction and, once it is another one, the last."""
        self.are_there(now)
        first = self._doubts[0] if self._doubts else now
        self._doubts = (first, now) if now - first >= APART_S * self._second else (first,)

    def _is_out_of_turn(self, frame: Frame, boot: str) -> bool:
        """Return whether a start goes on although another has begun after it."""
        begun = self._boots.setdefault(boot, frame.at)
        while len(self._boots) > MAX_BOOTS:
            oldest = next(iter(self._boots))
            del self._boots[oldest]
            self._top.pop(oldest, None)
        later = [at for other, at in self._boots.items() if other != boot and at > begun]
        return any(frame.at > at + self._tolerance for at in later)

    def _contradicts_its_start(self, frame: Frame, id: FrameId) -> bool:
        """Return whether a number lower than another of its start happened later, or happened otherwise."""
        seq, at = self._top.get(id.boot, (0, 0))
        if id.seq > seq:
            self._top[id.boot] = (id.seq, frame.at)
            return False
        if id.seq < seq and frame.at > at + self._tolerance:
            return True
        known = self._seen.get((id.boot, id.seq))
        return known is not None and not any(_same(frame, each) for each in known)

    def _happens_again(self, frame: Frame, id: FrameId) -> bool:
        """Return whether the same is said again under its number, of a moment that is much later."""
        known = [each for each in self._seen.get((id.boot, id.seq), ()) if _same(frame, each)]
        return bool(known) and all(frame.at > each.at + self._tolerance for each in known)

    def _told_apart(self, frame: Frame, id: FrameId) -> FrameId:
        known = self._seen.setdefault((id.boot, id.seq), [])
        for place, each in enumerate(known):
            if _same(frame, each) and (not self._one_start or abs(frame.at - each.at) <= self._tolerance):
                return _id(id, place)
        if len(known) < MAX_TWINS:
            known.append(frame)
        while len(self._seen) > MAX_FRAMES:
            del self._seen[next(iter(self._seen))]
        return _id(id, len(known) - 1)

    @property
    def _tolerance(self) -> int:
        return TOLERANCE_S * self._second


def _same(one: Frame, other: Frame) -> bool:
    return (one.kind, one.value) == (other.kind, other.value)


def _id(id: FrameId, place: int) -> FrameId:
    return id if place == 0 else replace(id, boot=f"{id.boot}-{place + 1}")
