"""The inbox, written by any thread (`Submissions`, links), and the inputs that `Arrivals` makes of it."""

import queue
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from fieldkit.clock import NS, Clock
from fieldkit.errors import Answer
from fieldkit.messages import (
    BareRound,
    CheckReport,
    Cue,
    CueReport,
    LoopbackResult,
    Press,
    Reading,
    StopHeld,
    WhistleAway,
    WhistleHello,
)
from fieldkit.phrases import ENGLISH, Language
from fieldkit.referee.alarms import WHISTLE_AWAY, WHISTLE_HUNG, Alarms
from fieldkit.referee.commands import BadCommand, Request, open_request, refusal
from fieldkit.referee.cues import Cues
from fieldkit.referee.inputs import (
    CommandInput,
    FactInput,
    InputObserver,
    PressInput,
    RefereeInput,
    SightingInput,
)
from fieldkit.referee.match import Match
from fieldkit.referee.turn import TurnContext
from fieldkit.tags.tag_book import TagBook

FRESH_NS = 10 * NS
"""A whistle that reconnects repeats old presses: older ones (real time) are no live input."""


class Wake:
    """A reason for a turn, and nothing else."""


Arrival = (
    CommandInput
    | Reading
    | WhistleHello
    | CueReport
    | Press
    | BareRound
    | LoopbackResult
    | StopHeld
    | WhistleAway
    | CheckReport
    | Wake
)
"""Everything that may come in."""

Inbox = queue.SimpleQueue[Arrival]
"""The queue of arrivals; links write into it before there is a referee."""


class InboxReader:
    """Takes arrivals from the inbox; used by the referee's thread alone."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self._early: list[Arrival] = []

    def drain(self, patience: float | None) -> list[Arrival]:
        """Take all arrivals in order; if there are none, wait for one (s, None for ever)."""
        arrivals, self._early = self._early, []
        try:
            if not arrivals:
                arrivals.append(self._inbox.get(block=patience != 0, timeout=patience))
            while True:
                arrivals.append(self._inbox.get_nowait())
        except queue.Empty:
            return arrivals

    def first_word(self, patience: float) -> WhistleHello | None:
        """Wait (s) for the whistle's first message; other arrivals meanwhile wait for the next turn."""
        until = time.monotonic() + patience
        while (left := until - time.monotonic()) > 0:
            try:
                arrival = self._inbox.get(timeout=left)
            except queue.Empty:
                break
            self._early.append(arrival)
            if isinstance(arrival, WhistleHello):
                return arrival
        return None


class Submissions:
    """Accepts commands from any thread, one id once; ``stop`` sounds a stop before it is queued."""

    def __init__(
        self,
        inbox: Inbox,
        clock: Clock,
        stop: Callable[[Request], tuple[Request, bool]],
        translate: Language = ENGLISH,
    ) -> None:
        self._inbox, self._clock = inbox, clock
        self._stop, self._translate = stop, translate
        self._lock = threading.Lock()
        self._waiting: dict[str, Future[Answer]] = {}

    def submit(self, raw: Mapping[str, Any], by: str) -> Future[Answer]:
        """Put a command into the inbox, if it can be one; a stop has sounded when this returns."""
        future: Future[Answer] = Future()
        # One of several callers who wait must not be able to cancel it for the others.
        future.set_running_or_notify_cancel()
        try:
            request = open_request(raw, by, self._clock.now())
        except BadCommand as wrong:
            future.set_result(refusal(wrong, self._translate))
            return future
        if request.dry_run:
            self._inbox.put(CommandInput(request, future.set_result, self._translate))
            return future
        with self._lock:
            if joined := self._waiting.get(request.id):
                return joined
            request, here = self._stop(request)
            self._waiting[request.id] = future

        def answered(answer: Answer) -> None:
            with self._lock:
                self._waiting.pop(request.id, None)
            future.set_result(answer)

        if not here:
            # A stop should have sounded, so the alarm comes before it.
            self._inbox.put(WhistleAway())
        self._inbox.put(CommandInput(request, answered, self._translate))
        return future


