"""All that goes wrong in a world: which faults, how often and for how long, decided by its seed."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tests.sim.disk import Disk
from tests.sim.kit import Kit, is_whole
from tests.sim.lines import Air
from tests.sim.world import Process, World

Fault = Callable[[], None]
MOODS = "whistle|STOP|contacts", "cable|radio|post|power lost$", "disk|journal|referee|commit", "hub|key"
"""The kinds of faults, as patterns, that meet in a world of few: where all happen two seldom meet."""


@dataclass(frozen=True)
class Pace:
    """How much goes wrong: the seconds from one fault to the next, on average, and the kinds that happen."""

    apart_s: float
    kinds: tuple[str, ...]


class Faults:
    """Lets things go wrong, and mends them; ``airs`` are those of the tablets and phones."""

    def __init__(self, world: World, kit: Kit, airs: Sequence[Air]) -> None:
        self.world, self.kit, self.airs = world, kit, airs
        self.ended = False
        self.happened: list[str] = []
        self.without: frozenset[int] = frozenset()
        """The faults, by their number, that are left out."""
        self._chance = world.chance("faults")
        self._number = 0
        self._robbed_of = -1
        """The records that were stored when the journal's files were taken away last."""
        self.kinds: dict[str, Fault] = {
            "referee killed": lambda: self._kill(kit.process),
            "referee dies in a call": lambda: self._doom(kit.process),
            "whistle killed": lambda: self._kill(kit.whistle.process),
            "whistle dies in a call": lambda: self._doom(kit.whistle.process),
            "power lost": self._lose_power,
            "power lost in a commit": self._lose_power_in_commit,
            "referee stands still": lambda: self._stand(kit.process, 5.0),
            "whistle stands still": lambda: self._stand(kit.whistle.process, 1.5),
            "whistle told to end": kit.whistle.end,
            "STOP stuck": self._hold_stop,
            "contacts shaken": self._shake,
            "journal taken away": self._take_away,
            "cable out": self._unplug,
            "noise on a cable": self._noise,
            "radio disturbed": self._disturb,
            "disk full": lambda: self.spoil(kit.disk, "full"),
            "disk slow": self._slow_down,
            "disk refuses": lambda: self.spoil(kit.disk, "refuses"),
            "time of day jumps": self._jump,
            "post loses power": self._post,
            "tablets far away": self._air,
        }
        for process in (kit.process, kit.whistle.process):
            self.supervise(process, kit)

    def supervise(self, process: Process, kit: Kit | None = None) -> None:
        """Start a process again a moment after it has died, as long as its kit has power."""
        died = process.died

        def again() -> None:
            if not process.alive and (kit is None or kit.powered):
                process.run()

        def gone() -> None:
            died()
            if kit is None or kit.powered:
                self.world.after(self._chance.choice((0.1, 0.5, 2.0, 6.0)), again)

        process.died = gone

    def begin(self) -> None:
        """Choose what goes wrong in this world, and begin with it."""
        chance = self._chance
        mood = chance.choice((*MOODS, *[""] * len(MOODS)))
        kinds = [kind for kind in sorted(self.kinds) if re.search(mood, kind)] or sorted(self.kinds)
        some = chance.sample(kinds, chance.randint(1, len(kinds)))
        apart_s = chance.choice((4.0, 15.0) if mood else (4.0, 15.0, 40.0, 120.0))
        self.pace = Pace(apart_s, tuple(sorted(some)))
        self._plan()

    def end(self) -> None:
        """Let nothing more go wrong, and mend what is."""
        self.ended = True
        kit = self.kit
        for name, lines in kit.cables.items():
            was_cut = lines[0].is_cut
            for line in lines:
                line.calm()
            if was_cut:
                kit.plug(name, True)
        kit.ether.calm()
        kit.whistle.hold_stop(False)
        for air in self.airs:
            air.calm()
        kit.disk.full = kit.disk.refuses = False
        kit.disk.cut_in_commit = None
        for process in (kit.process, kit.whistle.process):
            process.dies_at = None
        if not kit.powered:
            kit.switch_on()
        for post in (*kit.posts.values(), kit.bridge):
            if not post.process.alive:
                post.process.run()

    def _plan(self) -> None:
        self.world.after(self._chance.expovariate(1 / self.pace.apart_s), self._happen)

    def _happen(self) -> None:
        if self.ended:
            return
        kind = self._chance.choice(self.pace.kinds)
        self._number += 1
        if self._number not in self.without:
            self.happened.append(f"{self._number} {kind}")
            self.world.note(f"fault {self._number}: {kind}")
            self.kinds[kind]()
        self._plan()

    def _later(self, most_s: float, mend: Callable[[], object]) -> None:
        self.world.after(self._chance.uniform(0.05, most_s), lambda: None if self.ended else mend())

    def _is_fragile(self) -> bool:
        """Return whether the journal was taken away and not yet written back: no crash now, please."""
        kit = self.kit
        return kit.is_up and (not is_whole(kit.journal_path) or len(kit.committed) == self._robbed_of)

    def _kill(self, process: Process) -> None:
        if not self._is_fragile():
            process.die()

    def _doom(self, process: Process) -> None:
        if not self._is_fragile():
            process.doom(self._chance.randint(1, 30))

    def _lose_power(self) -> None:
        kit = self.kit
        if kit.powered and not self._is_fragile():
            kit.lose_power()
            self._later(15.0, kit.switch_on)

    def _lose_power_in_commit(self) -> None:
        if not self._is_fragile():
            self.kit.disk.cut_in_commit = self._lose_power

    def _stand(self, process: Process, most_s: float) -> None:
        process.stand(self._chance.uniform(0.05, most_s))

    def _hold_stop(self) -> None:
        self.kit.whistle.hold_stop(True)
        # A broken wire stays broken until somebody has found it.
        self._later(self._chance.choice((8.0, 60.0)), lambda: self.kit.whistle.hold_stop(False))

    def _shake(self) -> None:
        self.kit.whistle.shake(self._chance.choice(("start", "stop")))
        self._chance.choice(list(self.kit.posts.values())).shake()

    def _take_away(self) -> None:
        path, kit = self.kit.journal_path, self.kit
        if (
            kit.referee is None
            or kit.referee._context.journal._db is None
            or kit.disk.full
            or kit.disk.refuses
        ):
            # Nobody holds it any more, or can write it back.
            return
        ends = ("", "-wal") if self._chance.random() < 0.5 else ("-wal",)
        kit.process.dies_at = None
        kit.disk.spare()
        self._robbed_of = len(kit.committed)
        for end in ends:
            file = path.with_name(path.name + end)
            if file.exists() and self.kit.is_up:
                file.rename(file.with_name(f"taken-{self._number}{end}"))

    def _cable(self) -> str:
        return self._chance.choice(sorted(self.kit.cables))

    def _unplug(self) -> None:
        cable = self._cable()
        if not self.kit.cables[cable][0].is_cut:
            self.kit.plug(cable, False)
            self._later(20.0, lambda: self.kit.plug(cable, True))

    def _noise(self) -> None:
        lines = self.kit.cables[self._cable()]
        for line in lines:
            line.noise = self._chance.uniform(0.02, 0.6)
        self._later(30.0, lambda: [line.calm() for line in lines if not line.is_cut])

    def _disturb(self) -> None:
        ether = self.kit.ether
        ether.loss, ether.double, ether.swap = (self._chance.uniform(0, 0.5) for _ in range(3))
        self._later(30.0, ether.calm)

    def spoil(self, disk: Disk, how: str) -> None:
        """Let a disk be ``full``, or one that ``refuses`` everything."""
        if not self._is_fragile():
            setattr(disk, how, True)
            self.world.after(self._chance.uniform(0.05, 20.0), lambda: setattr(disk, how, False))

    def _slow_down(self) -> None:
        disk = self.kit.disk
        disk.slow_s = self._chance.choice((0.4, 1.2, 2.5, 4.0))
        self.world.after(self._chance.uniform(0.5, 12.0), lambda: setattr(disk, "slow_s", 0.0))

    def _jump(self) -> None:
        self.kit.machine.wall += int(self._chance.choice((-1, 1)) * self._chance.uniform(1, 1e5) * 1e9)

    def _post(self) -> None:
        posts = [*self.kit.posts.values(), self.kit.bridge]
        for post in posts if self._chance.random() < 0.3 else [self._chance.choice(posts)]:
            if post.process.alive:
                post.lose_power()
                self._later(10.0, lambda post=post: None if post.process.alive else post.process.run())

    def _air(self) -> None:
        chance = self._chance
        air = chance.choice(self.airs)
        air.is_cut = chance.random() < 0.3
        air.loss, air.double = chance.uniform(0, 0.5), chance.uniform(0, 0.5)
        air.delay_s = 0.01, chance.choice((0.1, 1.0, 4.0))
        self._later(25.0, air.calm)
