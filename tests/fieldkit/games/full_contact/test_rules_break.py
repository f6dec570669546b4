"""FC-17 to FC-22: the break, purchases, trades, and what goes back to the piles."""

from typing import Any

import pytest

from fieldkit.clock import MS
from fieldkit.errors import Rejected, Unknown
from fieldkit.messages import BLAST_MS, Deadline

from .driver import THREE, Bench, in_round, nonzero, refused, rested, seconds
from .independent_count import PRICES


def in_break(**options: Any) -> Bench:
    """Return a match in its first break; red has a settlement on the field."""
    bench = rested(options=options)
    bench.build("h5", "settlement", "red")
    return bench


def buy(bench: Bench, item: str, **fields: Any) -> None:
    """Buy for red, until a city stands at h5."""
    more = {"hoop": "h5"} if item == "city" else {}
    bench.order("buy", team="red", item=item, **more, **fields)


def test_fc_17_the_break_and_its_signals() -> None:
    """FC-17: a minute from the end of the grace, a warning 10 s before its end, a signal at it."""
    bench = in_round()
    closed = bench.close()
    bench.rest()
    began = closed + seconds(2)
    assert bench.now == began
    assert bench.moment("warn") == began + seconds(50)
    assert bench.moment("ready") == began + seconds(60)
    bench.until(began + seconds(200))
    assert bench.phase == "break"  # the referee starts the next round
    bench.open()
    assert bench.view["round"] == 2


@pytest.mark.parametrize("length", [0, 0.2, 5, 10, 10.2])
def test_fc_17_no_signals_in_a_break_too_short_for_both(length: float) -> None:
    """FC-17: they are left out and never late; lengthened, a break has them again."""
    bench = rested(options={"break_seconds": length})
    assert (bench.cue("warn"), bench.cue("ready")) == (None, None)
    assert bench.phase == "break"
    bench.order("break_clock", seconds=30)
    assert (bench.moment("warn"), bench.moment("ready")) == (bench.now + seconds(20), bench.now + seconds(30))


def test_fc_17_a_signal_is_never_asked_for_when_it_could_only_be_late() -> None:
    """FC-17: a break that is cut short just now ends without a blast, and its warning's moment is gone."""
    bench = in_break()
    bench.order("break_clock", seconds=10)
    assert (bench.cue("warn"), bench.moment("ready")) == (None, bench.now + seconds(10))
    bench.order("break_clock", seconds=0)
    assert (bench.cue("warn"), bench.cue("ready")) == (None, None)


@pytest.mark.parametrize("length", [0, 5])
def test_fc_17_rounds_that_start_by_themselves_follow_a_break_of_any_length(length: float) -> None:
    """FC-17: with ``auto_start``; a ball that waits holds the next one."""
    bench = in_round(options={"break_seconds": length, "auto_start": True})
    bench.close()
    bench.wait(2 + length)
    assert (bench.phase, bench.view["round"]) == ("round", 2)
    bench.close()
    bench.wait(0.5)
    assert bench.sight("h1", "wood") == "held"
    bench.wait(length + 30)
    assert (bench.phase, bench.view["clock"]["state"]) == ("break", "held")
    bench.order("start_round", refuse_pending=True)
    assert bench.view["round"] == 3


def test_fc_17_no_round_starts_by_itself_while_stop_is_down() -> None:
    """FC-17: the break waits at its end for the referee."""
    bench = in_round(options={"break_seconds": 5, "auto_start": True})
    bench.close()
    bench.wait(3)
    bench.now = bench.game.next_deadline(bench.state) or 0
    bench.give(Deadline(bench.now, held=True))
    bench.wait(30)
    assert (bench.phase, bench.view["clock"]["state"]) == ("break", "held")
    bench.order("start_round")
    assert bench.view["round"] == 2


def test_fc_7_a_round_that_starts_by_itself_lets_the_closing_whistle_be_heard() -> None:
    """FC-7, FC-17: also where there is neither grace nor break."""
    bench = in_round(options={"break_seconds": 0, "grace_seconds": 0, "auto_start": True})
    closed = bench.close()
    assert (bench.phase, bench.view["round"]) == ("round", 2)
    assert bench.moment("open") >= closed + BLAST_MS["close"] * MS + seconds(0.5)
    assert bench.moment("close") - bench.moment("open") == seconds(8)


