"""A match driven through the `Game` protocol alone, by a clock that jumps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import fieldkit
from fieldkit.clock import NS
from fieldkit.errors import Rejected
from fieldkit.games import Game
from fieldkit.messages import (
    BareRound,
    Blast,
    Deadline,
    GameCommand,
    Input,
    Interruption,
    Role,
    Sighting,
    Verdict,
)
from tests.support.games import kit_games

MORNING = 1_000 * NS
"""The beginning of a bench's clock: far from 0, so that a moment cannot be taken for a span."""

REFUSALS = (Rejected, msgspec.ValidationError)
"""The errors of a request that cannot be done: a rule's refusal, or a field that cannot be decoded."""


def seconds(span: float) -> int:
    """Return a span in s as ns."""
    return round(span * NS)


def rows(heading: str) -> Iterator[list[str]]:
    """Yield the rows of the table under a heading of README."""
    section = README.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    table = [line for line in section.splitlines() if line.startswith("|")]
    return ([cell.strip(" `") for cell in line.strip("|").split("|")] for line in table[2:])


README = (Path(fieldkit.__file__).parent / "games/full_contact/README.md").read_text(encoding="utf-8")
NEXT: Mapping[str, Mapping[str, Sequence[str]]] = {
    phase: {}
    if moves == "none"
    else {given: ends.split(" or ") for given, ends in (move.split(" → ") for move in moves.split("; "))}
    for phase, _, moves in rows("Phases")
}
"""Phase to input to the phases that may follow it (FC-7, FC-16, FC-17, FC-29, FC-32)."""


@cache
def full_contact() -> Game:
    """Return the game with its default numbers and field."""
    return kit_games()["full_contact"]


def team(name: str, players: int, hoop: str) -> dict[str, Any]:
    """Return one entry of ``teams`` of ``create_match``."""
    return {"id": name, "players": players, "start_hoop": hoop}


THREE = (team("red", 3, "h1"), team("blue", 3, "h2"), team("green", 3, "h3"))
"""The smallest match: three teams of three."""


@dataclass(frozen=True)
class Entry:
    """An input and its events; ``seq`` is None if that was no decision."""

    seq: int | None
    given: Input
    events: tuple[Any, ...]


