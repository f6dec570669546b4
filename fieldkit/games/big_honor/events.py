"""The events of a match, each with its step of the state and its line for the record.

Who earns a laurel and who is champion is not on the record: it follows from the places, so that undoing a
settler also undoes what they earned.
"""

from msgspec.structs import replace

from fieldkit.games.big_honor import state as st
from fieldkit.games.big_honor.state import Dice, Options, Outcome, Pay, Player, Roll, State, sent_by
from fieldkit.games.declared import Event, LastingEvent, LogLine
from fieldkit.games.people import called
from fieldkit.phrases import N_, Message, Term


def evolve(state: State | None, event: Event) -> State:
    """Return the state after an event; what cannot follow once something was undone is the state's fault."""
    after: State = event.apply(state)
    if state is None or not isinstance(event, _PlayerEvent) or event.player == state.on_turn.id:
        return after
    given = {"player": called(state.player(event.player))}
    fault = Message("It would not have been {player}'s turn.", given)
    return after if isinstance(event, PointsChanged) else replace(after, fault=state.fault or fault)


class TableOpened(LastingEvent, secret=("seed",), settled=("options",), sort="turn"):
    """A match is set up; nobody may know its ``seed`` before it is over."""

    players: tuple[Player, ...]
    options: Options
    seed: str

    def apply(self, state: State | None) -> State:
        return State(self.players, self.options, self.seed)


class _PlayerEvent(Event):
    """An event of a player, in the own turn."""

    player: str

    @property
    def about(self) -> str:
        return self.player

    def in_words(self, state: State, name: str) -> object:
        return called(state.player(self.player)) if name == "player" else getattr(self, name)

    def uprooted(self, was: State, now: State) -> Message | None:
        return Message("It was done in another turn.") if was.turn != now.turn else None


class SettlerPut(_PlayerEvent, sort="settler", said=N_("{player} puts a settler on {place}")):
    """The settler of the second settlement stands on their place (BH-2)."""

    place: int

    def apply(self, state: State) -> State:
        """Put the settler; with the last of them the first turn begins."""
        settled = _placed(state, self.place, self.player)
        if len(settled.places) < len(state.players):
            return settled
        return _next_turn(replace(settled, history=(_standing(settled),)))


class Rolled(_PlayerEvent, sort="roll"):
    """The production roll of a turn; ``used`` is how far the secret stream is drawn now (BH-4)."""

    dice: Dice
    used: int = 0

    def apply(self, state: State) -> State:
        """Give a laurel to the owner of the place, on a 7 to the one with the most settlers there."""
        total = sum(self.dice)
        owner = _leader(state) if total == 7 else state.places.get(total)
        outcome = _earned(state, total, owner)
        roll = Roll("production", self.player, (self.dice,), outcome, owner)
        after = replace(state, phase="rolled", used=self.used, sums=(*state.sums, total), roll=roll)
        return _with(after, owner, laurels=1, earned=1) if owner and outcome == "laurel" else after

    def line(self, state: State) -> LogLine:
        roll, total = state.roll, sum(self.dice)
        if roll is None or roll.outcome != "laurel" or roll.side is None:
            return self.told(state, N_("{player} rolls {sum}: no laurel"), sum=total)
        owner = called(state.player(roll.side))
        return self.told(state, N_("{player} rolls {sum}: a laurel for {owner}"), sum=total, owner=owner)


class SettlerSent(_PlayerEvent, sort="settler"):
    """A settler was sent to a free place for this price, the one send of the turn (BH-3)."""

    pay: Pay
    place: int

    def apply(self, state: State) -> State:
        return _placed(replace(state, sent=state.sent + 1), self.place, self.player)

    def line(self, state: State) -> LogLine:
        text = N_("{player} sends a settler to {place} for 1 {pay}")
        if state.crowned and state.champion == self.player:
            text = N_("{player} sends a settler to {place} for 1 {pay} and is champion")
        return self.told(state, text, pay=Term(st.PAY_NAMES[self.pay]))


class SettlerTried(_PlayerEvent, sort="settler"):
    """A place was rolled for at a full table; the last of the ``rolls`` counts, each before is a 7 (BH-3)."""

    pay: Pay
    rolls: tuple[Dice, ...]
    used: int = 0

    def apply(self, state: State) -> State:
        """Send an opponent's settler home, or lose the payment."""
        place = sum(self.rolls[-1])
        there = state.places.get(place)
        outcome: Outcome = "put" if there is None else "own" if there == self.player else "taken"
        victim = there if outcome == "taken" else None
        side = None if outcome == "own" else self.player
        roll = Roll("place", self.player, self.rolls, outcome, side, victim, self.pay)
        return _placed(replace(state, tried=state.tried + 1, used=self.used, roll=roll), place, self.player)

    def uprooted(self, was: State, now: State) -> Message | None:
        if was.turn == now.turn and was.tried != now.tried:
            return Message("It was a later try of the turn.")
        return _PlayerEvent.uprooted(self, was, now)

    def line(self, state: State) -> LogLine:
        roll = state.roll
        given = {"sum": sum(self.rolls[-1]), "pay": Term(st.PAY_NAMES[self.pay])}
        if roll is None or roll.outcome == "put":
            text = N_("{player} pays 1 {pay} and rolls {sum}: a settler more at the table")
            return self.told(state, text, **given)
        if roll.victim is None:
            text = N_("{player} pays 1 {pay} and rolls {sum}, which is their own: lost")
            return self.told(state, text, **given)
        given["victim"] = called(state.player(roll.victim))
        if not state.crowned or state.champion is None:
            return self.told(state, N_("{player} pays 1 {pay} and rolls {sum}: {victim} goes home"), **given)
        text = N_("{player} pays 1 {pay} and rolls {sum}: {victim} goes home, {champion} is champion")
        return self.told(state, text, champion=called(state.player(state.champion)), **given)


