"""The sightings that wait while the kit is away, kept in flash: a node that loses its power has them again.

Flash wears, so nothing is written while the kit answers. Then what has waited for a second is appended to one
file, all at once; when the kit has taken all of it the file is removed.

line HK1KEPT <node> <start> <boot> <seq> <kind> <value> <age ms> <ms since the start>*<crc>

`boot` and `seq` are those of the frame, `start` is the one that wrote the line. What is read back is at least
as old as when it was last written about, and the time that the node has run since (`Waiting.exact`).
"""

import os

from frames import opened, sealed
from store import STORE, SightingStore, Waiting

FILE = "kept.txt"
LOOK_MS = 250
SAVE_MS = 1000
"""So long a sighting must have waited: what comes in one second is written at once."""
MAX_LINES = 2 * STORE
MAX_BYTES = 96 * MAX_LINES
MARK = "HK1KEPT"


class SavedSighting:
    """One line of the file: a sighting, who wrote it, and how old it was then. All times are ms."""

    def __init__(self, words: list[str]) -> None:
        self.start, self.boot, self.kind, self.value = words[2], words[3], words[5], words[6]
        self.seq, self.age, self.at = int(words[4]), int(words[7]), int(words[8])


class Backup:
    """The file of a node with this name, at its start number `start`."""

    def __init__(self, name: str, start: str) -> None:
        self._name, self._start, self._path = name, start, FILE
        self._began = 0
        self._next = 0
        self._lines = 0
        self._cut = False
        self._spoiled = False

    def restore(self, store: SightingStore, now: int) -> None:
        """Put what waited at the last loss of power into an empty store. The start is `now` (ms)."""
        self._began = now
        content = b""
        try:
            with open(self._path, "rb") as file:
                content = file.read(MAX_BYTES)
        except OSError:
            return
        # A file without a whole line is there, too, to be removed.
        self._lines = content.count(b"\n") + 1
        self._cut = content[-1:] != b"\n"
        lines = [line for line in [self._read(raw) for raw in content.split(b"\n")] if line is not None]
        ages = ages_at_loss(lines)
        found: dict[tuple[str, int], Waiting] = {}
        for place, line in enumerate(lines):
            waiting = Waiting(line.boot, line.seq, line.kind, line.value, now - ages[place])
            waiting.exact, waiting.kept, waiting.next = False, True, now
            found[(line.boot, line.seq)] = waiting
        for waiting in sorted(found.values(), key=lambda each: each.born)[-STORE:]:
            store.put(waiting)

    def look(self, store: SightingStore, away: bool, now: int) -> None:
        """Write what must be written, at most once in a while; `away` is whether the kit is."""
        if now < self._next or (not away and not self._lines):
            return
        self._next = now + LOOK_MS
        if not away:
            if not any([waiting.kept for waiting in store]):
                try:
                    os.remove(self._path)
                except OSError:
                    # The kit has it all: if it is sent again after a loss of power, it counts nothing.
                    pass
                self._lines, self._cut, self._spoiled = 0, False, False
            return
        unsaved = [waiting for waiting in store if not waiting.kept]
        if self._spoiled or not unsaved or now - unsaved[0].born < SAVE_MS:
            return
        try:
            if self._lines + len(unsaved) > MAX_LINES:
                self._write_again(store, now)
            else:
                self._append(unsaved, now)
        except OSError:
            # Full, or not to be written: what waits is still in the memory. It is not tried over and over.
            self._spoiled = self._cut = True
            self._lines = max(self._lines, 1)

    def _append(self, unsaved: list[Waiting], now: int) -> None:
        # A line that a loss of power has cut must not run on into the next one.
        said = b"\n" if self._cut else b""
        with open(self._path, "ab") as file:
            file.write(said + self._all(unsaved, now))
        self._cut = False
        self._note(unsaved, self._lines + len(unsaved))

    def _write_again(self, store: SightingStore, now: int) -> None:
        """Write what still waits to another file, which then takes the place of the first in one step."""
        waiting = list(store)
        with open(self._path + ".new", "wb") as file:
            file.write(self._all(waiting, now))
        os.rename(self._path + ".new", self._path)
        self._cut = False
        self._note(waiting, len(waiting))

    def _note(self, written: list[Waiting], lines: int) -> None:
        for waiting in written:
            waiting.kept = True
        self._lines = lines

    def _all(self, waiting: list[Waiting], now: int) -> bytes:
        lines = b""
        for each in waiting:
            words = [MARK, self._name, self._start, each.boot, each.seq, each.kind, each.value]
            words += [now - each.born, now - self._began]
            lines += sealed(" ".join([str(word) for word in words]))
        return lines

    def _read(self, raw: bytes) -> SavedSighting | None:
        """Return a line of this node, None for others."""
        words = opened(raw)
        if words[:2] != [MARK, self._name] or len(words) != 9:
            return None
        try:
            return SavedSighting(words)
        except ValueError:
            return None


def ages_at_loss(lines: list[SavedSighting]) -> list[int]:
    """Return how old (ms) the sighting of each line was at least when the power went for the last time."""
    last: dict[str, int] = {}
    starts: list[str] = []
    for line in lines:
        if line.start not in last:
            starts.append(line.start)
        last[line.start] = max(last.get(line.start, 0), line.at)
    ages = []
    for line in lines:
        later = starts[starts.index(line.start) + 1 :]
        ages.append(line.age + last[line.start] - line.at + sum([last[start] for start in later]))
    return ages
