"""The commands of the game as they come over the wire, each with its events or its refusal."""

from collections.abc import Collection
from typing import Any

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games.declared import Command, Events
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.kinds import KINDS, PIECES, Kind, Piece
from fieldkit.games.dice_extra.payment import payment
from fieldkit.games.dice_extra.places import WHY_NOT, why_not_start
from fieldkit.games.dice_extra.state import Die, State, dice_ids, dice_in_play
from fieldkit.games.people import NewMatch
from fieldkit.messages import Chance
from fieldkit.phrases import N_, Term

MAX_REASON_CHARS = 100


class CreateMatch(NewMatch, type="create_match"):
    """Set up a match; the players clockwise, and the first of them starts (DX-1, DX-2)."""

    game: str = "dice_extra"


class StartRoad(Command, type="start_road"):
    """Mark a starting road (DX-2)."""

    road: int

    def decide(self, state: State, chance: Chance) -> Events:
        if state.phase != "starts":
            raise Rejected("started", "All starting roads are marked.", "DX-2")
        check(why_not_start(state, self.road))
        return (ev.RoadStarted(state.side, self.road),)


class Roll(Command, type="roll"):
    """Roll all dice but those of ``keep``; with real dice ``faces`` says what was rolled (DX-3)."""

    keep: list[str] = []
    faces: list[Kind] | None = None

    def decide(self, state: State, chance: Chance) -> Events:
        check(why_not_roll(state))
        ids = dice_ids(dice_in_play(state.turn))
        for id in self.keep:
            if id not in ids:
                raise Unknown("unknown_die", "There is no die {id}.", None, id=id)
        if self.keep and not state.dice:
            raise Rejected("nothing_kept", "The first roll uses all dice.", "DX-3")
        rolled = [id for id in ids if id not in self.keep]
        if not rolled:
            raise Rejected("all_kept", "All dice are kept: stop rolling instead.", "DX-3")
        used = state.used
        if state.options.dice == "kit":
            if self.faces is not None:
                raise Rejected("kit_rolls", "In this match the kit rolls the dice.", "DX-3")
            drawn = {id: KINDS[chance(len(KINDS))] for id in ids}
            used += len(ids)
        elif self.faces is None or len(self.faces) != len(rolled):
            raise Rejected("faces", "Enter what the {n} rolled dice show.", "DX-3", n=len(rolled))
        else:
            drawn = dict(zip(rolled, self.faces, strict=True))
        faces = tuple(drawn[id] if id in rolled else _die_of(state, id).kind for id in ids)
        return (ev.Rolled(state.side, faces, tuple(id for id in ids if id in self.keep), used),)


class StopRolling(Command, type="stop_rolling"):
    """Leave the dice as they are, though rolls are left (DX-3)."""

    def decide(self, state: State, chance: Chance) -> Events:
        check(why_not_rolled(state) or why_not_roll(state))
        return (ev.RollingStopped(state.side),)


class Build(Command, type="build"):
    """Build a piece at the number of its place (DX-5); ``pay`` are the dice that pay, if chosen."""

    piece: Piece
    at: int
    pay: list[str] | None = None

    def decide(self, state: State, chance: Chance) -> Events:
        check(why_not_rolled(state))
        if self.piece not in PIECES:
            raise Unknown("unknown_piece", "There is no piece {piece}.", None, piece=self.piece)
        why_not, _ = WHY_NOT[self.piece]
        check(why_not(state, state.side, self.at))
        return (ev.Built(state.side, self.piece, self.at, payment(state, self.piece, self.pay)),)


