"""Sends a field's records and its newest view to the hub, and fetches its documents, in one thread."""

import logging
import math
import random
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

import fieldkit
from fieldkit.errors import FieldkitError
from fieldkit.journal.reading import Tip, tip_of
from fieldkit.phrases import N_, Language, Message
from fieldkit.referee.uplink import Standing
from fieldkit.settings import Settings
from fieldkit.uplink.event import EventCopy
from fieldkit.uplink.link import Gap, HubLine, HubRefusal, Offline
from fieldkit.uplink.push import Joining, Rewritten, Unreadable, Unsound, batch, looking
from fieldkit.uplink.state import BoardCopy, EventFiles, HubState

log = logging.getLogger(__name__)

CLOSE_S = 1.0
"""The time (s) an end waits for a question that is under way."""
MAX_GAPS = 3
"""The number of times in a row that a hub may miss something before it is left alone for a moment."""
_BEHIND = N_(
    "The hub has {have} records of this field, this kit only {of}: another kit sends under its key, or this"
    " record is an older copy."
)


class Pauses(msgspec.Struct, frozen=True):
    """The pauses (s) between things: at least a ``turn`` between two looks at the journal, and two views.

    At most ``look`` and ``beat`` between them. A hub that is away is asked again after ``first``, then after
    twice as long each time up to ``longest``; one that refuses after ``refused``.
    """

    turn: float = 0.5
    look: float = 1.0
    beat: float = 5.0
    first: float = 1.0
    longest: float = 30.0
    refused: float = 60.0


NO_HURRY = Pauses()


class Sources(msgspec.Struct, frozen=True):
    """The sources of what is sent: journal, newest board (None before the first), the kit's clock (ms)."""

    journal: Path
    board: Callable[[], BoardCopy | None]
    now_ms: Callable[[], float]
    alarms: Callable[[], int | None] = lambda: None


class _Progress(msgspec.Struct):
    """The progress of a session: ``have`` is what the hub has, ``next`` the record to go on with."""

    have: int | None
    of: int = 0
    next: int | None = None
    before: Tip | None = None
    gaps: int = 0
    shown: object = None
    shown_at: float = -math.inf


