"""The referee's inputs: each knows how it is decided, and what its sender hears; facts are tried again."""

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from fieldkit.errors import Answer, error
from fieldkit.messages import CheckReport, Grade, LoopbackResult, Press, Reading, Sighting, Verdict
from fieldkit.phrases import ENGLISH, Language, Term
from fieldkit.referee.commands import Request
from fieldkit.referee.match import Match, idle
from fieldkit.referee.turn import Turn


class InputObserver:
    """Sees every input, and may claim it while no match runs. This one claims nothing."""

    @property
    def verdict(self) -> Grade | None:
        """The verdict of the last check for the present match or the next, or None."""
        return None

    def saw(self, reading: Reading, sighting: Sighting) -> None:
        """Note a reading of a hoop, perhaps a repeated one."""

    def saw_press(self, press: Press) -> None:
        """Note a press of a button at the whistle, perhaps of a while ago."""

    def felt(self, word: LoopbackResult) -> None:
        """Note the end of a test blast."""

    def claims(self, reading: Reading) -> Verdict | None:
        """Return the verdict to show if this reading belongs to a trial and not to the match, or None."""
        return None

    def claims_press(self, press: Press) -> bool:
        """Return True for a press that belongs to a trial and must start nothing."""
        return False

    def consume(self, reading: Reading) -> None:
        """Note that a claimed reading is durable."""

    def consume_press(self, press: Press) -> None:
        """Note that a claimed press is durable."""

    def follow(self, match: Match | None) -> None:
        """Note the present match."""

    def recall(self, checked: CheckReport) -> None:
        """Take the last check from the record, at a start."""


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
        self._answer = turn.ask(self.request)

    def stored(self) -> None:
        self.refuse(self._answer)

    def retry_if_not_stored(self) -> bool:
        """Answer 503; a stop that has sounded is kept."""
        sounded = Term("stopped, not yet recorded")
        self.refuse(not_stored(self._translate, sounded if self.request.sounded else _NOT_STORED))
        return self.stops

    def failed(self) -> None:
        self.refuse(self._answer)

    @property
    def stops(self) -> bool:
        return self.request.sounded

    def refuse(self, answer: Answer) -> None:
        """Answer, if nobody has yet."""
        if self._answered is not None:
            self._answered(answer)
            self._answered = None


class SightingInput(RefereeInput):
    """A reading of a hoop. While no match runs a trial may claim it: then its frame is noted as taken."""

    def __init__(self, reading: Reading, sighting: Sighting, observer: InputObserver) -> None:
        self.at = reading.arrived
        self._reading = reading
        self._sighting = sighting
        self._observer = observer
        self._verdict: Verdict | None = None
        self._claimed = False

    def decide(self, turn: Turn) -> None:
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
        return self._reading.frame is None


class FactInput(RefereeInput):
    """A fact that has happened at ``at`` (ns): ``decide`` puts it on the record; ``ahead`` as above."""

    def __init__(self, at: int, decide: Callable[[Turn], object], ahead: bool = False) -> None:
        self.at, self._decide, self._ahead = at, decide, ahead

    def decide(self, turn: Turn) -> None:
        self._decide(turn)

    @property
    def ahead(self) -> bool:
        return self._ahead


@dataclass(eq=False)
class PressInput(RefereeInput):
    """A button at the whistle, void once the whistle has acted; while no match runs a trial may claim it.

    ``is_new`` is False for one that the whistle tells again, and after which it was given something to sound.
    """

    press: Press
    meaning: Callable[[Press, Match | None], object | None]
    now: Callable[[], int]
    answer: Callable[[str], None]
    observer: InputObserver
    is_new: bool = True

    def __post_init__(self) -> None:
        self.at = self.press.at
        self._handled = self._claimed = False

    def decide(self, turn: Turn) -> None:
        """Decide the button's command: a stop at the moment of the press, a start now."""
        stop, now, fact = self.press.button == "stop", self.now(), f"press/{self.press.id}"
        command = self.meaning(self.press, turn.match)
        # Where no game uses the button: unanswered, the whistle would run a round by itself.
        self._handled = stop or now <= self.press.expires or command is None
        fresh = self._handled and command is not None and idle(turn.match) and turn.remembered(fact) is None
        self._claimed = fresh and self.observer.claims_press(self.press)
        if self._claimed:
            turn.remember(fact)
        elif self._handled and command is not None:
            turn.order(fact, command, self.press.at if stop else now, "button")

    def stored(self) -> None:
        """Tell the whistle that its press was taken."""
        with bugs_logged():
            if self._claimed:
                self.observer.consume_press(self.press)
        if self._handled:
            self.answer(self.press.id)

    def retry_if_not_stored(self) -> bool:
        """Keep a stop: it has sounded."""
        return self.press.button == "stop"

    @property
    def stops(self) -> bool:
        return self.is_new and self.press.button == "stop"


@contextmanager
def bugs_logged() -> Iterator[None]:
    """Log a bug instead of dying of it: the match goes on."""
    try:
        yield
    except Exception:
        LOG.exception("a bug; the match goes on")
