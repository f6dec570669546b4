"""A match of Full-Contact Catan through the real referee and journal, as fast as they can."""

from pathlib import Path
from typing import Any

import msgspec

from fieldkit.clock import MS
from fieldkit.journal.database import Journal
from fieldkit.messages import Blast, Cue, CueReport, FrameId, Reading, WhistleEvent
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from tests.support.games import kit_games
from tests.support.refereeing import JumpingClock, NotedWhistle

TEAMS = [
    {"id": "red", "players": 4, "start_hoop": "h1"},
    {"id": "blue", "players": 3, "start_hoop": "h2"},
    {"id": "green", "players": 4, "start_hoop": "h3"},
]


def sounded(cue: Cue, late_ns: int = MS) -> CueReport:
    """Return the report of a blast that has sounded."""
    return CueReport(cue.id, cue.blast, cue.due, "sounded", cue.due + late_ns, late_ns)


class FullContactMatch:
    """A referee with the real game and journal, whose turns are taken here."""

    def __init__(self, path: Path, sender: str = "first") -> None:
        self._sender = sender
        self._clock = JumpingClock()
        self._whistle = NotedWhistle()
        self._feed = Feed()
        self._referee = Referee(
            Journal(path), kit_games(), Settings(), self._clock, Ports(self._whistle, feed=self._feed)
        )
        self._referee.load()
        self._sent = 0

    @property
    def view(self) -> Any:
        """What the referee sees."""
        return msgspec.json.decode(self._feed.latest.match)

    @property
    def board(self) -> Any:
        """What everybody sees."""
        return msgspec.json.decode(self._feed.latest.board)

    @property
    def board_bytes(self) -> int:
        """How large the public board is."""
        return len(self._feed.latest.board)

    def do(self, kind: str, /, **fields: Any) -> int:
        """Return a command that has to be accepted; its number."""
        self._sent += 1
        asked = self._referee.submit({"id": f"{self._sender}-{self._sent}", "type": kind, **fields}, "tablet")
        self._referee.turn(0)
        answer = asked.result(0)
        assert answer.status == 200, (kind, fields, answer.body)
        return int(answer.body["seq"])

    def play(self, **balls: str) -> None:
        """Play a round up to its break; each ball is an initial of its kind, by the hoop it goes to."""
        self.begin()
        self.bring(**balls)
        self.wait(8)
        self.wait(2)

    def begin(self) -> None:
        """Open a round, and let its opening blast sound."""
        self.do("start_round")
        self.wait(1)
        for cue in self._whistle.plans[-1][:1]:
            self.hear(sounded(cue))

    def planned(self, blast: Blast) -> Cue:
        """Return the newest cue of a sort that the whistle was ordered."""
        return next(cue for plan in self._whistle.plans[::-1] for cue in plan if cue.blast == blast)

    def hear(self, *words: WhistleEvent) -> None:
        """Let the whistle say something; the next turn takes it in."""
        for word in words:
            self._referee.take(word)

    def bring(self, **balls: str) -> None:
        """Balls for the open round: the numbers of their buttons by the hoop."""
        for hoop, buttons in balls.items():
            for button in buttons:
                self._press(hoop, button)

    def _press(self, hoop: str, button: str) -> None:
        self._clock.jump(0.1)
        self._sent += 1
        now = self._clock.now()
        frame = FrameId(hoop, "0A1B", self._sent)
        self._referee.take(Reading(hoop, now, now, None, button, frame, lambda _: None))
        self._referee.turn(0)

    def wait(self, seconds: float) -> None:
        """Let time pass, and take a turn."""
        self._clock.jump(seconds)
        self._referee.turn(0)

    def close(self) -> None:
        """End it; the journal's file is closed."""
        self._referee.close()
