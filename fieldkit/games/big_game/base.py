"""The base classes of commands and events, and what all commands share: seats and reasons."""

from typing import ClassVar

from fieldkit.errors import Rejected
from fieldkit.games.big_game.ring import known_seat
from fieldkit.games.big_game.state import Call, Claim, Person, State, seat_called
from fieldkit.games.declared import Command, Event, Events
from fieldkit.messages import SEAT, Chance, GameCommand
from fieldkit.phrases import N_

MAX_REASON_CHARS = 120


class HallCommand(Command):
    """A command of the hall."""

    waits: ClassVar[bool] = False
    """True for one that is refused while an alarm is on (BG-5)."""
    seated: ClassVar[bool] = False
    """True for one that players may send from their own seats, each for themselves."""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        """Return the events that follow; raises Rejected or Unknown."""
        raise NotImplementedError


class SeatEvent(Event, sort="seat", private=True):
    """An event of a seat: its line can name the seat and its player, and is not for the screens."""

    seat: str

    @property
    def about(self) -> str:
        """The group of the seat."""
        return self.seat.partition("-")[2]

    def in_words(self, state: State, name: str) -> object:
        """Return a field, the seat in words or the name of its player."""
        if name == "seat":
            return seat_called(self.seat)
        return state.name(self.seat) if name == "name" else getattr(self, name)


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
