"""A plain kit on a table, with a real referee and journal: a second one with a field's key, or a busy one."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, cast

from fieldkit.journal.database import Journal
from fieldkit.referee.feed import EncodedView, Feed
from fieldkit.referee.match import over
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from fieldkit.whistle.link import WhistleLink
from tests.sim.disk import Disk
from tests.sim.hub import games
from tests.sim.whistle import WorldClock
from tests.sim.world import Process, World
from tests.support.refereeing import NotedWhistle

FILE = "journal.sqlite3"
SIDES = ("red", "blue", "green", "yellow")
OPEN_S = 0.3


class TwinKit:
    """A kit without hoops, whose referee decides something now and then while ``playing``.

    With ``copy_of`` it goes on from the journal of another kit, as a card that was copied does.
    """

    def __init__(
        self,
        world: World,
        name: str,
        folder: Path,
        settings: Settings,
        copy_of: Path | None = None,
        pause_s: tuple[float, float] = (0.5, 15.0),
    ) -> None:
        self.world, self.settings = world, settings
        self.machine = world.machine(name)
        self.disk = Disk(world, folder)
        self.process = Process(world, self.machine, f"referee of {name}", self._start, self._died)
        self.feed: Feed | None = None
        self.referee: Referee | None = None
        self.playing = True
        self._pause_s = pause_s
        self._chance = world.chance(f"table of {name}")
        self._followers: list[Callable[[EncodedView], None]] = []
        self._count = 0
        self._losing_power = False
        if copy_of is not None:
            source, target = sqlite3.connect(copy_of), sqlite3.connect(self.journal_path)
            with closing(source), closing(target):
                source.backup(target)

    @property
    def journal_path(self) -> Path:
        """Return its journal."""
        return self.disk.path / FILE

    def follow(self, wake: Callable[[EncodedView], None]) -> None:
        """Call ``wake`` with each view that is published from now on, over all lives."""
        self._followers.append(wake)

    def lose_power(self) -> None:
        """Lose the power."""
        self._losing_power = True
        self.machine.lose_power()
        self._losing_power = False

    def _start(self) -> None:
        self.process.after(OPEN_S, self._open)

    def _open(self) -> None:
        self.feed = feed = Feed()
        journal = Journal(self.journal_path, self.disk.connect(self.process))
        clock, ports = WorldClock(machine=self.machine), Ports(cast(WhistleLink, NotedWhistle()), feed=feed)
        self.referee = Referee(journal, games(), self.settings, clock, ports)
        feed.listen(self._published)
        self.referee.load()
        self.referee.turn(0)
        self._later()

    def _died(self) -> None:
        referee, self.referee, self.feed = self.referee, None, None
        self.disk.leave(self._losing_power)
        if referee is not None:
            referee._context.journal.close()

    def _published(self) -> None:
        assert self.feed is not None
        for wake in self._followers:
            wake(self.feed.latest)

    def _later(self) -> None:
        self.process.after(self._chance.uniform(*self._pause_s), self._turn)

    def _turn(self) -> None:
        assert self.referee is not None
        self.process.call()
        self._later()
        if self.playing:
            self.ask(**self._command())
        self.referee.turn(0)

    def ask(self, **command: Any) -> int:
        """Hand in a command; return the status of its answer."""
        assert self.referee is not None
        self._count += 1
        asked = self.referee.submit({"id": f"{self.machine.name}-{self._count}", **command}, "tablet")
        self.referee.turn(0)
        return asked.result(0).status

    def _command(self) -> dict[str, Any]:
        assert self.referee is not None
        match, chance = self.referee.match, self._chance
        if match is None or over(match):
            sides = [
                {"id": side, "name": side.capitalize(), "players": 3, "start_hoop": f"h{n}"}
                for n, side in enumerate(SIDES[: chance.choice((3, 4))], 1)
            ]
            return {"type": "create_match", "game": "full_contact", "teams": sides}
        if chance.random() < 0.05:
            return {"type": "end_match", "reason": "time is up"}
        change = {"bonus_vp": chance.randint(0, 9)}
        return {"type": "correct", "team": chance.choice(SIDES[:3]), "set": change, "reason": "seen so"}
