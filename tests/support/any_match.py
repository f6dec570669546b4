"""A match of any game, played at random to its end at the real referee, with all that was told on the way.

What a game's simulated people do comes from its adapter, ``tests/fieldkit/games/<game>/adapter.py``: a class
``Player`` with ``opening`` (the command that sets a match up) and ``next`` (the next command, or how many
seconds to wait; None when the match is over). Nothing else here knows a game.
"""

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Protocol, Union, get_args, get_origin, get_type_hints

from msgspec.structs import fields, replace

from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.journal.record import Strike
from tests.support.refereed import Refereed

Command = dict[str, Any]
View = Mapping[str, Any]
MAX_STEPS = 6000
EVERY = 6
"""In each such number of steps one is rehearsed, one is undone and done again, and nonsense is asked."""
FRAME = frozenset({"seq", "rev", "now", "recent", "clock", "cues", "alarms", "kit"})
"""What of a view changes by itself, or tells of undoing."""


class Player(Protocol):
    """The simulated people of one game."""

    def __init__(self, rng: Random, setup: View) -> None: ...

    def opening(self) -> Command:
        """Return the command that sets a match up."""

    def next(self, view: View) -> Command | float | None:
        """Return what comes next: a command, seconds to wait, or nothing more."""

    def refused(self, command: Command) -> None:
        """Take note of a refusal."""


def player_of(game: str) -> type[Player]:
    """Return the simulated people of a game, from its adapter."""
    adapter = importlib.import_module(f"tests.fieldkit.games.{game}.adapter")
    found: type[Player] = adapter.Player
    return found


@dataclass
class Told:
    """What a match has told: answers to what was asked, dry runs, refusals, and views on the way."""

    answers: list[Answer] = field(default_factory=list)
    rehearsed: list[Answer] = field(default_factory=list)
    refused: list[tuple[Command, Answer]] = field(default_factory=list)
    views: list[bytes] = field(default_factory=list)
    boards: list[bytes] = field(default_factory=list)
    undone: list[tuple[View, View, View, View]] = field(default_factory=list)
    """The game's own part of the view before a decision, after it, after its strike, and done once more."""


