"""The kit page beside the referee, who tells it what comes in and never waits for its disk or its looks."""

import inspect
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar, Union, get_args, get_type_hints

import msgspec

from fieldkit.checkup.pre_match import Scan
from fieldkit.clock import Clock
from fieldkit.errors import Answer, FieldkitError, NotStored, Rejected, Unknown, error
from fieldkit.games import Game, hoop_ids
from fieldkit.kit_page.check_run import CheckRun, Look
from fieldkit.kit_page.live_inputs import LiveInputs, meaning, team_names
from fieldkit.kit_page.outputs import HoopOutputs, Spares
from fieldkit.kit_page.saving import Saving
from fieldkit.kit_page.tag_lesson import TagLesson
from fieldkit.kit_page.view import KitView, bridge_view, hoop_state, power_view
from fieldkit.messages import (
    Battery,
    Blast,
    CheckReport,
    Grade,
    Lamp,
    LoopbackResult,
    Press,
    Reading,
    Role,
    Sighting,
    Verdict,
)
from fieldkit.phrases import Language
from fieldkit.referee.commands import BadCommand, refusal, wrong_field
from fieldkit.referee.inputs import InputObserver
from fieldkit.referee.match import Match, idle, over, stamp
from fieldkit.referee.view import is_urgent, title_of
from fieldkit.service.ending import PowerOff
from fieldkit.service.worker import Worker
from fieldkit.settings import Settings
from fieldkit.tags.tag_book import TagBook
from fieldkit.whistle.link import WhistleLink
from fieldkit.whistle.protocol import BlastTest, LampTest

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
_Act = TypeVar("_Act", bound=Callable[..., None])
_ACTS: dict[type[msgspec.Struct], Callable[..., None]] = {}


def _request(do: str) -> Callable[[_Act], _Act]:
    """Let a method carry out the requests with this ``do``: its parameters are the fields of the request."""

    def added(act: _Act) -> _Act:
        hints = get_type_hints(act, include_extras=True)
        fields = [
            (name, hints[name]) if each.default is each.empty else (name, hints[name], each.default)
            for name, each in inspect.signature(act).parameters.items()
            if name != "self"
        ]
        name, said = act.__name__.title().replace("_", ""), {"__doc__": act.__doc__}
        rules: dict[str, Any] = {"frozen": True, "forbid_unknown_fields": True, "tag_field": "do", "tag": do}
        _ACTS[msgspec.defstruct(name, fields, namespace=said, **rules)] = act
        return act

    return added


