"""Which events follow from a command, or the rule that forbids it. What cannot be done is told by `cannot_…`,

so that a page can say it before anybody taps.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from fieldkit.errors import Rejected, Unknown
from fieldkit.games.big_honor import commands as co
from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor.state import (
    MOST_POINTS,
    PLACES,
    PRICES,
    SETTLERS,
    TARGET,
    TRIES,
    Dice,
    State,
    called,
    may_win,
    points,
    sent_by,
)
from fieldkit.messages import Chance, GameCommand
from fieldkit.phrases import N_, Message

_SEAT = "seat/"


def decide(state: State, order: GameCommand, chance: Chance) -> tuple[ev.Event, ...]:
    """The events that follow from a command; raises Rejected or Unknown."""
    if state.phase == "over":
        raise final()
    if isinstance(order.command, co.OpenTable):
        raise Rejected("match_running", "A match is running: end or abandon it first")
    _check_seat(state, order)
    return _MOVES[type(order.command)](state, order.command, chance)


def final() -> Rejected:
    """Why nothing changes any more."""
    return Rejected("over", "The match is over.", "BH-7")


def _check_seat(state: State, order: GameCommand) -> None:
    """From a seat a player acts for themselves alone: in their own turn, and on their own points."""
    if not order.by.startswith(_SEAT):
        return
    own = order.by.removeprefix(_SEAT)
    command = order.command
    if isinstance(command, co.ChangePoints):
        if command.player != own:
            raise Rejected("not_yours", "Each player enters their own points.", "BH-7")
    elif own != state.on_turn.id:
        raise Rejected("not_yours", "It is the turn of {player}.", "BH-1", player=called(state.on_turn))


def _put(state: State, command: co.PutSettler, chance: Chance) -> tuple[ev.Event, ...]:
    """The settler of the second settlement, on any free place (BH-2)."""
    if state.phase != "settling":
        raise Rejected(
            "all_settled", "The second settlements have their settlers: now each is paid for.", "BH-2"
        )
    _check_place(state, command.place)
    return (ev.SettlerPut(state.on_turn.id, command.place),)


def _check_place(state: State, place: int) -> None:
    """The place must be there and free (BH-1a, BH-2, BH-3)."""
    if place not in PLACES:
        raise Unknown("unknown_place", "There is no place {place}: 2 to 6 and 8 to 12", "BH-1a", place=place)
    if owner := state.places.get(place):
        given = {"place": place, "player": called(state.player(owner))}
        raise Rejected("place_taken", "Place {place} is taken by {player}.", "BH-3", **given)


def cannot_roll(state: State) -> Rejected | None:
    """Why there is no production roll now (BH-4)."""
    if state.phase == "settling":
        return _settling()
    if state.phase == "special":
        return _special()
    if state.phase == "rolled":
        return Rejected("rolled", "{player} has rolled.", "BH-4", player=called(state.on_turn))
    return None


def _settling() -> Rejected:
    return Rejected("settling", "First each player puts a settler, with the second settlement.", "BH-2")


def _special() -> Rejected:
    text = N_("In the special building phase nothing is rolled, sent or spent.")
    return Rejected("special", text, "BH-1")


def _roll(state: State, command: co.Roll, chance: Chance) -> tuple[ev.Event, ...]:
    """The production roll of the turn (BH-4)."""
    if refused := cannot_roll(state):
        raise refused
    dice = _dice(state, command.dice, chance)
    return (ev.Rolled(state.on_turn.id, dice, _used(state, 1)),)


def _dice(state: State, shown: Dice | None, chance: Chance) -> Dice:
    """Two dice: the kit's, or what real ones show (BH-4)."""
    if state.options.dice == "kit":
        if shown is not None:
            raise Rejected("kit_rolls", "In this match the kit rolls the dice.", "BH-4")
        return chance(6) + 1, chance(6) + 1
    if shown is None:
        raise Rejected("no_dice", "Roll the dice, then tap what they show.", "BH-4")
    if not all(1 <= face <= 6 for face in shown):
        raise Unknown("unknown_face", "A die shows 1 to 6", "BH-4")
    return shown


def _used(state: State, rolls: int) -> int:
    """How far the secret stream is drawn after that many rolls; real dice draw nothing."""
    return state.used + 2 * rolls if state.options.dice == "kit" else 0


def cannot_send(state: State) -> Rejected | None:
    """Why no settler can be sent now (BH-3)."""
    if state.phase == "settling":
        return _settling()
    if state.phase == "special":
        return _special()
    if state.phase == "to_roll":
        return Rejected("not_rolled", "First comes the production roll of the turn.", "BH-3")
    if sent_by(state, state.on_turn.id) >= SETTLERS:
        given = {"player": called(state.on_turn), "n": SETTLERS}
        return Rejected("no_settler", "All {n} settlers of {player} are at the table.", "BH-3", **given)
    if state.sent and state.free:
        return Rejected("sent", "While places are free, only one settler is sent in a turn.", "BH-3")
    if state.sent:
        text = N_("{player} has filled the table: places are rolled for from the next turn on.")
        return Rejected("sent", text, "BH-3", player=called(state.on_turn))
    if state.tried >= TRIES:
        return Rejected("tried", "At a full table a turn has {n} tries, and both are used.", "BH-3", n=TRIES)
    return None


