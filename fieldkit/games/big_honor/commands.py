"""The commands of a match, each with its event; a `cannot_…` function returns the rule that forbids it."""

from typing import Literal

from fieldkit.errors import Rejected, Unknown, check
from fieldkit.games.big_honor import events as ev
from fieldkit.games.big_honor import state as st
from fieldkit.games.big_honor.state import Dice, Options, Pay, Player, State, may_win, sent_by
from fieldkit.games.declared import Command, Events
from fieldkit.games.fair import new_secret
from fieldkit.games.options import MatchOptions
from fieldkit.games.people import COLOURS, NewMatch, called, check_players
from fieldkit.messages import Chance
from fieldkit.phrases import N_

MIN_PLAYERS = 3


class OpenTable(NewMatch, type="open_table"):
    """Set up a match of the ``players`` in turn order (BH-1)."""

    game: str = "big_honor"

    def opened(self, options: MatchOptions, chance: Chance) -> ev.TableOpened:
        """Return the opening event; raises Rejected or Unknown for an impossible set-up."""
        names = check_players(self.players, COLOURS, MIN_PLAYERS, "BH-1")
        players = tuple(Player(player.id, name) for player, name in zip(self.players, names, strict=True))
        chosen = Options(**options.settled(self.options))
        return ev.TableOpened(players, chosen, new_secret(chance) if chosen.dice == "kit" else "")


class PutSettler(Command, type="put_settler"):
    """Put a settler on a free place, free of charge, with the second settlement (BH-2)."""

    place: int

    def decide(self, state: State, chance: Chance) -> Events:
        if state.phase != "settling":
            text = N_("The second settlements have their settlers: now each is paid for.")
            raise Rejected("all_settled", text, "BH-2")
        _check_place(state, self.place)
        return (ev.SettlerPut(state.on_turn.id, self.place),)


class RollDice(Command, type="roll"):
    """Roll for production (BH-4); ``dice`` are what real dice show."""

    dice: tuple[int, int] | None = None

    def decide(self, state: State, chance: Chance) -> Events:
        check(cannot_roll(state))
        return (ev.Rolled(state.on_turn.id, _dice(state, self.dice, chance), _used(state, 1)),)


class SendSettler(Command, type="send_settler"):
    """Pay and send a settler (BH-3): to a free ``place``, or at a full table to the one that is rolled."""

    pay: Pay
    place: int | None = None
    dice: tuple[int, int] | None = None

    def decide(self, state: State, chance: Chance) -> Events:
        check(cannot_send(state))
        player = state.on_turn.id
        if state.free:
            if self.place is None or self.dice is not None:
                raise Rejected("choose_place", "Places are free: tap one of them.", "BH-3")
            _check_place(state, self.place)
            return (ev.SettlerSent(player, self.pay, self.place),)
        if self.place is not None:
            raise Rejected("table_full", "All ten places are taken: roll for one.", "BH-3")
        rolls = [_dice(state, self.dice, chance)]
        while sum(rolls[-1]) == 7:
            if state.options.dice == "real":
                raise Rejected("seven", "A 7: roll again, then tap what the dice show.", "BH-3")
            rolls.append(_dice(state, None, chance))
        return (ev.SettlerTried(player, self.pay, tuple(rolls), _used(state, len(rolls))),)


class SpendLaurels(Command, type="spend_laurels"):
    """Give laurels back for what they buy (BH-5)."""

    laurels: int

    def decide(self, state: State, chance: Chance) -> Events:
        if self.laurels not in st.PRICES:
            raise Unknown("unknown_price", "Nothing costs {n} laurels: 1 to 5", "BH-5", n=self.laurels)
        check(cannot_spend(state, self.laurels))
        return (ev.LaurelsSpent(state.on_turn.id, self.laurels),)


class ChangePoints(Command, type="change_points"):
    """Enter the points of the board, one up or down (BH-7)."""

    player: str
    by: Literal[1, -1]

    def decide(self, state: State, chance: Chance) -> Events:
        try:
            player = state.player(self.player)
        except KeyError:
            raise Unknown("unknown_player", "Nobody plays {id}", "BH-1", id=self.player) from None
        if not 0 <= player.points + self.by <= st.MAX_POINTS:
            text = N_("The board gives {least} to {most} points.")
            raise Rejected("points", text, "BH-7", least=0, most=st.MAX_POINTS)
        return (ev.PointsChanged(player.id, self.by),)


