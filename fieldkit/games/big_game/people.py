"""Who plays (BG-1, BG-13): registered by hand, phone or CSV file; no-shows, substitutes, removals."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from fieldkit.errors import Rejected
from fieldkit.games.big_game import commands as co
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.ring import known_seat
from fieldkit.games.big_game.state import Person, State, kind_of, seat_called, seat_id, split_seat
from fieldkit.phrases import N_, Message, MessageList

MAX_NAME_CHARS = 32
MAX_CLUB_CHARS = 32
MAX_REASON_CHARS = 120
COLUMNS = ("name", "board", "group", "club")
"""What a list of players may have; ``name`` it must have."""
EXPORTED = ("name", "board", "kind", "group", "club", "number", "status")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would take for a formula at the beginning of a cell."""


def register(state: State, command: co.Register) -> tuple[ev.Event, ...]:
    """A player for a free seat (BG-1)."""
    _no_rehearsal(state)
    seat = next(free_seats(state), None) if command.seat is None else known_seat(state, command.seat)
    if seat is None:
        raise Rejected("full", "All seats are taken", "BG-1")
    if seat in state.people:
        given = {"seat": seat_called(seat), "name": state.people[seat].name}
        raise Rejected("seat_taken", "Seat {seat} belongs to {name}", "BG-1", **given)
    return (ev.PlayerRegistered(seat, _name(command.name), _club(command.club)),)


def imported(state: State, command: co.ImportPlayers) -> tuple[ev.Event, ...]:
    """Everybody of a CSV text, or nobody: each row that cannot be taken is named, with the reason (BG-1)."""
    _no_rehearsal(state)
    rows = _rows(command.csv)
    wrong: list[tuple[int, Rejected]] = []
    taken, wished, players = set(state.people), dict[int, str | None](), list[ev.Entry]()
    for row in rows:
        with _noted(row, wrong):
            wished[row.number] = _wished(state, row, taken)
    free = (seat for seat in free_seats(state) if seat not in taken)
    for row in rows:
        with _noted(row, wrong):
            name, club = _name(row.cells.get("name", "")), _club(row.cells.get("club", ""))
            seat = wished.get(row.number) or next(free, None)
            if seat is None:
                raise Rejected("full", "no seat is left")
            players.append(ev.Entry(seat, name, club))
    if wrong:
        raise _nobody(wrong)
    return (ev.PlayersImported(tuple(players)),)


@contextmanager
def _noted(row: _Row, wrong: list[tuple[int, Rejected]]) -> Iterator[None]:
    try:
        yield
    except Rejected as error:
        wrong.append((row.number, error))


def _nobody(wrong: Sequence[tuple[int, Rejected]]) -> Rejected:
    """All that is wrong with a list, a line for each, in the order of its rows."""
    ordered = sorted(wrong, key=lambda each: each[0])
    lines = [Message("Row {row}: {why}", {"row": row, "why": error.said}) for row, error in ordered]
    text = N_("Nobody was registered.\n{rows}")
    return Rejected(ordered[0][1].code, text, "BG-1", rows=MessageList(lines, between="\n"))


def exported(state: State) -> str:
    """Everybody as a CSV text, in the order of registration; a text that is no formula for a spreadsheet."""
    lines: list[str] = []
    writer = csv.writer(_Lines(lines))
    writer.writerow(EXPORTED)
    for person in sorted(state.people.values(), key=lambda person: person.number):
        board, group = split_seat(person.seat)
        status = "removed" if person.removed else "away" if person.away else "plays"
        row = [person.name, board, kind_of(board), group, person.club, person.number, status]
        writer.writerow([f"'{cell}" if str(cell).startswith(_FORMULA) else cell for cell in row])
    return "".join(lines)


def renamed(state: State, command: co.Rename) -> tuple[ev.Event, ...]:
    """A corrected name or club."""
    person = seated(state, command.seat)
    return (ev.PlayerRenamed(person.seat, _name(command.name), _club(command.club)),)


def substituted(state: State, command: co.Substitute) -> tuple[ev.Event, ...]:
    """Somebody else takes over; they come last in the order of registration (BG-12)."""
    person = seated(state, command.seat)
    if any(
        claim.number == person.number and claim.standing in ("open", "confirmed") for claim in state.claims
    ):
        text = N_("{name} has claimed the victory: nobody takes over this seat")
        raise Rejected("claimed", text, "BG-12", name=person.name)
    return (ev.PlayerReplaced(person.seat, _name(command.name), _club(command.club)),)


def marked(state: State, command: co.MarkAway) -> tuple[ev.Event, ...]:
    """A no-show, or somebody who came after all (BG-1)."""
    person = seated(state, command.seat)
    _not_removed(person)
    if person.away == command.away:
        text = N_("{name} is marked as away already") if command.away else N_("{name} is not marked as away")
        raise Rejected("no_change", text, None, name=person.name)
    return (*_claims_gone(state, person), ev.AwayMarked(person.seat, command.away))


def sanctioned(state: State, command: co.Sanction) -> tuple[ev.Event, ...]:
    """A sanction (BG-13)."""
    person = seated(state, command.seat)
    _not_removed(person)
    return (ev.PlayerSanctioned(person.seat, reason(command.reason, needed=True)),)


