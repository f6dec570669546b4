"""The kit page: live inputs, outputs driven by hand, spare nodes, the lesson and the check.

It stands beside the referee, who alone writes the match. The referee's thread tells it what comes in
(`InputObserver`) and never waits for it: threads of its own write files and look at the machine.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, get_args

from fieldkit.answers import Answer, error
from fieldkit.checkup.pre_match import Scan
from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError, NotStored, Rejected, Unknown
from fieldkit.games import Game, hoop_ids
from fieldkit.kit_page import requests
from fieldkit.kit_page.check_run import CheckRun, Look
from fieldkit.kit_page.live_inputs import LiveInputs, meaning, team_names
from fieldkit.kit_page.outputs import HoopOutputs, WhistleOutputs
from fieldkit.kit_page.power import PowerPanel
from fieldkit.kit_page.saving import Saving
from fieldkit.kit_page.spares import Spares
from fieldkit.kit_page.tag_lesson import TagLesson
from fieldkit.kit_page.view import KitView, bridge_view, hoop_state
from fieldkit.messages import (
    Blast,
    CheckReport,
    Grade,
    Lamp,
    LoopbackResult,
    Press,
    Reading,
    Sighting,
    Verdict,
)
from fieldkit.phrases import Language
from fieldkit.referee.commands import BadCommand, refusal
from fieldkit.referee.match import Match, idle, over, stamp
from fieldkit.referee.observer import InputObserver
from fieldkit.referee.view import is_urgent, title_of
from fieldkit.service.worker import Worker
from fieldkit.settings import Settings
from fieldkit.tags.tag_book import TagBook


class KitPage(InputObserver):
    """Everything behind ``/api/kit``; `view` and `do` may be called from any thread.

    ``settings`` are those of the file, without the learned tags; ``tags`` is the referee's book. ``checked``
    puts a verdict on the record.
    """

    def __init__(
        self,
        settings: Settings,
        data: Path,
        games: Mapping[str, Game],
        clock: Clock,
        tags: TagBook,
        translate: Language,
        whistle: WhistleOutputs,
        hoops: HoopOutputs,
        checked: Callable[[CheckReport], None],
        saving: Saving,
        power: PowerPanel,
    ) -> None:
        self._clock, self._translate, self._tags = clock, translate, tags
        self._whistle, self._hoops = whistle, hoops
        self._field, self._names = hoop_ids(games), team_names(games)
        self._lock = threading.Lock()
        self._inputs = LiveInputs(self._names, translate)
        self._match: Match | None = None
        self._idle = True
        self._saving, self._power = saving, power
        self._felt: LoopbackResult | None = None
        self._rev = 0
        self._shown: KitView | None = None
        self._files = Worker("kit files")
        self._lesson = TagLesson(settings, data, games, tags, translate, self._files, lambda: self._idle)
        self._spares = Spares(data, self._field, hoops, self._files)
        wired = settings.whistle.loopback is not None
        self._check = CheckRun(self._field, wired, clock, translate, hoops.statuses, checked)
        self._acts: Mapping[type, Callable[[Any], None]] = {
            requests.TryBlast: self._try_blast,
            requests.TryLamp: self._try_lamp,
            requests.TryNode: self._try_node,
            requests.TakeOver: self._take_over,
            requests.GiveBack: lambda request: self._spares.give_back(request.node),
            requests.Pair: self._pair,
            requests.Unpair: self._unpair,
            requests.Learn: self._learn,
            requests.LearnSkip: lambda _: self._lesson.skip(),
            requests.LearnUndo: lambda _: self._lesson.undo(),
            requests.LearnEnd: lambda _: self._lesson.end(),
            requests.BeginCheck: self._begin_check,
            requests.AnswerCheck: lambda request: self._check.answer(request.check, request.well),
            requests.EndCheck: lambda _: self._check.finish(),
            requests.SaveSettings: self._save_settings,
            requests.SaveField: lambda request: self._saving.save_field(request.game, request.field),
            requests.Restart: self._restart,
            requests.SwitchOff: self._switch_off,
        }

    def start(self, look: Look) -> None:
        """Let the spare nodes serve their hoops, and begin. Raises SettingsError for a spoiled file.

        ``look`` is what the kit finds out about itself, and may take long.
        """
        self._spares.start()
        self._saving.start()
        self._files.start()
        self._check.start(look)

    def close(self) -> None:
        """End; a file that is being written is finished (2 s at most)."""
        self._saving.close()
        self._files.close()
        self._check.close()

    def saw(self, reading: Reading, sighting: Sighting) -> None:
        """Show a reading."""
        with self._lock:
            self._inputs.read(reading, sighting)

    def saw_press(self, press: Press) -> None:
        """Show a press."""
        with self._lock:
            self._inputs.press(press)

    def felt(self, word: LoopbackResult) -> None:
        """Note what the loop-back wire felt."""
        with self._lock:
            self._felt = word
        self._check.felt(word.felt)

    def claims(self, reading: Reading) -> Verdict | None:
        """Return a lesson and a check have the readings to themselves."""
        if self._lesson.view is not None:
            return self._lesson.claims(reading)
        return "counted" if self._check.is_open else None

    def claims_press(self, press: Press) -> bool:
        """Return a check has the first press of each button: a forgotten one is in nobody's way for long."""
        return self._check.awaits(press)

    def consume(self, reading: Reading) -> None:
        """Hand a reading to the lesson, or to the check."""
        if self._lesson.view is not None:
            self._lesson.consume(reading)
            return
        means = meaning(self._tags.sighting(reading), self._names)
        self._check.scan(reading.hoop, Scan(reading.tag, reading.button, means, reading.rssi_dbm))

    def consume_press(self, press: Press) -> None:
        """Hand a press to the check."""
        self._check.press(press)

    def follow(self, match: Match | None) -> None:
        """End lesson and check when a round starts; a match that is over needs a new check for the next."""
        with self._lock:
            was, self._match = self._match, match
            self._idle = idle(match)
        if match is not None and over(match) and was is not None and not over(was):
            self._check.recall(None)
        if not self._idle:
            self._lesson.end()
            self._check.end()

    @property
    def verdict(self) -> Grade | None:
        """Return what the last check came to, for the match that is on or the next; None without one."""
        return self._check.verdict

    def recall(self, checked: CheckReport) -> None:
        """Show a check that was made before this start."""
        self._check.recall(checked)

    def do(self, raw: Mapping[str, Any]) -> Answer:
        """Carry out one request of the page: 200 with the new view, or what is wrong (400, 409, 503)."""
        try:
            request = requests.kit_request(raw)
            self._acts[type(request)](request)
        except (BadCommand, Rejected) as refused:
            return refusal(refused, self._translate)
        except NotStored as failed:
            return Answer(503, error("not_stored", self._translate(failed.said)))
        except FieldkitError as failed:
            return Answer(409, error("cannot", self._translate(failed.said)))
        return Answer(200, self.view())

    def view(self) -> KitView:
        """Return the whole view; ``rev`` moves when anything else has changed."""
        statuses = self._hoops.statuses()
        settings, fields = self._saving.view()
        with self._lock:
            number, _, stage = stamp(self._match)
            view: KitView = {
                "rev": self._rev,
                "idle": self._idle,
                "stage": stage,
                "number": number,
                "title": title_of(self._match, self._translate),
                "urgent": is_urgent(self._match),
                "inputs": self._inputs.newest_first(),
                "hoops": [hoop_state(hoop, statuses.get(hoop), self._translate) for hoop in self._field],
                "whistle": "away" if self._whistle.away else "ok",
                "outputs": {
                    "blasts": list(get_args(Blast)),
                    "lamps": list(get_args(Lamp)),
                    "nodes": [hoop for hoop in self._field if hoop in statuses and statuses[hoop].node],
                },
                "felt": None if (felt := self._felt) is None else {"blast": felt.blast, "felt": felt.felt},
                "nodes": self._spares.view(),
                "bridges": [bridge_view(bridge) for bridge in self._hoops.bridges()],
                "lesson": self._lesson.view,
                "check": self._check.view(statuses),
                "power": self._power.view(self._translate),
                "settings": settings,
                "fields": fields,
            }
            if self._shown != view:
                self._rev += 1
                view["rev"] = self._rev
                self._shown = view
            return view

    def _try_blast(self, request: requests.TryBlast) -> None:
        self._must_be_idle()
        with self._lock:
            self._felt = None
        _heard(self._whistle.try_blast(request.blast))

    def _try_lamp(self, request: requests.TryLamp) -> None:
        self._must_be_idle()
        _heard(self._whistle.light(request.lamp, request.on))

    def _try_node(self, request: requests.TryNode) -> None:
        self._must_know(request.hoop)
        self._must_be_idle()
        self._hoops.signal(request.hoop, request.shows)

    def _take_over(self, request: requests.TakeOver) -> None:
        self._must_know(request.hoop)
        self._spares.take_over(request.node, request.hoop)

    def _pair(self, request: requests.Pair) -> None:
        self._must_not_play()
        self._hoops.pair(request.bridge, request.on)

    def _unpair(self, request: requests.Unpair) -> None:
        self._must_not_play()
        self._hoops.unpair(request.bridge, request.node)

    def _learn(self, request: requests.Learn) -> None:
        if (request.role is None) != (request.value is None):
            raise BadCommand("learn: role and value belong together: give both or none")
        self._must_be_idle()
        if self._check.is_open:
            raise Rejected("check_open", "A check is open: end it first.")
        self._lesson.begin(request.role, request.value)

    def _save_settings(self, request: requests.SaveSettings) -> None:
        self._must_not_play()
        self._saving.save(request.tables)

    def _restart(self, _: requests.Restart) -> None:
        self._must_not_play()
        self._saving.restart()

    def _switch_off(self, _: requests.SwitchOff) -> None:
        self._must_not_play()
        self._power.off.ask()

    def _begin_check(self, request: requests.BeginCheck) -> None:
        if self._check.begin(self._must_be_idle):
            self._lesson.end()

    def _must_be_idle(self) -> None:
        if not self._idle:
            raise Rejected("match_runs", "Not while a match is running.")

    def _must_not_play(self) -> None:
        """Refuse to disturb a round that runs, or the scoreboard while people look at it."""
        with self._lock:
            stage = stamp(self._match).stage
        if stage == "play":
            raise Rejected("round_runs", "Not while a round runs: wait for the break.")

    def _must_know(self, hoop: str) -> None:
        if hoop not in self._field:
            raise Unknown("unknown_hoop", "No hoop {hoop} on this field", hoop=hoop)


def _heard(here: bool) -> None:
    if not here:
        raise Rejected("whistle_away", "The whistle does not answer.")
