"""Sightings that wait for the kit's answer: the last 64, each repeated until it is taken."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REPEATS_MS = (50, 100, 200, 400, 800)
"""The waits before an unanswered frame is sent again; the last one for ever. Each varies by half."""
STORE = 64


class Waiting:
    """A sighting of the start `boot` that the kit has not yet taken; `kept` once it is in flash."""

    def __init__(self, boot: str, seq: int, kind: str, value: str, born: int) -> None:
        self.boot = boot
        self.seq = seq
        self.kind = kind
        self.value = value
        self.born = born
        self.exact = True
        self.kept = False
        self.next = born
        self.sent = 0


class SightingStore:
    """Keeps sightings until they are taken. `chance(n)` gives a number from 0 to n-1."""

    def __init__(self, chance: "Callable[[int], int]") -> None:
        self.dropped = 0
        self._chance = chance
        self._waiting: list[Waiting] = []

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> "Iterator[Waiting]":
        return iter(self._waiting)

    def put(self, waiting: Waiting) -> None:
        """Keep a sighting; of more than 64 the oldest is dropped, and counted."""
        if len(self._waiting) == STORE:
            self._waiting.pop(0)
            self.dropped += 1
        self._waiting.append(waiting)

    def taken(self, boot: str, seq: int) -> None:
        """Drop a sighting that the kit has."""
        self._waiting = [each for each in self._waiting if (each.boot, each.seq) != (boot, seq)]

    def due(self, now: int) -> Waiting | None:
        """Return a sighting whose time to be sent has come: the one that has waited longest for it."""
        due = None
        for each in self._waiting:
            if each.next <= now and (due is None or each.next < due.next):
                due = each
        return due

    def sent(self, waiting: Waiting, now: int) -> None:
        """Note that it has left; when it is sent again depends on how often it was."""
        wait = REPEATS_MS[min(waiting.sent, len(REPEATS_MS) - 1)]
        waiting.sent += 1
        waiting.next = now + wait // 2 + self._chance(wait + 1)

    def waited_ms(self, now: int) -> int:
        """Return how long the oldest has waited; 0 when none does."""
        return now - self._waiting[0].born if self._waiting else 0
