"""The kit page: live inputs, outputs driven by hand, spare nodes, the lesson and the check.

It stands beside the referee, who alone writes the match. The referee's thread tells it what comes in
(`InputObserver`) and never waits for it: threads of its own write files and look at the machine.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, get_args

from fieldkit.answers import Answer, error
from fieldkit.checkup.doctor import Finding
from fieldkit.checkup.pre_match import Check, Scan
from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError, NotStored, Rejected, Unknown
from fieldkit.games import Game, hoop_ids
from fieldkit.kit_page.live_inputs import LiveInputs, meaning, team_names
from fieldkit.kit_page.requests import (
    AnswerCheck,
    BeginCheck,
    EndCheck,
    GiveBack,
    Learn,
    LearnEnd,
    LearnSkip,
    LearnUndo,
    TakeOver,
    TryBlast,
    TryLamp,
    TryNode,
    kit_request,
)
from fieldkit.kit_page.tag_lesson import TagLesson
from fieldkit.kit_page.view import CheckView, KitView, ended_check, hoop_state, open_check
from fieldkit.messages import (
    Blast,
    CheckReport,
    HoopStatus,
    Lamp,
    LoopbackResult,
    Press,
    Reading,
    Sighting,
    Verdict,
)
from fieldkit.phrases import Language
from fieldkit.referee.commands import BadCommand, bad_command
from fieldkit.referee.inputs import unharmed
from fieldkit.referee.match import Match, idle, over, stamp
from fieldkit.referee.observer import InputObserver
from fieldkit.referee.turn import refusal
from fieldkit.referee.view import is_urgent, title_of
from fieldkit.service.worker import Worker
from fieldkit.settings import Settings
from fieldkit.tags.spare_nodes import SpareFile
from fieldkit.tags.tag_book import TagBook


class Whistle(Protocol):
    """The whistle's outputs; False when it is away."""

    @property
    def away(self) -> bool:
        """True while it does not answer."""

    def try_blast(self, blast: Blast) -> bool:
        """Sound a blast."""

    def light(self, lamp: Lamp, on: bool) -> bool:
        """Switch a lamp for a while."""


class Hoops(Protocol):
    """The hoops' links."""

    def statuses(self) -> Mapping[str, HoopStatus]:
        """How each known hoop does."""

    def nodes(self) -> Mapping[str, str]:
        """Every hoop node that was heard, and the hoop it serves."""

    def take_over(self, node: str, hoop: str) -> None:
        """Let a node serve a hoop."""

    def give_back(self, node: str) -> None:
        """Let a node serve the hoop of its own name."""

    def signal(self, hoop: str, verdict: Verdict) -> None:
        """Let a hoop's node show a verdict. Raises FieldkitError when it has none."""


