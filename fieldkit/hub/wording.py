"""The board of a field in the hub's language: a kit writes its board in its own.

Title, subtitle, last actions, the names of sides that nobody has named and what a game's own pages say follow
from the records of the match, so the hub says them itself. Where it cannot, they stay as the kit wrote them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from fieldkit.games import Side
from fieldkit.phrases import Language
from fieldkit.referee.match import Match, over, stamp
from fieldkit.referee.view import DOUBTED, PUBLIC_RECENT, public_recent, title_of

MAX_SAID = 500
"""The greatest length (characters) of a line of the last actions."""


class Wording(msgspec.Struct, frozen=True):
    """The words of a match after the decision ``seq``; ``names`` are those of its sides.

    ``own`` are the game's own fields of the public board while the match goes on.
    """

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
    title, subtitle = headline["title"][:MAX_SAID], headline["subtitle"][:MAX_SAID]
    return Wording(folded.seq, where.phase, where.number, title, subtitle, names, recent, _plain(own))


def reworded(board: Mapping[str, Any], said: Wording | None, translate: Language) -> dict[str, Any]:
    """Return a field's board in the hub's words."""
    if board.get("doubt"):
        title, subtitle = map(translate, DOUBTED)
        return {**board, "title": title, "subtitle": subtitle}
    if board.get("match", "") is None:
        return {**board, "title": title_of(None, translate)}
    if said is None or not _is_about(said, board):
        return dict(board)
    named = {name: _named(value, said.names) for name, value in board.items()}
    if board["seq"] == said.seq:
        named |= {name: _worded(named[name], own) for name, own in said.own.items() if name in named}
    return named | {"title": said.title, "subtitle": said.subtitle, "recent": said.recent}


def _is_about(said: Wording, board: Mapping[str, Any]) -> bool:
    """Tell whether words are about the moment that the board shows.

    While a match goes on, records and view come one after the other, so the words may be some decisions off;
    with more than are told as the last actions, they would tell of none of them.
    """
    seq, where = board.get("seq"), (board.get("phase"), board.get("number"))
    return where == (said.phase, said.number) and isinstance(seq, int) and abs(seq - said.seq) < PUBLIC_RECENT


def _plain(own: Mapping[str, Any]) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(own))
    return plain


def _worded(shown: Any, own: Any) -> Any:
    """Return a value with the texts of another that differs from it in its language alone."""
    if isinstance(shown, dict) and isinstance(own, dict):
        return {name: _worded(value, own.get(name)) for name, value in shown.items()}
    if isinstance(shown, list) and isinstance(own, list) and len(shown) == len(own):
        return [_worded(*pair) for pair in zip(shown, own, strict=True)]
    return own if isinstance(shown, str) and isinstance(own, str) else shown


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """Return a list of the board with the sides in it by the names that are said here."""
    return [_renamed(one, names) for one in value] if isinstance(value, list) else value


def _renamed(one: Any, names: Mapping[str, str]) -> Any:
    """Return an entry of a list; what a field sends may be anything."""
    if not (isinstance(one, dict) and "name" in one and isinstance(one.get("id"), str)):
        return one
    return {**one, "name": names.get(one["id"], one["name"])}
