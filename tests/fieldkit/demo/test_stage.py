"""The simulated people of each game are found by its name."""

from __future__ import annotations

from fieldkit.demo import simulated_games
from fieldkit.demo.stage import simulated
from fieldkit.games.loading import known_games


def test_simulated_people_play_games_that_the_kit_knows() -> None:
    assert simulated_games()
    assert set(simulated_games()) <= set(known_games())


def test_those_of_every_game_can_play_a_match_and_be_a_crowd() -> None:
    for game in simulated_games():
        people = simulated(game)
        assert callable(people.play)
        assert callable(people.crowd)
