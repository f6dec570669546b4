"""The dice game as the tests of all games play it: its own simulated players."""

from random import Random

from fieldkit.games.dice_extra.demo import Command, View, choice, new_match
from fieldkit.referee.match import Match


def count(match: Match) -> None:
    """Hold the match to a count of what stands on its record; raises AssertionError."""
    # Here, since that module plays matches of both table games.
    from tests.fieldkit.games.test_taking_back import count_dice, standing

    count_dice(standing(match))


class Player:
    """Everybody around the island."""

    def __init__(self, rng: Random, setup: View) -> None:
        self._rng = rng

    def opening(self) -> Command:
        """Two to four players."""
        return new_match(self._rng.randint(2, 4))

    def next(self, view: View) -> Command | None:
        """Return the next command of the player on turn."""
        return None if view["stage"] == "over" else choice(view, self._rng)

    def refused(self, command: Command) -> None:
        """They only do what may be done."""
        raise AssertionError(f"{command} was refused")
