"""Big Game, Big Honor as the tests of all games play it: its own simulated players."""

from random import Random

from fieldkit.games.big_honor.demo import Command, View, new_match, next_move
from fieldkit.referee.match import Match


def count(match: Match) -> None:
    """Hold the match to a count of what stands on its record; raises AssertionError."""
    # Here, since that module plays matches of both table games.
    from tests.fieldkit.games.test_taking_back import count_honor, standing

    count_honor(standing(match))


class Player:
    """Everybody at the table."""

    def __init__(self, rng: Random, setup: View) -> None:
        self._rng, self._setup = rng, setup

    def opening(self) -> Command:
        """Four, five or six players."""
        return new_match(self._setup, self._rng.randint(4, 6))

    def next(self, view: View) -> Command | None:
        """Return the next command of the one whose turn it is."""
        return next_move(view, self._rng)

    def refused(self, command: Command) -> None:
        """They only do what may be done."""
        raise AssertionError(f"{command} was refused")
