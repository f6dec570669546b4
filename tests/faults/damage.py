"""Damaged copies of a journal, loaded as the referee loads it: none may be wrong, or shorter, in silence.

What a bad card, a pulled plug or a careless hand leaves: files that are cut, bits, sectors and whole pages
that are not what was written, single digits of a record, an index that hides, a write-ahead log that is gone.
Of each copy the referee shows either the whole match as it was, or says that its record is in doubt and shows
nothing; then one choice must make it a match that goes on, with a record that is sound.
"""

import contextlib
import logging
import os
import random
import re
import shutil
import signal
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any

import msgspec

from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.journal.backup import copy
from fieldkit.journal.database import Journal
from fieldkit.journal.file import witnessed
from fieldkit.journal.reading import first_bad, match_records, reading, whole_file
from fieldkit.referee.feed import Feed
from fieldkit.referee.match import Match, loaded, over
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import JournalFile, Settings
from tests.faults.figures import Figure
from tests.support.full_contact_match import TEAMS, FullContactMatch
from tests.support.games import kit_games
from tests.support.refereeing import IDS, JumpingClock, NotedWhistle

NEEDS: tuple[str, ...] = ()
COPIES, SHORT_COPIES = 1500, 60
"""How many copies are damaged, in all kinds together."""
AT_ONCE = 8
STUCK_S = 30
"""A copy that is not loaded after this long (s) never is: it takes less than a tenth of a second."""
_MEMORY = "/dev/shm"
"""Where nothing has to reach a disk, so that a copy takes a tenth of the time."""
PAGE, SECTOR = 4096, 512
WELL = ("whole", "shorter, said")
"""What may become of a copy; all else is a way to be wrong."""

Files = dict[str, bytearray]
"""The files of a journal by the ends of their names: the database "", its log "-wal", its witness "-tip"."""
Spoil = Callable[[Files, random.Random, float], None]
"""Damages files; the number from 0 to 1 says where in its kind this copy stands."""


@dataclass(frozen=True)
class Base:
    """A journal as it is left by a kit, with all of its newest match: what it was worth at each decision."""

    files: Mapping[str, bytes]
    copied: bytes
    """Its second copy, made before the end."""
    worth: Mapping[int, Any]
    last: int


def cut(name: str) -> Spoil:
    """Cut a file: the places are spread over its length."""

    def spoil(files: Files, dice: random.Random, where: float) -> None:
        del files[name][int(len(files[name]) * where) :]

    return spoil


def bits(name: str, count: int) -> Spoil:
    """Flip bits anywhere in a file."""

    def spoil(files: Files, dice: random.Random, where: float) -> None:
        for _ in range(count):
            files[name][dice.randrange(len(files[name]))] ^= 1 << dice.randrange(8)

    return spoil


