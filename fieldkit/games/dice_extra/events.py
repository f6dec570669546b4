"""The events of a match, each with its step of the state and its line for the record."""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from fieldkit.games.declared import Event, LastingEvent, LogLine
from fieldkit.games.dice_extra.island import Island, land_of
from fieldkit.games.dice_extra.kinds import KINDS, MIN_ARMY, MIN_ROAD, ROLLS, Kind, Piece
from fieldkit.games.dice_extra.state import Building, Die, Guard, Options, State, dice_ids, winners
from fieldkit.games.dice_extra.trail import largest, longest_trail
from fieldkit.games.people import Player, called
from fieldkit.phrases import N_, Message, MessageList, Term


class MatchCreated(LastingEvent, secret=("fair",), settled=("options", "island"), sort="start"):
    """A match is set up, with all that it is played by; ``fair`` is the secret of its dice."""

    fair: str
    options: Options
    players: tuple[Player, ...]
    island: Island

    def apply(self, state: State | None) -> State:
        seed = self.fair if self.options.dice == "kit" else ""
        trails: Mapping[str, frozenset[int]] = {player.id: frozenset() for player in self.players}
        history = (tuple(0 for _ in self.players),)
        land = land_of(self.island)
        return State(seed, self.options, self.players, land, trails=trails, history=history)

    def line(self, state: State) -> LogLine:
        names = MessageList([called(player) for player in state.players], N_("and"))
        return self.told(state, N_("{players} sit down to play"), players=names)


def _other_turn(was: State, now: State) -> Message | None:
    """Return why something goes with what is taken back before it: it was done in another turn (DX-3)."""
    is_same = (was.turn, was.active) == (now.turn, now.active)
    return None if is_same else Message("It was done in another turn.")


class _Action(Event):
    """Something that a player did; its sentence can name them, and ``n`` points that they have now."""

    side: str

    @property
    def about(self) -> str:
        return self.side

    def in_words(self, state: State, name: str) -> object:
        if name == "player":
            return called(state.player(self.side))
        return state.score(self.side) if name == "n" else getattr(self, name)

    def uprooted(self, was: State, now: State) -> Message | None:
        return _other_turn(was, now)


class _DiceAction(_Action):
    """Something that a player did with the dice as they lay."""

    def uprooted(self, was: State, now: State) -> Message | None:
        """Return why it goes with what is taken back before it (DX-3, DX-4, DX-7)."""
        if other := _other_turn(was, now):
            return other
        if was.thrown != now.thrown:
            return Message("It was done after a different number of rolls.")
        return self._rests_on(was, now)

    def _rests_on(self, was: State, now: State) -> Message | None:
        before, after = ({die.id: (die.kind, die.paid) for die in each.dice} for each in (was, now))
        if any(before.get(id) != after.get(id) for id in self._dice()):
            return Message("The dice would be different.")
        return None

    def _dice(self) -> Sequence[str]:
        """Return the dice that it was done with: those kept, paid with, or turned."""
        return ()


class RoadStarted(_Action, sort="start", said=N_("{player} marked a starting road")):
    """A player has marked the starting road (DX-2)."""

    road: int

    def apply(self, state: State) -> State:
        after = _with_roads(replace(state, roads={**state.roads, self.road: self.side}), self.side)
        if state.active + 1 < len(state.players):
            return replace(after, active=state.active + 1)
        return replace(after, active=0, turn=1, phase="roll")


class Rolled(_DiceAction, sort="roll"):
    """The dice as they lie now, those of ``kept`` not rolled, and the numbers of the match ``used`` up."""

    faces: tuple[Kind, ...]
    kept: tuple[str, ...]
    used: int

    def apply(self, state: State) -> State:
        lying = zip(dice_ids(len(self.faces)), self.faces, strict=True)
        dice = tuple(Die(id, kind, kept=id in self.kept) for id, kind in lying)
        counted = Counter(state.rolled.get(self.side, {})) + Counter(die.kind for die in dice if not die.kept)
        rolled = {**state.rolled, self.side: counted}
        after = replace(state, phase="dice", rolls=state.rolls + 1, thrown=state.thrown + 1)
        return replace(after, used=self.used, dice=dice, rolled=rolled)

    def line(self, state: State) -> LogLine:
        counts = Counter(self.faces)
        faces = [Message("{n} {kind}", {"n": n, "kind": Term(kind)}) for kind in KINDS if (n := counts[kind])]
        return self.told(state, N_("{player} rolled: {faces}"), faces=MessageList(faces))

    def _dice(self) -> Sequence[str]:
        return self.kept


class RollingStopped(_DiceAction, sort="roll", said=N_("{player} stopped rolling")):
    """The player leaves the dice as they are."""

    def apply(self, state: State) -> State:
        return replace(state, rolls=ROLLS)


