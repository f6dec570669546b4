"""The referee's inputs: each knows how it is decided, and what its sender hears afterwards.

Commands are refused when the journal cannot take them. Facts (`RefereeInput.retry_if_not_stored` returns
True) are kept and tried again, since they have happened anyway.
"""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fieldkit.answers import Answer, error
from fieldkit.messages import (
    BareRound,
    CheckReport,
    CueReport,
    DelayedOpening,
    Input,
    Press,
    Reading,
    Sighting,
    Verdict,
)
from fieldkit.phrases import ENGLISH, Language, Term
from fieldkit.referee.commands import Request
from fieldkit.referee.match import idle
from fieldkit.referee.observer import InputObserver
from fieldkit.referee.turn import Turn

LOG = logging.getLogger(__name__)
_NOT_STORED = Term("The journal could not store it.")


def not_stored(translate: Language, said: Term = _NOT_STORED) -> Answer:
    """Return the answer to a command that could not be stored."""
    return Answer(503, error("not_stored", translate(said)))


class RefereeInput(ABC):
    """One input on its way through the referee."""

    at: int
    """The moment it belongs to (ns)."""

    @abstractmethod
    def decide(self, turn: Turn) -> None:
        """Decide it in this turn."""

    def stored(self) -> None:  # noqa: B027 - most facts have no sender who waits
        """Tell the sender that the turn is in the journal."""

    def retry_if_not_stored(self) -> bool:
        """Tell the sender that the turn could not be stored; return True for a fact, to be tried again."""
        return True

    def failed(self) -> None:  # noqa: B027 - as `stored`
        """Tell the sender that deciding met a bug."""

    @property
    def stops(self) -> bool:
        """True for a stop that has sounded: nothing is to sound after it."""
        return False

    @property
    def ahead(self) -> bool:
        """True if the whistle knows of it already, so that the record's plan is out of date."""
        return self.stops


class CommandInput(RefereeInput):
    """A command that was handed in; ``answered`` gets the answer once."""

    def __init__(
        self, request: Request, answered: Callable[[Answer], None], translate: Language = ENGLISH
    ) -> None:
        self.at = request.at
        self.request = request
        self._answered: Callable[[Answer], None] | None = answered
        self._translate = translate
        mistake = Term("Something went wrong in the kit; see its log.")
        self._answer = Answer(500, error("fault", translate(mistake)))

    def decide(self, turn: Turn) -> None:
        """Decide the command."""
        self._answer = turn.ask(self.request)

    def stored(self) -> None:
        """Answer it."""
        self._tell(self._answer)

    def retry_if_not_stored(self) -> bool:
        """Answer 503; a stop that has sounded is kept."""
        sounded = Term("stopped, not yet recorded")
        self._tell(not_stored(self._translate, sounded if self.request.sounded else _NOT_STORED))
        return self.stops

    def refuse(self, answer: Answer) -> None:
        """Answer without deciding."""
        self._tell(answer)

    def failed(self) -> None:
        """Answer 500."""
        self._tell(self._answer)

    @property
    def stops(self) -> bool:
        """True for a stop that has sounded."""
        return self.request.sounded

    def _tell(self, answer: Answer) -> None:
        if self._answered is not None:
            self._answered(answer)
            self._answered = None


class SightingInput(RefereeInput):
    """A reading of a hoop; a link that repeats by itself is simply not answered if it is not stored.

    While no match runs a trial may claim it: then its frame is noted as taken, and nothing is decided.
    """

    def __init__(self, reading: Reading, sighting: Sighting, observer: InputObserver) -> None:
        self.at = reading.arrived
        self._reading = reading
        self._sighting = sighting
        self._observer = observer
        self._verdict: Verdict | None = None
        self._claimed = False

    def decide(self, turn: Turn) -> None:
        """Decide the sighting."""
        frame, verdict = self._reading.frame, None
        if idle(turn.match) and not turn.taken(frame):
            verdict = self._observer.claims(self._reading)
        self._claimed = verdict is not None
        if verdict is not None:
            turn.note(frame, verdict)
        self._verdict = verdict or turn.sight(self._sighting, frame)

    def stored(self) -> None:
        """Tell the hoop the verdict."""
        with bugs_logged():
            if self._claimed:
                self._observer.consume(self._reading)
        with bugs_logged():
            self._reading.answer(self._verdict)

    def retry_if_not_stored(self) -> bool:
        """Keep it if nobody will send it again."""
        return self._reading.frame is None


class CueReportInput(RefereeInput):
    """The outcome of a cue."""

    def __init__(self, report: CueReport) -> None:
        self.at = report.at if report.at is not None else report.due
        self._report = report

    def decide(self, turn: Turn) -> None:
        """Put it on the record."""
        turn.report(self._report)


class PressInput(RefereeInput):
    """A button at the whistle. A start that waited too long is void: the whistle has acted by itself.

    While no match runs a trial may claim it: then it is taken and starts nothing.
    """

    def __init__(
        self,
        press: Press,
        command: object,
        now: Callable[[], int],
        answer: Callable[[str], None],
        observer: InputObserver,
    ) -> None:
        self.at = press.at
        self._press = press
        self._command = command
        self._now = now
        self._answer = answer
        self._observer = observer
        self._handled = self._claimed = False

    def decide(self, turn: Turn) -> None:
        """Decide the button's command: a stop at the moment of the press, a start now."""
        stop, now, fact = self._press.button == "stop", self._now(), f"press/{self._press.id}"
        self._handled = stop or now <= self._press.expires
        fresh = self._handled and idle(turn.match) and turn.remembered(fact) is None
        self._claimed = fresh and self._observer.claims_press(self._press)
        if self._claimed:
            turn.remember(fact)
        elif self._handled:
            turn.order(fact, self._command, self._press.at if stop else now, "button")

    def stored(self) -> None:
        """Tell the whistle that its press was taken."""
        with bugs_logged():
            if self._claimed:
                self._observer.consume_press(self._press)
        if self._handled:
            self._answer(self._press.id)

    def retry_if_not_stored(self) -> bool:
        """Keep a stop: it has sounded."""
        return self.stops

    @property
    def stops(self) -> bool:
        """True for a stop."""
        return self._press.button == "stop"


class BareRoundInput(RefereeInput):
    """A round that the whistle ran by itself; it may come twice, the second time with its stop."""

    def __init__(self, bare: BareRound) -> None:
        self.at = bare.opened if bare.stopped is None else bare.stopped
        self._bare = bare

    def decide(self, turn: Turn) -> None:
        """Take it into the record, once."""
        fact = f"bare/{self._bare.id}" + ("" if self._bare.stopped is None else "/stopped")
        if turn.remembered(fact) is None:
            turn.apply(self._bare, "whistle")
            turn.remember(fact)


class CheckInput(RefereeInput):
    """A check of the kit that has ended."""

    def __init__(self, checked: CheckReport) -> None:
        self.at = checked.at
        self._checked = checked

    def decide(self, turn: Turn) -> None:
        """Put it on the record."""
        turn.check(self._checked)


class MatchFact(RefereeInput):
    """A fact about the match itself."""

    def __init__(self, given: Input, at: int) -> None:
        self.at = at
        self._given = given

    def decide(self, turn: Turn) -> None:
        """Decide it."""
        turn.apply(self._given, "clock")

    @property
    def ahead(self) -> bool:
        """True for a delayed opening: the whistle knows of it."""
        return isinstance(self._given, DelayedOpening)


@contextmanager
def bugs_logged() -> Iterator[None]:
    """Log a bug instead of dying of it: the match goes on."""
    try:
        yield
    except Exception:
        LOG.exception("a bug; the match goes on")