class AnyMatch:
    """One match of a game; `play` it to its end, or some steps of it."""

    def __init__(self, game: str, path: Path, seed: int) -> None:
        self.at = Refereed(path)
        self.game: Game = self.at.games[game]
        self.told = Told()
        self._rng = Random(seed)
        # A new command of a game must not make another match of it.
        self._noise = Random(seed + 1)
        self._player = player_of(game)(self._rng, self.at.view["setup"][game])
        self._steps = 0
        self._did(self._player.opening())

    def play(self, steps: int = MAX_STEPS) -> None:
        """Play on until the match is over, or for some steps."""
        for _ in range(steps):
            view = self.at.view
            move = self._player.next(view)
            if view["stage"] == "over" or move is None:
                return
            self._steps += 1
            if isinstance(move, int | float):
                self.at.wait(move)
            elif not self._did(move):
                self._player.refused(move)
        assert steps < MAX_STEPS, f"{self.game.name}: no end after {steps} steps"

    def _did(self, command: Command) -> bool:
        probes = self._steps % EVERY == 0
        if probes:
            self._rehearse(command)
            self._ask_nonsense()
        before = self._own()
        answer = self._ask(command)
        self.told.views.append(self.at.view_bytes)
        self.told.boards.append(self.at.board_bytes)
        if answer.status == 200 and self._steps % EVERY == EVERY // 2:
            self._undo(command, before, answer)
        return answer.status == 200

    def _ask(self, command: Command) -> Answer:
        answer = self.at.ask(command["type"], **{k: v for k, v in command.items() if k != "type"})
        self.told.answers.append(answer)
        if answer.status != 200:
            self.told.refused.append((command, answer))
        return answer

    def _rehearse(self, command: Command) -> None:
        before = self.at.view["seq"]
        more = {name: value for name, value in command.items() if name != "type"}
        self.told.rehearsed.append(self.at.ask(command["type"], dry_run=True, **more))
        assert self.at.view["seq"] == before, "a rehearsal changed something"

    def _ask_nonsense(self) -> None:
        """Commands with fields made at random, by anybody, most of them not wanted now; all as rehearsals."""
        sides = [side["id"] for side in self.at.view["sides"]]
        for _ in range(8):
            name = self._noise.choice([*self.game.commands, "strike", "nothing_of_the_kind"])
            others = (f"{role}/{side}" for role in ("seat", "captain") for side in sides)
            by = self._noise.choice([*(["tablet"] * len(sides) * 3), "seat/nobody", "crew", *others])
            given = self._made_up(self.game.commands.get(name, Strike), sides)
            answer = self.at.ask(name, by, dry_run=True, **given)
            if answer.status != 200:
                self.told.refused.append(({"type": name, **given}, answer))

    def _made_up(self, kind: type, sides: Sequence[str]) -> Command:
        """Values for the fields of a command: mostly of the right type, some left out."""
        types = get_type_hints(kind)
        return {
            each.name: self._value(types[each.name], sides)
            for each in fields(kind)
            if each.default is each.default_factory or self._noise.random() < 0.6
        }

    def _value(self, kind: Any, sides: Sequence[str]) -> object:
        if self._noise.random() < 0.1:
            return self._noise.choice([None, -1, 10**9, 0.5, "", [], {}])
        origin, inner = get_origin(kind), get_args(kind)
        if origin is Literal:
            return self._noise.choice(inner)
        if origin in (Union, UnionType):
            return self._value(self._noise.choice([each for each in inner if each is not NoneType]), sides)
        if kind in (int, float):
            return self._noise.choice([0, 1, 2, 3, 6, 7, 12])
        if kind is bool:
            return self._noise.random() < 0.5
        if kind is str:
            return self._noise.choice([*sides, *self._words()])
        if origin is tuple and Ellipsis not in inner:
            return [self._value(each, sides) for each in inner]
        return []

    def _words(self) -> Sequence[str]:
        """Texts that stand in the view, so that some of them name something."""
        found = [value for part in self._own().values() for value in _texts(part)]
        return self._noise.sample(found, min(len(found), 5)) or ["x"]

    def _undo(self, command: Command, before: View, answer: Answer) -> None:
        after = self._own()
        newest = self.at.view["recent"][:1]
        if not newest or newest[0]["seq"] != answer.body["seq"] or not newest[0]["can_strike"]:
            return
        self.told.answers.append(self.at.ask("strike", seq=answer.body["seq"], reason="a slip"))
        struck = self._own()
        self._ask(command)
        self.told.undone.append((before, after, struck, self._own()))

    def _own(self) -> View:
        return {name: _unnumbered(value) for name, value in self.at.view.items() if name not in FRAME}

    def close(self) -> None:
        """End it."""
        self.at.close()


def _unnumbered(value: Any) -> Any:
    """Return a part of a view without the numbers of decisions: what is done again has another one."""
    if isinstance(value, list):
        return [_unnumbered(each) for each in value]
    if isinstance(value, dict):
        return {name: _unnumbered(each) for name, each in value.items() if name != "seq"}
    return value


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def secrets_in(value: object) -> Iterator[object]:
    """Yield what nobody may see of an event or a command, by its ``secret``."""
    for name in getattr(value, "secret", ()):
        found: Any = value
        for part in name.split("."):
            found = getattr(found, part)
        yield found


def with_other_secrets(events: Sequence[Any]) -> tuple[Any, ...]:
    """Return the same events with other secrets."""
    changed = []
    for event in events:
        for name in getattr(event, "secret", ()):
            event = _changed(event, name.split("."))
        changed.append(event)
    return tuple(changed)


def _changed(value: Any, path: Sequence[str]) -> Any:
    inner = getattr(value, path[0])
    return replace(value, **{path[0]: _changed(inner, path[1:]) if path[1:] else _other(inner)})


def _other(secret: Any) -> Any:
    """Another secret of the same kind."""
    if isinstance(secret, str):
        return secret.translate(str.maketrans("0123456789abcdef", "123456789abcdef0"))
    if isinstance(secret, tuple | list):
        return type(secret)(reversed(secret))
    if isinstance(secret, int):
        return secret + 1
    assert secret is None, f"no other secret is known for {secret!r}"
    return None
