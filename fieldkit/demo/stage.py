"""A running kit as simulated people find it."""

import importlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from fieldkit.clock import Clock
from fieldkit.demo import simulated_games
from fieldkit.demo.client import Client
from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.settings import Settings

Control = Callable[[str], dict[str, Any]]
"""Tells the virtual hoops of a running kit one line, and gives what the hoop says."""


class Field:
    """The virtual hoops of a running kit, as simulated players find them."""

    def __init__(self, control: Control, settings: Settings, hoops: Sequence[str]) -> None:
        self._control = control
        self._settings = settings
        self._hoops = hoops

    def press(self, hoop: str, kind: str) -> None:
        """Press the button of a ball's kind."""
        self._control(f"{hoop} press {button_of(self._settings, kind)}")

    def states(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the state of each hoop's node."""
        return {hoop: self._control(f"{hoop} state") for hoop in self._hoops}


def button_of(settings: Settings, kind: str) -> str:
    """Return the button of a kind; a button's own number stands for itself. Raises FieldkitError."""
    found = next((button for button, each in settings.button_kinds.items() if each == kind), None)
    if found is None and kind not in settings.button_kinds:
        kinds = ", ".join(settings.button_kinds.values())
        raise FieldkitError(f"There is no button for {kind}; there is one for {kinds}.")
    return found or kind


class Stage(msgspec.Struct, frozen=True):
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


def simulated(game: str) -> Any:
    """Return the simulated people of a game: a module with ``play`` on a `Stage`, and maybe ``crowd``.

    The crowd of a client, field and clock are players beside a human referee: they ``play_for_ever``, until
    another thread lets them ``rest``.
    """
    return importlib.import_module(simulated_games()[game])
