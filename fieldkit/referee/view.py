"""The whole view: a frame that all games share, the game's own fields, and the board without private ones."""

from collections.abc import Callable, Mapping
from typing import Any, NotRequired, TypedDict

from fieldkit.games import Clock, Game, ProposalView, Side, Stage
from fieldkit.messages import HoopStatus
from fieldkit.phrases import ENGLISH, Language, Term
from fieldkit.referee.doubt import BoardDoubtView, DoubtView
from fieldkit.referee.fairness import DicePromise
from fieldkit.referee.match import WORDS, Line, Match, fortune, stamp
from fieldkit.referee.sounding import CueView, SoundFrame, SoundingView, sound_frame


class RecentBoard(TypedDict):
    """One of the last actions, as everybody sees it."""

    text: str
    team: NotRequired[str]


class RecentView(RecentBoard):
    """One of the last actions for the referee: a strike names ``seq``; ``sort`` is a word of the game."""

    seq: int
    can_strike: bool
    sort: str


class UndoView(TypedDict):
    """The last action that can be undone, however many others came after it."""

    seq: int
    text: str
    team: str | None


class AlarmView(TypedDict):
    """A fault of the kit and its cure."""

    id: str
    text: str
    cure: str


class FairView(TypedDict):
    """The promise of fair dice: the hash, ``words`` called, numbers ``used``, the ``secret`` at the end."""

    hash: str
    version: int
    words: str
    used: int
    secret: NotRequired[str]


class ScheduledView(TypedDict):
    """The match's place in an event: the scheduled match, and the event's team of each side."""

    id: str
    teams: dict[str, str]


class Frame(TypedDict):
    """The public part of any match's view; ``now`` is stamped at sending.

    ``number`` is that of the round or turn; ``round`` is its other name. ``urgent``: a stop would sound.
    ``cues`` are the blasts to come and the last ones. ``spectators`` is the address of their page; ``wifi``,
    before a match, is the content of the QR code by which phones join the Wi-Fi; ``fair`` is there if
    everybody can check the dice; ``event`` is the name of the field's event, ``event_field`` the field's name
    there; ``event_practice``: nothing counts there.
    """

    match: str | None
    game: str | None
    seq: int
    rev: int
    now: NotRequired[int]
    stage: Stage
    phase: str
    number: int
    round: int
    title: str
    subtitle: str
    clock: Clock
    urgent: bool
    cues: list[CueView]
    sounding: NotRequired[SoundingView]
    sides: list[Side]
    spectators: NotRequired[str]
    wifi: NotRequired[str]
    fair: NotRequired[FairView]
    event: NotRequired[str]
    event_field: NotRequired[str]
    event_practice: NotRequired[bool]


class BoardFrame(Frame):
    """The frame of the public board."""

    doubt: BoardDoubtView | None
    recent: list[RecentBoard]
    undo: NotRequired[UndoView | None]
    """In games whose players may undo from their own seats."""


class MatchFrame(Frame):
    """The frame of the referee's view; ``setup`` while a match may be created or set up again."""

    doubt: DoubtView | None
    recent: list[RecentView]
    undo: UndoView | None
    alarms: list[AlarmView]
    kit: dict[str, Any]
    proposals: list[ProposalView]
    scheduled: NotRequired[ScheduledView]
    setup: NotRequired[dict[str, Any]]
    can: dict[str, Any]


PUBLIC_RECENT = 5
"""The number of last actions that everybody sees."""
DOUBTED = Term("The record is in doubt"), Term("The referee checks it")
"""Title and subtitle while the record is in doubt."""
_REFEREE_ONLY = ("alarms", "kit", "proposals", "can", "scheduled", "setup", "undo")


