"""Patterns, debouncing, and what the cue sheet makes of cues: all without a clock."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.clock import MS, NS
from fieldkit.messages import Blast, Cue, CueReport
from hardware.whistle.blasts import GAP_MS, PATTERNS, RANK, CueSheet, edges

T0 = 1_000 * NS


class Field:
    """A cue sheet and all its edges, stepped exactly when it asks to be."""

    def __init__(self, rate: float = 1.0, max_on_ms: int = 3000) -> None:
        self.reports: list[CueReport] = []
        self.sheet = CueSheet(self.reports.append, rate, max_on_ms)
        self.edges: list[tuple[int, bool]] = []
        self.now = T0
        self.on = False

    def step(self, now: int) -> None:
        self.now = now
        turn = self.sheet.step(now)
        if turn.on != self.on:
            self.on = turn.on
            self.edges.append((now, turn.on))
        if turn.begun is not None:
            self.sheet.begun(turn.begun, now)

    def play(self, until: int) -> None:
        """Step at every moment that the sheet names, up to ``until``."""
        self.step(self.now)
        while (at := self.sheet.next_at()) is not None and at <= until:
            assert at > self.now, "it asks for a step in the past, again and again"
            self.step(at)
        self.now = until

    def outcomes(self) -> dict[str, str]:
        return {report.id: report.outcome for report in self.reports}

    def ms(self) -> list[tuple[int, bool]]:
        return [((at - T0) // MS, on) for at, on in self.edges]


def cue(name: str, blast: Blast, ms: int) -> Cue:
    return Cue(name, blast, T0 + ms * MS)


@pytest.mark.parametrize(
    ("blast", "blows"), [("ready", 2), ("head_start", 1), ("open", 1), ("warn", 3), ("close", 2), ("stop", 5)]
)
def test_each_blast_has_its_number_of_blows(blast: Blast, blows: int) -> None:
    found = edges(blast, T0, 3 * NS)
    assert [on for _, on in found] == [True, False] * blows
    assert found[0] == (T0, True)
    assert all(a < b for (a, _), (b, _) in pairwise(found))


def test_long_short_and_fast_can_be_told_apart() -> None:
    longest = {blast: max(on for on, _ in pattern) for blast, pattern in PATTERNS.items()}
    for long in ("open", "close"):
        assert all(longest[long] >= 2 * longest[short] for short in ("ready", "head_start", "warn"))
    assert all(longest["stop"] * 2 <= longest[short] for short in ("ready", "head_start", "warn"))


def test_no_blow_is_longer_than_the_whistle_may_stay_on() -> None:
    for blast in PATTERNS:
        found = edges(blast, T0, 100 * MS)
        assert all(off - on <= 100 * MS for (on, _), (off, _) in zip(found[::2], found[1::2], strict=True))


def test_cues_sound_at_their_moments() -> None:
    field = Field()
    field.sheet.plan([cue("o", "open", 100), cue("c", "close", 8100)], T0)
    field.play(T0 + 20 * NS)
    assert field.ms() == [
        (100, True),
        (1100, False),
        (8100, True),
        (8700, False),
        (8950, True),
        (9550, False),
    ]
    assert field.reports == [
        CueReport("o", "open", T0 + 100 * MS, "sounded", T0 + 100 * MS, 0),
        CueReport("c", "close", T0 + 8100 * MS, "sounded", T0 + 8100 * MS, 0),
    ]
    assert field.sheet.next_at() is None


def test_the_same_plan_again_changes_nothing() -> None:
    field = Field()
    plan = [cue("o", "open", 100), cue("c", "close", 8100)]
    for until in (0, 50, 500, 4000, 9000, 12_000):
        field.sheet.plan(plan, field.now)
        field.play(T0 + until * MS)
    assert len(field.edges) == 6
    assert field.outcomes() == {"o": "sounded", "c": "sounded"}
    assert len(field.reports) == 2


def test_a_known_id_keeps_its_moment() -> None:
    field = Field()
    field.sheet.plan([cue("c", "close", 100)], T0)
    field.sheet.plan([cue("c", "close", 5000)], T0)
    field.play(T0 + 10 * NS)
    assert field.ms()[0] == (100, True)


def test_a_cue_that_the_plan_no_longer_names_is_cancelled() -> None:
    field = Field()
    field.sheet.plan([cue("w", "warn", 100), cue("r", "ready", 10_100)], T0)
    field.play(T0 + 5 * NS)
    field.sheet.plan([cue("o", "open", 5100)], field.now)
    field.play(T0 + 20 * NS)
    assert field.outcomes() == {"w": "sounded", "r": "cancelled", "o": "sounded"}


def test_a_cancelled_blast_that_sounds_goes_on() -> None:
    field = Field()
    field.sheet.plan([cue("o", "open", 0)], T0)
    field.play(T0 + 200 * MS)
    field.sheet.plan([], field.now)
    field.play(T0 + 5 * NS)
    assert field.ms() == [(0, True), (1000, False)]


@pytest.mark.parametrize(
    ("late_ms", "outcome"), [(0, "sounded"), (50, "sounded"), (51, "late"), (1000, "late"), (1001, "missed")]
)
def test_a_cue_that_comes_late_is_on_record_as_that(late_ms: int, outcome: str) -> None:
    field = Field()
    field.sheet.plan([cue("r", "ready", -late_ms)], T0)
    field.play(T0 + 5 * NS)
    assert field.outcomes() == {"r": outcome}
    assert bool(field.edges) == (outcome != "missed")
    if outcome != "missed":
        assert field.reports[0].late_ns == late_ms * MS


@pytest.mark.parametrize(("late_ms", "outcome"), [(900, "sounded"), (1100, "late"), (21_000, "missed")])
def test_late_is_in_real_time_at_any_rate(late_ms: int, outcome: str) -> None:
    field = Field(rate=20.0)
    field.sheet.plan([cue("r", "ready", -late_ms)], T0)
    field.play(T0 + 60 * NS)
    assert field.outcomes() == {"r": outcome}
    assert field.reports[0].late_ns == (late_ms * MS // 20 if field.edges else None)


CLOSED, STOPPED, NOTHING = {"c": "late"}, {"c": "missed", "c/stop": "late"}, {"c": "missed"}


@pytest.mark.parametrize("hung", [False, True])
@pytest.mark.parametrize("rate", [1.0, 20.0])
@pytest.mark.parametrize(
    ("late_ms", "outcomes", "blows"),
    [(3000, CLOSED, 2), (3001, STOPPED, 5), (10_000, STOPPED, 5), (10_001, NOTHING, 0)],
)
def test_no_round_stays_open_and_nothing_stale_sounds(
    late_ms: int, outcomes: dict[str, str], blows: int, rate: float, hung: bool
) -> None:
    """A whistle that was killed hears of a close too late, one that hung wakes too late: people still run."""
    field, due = Field(rate=rate), T0 + 200 * MS
    close = Cue("c", "close", due)
    if hung:
        field.sheet.plan([close], T0)
        field.play(T0)
    field.now = due + int(late_ms * MS * rate)
    field.sheet.plan([close], field.now)
    field.play(field.now + 60 * NS)
    assert field.outcomes() == outcomes
    assert len(field.edges) == 2 * blows
    assert all(report.at is None or report.due == due for report in field.reports)
    field.sheet.plan([close], field.now)
    field.play(field.now + 60 * NS)
    assert len(field.edges) == 2 * blows


@pytest.mark.parametrize("late_ms", [500, 5000])
def test_a_close_that_the_next_round_has_overtaken_does_not_sound(late_ms: int) -> None:
    field = Field()
    field.sheet.plan([cue("c1", "close", -late_ms), cue("o", "open", 50), cue("c2", "close", 8050)], T0)
    field.play(T0 + 20 * NS)
    assert field.outcomes() == {"c1": "missed", "o": "sounded", "c2": "sounded"}
    assert len(field.edges) == 2 + 4


def test_a_stop_from_long_ago_does_not_sound() -> None:
    field = Field()
    field.sheet.sound(cue("s", "stop", -10_001), T0)
    field.play(T0 + 20 * NS)
    assert (field.outcomes(), field.edges) == ({"s": "missed"}, [])


def test_stop_silences_all_and_cancels_the_rest() -> None:
    field = Field()
    field.sheet.plan([cue("o", "open", 0), cue("c", "close", 8000)], T0)
    field.play(T0 + 400 * MS)
    field.sheet.sound(cue("s", "stop", 400), field.now)
    field.play(T0 + 20 * NS)
    start = 400 + GAP_MS
    blows = [(start + 180 * n + part, part == 0) for n in range(5) for part in (0, 100)]
    assert field.ms() == [(0, True), (400, False), *blows]
    assert field.outcomes() == {"o": "sounded", "c": "cancelled", "s": "sounded"}


def test_stop_sounds_once() -> None:
    field = Field()
    for until in (0, 300, 3000):
        field.sheet.sound(cue("s", "stop", 0), field.now)
        field.sheet.plan([cue("s", "stop", 0)], field.now)
        field.play(T0 + until * MS)
    assert len(field.edges) == 10
    assert len(field.reports) == 1


def test_stop_before_an_opening_that_is_cut_short_leaves_no_trace_of_it() -> None:
    """An opening in the silence after a cut blast has not sounded yet."""
    field = Field()
    field.sheet.plan([cue("r", "ready", 0), cue("o", "open", 100)], T0)
    field.play(T0 + 110 * MS)
    field.sheet.sound(cue("s", "stop", 110), field.now)
    field.play(T0 + 10 * NS)
    assert field.outcomes() == {"r": "sounded", "o": "cancelled", "s": "sounded"}
    assert len(field.edges) == 2 + 10


@pytest.mark.parametrize("low", ["ready", "warn"])
@pytest.mark.parametrize("high", ["open", "close"])
def test_the_round_comes_before_the_break(low: Blast, high: Blast) -> None:
    field = Field()
    field.sheet.plan([cue("low", low, 0), cue("high", high, 100)], T0)
    field.play(T0 + 10 * NS)
    assert field.ms()[:3] == [(0, True), (100, False), (100 + GAP_MS, True)]
    assert field.outcomes() == {"low": "sounded", "high": "sounded"}
    assert field.edges[-1][1] is False


def test_a_lower_blast_waits_for_the_end_of_a_higher_one() -> None:
    field = Field()
    field.sheet.plan([cue("o", "open", 0), cue("r", "ready", 500)], T0)
    field.play(T0 + 10 * NS)
    assert field.ms()[:3] == [(0, True), (1000, False), (1000 + GAP_MS, True)]
    assert field.outcomes() == {"o": "sounded", "r": "late"}


def test_a_plan_never_cancels_a_stop_that_waits_for_the_silence_before_it() -> None:
    field = Field()
    field.sheet.plan([cue("o", "open", 0), cue("c", "close", 8000)], T0)
    field.play(T0 + 600 * MS)
    field.sheet.sound(cue("s", "stop", 600), field.now)
    field.play(field.now + 3 * MS)
    field.sheet.plan([], field.now)
    field.play(T0 + 10 * NS)
    assert field.outcomes() == {"o": "sounded", "c": "cancelled", "s": "sounded"}
    assert len(field.edges) == 2 + 10


@pytest.mark.parametrize("first", ["close", "stop"])
def test_an_opening_never_waits_for_an_earlier_blast_to_end(first: Blast) -> None:
    field = Field()
    field.sheet.plan([cue("c", first, 0), cue("o", "open", 400)], T0)
    field.play(T0 + 10 * NS)
    assert field.outcomes() == {"c": "sounded", "o": "sounded"}
    opened = next(ms for ms, on in field.ms() if on and ms >= 400)
    assert opened <= 400 + GAP_MS


blasts = st.sampled_from(sorted(PATTERNS))
cues = st.lists(st.tuples(st.integers(0, 12), blasts, st.integers(-1500, 6000)), max_size=8)
orders = st.lists(st.tuples(st.booleans(), cues, st.integers(0, 3000)), max_size=6)


@given(orders, st.integers(100, 3000))
def test_every_cue_is_settled_once_and_the_whistle_ends_silent(
    orders: list[tuple[bool, list[tuple[int, Blast, int]], int]], max_on_ms: int
) -> None:
    field = Field(max_on_ms=max_on_ms)
    ordered: set[str] = set()
    for at_once, made, wait in orders:
        found = [Cue(str(n), blast, field.now + ms * MS) for n, blast, ms in made]
        if at_once and found:
            field.sheet.sound(found[0], field.now)
            ordered.add(found[0].id)
        else:
            field.sheet.plan(found, field.now)
            ordered |= {one.id for one in found}
        field.play(field.now + wait * MS)
    field.play(field.now + 60 * NS)
    assert sorted(report.id for report in field.reports) == sorted(ordered)
    assert field.on is False
    assert field.sheet.next_at() is None
    ons = zip(field.edges[::2], field.edges[1::2], strict=True)
    assert all(off - on <= max_on_ms * MS for (on, _), (off, _) in ons)


def test_ranks_name_every_blast() -> None:
    assert set(RANK) == set(PATTERNS)
    assert max(RANK, key=lambda blast: RANK[blast]) == "stop"
