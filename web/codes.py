"""Codes that let a device in beside the PIN: good once, or of captains and crew, kept in a file (0600)."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from fieldkit.errors import FieldkitError
from fieldkit.files import save
from fieldkit.phrases import N_
from fieldkit.referee.feed import EncodedView, Feed
from web.match_day import CurrentMatch
from web.pin import read_stored
from web.wire import Refused

CODE_S = 120
"""Life (s) of a code that is good once."""
MAX_CODES = 8
"""Maximum of those at a time; a new one takes the place of the oldest."""
MAX_LASTING = 32
"""Maximum of codes of captains and crews; a new one takes the place of the oldest."""
LASTING = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of a lasting code: none that is taken for another."""
LASTING_LETTERS = 8
"""39 bits: at a thousand guesses a second, from as many addresses as that takes (`web.rate_limit`), a whole
day finds one of five in 2,000."""
CAPTAIN = "captain/"
"""Prefix of ``by`` for the captain of a team; its id follows."""
CREW = "crew"
"""The ``by`` of the crew."""
FILE = "logins.json"
"""The file of the data folder."""

NOBODY = CurrentMatch(None, "", {})


def may_last(code: str) -> bool:
    """Tell whether a code has the form of a captain's or of the crew's."""
    said = _plain(code)
    return len(said) == LASTING_LETTERS and set(said) <= set(LASTING)


def _plain(code: str) -> str:
    """Return a lasting code without the blanks and capitals that people type."""
    return "".join(code.lower().split())


class LastingCode(msgspec.Struct, frozen=True):
    """A code for any number of phones; ``match`` and ``name`` say which team a captain's is for."""

    id: str
    code: str
    by: str
    match: str | None = None
    name: str = ""


class _StoredCodes(msgspec.Struct, frozen=True):
    """The content of the file; it counts on the day that ``mark`` stands for."""

    mark: str = ""
    lasting: tuple[LastingCode, ...] = ()


class _Side(msgspec.Struct):
    id: str
    name: str


class _Board(msgspec.Struct):
    match: str | None = None
    stage: str = ""
    sides: list[_Side] = []


def present_in(feed: Feed) -> Callable[[], CurrentMatch]:
    """Return a look-up of the match that is on, decoded once for each board."""
    last: tuple[EncodedView | None, CurrentMatch] = (None, NOBODY)

    def present() -> CurrentMatch:
        nonlocal last
        newest, (known, found) = feed.latest, last
        if newest is not known:
            shown = msgspec.json.decode(newest.board, type=_Board)
            found = CurrentMatch(shown.match, shown.stage, {side.id: side.name for side in shown.sides})
            last = (newest, found)
        return found

    return present


class Codes:
    """Makes, takes and ends codes, from any thread; those made under another day's ``mark`` are gone."""

    def __init__(self, data: Path, seconds: Callable[[], float], present: Callable[[], CurrentMatch]) -> None:
        self._file = data / FILE
        self._seconds, self._present = seconds, present
        self._lock = threading.Lock()
        self._once: OrderedDict[str, tuple[float, bytes, str]] = OrderedDict()
        self._kept = read_stored(self._file, _StoredCodes) or _StoredCodes()

    def once(self, mark: bytes, by: str) -> str:
        """Make a code of six digits that lets one device in as ``by``, once, within `CODE_S`."""
        with self._lock:
            code = f"{secrets.randbelow(10**6):06d}"
            while code in self._once:
                code = f"{secrets.randbelow(10**6):06d}"
            self._once[code] = (self._seconds() + CODE_S, mark, by)
            if len(self._once) > MAX_CODES:
                self._once.popitem(last=False)
            return code

    def lasting(self, mark: bytes, by: str) -> LastingCode:
        """Return a captain's or the crew's code, the same until it is ended; raises Refused (409, 503)."""
        team = by.removeprefix(CAPTAIN) if by.startswith(CAPTAIN) else None
        now = self._present()
        if team is not None and team not in now.sides:
            raise Refused(409, "no_such_side", N_("That team does not play in this match."))
        for known in self.standing(mark):
            if known.by == by:
                return known
        code = "".join(secrets.choice(LASTING) for _ in range(LASTING_LETTERS))
        made = LastingCode(secrets.token_hex(6), code, by)
        if team is not None:
            made = replace(made, match=now.match, name=now.sides[team])
        with self._lock:
            kept = self._now(mark)
            self._store(replace(kept, lasting=(*kept.lasting, made)[-MAX_LASTING:]))
        return made

    def redeem(self, mark: bytes, code: str) -> tuple[str, str] | None:
        """Return ``by`` and the id of the lasting code, if it is one; None for a wrong code."""
        with self._lock:
            until, made, by = self._once.pop(code, (0.0, b"", ""))
        if by and until > self._seconds() and made == mark:
            return by, ""
        said = _plain(code)
        found = [one for one in self.standing(mark) if secrets.compare_digest(one.code, said)]
        return (found[0].by, found[0].id) if found else None

    def standing(self, mark: bytes) -> list[LastingCode]:
        """Return the codes of captains and of the crew that are good now."""
        return [one for one in self._now(mark).lasting if self._is_on(one)]

    def is_good(self, mark: bytes, lasting: str) -> bool:
        """Tell whether the lasting code is good that a session came with."""
        return any(one.id == lasting and self._is_on(one) for one in self._now(mark).lasting)

    def end(self, mark: bytes, id: str) -> None:
        """End a lasting code; raises Refused (503)."""
        with self._lock:
            kept = self._now(mark)
            self._store(_StoredCodes(kept.mark, tuple(one for one in kept.lasting if one.id != id)))

    def _now(self, mark: bytes) -> _StoredCodes:
        return self._kept if self._kept.mark == mark.hex() else _StoredCodes(mark.hex())

    def _is_on(self, one: LastingCode) -> bool:
        """Tell whether a captain's team plays under its colour; renamed in its match it stays the same."""
        if not one.by.startswith(CAPTAIN):
            return True
        now, team = self._present(), one.by.removeprefix(CAPTAIN)
        name = now.sides.get(team)
        if now.match != one.match:
            return name is not None and name == one.name
        if name is not None and name != one.name:
            self._renamed(one, name)
        return True

    def _renamed(self, one: LastingCode, name: str) -> None:
        """Remember a new name; it is stored with whatever is stored next."""
        codes = tuple(replace(each, name=name) if each.id == one.id else each for each in self._kept.lasting)
        self._kept = replace(self._kept, lasting=codes)

    def _store(self, kept: _StoredCodes) -> None:
        self._kept = kept
        try:
            save(self._file, msgspec.json.encode(kept))
        except FieldkitError:
            text = N_("This holds only until the kit restarts: it could not be stored.")
            raise Refused(503, "not_stored", text) from None
