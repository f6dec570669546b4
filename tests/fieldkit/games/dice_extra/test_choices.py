"""Simulated players of the dice game: they keep what helps, build what they can, and use their knights."""

import threading
from random import Random
from typing import Any

import pytest

from fieldkit.clock import Clock
from fieldkit.errors import FieldkitError
from fieldkit.games.dice_extra import commands as co
from fieldkit.games.dice_extra.demo import choice, crowd, new_match
from fieldkit.games.people import PlayerSetup
from tests.fieldkit.games.dice_extra.boards import game
from tests.fieldkit.games.dice_extra.match import Played
from tests.fieldkit.games.dice_extra.test_match import command


def sitting(*faces: str) -> Played:
    """Return a match of two with these real dice thrown first."""
    match = Played([PlayerSetup("red"), PlayerSetup("blue")], {"dice": "real"})
    match.do(co.StartRoad(0))
    match.do(co.StartRoad(80))
    match.do(co.Roll(faces=list(faces)))  # type: ignore[arg-type]
    return match


def chosen(match: Played) -> dict[str, Any]:
    return choice(game().view(match.state), Random(1))


def test_they_keep_the_dice_that_pay_for_something() -> None:
    assert chosen(sitting("brick", "gold", "ore"))["keep"] == ["d1"]
    assert sorted(chosen(sitting("ore", "brick", "lumber"))["keep"]) == ["d2", "d3"]


def test_they_stop_when_nothing_is_left_to_roll_and_build_then() -> None:
    match = sitting("ore", "wool", "grain")
    assert chosen(match) == {"type": "stop_rolling"}
    match.do(co.StopRolling())
    assert chosen(match) == {"type": "build", "piece": "knight", "at": 1}


def test_a_knight_turns_the_die_that_is_missing() -> None:
    match = sitting("ore", "wool", "grain")
    match.do(co.Build("knight", 1))
    match.do(co.EndTurn())
    match.do(co.Roll(faces=["ore"] * 4))
    match.do(co.EndTurn())
    match.do(co.Roll(faces=["ore", "ore", "lumber", "wool", "wool"]))
    match.do(co.StopRolling())
    made = chosen(match)
    assert (made["type"], made["knight"], made["kind"]) == ("use_knight", 1, "brick")
    match.do(command(made))
    assert chosen(match)["piece"] == "road"


@pytest.mark.parametrize("players", [2, 4])
def test_a_match_has_as_many_players_as_wished(players: int) -> None:
    assert len(new_match(players)["players"]) == players


def test_they_type_in_what_real_dice_show() -> None:
    match = sitting("brick", "gold", "ore")
    again = chosen(match)
    assert len(again["faces"]) == 2
    match.do(command(again))
    match.do(co.StopRolling())
    match.do(co.EndTurn())
    assert len(chosen(match)["faces"]) == 4


def test_at_a_table_with_real_dice_they_come_to_the_end() -> None:
    match, rng = sitting("brick", "gold", "ore"), Random(1)
    while match.state.phase != "over":
        match.do(command(choice(game().view(match.state), rng)))
    assert match.state.turn > 6


class Impatient:
    """A kit where somebody else was faster: the move is refused, and at the next look the match is over."""

    def __init__(self, view: dict[str, Any]) -> None:
        self._view, self.looked = view, threading.Event()

    @property
    def view(self) -> dict[str, Any]:
        if self._view["stage"] == "over":
            self.looked.set()
        return self._view

    def do(self, given: dict[str, Any], patience: float) -> dict[str, Any]:
        self._view = self._view | {"stage": "over"}
        raise FieldkitError("The kit refused roll: It is Blue's turn.")


def test_who_is_refused_looks_at_the_table_again() -> None:
    view = game().view(sitting("brick", "gold", "ore").state)
    kit = Impatient(view | {"game": "dice_extra", "stage": "play", "round": 9})
    table = crowd(kit, None, Clock(rate=1000))  # type: ignore[arg-type]
    playing = threading.Thread(target=table.play_for_ever, daemon=True)
    playing.start()
    assert kit.looked.wait(5)
    table.rest()
    playing.join(5)
    assert not playing.is_alive()
