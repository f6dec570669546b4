"""What can be asked in this game, as it comes over the wire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from fieldkit.games.big_game.state import Dice, Form
from fieldkit.messages import ANY_TEXT


@dataclass(frozen=True, slots=True)
class OpenHall:
    """Set up a hall of this number of ``boards`` (BG-1); a ``rehearsal`` has 60 turns and no players."""

    boards: int
    game: str = "big_game"
    options: dict[str, Any] = field(default_factory=dict)
    rehearsal: bool = False


@dataclass(frozen=True, slots=True)
class SetBoards:
    """Change the number of boards before the first turn (BG-1)."""

    boards: int


@dataclass(frozen=True, slots=True)
class SetOptions:
    """Change lengths of turns or the target while the hall is open (BG-5, BG-12)."""

    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ImportPlayers:
    """Register everybody in a CSV text with the columns name, board, group and club; all or nobody.

    Without a board the next free seats are given.
    """

    csv: str = field(metadata=ANY_TEXT)


@dataclass(frozen=True, slots=True)
class Register:
    """Register a player, on a free ``seat``: a phone for its own, the referee for any, None for the next."""

    name: str
    club: str = ""
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Rename:
    """Correct the name or the club on a seat."""

    seat: str
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class Substitute:
    """Somebody else takes over a seat, with a new place in the order of registration."""

    seat: str
    name: str
    club: str = ""


@dataclass(frozen=True, slots=True)
class MarkAway:
    """A no-show, or with ``away`` false somebody who came after all (BG-1)."""

    seat: str
    away: bool = True


@dataclass(frozen=True, slots=True)
class Sanction:
    """Note a sanction (BG-13)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """Send a player off: the seat is empty from now on (BG-1, BG-13)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class Reinstate:
    """A removal was wrong: the player plays again (BG-12, BG-13)."""

    seat: str
    reason: str


@dataclass(frozen=True, slots=True)
class SetAward:
    """Note how long a player's route is, or how many knights they have played (BG-10, BG-11)."""

    seat: str
    award: Literal["route", "army"]
    count: int


@dataclass(frozen=True, slots=True)
class NextTurn:
    """Roll for the next turn (BG-3); ``early`` to cut off the running clock, ``dice`` what real dice show."""

    early: bool = False
    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the turn that is on without rolling for the next one (BG-5)."""


@dataclass(frozen=True, slots=True)
class RollRobbers:
    """Roll for the robbers (BG-6)."""

    dice: Dice | None = None


@dataclass(frozen=True, slots=True)
class GoOn:
    """Start the clock after a 7, or again after it was held (BG-5)."""


@dataclass(frozen=True, slots=True)
class Advance:
    """What the start button does: the next turn, the robbers' roll, or on with the clock."""


@dataclass(frozen=True, slots=True)
class StopClock:
    """Stop the clock at once, with five blasts."""


@dataclass(frozen=True, slots=True)
class HoldClock:
    """Hold the clock without a blast."""


@dataclass(frozen=True, slots=True)
class RaiseAlarm:
    """Everybody must leave the hall: the clock is held, and nothing moves until it is lifted (BG-5)."""


@dataclass(frozen=True, slots=True)
class LiftAlarm:
    """The alarm is over; a clock that it held goes on when it is told to (BG-5)."""


@dataclass(frozen=True, slots=True)
class ChangeClock:
    """Make the turn longer or shorter (s)."""

    by: int


@dataclass(frozen=True, slots=True)
class TakeBackRoll:
    """The roll was announced wrongly: all is as before it, and the same roll comes again (BG-4)."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class RepeatLine:
    """Show and speak the line to say once more."""


@dataclass(frozen=True, slots=True)
class MakeClaim:
    """Claim the victory (BG-12): a phone for its own seat, the referee for any."""

    form: Form
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class WithdrawClaim:
    """Take an open claim back."""

    claim: int


@dataclass(frozen=True, slots=True)
class JudgeClaim:
    """Confirm or reject a claim, or with a reason put a judgement right (BG-12).

    ``form`` is what was counted at the board, None for as it was claimed.
    """

    claim: int
    verdict: Literal["confirmed", "rejected"]
    reason: str = ""
    form: Form | None = None


@dataclass(frozen=True, slots=True)
class CloseClaims:
    """Leave the forms unjudged that claim less than the best confirmed one (BG-12)."""


@dataclass(frozen=True, slots=True)
class CallSteward:
    """Call for a steward."""

    text: str
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class CloseCall:
    """A steward has been there."""

    call: int


@dataclass(frozen=True, slots=True)
class CallBreak:
    """A break, with or without an end (min); it ends a turn that is on (BG-5)."""

    minutes: int | None = None


@dataclass(frozen=True, slots=True)
class EndHall:
    """End the hall for time, and a turn that is on: the best claim form wins (BG-5, BG-12)."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class ConfirmResult:
    """The winner is announced: the hall is over (BG-12)."""


@dataclass(frozen=True, slots=True)
class AbandonHall:
    """End the hall without a winner."""

    reason: str = ""


COMMANDS: Mapping[str, type] = {
    "open_hall": OpenHall,
    "set_boards": SetBoards,
    "set_options": SetOptions,
    "import_players": ImportPlayers,
    "register": Register,
    "rename_player": Rename,
    "substitute": Substitute,
    "mark_away": MarkAway,
    "sanction": Sanction,
    "remove_player": RemovePlayer,
    "reinstate": Reinstate,
    "set_award": SetAward,
    "next_turn": NextTurn,
    "end_turn": EndTurn,
    "roll_robbers": RollRobbers,
    "go_on": GoOn,
    "advance": Advance,
    "stop_clock": StopClock,
    "hold_clock": HoldClock,
    "raise_alarm": RaiseAlarm,
    "lift_alarm": LiftAlarm,
    "change_clock": ChangeClock,
    "take_back_roll": TakeBackRoll,
    "repeat_line": RepeatLine,
    "claim": MakeClaim,
    "withdraw_claim": WithdrawClaim,
    "judge_claim": JudgeClaim,
    "close_claims": CloseClaims,
    "call_steward": CallSteward,
    "close_call": CloseCall,
    "call_break": CallBreak,
    "end_hall": EndHall,
    "confirm_result": ConfirmResult,
    "abandon_hall": AbandonHall,
}
MOVES = (
    NextTurn,
    EndTurn,
    RollRobbers,
    GoOn,
    Advance,
    StopClock,
    HoldClock,
    ChangeClock,
    TakeBackRoll,
    MakeClaim,
    WithdrawClaim,
    JudgeClaim,
    CloseClaims,
    ConfirmResult,
    AbandonHall,
)
"""What waits while an alarm is on; a break and the end for time can be called under it (BG-5)."""
SEATED = frozenset({"register", "claim", "withdraw_claim", "call_steward"})
"""What players may do from their own seat, each for themselves."""
