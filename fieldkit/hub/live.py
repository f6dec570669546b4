"""The boards of the fields right now, the newest view of each, with moments in the hub's time of day."""

import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec

from fieldkit.errors import Unknown
from fieldkit.event.documents import Short
from fieldkit.games import Side
from fieldkit.hub.store import Store
from fieldkit.phrases import Language
from fieldkit.referee.match import Match, over, stamp
from fieldkit.referee.view import DOUBTED, PUBLIC_RECENT, public_recent, title_of

ONLINE_S = 15.0
"""A field counts as there for so long (s) after its last word; it speaks every 5 s."""
MAX_BOOTS = 64
"""The number of earlier starts of a kit that are remembered, whose late views change nothing."""
MAX_VIEW, MAX_KIT = 256 * 1024, 8 * 1024
"""The greatest length (bytes of JSON) of a view, and of what a kit says of itself."""
_MANY, _LETTERS, _DEEP = 16, 120, 3
"""The bounds of a field's board in the document that everybody has: entries, letters, levels."""
_MOMENTS = ("ends_at", "ended_at")
_BEGAN = {"began_at"}
_LENGTHS = ("remaining", "total", "head_start_remaining")
_FRAME = ("match", "game", "stage", "phase", "number", "title", "subtitle", "clock", "sides")


class FieldView(msgspec.Struct, frozen=True):
    """A field's newest view as it is sent: its board, ``now`` on the same clock, how far its records go."""

    boot: Short
    rev: int
    now: float
    board: dict[str, Any]
    of: int = 0
    first: int | None = None
    ack: Annotated[dict[Short, int], msgspec.Meta(max_length=16)] = {}
    kit: dict[str, Any] = {}


class _NewestView(msgspec.Struct):
    """A view with the moment (ms of the hub's time of day) at which it was heard, and what was before."""

    view: FieldView
    heard_ms: float
    ahead_ms: float
    boots: list[str]


class _Field(msgspec.Struct):
    kept: _NewestView
    offsets: deque[float] = msgspec.field(default_factory=lambda: deque(maxlen=5))


class Live:
    """The newest view of each field; any thread."""

    def __init__(self, store: Store, event: str) -> None:
        self._store, self._event = store, event
        self._lock = threading.Lock()
        self._fields: dict[str, _Field] = {}
        self._unsaved: set[str] = set()

    def load(self, only: str | None = None) -> None:
        """Take over what is stored: at a start, or of a field that another process heard."""
        for id, body in self._store.views(self._event).items():
            if only not in (None, id):
                continue
            stored = msgspec.json.decode(body, type=_NewestView)
            with self._lock:
                # By now a newer one may have come here.
                known = self._fields.get(id)
                if known is None or _is_newer(stored.view, known.kept):
                    self._fields[id] = _Field(stored)
                elif stored.heard_ms > known.kept.heard_ms:
                    known.kept.view = _with_told(known.kept.view, stored.view)
                    known.kept.heard_ms = stored.heard_ms

    def take(self, id: str, view: FieldView) -> bool:
        """Take a view in; False where its board is not newer. Raises Unknown for one that cannot be shown."""
        now = time.time() * 1000
        _check(view, now)
        with self._lock:
            known = self._fields.get(id)
            newest = known is None or _is_newer(view, known.kept)
            if known is None or newest:
                boots = [] if known is None else [*known.kept.boots[-MAX_BOOTS:]]
                same = known is not None and known.kept.view.boot == view.boot
                if known is not None and not same:
                    boots.append(known.kept.view.boot)
                offsets = known.offsets if known is not None and same else deque[float](maxlen=5)
                # A view that took long to come makes the kit's clock seem late: the earliest counts.
                offsets.append(view.now - now)
                known = self._fields[id] = _Field(_NewestView(view, now, max(offsets), boots), offsets)
            else:
                known.kept.view = _with_told(known.kept.view, view)
            known.kept.heard_ms = now
            self._unsaved.add(id)
        if self._store.is_shared:
            self.save()
        return newest

    def save(self) -> None:
        """Store what is new. A view is no record: losing the newest costs the seconds to the next one."""
        with self._lock:
            new = {id: msgspec.json.encode(self._fields[id].kept).decode() for id in self._unsaved}
            self._unsaved.clear()
        for id, body in new.items():
            self._store.set_view(self._event, id, body)

    def of(self, id: str) -> FieldView | None:
        """Return the newest view of a field as it was sent."""
        found = self._fields.get(id)
        return None if found is None else found.kept.view

    def contact_ms(self, id: str) -> int | None:
        """Return when the field was last heard, in ms of the hub's time of day; None for never."""
        found = self._fields.get(id)
        return None if found is None else int(found.kept.heard_ms)

    def is_online(self, id: str) -> bool:
        """Return whether the field was heard a moment ago."""
        heard = self.contact_ms(id)
        return heard is not None and abs(time.time() * 1000 - heard) < ONLINE_S * 1000

    def board(self, id: str) -> dict[str, Any] | None:
        """Return the field's public board with its moments in the hub's time; None before the first."""
        with self._lock:
            found = self._fields.get(id)
            if found is None:
                return None
            board, ahead, at = found.kept.view.board, found.kept.ahead_ms, found.kept.view.now
        moved = {name: value for name, value in board.items() if name not in ("now", "spectators", "wifi")}
        if isinstance(clock := board.get("clock"), dict):
            moved["clock"] = _moved(clock, at, at - ahead)
            for name in _BEGAN & moved.keys():
                moved[name] = _at(moved[name], at, at - ahead, clock.get("rate", 1.0))
        return moved


