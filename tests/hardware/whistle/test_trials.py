"""Blasts and lamps that are tried: they are as the real ones, and give way to every cue."""

from collections.abc import Callable
from functools import partial
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.clock import MS, NS
from fieldkit.messages import Blast, Cue, LoopbackResult, Press
from fieldkit.whistle.protocol import AlarmLamp, BlastTest, LampTest, Plan, Sound
from hardware.whistle.blasts import PATTERNS
from tests.support.whistle_field import T0, Field, a_round

BLASTS: tuple[Blast, ...] = get_args(Blast)


@pytest.mark.parametrize("blast", BLASTS)
def test_a_tried_blast_is_the_blast_and_is_on_no_record(blast: Blast) -> None:
    field = Field()
    field.obey(BlastTest(blast))
    field.play(20_000)
    lengths = [b - a for (a, _), (b, _) in zip(field.edges[::2], field.edges[1::2], strict=True)]
    assert lengths == [on for on, _ in PATTERNS[blast]]
    assert field.words == []
    hello = field.whistler.hello()
    assert (hello.waiting, hello.reports) == ((), ())
    assert field.whistler.next_at() is None


def test_no_part_of_a_tried_blast_is_on_for_longer_than_it_may() -> None:
    field = Field(max_on_ms=300)
    field.obey(BlastTest("open"))
    field.play(5000)
    assert field.edges == [(0, True), (300, False)]


def test_a_second_try_takes_the_place_of_the_first() -> None:
    field = Field()
    field.obey(BlastTest("open"))
    field.play(500)
    field.obey(BlastTest("head_start"))
    field.play(5000)
    assert field.edges == [(0, True), (500, False), (530, True), (780, False)]


def test_nothing_is_tried_while_a_cue_waits() -> None:
    field = Field()
    field.plan(Cue("b/ready", "ready", T0 + 60 * NS))
    field.obey(BlastTest("open"), LampTest("round", True))
    field.play(5000)
    assert field.edges == []
    assert not field.whistler.lamp


def test_nothing_is_tried_while_a_blast_sounds_or_a_round_runs() -> None:
    for reachable in (True, False):
        field = Field(reachable)
        if reachable:
            field.obey(Sound(Cue("w", "open", T0)))
        else:
            field.press("start")
        field.play(500)
        field.obey(BlastTest("stop"), LampTest("alarm", True))
        field.play(5000)
        assert field.edges == [(0, True), (1000, False)]
        assert not field.whistler.alarm


def test_nothing_is_tried_while_a_press_waits_for_its_answer() -> None:
    field = Field()
    field.press("start")
    field.obey(BlastTest("stop"))
    field.play(299)
    assert field.edges == []


def test_a_plan_ends_what_is_tried_at_once_and_the_opening_is_on_time() -> None:
    field = Field()
    field.obey(BlastTest("open"), LampTest("alarm", True))
    field.play(950)
    assert field.whistler.alarm
    field.plan(*a_round("r1", 1050))
    field.play(20_000)
    assert not field.whistler.alarm
    assert field.edges[:4] == [(0, True), (950, False), (1050, True), (2050, False)]
    assert field.outcomes() == {"r1/open": "sounded", "r1/close": "sounded"}


def test_an_empty_plan_and_one_that_is_over_end_nothing() -> None:
    field = Field()
    cues = a_round("r1", 0)
    field.plan(*cues)
    field.play(20_000)
    field.edges.clear()
    field.obey(BlastTest("open"))
    field.play(20_100)
    field.plan()
    field.plan(*cues)
    field.play(30_000)
    assert field.edges == [(20_000, True), (21_000, False)]


def test_a_stop_that_is_ordered_begins_with_an_edge_at_once() -> None:
    field = Field()
    field.obey(BlastTest("open"))
    field.play(500)
    field.obey(Sound(Cue("s", "stop", field.now)))
    field.play(5000)
    assert field.edges[:4] == [(0, True), (500, False), (500, True), (600, False)]
    (report,) = field.whistler.hello().reports
    assert (report.outcome, report.late_ns) == ("sounded", 0)


def test_the_start_button_opens_a_bare_round_at_once() -> None:
    field = Field(reachable=False)
    field.obey(BlastTest("close"))
    field.play(300)
    field.press("start")
    field.play(20_000)
    assert field.edges[:4] == [(0, True), (300, False), (300, True), (1300, False)]
    assert [report.late_ns for report in field.whistler.hello().reports] == [0, 0]


@pytest.mark.parametrize("reachable", [True, False])
def test_the_stop_button_silences_what_is_tried(reachable: bool) -> None:
    field = Field(reachable)
    field.obey(BlastTest("open"), LampTest("round", True))
    field.play(400)
    field.press("stop")
    field.play(1000)
    assert field.edges == [(0, True), (400, False)]
    assert field.whistler.lamp, "a lamp does no harm"
    assert [type(word) for word in field.words] == [Press]


