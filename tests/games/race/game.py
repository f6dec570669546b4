"""The rules of the race: R-1 sides take turns; R-2 a roll moves on by its sum; R-3 the goal ends it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, TypedDict

from fieldkit.errors import Rejected, Unknown
from fieldkit.games import Game, Headline, LogLine, Stage, Stamp
from fieldkit.games.fair import Fortune, new_secret
from fieldkit.messages import Chance, GameCommand, Input
from fieldkit.phrases import ENGLISH, Language, Message

COLOURS = {"red": "triangle", "blue": "square"}
Phase = Literal["to_start", "to_roll", "rolled", "won"]
STAGES: Mapping[Phase, Stage] = {"to_start": "ready", "to_roll": "play", "rolled": "rest", "won": "over"}


@dataclass(frozen=True, slots=True)
class StartRace:
    """Set up a race of the two sides by these names."""

    game: str
    red: str = "Red"
    blue: str = "Blue"
    goal: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll the dice for the side whose turn it is."""


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Pass the dice on."""


@dataclass(frozen=True, slots=True)
class Happened:
    decision: ClassVar[bool] = True
    clock: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class RaceStarted(Happened):
    secret: ClassVar[Collection[str]] = ("seed",)
    seed: str
    goal: int
    names: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rolled(Happened):
    side: int
    dice: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TurnEnded(Happened):
    side: int


@dataclass(frozen=True, slots=True)
class State:
    seed: str
    goal: int
    names: tuple[str, str]
    turn: int = 1
    phase: Phase = "to_start"
    used: int = 0
    scores: tuple[int, int] = (0, 0)
    dice: tuple[int, int] | None = None

    @property
    def side(self) -> int:
        """Whose turn it is (0 or 1)."""
        return (self.turn - 1) % 2


class RaceView(TypedDict):
    """The race's own part of the views."""

    goal: int
    dice: list[int] | None
    turn_of: str


class Race(Game):
    """The race as the kit sees it: neither whistle nor hoops."""

    name = "race"
    commands: Mapping[str, type] = {"start_race": StartRace, "roll": Roll, "end_turn": EndTurn}
    create = "start_race"
    events: Mapping[str, type] = {kind.__name__: kind for kind in (RaceStarted, Rolled, TurnEnded)}
    view_type: type = RaceView
    board_type: type = RaceView
    seated = ("roll", "end_turn")

    def __init__(self, goal: int) -> None:
        self._goal = goal

    @classmethod
    def from_settings(cls, numbers: Mapping[str, Any], field: Mapping[str, Any]) -> Race:
        """The game with the numbers of its settings."""
        return cls(int(numbers.get("options", {}).get("goal", 20)))

    def setup_view(self) -> dict[str, Any]:
        """How far a race goes."""
        return {"goal": self._goal}

    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        """A secret is drawn before anything is rolled."""
        command = order.command
        assert isinstance(command, StartRace)
        return (RaceStarted(new_secret(chance), command.goal or self._goal, (command.red, command.blue)),)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[Any, ...]:
        """Rolls and ends of turns; a race has no use for anything else that happens around it."""
        if not isinstance(given, GameCommand):
            return ()
        own = f"seat/{list(COLOURS)[state.side]}"
        if given.by.startswith("seat/") and given.by != own:
            raise Rejected("not_yours", "It is the turn of the other side.", "R-1")
        if state.phase == "won":
            raise Rejected("over", "The race is over.", "R-3")
        if isinstance(given.command, Roll):
            if state.phase == "rolled":
                raise Rejected("rolled", "The dice have been rolled.", "R-1")
            return (Rolled(state.side, (chance(6) + 1, chance(6) + 1)),)
        if state.phase != "rolled":
            raise Rejected("not_rolled", "Roll first.", "R-1")
        return (TurnEnded(state.side),)

    def evolve(self, state: State | None, event: Any) -> State:
        """What happened, carried out."""
        if isinstance(event, RaceStarted):
            return State(event.seed, event.goal, event.names)
        assert state is not None
        if isinstance(event, TurnEnded):
            return replace(state, turn=state.turn + 1, phase="to_roll", dice=None)
        score = min(state.scores[event.side] + sum(event.dice), state.goal)
        scores = (score, state.scores[1]) if event.side == 0 else (state.scores[0], score)
        phase: Phase = "won" if score == state.goal else "rolled"
        return replace(state, phase=phase, used=state.used + 2, scores=scores, dice=event.dice)

    def fortune(self, state: State) -> Fortune:
        """The dice: a roll that is taken back and done again is the same roll."""
        return Fortune(state.seed, state.used)

    def refuses(self, state: State) -> Rejected | None:
        """A race that is won stays as it is."""
        return Rejected("over", "The race is over.", "R-3") if state.phase == "won" else None

    def stamp(self, state: State) -> Stamp:
        """The number of the turn."""
        return Stamp(state.turn, state.phase, STAGES[state.phase])

    def describe(self, state: State, events: Sequence[Any]) -> LogLine | None:
        """A line for each roll."""
        for event in events:
            if isinstance(event, Rolled):
                params = {"side": state.names[event.side], "sum": sum(event.dice)}
                return LogLine("{side} rolled {sum}", params, list(COLOURS)[event.side])
        return None

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        """Whose turn it is, and how far both are."""
        own = state.names[state.side]
        sides = zip(COLOURS.items(), state.names, state.scores, strict=True)
        may = {
            "roll": state.phase in ("to_start", "to_roll"),
            "end_turn": state.phase == "rolled",
        }
        return {
            "title": translate(Message("Turn {n}: {side}", {"n": state.turn, "side": own})),
            "subtitle": translate(Message("To {n}", {"n": state.goal})),
            "clock": {"state": "idle", "total": 0, "tenths": False},
            "sides": [
                {"id": id, "name": name, "colour": id, "mark": mark, "score": score}
                for (id, mark), name, score in sides
            ],
            "can": {name: True for name, can in may.items() if can},
        }

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        """The dice on the table."""
        dice = None if state.dice is None else list(state.dice)
        return {"goal": state.goal, "dice": dice, "turn_of": list(COLOURS)[state.side]}

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        """Nothing is hidden."""
        return dict(own)

    def ask(self, state: State, who: str, query: Mapping[str, str]) -> dict[str, Any]:
        """How far a side has still to go."""
        side = query.get("side", who.removeprefix("seat/"))
        if side not in COLOURS:
            raise Unknown("unknown_side", "There is no side {side}.", side=side)
        return {"side": side, "to_go": state.goal - state.scores[list(COLOURS).index(side)]}
