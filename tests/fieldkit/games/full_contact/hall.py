"""The same driver on the real referee: commands as JSON, a journal on disk, the view that the feed shows."""

import itertools
import json
from pathlib import Path
from typing import Any, Literal

from fieldkit.clock import MS, NS
from fieldkit.errors import Rejected, Unknown
from fieldkit.journal.database import Journal
from fieldkit.messages import BareRound, Blast, Reading, Role, Verdict
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from tests.support.games import kit_games
from tests.support.refereeing import JumpingClock, NotedWhistle

from .driver import MORNING, Bench

MARKERS = {"B1": "red", "B2": "blue", "B3": "green", "B4": "yellow"}
BALLS = {"A1": "wood", "A2": "wood"}
TAGS: dict[str, dict[Literal["ball", "marker", "player"], str]] = {
    **{tag: {"marker": team} for tag, team in MARKERS.items()},
    **{tag: {"ball": kind} for tag, kind in BALLS.items()},
}
SETTINGS = Settings(tags=TAGS)
BUTTONS = {kind: button for button, kind in SETTINGS.button_kinds.items()}
STEP = NS // 2
"""The longest jump of the clock: a whistle's planned blast and a deadline cut it short."""


class Hall(Bench):
    """A bench whose match is run by the referee of the kit."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._ids = itertools.count(1)
        self._clock = JumpingClock(MORNING)
        self.referee = self._open()

    def _open(self) -> Referee:
        self._whistle = NotedWhistle()
        self._feed = Feed()
        referee = Referee(
            Journal(self._path), kit_games(), SETTINGS, self._clock, Ports(self._whistle, feed=self._feed)
        )
        referee.load()
        referee.rejoin()
        referee.wake()
        referee.turn(0)
        return referee

    def restart(self) -> None:
        """Close the referee and start another one on the same journal."""
        self.referee.close()
        self.referee = self._open()

    # What goes in

    def order(self, kind: str, /, **fields: Any) -> int:
        """Hand a command in as JSON and take a turn; an answer other than 200 is raised."""
        raw = json.loads(json.dumps({"id": f"c{next(self._ids)}", "type": kind, **fields}))
        future = self.referee.submit(raw, self.by)
        self.referee.turn(0)
        answer = future.result(0)
        if answer.status == 200:
            return int(answer.body["seq"])
        wrong = answer.body["error"]
        kind_of_refusal = Unknown if answer.status == 400 else Rejected
        assert answer.status in (400, 403, 409), answer
        raise kind_of_refusal(wrong["code"], "{message}", wrong["rule"], message=wrong["message"])

    def sight(
        self, hoop: str, value: str, at: int | None = None, role: Role = "ball", tag: str | None = None
    ) -> Verdict:
        """Read a tag or a button, and return the answer to the player."""
        said: list[Verdict | None] = []
        if role == "marker":
            tag = next(each for each, team in MARKERS.items() if team == value)
        button = None if tag else BUTTONS[value]
        moment = self.now if at is None else at
        self.referee.take(Reading(hoop, moment, self.now, tag, button, None, said.append))
        self.referee.turn(0)
        assert said
        assert said[0] is not None
        return said[0]

    def until(self, moment: int) -> None:
        """Let the clock run to ``moment``, from one thing that is due to the next."""
        while self.now < moment:
            planned = [cue.due for plan in self._whistle.plans[-1:] for cue in plan]
            ahead = [at for at in (*planned, self.due() or 0) if at > self.now]
            self._clock.jump((min(moment, self.now + STEP, *ahead) - self.now) / NS)
            self.referee.wake()
            self.referee.turn(0)

    def bare(self, opened: int, closes: int, stopped: int | None = None) -> None:
        """Report a round that the whistle ran by itself."""
        self.referee.take(BareRound(f"bare-{opened}", opened, closes, stopped))
        self.referee.turn(0)

    def strike(self, seqs: Any, reason: str) -> None:
        """Strike decisions by the kit's own command."""
        first, *also = seqs
        self.order("strike", seq=first, also=also, reason=reason)

    # What comes out

    def own(self, team: str) -> dict[str, Any]:
        """Return what the captain of a team alone sees."""
        return dict(self.referee.ask(f"captain/{team}", {"own": ""}).body)

    @property
    def now(self) -> int:
        """The moment of the kit's clock (ns)."""
        return self._clock.now()

    @now.setter
    def now(self, moment: int) -> None:
        """Return the bench's moment: `until` alone moves it."""

    @property
    def seq(self) -> int:
        """The number of accepted decisions."""
        return int(self.view["seq"])

    @seq.setter
    def seq(self, number: int) -> None:
        """Count as the referee."""

    @property
    def view(self) -> dict[str, Any]:
        """The referee's view as the feed has it."""
        view: dict[str, Any] = json.loads(self._feed.latest.match)
        return view

    @property
    def public(self) -> dict[str, Any]:
        """The public board as the feed has it."""
        board: dict[str, Any] = json.loads(self._feed.latest.board)
        return board

    def cue(self, blast: Blast) -> int | None:
        """Return the moment of such a blast in the whistle's newest plan."""
        plan = self._whistle.plans[-1] if self._whistle.plans else ()
        return max((cue.due for cue in plan if cue.blast == blast), default=None)

    def due(self) -> int | None:
        """Return when the running clock ends, to the ms."""
        ends = self.view["clock"].get("ends_at")
        if ends is None:
            return None
        moment = int(ends) * MS
        return moment if moment > self.now else self.now + MS
