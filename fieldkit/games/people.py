"""The players of a game at one table: each has a colour, by which everybody knows them, and a name."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from fieldkit.errors import Rejected, Unknown
from fieldkit.games import Side
from fieldkit.phrases import N_, Language, MessageList, Term

SEAT = "seat/"
"""How ``by`` of a command from a player's own phone begins; the seat follows."""
COLOURS: Mapping[str, tuple[str, str]] = {
    "red": (N_("Red"), "triangle"),
    "blue": (N_("Blue"), "square"),
    "green": (N_("Green"), "hexagon"),
    "yellow": (N_("Yellow"), "star"),
    "olive": (N_("Olive"), "cross"),
    "violet": (N_("Violet"), "ring"),
}
"""Each colour with its name and its mark. A player's id is the colour."""
MAX_NAME_CHARS = 24
_SHOWN = 12
"""How much of a name that is too long a refusal repeats."""


@dataclass(frozen=True, slots=True)
class PlayerSetup:
    """A player of a new match; the id is the colour."""

    id: str
    name: str | None = None


@dataclass(frozen=True, slots=True)
class NewMatch:
    """Set up a match of the ``players`` in the order of their turns; a game adds its name."""

    players: list[PlayerSetup]
    game: str = ""
    options: dict[str, Any] = field(default_factory=dict)


class Named(Protocol):
    """A player of any game."""

    @property
    def id(self) -> str:
        """The colour."""

    @property
    def name(self) -> str:
        """The name, in English where it is the colour's."""


def check_players(given: Sequence[PlayerSetup], colours: Collection[str], least: int, rule: str) -> list[str]:
    """Return the names of the players; raise Unknown or Rejected for people who cannot play together."""
    for player in given:
        if player.id not in colours:
            known = MessageList([Term(id) for id in colours])
            raise Unknown(
                "unknown_player", "There is no colour {id}: {names}", rule, id=player.id, names=known
            )
    if not least <= len(given) <= len(colours):
        text = N_("{least} to {most} people can play.")
        raise Rejected("player_count", text, rule, least=least, most=len(colours))
    if len({player.id for player in given}) < len(given):
        raise Rejected("same_colour", "Two players have the same colour.", rule)
    names = [name_of(player.name, COLOURS[player.id][0]) for player in given]
    check_names(names)
    return names


def called(player: Named) -> str:
    """Return the player's name; one that is called by the colour is called so in every language."""
    colour = COLOURS[player.id][0]
    return Term(colour) if player.name == colour else player.name


def side_of(player: Named, score: int, translate: Language) -> Side:
    """Return a player as every screen shows them."""
    mark = COLOURS[player.id][1]
    return {
        "id": player.id,
        "name": translate(called(player)),
        "colour": player.id,
        "mark": mark,
        "score": score,
    }


def colours_view(colours: Collection[str]) -> list[dict[str, Any]]:
    """Return the colours to choose from at set-up, with their names and marks."""
    return [{"id": id, "name": COLOURS[id][0], "mark": COLOURS[id][1]} for id in colours]


def name_of(given: str | None, colour: str) -> str:
    """Return a player's name; one who has none is called by the colour. Raises Rejected."""
    name = (given or "").strip() or colour
    if len(name) > MAX_NAME_CHARS or not name.isprintable():
        shown = "".join(filter(str.isprintable, name))[:_SHOWN]
        text = N_("A player's name has at most {n} characters: shorten {name}….")
        raise Rejected("player_name", text, None, n=MAX_NAME_CHARS, name=shown)
    return name


def check_names(names: Iterable[str]) -> None:
    """Raise Rejected if two players are called the same: nobody would know whose turn it is."""
    met: set[str] = set()
    for name in names:
        if name.casefold() in met:
            text = N_("Two players are called {name}: call one of them something else.")
            raise Rejected("same_name", text, None, name=name)
        met.add(name.casefold())
