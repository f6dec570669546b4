"""Rules that people carry out (FC-0, FC-8, FC-9, FC-14): the kit notes what the referee saw, no more."""

import pytest

from .driver import Bench, full_contact, in_round


def test_fc_0_the_kit_asks_for_what_lies_ready() -> None:
    """FC-0: ten hoops and a deck of ten cards; with FC-2 balls of four kinds."""
    setup = full_contact().setup_view()
    assert len(setup["hoops"]) == 10
    assert sum(setup["deck"].values()) == 10
    assert len(setup["options"]["kinds"]) == 4


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("FC-8", "started without a foot in the hoop"),
        ("FC-9", "carried two balls"),
        ("FC-14", "acted while tagged"),
    ],
)
def test_what_bodies_do_is_noted_and_changes_nothing(rule: str, text: str) -> None:
    """FC-8, FC-9, FC-14: a foul is a line of the record; no point, ball or player goes with it."""
    bench = Bench().create()
    bench.play(("h1", {"wood": 2}))
    before = bench.state
    bench.order("note", text=f"{text} ({rule})", team="red", player=2)
    assert bench.state == before
    line = bench.game.describe(bench.state, bench.record[-1].events)
    assert str(line) == f"Red 2: {text} ({rule})"


def test_fc_9_a_ball_thrown_on_the_whistle_waits_for_the_referee() -> None:
    """FC-9: let go on the closing whistle, it may lie in a hoop just after: FC-11 holds it."""
    bench = in_round()
    bench.close()
    bench.wait(0.5)
    assert bench.sight("h1", "wood") == "held"
