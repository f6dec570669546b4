"""Setting up a match (DX-1, DX-2): from the options, the island and the players to the opening event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args, get_type_hints

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.island import Island, land_of, read_island, room
from fieldkit.games.dice_extra.state import COLOURS, Options, Player
from fieldkit.games.fair import new_secret
from fieldkit.games.people import check_names, name_of
from fieldkit.messages import Chance
from fieldkit.phrases import N_, Message

LEAST_PLAYERS, MOST_PLAYERS = 2, 4
OWN = "own"
"""The name of an island from a file of the kit's owner."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What the kit's owner has settled: the options' defaults and limits, and the islands by name."""

    defaults: Mapping[str, Any]
    limits: Mapping[str, Any]
    islands: Mapping[str, Island]


def setting(raw: Mapping[str, Any], field: Mapping[str, Any]) -> Setting:
    """Check default options and islands once, before anything starts. Raises SettingsError."""
    of_the_kit = raw.get("fields", {})
    own = {} if field in of_the_kit.values() else {OWN: field}
    islands = {name: read_island(tables) for name, tables in {**own, **of_the_kit}.items()}
    given = Setting(raw["options"], raw["limits"], islands)
    for name, value in given.defaults.items():
        try:
            _option(given, name, value)
        except Rejected as error:
            raise SettingsError(f"[dice_extra] {name}: {error}") from None
    usual = given.defaults["island"] or next(iter(islands))
    return replace(given, defaults={**given.defaults, "island": usual})


def doubts(given: Setting) -> list[Message]:
    """What is odd in the owner's own island: too little coast for four people (DX-2)."""
    seats = [room(land_of(island), MOST_PLAYERS) for name, island in given.islands.items() if name == OWN]
    return [Message("at most {n} people can start", {"n": n}) for n in seats if n < MOST_PLAYERS]


def create(given: Setting, command: co.CreateMatch, chance: Chance) -> tuple[ev.Event, ...]:
    """Open a match; Rejected or Unknown for an impossible set-up. The secret is drawn before any roll."""
    players = tuple(_player(player) for player in command.players)
    if not LEAST_PLAYERS <= len(players) <= MOST_PLAYERS:
        text = N_("{least} to {most} people can play.")
        raise Rejected("player_count", text, "DX-1", least=LEAST_PLAYERS, most=MOST_PLAYERS)
    if len({player.id for player in players}) < len(players):
        raise Rejected("same_colour", "Two players have the same colour.", "DX-1")
    check_names(player.name for player in players)
    settled = dict(given.defaults)
    for name, value in command.options.items():
        settled[name] = _option(given, name, value)
    settled["island"] = settled["island"] or given.defaults["island"]
    island = given.islands[settled["island"]]
    if (seats := room(land_of(island), MOST_PLAYERS)) < len(players):
        raise Rejected("no_room", "On this island at most {n} people can start.", "DX-2", n=seats)
    return (ev.MatchCreated(new_secret(chance), Options(**settled), players, island),)


def _player(player: co.PlayerSetup) -> Player:
    if player.id not in COLOURS:
        text = N_("No colour {id}: red, blue, green or yellow.")
        raise Unknown("unknown_colour", text, "DX-1", id=player.id)
    return Player(player.id, name_of(player.name, COLOURS[player.id][0]))


_TYPES = get_type_hints(Options)
OPTION_NAMES = tuple(_TYPES)


def option_fields(given: Setting) -> list[dict[str, Any]]:
    """How each option is asked for, in order: a page draws from this and knows no option by its name."""
    found: list[dict[str, Any]] = []
    for name, kind in _TYPES.items():
        if kind is bool:
            found.append({"name": name, "sort": "switch"})
        elif choices := _choices(given, name):
            found.append({"name": name, "sort": "choice", "of": choices})
        else:
            least, most = given.limits[name]
            found.append({"name": name, "sort": "number", "least": least, "most": most, "step": 1})
    return found


def _choices(given: Setting, name: str) -> list[str]:
    """The words that an option may be; none for a switch or a number."""
    return list(given.islands) if name == "island" else list(get_args(_TYPES[name]))


def _option(given: Setting, name: str, value: Any) -> Any:
    """A checked value of an option; Unknown for another name or type, Rejected for an impossible value."""
    if name not in OPTION_NAMES:
        text = N_("No option {name}: allowed are {names}")
        raise Unknown("unknown_option", text, None, name=name, names=", ".join(OPTION_NAMES))
    if _TYPES[name] is bool:
        if not isinstance(value, bool):
            raise Unknown("option_value", "{name} must be true or false", None, name=name)
        return value
    if choices := _choices(given, name):
        if value not in choices and not (name == "island" and value == ""):
            text = N_("{name} must be one of {names}")
            raise Unknown("option_value", text, None, name=name, names=", ".join(choices))
        return value
    if type(value) is not int:
        raise Unknown("option_value", "{name} must be a number", None, name=name)
    least, most = given.limits[name]
    if not least <= value <= most:
        text = N_("{name} must be from {least} to {most}")
        raise Rejected("option_value", text, None, name=name, least=least, most=most)
    return value