class KitPage(InputObserver):
    """Everything behind ``/api/kit``, from any thread; ``settings`` are without the learned ``tags``."""

    def __init__(
        self,
        settings: Settings,
        data: Path,
        games: Mapping[str, Game],
        clock: Clock,
        tags: TagBook,
        translate: Language,
        whistle: WhistleLink,
        hoops: HoopOutputs,
        checked: Callable[[CheckReport], None],
        saving: Saving,
        battery: Callable[[], Battery | None],
        off: PowerOff,
    ) -> None:
        self._clock, self._translate, self._tags = clock, translate, tags
        self._whistle, self._hoops = whistle, hoops
        self._field, self._names = hoop_ids(games), team_names(games)
        self._lock = threading.Lock()
        self._inputs = LiveInputs(self._names, translate)
        self._match: Match | None = None
        self._idle = True
        self._saving, self._battery, self._off = saving, battery, off
        self._felt: LoopbackResult | None = None
        self._rev = 0
        self._shown: KitView | None = None
        self._files = Worker("kit files")
        self._lesson = TagLesson(settings, data, games, tags, translate, self._files, lambda: self._idle)
        self._spares = Spares(data, self._field, hoops, self._files)
        wired = settings.whistle.loopback is not None
        self._check = CheckRun(self._field, wired, clock, translate, hoops.statuses, checked)

    def start(self, look: Look) -> None:
        """Let spare nodes serve, and begin; ``look`` examines the kit. Raises SettingsError."""
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
        self._check.note(lambda check: check.felt(word.felt))

    def claims(self, reading: Reading) -> Verdict | None:
        """Return the verdict on a reading that a lesson or a check has to itself, else None."""
        if self._lesson.view is not None:
            return self._lesson.claims(reading)
        return "counted" if self._check.is_open else None

    def claims_press(self, press: Press) -> bool:
        """Return True for each button's first press in a check: one forgotten is in nobody's way for long."""
        return self._check.awaits(press)

    def consume(self, reading: Reading) -> None:
        """Hand a reading to the lesson, or to the check."""
        if self._lesson.view is not None:
            self._lesson.consume(reading)
            return
        means = meaning(self._tags.sighting(reading), self._names)
        scan = Scan(reading.tag, reading.button, means, reading.rssi_dbm)
        self._check.note(lambda check: check.scan(reading.hoop, scan))

    def consume_press(self, press: Press) -> None:
        """Hand a press to the check."""
        self._check.note(lambda check: check.press(press))

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
            request = msgspec.convert(raw, KitRequest)
            _ACTS[type(request)](self, **msgspec.structs.asdict(request))
        except msgspec.ValidationError as wrong:
            return refusal(BadCommand(wrong_field("kit", wrong)), self._translate)
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
                "power": power_view(self._battery(), self._off.state, self._translate),
                "settings": settings,
                "fields": fields,
            }
            if self._shown != view:
                self._rev += 1
                view["rev"] = self._rev
                self._shown = view
            return view

    @_request("blast")
    def try_blast(self, blast: Blast) -> None:
        """Sound a blast."""
        self._must_be_idle()
        with self._lock:
            self._felt = None
        _heard(self._whistle.order(BlastTest(blast)))

    @_request("lamp")
    def try_lamp(self, lamp: Lamp, on: bool) -> None:
        """Switch a lamp for a while."""
        self._must_be_idle()
        _heard(self._whistle.order(LampTest(lamp, on)))

    @_request("node")
    def try_node(self, hoop: Name, shows: Verdict) -> None:
        """Let a hoop's node show a verdict."""
        self._must_know(hoop)
        self._must_be_idle()
        self._hoops.signal(hoop, shows)

    @_request("take_over")
    def take_over(self, node: Name, hoop: Name) -> None:
        """Let a spare node serve a hoop."""
        self._must_know(hoop)
        self._spares.take_over(node, hoop)

    @_request("give_back")
    def give_back(self, node: Name) -> None:
        """Let a spare node serve nothing."""
        self._spares.give_back(node)

    @_request("pair")
    def pair(self, bridge: Name, on: bool) -> None:
        """Let a radio bridge pair nodes for a minute, or no longer."""
        self._must_not_play()
        self._hoops.pair(bridge, on)

    @_request("unpair")
    def unpair(self, bridge: Name, node: Name) -> None:
        """Let a radio bridge forget a node."""
        self._must_not_play()
        self._hoops.unpair(bridge, node)

    @_request("learn")
    def learn(self, role: Role | None = None, value: Name | None = None) -> None:
        """Begin to learn tags, or go to a sort of them: both fields, or none."""
        if (role is None) != (value is None):
            raise BadCommand("learn: role and value belong together: give both or none")
        self._must_be_idle()
        if self._check.is_open:
            raise Rejected("check_open", "A check is open: end it first.")
        self._lesson.begin(role, value)

    @_request("learn_skip")
    def learn_skip(self) -> None:
        """Go on to the next sort."""
        self._lesson.skip()

    @_request("learn_undo")
    def learn_undo(self) -> None:
        """Take back the tag learned last."""
        self._lesson.undo()

    @_request("learn_end")
    def learn_end(self) -> None:
        """End the lesson."""
        self._lesson.end()

    @_request("check")
    def begin_check(self) -> None:
        """Begin a check of the kit."""
        if self._check.begin(self._must_be_idle):
            self._lesson.end()

    @_request("answer")
    def answer_check(self, check: Name, well: bool) -> None:
        """Say whether something was heard or seen."""
        self._check.answer(check, well)

    @_request("check_end")
    def end_check(self) -> None:
        """End the check: its verdict goes on the record."""
        self._check.finish()

    @_request("save_settings")
    def save_settings(self, tables: dict[Name, dict[Name, Any]]) -> None:
        """Save settings, by their tables."""
        self._must_not_play()
        self._saving.save(tables)

    @_request("save_field")
    def save_field(self, game: Name, field: dict[Name, list[dict[Name, Any]]]) -> None:
        """Save the field of a game for its next match."""
        self._saving.save_field(game, field)

    @_request("restart")
    def restart(self) -> None:
        """Start the kit again, so that saved settings count."""
        self._must_not_play()
        self._saving.restart()

    @_request("off")
    def switch_off(self) -> None:
        """Switch the kit's machine off."""
        self._must_not_play()
        self._off.ask()

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


KitRequest: Any = Union[tuple(_ACTS)]  # noqa: UP007
"""Any request of ``POST /api/kit``, by its ``do``."""
