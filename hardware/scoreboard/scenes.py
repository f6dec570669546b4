"""From a view to a picture: the scenes of a game are in its package."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from typing import cast

import msgspec

from fieldkit.following import ParsedView, usual_rate
from fieldkit.games.loading import packages
from fieldkit.phrases import Message, Term
from hardware.scoreboard.event_name import LARGE, EventPicture, FairPicture
from hardware.scoreboard.scene import Notice, Picture, decoded

Scenes = Callable[[bytes, str], Picture]
"""A function that reads a public board (JSON, spectators' address); raises Misread."""


@cache
def scenes_of(game: str) -> Scenes | None:
    """Return the scenes of a game, from its package; None for one whose points alone are shown."""
    folder = packages().get(game)
    if folder is None or not any(folder.glob("scoreboard*")):
        return None
    return cast(Scenes, importlib.import_module(f"fieldkit.games.{game}.scoreboard").read)


class _Pace(msgspec.Struct, frozen=True):
    rate: float | None = None


class _Fair(msgspec.Struct, frozen=True):
    hash: str


class _Doubt(msgspec.Struct, frozen=True):
    record: int


class _Side(msgspec.Struct, frozen=True):
    name: str
    score: int


class _Frame(msgspec.Struct, frozen=True):
    """The fields that the boards of all games have."""

    stage: str
    game: str | None = None
    spectators: str = ""
    wifi: str = ""
    now: float | None = None
    clock: _Pace = _Pace()
    fair: _Fair | None = None
    doubt: _Doubt | None = None
    title: str = ""
    subtitle: str = ""
    sides: list[_Side] = []
    event: str = ""
    event_practice: bool = False


def waiting(kit: str, url: str) -> Notice:
    """Return the scene before the first view."""
    return Notice(kit, Term("Waiting for the kit"), Message("looking for it at {url}", {"url": url}))


def read(body: bytes, kit: str, url: str, named: bool = True) -> ParsedView[Picture]:
    """Read a public board (JSON), ``named`` with its event; ``url`` if it has no address. Raises Misread."""
    frame = decoded(body, _Frame)
    address = frame.spectators or url
    if frame.doubt is not None:
        checks = Term("The referee checks it")
        picture: Picture = Notice(kit, Term("The record is in doubt"), checks, address)
    elif frame.stage == "setup" or frame.game is None:
        soon = Term("the next one is being set up")
        picture = Notice(kit, Term("No match yet"), soon, address, frame.wifi)
    elif (scenes := scenes_of(frame.game)) is not None:
        picture = scenes(body, address)
    elif frame.sides:
        points = " : ".join(f"{side.name} {side.score}" for side in frame.sides)
        picture = Notice(frame.title, points, frame.subtitle, address)
    else:
        unknown = Message("this screen cannot show {game}", {"game": frame.game})
        picture = Notice(kit, Term("A match is on"), unknown, address)
    if frame.fair is not None:
        picture = FairPicture(picture, frame.fair.hash)
    if named and frame.event:
        picture = EventPicture(picture, frame.event, frame.event_practice, frame.stage in LARGE)
    return ParsedView(picture, frame.now, usual_rate(frame.clock.rate))
