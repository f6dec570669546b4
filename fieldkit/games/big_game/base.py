"""The base classes of commands and events, and what all commands share: seats and reasons."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, dataclass_transform

from fieldkit.errors import Rejected
from fieldkit.games import Event, LogLine
from fieldkit.games.big_game.ring import known_seat
from fieldkit.games.big_game.state import Call, Claim, Person, State, seat_called
from fieldkit.messages import SEAT, Chance, GameCommand
from fieldkit.phrases import N_, Message

MAX_REASON_CHARS = 120
Events = tuple[Event, ...]


@dataclass_transform(frozen_default=True)
class Command:
    """A command, a frozen dataclass, of the ``type`` that it has on the wire: ``name`` of its class."""

    type: ClassVar[str]
    waits: ClassVar[bool]
    """True for one that is refused while an alarm is on (BG-5)."""
    seated: ClassVar[bool]
    """True for one that players may send from their own seats, each for themselves."""

    def __init_subclass__(cls, name: str, waits: bool = False, seated: bool = False) -> None:
        cls.type, cls.waits, cls.seated = name, waits, seated
        dataclass(frozen=True)(cls)

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        """Return the events that follow; raises Rejected or Unknown."""
        raise NotImplementedError


@dataclass_transform(frozen_default=True)
class HallEvent(Event):
    """An event of the hall, a frozen dataclass; its own fields fill the sentence ``said`` of its line."""

    sort: ClassVar[str] = "hall"
    said: ClassVar[str] = ""

    def __init_subclass__(cls, sort: str = "", said: str = "") -> None:
        cls.sort, cls.said = sort or cls.sort, said or cls.said
        dataclass(frozen=True)(cls)

    def words(self, state: State) -> Message | None:
        """Return the sentence of the line, None for an event that needs none."""
        return Message(self.said) if self.said else None

    def line(self, state: State) -> LogLine | None:
        """Return the line for the record."""
        words = self.words(state)
        if words is None:
            return None
        own = self.fillings(state).items()
        given = {name: value for name, value in own if f"{{{name}}}" in words.template}
        return LogLine(words.template, {**given, **words.params}, self.group, self.sort, self.is_private)

    @property
    def group(self) -> str | None:
        """The group that the line is about."""
        return None

    @property
    def is_private(self) -> bool:
        """True for a line that is between a seat and the referee."""
        return False

    def fillings(self, state: State) -> dict[str, object]:
        """Return what can fill the sentence."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


class LastingHallEvent(HallEvent):
    """Set-up, rolls, clocks and ends: no strike takes them out. A roll has its own way back."""

    clock: ClassVar[bool] = True


class SeatEvent(HallEvent):
    """An event of a seat: its line can name the seat and its player."""

    sort: ClassVar[str] = "seat"

    seat: str

    @property
    def group(self) -> str:
        """The group of the seat."""
        return self.seat.partition("-")[2]

    @property
    def is_private(self) -> bool:
        """True for most sorts; the screens tell how many claims are open."""
        return self.sort != "registered"

    def fillings(self, state: State) -> dict[str, object]:
        """Return the fields, the seat in words and the name of its player."""
        own: dict[str, object] = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return own | {"seat": seat_called(self.seat), "name": state.name(self.seat)}


def check(refused: Rejected | None) -> None:
    """Raise a refusal, if there is one."""
    if refused:
        raise refused


def seat_of(by: str) -> str | None:
    """Return the seat of a player's phone, None for the referee's own pages."""
    return by.removeprefix(SEAT) if by.startswith(SEAT) else None


def seated(state: State, seat: str) -> Person:
    """Return the player of a seat; raises Unknown for an unknown seat, Rejected for an empty one."""
    person = state.people.get(known_seat(state, seat))
    if person is None:
        raise Rejected("empty_seat", "Nobody has seat {seat}", "BG-1", seat=seat_called(seat))
    return person


def one_line(text: str, most: int, code: str, said: str, least: int = 0) -> str:
    """Return a text with single spaces; raises Rejected for too few or too many characters, or odd ones."""
    line = " ".join(text.split())
    if not least <= len(line) <= most or not line.isprintable():
        raise Rejected(code, said, None, n=most)
    return line


def reason(text: str, needed: bool = False) -> str:
    """Return a reason with single spaces; raises Rejected for one that is missing or too long."""
    if needed and not text.strip():
        raise Rejected("no_reason", "Say why: it goes on the record", "BG-13")
    return one_line(text, MAX_REASON_CHARS, "reason_length", N_("At most {n} characters"))


def next_id(numbered: tuple[Claim, ...] | tuple[Call, ...]) -> int:
    """Return the number of the next claim or call."""
    return max((each.id for each in numbered), default=0) + 1
