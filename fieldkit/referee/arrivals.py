"""What comes in becomes what is decided: each word of the whistle and each reading brings its items."""

from __future__ import annotations

import queue
from collections.abc import Callable

from fieldkit.clock import NS
from fieldkit.messages import (
    Bare,
    CheckReport,
    CueReport,
    LoopbackResult,
    Press,
    Reading,
    WhistleAway,
    WhistleHello,
)
from fieldkit.referee.alarms import WHISTLE_AWAY, Alarms
from fieldkit.referee.cues import Cues
from fieldkit.referee.inputs import (
    BareRoundInput,
    CheckInput,
    CommandInput,
    CueReportInput,
    PressInput,
    RefereeInput,
    SightingInput,
)
from fieldkit.referee.match import Match
from fieldkit.referee.observer import InputObserver
from fieldkit.referee.turn import TurnContext
from fieldkit.tags.tag_book import TagBook

FRESH_NS = 10 * NS
"""A whistle that connects again tells of old presses too: what is older (real time) is no live input."""


class Wake:
    """Nothing but a reason for a turn."""


Arrival = (
    CommandInput
    | Reading
    | WhistleHello
    | CueReport
    | Press
    | Bare
    | LoopbackResult
    | WhistleAway
    | CheckReport
    | Wake
)
"""All that may come in."""

Inbox = queue.SimpleQueue[Arrival]
"""Where all that comes in waits for the referee; links write into it before there is one."""


class Arrivals:
    """Used by the referee's thread alone. ``read_at`` is told the place of each reading."""

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
        """The last first word of the whistle."""
        self._context, self._cues, self._alarms = context, cues, alarms
        self._tags, self._observer, self._read_at = tags, observer, read_at

    def items(self, arrival: Arrival, match: Match | None) -> list[RefereeInput]:
        """What an input brings to be decided in a match; the whistle's presence is noted at once."""
        match arrival:
            case CommandInput():
                return [arrival]
            case Reading():
                return [self._seen(arrival)]
            case WhistleAway():
                self._alarms.set("whistle", WHISTLE_AWAY)
            case WhistleHello():
                return self._greeted(arrival, match)
            case Bare():
                return [BareRoundInput(arrival)]
            case Press():
                return self._pressed(arrival, match)
            case CueReport():
                return self._reported(arrival)
            case LoopbackResult():
                self._observer.felt(arrival)
            case CheckReport():
                return [CheckInput(arrival)]
        return []

    def _seen(self, reading: Reading) -> RefereeInput:
        sighting = self._tags.sighting(reading)
        self._observer.saw(reading, sighting)
        self._read_at(reading.hoop)
        return SightingInput(reading, sighting, self._observer)

    def _greeted(self, hello: WhistleHello, match: Match | None) -> list[RefereeInput]:
        """The whistle is there again, and tells what happened meanwhile."""
        self._alarms.set("whistle", None)
        self.hello = hello
        self._cues.hello()
        remembered: tuple[Arrival, ...] = (*hello.reports, *hello.presses, *hello.bares)
        items = [item for word in remembered for item in self.items(word, match)]
        missed = self._cues.stop_again(match, self._context.clock.now())
        items += [item for report in missed for item in self._reported(report)]
        return sorted(items, key=lambda item: item.at)

    def _reported(self, report: CueReport) -> list[RefereeInput]:
        if report.outcome == "waiting":
            return []
        self._cues.settled.add(report.id)
        if report.id in self._context.reported:
            return []
        self._alarms.cue(report)
        return [CueReportInput(report)]

    def _pressed(self, press: Press, match: Match | None) -> list[RefereeInput]:
        clock = self._context.clock
        if clock.real_ns(clock.now() - press.at) < FRESH_NS:
            self._observer.saw_press(press)
        games = [match.game] if match else list(self._context.games.values())
        commands = [
            game.whistle.buttons[press.button]
            for game in games
            if game.whistle and press.button in game.whistle.buttons
        ]
        answer = self._cues.answer
        if not commands:
            # Nothing waits for this button; unanswered, the whistle would run a round by itself.
            answer(press.id)
        return [PressInput(press, command, clock.now, answer, self._observer) for command in commands[:1]]
