"""FC-7 to FC-13: the round, its whistle, late balls."""

from contextlib import suppress

import pytest

from fieldkit.clock import MS
from fieldkit.errors import Misread, Rejected, Unknown
from fieldkit.messages import Role

from .driver import Bench, in_hand, in_round, refused, seconds


@pytest.mark.parametrize("length", [3, 8, 60])
def test_fc_7_the_closing_whistle_comes_when_the_round_is_over(length: int) -> None:
    """FC-7: a round lasts `round_seconds` from its opening to its closing whistle."""
    bench = Bench().create(options={"round_seconds": length})
    bench.order("start_round")
    assert bench.phase == "round"
    opened, closed = bench.moment("open"), bench.moment("close")
    assert 0 <= opened - bench.now <= 100 * MS
    assert closed - opened == seconds(length)
    bench.until(closed - 1)
    assert bench.phase == "round"
    bench.until(closed)
    assert bench.phase == "grace"
    bench.until(closed + seconds(2))
    assert bench.phase == "break"


def test_fc_7_no_grace_at_all() -> None:
    """FC-7, FC-11: with `grace_seconds` 0 the break follows the closing whistle at once."""
    bench = in_round(options={"grace_seconds": 0})
    closed = bench.close()
    bench.until(closed)
    assert bench.phase == "break"
    assert bench.sight("h1", "wood", at=closed + 1) == "refused"


def test_fc_7_the_view_tells_when_the_round_ends() -> None:
    """FC-7: `ends_at` is the closing whistle, in ms of the same clock."""
    bench = in_round()
    clock = bench.view["clock"]
    assert clock["state"] == "running"
    assert clock["ends_at"] == pytest.approx(bench.moment("close") / MS, abs=1)
    assert clock["total"] == 8000


def test_fc_10_only_a_city_collects() -> None:
    """FC-10: a ball counts for the team whose city lies there, wherever else it is refused and shown."""
    bench = in_hand()
    bench.open()
    bench.order("place", team="red", hoop="h5")
    assert bench.sight("h2", "wood") == "counted"
    assert bench.sight("h5", "wood") == "refused"
    assert bench.sight("h7", "wood") == "refused"
    assert bench.stock("blue") == {"wood": 1}
    assert [entry["hoop"] for entry in bench.view["refused"]] == ["h5", "h7"]
    assert [(c["hoop"], c["team"], c["kind"]) for c in bench.view["counted"]] == [("h2", "blue", "wood")]
    refused(bench, "FC-10", "deposit", hoop="h5", kind="wood")


def test_fc_10_a_ball_counted_by_hand_tells_when_and_by_whom() -> None:
    """FC-10: the list of this round's balls has what the clock showed, except those counted in the break."""
    bench = Bench().create()
    opened = bench.open()
    bench.until(opened + seconds(3))
    bench.order("deposit", hoop="h1", kind="wood")
    bench.rest()
    bench.order("deposit", hoop="h2", kind="ore")
    first, second = bench.view["counted"]
    assert (first["team"], first["kind"], first["by"], first["at_clock"]) == ("red", "wood", "tablet", 5000)
    assert (second["team"], second["kind"], second["at_clock"]) == ("blue", "ore", None)


def test_fc_10_a_new_city_collects_at_once() -> None:
    """FC-10, FC-19: a city gains a deposit hoop; what lay there before does not count by itself."""
    bench = in_hand()
    bench.open()
    bench.order("place", team="red", hoop="h5")
    assert bench.sight("h5", "ore") == "refused"
    bench.rest()
    bench.grant("red", wood=3, wheat=3, ore=1)
    bench.order("buy", team="red", item="city")  # its only settlement need not be named
    assert bench.stock("red") == {}
    bench.open()
    assert bench.sight("h5", "ore") == "counted"
    assert bench.stock("red") == {"ore": 1}


