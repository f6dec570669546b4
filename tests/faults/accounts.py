"""What was seen of matches over a bad network, and the books of the tablets held against the journal."""

from __future__ import annotations

import contextlib
import math
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults.air import Passed
from tests.faults.far import Tablet
from tests.faults.figures import Figure

STARTED_S = 6.0
"""The longest that a weather may hold up a start, or the sentence in its place."""
PLAYED_S = 60.0
"""The longest that it may hold up anything else that was tapped."""
HEALED_S = 8.0
"""The longest that a page may take after the fault: 5 s of silence, and then a new connection."""
CLOCK_S = 0.6
"""How wrong a page's clock may be: as late as the air, and a tenth that it does not show."""


@dataclass
class Seen:
    """What was seen in one weather."""

    weather: str
    starts: int = 0
    """Taps on START."""
    started: int = 0
    untold: int = 0
    """Starts of which nothing came and the tablet said nothing."""
    stuck: str = ""
    """What the weather held up for ever, and in which phase."""
    stops_s: list[float] = field(default_factory=list)
    """From the touch to the kit's stop."""
    clock_s: list[float] = field(default_factory=list)
    """How much more of a round a page showed than was left."""
    healed_s: dict[str, float | None] = field(default_factory=dict)

    def figures(self, passed: Passed) -> list[Figure]:
        """Return a line each for what was held up, for the clocks and for the healing."""
        worst = max((each or math.inf for each in self.healed_s.values()), default=math.inf)
        last = max(self.healed_s, key=lambda name: self.healed_s[name] or math.inf, default="")
        said = self.stuck or f"{self.started} of {self.starts} starts, {self.untold} untold"
        stops = f"stop after {max(self.stops_s, default=math.inf):.1f} s at most"
        count = (
            f"{passed.carried} packets, {passed.lost} lost, {passed.doubled} twice, {passed.overtaken} late"
        )
        well = not self.stuck and not self.untold and max(self.stops_s, default=math.inf) < PLAYED_S
        return [
            Figure(f"{self.weather}: rounds played", f"{said}; {stops} ({count})", "none untold", well),
            *self._clocks(),
            Figure(
                f"{self.weather}: the same everywhere",
                f"after {worst:.1f} s, last {last}",
                f"{HEALED_S:.0f} s",
                worst <= HEALED_S,
            ),
        ]

    def _clocks(self) -> list[Figure]:
        if not self.clock_s:
            return []
        clocks = sorted(map(abs, self.clock_s))
        wrong = clocks[int(0.99 * len(clocks))]
        seen = f"{wrong:.2f} s, worst {clocks[-1]:.2f} s of {len(clocks)}"
        return [Figure(f"{self.weather}: clocks wrong, p99", seen, f"{CLOCK_S} s", wrong <= CLOCK_S)]


@dataclass
class Books:
    """What all tablets sent, were answered and told, beside what the journal has."""

    taps: Counter[str]
    sent: dict[str, Any]
    """Each command by its id."""
    answers: dict[str, list[dict[str, Any]]]
    told: list[dict[str, Any]]
    records: dict[str, list[float]]
    """For each id of a command in the journal the moments (ms of the kit's clock) of its records."""
    presses: int
    """Balls that came from the hoop behind the bridge."""

    @classmethod
    def of(cls, tablets: Sequence[Tablet], journal: Path) -> Books:
        """Gather the books of all matches at their end."""
        books = cls(Counter(), {}, {}, [], {}, 0)
        for number, tablet in enumerate(tablets):
            kept, by = tablet.books, {"tablet": number}
            books.taps += tablet.taps
            books.sent |= {id: one | by for id, one in kept["sent"].items()}
            books.answers |= kept["answered"]
            books.told += [one | by for one in kept["told"]]
        with contextlib.closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as db:
            for id, moment, by in db.execute("SELECT command_id, mono_ns, by FROM records ORDER BY id"):
                books.records.setdefault(id or "", []).append(moment / 1e6)
                books.presses += by == "hoop"
        return books

    def _is_denied(self, start: str) -> bool:
        at, tablet = self.sent[start]["at"], self.sent[start]["tablet"]
        own = [one for one in self.told if one["tablet"] == tablet and "Not started" in one["text"]]
        return any(at < one["at"] < at + 1000 * STARTED_S for one in own)

    def figures(self, presses: int) -> list[Figure]:
        """Hold them against each other: a line each; ``presses`` is how often the hoop was pressed."""
        confirmed = {id for id, said in self.answers.items() if said[0]["status"] == 200}
        refused = self.answers.keys() - confirmed
        open_ = self.sent.keys() - self.answers.keys()
        starts = {id for id, one in self.sent.items() if one["type"] == "start_round"}
        kept = self.sent.keys() & self.records.keys()
        repeats = sum(one["times"] - 1 for one in self.sent.values())
        wrong = {
            "confirmed on the page and not in the journal": confirmed - kept,
            "refused on the page and in the journal": refused & kept,
            "in the journal twice": {id for id in kept if len(self.records[id]) > 1},
            "never answered, and no start": open_ - starts,
            "started after its moment": {
                id for id in starts & kept if self.records[id][0] > self.sent[id]["not_after"] + 1
            },
            "said not to have started, and had": {id for id in starts & kept if self._is_denied(id)},
        }
        asked = sum(count for kind, count in self.taps.items() if kind)
        tapped = f"{asked} taps, {len(self.sent)} commands, {len(confirmed)} confirmed, {repeats} repeats"
        return [
            Figure("what was tapped", tapped, "no tap two commands", len(self.sent) <= asked),
            *(Figure(what, str(len(ids)), "0", not ids) for what, ids in wrong.items()),
            Figure(
                "balls over the bridge", f"{self.presses} of {presses}", "each once", self.presses == presses
            ),
        ]
