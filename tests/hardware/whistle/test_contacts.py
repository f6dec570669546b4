"""The Pi's own buttons: bounces, spikes on a long cable, a STOP that stays down, and buttons that open."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.clock import MS, NS
from fieldkit.whistle.protocol import AlarmLamp
from hardware.whistle.contacts import Debounce, FirmPress
from tests.support.whistle_field import T0, Field, a_round

Edges = list[tuple[float, bool]]


def test_a_press_that_bounces_counts_once() -> None:
    contact = Debounce()
    bounces = [(0, True), (2, False), (3, True), (9, False), (11, True), (180, False), (181, True)]
    assert [contact.accept(ms * MS, down) for ms, down in bounces] == [True] + [False] * 6
    assert contact.accept(600 * MS, True)


def test_letting_go_is_no_press() -> None:
    contact = Debounce()
    assert contact.accept(0, True)
    assert not contact.accept(2000 * MS, False)
    assert not contact.accept(2001 * MS, True)
    assert not contact.accept(2003 * MS, False)


def test_a_bounce_at_the_end_of_the_dead_time_is_no_press() -> None:
    contact = Debounce()
    assert contact.accept(0, True)
    assert not contact.accept(245 * MS, False)
    assert not contact.accept(252 * MS, True)


@given(st.lists(st.tuples(st.integers(1, 400), st.booleans()), max_size=60), st.sampled_from([1.0, 20.0]))
def test_presses_are_never_closer_than_the_dead_time(gaps: list[tuple[int, bool]], rate: float) -> None:
    contact, at, presses = Debounce(rate), 0, []
    for gap, down in gaps:
        at += int(gap * MS * rate)
        if contact.accept(at, down):
            presses.append(at)
    assert all(b - a >= 250 * MS * rate for a, b in pairwise(presses))


def counted(edges: Edges, rate: float = 1.0) -> list[tuple[float, float]]:
    """Return each press's first edge and the moment it counted (ms), looking whenever something is due."""
    contact, found = FirmPress(rate), []

    def note(first: int | None, now: float) -> None:
        if first is not None:
            found.append((first / MS / rate, now))

    for ms, down in [*edges, (100_000.0, False)]:
        due = contact.due
        if due is not None and due < ms * MS * rate:
            note(contact.counts(due), due / MS / rate)
        note(contact.edge(int(ms * MS * rate), down), ms)
    return found


@pytest.mark.parametrize("rate", [1.0, 20.0])
def test_start_counts_after_20_ms_closed_with_the_moment_of_its_first_edge(rate: float) -> None:
    assert counted([(5, True), (200, False)], rate) == [(5, 25)]


def test_start_that_bounces_counts_once_from_its_first_edge() -> None:
    bouncing: Edges = [(0, True), (1, False), (3, True), (4, False), (6, True), (300, False), (301, True)]
    assert counted([*bouncing, (303, False)]) == [(0, 26)]


@pytest.mark.parametrize("ms", [0.02, 3, 12, 19.9])
def test_spikes_on_a_long_cable_are_no_press_and_hide_none(ms: float) -> None:
    spikes: Edges = [(0, True), (ms, False), (100, True), (100 + ms, False)]
    assert counted(spikes) == []
    assert counted([*spikes, (150, True), (400, False)]) == [(150, 170)]


def test_a_press_that_is_over_when_one_looks_counts_still() -> None:
    contact = FirmPress()
    assert contact.edge(0, True) is None
    assert contact.edge(40 * MS, False) == 0
    assert contact.due is None


def test_a_start_that_stays_closed_counts_once() -> None:
    contact = FirmPress()
    contact.edge(0, True)
    assert contact.counts(19 * MS) is None
    assert contact.counts(21 * MS) == 0
    assert contact.due is None
    assert contact.counts(60 * NS) is None


def test_starts_within_250_ms_are_one() -> None:
    assert counted([(0, True), (50, False), (100, True), (150, False), (260, True), (300, False)]) == [
        (0, 20),
        (260, 280),
    ]


@pytest.mark.parametrize("reachable", [True, False])
def test_a_spike_on_the_start_line_opens_no_round_and_ends_no_test(reachable: bool) -> None:
    field = Field(reachable)
    field.whistler.button("start", T0, True)
    field.play(4)
    field.whistler.button("start", T0 + 4 * MS, False)
    field.play(2000)
    assert field.presses() == []
    assert field.edges == []


def test_start_on_the_field_opens_20_ms_after_its_first_edge() -> None:
    field = Field(reachable=False)
    field.whistler.button("start", T0, True)
    assert not field.whistler.idle, "a whistle that is to leave waits for it"
    field.play(19)
    assert field.presses() == []
    field.play(5000)
    (press,) = field.presses()
    assert press.at == T0
    assert field.edges[0] == (20, True)


def test_stop_sounds_at_its_first_edge() -> None:
    field = Field()
    field.plan(*a_round("r1", 100))
    field.play(3000)
    field.whistler.button("stop", field.now, True)
    field.whistler.button("stop", field.now + 20_000, False)
    field.play(3400)
    assert (3000, True) in field.edges
    assert [press.button for press in field.presses()] == ["stop"]


def test_stop_that_stays_down_sounds_once_and_no_bare_round_starts_until_it_is_up() -> None:
    field = Field(reachable=False)
    field.plan(*a_round("r1", 100))
    field.play(3000)
    field.whistler.button("stop", field.now, True)
    field.play(10_000)
    stops = len(field.edges)
    field.press("start")
    field.play(30_000)
    assert len(field.edges) == stops, "neither another stop nor a round"
    assert field.whistler.hello().stop_held
    assert field.whistler.alarm
    field.whistler.button("stop", field.now, False)
    field.play(31_000)
    assert field.held == [True, False]
    assert not field.whistler.hello().stop_held
    assert not field.whistler.alarm
    field.press("start")
    field.play(32_000)
    assert len(field.bares()) == 1


def test_a_referee_that_is_mute_gets_no_bare_round_while_stop_is_down() -> None:
    field = Field()
    field.whistler.button("stop", T0, True)
    field.play(500)
    field.press("start")
    field.play(3000)
    assert [press.button for press in field.presses()] == ["stop", "start"]
    assert field.bares() == []


def test_stop_that_is_down_at_the_start_is_no_press() -> None:
    field = Field()
    field.whistler.stop_is_down()
    field.obey(AlarmLamp(False))
    field.play(100)
    assert (field.presses(), field.held, field.whistler.alarm) == ([], [True], True)


def test_a_wire_that_crackles_is_told_of_once() -> None:
    field = Field()
    for turn in range(40):
        field.whistler.button("stop", T0 + turn * 10 * MS, turn % 2 == 0)
        field.play(turn * 10 + 5)
    field.play(2000)
    assert field.held == [True, False]