@pytest.mark.parametrize(
    ("after_opening", "heard_after", "verdict"),
    [
        (-0.001, 0, "refused"),
        (0, 0, "counted"),
        (7.999, 0, "counted"),
        (7.999, 2.0, "counted"),
        (7.999, 2.2, "held"),
        (8.001, 0, "held"),
        (9.999, 0, "held"),
        (10.001, 0, "refused"),
        (1, 59, "held"),
        (1, 60.5, "refused"),
    ],
)
def test_fc_11_a_ball_is_judged_by_its_moment(after_opening: float, heard_after: float, verdict: str) -> None:
    """FC-11: the moment it fell decides; a round of 8 s, a grace of 2 s."""
    bench = Bench().create()
    bench.order("start_round")
    opened = bench.moment("open")
    at = opened + seconds(after_opening)
    bench.until(at + seconds(heard_after))
    assert bench.sight("h1", "ore", at=at) == verdict
    assert bench.stock("red") == ({"ore": 1} if verdict == "counted" else {})


def test_fc_11_a_ball_before_the_first_round_is_refused() -> None:
    """FC-11: before the opening whistle nothing counts by a reader."""
    bench = Bench().create()
    assert bench.sight("h1", "ore") == "refused"
    assert bench.stock("red") == {}


def test_fc_11_a_held_ball_says_how_late_it_was() -> None:
    """FC-11: the referee sees hoop, kind, team, reason and lateness, and decides once."""
    bench = in_round()
    closed = bench.close()
    bench.until(closed + seconds(0.7))
    assert bench.sight("h2", "ore") == "held"
    [held] = bench.view["pending"]
    assert (held["hoop"], held["kind"], held["team"]) == ("h2", "ore", "blue")
    assert held["late_by"] == pytest.approx(700, abs=1)
    assert held["reason"]
    assert bench.view["can"]["settle"] == [held["id"]]
    bench.order("settle", pending=held["id"], accept=True)
    assert bench.stock("blue") == {"ore": 1}
    refused(bench, "FC-11", "settle", pending=held["id"], accept=True)
    with pytest.raises(Rejected) as settled:
        bench.order("settle", pending=held["id"], accept=False)
    assert not isinstance(settled.value, Unknown)
    for nobody in ("nobody", "p2", f"p{'9' * 5000}", "p²"):
        with pytest.raises(Unknown):
            bench.order("settle", pending=nobody, accept=True)


def test_fc_11_a_ball_of_the_round_before_is_held() -> None:
    """FC-11: its moment lay in a round whose grace is over, though the next round runs already."""
    bench = Bench().create()
    opened = bench.open()
    bench.rest()
    bench.wait(20)
    bench.open()
    assert bench.sight("h1", "ore", at=opened + seconds(1)) == "held"
    assert bench.sight("h1", "ore", at=opened + seconds(20)) == "refused"  # in the break


def test_fc_11_a_ball_kept_by_a_node_without_power_is_held_if_it_may_be_of_a_round() -> None:
    """FC-11: nobody knows how much sooner it came than the node can tell."""
    bench = Bench().create()
    assert bench.sight("h1", "ore", exact=False) == "refused"  # no round was ever open
    opened = bench.open()
    bench.until(opened + seconds(2))
    assert bench.sight("h1", "ore", at=opened - seconds(1), exact=False) == "refused"
    assert bench.sight("h1", "ore", at=opened + seconds(1)) == "counted"
    assert bench.sight("h1", "ore", at=opened + seconds(1), exact=False) == "held"
    assert bench.view["pending"][-1]["reason"] == "the hoop's node was off: was it in time?"
    bench.order("settle", pending=bench.view["pending"][-1]["id"], accept=True)
    bench.rest()
    bench.wait(20)
    assert bench.sight("h1", "ore", at=opened + seconds(20)) == "refused"  # in the break
    assert bench.sight("h1", "ore", at=opened + seconds(20), exact=False) == "held"
    bench.wait(30)
    assert bench.sight("h1", "ore", at=opened + seconds(20), exact=False) == "held"
    bench.wait(15)
    assert bench.sight("h1", "ore", exact=False) == "refused"  # the round began more than 60 s ago
    assert bench.sight("h1", "ore", at=opened + seconds(1), exact=False) == "refused"