class Arrivals:
    """Turns arrivals into inputs, in the referee's thread. ``read_at`` gets the place of each reading."""

    def __init__(
        self,
        context: TurnContext,
        cues: Cues,
        alarms: Alarms,
        tags: TagBook,
        observer: InputObserver,
        read_at: Callable[[str], None],
    ) -> None:
        self.hello: WhistleHello | None = None
        """The last first message of the whistle."""
        self._was_silent = False
        self._context, self._cues, self._alarms = context, cues, alarms
        self._tags, self._observer, self._read_at = tags, observer, read_at

    def items(self, arrival: Arrival, match: Match | None) -> list[RefereeInput]:
        """Return the inputs to decide of an arrival; the whistle's presence is noted at once."""
        match arrival:
            case CommandInput():
                return [arrival]
            case Reading():
                sighting = self._tags.sighting(arrival)
                self._observer.saw(arrival, sighting)
                self._read_at(arrival.hoop)
                return [SightingInput(arrival, sighting, self._observer)]
            case WhistleAway():
                self._alarms.set("whistle", WHISTLE_AWAY)
                self._was_silent |= arrival.silent
                # The state of STOP is unknown, and it could end nothing: play goes on by hand.
                self._stop_held(False)
            case WhistleHello():
                return self._greeted(arrival, match)
            case BareRound():
                at = arrival.opened if arrival.stopped is None else arrival.stopped
                return [FactInput(at, lambda turn: turn.bare(arrival))]
            case Press():
                return [self._pressed(arrival)]
            case CueReport():
                return self._reported(arrival, match)
            case StopHeld():
                self._stop_held(arrival.held)
            case LoopbackResult():
                self._observer.felt(arrival)
            case CheckReport():
                return [FactInput(arrival.at, lambda turn: turn.check(arrival))]
        return []

    def _greeted(self, hello: WhistleHello, match: Match | None) -> list[RefereeInput]:
        """Take the first message of a whistle that is back, with all that happened meanwhile."""
        self._alarms.set("whistle", None)
        if self._was_silent and self.hello is not None and hello.boot != self.hello.boot:
            self._alarms.set("whistle-hung", WHISTLE_HUNG)
        self._was_silent = False
        self.hello = hello
        self._stop_held(hello.stop_held)
        self._cues.hello()
        remembered: tuple[Arrival, ...] = (*hello.reports, *hello.bares)
        items = [item for word in remembered for item in self.items(word, match)]
        # A stop leaves nothing to wait for: where something waits, it was planned after all of these.
        items += [self._pressed(press, is_new=not hello.waiting) for press in hello.presses]
        missed = self._cues.stop_again(match, self._context.clock.now())
        items += [item for report in missed for item in self._reported(report, match)]
        return sorted(items, key=lambda item: item.at)

    def _stop_held(self, held: bool) -> None:
        self._context.stop_held = held
        self._alarms.stop_held(held)

    def _reported(self, report: CueReport, match: Match | None) -> list[RefereeInput]:
        if report.outcome == "waiting":
            return []
        self._cues.settled.add(report.id)
        if report.blast == "stop" and report.at is not None:
            self._cues.stopped(match, Cue(report.id, "stop", report.due))
        if report.id in self._context.reported:
            return []
        self._alarms.cue(report)
        at = report.due if report.at is None else report.at
        return [FactInput(at, lambda turn: turn.report(report))]

    def _pressed(self, press: Press, is_new: bool = True) -> RefereeInput:
        clock = self._context.clock
        if clock.real_ns(clock.now() - press.at) < FRESH_NS:
            self._observer.saw_press(press)
        return PressInput(press, self._meaning, clock.now, self._cues.answer, self._observer, is_new)

    def _meaning(self, press: Press, match: Match | None) -> object | None:
        """Return the command that a button is in a match, or in any game before there is one."""
        games = [match.game] if match else self._context.games.values()
        whistles = (game.whistle for game in games if game.whistle)
        return next((each.buttons[press.button] for each in whistles if press.button in each.buttons), None)
