"""Following a hub: its feed while there is room for it, else short questions. What came last stays."""

import contextlib
import logging
import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import msgspec

from fieldkit.errors import Misread
from fieldkit.event.documents import Id
from fieldkit.following import GLANCE, SCREEN, START_S, KitClock, Listener, ParsedView
from hardware.scoreboard.event import ROTATION, board, is_word
from hardware.scoreboard.event.fetch import FAULTS, Answer, Asker, Due
from hardware.scoreboard.event.parts import time_of_day
from hardware.scoreboard.event.rotation import HubAnswers, OwnBoard, Programme, own_board
from hardware.scoreboard.stage import Picture

LOG = logging.getLogger(__name__)
Log = Callable[[str], None]
Now = Callable[[], float]
LOOK_S = 0.25
"""The interval at which the asking thread looks whether there is anything to ask."""
POLL_S = (2.0, 5.0)
"""Between two looks at the index while there is no feed: by lot, so that not all screens ask at once."""
REFRESH_S = 20.0
"""A document that has not moved is asked for again after this: a cache may have given an older one."""
ANNOUNCE_S = 5.0
"""The interval at which this screen says that it is there, and hears what it has to show."""
BOARD_S = 1.0
"""The interval at which the board of a field that is shown large is asked for at most."""
STALE_S = 6.0
"""A board that could not be had again for so long is not shown any more."""
SILENCE_S = 12.0
"""After this time (s) without an answer, while there is no feed, there is no link."""


@dataclass(frozen=True, slots=True)
class ScreenIdentity:
    """This screen, as the hub knows it: a lasting ``id`` (without one it says nothing), and its name."""

    id: str
    name: str


class _Assignment(msgspec.Struct, frozen=True):
    show: object = None


class _Health(msgspec.Struct, frozen=True):
    event: Id


@dataclass(slots=True)
class _Document:
    """A document, asked for when its ``version`` moves; ``tag`` is that of the one held, of ``event``."""

    due: Due
    version: tuple[object, ...] = ()
    event: str = ""
    tag: str = ""


@dataclass(slots=True)
class _Board:
    """A field's whole board, and when (s) the hub last said that it is the newest."""

    due: Due
    tag: str = ""
    board: OwnBoard | None = None
    at: float = 0.0


