"""A game as the kit sees it: a few pure functions and its numbers. No word of any one game stands here.

A game never asks for the time, for chance or for a file: the referee hands it all three. Its state is a
frozen value; its events (`fieldkit/games/declared.py`) carry results, so that a journal replays without
deciding anything again.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NotRequired, Protocol, TypedDict

from fieldkit.errors import Rejected, Unknown
from fieldkit.phrases import ENGLISH, Language, Message, Term

if TYPE_CHECKING:
    from fieldkit.games.declared import LogLine
    from fieldkit.games.fair import Fortune
    from fieldkit.games.report import GameReport
    from fieldkit.messages import Blast, Chance, Cue, GameCommand, Input, Role, Verdict

Stage = Literal["setup", "ready", "play", "rest", "over"]
"""The stage of any match, whatever the game calls its phases: all that shared code and pages ask.

``setup``: there is none yet. ``ready``: made, nothing has happened. ``play``: things happen now. ``rest``:
between two rounds or turns. ``over``: it has its result or none.
"""


class Stamp(NamedTuple):
    """The moment of a match: its round or turn by number, the game's word for the phase, and the stage."""

    number: int
    phase: str
    stage: Stage


class Side(TypedDict):
    """A side as every screen knows it: a colour by name, a mark (a shape), and its points as ``score``."""

    id: str
    name: str
    colour: str
    mark: str
    score: int


class Clock(TypedDict):
    """The clock of a phase, in ms. ``tenths``: shown with tenths of a second.

    ``ends_at`` while it runs, ``remaining`` while it does not, ``ended_at`` where it is over. A
    game may add fields of its own.
    """

    state: Literal["idle", "running", "held"]
    total: int
    tenths: bool
    ends_at: NotRequired[int]
    remaining: NotRequired[int]
    ended_at: NotRequired[int]
    head_start_team: NotRequired[str]
    head_start_remaining: NotRequired[int]
    rate: NotRequired[float]


class Headline(TypedDict):
    """A game's share of the frame of a view, in the kit's language: what its shared parts show of it."""

    title: str
    subtitle: str
    clock: Clock
    sides: list[Side]
    can: dict[str, Any]
    proposals: NotRequired[list[ProposalView]]


class ProposalView(TypedDict):
    """A captain's proposal, as the referee sees it.

    ``refused`` is why it cannot be accepted now, ``waits_for`` the team that has to agree first.
    """

    id: str
    team: str
    by: str
    command: dict[str, Any]
    text: str
    refused: str | None
    waits_for: str | None


class Spoken(NamedTuple):
    """A line to be said aloud in the kit's language, and the moment of the match that it belongs to.

    It is said once for each new ``key``: what changes in the text alone is not said again. It begins at
    ``at`` or later and must have ended by ``before`` (ns); a line that cannot is not said at all.
    """

    key: str
    text: str
    at: int | None = None
    before: int | None = None


class WhistleFacet(Protocol):
    """A game whose rounds a whistle runs."""

    buttons: Mapping[str, object]
    """The commands of the two physical buttons, ``start`` and ``stop``."""
    at_once: Mapping[str, Blast]
    """Commands whose blast sounds before they are recorded."""

    def cues(self, state: Any) -> Sequence[Cue]:
        """Return the blasts of this state, past ones of the running phase included; ids never change."""

    def running(self, state: Any) -> bool:
        """Return True while the whistle has a round, so that losing it must stop the match."""

    def opening(self, state: Any) -> int | None:
        """Return the moment of the next opening blast while it can still be put off (ns), or None."""

    def urgent(self, state: Any) -> bool:
        """Return True while a command of `at_once` would sound."""

    def round_seconds(self, state: Any) -> float:
        """Return the length of a bare round (s)."""


class HoopFacet(Protocol):
    """A game that counts what hoops see."""

    ids: Sequence[str]
    """The hoops of the field."""

    def teams(self) -> Mapping[str, str]:
        """Return the names of the teams whose tags may be read, by id."""

    def balls(self) -> Mapping[str, int]:
        """Return the number of balls of each kind on the field, for the lesson of tags."""

    def unknown(self, role: Role, value: str) -> str | None:
        """Return what a tag or button of this role may stand for, in words; None if ``value`` is one."""

    def verdict(self, events: Sequence[Any]) -> Verdict:
        """Return what the events that followed a sighting tell the player: counted, held or refused."""