class Sender:
    """The thread of one hub, from `start` to `close`."""

    def __init__(
        self,
        line: HubLine,
        sources: Sources,
        files: EventFiles,
        status: HubState,
        settings: Settings,
        boot: str,
        translate: Language,
        pace: Pauses = NO_HURRY,
    ) -> None:
        self._line, self._sources, self._status, self._pace = line, sources, status, pace
        self._boot, self._name, self._translate = boot, settings.kit.name, translate
        # A mark of this start: the machine's own mark stays when a journal is replaced.
        self._life, self._rev = secrets.token_hex(3), 0
        self._joining = Joining(files, settings.hub)
        self._event = EventCopy(files, line)
        self._so_far = _Progress(None)
        self._refused_until = 0.0
        self._failures, self._is_met = 0, False
        self._said = ""
        self._resend: int | None = None
        self._news, self._again = threading.Event(), threading.Event()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
        if self._event.held is not None:
            status.is_of(self._event.held.event, self._event.held.field)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def close(self) -> None:
        """End; a question that is under way is cut off."""
        self._closing.set()
        self.wake()
        self._again.set()
        self._line.close()
        if self._thread.ident is not None:
            self._thread.join(CLOSE_S)

    @property
    def is_alive(self) -> bool:
        """Return whether the thread is there."""
        return self._thread.is_alive()

    def wake(self) -> None:
        """There is a new board."""
        self._news.set()

    def asked(self, resend: int) -> None:
        """Begin again at once if the referee has asked more often than before."""
        if self._resend is not None and resend > self._resend:
            self._again.set()
            self.wake()
        self._resend = resend

    def _run(self) -> None:
        while not self._closing.is_set():
            began = time.monotonic()
            rest = self.step()
            if rest is None:
                self._news.wait(self._pace.look)
                self._again.wait(max(0.0, began + self._pace.turn - time.monotonic()))
            else:
                self._rest(rest)
        self._line.hang_up()

    def step(self) -> float | None:
        """Take a turn of the session, begun if need be; the rest (s) before the next, None until news."""
        try:
            return self._turn()
        except HubRefusal as error:
            self._stands("refused", error.said)
            wait = self._pace.refused
        except FieldkitError as error:
            self._stands("waiting", error.said)
            # Longer each time, and never in step with other fields.
            wait = min(self._pace.longest, self._pace.first * 2.0 ** min(self._failures, 10))
            wait *= random.uniform(0.5, 1.0)
            self._failures += 1
        except Exception:
            log.exception("a bug in sending to the hub; it goes on")
            wait = self._pace.longest
        self._hang_up()
        return wait

    def _rest(self, seconds: float) -> None:
        """Wait, unless the referee asks to begin again; meanwhile count what is waiting."""
        last = time.monotonic() + seconds
        while (left := last - time.monotonic()) > 0 and not self._again.wait(min(left, self._pace.look)):
            try:
                with looking(self._sources.journal) as db:
                    self._count(tip_of(db).number)
            except Unreadable:
                continue

    def _turn(self) -> float | None:
        """Take a turn, as `step`. Raises Offline, HubRefusal and FieldkitError."""
        is_due = 0 < self._refused_until <= time.monotonic()
        if is_due or self._again.is_set():
            self._hang_up()
        self._news.clear()
        if not self._is_met:
            self._again.clear()
            hello = self._line.hello()
            self._so_far = _Progress(hello.have, self._so_far.of)
            self._event.met(hello)
            self._status.is_of(hello.event, hello.field)
            self._refused_until, self._is_met = 0.0, True
        has_more = self._sends_records()
        self._show()
        self._event.fetch()
        self._failures = 0
        return 0.0 if has_more else None

    def _hang_up(self) -> None:
        self._line.hang_up()
        self._is_met = False

    def _sends_records(self) -> bool:
        """Send one push; whether there is more. What only a person can mend stops the records alone."""
        if self._refused_until:
            return False
        try:
            has_more = self._push()
        except HubRefusal as error:
            self._stands("refused", error.said)
            self._refused_until = time.monotonic() + self._pace.refused
        except Unsound as error:
            self._stands("refused", error.said)
            self._so_far.next = None
        except Rewritten:
            self._so_far.next = self._so_far.before = None
        except Unreadable as error:
            self._stands("waiting", error.said)
        else:
            self._stands("ok", self._joining.says or self._event.says)
            return has_more
        return False

    def _push(self) -> bool:
        far, found = self._so_far, None
        with looking(self._sources.journal) as db:
            end = tip_of(db)
            if far.have is None or far.have <= end.number:
                if far.next is None:
                    far.next = self._joining.begins(db, far.have, self._sources.board())
                if far.next is not None and far.next <= end.number:
                    found = batch(db, far.next, far.before)
        self._count(end.number)
        if far.have is not None and far.have > end.number:
            raise HubRefusal(_BEHIND, have=far.have, of=end.number)
        if found is None:
            return False
        try:
            have = self._line.push(found)
        except Gap as gap:
            self._go_back(gap.have, found.start)
            return True
        self._joining.sent(found.end.number, have)
        self._went_on(found.end, have)
        self._count(end.number)
        return found.end.number < end.number

    def _went_on(self, sent: Tip, have: int) -> None:
        """Note that the hub has taken records up to ``sent``; all it has now is ``have``."""
        far = self._so_far
        if have < sent.number and self._joining.is_filled:
            raise Offline(N_("The hub loses records that it has taken."))
        far.have, far.gaps = have, 0
        far.next = max(have, sent.number) + 1 if self._joining.is_filled else sent.number + 1
        far.before = sent if far.next == sent.number + 1 else None

    def _go_back(self, have: int | None, tried: int) -> None:
        """Go on behind the last record that the hub has: it misses some before ``tried``."""
        far = self._so_far
        far.gaps += 1
        if have is None or have + 1 >= tried or far.gaps > MAX_GAPS:
            raise Offline(N_("The hub is missing records but does not say which."))
        far.have, far.next, far.before = have, have + 1, None

    def _count(self, of: int) -> None:
        """Tell how far the hub is. What lies before the first record of the event counts as sent."""
        self._so_far.of = of
        have = self._so_far.have
        self._status.counts(min(of, self._joining.before(of)) if have is None else have, of)

    def _show(self) -> None:
        """Send the view if it is due: the newest that there is, never one before it."""
        far, board = self._so_far, self._sources.board()
        now = time.monotonic()
        if board is None:
            if now - far.shown_at >= self._pace.beat:
                # The kit is not up yet; that the hub is there is worth knowing.
                far.shown_at = now
                self._line.hello()
            return
        acks = self._event.acks
        news = (board.rev, far.of, acks)
        if news == far.shown and now - far.shown_at < self._pace.beat:
            return
        if board.rev < self._rev:
            # Another journal counts its views from the beginning: to the hub this is another start.
            self._life = secrets.token_hex(3)
        self._rev = board.rev
        seen = self._line.show(msgspec.json.encode(self._view(board, acks)))
        far.shown, far.shown_at = news, now
        self._event.wants(seen.teams, seen.schedule, seen.here)
        if seen.have != far.have:
            # It has lost some, or another kit has sent some: the record that it has last will tell.
            far.have, far.next, far.before = seen.have, None, None

    def _view(self, board: BoardCopy, acks: dict[str, int]) -> dict[str, object]:
        """Return a view as it goes to the hub (`fieldkit.hub.live.FieldView`)."""
        kit = {"name": self._name, "version": fieldkit.__version__, "alarms": self._sources.alarms() or 0}
        told, now = self._status.told, round(self._sources.now_ms())
        view = {"boot": f"{self._boot}-{self._life}", "rev": board.rev, "now": now}
        view |= {"board": msgspec.Raw(board.raw), "of": self._so_far.of, "first": self._joining.first}
        return view | {"ack": acks, "kit": kit | {"hub": {"state": told.state, "says": told.says}}}

    def _stands(self, state: Standing, says: Message | None) -> None:
        text = "" if says is None else self._translate(says)
        self._status.stands(state, text)
        if text and text != self._said:
            log.log(logging.WARNING if state == "refused" else logging.INFO, "%s", says)
        self._said = text
