"""What the dice game takes to offer a turn and to measure a longest trail, over whole matches of four."""

import time
from collections.abc import Callable
from random import Random

import msgspec

from fieldkit.clock import MS
from fieldkit.demo import percentiles
from fieldkit.games.dice_extra.demo import choice
from fieldkit.games.dice_extra.state import State
from fieldkit.games.dice_extra.trail import longest_trail
from fieldkit.games.dice_extra.view import offers
from fieldkit.games.people import PlayerSetup
from tests.fieldkit.games.dice_extra.boards import SIDES, game
from tests.fieldkit.games.dice_extra.match import Played

MATCHES = 3
AIM_MS = 5.0


def run() -> list[str]:
    """Return the figures, a line for each; takes about ten seconds."""
    offered: list[float] = []
    measured: list[float] = []
    viewed: list[float] = []
    for seed in range(MATCHES):
        match, rng = Played([PlayerSetup(id) for id in SIDES], {"castles": True}, seed), Random(seed)
        while match.state.phase != "over":
            state = match.state
            if state.phase == "dice":
                offered.append(_took(lambda state=state: offers(state)))  # type: ignore[misc]
                viewed.append(_took(lambda state=state: game().view(state)))  # type: ignore[misc]
                measured.append(_took(lambda state=state: _trail(state)))  # type: ignore[misc]
            plain = choice(game().view(state), rng)
            kind = game().commands[plain.pop("type")]
            match.do(msgspec.convert(plain, kind))
    whole = dict(enumerate(match.state.land.roads))
    return [
        _line("all offers of a turn", offered, f"aim p50 < {AIM_MS:.0f} ms"),
        _line("the view of a turn", viewed, ""),
        _line("the longest trail of the player on turn", measured, ""),
        f"the longest trail of a whole island: {_took(lambda: longest_trail(whole, ())):.0f} ms",
    ]


def _trail(state: State) -> frozenset[int]:
    own = {road: state.land.roads[road] for road, side in state.roads.items() if side == state.side}
    return longest_trail(own, {at for at, each in state.buildings.items() if each.side != state.side})


def _took(work: Callable[[], object]) -> float:
    began = time.perf_counter_ns()
    work()
    return (time.perf_counter_ns() - began) / MS


def _line(what: str, found: list[float], aim: str) -> str:
    said = ", ".join(f"{name} {value:.2f}" for name, value in percentiles(found).items())
    return f"{what}: {said} ms" + (f" ({aim})" if aim else "")


if __name__ == "__main__":
    print(*run(), sep="\n")
