"""What a game is to the kit: a few pure functions and its numbers. No word of any one game stands here.

A game never asks for the time, for chance or for a file: the referee hands it all three. Its state is a
frozen value; its events are frozen dataclasses that carry results, so that a journal replays without
deciding anything again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from fieldkit.errors import Rejected
from fieldkit.messages import (
    Bare,
    Blast,
    Chance,
    Cue,
    Due,
    GameCommand,
    Input,
    Interrupted,
    OpeningDelayed,
    Role,
    Sighting,
    Verdict,
)
from fieldkit.phrases import ENGLISH, Language, Message

__all__ = [
    "Bare",
    "Due",
    "Event",
    "Game",
    "GameCommand",
    "Input",
    "Interrupted",
    "LogLine",
    "OpeningDelayed",
    "Sighting",
    "Sort",
    "Stage",
    "games",
    "register",
]


class Event(Protocol):
    """One thing that happened. ``decision`` is False for what only explains (a refused sighting)."""

    decision: ClassVar[bool]
    clock: ClassVar[bool]
    """True for starts, stops and ends: a strike never takes those out."""


Stage = Literal["setup", "ready", "play", "rest", "over"]
"""How far a match is, the same in every game; a game's own phases are finer."""

Sort = Literal[
    "ball", "clock", "stop", "void", "purchase", "card", "trade", "note", "correction", "strike", "result", ""
]
"""What sort of thing a line of the record tells, so that a report can group and count; "" for any other."""


@dataclass(frozen=True, slots=True)
class LogLine(Message):
    """One line of the record in plain words: a phrase, and the team it is about."""

    team: str | None = None
    sort: Sort = ""


class Game(Protocol):
    """The functions the referee calls. ``Any`` stands for the game's own frozen state.

    ``commands`` maps a command's ``type`` to its dataclass; one of them, ``create``, opens a match.
    ``events`` maps a name on the record to its dataclass. ``buttons`` are the commands of the two physical
    buttons.
    ``at_once`` names commands whose blast sounds before they are recorded.
    """

    name: str
    rules: Mapping[str, Message]
    """Each rule's number to its one sentence, which is shown beside a refusal that names the number.

    Numbers begin with letters of the game's own, so that those of all games can stand in one table.
    """
    commands: Mapping[str, type]
    create: str
    events: Mapping[str, type]
    buttons: Mapping[str, object]
    at_once: Mapping[str, Blast]
    view_type: type
    """A TypedDict of `view`, for the description of the web interface."""
    board_type: type
    """A TypedDict of `board`."""

    def setup_view(self) -> dict[str, Any]:
        """What a page needs to set a match up (the field, the options' defaults and limits)."""

    def unknown(self, role: Role, value: str) -> str | None:
        """What a tag or button of this role may stand for, in words; None if ``value`` is such a thing."""

    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        """The events that open a match; raises Rejected or Unknown for an impossible set-up."""

    def decide(self, state: Any, given: Input, chance: Chance) -> tuple[Any, ...]:
        """The events that follow from an input; raises Rejected, Unknown or Misread and nothing else."""

    def evolve(self, state: Any, event: Any) -> Any:
        """The state after an event (``state`` is None before the first); never refuses."""

    def broken(self, state: Any) -> Message | None:
        """What could not be so (a negative number of balls, say), in a sentence; None for a sound state."""

    def next_deadline(self, state: Any) -> int | None:
        """When the game wants a `Due`, in ns; None while nothing runs."""

    def cues(self, state: Any) -> Sequence[Cue]:
        """All blasts that this state wants, past ones of the running phase included; ids never change."""

    def running(self, state: Any) -> bool:
        """True while the whistle has a round, so that losing it must stop the match."""

    def opening(self, state: Any) -> int | None:
        """The moment of the next opening blast while it can still be put off (ns), else None."""

    def urgent(self, state: Any) -> bool:
        """True while a command of `at_once` would sound."""

    def round_seconds(self, state: Any) -> float:
        """The length of a bare round (s)."""

    def over(self, state: Any) -> bool:
        """True when the match is over and another may begin."""

    def refuses(self, state: Any) -> Rejected | None:
        """Why corrections, notes and strikes are refused now; None while the match goes on."""

    def stamp(self, state: Any) -> tuple[int, str]:
        """The number of the round and the phase."""

    def verdict(self, events: Sequence[Any]) -> Verdict:
        """What the events that answered a sighting say to the player: counted, held or refused."""

    def describe(self, state: Any, events: Sequence[Any]) -> LogLine | None:
        """One line for the list of last actions, told with the state after them; None if not worth one."""

    def view(self, state: Any, translate: Language = ENGLISH) -> dict[str, Any]:
        """What the referee sees, but for what the kit adds (match, seq, rev, now, recent, alarms, kit).

        ``translate`` puts its sentences and words into the kit's language.
        """

    def board(self, view: Mapping[str, Any]) -> dict[str, Any]:
        """The public part of a whole view."""


Factory = Callable[[Mapping[str, Any], Mapping[str, Any]], Game]
"""Makes a game from its numbers (``rules.toml`` with the settings' ``[rules]`` laid over) and its field.

Raises SettingsError for numbers or a field that the game cannot use.
"""

_FACTORIES: dict[str, Factory] = {}


def register(name: str, factory: Factory) -> None:
    """Make a game known by its name; the one place where all games meet."""
    _FACTORIES[name] = factory


def factories() -> Mapping[str, Factory]:
    """The registered games by name."""
    return _FACTORIES
