"""Lines of the kit's voice: in the break and at the end, at their moments, never in a round."""

from fieldkit.clock import NS
from fieldkit.games import Spoken
from tests.fieldkit.games.full_contact.driver import Bench, rested
from tests.fieldkit.games.full_contact.test_rules_cards import holding, use


def said(bench: Bench) -> tuple[Spoken, ...]:
    return tuple(bench.game.spoken(bench.state))


def texts(bench: Bench) -> list[str]:
    return [line.text for line in said(bench)]


def test_fc_17_the_points_at_the_close_and_ten_seconds_with_the_warning() -> None:
    bench = Bench().create(options={"break_seconds": 60})
    assert said(bench) == ()
    bench.play()
    ten, points = said(bench)
    assert points.text.startswith("Points: ")
    assert all(f"{team['name']} {team['vp']}" in points.text for team in bench.view["teams"])
    assert (points.at, points.before) == (None, bench.moment("ready"))
    assert (ten.text, ten.at, ten.before) == ("10 seconds.", bench.moment("warn"), bench.moment("ready"))


def test_a_break_that_is_held_ended_or_too_short_counts_nothing_down() -> None:
    bench = rested(options={"break_seconds": 60})
    first = said(bench)
    bench.order("break_clock", hold=True)
    assert [line.key for line in said(bench)] == [first[1].key]
    bench.order("break_clock", hold=False)
    bench.order("break_clock", seconds=90)
    ten, points = said(bench)
    assert points.key == first[1].key
    assert ten.key != first[0].key
    assert ten.at == bench.now + 80 * NS
    bench.order("break_clock", seconds=5)
    assert len(said(bench)) == 1
    bench.wait(6)
    assert said(bench) == ()


def test_fc_29_fc_30_who_starts_first_and_who_alone_are_knights_at_once_and_before_the_round() -> None:
    bench = holding("foresight", "military_supremacy", break_seconds=60)
    before = {line.key for line in said(bench)}
    use(bench, "foresight")
    use(bench, "military_supremacy")
    new = [line for line in said(bench) if line.key not in before]
    assert [line.text for line in new if line.at is None] == ["Red start first.", "Only Red are knights."]
    assert texts(bench)[0] == "10 seconds. Red start first. Only Red are knights."


def test_nothing_is_said_in_a_round_or_while_it_is_stopped() -> None:
    bench = holding("foresight", break_seconds=60)
    use(bench, "foresight")
    bench.order("start_round")
    assert (bench.phase, said(bench)) == ("head_start", ())
    bench.until(bench.moment("open"))
    assert (bench.phase, said(bench)) == ("round", ())
    bench.order("stop_round")
    assert (bench.phase, said(bench)) == ("stopped", ())
    bench.order("resume_round")
    bench.until(bench.moment("close"))
    assert (bench.phase, said(bench)) == ("grace", ())


def test_fc_32_the_end_names_who_has_won() -> None:
    bench = rested()
    bench.order("correct", team="red", set={"bonus_vp": 20}, reason="set up")
    bench.order("confirm_result", teams_done=True)
    vp = bench.team("red")["vp"]
    assert texts(bench) == [f"The match is over. Red win with {vp} points."]


def test_fc_32_a_shared_win_is_said_and_a_match_given_up_has_none() -> None:
    bench = rested(options={"tie": "shared"})
    for team in ("red", "blue"):
        bench.order("correct", team=team, set={"bonus_vp": 20}, reason="set up")
    bench.order("confirm_result", teams_done=True)
    vp = bench.team("red")["vp"]
    assert texts(bench) == [f"The match is over. Red and Blue share the win with {vp} points."]
    bench = Bench().create()
    bench.order("abandon_match", reason="rain")
    assert texts(bench) == ["The match is over."]