Look = Callable[[], Sequence[Finding]]


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
        whistle: Whistle,
        hoops: Hoops,
        checked: Callable[[CheckReport], None],
    ) -> None:
        self._clock, self._translate, self._tags = clock, translate, tags
        self._whistle, self._hoops, self._record = whistle, hoops, checked
        self._look: Look = list
        self._wired = settings.whistle.loopback is not None
        self._field = hoop_ids(games)
        self._names = team_names(games)
        self._lock = threading.Lock()
        self._inputs = LiveInputs(self._names, translate)
        self._match: Match | None = None
        self._idle = True
        self._felt: LoopbackResult | None = None
        self._check: Check | None = None
        self._checked: CheckReport | None = None
        self._rev = 0
        self._shown: KitView | None = None
        self._files, self._looker = Worker("kit files"), Worker("kit check")
        self._lesson = TagLesson(settings, data, games, tags, translate, self._files, lambda: self._idle)
        self._spares = SpareFile(data, self._field)
        self._assigned: dict[str, str] = {}
        self._nodes_lock = threading.Lock()
        self._acts: Mapping[type, Callable[[Any], None]] = {
            TryBlast: self._try_blast,
            TryLamp: self._try_lamp,
            TryNode: self._try_node,
            TakeOver: self._take_over,
            GiveBack: self._give_back,
            Learn: self._learn,
            LearnSkip: lambda _: self._lesson.skip(),
            LearnUndo: lambda _: self._lesson.undo(),
            LearnEnd: lambda _: self._lesson.end(),
            BeginCheck: self._begin_check,
            AnswerCheck: self._answer_check,
            EndCheck: self._end_check,
        }

    def start(self, look: Look) -> None:
        """Let the spare nodes serve their hoops, and begin. Raises SettingsError for a spoiled file.

        ``look`` is what the kit finds out about itself, and may take long.
        """
        self._look = look
        self._assigned = self._spares.read()
        for node, hoop in self._assigned.items():
            self._hoops.take_over(node, hoop)
        self._files.start()
        self._looker.start()

    def close(self) -> None:
        """End; a file that is being written is finished (2 s at most)."""
        self._files.close()
        self._looker.close(0.0)

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
            if self._check is not None:
                self._check.felt(word.felt)

    def claims(self, reading: Reading) -> Verdict | None:
        """A lesson and a check have the readings to themselves."""
        if self._lesson.view is not None:
            return self._lesson.claims(reading)
        return "counted" if self._check is not None else None

    def claims_press(self, press: Press) -> bool:
        """A check has the first press of each button: a forgotten one is in nobody's way for long."""
        check = self._check
        return check is not None and check.awaits(press)

    def consume(self, reading: Reading) -> None:
        """Hand a reading to the lesson, or to the check."""
        if self._lesson.view is not None:
            self._lesson.consume(reading)
            return
        means = meaning(self._tags.sighting(reading), self._names)
        with self._lock:
            if self._check is not None:
                scan = Scan(reading.tag, reading.button, means, reading.rssi_dbm)
                self._check.scan(reading.hoop, scan)

    def consume_press(self, press: Press) -> None:
        """Hand a press to the check."""
        with self._lock:
            if self._check is not None:
                self._check.press(press)

    def follow(self, match: Match | None) -> None:
        """A round that starts ends lesson and check; a match that is over needs a new check for the next."""
        with self._lock:
            was, self._match = self._match, match
            self._idle = idle(match)
            if match is not None and over(match) and was is not None and not over(was):
                self._checked = None
        if not self._idle:
            self._lesson.end()
            self._close_check()

    def recall(self, checked: CheckReport) -> None:
        """Show a check that was made before this start."""
        with self._lock:
            self._checked = checked

    def do(self, raw: Mapping[str, Any]) -> Answer:
        """Carry out one request of the page: 200 with the new view, or what is wrong (400, 409, 503)."""
        try:
            request = kit_request(raw)
            self._acts[type(request)](request)
        except BadCommand as wrong:
            return bad_command(wrong)
        except Rejected as refused:
            return refusal(refused, self._translate)
        except NotStored as failed:
            return Answer(503, error("not_stored", self._translate(failed.said)))
        except FieldkitError as failed:
            return Answer(409, error("cannot", self._translate(failed.said)))
        return Answer(200, self.view())

    def view(self) -> KitView:
        """The whole view; ``rev`` moves when anything else has changed."""
        statuses, nodes = self._hoops.statuses(), self._hoops.nodes()
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
                "nodes": {
                    "spares": sorted({*nodes, *self._assigned} - set(self._field)),
                    "takes": dict(self._assigned),
                },
                "lesson": self._lesson.view,
                "check": self._shown_check(statuses),
            }
            if self._shown != view:
                self._rev += 1
                view["rev"] = self._rev
                self._shown = view
            return view

    def _shown_check(self, statuses: Mapping[str, HoopStatus]) -> CheckView | None:
        if self._check is not None:
            return open_check(self._check, statuses, self._translate)
        return None if self._checked is None else ended_check(self._checked)

    def _try_blast(self, request: TryBlast) -> None:
        self._must_be_idle()
        with self._lock:
            self._felt = None
        _heard(self._whistle.try_blast(request.blast))

    def _try_lamp(self, request: TryLamp) -> None:
        self._must_be_idle()
        _heard(self._whistle.light(request.lamp, request.on))

    def _try_node(self, request: TryNode) -> None:
        self._must_know(request.hoop)
        self._must_be_idle()
        self._hoops.signal(request.hoop, request.shows)

    def _take_over(self, request: TakeOver) -> None:
        self._must_know(request.hoop)
        with self._nodes_lock:
            if request.node in self._field or request.node not in {*self._hoops.nodes(), *self._assigned}:
                raise Unknown("unknown_node", "Spare node {node} was not found.", node=request.node)
            replaced = [node for node, hoop in self._assigned.items() if hoop == request.hoop]
            for node in replaced:
                self._hoops.give_back(node)
            self._hoops.take_over(request.node, request.hoop)
            kept = {node: hoop for node, hoop in self._assigned.items() if node not in replaced}
            self._keep(kept | {request.node: request.hoop})

    def _give_back(self, request: GiveBack) -> None:
        with self._nodes_lock:
            if request.node not in self._assigned:
                raise Unknown("unknown_node", "Node {node} serves no other hoop.", node=request.node)
            self._hoops.give_back(request.node)
            self._keep({node: hoop for node, hoop in self._assigned.items() if node != request.node})

    def _keep(self, takes: dict[str, str]) -> None:
        """What the nodes serve now, also after a restart; a disk that fails does not stop play."""
        self._assigned = takes
        try:
            self._files.wait(lambda: self._spares.put(takes))
        except FieldkitError as error:
            raise NotStored("It works now, but a restart will lose it: {why}", why=error.said) from error

    def _learn(self, request: Learn) -> None:
        if (request.role is None) != (request.value is None):
            raise BadCommand("learn: role and value belong together: give both or none")
        self._must_be_idle()
        if self._check is not None:
            raise Rejected("check_open", "A check is open: end it first.")
        self._lesson.begin(request.role, request.value)

    def _begin_check(self, request: BeginCheck) -> None:
        check = Check(self._field, time.monotonic(), self._wired)
        with self._lock:
            self._must_be_idle()
            if self._check is not None:
                # Begun on another tablet: what was looked at there stays.
                return
            self._check, self._checked = check, None
        self._lesson.end()
        self._looker.do(lambda: self._find(check))

    def _answer_check(self, request: AnswerCheck) -> None:
        with self._lock:
            self._open_check().answer(request.check, request.well)

    def _end_check(self, request: EndCheck) -> None:
        self._open_check()
        self._close_check()

    def _find(self, check: Check) -> None:
        if self._check is not check:
            return
        with unharmed():
            found = self._look()
            with self._lock:
                check.find(found)

    def _close_check(self) -> None:
        statuses = self._hoops.statuses() if self._check is not None else {}
        with self._lock:
            if self._check is None:
                return
            now = self._clock.now()
            self._checked = self._check.ended(statuses, time.monotonic(), now, self._translate)
            self._check = None
        self._record(self._checked)

    def _open_check(self) -> Check:
        if self._check is None:
            raise Rejected("no_check", "No check is open: begin one first.")
        return self._check

    def _must_be_idle(self) -> None:
        if not self._idle:
            raise Rejected("match_runs", "Not while a match is running.")

    def _must_know(self, hoop: str) -> None:
        if hoop not in self._field:
            raise Unknown("unknown_hoop", "No hoop {hoop} on this field", hoop=hoop)


def _heard(here: bool) -> None:
    if not here:
        raise Rejected("whistle_away", "The whistle does not answer.")
