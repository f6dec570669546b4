"""A referee on a table with the kit page beside it: real game, journal, files and threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.checkup.finding import Finding
from fieldkit.clock import MS
from fieldkit.errors import Answer, FieldkitError, Unknown
from fieldkit.games.loading import load_games
from fieldkit.journal.database import Journal
from fieldkit.kit_page.page import KitPage
from fieldkit.kit_page.saving import Saving
from fieldkit.kit_page.view import CheckRow, KitView
from fieldkit.language.catalogue import load_language
from fieldkit.messages import (
    Battery,
    CheckReport,
    CueReport,
    FrameId,
    HoopStatus,
    Press,
    RadioBridge,
    Reading,
    Verdict,
)
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.saved import LayeredSettings
from fieldkit.service.ending import PowerOff
from fieldkit.settings import Settings
from fieldkit.tags.tag_book import TagBook, with_learned
from tests.support.full_contact_match import TEAMS
from tests.support.refereeing import JumpingClock, NotedWhistle

SETTINGS = Settings(tags={"FF": {"ball": "ore"}})
FOUND = (Finding("disk", "pass", "a synced write takes {ms} ms", params={"ms": 3}),)


@dataclass
class NotedHoops:
    """Hoops whose links do as they are told."""

    links: dict[str, HoopStatus] = field(default_factory=dict)
    heard: list[str] = field(default_factory=list)
    serves: dict[str, str] = field(default_factory=dict)
    signals: list[tuple[str, Verdict]] = field(default_factory=list)
    radio: dict[str, RadioBridge] = field(default_factory=dict)
    asked: list[tuple[str, str, bool]] = field(default_factory=list)

    def statuses(self) -> Mapping[str, HoopStatus]:
        return self.links

    def nodes(self) -> Mapping[str, str]:
        return {node: self.serves.get(node, node) for node in self.heard}

    def bridges(self) -> Sequence[RadioBridge]:
        return tuple(self.radio.values())

    def pair(self, bridge: str, on: bool) -> None:
        self.asked.append((bridge, "", on))

    def unpair(self, bridge: str, node: str) -> None:
        if node not in self.radio[bridge].pairs:
            raise Unknown("unknown_node", "Node {node} is not paired.", node=node)
        self.asked.append((bridge, node, False))

    def take_over(self, node: str, hoop: str) -> None:
        self.serves[node] = hoop

    def give_back(self, node: str) -> None:
        del self.serves[node]

    def signal(self, hoop: str, verdict: Verdict) -> None:
        if hoop not in self.links:
            raise FieldkitError("Hoop {hoop} has no node yet.", hoop=hoop)
        self.signals.append((hoop, verdict))


class KitTable:
    """The test takes the turns; for what the page does in threads of its own `soon` waits."""

    def __init__(
        self,
        data: Path,
        settings: Settings = SETTINGS,
        look: Callable[[], Sequence[Finding]] = lambda: FOUND,
        clock: JumpingClock | None = None,
        laid: LayeredSettings | None = None,
        environ: Mapping[str, str] | None = None,
    ) -> None:
        self.data = data
        self.battery: Battery | None = None
        self.moment = 0.0
        self._look = look
        self.clock = clock or JumpingClock()
        self.whistle, self.hoops = NotedWhistle(), NotedHoops()
        self.verdicts: list[Verdict | None] = []
        self.feed = Feed()
        known = with_learned(settings, data)
        games, tags = load_games(known), TagBook(known)
        self.page = KitPage(
            settings,
            data,
            games,
            self.clock,
            tags,
            load_language(settings.web.language),
            self.whistle,
            self.hoops,
            self.checked,
            Saving(laid or LayeredSettings(settings), data, games),
            lambda: self.battery,
            PowerOff(environ or {}, lambda: self.moment),
        )
        self.referee = Referee(
            Journal(data / "journal.sqlite3"),
            games,
            known,
            self.clock,
            Ports(self.whistle, self.hoops.statuses, self.feed, tags=tags, observer=self.page),
        )
        self._sent = 0

    def open(self) -> KitTable:
        """Start without the referee's thread."""
        self.page.start(self._look)
        self.referee.load()
        self.referee.rejoin()
        self.referee.turn(0)
        return self

    def close(self) -> None:
        """End both."""
        self.page.close()
        self.referee.close()

    def checked(self, checked: CheckReport) -> None:
        """Hand a check in."""
        self.referee.take(checked)

    # What people do

    def ask(self, do: str, /, **fields: Any) -> Answer:
        """Order something, and take a turn."""
        answer = self.page.do({"do": do, **fields})
        self.referee.turn(0)
        return answer

    def order(self, do: str, /, **fields: Any) -> KitView:
        """Order something that has to be done."""
        answer = self.ask(do, **fields)
        assert answer.status == 200, answer
        return self.view

    def refused(self, do: str, /, **fields: Any) -> tuple[int, str]:
        """Order something that is not done: the status and the code."""
        before = self.view
        answer = self.ask(do, **fields)
        assert self.view == before
        assert answer.body["error"]["message"]
        return answer.status, answer.body["error"]["code"]

    def command(self, kind: str, /, **fields: Any) -> int:
        """Return a command for the match that has to be accepted."""
        self._sent += 1
        asked = self.referee.submit({"id": f"{id(self)}-{self._sent}", "type": kind, **fields}, "tablet")
        self.referee.turn(0)
        answer = asked.result(0)
        assert answer.status == 200, answer
        return int(answer.body["seq"])

    def create(self) -> None:
        """Create a match that is ready."""
        self.command("create_match", game="full_contact", teams=TEAMS, seed=1)

    def run_a_round(self) -> None:
        """Start a round; it is open."""
        self.command("start_round")
        self.clock.jump(1)
        opening = self.whistle.plans[-1][0]
        self.hear(CueReport(opening.id, opening.blast, opening.due, "sounded", opening.due, 0))

    def read(
        self,
        tag: str | None = None,
        hoop: str = "h1",
        button: str | None = None,
        frame: FrameId | None = None,
        rssi_dbm: int | None = None,
    ) -> None:
        """Let a hoop read something, and take a turn."""
        now = self.clock.now()
        reading = Reading(hoop, now, now, tag, button, frame, self.verdicts.append, rssi_dbm)
        self.referee.take(reading)
        self.referee.turn(0)

    def press(self, button: Any, name: str) -> None:
        """Press a button at the whistle, and take a turn."""
        self.hear(Press(name, button, self.clock.now(), self.clock.now() + 300 * MS))

    def hear(self, *words: Any) -> None:
        """Let the whistle say something, and take a turn."""
        for word in words:
            self.referee.take(word)
        self.referee.turn(0)

    # What there is to see

    @property
    def view(self) -> KitView:
        """The kit page's view."""
        return self.page.view()

    @property
    def match(self) -> Any:
        """The referee's view of the match."""
        return msgspec.json.decode(self.feed.latest.match)

    def item(self, check: str) -> CheckRow:
        """Return an item of the check."""
        shown = self.view["check"]
        assert shown is not None
        return next(item for item in shown["items"] if item["check"] == check)

    def grades(self) -> dict[str, str]:
        """Return the grade of each item of the check."""
        shown = self.view["check"]
        assert shown is not None
        return {item["check"]: item["grade"] for item in shown["items"]}

    def soon(self, look: Callable[[], Any]) -> None:
        """Wait until this is so (5 s at most)."""
        end = time.monotonic() + 5
        while not look():
            assert time.monotonic() < end, self.view
            threading.Event().wait(0.005)


@contextmanager
def kit_table(data: Path, **given: Any) -> Iterator[KitTable]:
    """Yield an open table, closed at the end."""
    made = KitTable(data, **given)
    try:
        yield made.open()
    finally:
        made.close()
