"""Setting up a match (BH-1): from the players and the options to the opening event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args, get_type_hints

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games.big_honor import commands as co
from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor.state import COLOURS, Options, Player
from fieldkit.games.fair import new_secret
from fieldkit.games.people import check_names, name_of
from fieldkit.messages import Chance
from fieldkit.phrases import N_, MessageList, Term

LEAST, MOST = 3, 6
CHOICES = {name: get_args(kind) for name, kind in get_type_hints(Options).items()}
"""The options, and what each may be."""


def defaults(numbers: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options as the kit's owner has settled them. Raises SettingsError."""
    settled = dict(numbers.get("options", {}))
    for name, value in settled.items():
        try:
            _option(name, value)
        except Rejected as error:
            raise SettingsError(f"[big_honor] {name}: {error}") from None
    return settled


def opened(settled: Mapping[str, Any], command: co.OpenTable, chance: Chance) -> tuple[ev.Event, ...]:
    """Open a match; Rejected or Unknown for an impossible set-up (BH-1)."""
    for name, value in command.options.items():
        _option(name, value)
    options = Options(**{**settled, **command.options})
    players = tuple(_player(player) for player in command.players)
    if not LEAST <= len(players) <= MOST:
        text = N_("Big Game, Big Honor is for {least} to {most} players")
        raise Rejected("player_count", text, "BH-1", least=LEAST, most=MOST)
    if len({player.id for player in players}) < len(players):
        raise Rejected("same_colour", "Two players have the same colour", "BH-1")
    check_names(player.name for player in players)
    seed = new_secret(chance) if options.dice == "kit" else ""
    return (ev.TableOpened(players, options, seed),)


def _player(given: co.PlayerSetup) -> Player:
    if given.id not in COLOURS:
        names = MessageList([Term(id) for id in COLOURS])
        raise Unknown("unknown_player", "There is no colour {id}: {names}", "BH-1", id=given.id, names=names)
    return Player(given.id, name_of(given.name, COLOURS[given.id][0]))


def _option(name: str, value: Any) -> None:
    if name not in CHOICES:
        text = N_("No option {name}: allowed are {names}")
        raise Unknown("unknown_option", text, None, name=name, names=", ".join(CHOICES))
    if value not in CHOICES[name]:
        text = N_("{name} must be one of {names}")
        raise Unknown("option_value", text, None, name=name, names=", ".join(CHOICES[name]))