def test_fc_17_a_break_that_is_over_is_not_held_but_may_be_lengthened() -> None:
    """FC-17: its signal has sounded, and sounds again only after seconds that were added."""
    bench = in_break()
    bench.wait(100)
    before = {cue.id for cue in bench.game.whistle.cues(bench.state)}
    for hold in (True, False):
        with pytest.raises(Rejected) as error:
            bench.order("break_clock", hold=hold)
        assert error.value.code == "break_over"
    assert {cue.id for cue in bench.game.whistle.cues(bench.state)} == before
    bench.order("break_clock", seconds=20)
    assert bench.moment("ready") == bench.now + seconds(20)


def test_fc_16_a_void_after_the_break_had_ended_signals_nothing_again() -> None:
    """FC-16: the break that comes back has had its blasts."""
    bench = in_break()
    bench.wait(100)
    bench.open()
    bench.cancel()
    assert bench.phase == "break"
    assert bench.cue("ready") is None
    assert bench.cue("warn") is None


def test_fc_33_numbers_start_at_0_also_in_a_correction() -> None:
    """FC-33: a number below 0 is nothing that can be decoded."""
    bench = in_break()
    for fix in ({"knights": -1}, {"players": -3}, {"target": -1}, {"resources": {"wood": -1}}):
        with pytest.raises(Unknown):
            bench.order("correct", team="red", set=fix, reason="wrong")
    with pytest.raises(Rejected):
        bench.order("correct", set={"balls": {"wood": 1000}}, reason="wrong")


def test_fc_17_a_break_may_be_cut_short_lengthened_and_held() -> None:
    """FC-17: the referee sets what is left, holds and releases; the signals move along under new ids."""
    bench = in_break()
    bench.wait(20)
    first = {cue.id: cue.due for cue in bench.game.whistle.cues(bench.state)}
    bench.order("break_clock", seconds=90)
    assert bench.view["clock"]["ends_at"] == pytest.approx((bench.now + seconds(90)) / MS, abs=1)
    assert bench.moment("ready") == bench.now + seconds(90)
    assert bench.moment("warn") == bench.now + seconds(80)
    assert all(first.get(cue.id, cue.due) == cue.due for cue in bench.game.whistle.cues(bench.state))
    bench.wait(30)
    bench.order("break_clock", hold=True)
    assert bench.view["clock"]["state"] == "held"
    assert bench.view["clock"]["remaining"] == pytest.approx(60_000, abs=1)
    assert [cue for cue in bench.game.whistle.cues(bench.state) if cue.due > bench.now] == []
    bench.wait(500)
    bench.order("break_clock", hold=False)
    assert bench.moment("ready") == bench.now + seconds(60)


def test_fc_18_only_between_rounds() -> None:
    """FC-18: nothing is bought before the first round, in a round, in its grace, or while it is stopped."""
    bench = Bench().create()
    plenty = {"wood": 6, "wheat": 6, "brick": 6, "ore": 6}
    bench.grant("red", **plenty)

    def nothing_is_sold() -> None:
        for item in ("settlement", "knight", "card"):
            refused(bench, "FC-18", "buy", team="red", item=item)
        refused(bench, "FC-21", "trade", a="red", b="blue", a_gives={"ore": 1}, b_gives={}, gift=True)

    nothing_is_sold()
    bench.open()
    nothing_is_sold()
    bench.order("stop_round")
    nothing_is_sold()
    bench.order("resume_round")
    bench.close()
    assert bench.phase == "grace"
    nothing_is_sold()
    assert bench.stock("red") == plenty


@pytest.mark.parametrize(
    ("item", "price"), [(item, price) for item, prices in PRICES.items() for price in prices]
)
def test_fc_18_the_prices(item: str, price: dict[str, int]) -> None:
    """FC-18: exactly the price buys, one ball less does not, and the price goes back to the field."""
    kinds = ["wood", "wheat", "brick", "ore", "sheep"]
    for kind in price:
        bench = in_break(kinds=kinds)
        bench.grant("red", **dict.fromkeys(kinds, 0) | price | {kind: price[kind] - 1})
        with pytest.raises(Rejected) as refusal:
            buy(bench, item)
        assert refusal.value.rule == "FC-18"
    bench.grant("red", **dict.fromkeys(kinds, 0) | price)
    buy(bench, item, pay=price)
    assert bench.stock("red") == {}
    assert bench.view["field"] == dict.fromkeys(kinds, 12)


