"""Loudness: the levels, the doses and the places follow from distance, blasts and the field."""

import math

import pytest
from msgspec import structs

from hardware.wiring import loudness, power
from hardware.wiring.shopping import shop


def test_a_siren_loses_six_decibels_with_every_doubling() -> None:
    assert loudness.level(1) == loudness.siren_db()
    assert loudness.level(10) == pytest.approx(loudness.siren_db() - 20)
    assert loudness.level(2) - loudness.level(4) == pytest.approx(6.02, abs=0.01)


@pytest.mark.parametrize("decibels", [85.0, 95.0, 110.0])
def test_the_reach_is_where_the_level_is(decibels: float) -> None:
    assert loudness.level(loudness.reach(decibels)) == pytest.approx(decibels)


def test_two_sirens_that_are_alike_give_three_decibels_more() -> None:
    assert loudness.together([90, 90]) == pytest.approx(93.01, abs=0.01)
    assert loudness.together([90]) == pytest.approx(90)


def test_the_dose_counts_only_the_blasts() -> None:
    # 3.2 s of every 70 s: 13.4 dB less than a tone that never ends.
    share = power.shares()["siren"]
    assert loudness.dose(100, 8) == pytest.approx(100 + 10 * math.log10(share))
    assert loudness.dose(100, 8) - loudness.dose(100, 4) == pytest.approx(3.01, abs=0.01)
    assert loudness.dose(100, 4) == pytest.approx(83.6, abs=0.05)


def test_at_the_limit_a_whole_day_stays_below_where_plugs_must_be_worn() -> None:
    """At 100 dB it would not: the day ends above the upper action value."""
    limit = loudness.REFEREE_DB
    assert loudness.dose(limit, 4) < loudness.LOWER_DB < loudness.dose(limit, 8) < loudness.UPPER_DB
    assert loudness.dose(limit + 5, 8) > loudness.UPPER_DB


def test_the_mast_stands_where_the_limit_holds() -> None:
    assert loudness.mast_m() - 1 < loudness.reach(loudness.REFEREE_DB) <= loudness.mast_m()
    width, height = loudness.size()
    line = [(x, y) for x in (0, width / 2, width) for y in (0, height / 2, height)]
    for sirens in (1, 2):
        for mast in loudness.masts(sirens):
            nearest = math.dist(mast, (min(max(mast[0], 0), width), min(max(mast[1], 0), height)))
            assert nearest == pytest.approx(loudness.mast_m())
        assert max(loudness.heard(sirens, place) for place in line) <= loudness.REFEREE_DB


def test_the_field_is_the_one_that_is_played_on() -> None:
    assert loudness.size() == (18, 14)
    assert {f"h{number}" for number in range(1, 11)} <= set(loudness.field())


def test_one_siren_is_loud_enough_everywhere_and_two_leave_more_for_the_wind() -> None:
    for name, place in loudness.field().items():
        assert loudness.heard(1, place) >= loudness.NEEDED_DB, name
    name, least = loudness.farthest(1)
    assert least == loudness.heard(1, loudness.field()[name])
    assert loudness.farthest(2)[1] > least + 2


def test_a_siren_without_its_maker_s_figure_has_no_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    mute = structs.replace(shop().sizes["siren"], db=None)
    found = structs.replace(shop(), sizes={**shop().sizes, "siren": mute})
    monkeypatch.setattr(loudness, "shop", lambda: found)
    with pytest.raises(ValueError, match="give it db"):
        loudness.reach(85)


def test_it_gives_no_place_for_three() -> None:
    with pytest.raises(ValueError, match="one or two"):
        loudness.masts(3)