class UseKnight(Command, type="use_knight"):
    """Make a die the kind that a knight guards; one from the desert needs a ``kind`` (DX-7)."""

    knight: int
    die: str
    kind: Kind | None = None

    def decide(self, state: State, chance: Chance) -> Events:
        check(why_not_rolled(state))
        if self.knight not in state.land.knights:
            raise Unknown("unknown_knight", "The island has no knight {n}.", None, n=self.knight)
        check(why_not_joker(state, self.knight))
        die = _die_of(state, self.die)
        if die.paid:
            raise Rejected("paid", "That die is already spent.", "DX-7")
        guards = state.land.knights[self.knight].guards
        kind = self.kind or guards
        if kind is None:
            raise Rejected("which_kind", "Choose what the wild knight turns the die into.", "DX-7")
        if kind not in KINDS:
            raise Unknown("unknown_kind", "No die shows {kind}.", None, kind=kind)
        if guards is not None and kind != guards:
            text = N_("That knight only makes {kind}.")
            raise Rejected("wrong_kind", text, "DX-7", kind=Term(guards))
        if kind == die.kind:
            raise Rejected("same_kind", "That die already shows {kind}.", "DX-7", kind=Term(kind))
        return (ev.KnightUsed(state.side, self.knight, self.die, kind),)


class EndTurn(Command, type="end_turn"):
    """Pass the dice on; what is left over is lost (DX-5)."""

    def decide(self, state: State, chance: Chance) -> Events:
        check(why_not_rolled(state))
        return (ev.TurnEnded(state.side),)


class EndMatch(Command, type="end_match"):
    """End the match for time: the most points win (DX-8). Every screen shows the reason, so it is short."""

    reason: str

    def decide(self, state: State, chance: Chance) -> Events:
        reason = " ".join(self.reason.split())
        if not reason or len(reason) > MAX_REASON_CHARS:
            raise Rejected("reason", "Give a reason of 1 to {n} characters.", "DX-8", n=MAX_REASON_CHARS)
        return (ev.MatchEnded(reason),)


SEATED: Collection[str] = ("start_road", "roll", "stop_rolling", "build", "use_knight", "end_turn", "strike")
"""The commands that players may send from their own seats."""


def play(state: State, command: Any, chance: Chance) -> Events:
    """Return the events that follow from a command; raise Rejected or Unknown."""
    if state.phase == "starts" and not isinstance(command, StartRoad | EndMatch):
        raise Rejected("no_start", "First every player marks a starting road.", "DX-2")
    found: Events = command.decide(state, chance)
    return found


def why_not_rolled(state: State) -> Rejected | None:
    """Return why nothing can be built yet: the dice come first (DX-3)."""
    return None if state.phase == "dice" else Rejected("not_rolled", "Roll the dice first.", "DX-3")


def why_not_roll(state: State) -> Rejected | None:
    """Return why the dice may not be rolled (again) in this turn (DX-3), or None."""
    if state.rolls_left:
        return None
    if any(die.paid or die.knight for die in state.dice):
        return Rejected("no_roll_left", "You cannot roll after building or using a knight.", "DX-3")
    return Rejected("no_roll_left", "No rolls are left in this turn.", "DX-3")


def _die_of(state: State, id: str) -> Die:
    """Return the die of this id; raise Unknown if it is not on the table."""
    for die in state.dice:
        if die.id == id:
            return die
    raise Unknown("unknown_die", "There is no die {id}.", None, id=id)


def why_not_joker(state: State, knight: int | None = None) -> Rejected | None:
    """Return why a knight (or any of them) cannot be a joker now (DX-7), or None."""
    if refused := why_not_rolled(state):
        return refused
    if state.rolls_left:
        return Rejected("rolls_left", "Knights help after your last roll: stop rolling first.", "DX-7")
    own = {n: guard for n, guard in state.knights.items() if guard.side == state.side}
    asked = own if knight is None else {n: guard for n, guard in own.items() if n == knight}
    if not asked:
        text = N_("You have no knight yet.") if knight is None else N_("That knight is not yours.")
        return Rejected("not_your_knight", text, "DX-7")
    unused = [guard for guard in asked.values() if not guard.used]
    if not unused:
        return Rejected("knight_used", "Each knight is a joker only once.", "DX-7")
    if all(guard.turn == state.turn for guard in unused):
        return Rejected("new_knight", "A knight cannot help in the turn in which it was built.", "DX-7")
    return None


def jokers(state: State) -> list[int]:
    """Return the knights that can be jokers now (DX-7)."""
    return [n for n in sorted(state.knights) if why_not_joker(state, n) is None]