class EndTurn(Command, type="end_turn"):
    """Pass the dice on (BH-1)."""

    def decide(self, state: State, chance: Chance) -> Events:
        check(cannot_end_turn(state))
        return (ev.TurnEnded(state.on_turn.id),)


class EndBuilding(Command, type="end_building"):
    """End the special building phase, once all others have built (BH-1)."""

    def decide(self, state: State, chance: Chance) -> Events:
        if state.phase != "special":
            raise Rejected("not_special", "There is no special building phase now.", "BH-1")
        return (ev.BuildingEnded(state.on_turn.id),)


class ConfirmWin(Command, type="confirm_win"):
    """The one whose turn it is has won (BH-7)."""

    def decide(self, state: State, chance: Chance) -> Events:
        if not may_win(state):
            text = N_("Nobody wins yet: it takes {n} points in one's own turn.")
            raise Rejected("not_won", text, "BH-7", n=st.TARGET)
        return (ev.TableWon(state.on_turn.id, state.score(state.on_turn.id)),)


class AbandonTable(Command, type="abandon_table"):
    """End the match without a winner."""

    reason: str | None = None

    def decide(self, state: State, chance: Chance) -> Events:
        return (ev.TableAbandoned(self.reason),)


def _closed(state: State) -> Rejected | None:
    """Refuse what is only done in a turn."""
    if state.phase == "settling":
        text = N_("First each player puts a settler, with the second settlement.")
        return Rejected("settling", text, "BH-2")
    if state.phase == "special":
        text = N_("In the special building phase nothing is rolled, sent or spent.")
        return Rejected("special", text, "BH-1")
    return None


def cannot_roll(state: State) -> Rejected | None:
    """Refuse a production roll now (BH-4)."""
    if state.phase == "rolled":
        return Rejected("rolled", "{player} has rolled.", "BH-4", player=called(state.on_turn))
    return _closed(state)


def cannot_send(state: State) -> Rejected | None:
    """Refuse to send a settler now (BH-3)."""
    if state.phase != "rolled":
        text = N_("First comes the production roll of the turn.")
        return _closed(state) or Rejected("not_rolled", text, "BH-3")
    if sent_by(state, state.on_turn.id) >= st.SETTLERS:
        given = {"player": called(state.on_turn), "n": st.SETTLERS}
        return Rejected("no_settler", "All {n} settlers of {player} are at the table.", "BH-3", **given)
    if state.sent and state.free:
        return Rejected("sent", "While places are free, only one settler is sent in a turn.", "BH-3")
    if state.sent:
        text = N_("{player} has filled the table: places are rolled for from the next turn on.")
        return Rejected("sent", text, "BH-3", player=called(state.on_turn))
    if state.tried >= st.TRIES:
        text = N_("At a full table a turn has {n} tries, and both are used.")
        return Rejected("tried", text, "BH-3", n=st.TRIES)
    return None


def cannot_spend(state: State, laurels: int) -> Rejected | None:
    """Refuse to spend this many laurels now (BH-5)."""
    if refused := _closed(state):
        return refused
    if laurels in state.bought:
        return Rejected("bought", "Already bought in this turn: each is available once a turn.", "BH-5")
    player = state.on_turn
    if player.laurels < laurels:
        given = {"player": called(player), "has": player.laurels, "n": laurels}
        return Rejected("too_few", "{player} has {has} of {n} laurels for this.", "BH-5", **given)
    return None


def cannot_end_turn(state: State) -> Rejected | None:
    """Refuse the end of a turn that has no roll yet (BH-1, BH-4)."""
    if state.phase == "to_roll":
        return Rejected("not_rolled", "First comes the production roll of the turn.", "BH-4")
    return _closed(state)


def _check_place(state: State, place: int) -> None:
    """Raise Unknown or Rejected for a place that is not there or not free (BH-1a, BH-2, BH-3)."""
    if place not in st.PLACES:
        raise Unknown("unknown_place", "There is no place {place}: 2 to 6 and 8 to 12", "BH-1a", place=place)
    if owner := state.places.get(place):
        given = {"place": place, "player": called(state.player(owner))}
        raise Rejected("place_taken", "Place {place} is taken by {player}.", "BH-3", **given)


def _dice(state: State, shown: Dice | None, chance: Chance) -> Dice:
    """Return two dice: the kit's, or what real ones show (BH-4)."""
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
    """Return how far the secret stream is drawn after that many rolls; real dice draw nothing."""
    return state.used + 2 * rolls if state.options.dice == "kit" else 0
