"""The teams of an event as a table: CSV in and out, and what a team may be called.

What a spreadsheet saves is read, in any order of columns, of which only ``name`` must be there. A file with
mistakes is refused as a whole, in one error with a line for each of them.
"""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count, islice

from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.event.documents import Team
from fieldkit.phrases import Message, MessageList, Term

COLUMNS = ("id", "name", "colour", "mark", "players", "club")
"""The columns, in the order they are written."""
COLOURS = ("red", "blue", "green", "yellow", "olive", "violet")
"""The colours a team may wish to be painted with; the names are those of `fieldkit.colours.SIDES`."""
MARKS = ("triangle", "square", "hexagon", "star", "cross", "ring")
"""The shapes a team may wish for; each is drawn in ``fieldkit/icons``."""
MAX_NAME_CHARS = 24
"""The greatest length of a team's name: a field's set-up takes no longer one."""
MAX_TEXT_CHARS = 40
"""The greatest length of a club's or a player's name."""
MAX_PLAYERS = 30
MAX_TEAMS = 200
MAX_BYTES = 256 * 1024
"""The greatest size of a file of teams."""

_BETWEEN = ";"
_LISTED = re.compile("[,/]")
"""The signs between the players of one cell that people use who do not know of the ``;``."""
_ID = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
_FORMULA = re.compile("'*[=+@＝＋－＠-]")  # noqa: RUF001  (wide signs begin a formula too)
_SAVED_FORMULA = re.compile(f"'{_FORMULA.pattern}")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing."""

_Row = tuple[int, Mapping[str, str]]
"""A row: the line it begins in, and its cells by column."""
_Mistakes = list[Message]


def text_of(raw: bytes) -> str:
    """Return the text of a file that was sent, in any encoding of a spreadsheet. Raises Rejected."""
    _refuse_large(len(raw))
    is_wide = raw.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    for encoding in ("utf-16",) if is_wide else ("utf-8-sig", "cp1252"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise Rejected("teams", "This file is not a table: have the spreadsheet save it as CSV.")


def read(text: str) -> tuple[Team, ...]:
    """Return the teams of a table; one without an id is given one. Raises Rejected with every mistake."""
    _refuse_large(len(text))
    wrong: _Mistakes = []
    rows = _rows(text.removeprefix("\ufeff"), wrong)
    taken = {_from_cell(cells["id"]) for _, cells in rows}
    teams: list[Team] = []
    for number, (_, cells) in enumerate(rows, 1):
        made = _from_cell(cells["id"]) or _free_id(cells["name"], number, taken)
        taken.add(made)
        cell = cells["players"]
        named = cell.split(_BETWEEN) if _BETWEEN in cell else _LISTED.split(cell)
        players = tuple(map(_from_cell, filter(None, map(str.strip, named))))
        others = {name: _from_cell(cells[name]) for name in ("name", "colour", "mark", "club")}
        teams.append(Team(made, players=players, **others))
    wrong += _mistakes(teams, [Message("line {n}", {"n": line}) for line, _ in rows])
    _refuse(wrong)
    return tuple(teams)


def checked(teams: Sequence[Team]) -> tuple[Team, ...]:
    """Return the teams as a table would give them back. Raises Rejected with every mistake and its team."""
    found = []
    for team in teams:
        name, club = _in_one_form(team.name), _in_one_form(team.club)
        found.append(replace(team, name=name, club=club, players=tuple(map(_in_one_form, team.players))))
    _refuse(_mistakes(found, [Message("team {n}", {"n": n}) for n in range(1, len(found) + 1)]))
    return tuple(found)


def write(teams: Iterable[Team]) -> str:
    """Return the table of teams, as `read` takes it, to be encoded as ``utf-8-sig``; no cell is a formula."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(COLUMNS)
    for team in teams:
        # A spreadsheet that takes ; for the end of a cell sees each player as a cell.
        players = _BETWEEN.join(map(_to_cell, team.players))
        if len(team.players) == 1 and _LISTED.search(players):
            players += _BETWEEN
        others = map(_to_cell, (team.id, team.name, team.colour, team.mark))
        table.writerow((*others, players, _to_cell(team.club)))
    return text.getvalue()


