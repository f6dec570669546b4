"""FC-16: stopping, and what may follow; a whistle that is lost, late or runs a round by itself."""

import pytest

from fieldkit.clock import MS, NS
from fieldkit.errors import Rejected
from fieldkit.messages import DelayedOpening, Interruption

from .driver import Bench, in_round, refused, rested, seconds


def test_fc_16_stopping_and_what_may_follow() -> None:
    """FC-16: a round may be stopped at any moment; then it is voided, resumed or ended."""
    bench = Bench().create()
    for kind in ("resume_round", "end_round", "void_round", "stop_round"):
        with pytest.raises(Rejected):
            bench.order(kind)
    opened = bench.open()
    for kind in ("resume_round", "end_round", "void_round", "start_round"):
        with pytest.raises(Rejected):
            bench.order(kind)
    bench.until(opened + seconds(3))
    bench.order("stop_round", reason="injury")
    assert bench.phase == "stopped"
    assert bench.cue("close") is None or bench.moment("close") <= bench.now
    assert bench.game.next_deadline(bench.state) is None
    assert not bench.game.whistle.running(bench.state)
    assert bench.view["clock"]["remaining"] == pytest.approx(5000, abs=1)
    can = bench.view["can"]
    assert can["void_round"]
    assert can["resume_round"]
    assert can["end_round"]
    bench.wait(100)
    assert bench.phase == "stopped"


def test_fc_16_the_button_stops() -> None:
    """FC-16: the physical buttons are a start and a stop."""
    bench = Bench().create()
    buttons = bench.game.whistle.buttons
    assert type(buttons["start"]) is bench.game.commands["start_round"]
    assert type(buttons["stop"]) is bench.game.commands["stop_round"]
    assert bench.game.whistle.at_once == {"stop_round": "stop"}
    assert not bench.game.whistle.urgent(bench.state)
    bench.open()
    assert bench.game.whistle.urgent(bench.state)


def test_fc_16_a_void_round_comes_again_with_whistles_of_its_own() -> None:
    """FC-16: the round keeps its number and gets new cues: one that sounded could not sound again."""
    bench = in_round()
    first = {cue.id for cue in bench.game.whistle.cues(bench.state)}
    bench.cancel()
    assert (bench.phase, bench.view["round"]) == ("ready", 0)
    bench.order("start_round")
    assert bench.view["round"] == 1
    wanted = [c for c in bench.game.whistle.cues(bench.state) if c.due >= bench.now]
    assert [c.blast for c in wanted] == ["open", "close"]
    assert not first & {c.id for c in wanted}


def test_fc_16_resuming_sounds_the_opening_blast() -> None:
    """FC-16: the opening blast resumes, and the closing one comes after what was left."""
    bench = Bench().create()
    opened = bench.open()
    first = {cue.id for cue in bench.game.whistle.cues(bench.state)}
    bench.until(opened + seconds(3))
    bench.order("stop_round")
    bench.wait(30)
    bench.order("resume_round")
    assert bench.phase == "round"
    new = [
        cue for cue in bench.game.whistle.cues(bench.state) if cue.id not in first and cue.due >= bench.now
    ]
    assert [cue.blast for cue in new if cue.blast in ("open", "close")] == ["open", "close"]
    again, closed = bench.moment("open"), bench.moment("close")
    assert 0 <= again - bench.now <= seconds(0.1)
    assert closed - again == pytest.approx(seconds(5), abs=MS)


def test_fc_16_a_stop_in_a_head_start_keeps_the_rest_of_it() -> None:
    """FC-16, FC-29: stopped 1 s after the team's own whistle, 3 s of the head start are left."""
    bench = rested(options={"deck": "paper"})
    bench.order("correct", team="red", set={"cards": ["foresight"]}, reason="set up")
    bench.order("use_card", team="red", card="foresight")
    bench.order("start_round")
    own = bench.moment("head_start")
    bench.until(own + seconds(1))
    bench.order("stop_round")
    bench.wait(10)
    assert bench.view["can"]["deposit"] == ["h1"]
    refused(bench, "FC-29", "deposit", hoop="h2", kind="wood")  # blue have not heard the general whistle
    bench.order("deposit", hoop="h1", kind="wood")
    bench.order("resume_round")
    assert bench.phase == "head_start"
    assert bench.moment("open") - bench.moment("head_start") == pytest.approx(seconds(3), abs=MS)
    assert bench.moment("close") - bench.moment("open") == seconds(8)
    bench.until(bench.moment("open") + seconds(1))
    bench.order("stop_round")
    bench.order("deposit", hoop="h2", kind="wood")


def test_a_slow_disk_puts_the_opening_off() -> None:
    """FC-7: an opening blast that cannot be ordered in time comes later; the round keeps its length."""
    bench = Bench().create()
    bench.order("start_round")
    due = bench.game.whistle.opening(bench.state)
    assert due == bench.moment("open")
    later = bench.now + seconds(0.6)
    bench.until(bench.now + seconds(0.05))
    bench.give(DelayedOpening(later, bench.now))
    assert bench.moment("open") == later
    assert bench.moment("close") == later + seconds(8)
    bench.until(later)
    assert bench.sight("h1", "wood", at=due + seconds(0.1)) == "refused"
    assert bench.sight("h1", "wood") == "counted"


@pytest.mark.parametrize("same_clock", [True, False])
def test_a_lost_whistle_stops_the_round(same_clock: bool) -> None:
    """FC-16: a round whose whistle is lost comes up stopped, on the new clock if there is one."""
    bench = Bench().create()
    opened = bench.open()
    bench.until(opened + seconds(3))
    assert bench.sight("h1", "wood") == "counted"
    assert bench.game.whistle.running(bench.state)
    last = bench.now
    bench.now = bench.now + seconds(2) if same_clock else 5 * NS
    bench.give(Interruption(last, bench.now, same_clock))
    assert bench.phase == "stopped"
    assert bench.stock("red") == {"wood": 1}
    left = bench.view["clock"]["remaining"]
    assert 3000 <= left <= 5000
    bench.order("resume_round")
    assert bench.moment("close") - bench.moment("open") == pytest.approx(left * MS, abs=MS)
    bench.until(bench.moment("open"))
    assert bench.sight("h1", "wood") == "counted"
    bench.rest()
    assert bench.stock("red") == {"wood": 2}


def test_a_stopped_bare_round_goes_on_with_whistles() -> None:
    """FC-16: the whistle stopped a round it ran by itself; resumed, it is a round like any other."""
    bench = Bench().create()
    opened = bench.now
    bench.wait(4)
    bench.bare(opened, opened + seconds(8), stopped=opened + seconds(3))
    assert bench.phase == "stopped"
    bench.order("resume_round")
    assert bench.moment("close") - bench.moment("open") == seconds(5)


def test_a_bare_round_that_is_over_leads_to_the_break() -> None:
    """CONTRACT 4.2: the referee is back after the closing whistle; balls heard now are held."""
    bench = Bench().create()
    opened = bench.now
    bench.wait(30)
    bench.bare(opened, opened + seconds(8))
    bench.until(bench.now)
    assert (bench.phase, bench.view["round"]) == ("break", 1)
    assert bench.sight("h1", "wood", at=opened + seconds(2)) == "held"
