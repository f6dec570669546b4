"""The players (BG-1, BG-13): registration by hand or from a CSV list, no-shows, substitutes, sanctions."""

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from fieldkit.errors import Rejected
from fieldkit.games.big_game import seat_events as ev
from fieldkit.games.big_game.base import HallCommand, one_line, reason, seated
from fieldkit.games.big_game.ring import known_seat
from fieldkit.games.big_game.state import GROUPS, Person, State, kind_of, seat_called, seat_id, split_seat
from fieldkit.games.declared import Events, Value
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_, Message, MessageList

MAX_NAME_CHARS = 32
MAX_CLUB_CHARS = 32
COLUMNS = ("name", "board", "group", "club")
"""The columns of a list of players; only ``name`` is necessary."""
EXPORTED = ("name", "board", "kind", "group", "club", "number", "status")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""The beginnings of a cell that a spreadsheet would take for a formula."""


class Register(HallCommand, type="register", seated=True):
    """Register a player, on a free ``seat``: a phone for its own, the referee for any, None for the next."""

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


class ImportPlayers(HallCommand, type="import_players", any_text=("csv",)):
    """Register everybody in a CSV text, or nobody; without a board the next free seats are given."""

    csv: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        _no_rehearsal(state)
        return (ev.PlayersImported(imported(state, self.csv)),)


class Rename(HallCommand, type="rename_player"):
    """Correct the name or the club on a seat."""

    seat: str
    name: str
    club: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = seated(state, self.seat)
        return (ev.PlayerRenamed(person.seat, player_name(self.name), club_name(self.club)),)


class Substitute(HallCommand, type="substitute"):
    """Somebody else takes over a seat, with a new place in the order of registration (BG-12)."""

    seat: str
    name: str
    club: str = ""

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = seated(state, self.seat)
        if any(claim.number == person.number and claim.counts for claim in state.claims):
            text = N_("{name} has claimed the victory: nobody takes over this seat")
            raise Rejected("claimed", text, "BG-12", name=person.name)
        return (ev.PlayerReplaced(person.seat, player_name(self.name), club_name(self.club)),)


class MarkAway(HallCommand, type="mark_away"):
    """A no-show, or with ``away`` false somebody who came after all (BG-1)."""

    seat: str
    away: bool = True

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = _not_removed(state, self.seat)
        if person.away == self.away:
            text = N_("{name} is marked as away already") if self.away else N_("{name} is not marked as away")
            raise Rejected("no_change", text, None, name=person.name)
        return (*_claims_gone(state, person), ev.AwayMarked(person.seat, self.away))


class Sanction(HallCommand, type="sanction"):
    """Note a sanction (BG-13)."""

    seat: str
    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person = _not_removed(state, self.seat)
        return (ev.PlayerSanctioned(person.seat, reason(self.reason, needed=True)),)


class RemovePlayer(HallCommand, type="remove_player"):
    """Send a player off: the seat is empty from now on, and a claim goes with them (BG-1, BG-13)."""

    seat: str
    reason: str

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        person, why = _not_removed(state, self.seat), reason(self.reason, needed=True)
        return (*_claims_gone(state, person), ev.PlayerRemoved(person.seat, why))


class Reinstate(HallCommand, type="reinstate"):
    """A removal was wrong: the player plays again, and a claim can be judged again (BG-12, BG-13)."""

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


class _Row(Value):
    """A row of a list: its number in the text and its cells by column."""

    number: int
    cells: Mapping[str, str]
    is_long: bool


def imported(state: State, text: str) -> tuple[ev.Entry, ...]:
    """Seat everybody of a list; raises Rejected with each row that cannot be taken, and why."""
    rows = _rows(text)
    wrong: list[tuple[int, Rejected]] = []
    taken, wished, players = set(state.people), dict[int, str | None](), list[ev.Entry]()
    for row in rows:
        with _noted(row, wrong):
            wished[row.number] = _wished(state, row, taken)
    free = (seat for seat in free_seats(state) if seat not in taken)
    for row in rows:
        with _noted(row, wrong):
            name, club = player_name(row.cells.get("name", "")), club_name(row.cells.get("club", ""))
            seat = wished.get(row.number) or next(free, None)
            if seat is None:
                raise Rejected("full", "no seat is left")
            players.append(ev.Entry(seat, name, club))
    if wrong:
        ordered = sorted(wrong, key=lambda each: each[0])
        lines = [Message("Row {row}: {why}", {"row": row, "why": error.said}) for row, error in ordered]
        text = N_("Nobody was registered.\n{rows}")
        raise Rejected(ordered[0][1].code, text, "BG-1", rows=MessageList(lines, between="\n"))
    return tuple(players)


@contextmanager
def _noted(row: _Row, wrong: list[tuple[int, Rejected]]) -> Iterator[None]:
    try:
        yield
    except Rejected as error:
        wrong.append((row.number, error))


def _rows(text: str) -> Sequence[_Row]:
    # Each keeps its end, so that a cell may have several lines.
    lines = [f"{line}\n" for line in text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")]
    separator = max(",;\t", key=lines[0].count)
    try:
        head, *table = csv.reader(lines, delimiter=separator, strict=True)
    except csv.Error as error:
        raise Rejected("bad_csv", "The list cannot be read: {error}", None, error=str(error)) from None
    head = [cell.strip().lower() for cell in head]
    if "name" not in head:
        names = ", ".join(COLUMNS)
        raise Rejected("bad_csv", "The first row must name the columns: {names}", None, names=names)
    rows = [
        _Row(number, dict(zip(head, map(_cell, cells), strict=False)), len(cells) > len(head))
        for number, cells in enumerate(table, 2)
        if any(cell.strip() for cell in cells)
    ]
    if not rows:
        raise Rejected("bad_csv", "The list has no players")
    return rows


def _cell(text: str) -> str:
    """Read a cell that `exported` or a spreadsheet has kept from being a formula."""
    cell = text.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _wished(state: State, row: _Row, taken: set[str]) -> str | None:
    """Take the seat that a row names; None where the kit may choose."""
    if row.is_long:
        raise Rejected("bad_csv", "it has more cells than the first row")
    board, group = row.cells.get("board", ""), row.cells.get("group", "").lower()
    if not board and not group:
        return None
    number = board.rstrip("ABCabc ")
    if not number.isdecimal() or len(number) > 4 or group not in GROUPS:
        raise Rejected("bad_seat", "a seat needs a board and sun or moon")
    kind = board.removeprefix(number).strip().upper()
    if kind not in ("", kind_of(int(number))):
        given = {"board": number, "kind": kind_of(int(number))}
        raise Rejected("bad_seat", "board {board} is of kind {kind}", **given)
    seat = known_seat(state, f"{int(number)}-{group}")
    if seat in taken:
        text = N_("seat {seat} is taken") if seat in state.people else N_("seat {seat} is on the list twice")
        raise Rejected("seat_taken", text, seat=seat_called(seat))
    taken.add(seat)
    return seat


def free_seats(state: State) -> Iterator[str]:
    """Yield the seats without a name, board by board; Sun and Moon in turn, so that nobody sits alone."""
    seats = (seat_id(board, group) for board in range(1, state.boards + 1) for group in GROUPS)
    return (seat for seat in seats if seat not in state.people)


def player_name(text: str) -> str:
    """Return a name with single spaces; raises Rejected."""
    return one_line(text, MAX_NAME_CHARS, "player_name", N_("A player's name has 1 to {n} characters"), 1)


def club_name(text: str) -> str:
    """Return a club's name with single spaces; raises Rejected."""
    return one_line(text, MAX_CLUB_CHARS, "club_name", N_("A club's name has at most {n} characters"))


def exported(state: State) -> str:
    """Return everybody as a CSV text, in the order of registration; no cell is a spreadsheet's formula."""
    lines = _Lines()
    writer = csv.writer(lines)
    writer.writerow(EXPORTED)
    for person in sorted(state.people.values(), key=lambda person: person.number):
        board, group = split_seat(person.seat)
        status = "removed" if person.removed else "away" if person.away else "plays"
        row = [person.name, board, kind_of(board), group, person.club, person.number, status]
        writer.writerow([f"'{cell}" if str(cell).startswith(_FORMULA) else cell for cell in row])
    return "".join(lines)


class _Lines(list[str]):
    """The lines that the csv module writes, one by one."""

    write = list.append
