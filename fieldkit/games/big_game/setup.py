"""Setting up a hall (BG-1): the number of its boards and the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, get_args

from fieldkit.errors import Rejected, SettingsError, Unknown
from fieldkit.games.big_game import commands as co
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.state import KINDS, DiceSource, Groups, Options, State
from fieldkit.games.fair import new_secret
from fieldkit.messages import Chance
from fieldkit.phrases import N_

LEAST_BOARDS, MOST_BOARDS = 3, 1500
CHOICES: Mapping[str, tuple[str, ...]] = {"groups": get_args(Groups), "dice": get_args(DiceSource)}
BOUNDS: Mapping[str, tuple[int, int]] = {
    "target": (10, 30),
    "turn_seconds": (10, 300),
    "late_turn_seconds": (10, 300),
    "robber_from": (1, 99),
}
"""The options that are numbers, from and to."""
RUNNING = frozenset({"target", "turn_seconds", "late_turn_seconds"})
"""What may still change once the first turn has begun (BG-5)."""


def defaults(numbers: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options as the kit's owner has settled them. Raises SettingsError."""
    settled = dict(numbers.get("options", {}))
    for name, value in settled.items():
        try:
            _option(name, value)
        except Rejected as error:
            raise SettingsError(f"[big_game] {name}: {error}") from None
    return settled


def opened(settled: Mapping[str, Any], command: co.OpenHall, chance: Chance) -> tuple[ev.Event, ...]:
    """Open a hall; Rejected or Unknown for an impossible set-up (BG-1)."""
    for name, value in command.options.items():
        _option(name, value)
    options = Options(**{**settled, **command.options})
    ring(command.boards)
    seed = new_secret(chance) if options.dice != "real" else ""
    return (ev.HallOpened(command.boards, options, seed, command.rehearsal),)


def ring(boards: int) -> None:
    """Raises Rejected for a number of boards that makes no ring, with what to add or leave (BG-1)."""
    if not LEAST_BOARDS <= boards <= MOST_BOARDS:
        text = N_("A hall has {least} to {most} boards")
        raise Rejected("board_count", text, "BG-1", least=LEAST_BOARDS, most=MOST_BOARDS)
    over = boards % len(KINDS)
    if over:
        given = {"boards": boards, "add": 2 * (len(KINDS) - over), "leave": 2 * over}
        text = N_("{boards} boards make no ring: add {add} seats or leave {leave}")
        raise Rejected("no_ring", text, "BG-1", **given)


def set_boards(state: State, command: co.SetBoards) -> tuple[ev.Event, ...]:
    """Another number of boards, before the first turn (BG-1)."""
    if state.turn:
        raise Rejected("begun", "The first turn has begun: the boards stay as they are", "BG-1")
    ring(command.boards)
    seated = max((int(seat.partition("-")[0]) for seat in state.people), default=0)
    if seated > command.boards:
        raise Rejected("seat_taken", "Somebody is registered at board {board}", "BG-1", board=seated)
    return (ev.BoardsSet(command.boards),)


def set_options(state: State, command: co.SetOptions) -> tuple[ev.Event, ...]:
    """Other options: before the first turn all, later what `RUNNING` names (BG-5)."""
    for name, value in command.options.items():
        _option(name, value)
        if state.turn and name not in RUNNING:
            text = N_("{name} stays as it is once the first turn has begun")
            raise Rejected("begun", text, "BG-5", name=name)
    if "target" in command.options and (state.open_claims or state.valid_claims):
        raise Rejected("claims_open", "While a claim stands the target stays", "BG-12")
    changed = Options(**{**asdict(state.options), **command.options})
    if (changed.dice == "real") != (state.seed == ""):
        # The secret of the dice is drawn and promised when the hall is opened.
        raise Rejected("dice_settled", "Whose dice are rolled is settled when the hall is opened", "BG-4")
    return (ev.OptionsSet(changed),)


def _option(name: str, value: Any) -> None:
    if name in CHOICES:
        if value not in CHOICES[name]:
            names = ", ".join(CHOICES[name])
            raise Unknown("option_value", "{name} must be one of {names}", None, name=name, names=names)
    elif name in BOUNDS:
        least, most = BOUNDS[name]
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            text = N_("{name} must be a whole number from {least} to {most}")
            raise Unknown("option_value", text, None, name=name, least=least, most=most)
    else:
        names = ", ".join([*CHOICES, *BOUNDS])
        raise Unknown("unknown_option", "No option {name}: allowed are {names}", None, name=name, names=names)
