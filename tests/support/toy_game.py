"""A tiny game for the tests of the referee: marbles into a jar, in rounds that the whistle runs.

It shows that the referee knows no game: nothing of Full-Contact Catan is here.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.errors import Misread, Rejected, Unknown
from fieldkit.games import Game, Headline, HoopFacet, Stage, Stamp, WhistleFacet
from fieldkit.games.declared import Command, Event, LastingEvent, LogLine, Value
from fieldkit.messages import (
    BareRound,
    Blast,
    Chance,
    Cue,
    Deadline,
    DelayedOpening,
    GameCommand,
    Input,
    Interruption,
    Role,
    Sighting,
    Verdict,
)
from fieldkit.phrases import ENGLISH, Language, Message

LEAD_NS = 60 * MS
ROUND_NS = 8 * NS
BREAK_NS = 20 * NS


class Player(Value):
    name: str
    age: int = 0


class Begin(Command):
    game: str
    players: list[Player]
    seed: int | None = None


class Go(Command):
    pass


class Halt(Command):
    reason: str | None = None


class Give(Command):
    """Put marbles into the jar."""

    player: str
    marbles: int


class Take(Command):
    """Take marbles out of the jar; there must be enough."""

    player: str
    marbles: int


class Draw(Command):
    """Draw a number by lot."""


class Finish(Command, any_text=("reason",)):
    reason: str


class Crash(Command):
    """A bug."""


class Begun(LastingEvent):
    key: str
    players: tuple[Player, ...]


class Opened(LastingEvent):
    opens: int
    bare: str | None = None


class Moved(LastingEvent):
    opens: int


class Rested(LastingEvent):
    at: int


class RestOver(LastingEvent):
    at: int


class Halted(LastingEvent):
    at: int
    reason: str | None


class Counted(Event):
    player: str
    marbles: int


class Drawn(Event):
    number: int


class Ignored(Event, decision=False):
    value: str


class Finished(LastingEvent):
    reason: str


class State(Value):
    key: str
    players: tuple[Player, ...]
    phase: str = "ready"
    round: int = 0
    opens: int = 0
    rest_ends: int | None = None
    jar: int = 0
    drawn: tuple[int, ...] = ()
    ignored: int = 0


STAGES: Mapping[str, Stage] = {
    "ready": "ready",
    "round": "play",
    "stopped": "play",
    "break": "rest",
    "over": "over",
}


class View(TypedDict):
    jar: int


class ToyWhistle:
    buttons: Mapping[str, object] = {"start": Go(), "stop": Halt("button")}
    at_once: Mapping[str, Blast] = {"halt": "stop"}

    def cues(self, state: State) -> Sequence[Cue]:
        if state.phase == "round":
            key = f"{state.key}/{state.round}"
            closes = state.opens + ROUND_NS
            return [Cue(f"{key}/open", "open", state.opens), Cue(f"{key}/close", "close", closes)]
        return []

    def running(self, state: State) -> bool:
        return state.phase == "round"

    def opening(self, state: State) -> int | None:
        return state.opens if state.phase == "round" else None

    def urgent(self, state: State) -> bool:
        return state.phase == "round"

    def round_seconds(self, state: State) -> float:
        return ROUND_NS / NS


class ToyHoops:
    ids: Sequence[str] = ("h1", "h2")

    def teams(self) -> Mapping[str, str]:
        return {}

    def balls(self) -> Mapping[str, int]:
        return {}

    def unknown(self, role: Role, value: str) -> str | None:
        return None

    def verdict(self, events: Sequence[Any]) -> Verdict:
        return "counted" if any(isinstance(event, Counted) for event in events) else "refused"


class Toy(Game):
    name = "toy"
    whistle: WhistleFacet | None = ToyWhistle()
    hoops: HoopFacet | None = ToyHoops()
    rules: Mapping[str, Message] = {}
    commands: Mapping[str, type] = {
        "begin": Begin,
        "go": Go,
        "halt": Halt,
        "give": Give,
        "take": Take,
        "draw": Draw,
        "finish": Finish,
        "crash": Crash,
    }
    create = "begin"
    events: Mapping[str, type] = {
        kind.__name__: kind
        for kind in (Begun, Opened, Moved, Rested, RestOver, Halted, Counted, Drawn, Ignored, Finished)
    }
    view_type: type = View
    board_type: type = View

    def setup_view(self) -> dict[str, Any]:
        """Nothing to choose."""
        return {}

    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        assert isinstance(order.command, Begin)
        if not order.command.players:
            raise Rejected("nobody", "Nobody plays.", "T-1")
        return (Begun(f"t{order.at}", tuple(order.command.players)),)

    def decide(self, state: State, given: Input, chance: Chance) -> tuple[Any, ...]:
        match given:
            case GameCommand():
                return self._order(state, given, chance)
            case Sighting():
                return self._sighting(state, given)
            case Deadline():
                return self._due(state)
            case Interruption() if state.phase == "round":
                return (Halted(given.at, "interrupted"),)
            case BareRound() if state.phase in ("ready", "break"):
                return (Opened(given.opened, given.id),)
            case DelayedOpening():
                return (Moved(given.opens),)
        return ()

    def evolve(self, state: State | None, event: Any) -> State:
        if isinstance(event, Begun):
            return State(event.key, event.players)
        assert state is not None
        match event:
            case Opened():
                return replace(state, phase="round", round=state.round + 1, opens=event.opens, rest_ends=None)
            case Moved():
                return replace(state, opens=event.opens)
            case Rested():
                return replace(state, phase="break", rest_ends=event.at + BREAK_NS)
            case RestOver():
                return replace(state, rest_ends=None)
            case Halted():
                return replace(state, phase="stopped")
            case Counted():
                return replace(state, jar=state.jar + event.marbles)
            case Drawn():
                return replace(state, drawn=(*state.drawn, event.number))
            case Ignored():
                return replace(state, ignored=state.ignored + 1)
            case Finished():
                return replace(state, phase="over")
        return state

    def broken(self, state: State) -> Message | None:
        return Message("The jar would hold fewer than no marbles") if state.jar < 0 else None

    def next_deadline(self, state: State) -> int | None:
        return state.opens + ROUND_NS if state.phase == "round" else state.rest_ends

    def refuses(self, state: State) -> Rejected | None:
        return Rejected("over", "The match is over.", "T-9") if state.phase == "over" else None

    def stamp(self, state: State) -> Stamp:
        return Stamp(state.round, state.phase, STAGES[state.phase])

    def describe(self, state: State, events: Sequence[Any]) -> LogLine | None:
        for event in events:
            if isinstance(event, Counted):
                return LogLine(
                    "{player}: {marbles}", {"player": event.player, "marbles": event.marbles}, event.player
                )
            if isinstance(event, Begun | Drawn | Finished):
                return LogLine(type(event).__name__, {})
        return None

    def headline(self, state: State, translate: Language = ENGLISH) -> Headline:
        return {
            "title": f"Round {state.round}",
            "subtitle": "",
            "clock": {"state": "running" if state.phase == "round" else "idle", "total": 0, "tenths": True},
            "sides": [
                {"id": player.name, "name": player.name, "colour": "red", "mark": "ring", "score": state.jar}
                for player in state.players
            ],
            "can": {"go": True},
        }

    def view(self, state: State, translate: Language = ENGLISH) -> dict[str, Any]:
        return {
            "hoops": [{"id": "h1"}, {"id": "h2"}],
            "jar": state.jar,
            "drawn": list(state.drawn),
            "options": {"seed": "secret"},
        }

    def board(self, state: State, own: Mapping[str, Any]) -> dict[str, Any]:
        return {"jar": own["jar"]}

    def _order(self, state: State, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        match order.command:
            case Go():
                if state.phase not in ("ready", "break"):
                    raise Rejected("phase", "Not now.", "T-2")
                return (Opened(order.at + LEAD_NS),)
            case Halt(reason):
                if state.phase != "round":
                    raise Rejected("phase", "Nothing runs.", "T-3")
                return (Halted(order.at, reason),)
            case Give(player, marbles):
                return (Counted(self._known(state, player), marbles),)
            case Take(player, marbles):
                if marbles > state.jar:
                    raise Rejected("jar", "The jar holds only {n}.", "T-4", n=state.jar)
                return (Counted(self._known(state, player), -marbles),)
            case Draw():
                return (Drawn(chance(1_000_000)),)
            case Finish(reason):
                return (Finished(reason),)
        raise ZeroDivisionError("a bug")

    def _known(self, state: State, player: str) -> str:
        if player not in [known.name for known in state.players]:
            raise Unknown("unknown_player", "There is no player {player}.", player=player)
        return player

    def _sighting(self, state: State, given: Sighting) -> tuple[Any, ...]:
        if given.hoop not in ("h1", "h2"):
            raise Misread("no such hoop")
        if given.role == "ball" and state.phase == "round" and given.at < state.opens + ROUND_NS:
            return (Counted(state.players[0].name, 1),)
        return (Ignored(given.value),)

    def _due(self, state: State) -> tuple[Any, ...]:
        if state.phase == "round":
            return (Rested(state.opens + ROUND_NS),)
        return (RestOver(state.rest_ends),) if state.rest_ends is not None else ()
