"""FC-12, FC-15: a settlement is placed in a free hoop, in a later round."""

import pytest

from fieldkit.errors import Rejected

from .driver import in_hand, refused, seconds


def test_fc_12_one_hoop_one_building() -> None:
    """FC-12: a settlement goes into a free hoop only."""
    bench = in_hand(count=2)
    bench.open()
    for hoop in ("h1", "h2"):
        refused(bench, "FC-12", "place", team="red", hoop=hoop)
    bench.order("place", team="red", hoop="h4")
    refused(bench, "FC-12", "place", team="red", hoop="h4")
    with pytest.raises(Rejected):
        bench.order("place", team="red", hoop="h99")


def test_fc_15_only_what_was_in_hand_when_the_round_opened() -> None:
    """FC-15: written down until the next round starts, but only as many as were in hand at the opening."""
    bench = in_hand()
    refused(bench, "FC-15", "place", team="red", hoop="h5")  # given after the round
    bench.play()
    bench.grant("red", wood=3, wheat=2)
    bench.order("buy", team="red", item="settlement")
    assert bench.team("red")["settlements_in_hand"] == 2
    bench.order("place", team="red", hoop="h5")
    assert bench.score["red"] == 4
    refused(bench, "FC-15", "place", team="red", hoop="h6")
    bench.open()
    bench.order("place", team="red", hoop="h6")
    assert bench.score["red"] == 5


def test_fc_15_a_correction_in_the_round_is_about_its_opening() -> None:
    """FC-15, FC-33: who finds in the round that a team had two in hand may write two down."""
    bench = in_hand()
    bench.open()
    bench.order("correct", team="red", set={"settlements_in_hand": 2}, reason="it had two")
    bench.order("place", team="red", hoop="h5")
    bench.order("place", team="red", hoop="h6")
    refused(bench, "FC-15", "place", team="red", hoop="h7")
    assert bench.score["red"] == 5


def test_fc_15_a_settlement_may_be_placed_in_grace_and_stop() -> None:
    """FC-15: what was placed in the round may be written down in its grace or while it is stopped."""
    bench = in_hand(count=2)
    bench.open()
    bench.order("stop_round")
    bench.order("place", team="red", hoop="h5")
    bench.order("resume_round")
    bench.until(bench.moment("close"))
    assert bench.phase == "grace"
    bench.order("place", team="red", hoop="h6")
    assert bench.score["red"] == 5


def test_fc_15_a_marker_tag_places() -> None:
    """FC-15: a marker's tag read by a free hoop records the settlement, in any other case nothing."""
    bench = in_hand()
    bench.open()
    bench.sight("h5", "red", role="marker")
    assert (bench.hoop("h5")["building"], bench.hoop("h5")["team"]) == ("settlement", "red")
    bench.sight("h6", "red", role="marker")
    bench.sight("h2", "green", role="marker")
    assert bench.hoop("h6")["building"] == "none"
    assert bench.hoop("h2")["building"] == "city"
    assert bench.score == {"red": 4, "blue": 3, "green": 3}


def test_fc_15_a_marker_after_the_whistle_places_nothing() -> None:
    """FC-15: before the closing whistle, so a tag read after it places nothing by itself."""
    bench = in_hand()
    bench.open()
    closed = bench.close()
    bench.until(closed + seconds(0.5))
    bench.sight("h5", "red", role="marker")
    assert bench.hoop("h5")["building"] == "none"
    assert bench.team("red")["settlements_in_hand"] == 1