class Bench:
    """One match on the bench: hands the game its inputs and delivers each `Deadline` on its moment."""

    def __init__(self, game: Game | None = None, seed: int = 1) -> None:
        self.game = game or full_contact()
        self.now = MORNING
        self.state: Any = None
        self.record: list[Entry] = []
        self.seq = 0
        self.by = "tablet"
        """The giver of the commands."""
        self._chance = Random(seed).randrange

    # What goes in

    def order(self, kind: str, /, **fields: Any) -> int:
        """Give a command at this moment; returns its number, raises what the game raises."""
        command: object = msgspec.convert(fields, self.game.commands[kind])
        return self.give(GameCommand(command, self.now, self.by))

    def give(self, given: Input) -> int:
        """Hand any input to the game and take in what follows; returns the number of the decision."""
        if isinstance(given, GameCommand) and type(given.command) is self.game.commands[self.game.create]:
            self.state, self.record, self.seq = None, [], 0
            return self._take(given, self.game.start(given, self._chance))
        return self._take(given, self.game.decide(self.state, given, self._chance))

    def sight(
        self,
        hoop: str,
        value: str,
        at: int | None = None,
        role: Role = "ball",
        tag: str | None = None,
        exact: bool = True,
    ) -> Verdict:
        """See a thing in a hoop: it happened at ``at`` (ns, else now) and is heard now."""
        self.give(Sighting(hoop, self.now if at is None else at, self.now, role, value, tag, exact))
        return self.game.hoops.verdict(self.record[-1].events)

    def bare(self, opened: int, closes: int, stopped: int | None = None) -> None:
        """Report a round that the whistle ran by itself."""
        self.give(BareRound(f"bare-{opened}", opened, closes, stopped))

    def until(self, moment: int) -> None:
        """Let the clock run to ``moment`` (ns), with a `Deadline` at every deadline on the way."""
        for _ in range(1_000):
            due = None if self.state is None else self.game.next_deadline(self.state)
            if due is None or due > moment:
                break
            self.now = max(self.now, due)
            # One that passed while nobody looked is noticed now.
            self.give(Deadline(self.now))
        else:
            raise AssertionError("the game asks for one deadline after another without getting on")
        self.now = max(self.now, moment)

    def wait(self, span: float) -> None:
        """Let ``span`` seconds pass."""
        self.until(self.now + seconds(span))

    def strike(self, seqs: Sequence[int], reason: str) -> None:
        """Take decisions out and refold; Rejected if what is left could not be so."""
        left = [entry for entry in self.record if entry.seq not in seqs]
        gone = [entry for entry in self.record if entry.seq in seqs]
        if any(event.clock for entry in gone for event in entry.events):
            raise Rejected("strike_clock", "Starts, stops and ends stay: {reason}", reason=reason)
        state: Any = None
        for entry in left:
            state = self.fold(state, entry.events)
            if self.game.broken(state):
                raise Rejected("strike_breaks", "What followed would not hold: {reason}", reason=reason)
        self.state, self.record = state, left

    def fold(self, state: Any, events: Sequence[Any]) -> Any:
        """Return the state after some events."""
        for event in events:
            state = self.game.evolve(state, event)
        return state

    def _take(self, given: Input, events: tuple[Any, ...]) -> int:
        state = self.fold(self.state, events)
        if self.state is not None:
            follows(self.state.phase, _named(self.game, given), state.phase)
        fault = self.game.broken(state)
        assert fault is None, f"{given} left a broken state: {fault}"
        self.state = state
        decision = any(event.decision for event in events)
        self.seq += decision
        self.record.append(Entry(self.seq if decision else None, given, events))
        return self.seq

    # What comes out

    @property
    def view(self) -> dict[str, Any]:
        """Return what the referee sees."""
        stamp, headline = self.game.stamp(self.state), self.game.headline(self.state)
        frame = {"phase": stamp.phase, "stage": stamp.stage, "round": stamp.number}
        return self.game.view(self.state) | frame | headline

    def own(self, team: str) -> dict[str, Any]:
        """Return what the captain of a team alone sees."""
        return self.game.ask(self.state, f"captain/{team}", {"own": ""})

    @property
    def phase(self) -> str:
        """The phase of the match."""
        return str(self.view["phase"])

    def team(self, name: str) -> dict[str, Any]:
        """Return one team as the referee sees it."""
        return next(dict(team) for team in self.view["teams"] if team["id"] == name)

    def hoop(self, name: str) -> dict[str, Any]:
        """Return one hoop as the referee sees it."""
        return next(dict(hoop) for hoop in self.view["hoops"] if hoop["id"] == name)

    def stock(self, name: str) -> dict[str, int]:
        """Return a team's balls, without the zeros."""
        return nonzero(self.team(name)["resources"])

    @property
    def score(self) -> dict[str, int]:
        """The points of all teams."""
        return {team["id"]: team["vp"] for team in self.view["teams"]}

    def cue(self, blast: Blast) -> int | None:
        """Return the moment of the latest such blast (ns), or None."""
        return max(
            (cue.due for cue in self.game.whistle.cues(self.state) if cue.blast == blast), default=None
        )

    def moment(self, blast: Blast) -> int:
        """Return the same, where there must be one."""
        due = self.cue(blast)
        assert due is not None, f"no {blast} blast is wanted in {self.phase}"
        return due

    def due(self) -> int | None:
        """Return when something happens by itself next (ns)."""
        return self.game.next_deadline(self.state)

    # Whole stretches of a match

    def create(self, teams: Sequence[Mapping[str, Any]] = THREE, **more: Any) -> Bench:
        """Set up a match; returns the bench itself."""
        self.order("create_match", game="full_contact", teams=list(teams), **more)
        return self

    def open(self) -> int:
        """Start a round and let its opening blast sound; returns that moment (ns)."""
        self.order("start_round")
        opened = self.moment("open")
        self.until(opened)
        return opened

    def cancel(self) -> None:
        """Stop the running round and take it back."""
        self.order("stop_round")
        self.order("void_round")

    def close(self) -> int:
        """Let the round run to its closing blast; returns that moment (ns)."""
        closed = self.moment("close")
        self.until(closed)
        return closed

    def rest(self) -> None:
        """Let round and grace run out, up to the break."""
        for _ in range(6):
            if self.phase == "break":
                return
            due = self.due()
            assert due is not None, f"nothing ends the phase {self.phase}"
            self.until(due)
        raise AssertionError(f"no break comes after {self.phase}")

    def play(self, *balls: tuple[str, Mapping[str, int]]) -> None:
        """Play a whole round: balls into hoops one after another, then on to the break."""
        self.open()
        for hoop, kinds in balls:
            for kind, count in kinds.items():
                for _ in range(count):
                    self.wait(0.05)
                    assert self.sight(hoop, kind) == "counted"
        self.rest()

    def grant(self, name: str, **kinds: int) -> None:
        """Let a team have exactly this, by a correction."""
        self.order("correct", team=name, set={"resources": kinds}, reason="set up")

    def build(self, hoop: str, building: str, team: str) -> None:
        """Let a team have a building in a hoop, by a correction."""
        self.order("correct", set={"hoop": {"id": hoop, "building": building, "team": team}}, reason="set up")


def refused(bench: Bench, rule: str | None, kind: str, /, **fields: object) -> None:
    """Hold that a command is refused by a rule and changes nothing."""
    before = bench.view
    with pytest.raises(Rejected) as refusal:
        bench.order(kind, **fields)
    assert refusal.value.rule == rule, str(refusal.value)
    assert bench.view == before


def in_round(*teams: Sequence[Mapping[str, Any]], **more: Any) -> Bench:
    """Return a match in its first round."""
    bench = Bench().create(*teams, **more)
    bench.open()
    return bench


def rested(*teams: Sequence[Mapping[str, Any]], **more: Any) -> Bench:
    """Return a match in its first break."""
    bench = Bench().create(*teams, **more)
    bench.play()
    return bench


def in_hand(name: str = "red", count: int = 1) -> Bench:
    """Return a match in its first break, with settlements in a team's hand."""
    bench = rested()
    bench.order("correct", team=name, set={"settlements_in_hand": count}, reason="set up")
    return bench


def follows(before: str, given: str, after: str) -> None:
    """Hold a change of the phase to the table of README."""
    allowed = NEXT[before].get(given, ())
    assert after == before or after in allowed, f"{given} led from {before} to {after}"


def _named(game: Game, given: Input) -> str:
    """Return the name of an input in the table of phases."""
    match given:
        case GameCommand():
            return next(name for name, command in game.commands.items() if type(given.command) is command)
        case Deadline():
            return "clock"
        case BareRound():
            return "whistle"
        case Interruption():
            return "interrupted"
        case _:
            return type(given).__name__.lower()


def nonzero(kinds: Mapping[str, int]) -> dict[str, int]:
    """Return kinds and counts without the zeros."""
    return {kind: count for kind, count in kinds.items() if count}
