"""What the people at a table are called: checked alike in every game with players of its own."""

from __future__ import annotations

from collections.abc import Iterable

from fieldkit.errors import Rejected
from fieldkit.phrases import N_

MAX_NAME_CHARS = 24
_SHOWN = 12
"""How much of a name that is too long a refusal repeats."""


def name_of(given: str | None, colour: str) -> str:
    """A player's name; one who has none is called by the colour. Raises Rejected."""
    name = (given or "").strip() or colour
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        shown = "".join(filter(str.isprintable, name))[:_SHOWN]
        text = N_("A player's name has at most {n} characters: shorten {name}….")
        raise Rejected("player_name", text, None, n=MAX_NAME_CHARS, name=shown)
    return name


def check_names(names: Iterable[str]) -> None:
    """No two players are called the same, or nobody would know whose turn it is. Raises Rejected."""
    met: set[str] = set()
    for name in names:
        if name.casefold() in met:
            text = N_("Two players are called {name}: call one of them something else.")
            raise Rejected("same_name", text, None, name=name)
        met.add(name.casefold())
