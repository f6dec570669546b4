"""Buttons, bare rounds and the referee's orders, without pins, threads or sockets."""

from types import SimpleNamespace

import pytest

from fieldkit.clock import MS, NS
from fieldkit.messages import BareRound, Cue, Press
from fieldkit.whistle.protocol import AlarmLamp, BareRoundLength, PressAck, Sound
from hardware.whistle.clerk import RunningRound
from hardware.whistle.process import Timer
from tests.support.whistle_field import T0, Field, a_round


def test_without_a_referee_the_start_button_opens_and_closes_a_bare_round() -> None:
    field = Field(reachable=False)
    field.press("start")
    field.play(20_000)
    assert field.edges[:3] == [(0, True), (1000, False), (8000, True)]
    assert field.bares() == [BareRound("bare/ab12/2", T0, T0 + 8 * NS)]
    assert field.outcomes() == {"bare/ab12/2/open": "sounded", "bare/ab12/2/close": "sounded"}
    assert [(press.at, press.expires) for press in field.presses()] == [(T0 - 20 * MS, T0)]


def test_a_referee_that_answers_prevents_the_bare_round() -> None:
    field = Field()
    field.press("start")
    field.play(100)
    (press,) = field.presses()
    assert (press.button, press.at, press.expires) == ("start", T0 - 20 * MS, T0 + 300 * MS)
    field.whistler.obey(PressAck(press.id), field.now)
    field.play(20_000)
    assert field.edges == []
    assert field.bares() == []


@pytest.mark.parametrize("rate", [1.0, 20.0])
def test_a_mute_referee_gets_a_bare_round_after_300_real_ms(rate: float) -> None:
    field = Field(rate=rate)
    field.press("start")
    opens = int(300 * rate)
    field.play(opens - 1)
    assert field.edges == []
    field.play(opens)
    assert field.edges == [(opens, True)]
    assert field.bares() == [BareRound("bare/ab12/2", T0 + opens * MS, T0 + opens * MS + 8 * NS)]


def test_an_answer_to_another_press_does_not_count() -> None:
    field = Field()
    field.press("start")
    field.whistler.obey(PressAck("press/ab12/99"), field.now)
    field.play(400)
    assert len(field.bares()) == 1


def test_a_round_ordered_while_the_answer_was_awaited_is_the_only_one() -> None:
    field = Field()
    field.press("start")
    field.play(200)
    field.plan(*a_round("r1", 300))
    field.play(20_000)
    assert field.bares() == []
    assert len(field.edges) == 6


def test_a_stop_ordered_while_the_answer_was_awaited_wins() -> None:
    field = Field()
    field.press("start")
    field.play(200)
    field.whistler.obey(Sound(Cue("s", "stop", field.now)), field.now)
    field.play(20_000)
    assert field.bares() == []


def test_a_bare_round_is_as_long_as_the_referee_last_said() -> None:
    field = Field(reachable=False)
    field.whistler.obey(BareRoundLength(5 * NS), field.now)
    field.press("start")
    field.play(20_000)
    assert field.bares()[0].closes == T0 + 5 * NS
    assert field.edges[2] == (5000, True)


def test_start_in_a_round_is_refused() -> None:
    field = Field(reachable=False)
    field.plan(*a_round("r1", 0))
    field.play(4000)
    field.press("start")
    field.play(20_000)
    assert field.presses() == []
    assert field.bares() == []
    assert len(field.edges) == 6


def test_start_in_a_bare_round_is_refused() -> None:
    field = Field(reachable=False)
    for ms in (0, 1000, 5000):
        field.play(ms)
        field.press("start")
    field.play(20_000)
    assert len(field.presses()) == len(field.bares()) == 1
    assert len(field.edges) == 6


def test_a_bare_round_refuses_another_opening() -> None:
    field = Field(reachable=False)
    field.press("start")
    field.play(2000)
    field.plan(
        *a_round("r2", 2100), Cue("b/warn", "warn", T0 + 3 * NS), Cue("b/ready", "ready", T0 + 13 * NS)
    )
    field.play(20_000)
    assert field.outcomes() == {
        "bare/ab12/2/open": "sounded",
        "r2/open": "missed",
        "r2/close": "missed",
        "b/warn": "missed",
        "bare/ab12/2/close": "sounded",
        "b/ready": "sounded",
    }
    assert len(field.edges) == 2 + 4 + 4


def test_an_empty_plan_leaves_a_bare_round_alone() -> None:
    field = Field(reachable=False)
    field.press("start")
    field.play(2000)
    field.plan()
    field.play(20_000)
    assert field.outcomes()["bare/ab12/2/close"] == "sounded"


def test_a_bare_round_cancels_the_blasts_of_the_break() -> None:
    field = Field(reachable=False)
    field.plan(Cue("b/warn", "warn", T0 + 3 * NS), Cue("b/ready", "ready", T0 + 13 * NS))
    field.press("start")
    field.play(20_000)
    assert field.outcomes()["b/warn"] == field.outcomes()["b/ready"] == "cancelled"
    assert len(field.edges) == 6