@pytest.mark.parametrize("rate", [1.0, 20.0])
def test_a_tried_lamp_goes_back_to_its_own_after_10_real_seconds(rate: float) -> None:
    field = Field(rate=rate)
    field.obey(AlarmLamp(True), LampTest("alarm", False), LampTest("round", True))
    ends = int(10_000 * rate)
    shown = []
    for ms in (0, ends - 1, ends):
        field.play(ms)
        shown.append((field.whistler.lamp, field.whistler.alarm))
    assert shown == [(True, False), (True, False), (False, True)]
    assert field.whistler.next_at() is None


def test_lamps_are_tried_one_beside_the_other() -> None:
    field = Field()
    field.obey(LampTest("alarm", True))
    field.play(6000)
    field.obey(LampTest("alarm", True), LampTest("round", True))
    field.play(12_000)
    assert (field.whistler.lamp, field.whistler.alarm) == (True, True)
    field.obey(LampTest("round", False))
    field.play(13_000)
    assert (field.whistler.lamp, field.whistler.alarm) == (False, True)


@pytest.mark.parametrize("blast", BLASTS)
@pytest.mark.parametrize(
    ("wire", "felt"),
    [
        (lambda on: on, True),
        (lambda on: not on, True),
        (lambda on: False, False),
        (lambda on: True, False),
        (lambda on: None, None),
    ],
    ids=["follows", "falls where the line rises", "down", "up", "none"],
)
def test_a_loop_back_wire_tells_whether_the_blast_was_felt(
    blast: Blast, wire: Callable[[bool], bool | None], felt: bool | None
) -> None:
    field = Field()
    field.wire = wire
    field.obey(BlastTest(blast))
    field.play(5000)
    assert field.felt() == ([] if felt is None else [LoopbackResult(blast, felt)])


def test_a_wire_that_wavers_is_not_felt() -> None:
    field = Field()
    levels = iter([True, False, False, False])
    field.wire = lambda on: next(levels)
    field.obey(BlastTest("ready"))
    field.play(5000)
    assert field.felt() == [LoopbackResult("ready", False)]


def test_nothing_is_said_of_a_try_that_gave_way_and_the_next_is_felt_afresh() -> None:
    field = Field()
    field.wire = lambda on: False
    field.obey(BlastTest("open"))
    field.play(500)
    field.plan(Cue("w", "ready", T0 + NS))
    field.play(5000)
    assert field.felt() == []
    field.wire = lambda on: on
    field.obey(BlastTest("open"))
    field.play(10_000)
    assert field.felt() == [LoopbackResult("open", True)]


def test_a_look_that_comes_with_the_next_edge_is_not_taken() -> None:
    field = Field()
    field.obey(BlastTest("stop"))
    whistler = field.whistler
    assert whistler.step(T0).on
    held_up = whistler.step(T0 + 105 * MS)
    assert (held_up.on, held_up.look) == (False, False)
    assert whistler.step(T0 + 125 * MS).look


@st.composite
def cues_at(draw: st.DrawFn) -> tuple[int, tuple[Cue, ...]]:
    """When (ms) a plan comes, and its cues."""
    at = draw(st.integers(0, 3000))
    found = [
        Cue(f"c{number}", draw(st.sampled_from(BLASTS)), T0 + (at + draw(st.integers(0, 4000))) * MS)
        for number in range(draw(st.integers(1, 4)))
    ]
    return at, tuple(found)


@given(
    plan=cues_at(),
    tries=st.lists(st.tuples(st.integers(0, 9000), st.sampled_from([*BLASTS, "round", "alarm"])), max_size=8),
    start=st.none() | st.integers(0, 3000),
    sound=st.booleans(),
)
def test_whatever_is_tried_every_cue_comes_when_it_would_have(
    plan: tuple[int, tuple[Cue, ...]], tries: list[tuple[int, str]], start: int | None, sound: bool
) -> None:
    def played(with_tries: bool) -> tuple[object, ...]:
        field = Field(reachable=start is None)
        orders: dict[str, BlastTest | LampTest] = {blast: BlastTest(blast) for blast in BLASTS}
        orders |= {"round": LampTest("round", True), "alarm": LampTest("alarm", True)}
        acts: list[tuple[int, int, Callable[[], None]]] = [
            (at, 2, partial(field.obey, orders[what])) for at, what in tries if with_tries
        ]
        at, cues = plan
        acts.append((at, 1, lambda: field.obey(Sound(cues[0]) if sound else Plan(cues))))
        if start is not None:
            acts.append((start, 0, lambda: field.press("start")))
        for ms, _, act in sorted(acts, key=lambda each: each[:2]):
            field.play(ms)
            act()
        field.play(30_000)
        return field.whistler.hello().reports, field.presses(), field.bares()

    assert played(True) == played(False)