def test_fc_11_balls_around_a_stop() -> None:
    """FC-11: in a stopped round a ball counts if it fell before the stop; during the stop none does."""
    bench = Bench().create()
    opened = bench.open()
    bench.until(opened + seconds(3))
    bench.order("stop_round")
    bench.wait(0.5)
    assert bench.sight("h1", "ore", at=opened + seconds(2.999)) == "counted"
    assert bench.sight("h1", "ore", at=opened + seconds(3.001)) == "refused"
    bench.wait(10)
    bench.order("resume_round")
    resumed = bench.moment("open")
    assert bench.sight("h1", "ore", at=resumed - seconds(1)) == "refused"
    bench.until(resumed + seconds(1))
    assert bench.sight("h1", "ore", at=opened + seconds(2)) == "counted"
    assert bench.sight("h1", "ore") == "counted"


def test_fc_13_a_ball_too_many_is_held_with_the_reason() -> None:
    """FC-13: the thirteenth ball of a kind is held, by hand it is refused."""
    bench = Bench().create()
    bench.play(("h1", {"wood": 12}))
    bench.open()
    assert bench.sight("h2", "wood") == "held"
    assert bench.view["pending"][0]["reason"]
    refused(bench, "FC-13", "deposit", hoop="h2", kind="wood")
    refused(bench, "FC-13", "settle", pending=bench.view["pending"][0]["id"], accept=True)
    assert bench.view["field"]["wood"] == 0


def test_fc_13_the_same_ball_in_the_next_round() -> None:
    """FC-13: since its last count a ball of its kind must have gone back; another kind is not enough."""
    bench = in_round()
    assert bench.sight("h1", "wood", tag="A1") == "counted"
    assert bench.sight("h1", "wood", tag="A2") == "counted"
    assert bench.sight("h1", "wood", tag="A1") != "counted"
    bench.rest()
    bench.order("correct", team="blue", set={"resources": {"ore": 2, "wheat": 1}}, reason="set up")
    bench.order("buy", team="blue", item="knight")
    bench.open()
    assert bench.sight("h1", "wood", tag="A1") == "held"
    assert bench.stock("red") == {"wood": 2}


def test_fc_13_a_tag_seen_in_two_hoops_in_a_round_waits_for_the_referee() -> None:
    """FC-13: a ball cannot be in two hoops: one may be a copy, so the referee decides."""
    bench = in_round()
    assert bench.sight("h4", "wood", tag="A1") == "refused", "no city there: that was no place to be counted"
    assert bench.sight("h1", "wood", tag="A1") == "counted"
    assert bench.sight("h2", "wood", tag="A1") == "held"
    assert bench.sight("h2", "wood", tag="A1") == "refused", "it waits already"
    assert bench.sight("h1", "wood", tag="A1") == "refused"
    assert bench.sight("h3", "wood", tag="A1") == "held"
    assert (bench.stock("red"), bench.stock("blue"), bench.stock("green")) == ({"wood": 1}, {}, {})
    second, third = bench.view["pending"]
    assert (second["hoop"], second["why"]) == ("h2", "two_hoops")
    assert second["reason"] == "tag already seen at hoop 1: a copy?"
    bench.order("settle", pending=third["id"], accept=False)
    bench.order("settle", pending=second["id"], accept=True)
    assert (bench.stock("red"), bench.stock("blue")) == ({"wood": 1}, {"wood": 1})
    for hoop in ("h1", "h2"):
        assert bench.sight(hoop, "wood", tag="A1") == "refused", "each has it by now"


