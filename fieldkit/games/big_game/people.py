"""The commands for players (BG-1, BG-13): registration, no-shows, substitutes, sanctions, removals."""

from __future__ import annotations

from dataclasses import dataclass, field

from fieldkit.errors import Rejected
from fieldkit.games.big_game import seat_events as ev
from fieldkit.games.big_game.base import Command, Events, reason, seated
from fieldkit.games.big_game.player_list import club_name, free_seats, imported, player_name
from fieldkit.games.big_game.ring import known_seat
from fieldkit.games.big_game.state import Person, State, seat_called
from fieldkit.messages import ANY_TEXT, Chance, GameCommand
from fieldkit.phrases import N_


@dataclass(frozen=True, slots=True)
class Register(Command):
    """Register a player, on a free ``seat``: a phone for its own, the referee for any, None for the next."""

    type = "register"
    seated = True

    name: str
    club: str = ""
    seat: str | None = None

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        _no_rehearsal(state)
        seat = next(free_seats(state), None) if self.seat is None else known_seat(state, self.seat)
        if seat is None:
            raise Rejected("full", "All seats are taken", "BG-1")
        if seat in state.people:
            given = {"seat": seat_called(seat), "name": state.people[seat].name}
            raise Rejected("seat_taken", "Seat {seat} belongs to {name}", "BG-1", **given)
        return (ev.PlayerRegistered(seat, player_name(self.name), club_name(self.club)),)


@dataclass(frozen=True, slots=True)
class ImportPlayers(Command):
    """Register everybody in a CSV text with the columns name, board, group and club; all or nobody.

    Without a board the next free seats are given.
    """

    type = "import_players"

    csv: str = field(metadata=ANY_TEXT)

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        _no_rehearsal(state)
        return (ev.PlayersImported(imported(state, self.csv)),)


@dataclass(frozen=True, slots=True)
class Rename(Command):
    """Correct the name or the club on a seat."""

    type = "rename_player"

    seat: str
    name: str
    club: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = seated(state, self.seat)
        return (ev.PlayerRenamed(person.seat, player_name(self.name), club_name(self.club)),)


@dataclass(frozen=True, slots=True)
class Substitute(Command):
    """Somebody else takes over a seat, with a new place in the order of registration (BG-12)."""

    type = "substitute"

    seat: str
    name: str
    club: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = seated(state, self.seat)
        if any(claim.number == person.number and claim.counts for claim in state.claims):
            text = N_("{name} has claimed the victory: nobody takes over this seat")
            raise Rejected("claimed", text, "BG-12", name=person.name)
        return (ev.PlayerReplaced(person.seat, player_name(self.name), club_name(self.club)),)


@dataclass(frozen=True, slots=True)
class MarkAway(Command):
    """A no-show, or with ``away`` false somebody who came after all (BG-1)."""

    type = "mark_away"

    seat: str
    away: bool = True

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = _not_removed(state, self.seat)
        if person.away == self.away:
            text = N_("{name} is marked as away already") if self.away else N_("{name} is not marked as away")
            raise Rejected("no_change", text, None, name=person.name)
        return (*_claims_gone(state, person), ev.AwayMarked(person.seat, self.away))


@dataclass(frozen=True, slots=True)
class Sanction(Command):
    """Note a sanction (BG-13)."""

    type = "sanction"

    seat: str
    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = _not_removed(state, self.seat)
        return (ev.PlayerSanctioned(person.seat, reason(self.reason, needed=True)),)


@dataclass(frozen=True, slots=True)
class RemovePlayer(Command):
    """Send a player off: the seat is empty from now on, and a claim goes with them (BG-1, BG-13)."""

    type = "remove_player"

    seat: str
    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person, why = _not_removed(state, self.seat), reason(self.reason, needed=True)
        return (*_claims_gone(state, person), ev.PlayerRemoved(person.seat, why))


@dataclass(frozen=True, slots=True)
class Reinstate(Command):
    """A removal was wrong: the player plays again, and a claim can be judged again (BG-12, BG-13)."""

    type = "reinstate"

    seat: str
    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = seated(state, self.seat)
        if not person.removed:
            raise Rejected("not_removed", "{name} was not removed", "BG-13", name=person.name)
        return (ev.PlayerReinstated(person.seat, reason(self.reason, needed=True)),)


def _claims_gone(state: State, person: Person) -> Events:
    """Withdraw the claims of a player who does not play any more."""
    gone = [claim for claim in state.claims if claim.seat == person.seat and claim.counts]
    return tuple(ev.ClaimWithdrawn(claim.seat, claim.id) for claim in gone)


def _no_rehearsal(state: State) -> None:
    if state.rehearsal:
        raise Rejected("rehearsal", "Nobody registers for a rehearsal", "BG-1")


def _not_removed(state: State, seat: str) -> Person:
    person = seated(state, seat)
    if person.removed:
        raise Rejected("removed", "{name} was removed", "BG-13", name=person.name)
    return person
