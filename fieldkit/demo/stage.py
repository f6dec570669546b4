"""A running kit as simulated people find it."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from fieldkit.clock import Clock
from fieldkit.demo import simulated_games
from fieldkit.demo.client import Client
from fieldkit.errors import FieldkitError
from fieldkit.games import Game


class Field(Protocol):
    """The hoops as the players find them."""

    def press(self, hoop: str, kind: str) -> None:
        """Let a ball of ``kind`` lie in a hoop, and press its button."""

    def states(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the state of each hoop's node: ``boot``, ``waiting`` frames, ``verdicts`` by frame."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A kit, and what is wished of a match at it; ``sides`` is how many play, if not as the game likes.

    ``setup`` is the game's set-up view, ``scheduled`` the match of an event, its teams in order.
    """

    client: Client
    field: Field
    clock: Clock
    setup: Mapping[str, Any]
    seed: int
    sides: int | None
    say: Callable[[str], None]
    journal: Path
    scheduled: Mapping[str, Any] | None = None
    game: Game | None = None

    def people(self, low: int, high: int, usual: int, what: str = "people") -> int:
        """Return how many play; raise FieldkitError for a number that cannot."""
        count = self.sides or usual
        if not low <= count <= high:
            raise FieldkitError(f"{low} to {high} {what} can play, not {count}.")
        return count


class Crowd(Protocol):
    """Simulated players beside a human referee."""

    def play_for_ever(self) -> None:
        """Play every round that a referee starts, until `rest`."""

    def rest(self) -> None:
        """Stop, from any thread."""


def simulated(game: str) -> Any:
    """Return the simulated people of a game: a module with ``play`` on a `Stage`, and maybe ``crowd``."""
    return importlib.import_module(simulated_games()[game])


def crowd_of(game: str) -> Callable[[Client, Field, Clock], Crowd] | None:
    """Return the players of a game beside a human referee; None where people play their own turns."""
    found: Callable[[Client, Field, Clock], Crowd] | None = getattr(simulated(game), "crowd", None)
    return found
