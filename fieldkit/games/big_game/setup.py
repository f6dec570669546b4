"""Setting up a hall (BG-1): the number of its boards and the options."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from fieldkit.errors import Rejected
from fieldkit.games.big_game import events as ev
from fieldkit.games.big_game.base import HallCommand
from fieldkit.games.big_game.state import KINDS, Options, State, split_seat
from fieldkit.games.declared import Events
from fieldkit.games.fair import new_secret
from fieldkit.games.options import MatchOptions
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_

MIN_BOARDS, MAX_BOARDS = 3, 1500
BOUNDS: Mapping[str, tuple[int, int]] = {
    "target": (10, 30),
    "turn_seconds": (10, 300),
    "late_turn_seconds": (10, 300),
    "robber_from": (1, 99),
}
"""The options that are numbers, from and to."""
_NUMBERS = {"limits": BOUNDS, "steps": {"turn_seconds": 5, "late_turn_seconds": 5}}
RUNNING = frozenset({"target", "turn_seconds", "late_turn_seconds"})
"""The options that may still change once the first turn has begun (BG-5)."""


class OpenHall(HallCommand, type="open_hall"):
    """Set up a hall of this number of ``boards`` (BG-1); a ``rehearsal`` has 60 turns and no players."""

    boards: int
    game: str = "big_game"
    options: dict[str, Any] = {}
    rehearsal: bool = False

    def opened(self, settled: MatchOptions, chance: Chance) -> Events:
        """Open the hall; raises Rejected or Unknown for an impossible set-up (BG-1)."""
        options = Options(**settled.settled(self.options))
        _check_ring(self.boards)
        seed = new_secret(chance) if options.dice != "real" else ""
        return (ev.HallOpened(self.boards, options, seed, self.rehearsal),)


class SetBoards(HallCommand, type="set_boards"):
    """Change the number of boards before the first turn (BG-1)."""

    boards: int

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        if state.turn:
            raise Rejected("begun", "The first turn has begun: the boards stay as they are", "BG-1")
        _check_ring(self.boards)
        seated = max((split_seat(seat)[0] for seat in state.people), default=0)
        if seated > self.boards:
            raise Rejected("seat_taken", "Somebody is registered at board {board}", "BG-1", board=seated)
        return (ev.BoardsSet(self.boards),)


class SetOptions(HallCommand, type="set_options"):
    """Change options: before the first turn all, later the lengths of turns and the target (BG-5, BG-12)."""

    options: dict[str, Any]

    def decide(self, state: State, order: GameCommand, chance: Chance) -> Events:
        chosen = match_options({}).settled(self.options)
        for name in chosen:
            if state.turn and name not in RUNNING:
                text = N_("{name} stays as it is once the first turn has begun")
                raise Rejected("begun", text, "BG-5", name=name)
        if "target" in self.options and (state.open_claims or state.valid_claims):
            raise Rejected("claims_open", "The target cannot change while a claim stands", "BG-12")
        changed = replace(state.options, **chosen)
        if (changed.dice == "real") != (state.seed == ""):
            # The secret of the dice is drawn and promised when the hall is opened.
            text = N_("The kit's dice or real dice: settled when the hall was opened")
            raise Rejected("dice_settled", text, "BG-4")
        return (ev.OptionsSet(changed),)


def changeable(turn: int) -> list[dict[str, Any]]:
    """Return the fields of the options that may change in this turn (BG-5)."""
    return [field for field in match_options({}).fields() if not turn or field["name"] in RUNNING]


def match_options(numbers: Mapping[str, Any]) -> MatchOptions:
    """Return the options with the defaults that the kit's owner has set. Raises SettingsError."""
    return MatchOptions(Options, {**numbers, **_NUMBERS}, "big_game")


def _check_ring(boards: int) -> None:
    """Raise Rejected for a number of boards that makes no ring, with the seats to add or leave (BG-1)."""
    if not MIN_BOARDS <= boards <= MAX_BOARDS:
        text = N_("A hall has {least} to {most} boards")
        raise Rejected("board_count", text, "BG-1", least=MIN_BOARDS, most=MAX_BOARDS)
    over = boards % len(KINDS)
    if over:
        given = {"boards": boards, "add": 2 * (len(KINDS) - over), "leave": 2 * over}
        text = N_("{boards} boards make no ring: add {add} seats or leave {leave}")
        raise Rejected("no_ring", text, "BG-1", **given)
