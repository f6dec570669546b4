"""Each round as the whistle sounded it: from its blasts' own reports, and nothing where there are none."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from fieldkit.clock import MS, NS
from fieldkit.messages import BareRound, Cue, CueReport
from fieldkit.phrases import ENGLISH
from fieldkit.records.reader import fold, read
from fieldkit.records.rounds import round_figures
from tests.support.full_contact_match import TEAMS, FullContactMatch, sounded
from tests.support.games import kit_games


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """Return where the journal lies."""
    return tmp_path / "journal.sqlite3"


@pytest.fixture
def match(journal: Path) -> Iterator[FullContactMatch]:
    """Return a match that is set up."""
    made = FullContactMatch(journal)
    made.do("create_match", game="full_contact", teams=TEAMS, seed=1)
    yield made
    made.close()


def told(journal: Path) -> list[str]:
    """Return what the record says of each round."""
    found, records = read(journal, "m1")
    figures = round_figures(fold(found, kit_games(), records), records, ENGLISH)
    return [f"{each.name}: {each.text}" for each in figures]


def close(match: FullContactMatch, late_ns: int = 0) -> None:
    """Let the round run out, and its closing blast sound."""
    match.wait(8)
    match.hear(sounded(match.planned("close"), late_ns))
    match.wait(2)


def test_a_round_is_as_long_as_it_sounded_and_as_late_as_its_worst_blast(
    match: FullContactMatch, journal: Path
) -> None:
    match.begin()
    close(match, 31 * MS)
    assert told(journal) == ["Round 1: 8.03 s long, at most 31.0 ms late"]


def test_lateness_is_rounded_up(match: FullContactMatch, journal: Path) -> None:
    match.begin()
    close(match, MS + 1)
    assert told(journal) == ["Round 1: 8.00 s long, at most 1.1 ms late"]


def test_where_the_whistle_gave_no_report_it_says_so(match: FullContactMatch, journal: Path) -> None:
    match.do("start_round")
    match.wait(9)
    assert told(journal) == ["Round 1: no report from the whistle"]


def test_a_close_that_was_missed_measures_nothing_and_spoils_no_other_round(
    match: FullContactMatch, journal: Path
) -> None:
    match.begin()
    match.wait(8)
    match.hear(replace(sounded(match.planned("close")), outcome="missed", at=None, late_ns=None))
    match.wait(2)
    match.begin()
    close(match)
    assert told(journal) == [
        "Round 1: length not measured, at most 1.0 ms late, blasts missed: 1",
        "Round 2: 8.00 s long, at most 1.0 ms late",
    ]


def test_a_stopped_round_has_a_length_for_each_stretch(match: FullContactMatch, journal: Path) -> None:
    match.begin()
    opened = match.planned("open")
    match.wait(2)
    match.do("stop_round")
    match.hear(sounded(Cue("stop/1", "stop", opened.due + 3 * NS), 0))
    match.wait(1)
    match.do("resume_round")
    match.wait(1)
    match.hear(sounded(match.planned("open"), 0))
    close(match)
    first, _, rest = told(journal)[0].partition(" + ")
    assert first == "Round 1: 3.00"
    assert rest.endswith(" s long, at most 1.0 ms late")


def test_a_round_that_was_taken_back_is_told_beside_the_one_that_was_played(
    match: FullContactMatch, journal: Path
) -> None:
    match.begin()
    match.do("stop_round")
    match.hear(sounded(Cue("stop/1", "stop", match.planned("open").due + 2 * NS), 0))
    match.do("void_round")
    match.begin()
    close(match)
    assert told(journal) == [
        "Round 1: 2.00 s long, at most 1.0 ms late, taken back",
        "Round 1: 8.00 s long, at most 1.0 ms late",
    ]


def test_a_refused_ball_which_has_no_number_moves_no_round(match: FullContactMatch, journal: Path) -> None:
    for _ in range(2):
        match.begin()
        match.wait(8)
        match.wait(2)
        match.bring(h1="1")
        match.hear(sounded(match.planned("close"), 0))
        match.wait(1)
    _, records = read(journal, "m1")
    assert any(each.row.seq is None and each.row.by == "hoop" for each in records)
    assert told(journal) == [f"Round {n}: 8.00 s long, at most 1.0 ms late" for n in (1, 2)]


def test_a_round_none_of_whose_blasts_sounded_has_no_length(match: FullContactMatch, journal: Path) -> None:
    match.do("start_round")
    match.wait(9)
    match.hear(replace(sounded(match.planned("open")), outcome="missed", at=None, late_ns=None))
    match.wait(1)
    assert told(journal) == ["Round 1: length not measured, blasts missed: 1"]


def test_a_round_of_the_whistles_own_counts_with_the_blast_before_its_record(
    match: FullContactMatch, journal: Path
) -> None:
    match.begin()
    close(match)
    at = match.planned("close").due + 20 * NS
    match.wait(20)
    match.hear(CueReport("bare/w/1/open", "open", at, "sounded", at, 0))
    match.wait(1)
    match.hear(BareRound("bare/w/1", at, at + 8 * NS))
    match.wait(9)
    match.hear(CueReport("bare/w/1/close", "close", at + 8 * NS, "sounded", at + 8 * NS, 0))
    match.wait(1)
    assert told(journal)[1] == "Round 2: 8.00 s long, at most 0.0 ms late"


def test_a_match_without_rounds_tells_of_none(match: FullContactMatch, journal: Path) -> None:
    assert told(journal) == []