_FOR_LAURELS = {
    1: N_("{player} gives 1 laurel: the robber goes to the desert"),
    2: N_("{player} gives 2 laurels and draws a card from an opponent"),
    3: N_("{player} gives 3 laurels and takes any one resource"),
    4: N_("{player} gives 4 laurels and builds a free road"),
    5: N_("{player} gives 5 laurels and takes a development card"),
}


class LaurelsSpent(_PlayerEvent, sort="spent"):
    """Laurels went back to the 24 for what they buy (BH-5)."""

    laurels: int

    def apply(self, state: State) -> State:
        after = replace(state, bought=(*state.bought, self.laurels))
        return _with(after, self.player, laurels=-self.laurels, spent=self.laurels)

    def line(self, state: State) -> LogLine:
        return self.told(state, _FOR_LAURELS[self.laurels])


class PointsChanged(_PlayerEvent, sort="points"):
    """The points of the board went up or down, in anybody's turn (BH-7)."""

    by: int

    def apply(self, state: State) -> State:
        return _with(state, self.player, points=self.by)

    def uprooted(self, was: State, now: State) -> None:
        return None

    def line(self, state: State) -> LogLine:
        up, down = N_("{player} goes up to {points} points"), N_("{player} goes down to {points} points")
        now = state.score(self.player)
        return self.told(state, up if self.by > 0 else down, points=now)


class TurnEnded(_PlayerEvent, sort="turn", said=N_("{player} ends the turn")):
    """A player's turn is over; with five or six players the others build before the next one (BH-1)."""

    def apply(self, state: State) -> State:
        return replace(state, phase="special") if len(state.players) >= st.SPECIAL_FROM else _next_turn(state)


class BuildingEnded(_PlayerEvent, sort="turn", said=N_("The special building phase after {player} is over")):
    """The special building phase after a player's turn is over (BH-1)."""

    def apply(self, state: State) -> State:
        return _next_turn(state)


class TableWon(_PlayerEvent, sort="result", clock=True, said=N_("{player} wins with {points} points")):
    """A player has won with these points (BH-7)."""

    points: int

    def apply(self, state: State) -> State:
        after = replace(state, phase="over", winner=self.player)
        return replace(after, history=(*state.history, _standing(after)))


class TableAbandoned(LastingEvent, sort="result"):
    """The match ended without a winner."""

    reason: str | None = None

    def apply(self, state: State) -> State:
        return replace(state, phase="over", history=(*state.history, _standing(state)))

    def line(self, state: State) -> LogLine:
        return self.told(state, N_("Match abandoned: {reason}") if self.reason else N_("Match abandoned"))


def _earned(state: State, total: int, owner: str | None) -> Outcome:
    """Judge a production roll: at most 6 laurels for each, none when all 24 are out (BH-4)."""
    if owner is None:
        return "tied" if total == 7 else "empty"
    if state.player(owner).laurels >= st.MAX_LAURELS:
        return "full"
    return "laurel" if state.pool else "none_left"


def _leader(state: State) -> str | None:
    """Return the one player with the most settlers at the table, if any (BH-4)."""
    counts = {player.id: sent_by(state, player.id) for player in state.players}
    leaders = [id for id, count in counts.items() if count == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else None


def _placed(state: State, place: int, player: str) -> State:
    after = replace(state, places={**state.places, place: player})
    champion = _champion(after)
    return replace(after, champion=champion, crowned=champion != state.champion)


def _champion(state: State) -> str | None:
    """Return the first with 3 settlers sent, then who has sent more, from whose turn it is on (BH-6)."""
    needed = st.CHAMPION_FROM if state.champion is None else sent_by(state, state.champion) + 1
    at = state.players.index(state.on_turn)
    in_turn = (*state.players[at:], *state.players[:at])
    above = [player.id for player in in_turn if sent_by(state, player.id) >= needed]
    return above[0] if above else state.champion


def _next_turn(state: State) -> State:
    """Begin the next player's turn; each round of the table leaves its points behind for the chart."""
    is_round = state.turn > 0 and state.turn % len(state.players) == 0
    history = (*state.history, _standing(state)) if is_round else state.history
    new = replace(state, phase="to_roll", turn=state.turn + 1, history=history)
    return replace(new, sent=0, tried=0, bought=(), roll=None)


def _standing(state: State) -> tuple[int, ...]:
    return tuple(state.score(player.id) for player in state.players)


def _with(state: State, id: str, **more: int) -> State:
    """Give a player that many more of something."""
    player = state.player(id)
    changed = replace(player, **{name: getattr(player, name) + n for name, n in more.items()})
    return replace(state, players=tuple(changed if each is player else each for each in state.players))