def _refuse_large(size: int) -> None:
    if size > MAX_BYTES:
        text = "A list of teams has at most {n} teams and {kb} KB. This is more: is it the right file?"
        raise Rejected("teams", text, None, n=MAX_TEAMS, kb=MAX_BYTES // 1024)


def _refuse(wrong: Sequence[Message]) -> None:
    if wrong:
        told = MessageList(tuple(wrong), between="\n")
        raise Rejected("teams", "These teams cannot be taken:\n{mistakes}", None, mistakes=told)


def _in_one_form(text: str) -> str:
    """Return a text whose letters are each one sign where they can be, with single blanks."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _to_cell(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def _from_cell(text: str) -> str:
    return text[1:] if _SAVED_FORMULA.match(text) else text


def _rows(text: str, wrong: _Mistakes) -> list[_Row]:
    """Return the rows of a table; mistakes of the table itself are added to ``wrong``."""
    found = _cells(text, wrong)
    line, heads = next(found, (1, []))
    columns = [each.lower() for each in heads]
    for name in dict.fromkeys(columns):
        if name and name not in COLUMNS:
            said = {"name": _shown(name), "names": ", ".join(COLUMNS)}
            wrong.append(_at(line, Message("there is no column {name}; there are {names}", said)))
        elif name and columns.count(name) > 1:
            wrong.append(_at(line, Message("the column {name} is there twice", {"name": name})))
    if "name" not in columns:
        wrong.append(_at(line, Message("the column {name} is missing", {"name": "name"})))
        return []
    rows: list[_Row] = []
    for line, cells in islice(found, MAX_TEAMS + 1):
        nameless = [cell for name, cell in zip(columns, cells, strict=False) if not name]
        if any([*nameless, *cells[len(columns) :]]):
            wrong.append(_at(line, Message("there are more cells than columns with a name")))
        rows.append((line, dict.fromkeys(COLUMNS, "") | dict(zip(columns, cells, strict=False))))
    return rows


def _cells(text: str, wrong: _Mistakes) -> Iterator[tuple[int, list[str]]]:
    """Return the rows that are not empty, each with the line it begins in; the first are the heads."""
    told = re.match(r"sep=([,;\t])\r?\n", text)
    lines = io.StringIO(text, newline="")
    if told:
        lines.readline()
    head = next((line for line in text[told.end() if told else 0 :].splitlines() if line.strip()), "")
    between = told[1] if told else max(",;\t", key=head.count)
    table = csv.reader(lines, delimiter=between, strict=True)
    skipped, line = bool(told), 1
    try:
        for cells in table:
            plain = [_in_one_form(cell) for cell in cells]
            if any(plain):
                yield line + skipped, plain
            line = table.line_num + 1
    except csv.Error:
        wrong.append(_at(line + skipped, Message("a cell is not closed, or goes on after its closing quote")))


def _at(line: int, what: Message) -> Message:
    return Message("{where}: {what}", {"where": Message("line {n}", {"n": line}), "what": what})


def _free_id(name: str, number: int, taken: set[str]) -> str:
    plain = unicodedata.normalize("NFKD", name.lower().replace("ß", "ss"))
    words = re.findall("[a-z0-9]+", "".join(each for each in plain if not unicodedata.combining(each)))
    made = "-".join(words)[:24].strip("-") or f"team-{number}"
    if made not in taken:
        return made
    return next(f"{made}-{n}" for n in count(2) if f"{made}-{n}" not in taken)


def _mistakes(teams: Sequence[Team], places: Sequence[Message]) -> _Mistakes:
    """Return all that is wrong with teams, each with the place where it stands."""
    wrong: _Mistakes = []
    if len(teams) > MAX_TEAMS:
        return [Message("there are more than {n} teams", {"n": MAX_TEAMS})]
    ids, names = dict[str, Message](), dict[str, Message]()
    for team, place in zip(teams, places, strict=True):
        found = [*_mistakes_of(team)]
        for known, key, what in ((ids, team.id, team.id), (names, folded(team.name), team.name)):
            if key and key in known:
                said: dict[str, object] = {"name": _shown(what), "where": known[key]}
                found.append(Message("{name} is taken already, in {where}", said))
            known.setdefault(key, place)
        wrong += [Message("{where}: {what}", {"where": place, "what": what}) for what in found]
    return wrong


def _mistakes_of(team: Team) -> Iterator[Message]:
    if not _ID.fullmatch(team.id):
        yield Message("the id {id} is not 1 to 32 small letters, digits and dashes", {"id": _shown(team.id)})
    yield from _mistakes_in(Term("name"), team.name, MAX_NAME_CHARS)
    if team.club:
        yield from _mistakes_in(Term("club"), team.club, MAX_TEXT_CHARS)
    for player in team.players:
        yield from _mistakes_in(Term("player"), player, MAX_TEXT_CHARS)
    if len(team.players) > MAX_PLAYERS:
        yield Message("there are more than {n} players", {"n": MAX_PLAYERS})
    for value, known, what in ((team.colour, COLOURS, Term("colour")), (team.mark, MARKS, Term("mark"))):
        if value and value not in known:
            named = {"what": what, "value": _shown(value), "known": ", ".join(known)}
            yield Message("{what}: {value} is unknown; there are {known}", named)


def _mistakes_in(what: Term, text: str, most: int) -> Iterator[Message]:
    if not text.isprintable() or not _BLANK.isdisjoint(text):
        yield Message("{what}: contains invisible characters", {"what": what})
    elif not any(unicodedata.category(each)[0] in "LNPS" for each in text):
        yield Message("{what}: empty", {"what": what})
    if _BETWEEN in text:
        yield Message("{what}: a ; is not allowed in it", {"what": what})
    if len(text) > most:
        said = {"what": what, "text": _shown(text), "most": most}
        yield Message("{what}: {text} has more than {most} characters", said)


def folded(name: str) -> str:
    """Return what two names that look alike have in common."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _shown(text: str) -> str:
    """Return a text as a sentence may name it: all of it can be seen, and not too much."""
    short = text if len(text) <= MAX_TEXT_CHARS else f"{text[:MAX_TEXT_CHARS]}…"
    return short if short.isprintable() else ascii(short)
