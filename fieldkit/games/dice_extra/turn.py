"""A player's turn: what each command becomes, and why it is refused (DX-2 to DX-9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldkit.errors import Rejected, Unknown
from fieldkit.games import Event
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.kinds import KINDS, PIECES, Kind
from fieldkit.games.dice_extra.payment import payment
from fieldkit.games.dice_extra.places import WHY_NOT, why_not_start
from fieldkit.games.dice_extra.state import Die, State, dice_ids, dice_in_play
from fieldkit.messages import Chance
from fieldkit.phrases import N_, Term

MAX_REASON_CHARS = 100


def play(state: State, command: Any, chance: Chance) -> tuple[Event, ...]:
    """Return the events that follow from a command; raise Rejected or Unknown."""
    if isinstance(command, co.EndMatch):
        return _ended(command)
    if isinstance(command, co.StartRoad):
        return _start(state, command)
    if state.phase == "starts":
        raise Rejected("no_start", "First every player marks a starting road.", "DX-2")
    if isinstance(command, co.Roll):
        return _roll(state, command, chance)
    if refused := why_not_rolled(state):
        raise refused
    return _ORDERS[type(command)](state, command)


def _ended(command: co.EndMatch) -> tuple[Event, ...]:
    """End the match for time (DX-8); every screen shows the reason, so it is short."""
    reason = " ".join(command.reason.split())
    if not reason or len(reason) > MAX_REASON_CHARS:
        raise Rejected("reason", "Give a reason of 1 to {n} characters.", "DX-8", n=MAX_REASON_CHARS)
    return (ev.MatchEnded(reason),)


def over() -> Rejected:
    """Return why nothing more is decided in a match that is over (DX-8)."""
    return Rejected("over", "The match is over.", "DX-8")


def why_not_rolled(state: State) -> Rejected | None:
    """Return why nothing can be built yet: the dice come first (DX-3)."""
    return None if state.phase == "dice" else Rejected("not_rolled", "Roll the dice first.", "DX-3")


def _start(state: State, command: co.StartRoad) -> tuple[Event, ...]:
    """Mark a starting road (DX-2)."""
    if state.phase != "starts":
        raise Rejected("started", "All starting roads are marked.", "DX-2")
    if refused := why_not_start(state, command.road):
        raise refused
    return (ev.RoadStarted(state.side, command.road),)


def why_not_roll(state: State) -> Rejected | None:
    """Return why the dice may not be rolled (again) in this turn (DX-3), or None."""
    if state.rolls_left:
        return None
    if any(die.paid or die.knight for die in state.dice):
        return Rejected("no_roll_left", "You cannot roll after building or using a knight.", "DX-3")
    return Rejected("no_roll_left", "No rolls are left in this turn.", "DX-3")


def _roll(state: State, command: co.Roll, chance: Chance) -> tuple[Event, ...]:
    """Roll all dice but the kept ones, up to three times; a die may be taken up again (DX-3).

    Each roll draws a number for every die in play, kept or not, so that what a die shows does not depend on
    which others were kept.
    """
    if refused := why_not_roll(state):
        raise refused
    ids = dice_ids(dice_in_play(state.turn))
    for id in command.keep:
        if id not in ids:
            raise Unknown("unknown_die", "There is no die {id}.", None, id=id)
    if command.keep and not state.dice:
        raise Rejected("nothing_kept", "The first roll uses all dice.", "DX-3")
    rolled = [id for id in ids if id not in command.keep]
    if not rolled:
        raise Rejected("all_kept", "All dice are kept: stop rolling instead.", "DX-3")
    fresh = _faces(state, command, len(rolled), len(ids), chance)
    if state.options.dice == "kit":
        fresh = [face for id, face in zip(ids, fresh, strict=True) if id in rolled]
    found = dict(zip(rolled, fresh, strict=True))
    faces = tuple(found[id] if id in found else _die_of(state, id).kind for id in ids)
    used = state.used + (len(ids) if state.options.dice == "kit" else 0)
    return (ev.Rolled(state.side, faces, tuple(id for id in ids if id not in found), used),)


def _faces(state: State, command: co.Roll, rolled: int, in_play: int, chance: Chance) -> list[Kind]:
    """Draw faces for all dice in play, or take those typed for the rolled ones (DX-3)."""
    if state.options.dice == "kit":
        if command.faces is not None:
            raise Rejected("kit_rolls", "In this match the kit rolls the dice.", "DX-3")
        return [KINDS[chance(len(KINDS))] for _ in range(in_play)]
    if command.faces is None or len(command.faces) != rolled:
        raise Rejected("faces", "Enter what the {n} rolled dice show.", "DX-3", n=rolled)
    return list(command.faces)


def _die_of(state: State, id: str) -> Die:
    """Return the die of this id; raise Unknown if it is not on the table."""
    for die in state.dice:
        if die.id == id:
            return die
    raise Unknown("unknown_die", "There is no die {id}.", None, id=id)


def _stop(state: State, command: co.StopRolling) -> tuple[Event, ...]:
    if refused := why_not_roll(state):
        raise refused
    return (ev.RollingStopped(state.side),)


def _build(state: State, command: co.Build) -> tuple[Event, ...]:
    """Build a piece (DX-5, DX-6, DX-9)."""
    if command.piece not in PIECES:
        raise Unknown("unknown_piece", "There is no piece {piece}.", None, piece=command.piece)
    if refused := WHY_NOT[command.piece](state, state.side, command.at):
        raise refused
    return (ev.Built(state.side, command.piece, command.at, payment(state, command.piece, command.pay)),)


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
    if why_not_joker(state):
        return []
    return [n for n in sorted(state.knights) if why_not_joker(state, n) is None]


def _use(state: State, command: co.UseKnight) -> tuple[Event, ...]:
    """Turn one die to the kind that the knight guards; the desert's make any kind (DX-7)."""
    if command.knight not in state.land.knights:
        raise Unknown("unknown_knight", "The island has no knight {n}.", None, n=command.knight)
    if refused := why_not_joker(state, command.knight):
        raise refused
    die = _die_of(state, command.die)
    if die.paid:
        raise Rejected("paid", "That die is already spent.", "DX-7")
    guards = state.land.knights[command.knight].guards
    kind = command.kind or guards
    if kind is None:
        raise Rejected("which_kind", "Choose what the wild knight turns the die into.", "DX-7")
    if kind not in KINDS:
        raise Unknown("unknown_kind", "No die shows {kind}.", None, kind=kind)
    if guards is not None and kind != guards:
        text = N_("That knight only makes {kind}.")
        raise Rejected("wrong_kind", text, "DX-7", kind=Term(guards))
    if kind == die.kind:
        raise Rejected("same_kind", "That die already shows {kind}.", "DX-7", kind=Term(kind))
    return (ev.KnightUsed(state.side, command.knight, command.die, kind),)


def _end(state: State, command: co.EndTurn) -> tuple[Event, ...]:
    return (ev.TurnEnded(state.side),)


_ORDERS: Mapping[type, Callable[[State, Any], tuple[Event, ...]]] = {
    co.StopRolling: _stop,
    co.Build: _build,
    co.UseKnight: _use,
    co.EndTurn: _end,
}
