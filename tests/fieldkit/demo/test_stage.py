"""The simulated people of each game are found by its name."""

import threading

import pytest

from fieldkit.clock import Clock
from fieldkit.demo import kit, simulated_games
from fieldkit.demo.client import Client
from fieldkit.demo.stage import simulated
from fieldkit.games.loading import known_games


def test_simulated_people_play_games_that_the_kit_knows() -> None:
    assert simulated_games()
    assert set(simulated_games()) <= set(known_games())


def test_those_of_every_game_can_play_a_match() -> None:
    for game in simulated_games():
        assert callable(simulated(game).play)
        assert callable(getattr(simulated(game), "crowd", callable))


def test_beside_a_referee_play_those_of_the_games_that_have_a_crowd(monkeypatch: pytest.MonkeyPatch) -> None:
    class Crowd:
        def __init__(self) -> None:
            self.came, self.done = threading.Event(), threading.Event()

        def play_for_ever(self) -> None:
            self.came.set()
            self.done.wait(5)

        def rest(self) -> None:
            self.done.set()

    crowd = Crowd()
    modules = {"running": type("People", (), {"crowd": lambda *_: crowd}), "turns": type("People", (), {})}
    monkeypatch.setattr(kit, "simulated_games", lambda: modules)
    monkeypatch.setattr(kit, "simulated", modules.__getitem__)
    with kit.simulated_teams(Client("127.0.0.1", 1, ""), None, Clock(1)):  # type: ignore[arg-type]
        assert crowd.came.wait(5)
        assert not crowd.done.is_set()
    assert crowd.done.is_set()