class Views:
    """Makes the views of all matches of a kit; constant parts are made once."""

    def __init__(self, games: Mapping[str, Game], rate: float, translate: Language = ENGLISH) -> None:
        self._rate, self._translate = rate, translate
        self._games = games
        self._setup: dict[str, tuple[Game, dict[str, Any]]] = {}
        self._creates = {game.create: True for game in games.values()}

    def match_view(
        self,
        match: Match | None,
        hoops: Mapping[str, HoopStatus],
        alarms: list[dict[str, str]],
        kit: Mapping[str, Any],
        sound: Callable[[bool], SoundFrame] = sound_frame,
        doubt: DoubtView | None = None,
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the referee's view and the public board; ``sound`` makes the fields about sound."""
        frame = self._frame(match) if doubt is None else self._doubted()
        frame |= sound(match is None or match.game.whistle is not None)
        if match is None:
            own: dict[str, Any] = {}
            public: dict[str, Any] = {}
        else:
            own = match.game.view(match.state, self._translate)
            if match.game.hoops is not None:
                own["hoops"] = [_link(hoops.get(hoop["id"])) | hoop for hoop in own["hoops"]]
            public = match.game.board(match.state, own)
        whole = own | frame | {"alarms": alarms, "kit": dict(kit), "doubt": doubt}
        board = {name: value for name, value in frame.items() if name not in _REFEREE_ONLY}
        board["doubt"] = doubt and {"record": doubt["record"]}
        if match and "strike" in match.game.seated:
            board["undo"] = frame["undo"]
        board["recent"] = [] if match is None else public_recent(match)
        return whole, public | board

    def _offers(self) -> dict[str, Any]:
        """Return the choices for a match of each game; a game that was loaded again is asked again."""
        for name, game in self._games.items():
            if name not in self._setup or self._setup[name][0] is not game:
                self._setup[name] = (game, game.setup_view())
        return {name: setup for name, (_, setup) in self._setup.items()}

    def _frame(self, match: Match | None) -> dict[str, Any]:
        number, phase, stage = stamp(match)
        shared = {"phase": phase, "stage": stage, "number": number, "round": number}
        if match is None:
            return shared | self._no_match()
        headline = match.game.headline(match.state, self._translate)
        is_closed = match.game.refuses(match.state) is not None
        can = dict(headline["can"])
        if not is_closed:
            can["strike"] = True
            if match.fair and not match.fair.drawn:
                can["call_words"] = True
        recent = [_listed(line, is_closed, match.fair) for line in match.recent]
        undo = next((line for line in recent if line["can_strike"]), None)
        offers: dict[str, Any] = {}
        if stage == "over":
            can |= self._creates
            offers = {"setup": self._offers()}
        elif stage == "ready":
            # Before anything has happened it may be set up again.
            offers = {"setup": {match.game.name: self._offers()[match.game.name]}}
        rate, place = {"rate": self._rate} if self._rate != 1.0 else {}, match.scheduled
        return (
            shared
            | offers
            | _fair(match, stage)
            | ({"scheduled": {"id": place.id, "teams": dict(place.teams)}} if place else {})
            | {
                "match": match.id,
                "game": match.game.name,
                "seq": match.seq,
                "title": headline["title"],
                "subtitle": headline["subtitle"],
                "clock": dict(headline["clock"]) | rate,
                "sides": headline["sides"],
                "urgent": is_urgent(match),
                "recent": recent,
                "undo": undo and {"seq": undo["seq"], "text": undo["text"], "team": undo.get("team")},
                "can": can,
                "proposals": headline.get("proposals", []),
            }
        )

    def _doubted(self) -> dict[str, Any]:
        """Return the frame while the record is in doubt: there is nothing to do but choose."""
        shared = {"phase": "setup", "stage": "setup", "number": 0, "round": 0}
        title, subtitle = map(self._translate, DOUBTED)
        said = {"title": title, "subtitle": subtitle}
        return shared | self._no_match() | said | {"setup": {}, "can": {"trust_record": True}}

    def _no_match(self) -> dict[str, Any]:
        return {
            "match": None,
            "game": None,
            "seq": 0,
            "title": title_of(None, self._translate),
            "subtitle": "",
            "clock": {"state": "idle", "remaining": 0, "total": 0, "tenths": False},
            "sides": [],
            "urgent": False,
            "recent": [],
            "undo": None,
            "proposals": [],
            "setup": self._offers(),
            "can": dict(self._creates),
        }


def public_recent(match: Match) -> list[RecentBoard]:
    """Return the last actions as everybody sees them, the newest first."""
    lines = [line for line in match.recent if not line.private][:PUBLIC_RECENT]
    return [{"text": at.text} if at.team is None else {"text": at.text, "team": at.team} for at in lines]


def _fair(match: Match, stage: Stage) -> dict[str, FairView]:
    fair, stream = match.fair, fortune(match)
    if fair is None or stream is None:
        return {}
    shown: FairView = {"hash": fair.hash, "version": fair.version, "words": fair.words, "used": stream.used}
    if stage == "over":
        shown["secret"] = stream.secret
    return {"fair": shown}


def _listed(line: Line, is_closed: bool, fair: DicePromise | None) -> RecentView:
    """Return a line as the referee sees it; words that dice were rolled with stay."""
    stays = line.sort == WORDS and fair is not None and fair.drawn
    can_strike = not (is_closed or line.fixed or stays)
    shown: RecentView = {"seq": line.seq, "text": line.text, "can_strike": can_strike, "sort": line.sort}
    return shown if line.team is None else {**shown, "team": line.team}


def is_urgent(match: Match | None) -> bool:
    """Return True while a stop would sound."""
    whistle = match.game.whistle if match else None
    return match is not None and whistle is not None and whistle.urgent(match.state)


def title_of(match: Match | None, translate: Language) -> str:
    """Return the state of a match in a few words."""
    if match is None:
        return translate(Term("Before the match"))
    return match.game.headline(match.state, translate)["title"]


def _link(status: HoopStatus | None) -> dict[str, Any]:
    if status is None:
        return {"link": "none"}
    battery = {"battery_mv": status.battery_mv} if status.battery_mv is not None else {}
    return {"link": status.link} | battery
