"""One seed's world from its beginning to its end: a kit, its people, its hub, and all that goes wrong."""

import hashlib
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import msgspec

from fieldkit.clock import NS
from fieldkit.settings import Settings
from tests.sim.card import Card
from tests.sim.fairness import Fairness
from tests.sim.faults import Faults
from tests.sim.kit import Kit
from tests.sim.laws import BallLaw, Log, RecordLaw, SoundLaw, unsettled
from tests.sim.outside import Outside, linked
from tests.sim.people import People
from tests.sim.world import Violation, World

LENGTHS_S = (60, 60, 120, 120, 300)
"""For so long (s) things go wrong in a world."""
QUIET_S = 60
"""The seconds in which all must be well again once nothing goes wrong any more."""
HUB, CARD = 0.4, 0.5
"""The shares of worlds with a hub, and of those at whose end the card comes to its own."""
MEMORY = Path("/dev/shm")


class Played(msgspec.Struct):
    """The end of a world, with the ``digest`` of its journal and the law that was ``broken``."""

    seed: int
    seconds: float
    steps: int
    records: int
    digest: str
    faults: list[str]
    broken: str = ""
    story: list[tuple[int, str]] = []


class Play:
    """The parts of one world, and its laws. ``without`` are the faults, by number, that are left out."""

    def __init__(self, world: World, folder: Path, without: frozenset[int] = frozenset()) -> None:
        self.world = world
        self.log = Log()
        has_hub = world.chance("hub").random() < HUB
        self.kit = Kit(world, folder, settings=linked(Settings()) if has_hub else None)
        self.fairness = Fairness(world, self.kit)
        self.laws = [RecordLaw(self.kit), SoundLaw(self.kit), BallLaw(self.kit), self.fairness]
        # The game of balls and whistle has the most seams.
        games = (*sorted(self.kit.games), "full_contact", "full_contact")
        self.people = People(world, self.kit, self.fairness, games=games)
        self.faults = Faults(world, self.kit, [page.air for page in self.people.pages])
        self.faults.without = without
        self.faults.kinds["page reloaded"] = self._reload
        self.outside = Outside(world, folder, self.kit, self.faults) if has_hub else None
        if self.outside is not None:
            self.laws += self.outside.laws
            self.people.offers = self.outside.offers
        world.laws = [self.log.check, *(law.check for law in self.laws)]

    def run(self, seconds: float) -> None:
        """Let people play while things go wrong, then see that all gets well. Raises Violation."""
        world = self.world
        if self.outside is not None:
            self.outside.begin()
        self.kit.switch_on()
        world.run(5)
        self.people.begin()
        self.faults.begin()
        world.run(seconds)
        self.faults.end()
        if self.outside is not None:
            self.outside.calm()
        world.run(QUIET_S)
        self.people.rest()
        if self.outside is not None:
            self.outside.rest()
        for _ in range(QUIET_S):
            world.run(1)
            lacks = self._lacks()
            if not lacks:
                break
        else:
            raise Violation(f"{QUIET_S} s after the last fault {lacks}")
        if self.outside is not None:
            self.outside.finish()
        for law in self.laws:
            if hasattr(law, "check_all"):
                law.check_all()
        if world.chance("card").random() < CARD:
            # From here on less may be there than has been.
            world.laws = [self.log.check]
            Card(self.kit, self.outside).end()

    def _reload(self) -> None:
        page = self.world.chance("reloads").choice(self.people.pages)
        page.process.die()
        self.world.after(1, lambda: None if page.process.alive else page.process.run())

    def _lacks(self) -> str | None:
        outside = self.outside.lacks() if self.outside is not None else None
        return unsettled(self.kit) or self.people.settled() or outside


@contextmanager
def _quiet_log(log: Log) -> Iterator[None]:
    root = logging.getLogger()
    before, root.handlers = root.handlers, [log]
    try:
        yield
    finally:
        root.handlers = before


def play(
    seed: int, without: frozenset[int] = frozenset(), seconds: float | None = None, loud: bool = False
) -> Played:
    """Play one seed; return how it ended."""
    folder = Path(tempfile.mkdtemp(dir=MEMORY if MEMORY.is_dir() else None))
    world = World(seed)
    world.told = print if loud else None
    broken = ""
    try:
        with world.running():
            made = Play(world, folder, without)
            length = world.chance("length").choice(LENGTHS_S) if seconds is None else seconds
            with _quiet_log(made.log):
                try:
                    made.run(length)
                except Violation as violation:
                    broken = str(violation)
            digest = _digest(made.kit.journal_path)
        records, faults = len(made.kit.committed), made.faults.happened
        return Played(seed, world.now / NS, world.steps, records, digest, faults, broken, world.story[-40:])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _digest(journal: Path) -> str:
    """Return the digest of all that a journal holds."""
    if not journal.exists():
        return ""
    with closing(sqlite3.connect(journal)) as db:
        return hashlib.sha256("\n".join(db.iterdump()).encode()).hexdigest()
