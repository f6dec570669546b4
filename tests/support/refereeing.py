"""A referee on a table: the real journal and the toy game, a clock that jumps, a whistle that writes down."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.clock import MS, NS, Clock
from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.journal.database import Journal
from fieldkit.messages import Cue, CueReport, FrameId, HoopStatus, Reading, Verdict, WhistleHello
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from fieldkit.whistle.protocol import (
    AlarmLamp,
    BareRoundLength,
    BlastTest,
    LampTest,
    Plan,
    PressAck,
    Sound,
    WhistleOrder,
)
from tests.support.toy_game import Toy

IDS = itertools.count(1)


class JumpingClock(Clock):
    """Stands still until a test moves it."""

    def __init__(self, at: int = 1000 * NS) -> None:
        super().__init__(1.0)
        object.__setattr__(self, "moment", at)

    moment: int
    __slots__ = ("moment",)

    def now(self) -> int:
        return self.moment

    def jump(self, seconds: float) -> None:
        object.__setattr__(self, "moment", self.moment + int(seconds * NS))


@dataclass
class NotedWhistle:
    """Writes down what it is told."""

    here: bool = True
    plans: list[tuple[Cue, ...]] = field(default_factory=list)
    sounded: list[Cue] = field(default_factory=list)
    answered: list[str] = field(default_factory=list)
    bares: list[int] = field(default_factory=list)
    lamp: list[bool] = field(default_factory=list)
    tried: list[Any] = field(default_factory=list)

    def order(self, order: WhistleOrder) -> bool:
        match order:
            case Plan(cues):
                self.plans.append(cues)
            case Sound(cue):
                self.sounded.append(cue)
            case PressAck(press):
                self.answered.append(press)
            case BareRoundLength(round_ns):
                self.bares.append(round_ns)
            case AlarmLamp(alarm):
                self.lamp.append(alarm)
            case BlastTest(blast):
                self.tried.append(blast)
            case LampTest(lamp, on):
                self.tried.append((lamp, on))
        return self.here

    @property
    def away(self) -> bool:
        return not self.here

    @property
    def blasts(self) -> list[str]:
        """The blasts of the newest plan."""
        return [cue.blast for cue in self.plans[-1]]

    @property
    def due(self) -> dict[str, int]:
        """When the blasts of the newest plan are due."""
        return {cue.blast: cue.due for cue in self.plans[-1]}


class Table:
    """A referee whose turns the test takes."""

    def __init__(
        self,
        path: Path,
        clock: JumpingClock | None = None,
        settings: Settings | None = None,
        game: Game | None = None,
    ) -> None:
        self.path = path
        self.clock = clock or JumpingClock()
        self.whistle = NotedWhistle()
        self.feed = Feed()
        self.hoops: dict[str, HoopStatus] = {}
        self.verdicts: list[Verdict | None] = []
        self.rounds: list[tuple[bool, int]] = []
        self.journal = Journal(path)
        self.referee = Referee(
            self.journal,
            {"toy": game or Toy()},
            settings or Settings(tags={"aa01": {"ball": "wood"}}),
            self.clock,
            Ports(
                self.whistle,
                lambda: self.hoops,
                self.feed,
                round_runs=lambda running, at: self.round_runs(running, at),
            ),
        )

    def round_runs(self, running: bool, at: int) -> None:
        """Note what the readers are told of a round."""
        self.rounds.append((running, at))

    def open(self, hello: WhistleHello | None = None) -> Table:
        """Start without the thread."""
        if hello:
            self.referee.take(hello)
        self.referee.load()
        self.referee.rejoin()
        self.referee.turn(0)
        return self

    def do(self, kind: str, /, **fields: Any) -> Answer:
        """Hand in a command and take a turn."""
        future = self.referee.submit({"id": f"c{next(IDS)}", "type": kind, **fields}, "tablet")
        self.referee.turn(0)
        return future.result(0)

    def begin(self, **fields: Any) -> Answer:
        """Create a match."""
        answer = self.do("begin", game="toy", players=[{"name": "ann"}, {"name": "bob"}], **fields)
        assert answer.status == 200, answer
        return answer

    def running(self) -> Table:
        """Return a match whose round is open, with its opening blast behind it."""
        self.begin()
        assert self.do("go").status == 200
        self.clock.jump(1)
        opened = self.whistle.plans[-1][0]
        self.hear(CueReport(opened.id, opened.blast, opened.due, "sounded", opened.due, 0))
        return self

    def hear(self, *words: Any) -> None:
        """Let the whistle say something, and take a turn."""
        for word in words:
            self.referee.take(word)
        self.referee.turn(0)

    def read(
        self, tag: str = "AA01", hoop: str = "h1", frame: FrameId | None = None, button: str | None = None
    ) -> None:
        """Let a hoop read something, and take a turn."""
        now = self.clock.now()
        named = None if button else tag
        self.referee.take(Reading(hoop, now, now, named, button, frame, self.verdicts.append))
        self.referee.turn(0)

    def wait(self, seconds: float) -> None:
        """Time goes by, and a turn follows."""
        self.clock.jump(seconds)
        self.referee.turn(0)

    @property
    def view(self) -> Any:
        """The referee's newest view."""
        return msgspec.json.decode(self.feed.latest.match)

    @property
    def board(self) -> Any:
        """The newest public board."""
        return msgspec.json.decode(self.feed.latest.board)

    @property
    def alarms(self) -> list[str]:
        """The ids of the standing alarms."""
        return [alarm["id"] for alarm in self.view["alarms"]]


@contextmanager
def table(path: Path, **fields: Any) -> Iterator[Table]:
    """Yield an open table, closed at the end."""
    made = Table(path, **fields)
    try:
        yield made.open()
    finally:
        made.referee.close()


def press(press_id: str, button: Any, clock: JumpingClock) -> Any:
    """Return a press of now that the whistle waits 300 ms for."""
    from fieldkit.messages import Press

    return Press(press_id, button, clock.now(), clock.now() + 300 * MS)
