"""Choices of simulated people: whole matches by the game's own functions, without a process or a wait."""

from collections import Counter
from random import Random

import pytest

from fieldkit.errors import Rejected
from fieldkit.games.full_contact.demo.choices import Break, Command, new_match, placements, throws
from tests.fieldkit.games.full_contact.driver import Bench, seconds

pytestmark = pytest.mark.slow

START = ["h1", "h2", "h3", "h4"]


def give(bench: Bench, command: Command) -> bool:
    fields = {name: value for name, value in command.items() if name != "type"}
    try:
        bench.order(command["type"], **fields)
    except Rejected:
        return False
    return True


class SimulatedMatch:
    """A match of the simulator on a bench."""

    def __init__(self, teams: int, seed: int) -> None:
        self.bench = Bench(seed=seed)
        self.rng = Random(seed)
        self.said: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.verdicts: Counter[str] = Counter()
        assert give(self.bench, new_match(teams, START, seed))

    def to_the_end(self) -> int:
        """Play until somebody has won; the number of rounds."""
        for number in range(1, 61):
            self.round()
            self.rest()
            if self.bench.phase == "over":
                return number
        raise AssertionError("nobody wins")

    def round(self) -> None:
        opened = self.bench.open()
        view = self.bench.view
        for deed in sorted(throws(view, self.rng) + placements(view, self.rng)):
            self.bench.until(opened + seconds(deed.after))
            if deed.kind is not None:
                self.verdicts[self.bench.sight(deed.hoop, deed.kind)] += 1
            elif deed.hoop in self.bench.view["can"].get("place", {}).get(deed.team, ()):
                self.translate({"type": "place", "team": deed.team, "hoop": deed.hoop}, None)
        self.bench.rest()

    def rest(self) -> None:
        plan = Break(self.rng)
        for _ in range(100):
            command = plan.next(self.bench.view) if self.bench.phase == "break" else None
            if command is None:
                return
            self.translate(command, plan)
        raise AssertionError("the break never ends")

    def translate(self, command: Command, plan: Break | None) -> None:
        self.said[command["type"]] += 1
        if not give(self.bench, command):
            self.refused[command["type"]] += 1
            if plan is not None:
                plan.refused(command)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("teams", [3, 4])
def test_a_match_comes_to_an_end(teams: int, seed: int) -> None:
    play = SimulatedMatch(teams, seed)
    assert 4 <= play.to_the_end() <= 30
    assert play.bench.view["result"]["winners"]
    # Only a held ball may turn out to be one too many; all else is asked of `can` first.
    assert set(play.refused) <= {"settle"}
    assert play.said["buy"] >= 5


def test_matches_have_everything_in_them() -> None:
    said: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    for seed in range(10):
        play = SimulatedMatch(4, seed)
        play.to_the_end()
        said += play.said
        verdicts += play.verdicts
    wanted = {"buy", "trade", "use_card", "place", "settle", "discard", "confirm_result"}
    assert wanted <= set(said)
    assert verdicts["counted"] > verdicts["refused"] > 0
    assert verdicts["held"] > 0


def test_the_same_seed_is_the_same_match() -> None:
    first, second, other = SimulatedMatch(4, 7), SimulatedMatch(4, 7), SimulatedMatch(4, 8)
    for play in (first, second, other):
        play.to_the_end()
    assert first.bench.view == second.bench.view
    assert first.bench.view != other.bench.view


def test_no_more_balls_are_thrown_than_lie_on_the_field() -> None:
    play = SimulatedMatch(4, 3)
    play.bench.open()
    view = play.bench.view | {"field": {"wood": 2, "wheat": 0, "brick": 1, "ore": 0}}
    for seed in range(20):
        kinds = Counter(throw.kind for throw in throws(view, Random(seed)))
        assert kinds <= Counter(wood=2, brick=1)
