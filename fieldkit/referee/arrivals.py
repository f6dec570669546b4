"""What comes in becomes what is decided: each word of the whistle and each reading brings its items."""

from __future__ import annotations

from collections.abc import Callable

from fieldkit.clock import NS
from fieldkit.journal.record import Checked
from fieldkit.messages import Bare, CueReport, Felt, Press, Reading, WhistleAway, WhistleHello
from fieldkit.referee.alarms import WHISTLE_AWAY, Alarms
from fieldkit.referee.cues import Cueing
from fieldkit.referee.inputs import Handed, Item, Pressed, RanBare, Reported, Seen, Tried
from fieldkit.referee.match import Match
from fieldkit.referee.observer import Trials
from fieldkit.referee.turn import Ground
from fieldkit.tags.tag_book import TagBook

FRESH_NS = 10 * NS
"""A whistle that connects anew tells of old presses too: what is older (real time) is no live input."""


class Wake:
    """Nothing but a reason for a turn."""


Inlet = Handed | Reading | WhistleHello | CueReport | Press | Bare | Felt | WhistleAway | Checked | Wake
"""All that may come in."""


class Intake:
    """Used by the referee's thread alone. ``read_at`` is told the place of each reading."""

    def __init__(
        self,
        ground: Ground,
        cueing: Cueing,
        alarms: Alarms,
        tags: TagBook,
        trials: Trials,
        read_at: Callable[[str], None],
    ) -> None:
        self.hello: WhistleHello | None = None
        """The last first word of the whistle."""
        self._ground, self._cueing, self._alarms = ground, cueing, alarms
        self._tags, self._trials, self._read_at = tags, trials, read_at

    def items(self, inlet: Inlet, match: Match | None) -> list[Item]:
        """What an input brings to be decided in a match; the whistle's presence is noted at once."""
        match inlet:
            case Handed():
                return [inlet]
            case Reading():
                return [self._seen(inlet)]
            case WhistleAway():
                self._alarms.set("whistle", WHISTLE_AWAY)
            case WhistleHello():
                return self._greeted(inlet, match)
            case Bare():
                return [RanBare(inlet)]
            case Press():
                return self._pressed(inlet, match)
            case CueReport():
                return self._reported(inlet)
            case Felt():
                self._trials.felt(inlet)
            case Checked():
                return [Tried(inlet)]
        return []

    def _seen(self, reading: Reading) -> Item:
        sighting = self._tags.sighting(reading)
        self._trials.saw(reading, sighting)
        self._read_at(reading.hoop)
        return Seen(reading, sighting, self._trials)

    def _greeted(self, hello: WhistleHello, match: Match | None) -> list[Item]:
        """The whistle is there again, and tells what happened meanwhile."""
        self._alarms.set("whistle", None)
        self.hello = hello
        self._cueing.hello()
        remembered: tuple[Inlet, ...] = (*hello.reports, *hello.presses, *hello.bares)
        items = [item for word in remembered for item in self.items(word, match)]
        missed = self._cueing.stop_again(match, self._ground.clock.now())
        items += [item for report in missed for item in self._reported(report)]
        return sorted(items, key=lambda item: item.at)

    def _reported(self, report: CueReport) -> list[Item]:
        if report.outcome == "waiting":
            return []
        self._cueing.settled.add(report.id)
        if report.id in self._ground.reported:
            return []
        self._alarms.cue(report)
        return [Reported(report)]

    def _pressed(self, press: Press, match: Match | None) -> list[Item]:
        clock = self._ground.clock
        if clock.real_ns(clock.now() - press.at) < FRESH_NS:
            self._trials.saw_press(press)
        games = [match.game] if match else list(self._ground.games.values())
        commands = [game.buttons[press.button] for game in games if press.button in game.buttons]
        answer = self._cueing.answer
        return [Pressed(press, command, clock.now, answer, self._trials) for command in commands[:1]]