def _send(state: State, command: co.SendSettler, chance: Chance) -> tuple[ev.Event, ...]:
    """Pay and send: to a free place, or at a full table to the one that is rolled (BH-3)."""
    if refused := cannot_send(state):
        raise refused
    player = state.on_turn.id
    if state.free:
        if command.place is None or command.dice is not None:
            raise Rejected("choose_place", "Places are free: tap one of them.", "BH-3")
        _check_place(state, command.place)
        return (ev.SettlerSent(player, command.pay, command.place),)
    if command.place is not None:
        raise Rejected("table_full", "All ten places are taken: roll for one.", "BH-3")
    rolls = _rolls(state, command, chance)
    return (ev.SettlerTried(player, command.pay, rolls, _used(state, len(rolls))),)


def _rolls(state: State, command: co.SendSettler, chance: Chance) -> tuple[Dice, ...]:
    """Rolls up to one that is no 7 (BH-3)."""
    rolls = [_dice(state, command.dice, chance)]
    while sum(rolls[-1]) == 7:
        if state.options.dice == "real":
            raise Rejected("seven", "A 7: roll again, then tap what the dice show.", "BH-3")
        rolls.append(_dice(state, None, chance))
    return tuple(rolls)


def cannot_spend(state: State, laurels: int) -> Rejected | None:
    """Why this cannot be had for laurels now (BH-5)."""
    if state.phase == "settling":
        return _settling()
    if state.phase == "special":
        return _special()
    if laurels in state.bought:
        return Rejected("bought", "This was bought in this turn already: each is had once a turn.", "BH-5")
    player = state.on_turn
    if player.laurels < laurels:
        given = {"player": called(player), "has": player.laurels, "n": laurels}
        return Rejected("too_few", "{player} has {has} of {n} laurels for this.", "BH-5", **given)
    return None


def _spend(state: State, command: co.SpendLaurels, chance: Chance) -> tuple[ev.Event, ...]:
    """Give laurels back for what they buy (BH-5)."""
    if command.laurels not in PRICES:
        raise Unknown("unknown_price", "Nothing costs {n} laurels: 1 to 5", "BH-5", n=command.laurels)
    if refused := cannot_spend(state, command.laurels):
        raise refused
    return (ev.LaurelsSpent(state.on_turn.id, command.laurels),)


def _change(state: State, command: co.ChangePoints, chance: Chance) -> tuple[ev.Event, ...]:
    """The points of the board, one up or down (BH-7)."""
    try:
        player = state.player(command.player)
    except KeyError:
        raise Unknown("unknown_player", "Nobody plays {id}", "BH-1", id=command.player) from None
    if not 0 <= player.points + command.by <= MOST_POINTS:
        text = N_("The board gives {least} to {most} points.")
        raise Rejected("points", text, "BH-7", least=0, most=MOST_POINTS)
    return (ev.PointsChanged(player.id, command.by),)


def cannot_end_turn(state: State) -> Rejected | None:
    """Why the turn is not over yet (BH-1, BH-4)."""
    if state.phase == "settling":
        return _settling()
    if state.phase == "special":
        return _special()
    if state.phase == "to_roll":
        return Rejected("not_rolled", "First comes the production roll of the turn.", "BH-4")
    return None


def _end_turn(state: State, command: co.EndTurn, chance: Chance) -> tuple[ev.Event, ...]:
    """Pass the dice on (BH-1)."""
    if refused := cannot_end_turn(state):
        raise refused
    return (ev.TurnEnded(state.on_turn.id),)


def _end_building(state: State, command: co.EndBuilding, chance: Chance) -> tuple[ev.Event, ...]:
    """All others have built (BH-1)."""
    if state.phase != "special":
        raise Rejected("not_special", "There is no special building phase now.", "BH-1")
    return (ev.BuildingEnded(state.on_turn.id),)


def uprooted(was: State, now: State, event: ev.Event) -> Message | None:
    """Why something goes with what is taken back before it: another turn's deed, or a later try (BH-3)."""
    if isinstance(event, ev.PointsChanged):
        return None
    if was.turn != now.turn:
        return Message("It was done in another turn.")
    if isinstance(event, ev.SettlerTried) and was.tried != now.tried:
        return Message("It was a later try of the turn.")
    return None


def _confirm(state: State, command: co.ConfirmWin, chance: Chance) -> tuple[ev.Event, ...]:
    """12 points in the own turn win (BH-7)."""
    player = state.on_turn
    if not may_win(state):
        text = N_("Nobody wins yet: it takes {n} points in the own turn.")
        raise Rejected("not_won", text, "BH-7", n=TARGET)
    return (ev.TableWon(player.id, points(state, player)),)


def _abandon(state: State, command: co.AbandonTable, chance: Chance) -> tuple[ev.Event, ...]:
    return (ev.TableAbandoned(command.reason),)


_MOVES: Mapping[type, Callable[[State, Any, Chance], tuple[ev.Event, ...]]] = {
    co.PutSettler: _put,
    co.Roll: _roll,
    co.SendSettler: _send,
    co.SpendLaurels: _spend,
    co.ChangePoints: _change,
    co.EndTurn: _end_turn,
    co.EndBuilding: _end_building,
    co.ConfirmWin: _confirm,
    co.AbandonTable: _abandon,
}