@pytest.mark.parametrize(
    ("item", "pay"),
    [
        ("knight", {"ore": 2}),
        ("knight", {"ore": 2, "wood": 1, "wheat": 1}),
        ("knight", {"ore": 3, "wood": 1}),
        ("knight", {"ore": 2, "brick": 1}),
        ("settlement", {"wood": 2, "wheat": 3}),
        ("city", {"wood": 3, "wheat": 3, "brick": 1}),
        ("card", {"brick": 3}),
        ("card", {}),
    ],
)
def test_fc_18_the_pay_is_exactly_the_price(item: str, pay: dict[str, int]) -> None:
    """FC-18: a team that names what it pays names exactly the price."""
    bench = in_break()
    bench.grant("red", wood=5, wheat=5, brick=5, ore=5)
    with pytest.raises(Rejected) as refusal:
        buy(bench, item, pay=pay)
    assert refusal.value.rule == "FC-18"


def test_fc_18_without_pay_the_kit_picks_what_there_is() -> None:
    """FC-18: a choice is made for a team that names none, and never one it cannot pay."""
    for spare in ("wood", "wheat"):
        bench = in_break()
        bench.grant("red", ore=2, **{spare: 1})
        buy(bench, "knight")
        assert bench.stock("red") == {}


def test_fc_18_the_view_knows_the_prices() -> None:
    """FC-18: `can` tells every way to pay, and the rule that refuses."""
    bench = in_break()
    bench.grant("red", wood=3, wheat=3, brick=2, ore=2)
    can = bench.view["can"]["buy"]
    for item, prices in PRICES.items():
        wanted = [price for price in prices if "sheep" not in price]
        offered = [nonzero(pay) for pay in can["red"][item]["pays"]]
        assert sorted(offered, key=str) == sorted(wanted, key=str)
    assert can["red"]["city"]["hoops"] == ["h5"]
    assert can["blue"]["knight"]["rule"] == "FC-18"
    assert can["blue"]["city"]["rule"] == "FC-19"


def test_fc_19_a_city_goes_on_an_own_settlement() -> None:
    """FC-19: nowhere else, and not on a city."""
    bench = in_break()
    bench.grant("red", wood=6, wheat=6, ore=2)
    bench.grant("blue", wood=3, wheat=3, ore=1)
    for hoop in ("h1", "h2", "h6"):
        refused(bench, "FC-19", "buy", team="red", item="city", hoop=hoop)
    refused(bench, "FC-19", "buy", team="blue", item="city", hoop="h5")
    refused(bench, "FC-19", "buy", team="blue", item="city")
    buy(bench, "city")
    assert bench.hoop("h5")["building"] == "city"
    refused(bench, "FC-19", "buy", team="red", item="city", hoop="h5")
    assert bench.score["red"] == 5


def test_fc_19_a_city_needs_its_hoop_where_there_are_two() -> None:
    """FC-19: with two settlements the team chooses one."""
    bench = in_break()
    bench.build("h6", "settlement", "red")
    bench.grant("red", wood=3, wheat=3, ore=1)
    with pytest.raises(Rejected):
        bench.order("buy", team="red", item="city")
    bench.order("buy", team="red", item="city", hoop="h6")
    assert (bench.hoop("h5")["building"], bench.hoop("h6")["building"]) == ("settlement", "city")


def test_fc_20_never_more_knights_than_players() -> None:
    """FC-20: three players, three knights; a knight scores at once."""
    bench = in_break()
    for knights in (2, 3):
        bench.grant("red", ore=2, wood=1)
        buy(bench, "knight")
        assert bench.team("red")["knights"] == knights
    bench.grant("red", ore=2, wood=1)
    refused(bench, "FC-20", "buy", team="red", item="knight")
    refused(bench, "FC-20", "correct", team="red", set={"knights": 4}, reason="x")
    refused(bench, "FC-20", "correct", team="red", set={"players": 2}, reason="x")
    assert bench.score["red"] == 2 + 1 + 3