def test_after_a_bare_round_the_referee_opens_the_next() -> None:
    field = Field(reachable=False)
    field.press("start")
    field.play(10_000)
    field.plan(*a_round("r2", 10_100))
    field.play(30_000)
    assert field.outcomes()["r2/open"] == field.outcomes()["r2/close"] == "sounded"


@pytest.mark.parametrize("reachable", [True, False])
def test_the_stop_button_sounds_at_once_and_is_reported(reachable: bool) -> None:
    field = Field(reachable)
    field.plan(*a_round("r1", 0))
    field.play(4000)
    field.press("stop")
    field.play(20_000)
    assert field.edges[2] == (4000, True)
    assert len(field.edges) == 2 + 10
    (press,) = field.presses()
    assert (press.button, press.at) == ("stop", T0 + 4 * NS)
    assert field.outcomes() == {"r1/open": "sounded", "r1/close": "cancelled", f"{press.id}/stop": "sounded"}


def test_the_stop_button_works_before_the_opening() -> None:
    field = Field()
    field.plan(Cue("h", "head_start", T0), *a_round("r1", 4000))
    field.play(2000)
    field.press("stop")
    field.play(20_000)
    assert field.outcomes()["r1/open"] == field.outcomes()["r1/close"] == "cancelled"
    assert len(field.edges) == 2 + 10


def test_the_stop_button_is_silent_while_nothing_runs() -> None:
    field = Field()
    field.plan(Cue("w", "warn", T0 + 5 * NS))
    field.press("stop")
    field.play(20_000)
    assert [press.button for press in field.presses()] == ["stop"]
    assert field.outcomes() == {"w": "sounded"}


@pytest.mark.parametrize("by", ["button", "order"])
def test_a_stopped_bare_round_is_told_again(by: str) -> None:
    field = Field(reachable=False)
    field.press("start")
    field.play(3000)
    if by == "button":
        field.press("stop")
    else:
        field.whistler.obey(Sound(Cue("s", "stop", field.now)), field.now)
    field.play(20_000)
    first, last = field.bares()
    assert (first.stopped, last.stopped) == (None, T0 + 3 * NS)
    assert (first.id, first.opened, first.closes) == (last.id, last.opened, last.closes)
    assert field.outcomes()["bare/ab12/2/close"] == "cancelled"
    assert len(field.edges) == 2 + 10


def test_the_opening_of_a_bare_round_does_not_wait_for_the_end_of_a_stop() -> None:
    field = Field(reachable=False)
    field.plan(*a_round("r1", 0))
    field.play(2000)
    field.press("stop")
    field.play(2300)
    field.press("start")
    field.play(20_000)
    assert field.outcomes()["bare/ab12/3/open"] == "sounded"


def test_the_round_lamp_is_on_from_opening_to_closing() -> None:
    field = Field()
    field.plan(Cue("h", "head_start", T0), *a_round("r1", 4000))
    shown = []
    for ms in (0, 3999, 4000, 11_999, 12_000):
        field.play(ms)
        shown.append(field.whistler.lamp)
    assert shown == [False, False, True, True, False]


@pytest.mark.parametrize("by", ["stop", "void"])
def test_the_round_lamp_goes_off_with_the_round(by: str) -> None:
    field = Field()
    field.plan(*a_round("r1", 0))
    field.play(2000)
    assert field.whistler.lamp
    if by == "stop":
        field.press("stop")
    else:
        field.plan()
    field.play(2000)
    assert not field.whistler.lamp


def test_the_alarm_lamp_is_the_referees() -> None:
    field = Field()
    field.whistler.obey(AlarmLamp(True), field.now)
    assert field.whistler.alarm
    field.whistler.obey(AlarmLamp(False), field.now)
    assert not field.whistler.alarm


def test_hello_tells_what_happened() -> None:
    field = Field(reachable=False)
    field.press("start")
    field.play(9000)
    field.plan(*a_round("r2", 10_000))
    hello = field.whistler.hello()
    assert hello.boot == "ab12"
    assert hello.waiting == ("r2/open", "r2/close")
    assert [report.outcome for report in hello.reports] == ["sounded", "sounded"]
    assert list(hello.presses) == field.presses()
    assert list(hello.bares) == field.bares()


def test_hello_remembers_the_last_256_reports_and_64_presses_and_bare_rounds() -> None:
    field = Field(reachable=False)
    for n in range(100):
        field.play(n * 20_000)
        field.press("start")
        field.play(n * 20_000 + 9000)
        late = [Cue(f"{n}/{k}", "warn", field.now - 5 * NS) for k in range(3)]
        field.plan(*late)
    hello = field.whistler.hello()
    assert [len(part) for part in (hello.reports, hello.presses, hello.bares)] == [256, 64, 64]
    assert hello.reports[-1].id == "99/2"
    assert hello.bares[-1].id == "bare/ab12/200"
    assert hello.presses[-1].id == "press/ab12/199"


