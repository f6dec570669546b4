"""Values, commands and events of a game: frozen structs that say all about themselves in their heads."""

from __future__ import annotations

import re
from collections.abc import Collection
from types import ModuleType
from typing import Any, ClassVar, TypeVar, dataclass_transform

import msgspec

from fieldkit.phrases import Message


class LogLine(Message, frozen=True):
    """One line of the record in plain words: a message, and the team it is about.

    ``sort`` is a word of the game's own for what the line tells, so that a report can group and count. A
    ``private`` line is the referee's own: the public board leaves it out.
    """

    team: str | None = None
    sort: str = ""
    private: bool = False


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Declared(msgspec.StructMeta):
    """The class of all values, commands and events: each becomes a frozen struct.

    Its head, as in ``class Rolled(Event, sort="roll")``, sets class variables that its base declares.
    """

    def __new__(
        meta, name: str, bases: tuple[type, ...], members: dict[str, Any], /, **head: Any
    ) -> Declared:
        """Make the class; raise TypeError for a head that no base declares."""
        if unknown := [each for each in head if not any(hasattr(base, each) for base in bases)]:
            raise TypeError(f"the bases of {name} have no {', '.join(unknown)}")
        made: Declared = super().__new__(meta, name, bases, members | head, frozen=True)
        return made


class Value(msgspec.Struct, metaclass=Declared):
    """A value of a game: a part of its state, of its options, of a command or of its report."""


class Command(msgspec.Struct, metaclass=Declared):
    """A request of somebody; its `type` is its name on the wire."""

    type: ClassVar[str] = ""
    secret: ClassVar[Collection[str]] = ()
    """Fields that nobody may see before the match is over."""
    any_text: ClassVar[Collection[str]] = ()
    """Fields that take any text: a file, or words to be cleaned."""


class Event(msgspec.Struct, metaclass=Declared):
    """One thing that happened, with its results; fields are only ever added, with defaults.

    An event says where it is declared what it is to the record and how it changes the state.
    """

    decision: ClassVar[bool] = True
    """False for what only explains, such as a refused sighting."""
    clock: ClassVar[bool] = False
    """True for starts, stops and ends: a strike never takes those out."""
    secret: ClassVar[Collection[str]] = ()
    """Fields that nobody may see before the match is over, dotted where they lie deeper.

    They are on the record, and in no answer, view or export until then.
    """
    settled: ClassVar[Collection[str]] = ()
    """Fields that the kit's settings decided: another day's settings need not decide the same."""
    sort: ClassVar[str] = ""
    """The `LogLine.sort` of its line."""
    private: ClassVar[bool] = False
    """True for a line that is the referee's own."""
    said: ClassVar[str] = ""
    """The sentence of its line, filled from its fields."""

    def apply(self, state: Any) -> Any:
        """Return the state after the event (``state`` is None before the first); never refuse."""
        return state

    def line(self, state: Any) -> LogLine | None:
        """Return its line for the record, told with the state after its decision, or None."""
        return self.told(state, self.said) if self.said else None

    def told(self, state: Any, text: str, /, **more: object) -> LogLine:
        """Return a line whose placeholders are filled with ``more``, or else with its fields in words."""
        names = re.findall(r"\{(\w+)\}", text)
        given = {name: more[name] if name in more else self.in_words(state, name) for name in names}
        return LogLine(text, given, self.about, self.sort, self.private)

    @property
    def about(self) -> str | None:
        """The team that its line is about."""
        return None

    def in_words(self, state: Any, name: str) -> object:
        """Return a field, or something else that its sentences name, as it stands in them."""
        return getattr(self, name)

    def uprooted(self, was: Any, now: Any) -> Message | None:
        """Return why it goes with what is struck before it, or None where all it rested on is there."""
        return None


Events = tuple[Event, ...]
"""Events that follow from one input, in their order."""


class LastingEvent(Event, clock=True):
    """A start, a stop or an end."""


Kind = TypeVar("Kind")


def declared(base: type[Kind], *modules: ModuleType) -> dict[str, type[Kind]]:
    """Return the classes of modules that derive from ``base``, by name: all events of a game, say.

    Those whose name begins with ``_`` are bases themselves.
    """
    return {
        name: kind
        for module in modules
        for name, kind in vars(module).items()
        if isinstance(kind, type) and issubclass(kind, base)
        if kind.__module__ == module.__name__ and not name.startswith("_")
    }


def commands(*modules: ModuleType) -> dict[str, type[Command]]:
    """Return the commands of a game by their `type`."""
    return {kind.type: kind for kind in declared(Command, *modules).values()}