def test_fc_21_both_sides_give() -> None:
    """FC-21: each gives something it has, to another; a gift is called one."""
    bench = in_break()
    bench.grant("red", wood=2)
    bench.grant("blue", ore=1)
    bench.order("trade", a="red", b="blue", a_gives={"wood": 2}, b_gives={"ore": 1})
    assert (bench.stock("red"), bench.stock("blue")) == ({"ore": 1}, {"wood": 2})
    for fields in (
        {"a": "red", "b": "blue", "a_gives": {"ore": 1}, "b_gives": {}},
        {"a": "red", "b": "blue", "a_gives": {}, "b_gives": {"wood": 1}},
        {"a": "red", "b": "blue", "a_gives": {}, "b_gives": {}, "gift": True},
        {"a": "red", "b": "blue", "a_gives": {"ore": 0}, "b_gives": {"wood": 1}},
        {"a": "red", "b": "blue", "a_gives": {"ore": 2}, "b_gives": {"wood": 1}},
        {"a": "red", "b": "blue", "a_gives": {"ore": 1}, "b_gives": {"wood": 3}},
        {"a": "red", "b": "red", "a_gives": {"ore": 1}, "b_gives": {"ore": 1}},
    ):
        refused(bench, "FC-21", "trade", **fields)
    with pytest.raises(Rejected):
        bench.order("trade", a="red", b="blue", a_gives={"ore": -1}, b_gives={"wood": 1})
    with pytest.raises(Unknown):
        bench.order("trade", a="red", b="yellow", a_gives={"ore": 1}, b_gives={"wood": 1})
    bench.order("trade", a="green", b="red", a_gives={}, b_gives={"ore": 1}, gift=True)
    assert bench.stock("green") == {"ore": 1}


def test_fc_22_what_goes_back_stays_listed_until_it_is_ticked_off() -> None:
    """FC-22: spent balls are listed with their piles, highest first; the crew ticks them off."""
    bench = in_break()
    bench.grant("red", wood=3, wheat=2)
    spent_before = {entry["kind"]: entry["count"] for entry in bench.view["refill"]}
    assert nonzero(spent_before) == {}
    buy(bench, "settlement")
    bench.play()
    refill = {entry["kind"]: entry["count"] for entry in bench.view["refill"]}
    assert nonzero(refill) == {"wood": 3, "wheat": 2}
    bench.order("refilled", kinds={"wood": 3, "wheat": 1})
    assert nonzero({entry["kind"]: entry["count"] for entry in bench.view["refill"]}) == {"wheat": 1}


def test_fc_22_a_round_may_start_meanwhile() -> None:
    """FC-22: starting a round before the piles are filled warns, no more."""
    bench = in_break()
    bench.grant("red", wood=3, wheat=2)
    buy(bench, "settlement")
    bench.open()
    assert bench.phase == "round"


def test_what_this_match_does_not_have_is_unknown() -> None:
    """400 and not 409 for a team, hoop, kind, card or held ball that does not exist."""
    bench = in_break(deck="paper")
    bench.grant("red", wood=3, wheat=3, ore=3, brick=3)
    unknown: list[tuple[str, dict[str, Any]]] = [
        ("buy", {"team": "yellow", "item": "knight"}),
        ("buy", {"team": "red", "item": "city", "hoop": "h99"}),
        ("buy", {"team": "red", "item": "card", "card": "earthquake"}),
        ("buy", {"team": "red", "item": "knight", "pay": {"gold": 1}}),
        ("deposit", {"hoop": "h99", "kind": "wood"}),
        ("deposit", {"hoop": "h1", "kind": "gold"}),
        ("trade", {"a": "red", "b": "blue", "a_gives": {"gold": 1}, "b_gives": {"wood": 1}}),
        ("use_card", {"team": "red", "card": "earthquake"}),
        ("settle", {"pending": "nobody", "accept": True}),
        ("correct", {"team": "yellow", "set": {"knights": 1}, "reason": "x"}),
        ("correct", {"team": "red", "set": {"resources": {"gold": 1}}, "reason": "x"}),
    ]
    for kind, fields in unknown:
        with pytest.raises(Unknown):
            bench.order(kind, **fields)


def test_a_new_match_is_not_made_over_a_running_one() -> None:
    """create_match is refused until the last match is over."""
    bench = in_break()
    command = bench.game.commands["create_match"]
    can = bench.view["can"]
    assert not can.get("create_match")
    bench.order("abandon_match", reason="rain")
    assert bench.game.stamp(bench.state).stage == "over"
    assert command
    bench.create(THREE)
    assert bench.phase == "ready"