class PlayedOption(NamedTuple):
    """An option of a match: its value as JSON has it, and its title and value for people."""

    value: Any
    title: Term
    said: object


class Game(ABC):
    """The functions the referee calls. ``Any`` stands for the game's own frozen state.

    ``commands`` maps a command's ``type`` to its class; one of them, ``create``, opens a match.
    ``events`` maps a name on the record to its class. A game derives from this class, so that what it
    does not have needs no word of it.
    """

    name: str
    title: Term | None = None
    """Its name for people, if not ``name``."""
    picture: str = "city"
    """The icon of the kit that stands for it where a game is chosen."""
    scheduled: bool = False
    """True if its `tablet.js` exports `scheduled`, which sets up the matches of an event's schedule."""
    commands: Mapping[str, type]
    create: str
    events: Mapping[str, type]
    stages: Mapping[Any, Stage] = {}
    """The stage of each of its phases; one that is not there is named like its stage."""
    view_type: type
    """A TypedDict of `view`, for the description of the web interface."""
    board_type: type
    """A TypedDict of `board`."""
    whistle: WhistleFacet | None = None
    """None for a game whose turns no whistle runs: its matches have no bare rounds and no start button."""
    hoops: HoopFacet | None = None
    """None for a game without hoops: what hoops read counts nothing, and a silent one is nobody's alarm."""
    last_rule: str | None = None
    """The rule by which a match is over."""
    rules: Mapping[str, Message] = {}
    """A sentence for each numbered rule that a refusal may rest on, by its number."""
    guide: Mapping[str, Sequence[Message]] = {}
    """The whole game by the numbers of its rules, so that it can be learned from a page.

    A number that an option settles is filled with that option's name in braces, for the page to fill.
    """
    seated: Collection[str] = ()
    """The commands that a player may send from their own seat; all others are the referee's.

    With ``strike`` among them a player takes back an own action while it is the last of all.
    """
    captains: Collection[str] = ()
    """The commands that the captain of a team may send (``by`` is ``captain/<team>``)."""
    crew: Collection[str] = ()
    """The commands that the crew may send (``by`` is ``crew``)."""
    settled: Sequence[str] = ()
    """The options whose defaults the kit's owner may set on the kit's page."""
    doubts: Sequence[Message] = ()
    """Sentences about its numbers or its field that forbid nothing: doctor and settings warn of them."""

    def __init__(self, numbers: Mapping[str, Any] = {}, field: Mapping[str, Any] = {}) -> None:
        """Take its ``rules.toml``, the settings laid over its options, and its field; raise SettingsError."""
        self.numbers, self.field = numbers, field

    def played_by(self, state: Any) -> Mapping[str, PlayedOption]:
        """Return by name the options that all matches of an event should have in common; none by default."""
        return {}

    @property
    def report(self) -> GameReport:
        """Its part of the report, the charts and the commands."""
        from fieldkit.games.report import GameReport

        return GameReport()

    def setup_view(self) -> dict[str, Any]:
        """Return what a page needs to set a match up (the field, the options' defaults and limits)."""
        return {}

    def with_field(self, field: Mapping[str, Any]) -> Game:
        """Return this game on another field; raise Rejected, with one sentence, for an unusable one."""
        raise Unknown("no_field", "This game has no field to lay out.")

    @abstractmethod
    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        """Return the events that open a match; raise Rejected or Unknown for an impossible set-up."""

    @abstractmethod
    def decide(self, state: Any, given: Input, chance: Chance) -> tuple[Any, ...]:
        """Return the events that follow from an input; raise Rejected, Unknown or Misread."""

    def rehearsed(self, state: Any) -> Any:
        """Return the state that a dry run decides from: a hidden deck in it would tell the future."""
        return state

    def evolve(self, state: Any, event: Any) -> Any:
        """Return the state after an event (``state`` is None before the first); never refuse."""
        return event.apply(state)

    def numbered(self, state: Any, seq: int) -> Any:
        """Return the state once the decision that led to it has its number, which a strike names.

        The numbers are only for the view: a game decides nothing by them.
        """
        return state

    def broken(self, state: Any) -> Message | None:
        """Return what could not be so (a negative number of balls, say), in a sentence, or None."""
        return None

    def uprooted(self, was: Any, now: Any, events: Sequence[Any]) -> Message | None:
        """Return why a decision goes with earlier ones that are struck, though it is still allowed, or None.

        It was made in the state ``was`` and would follow on ``now``.
        """
        return next((why for event in events if (why := event.uprooted(was, now))), None)

    def next_deadline(self, state: Any) -> int | None:
        """Return when the game wants a `Deadline`, in ns; None while nothing runs."""
        return None

    def refuses(self, state: Any) -> Rejected | None:
        """Return why corrections, notes and strikes are refused now; None while the match goes on."""
        is_over = self.stamp(state).stage == "over"
        return Rejected("over", "The match is over.", self.last_rule) if is_over else None

    def stamp(self, state: Any) -> Stamp:
        """Return where the match is."""
        return Stamp(state.turn, state.phase, self.stages.get(state.phase, state.phase))

    def fortune(self, state: Any) -> Fortune | None:
        """Return the stream that chance is drawn from, and how far it is used.

        With one, taking a decision back and doing it again draws the same numbers. None for chance that
        nobody checks: a state without a ``seed``.
        """
        from fieldkit.games.fair import Fortune

        seed = getattr(state, "seed", "")
        return Fortune(seed, state.used) if seed else None

    def describe(self, state: Any, events: Sequence[Any]) -> LogLine | None:
        """Return one line for a decision, told with the state after it: that of the first event with one."""
        return next((line for event in events if (line := event.line(state))), None)

    def also(self, state: Any, events: Sequence[Any]) -> Sequence[LogLine]:
        """Return further lines for what one decision did beside what `describe` tells, the newest last."""
        return ()

    @abstractmethod
    def headline(self, state: Any, translate: Language = ENGLISH) -> Headline:
        """Return what shared pages, scoreboard and report show of the match, in the kit's language."""

    def view(self, state: Any, translate: Language = ENGLISH) -> dict[str, Any]:
        """Return the game's own fields of what the referee sees; only its own modules read them."""
        return {}

    def board(self, state: Any, own: Mapping[str, Any]) -> dict[str, Any]:
        """Return the public part of the fields that `view` gave, small enough for 1,000 screens (3 KB)."""
        return {name: own[name] for name in self.board_type.__annotations__ if name in own}

    def spoken(self, state: Any, translate: Language = ENGLISH) -> Sequence[Spoken]:
        """Return what must be said aloud now or later, in this order, where the kit has a voice.

        A line that a later state no longer tells is dropped, or broken off. The kit keeps all of them clear
        of the blasts.
        """
        return ()

    def ask(
        self, state: Any, who: str, query: Mapping[str, str], translate: Language = ENGLISH
    ) -> dict[str, Any]:
        """Return what is too large or too personal for a view, in the kit's language, for ``who`` asks.

        That is what stands in ``by`` of a command (``tablet``, ``seat/…``, and ``captain/…`` or ``crew`` in
        a game with commands of theirs), or ``""`` for anybody. Raises Unknown for a question that the game
        does not answer, Rejected ``not_yours`` for one of others.
        """
        raise Unknown("unknown_question", "This game has nothing to look up here.")


def refusals_in_words(found: Mapping[str, Rejected | None], translate: Language) -> dict[str, dict[str, Any]]:
    """Return a sentence and its rule for each key of a screen that is refused."""
    return {key: {"text": translate(no.said), "rule": no.rule} for key, no in found.items() if no}


def title_of(game: Game) -> Term:
    """Return what people call a game."""
    return game.title or Term(game.name.replace("_", " ").capitalize())


def hoop_ids(games: Mapping[str, Game]) -> list[str]:
    """Return the hoops of all games' fields, each once."""
    return list(dict.fromkeys(id for game in games.values() if game.hoops for id in game.hoops.ids))


class GameFiles(NamedTuple):
    """The files of a game: ``FILES`` in the ``__init__.py`` of its package, where the defaults do not fit.

    ``options`` is the table of the settings that is laid over the options of its ``rules.toml``, if not the
    one of its name. ``field`` is the one that may name a file in place of its ``field.toml``. ``fields`` are
    files of its folder that a match may choose among, by name: ``fields`` in the numbers of the game.
    """

    options: str = ""
    field: str | None = None
    fields: Mapping[str, str] = {}
