"""Setting up a match (DX-1, DX-2): from the options, the island and the players to the opening event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from fieldkit.errors import Rejected
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.island import Island, land_of, read_island, room
from fieldkit.games.dice_extra.kinds import COLOURS, MAX_PLAYERS, MIN_PLAYERS
from fieldkit.games.dice_extra.state import Options
from fieldkit.games.fair import new_secret
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import Player, check_players
from fieldkit.messages import Chance
from fieldkit.phrases import Message

OWN = "own"
"""The name of an island from a file of the kit's owner."""


class DiceOptions(MatchOptions):
    """The options of a match; the island "" is the usual one."""

    def checked(self, name: str, value: Any) -> Any:
        """Return the value of an option; raise Unknown or Rejected."""
        return self.defaults[name] if (name, value) == ("island", "") else super().checked(name, value)


@dataclass(frozen=True, slots=True)
class Setting:
    """The choices of the kit's owner: the options, and the islands by name."""

    options: DiceOptions
    islands: Mapping[str, Island]


def setting(raw: Mapping[str, Any], field: Mapping[str, Any]) -> Setting:
    """Check default options and islands once, before anything starts. Raises SettingsError."""
    of_the_kit = raw.get("fields", {})
    own = {} if field in of_the_kit.values() else {OWN: field}
    islands = {name: read_island(tables) for name, tables in {**own, **of_the_kit}.items()}
    defaults = {**raw["options"], "island": raw["options"]["island"] or next(iter(islands))}
    choices = {"island": list(islands)}
    return Setting(DiceOptions(Options, {**raw, "options": defaults}, "dice_extra", choices), islands)


def doubts(given: Setting) -> list[Message]:
    """Return what is odd in the owner's own island: too little coast for four people (DX-2)."""
    seats = [room(land_of(island), MAX_PLAYERS) for name, island in given.islands.items() if name == OWN]
    return [Message("at most {n} people can start", {"n": n}) for n in seats if n < MAX_PLAYERS]


def create(given: Setting, command: co.CreateMatch, chance: Chance) -> tuple[ev.MatchCreated]:
    """Open a match; Rejected or Unknown for an impossible set-up. The secret is drawn before any roll."""
    names = check_players(command.players, COLOURS, MIN_PLAYERS, "DX-1")
    players = tuple(Player(player.id, name) for player, name in zip(command.players, names, strict=True))
    options = Options(**given.options.settled(command.options))
    island = given.islands[options.island]
    if (seats := room(land_of(island), MAX_PLAYERS)) < len(players):
        raise Rejected("no_room", "On this island at most {n} people can start.", "DX-2", n=seats)
    return (ev.MatchCreated(new_secret(chance), options, players, island),)