def test_fc_13_a_copy_that_comes_late_or_before_the_first_is_judged_waits() -> None:
    """FC-13, FC-11: also after the whistle, and while the first one waits; never more than there are."""
    bench = Bench().create()
    bench.play(("h1", {"wood": 11}))
    bench.open()
    assert bench.sight("h1", "wood", tag="A1") == "counted"
    assert bench.sight("h2", "wood", tag="A1") == "held"
    refused(bench, "FC-13", "settle", pending=bench.view["pending"][0]["id"], accept=True)
    bench.close()
    bench.wait(0.4)
    assert bench.sight("h3", "wood", tag="A1") == "held"
    assert [(entry["hoop"], entry["why"]) for entry in bench.view["pending"]] == [
        ("h2", "two_hoops"),
        ("h3", "two_hoops"),
    ]
    assert bench.view["pending"][1]["late_by"] > 0


def test_fc_13_a_late_ball_seen_twice_counts_once() -> None:
    """FC-13: the same ball counts once a round, also where the referee accepts it."""
    bench = in_round()
    bench.close()
    for _ in range(2):
        bench.wait(0.4)
        assert bench.sight("h1", "wood", tag="A1") != "counted"
    for held in bench.view["pending"]:
        with suppress(Rejected):
            bench.order("settle", pending=held["id"], accept=True)
    assert bench.stock("red") == {"wood": 1}
    for held in bench.view["pending"]:
        bench.order("settle", pending=held["id"], accept=False)
    bench.rest()
    bench.open()
    assert bench.sight("h1", "wood", tag="A1") == "held"


def test_fc_13_a_ball_of_a_void_round_counts_anew() -> None:
    """FC-13, FC-16: what is taken back was never counted."""
    bench = in_round()
    assert bench.sight("h1", "wood", tag="A1") == "counted"
    bench.cancel()
    bench.open()
    assert bench.sight("h1", "wood", tag="A1") == "counted"
    assert bench.stock("red") == {"wood": 1}


@pytest.mark.parametrize(
    ("hoop", "role", "value"),
    [
        ("h99", "ball", "wood"),
        ("h1", "ball", "gold"),
        ("h1", "ball", "sheep"),
        ("h1", "marker", "violet"),
        ("h1", "player", "red/99"),
        ("h1", "player", "what"),
        ("h1", "unknown", "00FF00FF00"),
    ],
)
def test_a_strange_sighting_counts_nothing(hoop: str, role: Role, value: str) -> None:
    """A sighting is set aside or misread; it is never anybody's ball."""
    bench = in_round()
    with suppress(Misread):
        assert bench.sight(hoop, value, role=role) != "counted" or role == "player"
    assert all(bench.stock(name) == {} for name in ("red", "blue", "green"))
    assert bench.phase == "round"


@pytest.mark.parametrize(("later", "whose"), [(2.9, "red/2"), (3.1, None)])
def test_a_players_tag_is_for_the_statistics_only(later: float, whose: str | None) -> None:
    """CONTRACT 2: it collects nothing; the next ball at that hoop within 3 s is theirs in the statistics."""
    bench = Bench().create()
    opened = bench.open()
    bench.wait(1)
    bench.sight("h1", "red/2", role="player")
    bench.wait(later)
    assert bench.sight("h1", "wood") == "counted"
    assert bench.stock("red") == {"wood": 1}
    [ball] = bench.view["counted"]
    assert ball.get("player") == whose
    assert ball["at_clock"] == pytest.approx((opened + seconds(8) - bench.now) / MS, abs=1)


@pytest.mark.parametrize(("tag_exact", "ball_exact"), [(False, True), (True, False), (True, True)])
def test_whose_a_ball_is_nobody_guesses_of_a_moment_that_nobody_knows(
    tag_exact: bool, ball_exact: bool
) -> None:
    """CONTRACT 2: a node that had no power does not know whether the player was there within 3 s."""
    bench = in_round()
    bench.wait(1)
    bench.sight("h1", "red/2", role="player", exact=tag_exact)
    if bench.sight("h1", "wood", exact=ball_exact) == "held":
        bench.order("settle", pending=bench.view["pending"][-1]["id"], accept=True)
    [ball] = bench.view["counted"]
    assert ball.get("player") == ("red/2" if tag_exact and ball_exact else None)