def sector(name: str) -> Spoil:
    """Fill one sector of a file with noise."""

    def spoil(files: Files, dice: random.Random, where: float) -> None:
        at = dice.randrange(len(files[name]) // SECTOR) * SECTOR
        files[name][at : at + SECTOR] = dice.randbytes(SECTOR)

    return spoil


def page(files: Files, dice: random.Random, where: float) -> None:
    """Blank one page of the database, each in its turn."""
    at = int(len(files[""]) // PAGE * where) * PAGE
    files[""][at : at + PAGE] = bytes(PAGE)


def digit(name: str) -> Spoil:
    """Change one digit in what a record of the match says."""

    def spoil(files: Files, dice: random.Random, where: float) -> None:
        said = [match.span(1) for match in re.finditer(rb'":(\d+)[,}\]]', files[name])]
        start, end = dice.choice(said)
        at = dice.randrange(start, end)
        files[name][at] = dice.choice([each for each in b"0123456789" if each != files[name][at]])

    return spoil


def index(files: Files, dice: random.Random, where: float) -> None:
    """Flip a bit on a page of an index, or of a table that is kept as one."""
    pages = [at for at in range(PAGE, len(files[""]), PAGE) if files[""][at] in (2, 10)]
    files[""][dice.choice(pages) + dice.randrange(PAGE)] ^= 1 << dice.randrange(8)


def away(files: Files, dice: random.Random, where: float) -> None:
    """Remove a file, or leave it empty, or damage the witness."""
    name = dice.choice(["", "-wal", "-tip"])
    if name == "-tip" and dice.random() < 0.5:
        bits(name, 1)(files, dice, where)
    elif dice.random() < 0.5:
        files[name].clear()
    else:
        del files[name]


KINDS: Mapping[str, tuple[str, Spoil]] = {
    "database cut": ("one file", cut("")),
    "1 bit of the database": ("one file", bits("", 1)),
    "20 bits of the database": ("one file", bits("", 20)),
    "a sector of the database": ("one file", sector("")),
    "a blank page": ("one file", page),
    "a digit of a record": ("one file", digit("")),
    "a bit of an index": ("one file", index),
    "log cut": ("with log", cut("-wal")),
    "1 bit of the log": ("with log", bits("-wal", 1)),
    "a sector of the log": ("with log", sector("-wal")),
    "a digit in the log": ("with log", digit("-wal")),
    "a file away": ("with log", away),
}
"""Each kind of damage, and on which journal it is done."""


def run(short: bool) -> list[Figure]:
    """Damage copies in every way, and count what became of them."""
    return damaged(SHORT_COPIES if short else COPIES)


def damaged(copies: int, seed: int = 1) -> list[Figure]:
    """Damage this many copies; a line for each kind of damage."""
    each = max(1, copies // len(KINDS))
    with tempfile.TemporaryDirectory(
        prefix="damage-", dir=_MEMORY if os.path.isdir(_MEMORY) else None
    ) as folder:
        top = Path(folder)
        bases = {"one file": _base(top / "one", False), "with log": _base(top / "log", True)}
        tries = [(kind, f"{seed}/{kind}/{number}", number / each) for kind in KINDS for number in range(each)]
        # A copy waits longer than it computes, and a main thread alone can be told that it is stuck.
        with ProcessPoolExecutor(AT_ONCE, get_context("forkserver"), _begin, (bases, top)) as pool:
            ends = list(pool.map(_end_of, tries, chunksize=5))
    figures = []
    for kind in KINDS:
        found = Counter(end for (tried, _, _), end in zip(tries, ends, strict=True) if tried == kind)
        seen = ", ".join(f"{count} {end}" for end, count in sorted(found.items()))
        figures.append(Figure(f"{each} copies: {kind}", seen, " or ".join(WELL), found.keys() <= set(WELL)))
    return figures


_BASES: dict[str, Base] = {}
_TOP = Path()


def _begin(bases: dict[str, Base], top: Path) -> None:
    global _TOP
    _BASES.update(bases)
    _TOP = top
    logging.disable()


def spoiled(base: Base, spoil: Spoil, seed: str, where: float) -> Files:
    """Return a damaged copy."""
    files = {name: bytearray(data) for name, data in base.files.items()}
    spoil(files, random.Random(seed), where)
    return files


def _end_of(tried: tuple[str, str, float]) -> str:
    """Return what becomes of one copy, with the seed where it is not well, so that it can be made again."""
    kind, seed, where = tried
    base, spoil = _BASES[KINDS[kind][0]], KINDS[kind][1]
    folder = _TOP / f"copy-{os.getpid()}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    path = folder / "journal.sqlite3"
    for name, data in spoiled(base, spoil, seed, where).items():
        Path(f"{path}{name}").write_bytes(data)
    has_copy = random.Random(seed).random() < 0.3
    if has_copy:
        (folder / "second.sqlite3").write_bytes(base.copied)
    try:
        with _in_time():
            return _tried(base, path, "second_copy" if has_copy else "last_good")
    except AssertionError as wrong:
        return f"WRONG {seed}: {wrong}"
    except TimeoutError:
        return f"STUCK {seed}"
    except Exception as error:  # noqa: BLE001
        return f"DEAD {seed}: {error!r}"


def _tried(base: Base, path: Path, choose: str) -> str:
    with _refereed(path) as kit:
        end = kit.looked_at(base)
        for _ in range(2):
            if not (doubt := kit.view["doubt"]):
                break
            # Where nothing is left of the match, the one before it may not hold either.
            offered = choose == "second_copy" and doubt["copy"]
            answer = kit.do("trust_record", choose="second_copy" if offered else "last_good")
            assert answer.status == 200, answer
            if offered:
                assert kit.match is not None
                assert kit.match.seq == doubt["copy"]["seq"] + 1
        kit.goes_on()
        seq = kit.match and kit.match.seq
    with _refereed(path) as again:
        assert again.view["doubt"] is None, "in doubt again"
        assert (again.match and again.match.seq) == seq, "another match after a restart"
    return end


class _Kit:
    """A referee on one journal, whose turns are taken here."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._feed = Feed()
        settings = Settings(journal=JournalFile(copy_to=str(path.with_name("second.sqlite3"))))
        ports = Ports(NotedWhistle(), feed=self._feed)
        self.referee = Referee(Journal(path), _games(), settings, JumpingClock(), ports)
        self.referee.load()
        self.referee.turn(0)

    @property
    def match(self) -> Match | None:
        """The match as the referee has it."""
        return self.referee.match

    @property
    def view(self) -> Any:
        """What the referee sees."""
        return msgspec.json.decode(self._feed.latest.match)

    def do(self, kind: str, /, **fields: Any) -> Answer:
        """One command."""
        future = self.referee.submit({"id": f"d{next(IDS)}", "type": kind, **fields}, "tablet")
        self.referee.turn(0)
        return future.result(0)

    def looked_at(self, base: Base) -> str:
        """Whole or shorter; raises AssertionError for what is wrong in silence, gone in silence or stuck."""
        view, board = self.view, msgspec.json.decode(self._feed.latest.board)
        assert self.referee.health()["journal"] != "failing", f"503 for good: {view['alarms']}"
        if view["doubt"] is None:
            assert self.match is not None, "gone in silence"
            said = any(alarm["id"].startswith("journal") for alarm in view["alarms"])
            assert said or self.match.seq == base.last, "shorter in silence"
            assert worth_of(self.match) == base.worth[self.match.seq], "wrong in silence"
            return "whole" if self.match.seq == base.last else "shorter, said"
        for frame in (view, board):
            assert frame["doubt"]["record"] == view["doubt"]["record"]
            assert (frame["stage"], frame["sides"], frame["match"]) == ("setup", [], None), (
                "shown all the same"
            )
        assert view["can"] == {"trust_record": True}
        refused = self.do("note", text="while in doubt")
        assert (refused.status, refused.body["error"]["code"]) == (409, "in_doubt")
        assert self.referee._doubt is not None
        good = self.referee._doubt.match
        if good is not None and good.id == "m2":
            assert worth_of(good) == base.worth[good.seq], "the last good decision is wrong"
        return "shorter, said"

    def goes_on(self) -> None:
        """One more decision can be made, and the record is sound."""
        is_on = self.match is not None and not over(self.match)
        made = (
            self.do("note", text="on")
            if is_on
            else self.do("create_match", game="full_contact", teams=TEAMS, seed=2)
        )
        assert made.status == 200, made.body
        assert self.match is not None
        noted = witnessed(self.path)
        with reading(self.path) as db:
            records = list(match_records(db, self.match.id))
            assert records[-1].id == noted.number
            bad = first_bad(db, self.match.id, noted)
            # What is lost of an earlier match is told by verify, and does not concern this one.
            assert bad is None or bad.number < records[0].id, f"record {bad} is not sound"
            assert whole_file(db) is None


@contextlib.contextmanager
def _refereed(path: Path) -> Iterator[_Kit]:
    kit = _Kit(path)
    try:
        yield kit
    finally:
        kit.referee.close()


def worth_of(match: Match) -> Any:
    """Return what a match is worth: points, and what each team owns."""
    view = match.game.view(match.state)
    teams = [(team["id"], team["vp"], team["resources"], team["knights"]) for team in view["teams"]]
    return [*teams, match.game.stamp(match.state), [hoop["building"] for hoop in view["hoops"]]]


_GAMES: dict[str, Game] = {}


def _games() -> dict[str, Game]:
    if not _GAMES:
        _GAMES.update(kit_games())
    return _GAMES


def _base(folder: Path, with_log: bool) -> Base:
    """Play a match with a shorter one before it; with a log, its second half is in it."""
    folder.mkdir()
    path = folder / "journal.sqlite3"
    first = FullContactMatch(path, "before")
    first.do("create_match", game="full_contact", teams=TEAMS, seed=1)
    first.play(h1="11122", h2="441", h3="332")
    first.do("end_match", reason="rain")
    first.close()
    match = FullContactMatch(path)
    match.do("create_match", game="full_contact", teams=TEAMS, seed=1, options={"deck": "paper"})
    for number in range(8):
        match.play(h1="1112", h2="441", h3="332")
        match.do("note", team="green", player=2, text=f"pushed {number}")
        for team in ("red", "blue", "green"):
            left = dict.fromkeys(("wood", "wheat", "brick", "ore"), 0) | {"wood": number % 3}
            match.do("correct", team=team, set={"resources": left}, reason="spent on paper")
        if number == 3 and with_log:
            match.close()
            match = FullContactMatch(path, "later")
        if number == 5:
            copied = copy(path, folder / "second.sqlite3").read_bytes()
    if not with_log:
        match.do("end_match", reason="dark")
        match.close()
    names = ("", "-wal", "-tip") if with_log else ("", "-tip")
    files = {name: Path(f"{path}{name}").read_bytes() for name in names}
    if with_log:
        match.close()
    return Base(files, copied, *_worth_at_each(path))


def _worth_at_each(path: Path) -> tuple[Mapping[int, Any], int]:
    with reading(path) as db:
        records = list(match_records(db, "m2"))
    worth = {}
    for count, record in enumerate(records, 1):
        if record.row.seq is not None:
            worth[record.row.seq] = worth_of(loaded("m2", _games()["full_contact"], records[:count])[0])
    return worth, max(worth)


@contextlib.contextmanager
def _in_time() -> Iterator[None]:
    def stuck(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stuck)
    signal.alarm(STUCK_S)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