class HubSource:
    """The pictures of the hub at ``url``: ``show``, unless something is assigned. Raises FieldkitError."""

    linked = True
    """True always: what is to say of the link every picture says itself."""

    def __init__(self, url: str, screen: ScreenIdentity, show: str, log: Log, clock: Now) -> None:
        self._url, self._screen, self._log, self._monotonic = url.rstrip("/"), screen, log, clock
        self._asker = Asker(url)
        agent = SCREEN if screen.id else GLANCE
        self._listener = Listener(url, self._read_feed, 1.0, log, agent=agent, patience=START_S, whom="hub")
        self._programme = Programme(show)
        self._lock = threading.Lock()
        self._heard: HubAnswers | None = None
        self._found = ""
        self._clock = KitClock(1.0)
        self._answered_at = -SILENCE_S
        self._linked_at = clock()
        self._misread: set[str] = set()
        self._has_failed = False
        self._index_due, self._announce_due = Due(clock), Due(clock)
        self._documents = {name: _Document(Due(clock)) for name in ("standings", "schedule")}
        self._boards: dict[str, _Board] = {}
        self._untried = {*self._documents, "boards", *(("screens",) if screen.id else ())}
        self._last: tuple[HubAnswers, Picture] | None = None
        self._stopping = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
        self.changed = threading.Event()

    def start(self) -> None:
        """Begin to follow."""
        self._listener.start()
        self._thread.start()

    def stop(self) -> None:
        """Follow no longer; waits a second at most."""
        self._stopping.set()
        self._wake.set()
        self._asker.close()
        self._listener.stop()
        self._thread.join(0.5)

    # What is drawn

    @property
    def picture(self) -> Picture | None:
        """Return what stands on the screen now, or None before hub and documents were heard."""
        with self._lock:
            heard = self._heard
            if heard is None or self._untried:
                return None
        shown = self._programme.picture(heard, self._away(), self._monotonic())
        if self._last is not None and self._last[0] is heard and self._last[1] == shown:
            return self._last[1]
        self._last = heard, shown
        return shown

    def now_ms(self) -> float:
        """Return the moment, in ms of the hub's time of day."""
        with self._lock:
            return self._clock.now_ms(time.monotonic())

    def day(self) -> str:
        """Return the time of day at the hub, "" before it has told it."""
        now = self.now_ms()
        return time_of_day(now) if now > board.LONG_AGO_MS else ""

    def _away(self) -> str:
        """Since when the hub is not heard, "" while it is."""
        now = self._monotonic()
        if self._listener.linked or now - self._answered_at < SILENCE_S:
            self._linked_at = now
            return ""
        return time_of_day(self.now_ms() - (now - self._linked_at) * 1000)

    # What is heard

    def _read_feed(self, body: bytes) -> ParsedView[board.Index]:
        index = board.read_index(body)
        self._take(index, index.now)
        return ParsedView(index, index.now, None)

    def _take(self, index: board.Index, now_ms: float | None) -> None:
        """Take in the newest index, and the moment of the hub's time of day at which it was true."""
        versions = {"standings": (index.standings, index.teams), "schedule": (index.schedule, index.teams)}
        with self._lock:
            if now_ms is not None:
                self._clock.heard(now_ms, time.monotonic())
            before = self._heard
            if before is not None and before.index.event.id == index.event.id:
                self._heard = replace(before, index=index)
            else:
                self._heard = HubAnswers(index, assigned="" if before is None else before.assigned)
            for name, version in versions.items():
                document, wanted = self._documents[name], (index.event.id, *version)
                if document.version != wanted:
                    document.version = wanted
                    document.due.again(0)
        self._wake.set()
        self.changed.set()

    def _learn(self, event: str, **new: object) -> bool:
        """Take something over that is of an event; False where it has become another one meanwhile."""
        with self._lock:
            if self._heard is None or self._heard.index.event.id != event:
                return False
            self._heard = replace(self._heard, **new)  # type: ignore[arg-type]
        self.changed.set()
        return True

    # What is asked

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                self._look_at_index()
                if (heard := self._heard) is not None:
                    self._look_at_documents(heard.index.event.id)
                    self._announce(heard.index.event.id)
                    self._look_at_boards(heard)
            except Exception:  # a screen that asks no more would show old things for ever
                if not self._has_failed:
                    self._has_failed = True
                    LOG.exception("the screen cannot read what the hub says")
                for what in list(self._untried):
                    self._tried(what)
            self._wake.wait(LOOK_S)
            self._wake.clear()

    def _ask(self, path: str, tag: str = "", said: object = None) -> Answer | None:
        """Return the hub's answer, None where no good one has come; something that is ``said`` is posted."""
        try:
            answer = self._asker.ask(path, tag, said)
        except FAULTS:
            return None
        return answer if answer.status in (200, 304) else None

    @contextlib.contextmanager
    def _understood(self, what: str) -> Iterator[None]:
        """Say once that something of the hub makes no sense, and go on with what there was."""
        try:
            yield
        except Misread as error:
            if what not in self._misread:
                self._misread.add(what)
                self._log(f"misread from the hub ({what}): {error}")

    def _look_at_index(self) -> None:
        """Ask for the index while the feed does not bring it; before that, which event it is."""
        if self._listener.linked or not self._index_due:
            return
        self._index_due.again(random.uniform(*POLL_S))
        heard = self._heard
        event = self._found if heard is None else heard.index.event.id
        answer = self._ask(f"/v1/events/{event}" if event else "/api/health")
        if answer is None:
            return
        with self._understood("index"):
            if event:
                self._take(board.read_index(answer.body), answer.now_ms)
                self._answered_at = self._monotonic()
            else:
                self._found = board.read(answer.body, _Health).event
                self._index_due.again(0)

    def _look_at_documents(self, event: str) -> None:
        for name, document in self._documents.items():
            if document.due and not self._stopping.is_set():
                self._look_at_document(event, name, document)
                self._tried(name)

    def _look_at_document(self, event: str, name: str, document: _Document) -> None:
        version, tag = document.version, document.tag if document.event == event else ""
        document.due.again(random.uniform(*POLL_S))
        answer = self._ask(f"/v1/events/{event}/{name}", tag)
        if answer is None:
            return
        if answer.status == 200:
            with self._understood(name):
                body, is_table = answer.body, name == "standings"
                found = board.read(body, board.Ranking) if is_table else board.read_schedule(body)
                if self._learn(event, **{name: found}):
                    document.event, document.tag = event, answer.tag
        if version == document.version:
            document.due.again(REFRESH_S)

    def _look_at_boards(self, heard: HubAnswers) -> None:
        """Ask for the whole boards of the fields that are shown large now or soon."""
        event, wanted = heard.index.event.id, self._programme.wanted(heard)
        names = {id: f"{event}/fields/{id}" for id in wanted}
        self._boards = {name: kept for name, kept in self._boards.items() if name in names.values()}
        for id, field in wanted.items():
            kept = self._boards.setdefault(names[id], _Board(Due(self._monotonic)))
            if field.match is not None and kept.due and not self._stopping.is_set():
                kept.due.again(BOARD_S)
                self._look_at_board(names[id], field, kept, f"{heard.index.url or self._url}/field/{id}")
        now = self._monotonic()
        fresh = {id: kept.board for id in wanted if now - (kept := self._boards[names[id]]).at < STALE_S}
        boards = {id: own for id, own in fresh.items() if own is not None}
        if dict(heard.boards) != boards:
            self._learn(event, boards=boards)
        self._tried("boards")

    def _look_at_board(self, name: str, field: board.Field, kept: _Board, address: str) -> None:
        answer = self._ask(f"/v1/events/{name}", kept.tag)
        if answer is None:
            return
        kept.at = self._monotonic()
        if answer.status == 200:
            kept.board, kept.tag = None, answer.tag
            with self._understood(f"board of {field.id}"):
                kept.board = own_board(answer.body, field, address)

    def _announce(self, event: str) -> None:
        """Say that this screen is there, and hear what it has to show; what none knows means the rotation."""
        if not self._screen.id or not self._announce_due:
            return
        self._announce_due.again(ANNOUNCE_S)
        said = {"id": self._screen.id, "name": self._screen.name}
        answer = self._ask(f"/v1/events/{event}/screens", said=said)
        if answer is not None:
            with self._understood("assignment"):
                show = board.read(answer.body, _Assignment).show
                word = show if isinstance(show, str) else ""
                self._learn(event, assigned=word if not word or is_word(word) else ROTATION)
        self._tried("screens")

    def _tried(self, what: str) -> None:
        with self._lock:
            is_first = what in self._untried
            self._untried.discard(what)
        if is_first:
            self.changed.set()