def test_a_game_without_rounds_has_no_bare_round() -> None:
    """CONTRACT 4.2: a start button pressed while such a game is on must not sound anything."""
    field = Field(reachable=False)
    field.whistler.obey(BareRoundLength(0), field.now)
    field.press("start")
    field.play(9_000)
    assert field.bares() == []
    assert field.edges == []
    field.whistler.obey(BareRoundLength(3 * NS), field.now)
    field.press("start")
    field.play(13_000)
    assert [bare.closes - bare.opened for bare in field.bares()] == [3 * NS]


def killed(field: Field, ms: int) -> Field:
    """Another whistle, which begins so long after the start and knows what a killed one had noted."""
    noted = field.whistler.running
    other = Field(reachable=False)
    other.now = T0 + ms * MS
    if noted is not None:
        other.whistler.resume(noted, other.now)
    return other


def test_the_next_whistle_goes_on_with_the_round_of_a_killed_one() -> None:
    field = Field()
    field.plan(Cue("h", "head_start", T0), *a_round("r1", 4000), Cue("b", "warn", T0 + 60 * NS))
    field.play(2000)
    other = killed(field, 3000)
    assert other.whistler.hello().waiting == ("r1/open", "r1/close")
    assert not other.whistler.lamp
    other.play(5000)
    assert other.whistler.lamp
    last = killed(other, 6000)
    assert last.whistler.lamp
    last.plan(*a_round("r1", 4000))
    last.play(20_000)
    assert last.outcomes()["r1/close"] == "sounded"
    assert last.edges[0] == (12_000, True)
    assert len(last.edges) == 4


def test_a_whistle_that_was_killed_outside_a_round_left_nothing_to_go_on_with() -> None:
    field = Field()
    field.plan(*a_round("r1", 0), Cue("w", "warn", T0 + 20 * NS))
    field.play(10_000)
    assert field.whistler.running is None
    field.plan(*a_round("r2", 11_000))
    assert field.whistler.running is not None
    field.press("stop")
    field.play(12_000)
    assert field.whistler.running is None


@pytest.mark.parametrize(("stopped", "blows"), [(False, 2), (True, 5)])
def test_a_close_or_stop_that_was_cut_short_sounds_once_more(stopped: bool, blows: int) -> None:
    field = Field()
    field.plan(*a_round("r1", 0))
    field.play(7900)
    if stopped:
        field.press("stop")
    field.play(8050)
    assert field.on or stopped
    other = killed(field, 8500)
    # The referee was told that it has begun, and plans it no more.
    other.play(8500)
    other.plan()
    other.play(20_000)
    assert len(other.edges) == 2 * blows
    assert other.edges[0] == (8500, True)
    assert other.whistler.running is None


@pytest.mark.parametrize(("begins", "blows", "waiting"), [(10_900, 2, 1), (13_500, 5, 1), (18_001, 0, 0)])
def test_the_next_whistle_ends_a_round_that_should_have_ended(begins: int, blows: int, waiting: int) -> None:
    field = Field()
    field.plan(*a_round("r1", 0))
    field.play(2000)
    other = killed(field, begins)
    assert len(other.whistler.hello().waiting) == waiting
    assert not (blows == 0 and other.whistler.hello().reports)
    other.play(30_000)
    assert len(other.edges) == 2 * blows
    assert all(at >= begins for at, _ in other.edges[:1])


@pytest.mark.parametrize("begins", [3000, 9000, 12_000])
def test_a_bare_round_survives_its_whistle(begins: int) -> None:
    """The referee is told of it, its plan leaves it alone, and the next round is nobody's prisoner."""
    field = Field(reachable=False)
    field.press("start")
    field.play(2000)
    other = killed(field, begins)
    assert other.whistler.hello().bares == tuple(field.bares())
    other.plan()
    other.play(20_000)
    assert len(other.edges) == (10 if begins == 12_000 else 4)
    other.plan(*a_round("r2", 21_000))
    other.play(40_000)
    assert other.outcomes()["r2/open"] == other.outcomes()["r2/close"] == "sounded"


def test_the_round_lamp_waits_for_the_opening_after_a_round_that_was_voided() -> None:
    field = Field()
    field.plan(*a_round("r1", 0))
    field.play(2000)
    field.plan()
    field.play(3000)
    field.plan(*a_round("r2", 5000))
    field.play(4000)
    assert not field.whistler.lamp


def test_a_successor_knows_of_each_stop_that_the_referee_has_heard_of() -> None:
    field, done = Field(), []
    field.plan(*a_round("r1", 0))
    field.play(2000)
    clerk = SimpleNamespace(edge=lambda real, on: None, keep=done.append)
    server = SimpleNamespace(tell=lambda client, word: done.append(word))
    pins = SimpleNamespace(whistle=lambda on: None, lamps=lambda round, alarm: None)
    clock = SimpleNamespace(now=lambda: field.now)
    timer = Timer(field.whistler, clock, None, pins, server, clerk, None)  # type: ignore[arg-type]
    field.whistler.drain_reports()
    timer.handle("end")
    timer.turn()
    noted = next(each for each in done if isinstance(each, RunningRound))
    assert [cue.blast for cue in noted.cues] == ["stop"]
    assert done.index(noted) < next(n for n, each in enumerate(done) if isinstance(each, Press))