class Built(_DiceAction, sort="build"):
    """A piece was built, and these dice have paid (DX-5); building ends the rolling."""

    piece: Piece
    at: int
    paid: tuple[str, ...]

    def apply(self, state: State) -> State:
        dice = tuple(replace(die, paid=die.paid or die.id in self.paid) for die in state.dice)
        return self._standing(replace(state, dice=dice, rolls=ROLLS))

    def _standing(self, state: State) -> State:
        """Return the state with the piece on the island (DX-5, DX-6, DX-9)."""
        side, at = self.side, self.at
        if self.piece == "road":
            return _with_roads(replace(state, roads={**state.roads, at: side}), side)
        if self.piece == "knight":
            knights = {**state.knights, at: Guard(side, state.turn)}
            counts = Counter(guard.side for guard in knights.values())
            return replace(state, knights=knights, army_holder=largest(state.army_holder, counts, MIN_ARMY))
        if self.piece == "castle":
            return replace(state, castles={**state.castles, at: side})
        buildings = {**state.buildings, at: Building(side, city=self.piece == "city")}
        others = {state.roads[road] for road in state.land.meeting[at] if road in state.roads} - {side}
        return _with_roads(replace(state, buildings=buildings), *others)

    def line(self, state: State) -> LogLine:
        return self.told(state, WON if self.side in winners(state) else _BUILT[self.piece])

    def _dice(self) -> Sequence[str]:
        return self.paid


WON = N_("{player} won with {n} points")
_BUILT: Mapping[Piece, str] = {
    "road": N_("{player} built a road"),
    "settlement": N_("{player} built a settlement: {n}"),
    "city": N_("{player} built a city: {n}"),
    "knight": N_("{player} built knight {at}"),
    "castle": N_("{player} built a castle: {n}"),
}


class KnightUsed(_DiceAction, sort="knight", said=N_("{player} used knight {knight} for {kind}")):
    """A die became another kind by a knight, which has been a joker then (DX-7)."""

    knight: int
    die: str
    kind: Kind

    def apply(self, state: State) -> State:
        dice = tuple(
            replace(die, kind=self.kind, knight=self.knight) if die.id == self.die else die
            for die in state.dice
        )
        state = replace(state, dice=dice, rolls=ROLLS)
        if self.knight not in state.knights:
            # The knight itself was taken back; the referee is told that this no longer holds.
            return state
        guard = replace(state.knights[self.knight], used=True)
        return replace(state, knights={**state.knights, self.knight: guard})

    def line(self, state: State) -> LogLine:
        return self.told(state, self.said, kind=Term(self.kind))

    def _dice(self) -> Sequence[str]:
        return (self.die,)

    def _rests_on(self, was: State, now: State) -> Message | None:
        if was.knights.get(self.knight) != now.knights.get(self.knight):
            return Message("It would be a different knight.")
        return _DiceAction._rests_on(self, was, now)


class TurnEnded(_Action, sort="turn", said=N_("{player} passed the dice on")):
    """The dice are passed on."""

    def apply(self, state: State) -> State:
        active = (state.active + 1) % len(state.players)
        history = state.history if active else (*state.history, _points(state))
        fresh = replace(state, phase="roll", rolls=0, thrown=0, dice=())
        return replace(fresh, turn=state.turn + 1, active=active, history=history)

    def line(self, state: State) -> LogLine:
        if state.phase == "over":
            return replace(self, side=state.side).told(state, WON)
        return self.told(state, self.said)


class MatchEnded(LastingEvent, sort="end", said=N_("The match was ended: {reason}")):
    """The match was ended for time (DX-8)."""

    reason: str

    def apply(self, state: State) -> State:
        return replace(state, phase="over", ended=self.reason, history=(*state.history, _points(state)))

    def uprooted(self, was: State, now: State) -> Message | None:
        return _other_turn(was, now)


def judged(state: State) -> State:
    """Return the state, over if whose turn it is has the points (DX-8)."""
    if state.turn and state.phase != "over" and state.score(state.side) >= state.options.target:
        return replace(state, phase="over", history=(*state.history, _points(state)))
    return state


def _points(state: State) -> tuple[int, ...]:
    return tuple(state.score(player.id) for player in state.players)


def _with_roads(state: State, *changed: str) -> State:
    """Return the state with the longest trails of these players measured again (DX-8)."""
    if not changed:
        return state
    trails = dict(state.trails)
    for side in changed:
        own = {road: state.land.roads[road] for road, owner in state.roads.items() if owner == side}
        foreign = {at for at, building in state.buildings.items() if building.side != side}
        trails[side] = longest_trail(own, foreign)
    lengths = {side: len(trail) for side, trail in trails.items()}
    holder = state.road_holder
    if holder and lengths[holder] < len(state.trails[holder]):
        # Who was cut has to be ahead of everybody again, as nobody is who is tied.
        holder = None
    return replace(state, trails=trails, road_holder=largest(holder, lengths, MIN_ROAD))