def removed(state: State, command: co.RemovePlayer) -> tuple[ev.Event, ...]:
    """A player is sent off (BG-13); a claim goes with them."""
    person = seated(state, command.seat)
    _not_removed(person)
    why = reason(command.reason, needed=True)
    return (*_claims_gone(state, person), ev.PlayerRemoved(person.seat, why))


def reinstated(state: State, command: co.Reinstate) -> tuple[ev.Event, ...]:
    """A removal was wrong (BG-13): the player plays again, and a claim can be judged again (BG-12)."""
    person = seated(state, command.seat)
    if not person.removed:
        raise Rejected("not_removed", "{name} was not removed", "BG-13", name=person.name)
    return (ev.PlayerReinstated(person.seat, reason(command.reason, needed=True)),)


def _claims_gone(state: State, person: Person) -> list[ev.Event]:
    """Nobody wins who does not play: what they claimed is taken back with them."""
    standing = ("open", "confirmed")
    found = [each for each in state.claims if each.seat == person.seat and each.standing in standing]
    return [ev.ClaimWithdrawn(claim.id, claim.seat) for claim in found]


def seated(state: State, seat: str) -> Person:
    """Who has a seat; raises Unknown for a seat that there is not, Rejected for an empty one."""
    person = state.people.get(known_seat(state, seat))
    if person is None:
        raise Rejected("empty_seat", "Nobody has seat {seat}", "BG-1", seat=seat_called(seat))
    return person


def free_seats(state: State) -> Iterator[str]:
    """The seats without a name, board by board; Sun and Moon in turn, so that nobody sits alone."""
    for board in range(1, state.boards + 1):
        for group in ("sun", "moon"):
            seat = seat_id(board, group)
            if seat not in state.people:
                yield seat


def reason(text: str, needed: bool = False) -> str:
    """A reason as it was typed; raises Rejected for one that is missing or too long."""
    said = " ".join(text.split())
    if needed and not said:
        raise Rejected("no_reason", "Say why: it goes on the record", "BG-13")
    if len(said) > MAX_REASON_CHARS or not said.isprintable():
        raise Rejected("reason_length", "At most {n} characters", None, n=MAX_REASON_CHARS)
    return said


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of a list: its number in the text and its cells by column."""

    number: int
    cells: Mapping[str, str]
    is_long: bool


class _Lines:
    """What the csv module writes into: its lines, one by one."""

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


def _rows(text: str) -> Sequence[_Row]:
    # Each keeps its end, so that a cell may have several lines.
    lines = [f"{line}\n" for line in text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")]
    separator = max(",;\t", key=lines[0].count)
    try:
        table = list(csv.reader(lines, delimiter=separator, strict=True))
    except csv.Error as error:
        raise Rejected("bad_csv", "The list cannot be read: {error}", None, error=str(error)) from None
    head = [cell.strip().lower() for cell in table[0]] if table else []
    if "name" not in head:
        names = ", ".join(COLUMNS)
        raise Rejected("bad_csv", "The first row must name the columns: {names}", None, names=names)
    rows = [
        _Row(
            number,
            {column: _cell(cell) for column, cell in zip(head, cells, strict=False) if column in COLUMNS},
            len(cells) > len(head),
        )
        for number, cells in islice(enumerate(table, 1), 1, None)
        if any(cell.strip() for cell in cells)
    ]
    if not rows:
        raise Rejected("bad_csv", "The list has no players")
    return rows


def _cell(text: str) -> str:
    """A cell as it was before `exported` or a spreadsheet made sure that it is no formula."""
    cell = text.strip()
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell


def _wished(state: State, row: _Row, taken: set[str]) -> str | None:
    """The seat that a row names, which is taken from then on; None where the kit may choose."""
    if row.is_long:
        raise Rejected("bad_csv", "it has more cells than the first row")
    board, group = row.cells.get("board", ""), row.cells.get("group", "").lower()
    if not board and not group:
        return None
    number = board.rstrip("ABCabc ")
    if not number.isdecimal() or len(number) > 4 or group not in ("sun", "moon"):
        raise Rejected("bad_seat", "a seat needs a board and sun or moon")
    kind = board.removeprefix(number).strip().upper()
    if kind not in ("", kind_of(int(number))):
        given = {"board": number, "kind": kind_of(int(number))}
        raise Rejected("bad_seat", "board {board} is of kind {kind}", **given)
    seat = known_seat(state, seat_id(int(number), "sun" if group == "sun" else "moon"))
    if seat in taken:
        text = N_("seat {seat} is taken") if seat in state.people else N_("seat {seat} is on the list twice")
        raise Rejected("seat_taken", text, seat=seat_called(seat))
    taken.add(seat)
    return seat


def _no_rehearsal(state: State) -> None:
    if state.rehearsal:
        raise Rejected("rehearsal", "Nobody registers for a rehearsal", "BG-1")


def _not_removed(person: Person) -> None:
    if person.removed:
        raise Rejected("removed", "{name} was removed", "BG-13", name=person.name)


def _name(text: str) -> str:
    name = " ".join(text.split())
    if not 0 < len(name) <= MAX_NAME_CHARS or not name.isprintable():
        raise Rejected("player_name", "A player's name has 1 to {n} characters", None, n=MAX_NAME_CHARS)
    return name


def _club(text: str) -> str:
    club = " ".join(text.split())
    if len(club) > MAX_CLUB_CHARS or not club.isprintable():
        raise Rejected("club_name", "A club's name has at most {n} characters", None, n=MAX_CLUB_CHARS)
    return club