def frame(board: Mapping[str, Any]) -> dict[str, Any]:
    """Return the part of a board that is the same for every game."""
    return {name: _brief(board[name], _DEEP) for name in _FRAME if name in board}


def _brief(value: Any, deep: int) -> Any:
    if isinstance(value, str):
        return value[:_LETTERS]
    if isinstance(value, list | dict) and not deep:
        return None
    if isinstance(value, list):
        return [_brief(each, deep - 1) for each in value[:_MANY]]
    if isinstance(value, dict):
        return {name[:_LETTERS]: _brief(value[name], deep - 1) for name in [*value][:_MANY]}
    return value


def _check(view: FieldView, now: float) -> None:
    try:
        if len(msgspec.json.encode(view)) > MAX_VIEW or len(msgspec.json.encode(view.kit)) > MAX_KIT:
            raise ValueError("it is too long")
        if isinstance(clock := view.board.get("clock"), dict):
            _moved(clock, view.now, now)
            for name in _BEGAN & view.board.keys():
                _at(view.board[name], view.now, now, clock.get("rate", 1.0))
    except (ArithmeticError, TypeError, ValueError, RecursionError) as error:
        raise Unknown("bad_view", "The hub cannot read this: {why}.", None, why=error) from None


def _is_newer(view: FieldView, known: _NewestView) -> bool:
    if view.boot == known.view.boot:
        return view.rev > known.view.rev
    return view.boot not in known.boots


def _at(value: Any, at: float, here: float, rate: float) -> Any:
    """Return a moment of the kit's clock in the hub's time, in which ``at`` was ``here``."""
    is_moment = isinstance(value, int | float) and not isinstance(value, bool)
    return int(here + (value - at) / rate) if is_moment else value


def _with_told(known: FieldView, later: FieldView) -> FieldView:
    """Return a view with what the field has told of itself since, while its board stayed the same."""
    if (later.boot, later.rev) != (known.boot, known.rev):
        return known
    return msgspec.structs.replace(known, of=later.of, first=later.first, ack=later.ack, kit=later.kit)


def _moved(clock: Mapping[str, Any], at: float, here: float) -> dict[str, Any]:
    """Return a clock in the hub's time, in which ``at`` was ``here`` (ms), and as fast as life."""
    rate = clock.get("rate", 1.0)
    told = {name: value for name, value in clock.items() if name != "rate"}
    for name, value in told.items():
        if isinstance(value, int | float) and not isinstance(value, bool):
            if name in _MOMENTS:
                told[name] = _at(value, at, here, rate)
            elif name in _LENGTHS:
                told[name] = int(value / rate)
    return told


MAX_SAID = 500
"""The greatest length (characters) of a line of the last actions."""


class Wording(msgspec.Struct, frozen=True):
    """The words of a match after the decision ``seq``; ``own`` are the game's own fields while it goes on."""

    seq: int
    phase: str
    number: int
    title: str
    subtitle: str
    names: dict[str, str]
    recent: list[dict[str, str]]
    own: dict[str, Any]


def said_of(folded: Match, sides: Sequence[Side], translate: Language) -> Wording:
    """Return the words of a match that was folded in this language, and the names of its sides."""
    game, where = folded.game, stamp(folded)
    headline = game.headline(folded.state, translate)
    own = {} if over(folded) else game.board(folded.state, game.view(folded.state, translate))
    names = {side["id"]: side["name"] for side in sides}
    recent = [{key: str(text)[:MAX_SAID] for key, text in line.items()} for line in public_recent(folded)]
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(own))
    title, subtitle = headline["title"][:MAX_SAID], headline["subtitle"][:MAX_SAID]
    return Wording(folded.seq, where.phase, where.number, title, subtitle, names, recent, plain)


def reworded(board: Mapping[str, Any], said: Wording | None, translate: Language) -> dict[str, Any]:
    """Return a field's board in the hub's words."""
    if board.get("doubt"):
        title, subtitle = map(translate, DOUBTED)
        return {**board, "title": title, "subtitle": subtitle}
    if board.get("match", "") is None:
        return {**board, "title": title_of(None, translate)}
    seq, where = board.get("seq"), (board.get("phase"), board.get("number"))
    # Records and view come one after the other, so the words may be a few decisions off.
    is_near = said is not None and isinstance(seq, int) and abs(seq - said.seq) < PUBLIC_RECENT
    if said is None or not is_near or where != (said.phase, said.number):
        return dict(board)
    named = {name: _named(value, said.names) for name, value in board.items()}
    if board["seq"] == said.seq:
        named |= {name: _worded(named[name], own) for name, own in said.own.items() if name in named}
    return named | {"title": said.title, "subtitle": said.subtitle, "recent": said.recent}


def _worded(shown: Any, own: Any) -> Any:
    """Return a value with the texts of another that differs from it in its language alone."""
    if isinstance(shown, dict) and isinstance(own, dict):
        return {name: _worded(value, own.get(name)) for name, value in shown.items()}
    if isinstance(shown, list) and isinstance(own, list) and len(shown) == len(own):
        return [_worded(*pair) for pair in zip(shown, own, strict=True)]
    return own if isinstance(shown, str) and isinstance(own, str) else shown


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """Return a list of the board, in which there may be anything, with its sides by these names."""
    if isinstance(value, list):
        return [_named(one, names) for one in value]
    if isinstance(value, dict) and "name" in value and isinstance(value.get("id"), str):
        return {**value, "name": names.get(value["id"], value["name"])}
    return value
