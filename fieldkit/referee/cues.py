"""The referee's side of the whistle: the blasts to come, and the stop that does not wait."""

from collections.abc import Iterable

from msgspec.structs import replace

from fieldkit.clock import NS
from fieldkit.errors import Rejected
from fieldkit.games import Game
from fieldkit.messages import Blast, Cue, CueReport, WhistleHello
from fieldkit.referee.commands import (
    BadCommand,
    Request,
    check_age,
    check_round,
    check_sender,
    command,
    commands_of,
)
from fieldkit.referee.match import Match, running
from fieldkit.referee.sounding import MAX_CUES
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import AlarmLamp, BareRoundLength, Plan, PressAck, Sound

NO_BARE_ROUND = 0
"""The length of a bare round in a game without a whistle: there is none."""
_MAX_STOPS = 256
_STALE_NS = 10 * NS


class Cues:
    """Orders from the whistle what the match wants; the ``settled`` cues have sounded or never will."""

    def __init__(self, whistle: WhistleLink) -> None:
        self.settled: set[str] = set()
        self._whistle = whistle
        self._planned: tuple[Cue, ...] | None = None
        self._bare_ns: int | None = None
        self._lamp: bool | None = None
        self._sounded: dict[str, int] = {}
        self._unheard: dict[str, tuple[Cue, frozenset[str]]] = {}
        """The stops that the whistle has not reported, with the cues of the round that each stops."""
        self._stopped: tuple[str, Cue] | None = None
        self._held = False
        self._lapsed: frozenset[Cue] = frozenset()
        """The blasts whose moments are on the clock of an earlier boot."""

    def hello(self) -> None:
        """Note that the whistle has started again: it needs every order once more."""
        self._planned = self._bare_ns = self._lamp = None

    def stop_again(self, match: Match | None, now: int) -> list[CueReport]:
        """Order again the stops that the whistle never reported; return those that are too old as missed."""
        unheard = [stop for id, stop in self._unheard.items() if id not in self.settled]
        self._unheard = {}
        missed = []
        for cue, stopped in unheard:
            # One that is not decided yet stops the round that runs; after another start it would stop that.
            stands = match is not None and (not running(match) or bool(stopped & _wanted(match)))
            if stands and now - cue.due < _STALE_NS:
                self._unheard[cue.id] = cue, stopped
                self._whistle.order(Sound(cue))
            else:
                missed.append(CueReport(cue.id, cue.blast, cue.due, "missed"))
        return missed

    def lapse(self, match: Match) -> None:
        """Never sound what a match wants now: the machine was started again, and its clock too."""
        self._lapsed = _cues(match)

    def lapsed(self, match: Match | None) -> list[CueReport]:
        """Return as missed those that a match still wants."""
        return [CueReport(cue.id, cue.blast, cue.due, "missed") for cue in self._lapsed & _cues(match)]

    def plan(self, match: Match | None) -> None:
        """Send the blasts that the match wants."""
        self._held = False
        if match is None:
            self._send(())
            return
        whistle, state = match.game.whistle, match.state
        bare_ns = int(whistle.round_seconds(state) * NS) if whistle else NO_BARE_ROUND
        if bare_ns != self._bare_ns:
            self._whistle.order(BareRoundLength(bare_ns))
            self._bare_ns = bare_ns
        wanted = whistle.cues(state) if whistle else ()
        self._send(cue for cue in wanted if cue.id not in self.settled and cue not in self._lapsed)

    def told(self, match: Match | None) -> tuple[Cue, ...]:
        """Return the blasts that everybody may know, in order: to come, the last ones, an early stop."""
        if match is None or match.game.whistle is None:
            return ()
        cues = () if self._held else match.game.whistle.cues(match.state)
        wanted = {cue.id: cue for cue in cues if cue not in self._lapsed}
        if self._stopped is not None and self._stopped[0] == match.id:
            wanted.setdefault(self._stopped[1].id, self._stopped[1])
        return tuple(sorted(wanted.values(), key=lambda cue: cue.due)[-MAX_CUES:])

    def stopped(self, match: Match | None, cue: Cue) -> None:
        """Note a stop that sounded at once, by a tablet's order or by the whistle's own button."""
        known = self._stopped
        if match is not None and (known is None or known[1].id != cue.id):
            self._stopped = (match.id, cue)

    def hold(self, stopped: bool) -> None:
        """Keep the last plan while the whistle is ahead of the record; after a stop nothing more sounds."""
        self._held = stopped
        self._send(() if stopped else self._planned or ())

    def lamp(self, alarm: bool) -> None:
        """Switch the alarm lamp."""
        if alarm != self._lamp:
            self._whistle.order(AlarmLamp(alarm))
            self._lamp = alarm

    def answer(self, press_id: str) -> None:
        """Take a press over from the whistle."""
        self._whistle.order(PressAck(press_id))

    def stop(self, match: Match | None, request: Request) -> tuple[Request, bool]:
        """Sound a stop before it is queued, once; return it marked, and False if the whistle was away."""
        whistle = match.game.whistle if match and not request.dry_run else None
        blast = whistle.at_once.get(request.type) if whistle else None
        if match is None or whistle is None or blast is None:
            return request, True
        if request.id in self._sounded:
            return replace(request, at=self._sounded[request.id], sounded=True), True
        try:
            check_sender(match, request)
            check_round(match, request)
            check_age(request, request.at)
            command(request, match.game.commands[request.type])
        except (Rejected, BadCommand):
            return request, True
        if not whistle.urgent(match.state):
            return request, True
        return self._stop(match, request, blast)

    def stop_in_doubt(self, games: Iterable[Game], request: Request) -> tuple[Request, bool]:
        """Sound a stop of any game, as `stop` does, while it is unknown if a round runs."""
        at_once = {
            name: blast for game in games if game.whistle for name, blast in game.whistle.at_once.items()
        }
        blast = at_once.get(request.type)
        if request.dry_run or blast is None or commands_of(None, request.by) is not None:
            return request, True
        if request.id in self._sounded:
            return replace(request, at=self._sounded[request.id], sounded=True), True
        return self._stop(None, request, blast)

    def _stop(self, match: Match | None, request: Request, blast: Blast) -> tuple[Request, bool]:
        self._sounded[request.id] = request.at
        if len(self._sounded) > _MAX_STOPS:
            del self._sounded[next(iter(self._sounded))]
        cue = Cue(f"stop/{request.id}", blast, request.at)
        self._unheard = {id: one for id, one in self._unheard.items() if id not in self.settled}
        self._unheard[cue.id] = cue, _wanted(match)
        self.stopped(match, cue)
        return replace(request, sounded=True), self._whistle.order(Sound(cue))

    def still_runs(self, match: Match, hello: WhistleHello) -> bool:
        """Return True if the whistle knows a cue of this round, or if all its cues are over."""
        game, state = match.game, match.state
        wanted = _wanted(match)
        open_cues = wanted - self.settled
        known = {*hello.waiting, *(report.id for report in hello.reports)}
        bare = any(bare.closes == game.next_deadline(state) for bare in hello.bares)
        return bare or bool(open_cues & known) or bool(wanted and not open_cues)

    def _send(self, cues: Iterable[Cue]) -> None:
        wanted = tuple(cues)
        if wanted != self._planned:
            self._whistle.order(Plan(wanted))
            self._planned = wanted


def _wanted(match: Match | None) -> frozenset[str]:
    """Return the ids of the cues that a match wants now."""
    return frozenset(cue.id for cue in _cues(match))


def _cues(match: Match | None) -> frozenset[Cue]:
    whistle = match.game.whistle if match else None
    return frozenset(whistle.cues(match.state)) if match and whistle else frozenset()
