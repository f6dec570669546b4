"""The standings: golden tables as a referee would write them down, and what holds for any results.

A table in ``tests/tables/event/`` has first what was played, then the standings that follow. Its lines::

    title: Shared places
    points: 4 3 2 1, and 4 3 2 among three       # may be left out
    teams: Foxes, Herons, Otters, Badgers
    match 1: 1. Foxes 12, 2. Herons 9, 3. Otters 7, 4. Badgers 4
    match 2 (final): …                            # or: not confirmed, practice, called off, room
    match 2 corrected: …                          # what the organisers say it ended like
    draw: Otters, Foxes                           # lots that were drawn, the first first
    table
    1. Foxes | 2 | 1 | 7½ | 21 | points | 1: 4, 2: 3½
    lots to draw: Otters, Foxes

A row of the table says place and team, how many matches it played and won, its points, its points for, what
decided its place, and what each match gave it.
"""

import re
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.event.documents import (
    Confirmation,
    Correction,
    Draw,
    PlannedMatch,
    Result,
    Schedule,
    Score,
    Team,
    Version,
)
from fieldkit.event.standings import Points, Row, Standings, counted, in_points, is_practice, standings

TABLES = sorted((Path(__file__).parents[2] / "tables" / "event").glob("*.txt"))
MATCH = re.compile(r"match (?P<id>\w+)(?: \((?P<how>[\w ]+)\))?(?P<corrected> corrected)?: (?P<sides>.+)")
SIDE = re.compile(r"(?P<place>\d)\. (?P<name>.+) (?P<score>-?\d+)")


@dataclass
class Told:
    """What a table tells."""

    rules: Points = field(default_factory=Points)
    teams: list[Team] = field(default_factory=list)
    matches: list[PlannedMatch] = field(default_factory=list)
    results: list[Result] = field(default_factory=list)
    draws: list[Draw] = field(default_factory=list)
    wanted: list[str] = field(default_factory=list)

    @property
    def schedule(self) -> Schedule:
        return Schedule(matches=tuple(self.matches))

    @property
    def standings(self) -> Standings:
        return standings(self.teams, self.schedule, self.results, self.rules, self.draws)


def id_of(name: str) -> str:
    return name.strip().lower()


def read(text: str) -> Told:
    told = Told()
    lines = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    at = lines.index("table")
    for line in filter(None, lines[:at]):
        name, _, rest = line.partition(": ")
        if name == "points":
            four, three = (tuple(map(int, re.findall(r"\d+", part))) for part in rest.split(","))
            told.rules = Points(four, three)
        elif name == "teams":
            told.teams = [Team(id_of(each), each.strip()) for each in rest.split(",")]
        elif name == "draw":
            order = tuple(map(id_of, rest.split(",")))
            told.draws.append(Draw(tuple(sorted(order)), order, str(len(told.draws))))
        elif name != "title":
            _add(told, line)
    told.wanted = [" ".join(line.split()) for line in lines[at + 1 :] if line]
    return told


def _add(told: Told, line: str) -> None:
    found = MATCH.fullmatch(line)
    assert found, f"no line of a table: {line}"
    sides = [SIDE.fullmatch(each.strip()) for each in found["sides"].split(",")]
    scores = tuple(
        Score("", side["name"], int(side["score"]), int(side["place"]), id_of(side["name"]))
        for side in sides
        if side
    )
    assert len(scores) == len(sides), f"no sides of a match: {line}"
    id, how = found["id"], found["how"]
    if found["corrected"]:
        before = told.results.pop()
        assert before.scheduled == id
        correction = Correction(id, scores, "written down wrong", "organiser")
        told.results.append(msgspec.structs.replace(before, scores=scores, correction=correction))
        return
    version = Version(f"{id}.1", "north", "m1", id, "toy", scores, practice=how == "practice")
    confirmed = () if how == "not confirmed" else (Confirmation(id, version.id, "referee"),)
    told.results.append(Result(id, scores, bool(confirmed), (version,), confirmed))
    stage = "final" if how == "final" else "room" if how == "room" else "group"
    teams = tuple(score.team for score in scores)
    told.matches.append(
        PlannedMatch(id, len(told.matches), "north", teams, stage=stage, called_off=how == "called off")
    )


def written(found: Standings) -> list[str]:
    names = {row.team: row.name for row in found.rows}
    rows = [
        f"{row.place}. {row.name} | {row.played} | {row.won} | {row.points} | {row.score} | {row.decided_by}"
        f" | {', '.join(f'{each.scheduled}: {each.points}' for each in row.results)}"
        for row in found.rows
    ]
    lots = [f"lots to draw: {', '.join(names[id] for id in group)}" for group in found.undrawn]
    return [" ".join(line.split()) for line in rows + lots]


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_a_golden_table(path: Path) -> None:
    told = read(path.read_text(encoding="utf-8"))
    assert written(told.standings) == told.wanted


def test_there_are_tables() -> None:
    assert len(TABLES) >= 8


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_every_figure_opens_to_its_matches(path: Path) -> None:
    told = read(path.read_text(encoding="utf-8"))
    of = {result.scheduled: result for result in told.results}
    for row in told.standings.rows:
        assert row.twelfths == sum(each.twelfths for each in row.results)
        assert row.score == sum(each.score for each in row.results)
        assert row.won == sum(each.won for each in row.results)
        assert row.played == len(row.results)
        for each in row.results:
            (mine,) = (one for one in of[each.scheduled].scores if one.team == row.team)
            assert (each.score, each.place) == (mine.score, mine.place)


def test_a_row_as_json_has_the_names_that_pages_read() -> None:
    row = Row(1, "foxes", "Foxes", "", 0, 0, "0", 0, 3)
    assert msgspec.to_builtins(row) == {
        "place": 1, "team": "foxes", "name": "Foxes", "club": "", "played": 0, "won": 0, "points": "0",
        "twelfths": 0, "for": 3, "decided_by": "points", "level": (), "met": None, "results": (),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("twelfths", "said"),
    [
        (0, "0"), (6, "½"), (12, "1"), (90, "7½"), (40, "3⅓"), (44, "3⅔"), (3, "¼"), (21, "1¾"), (7, "7/12"),
        (91, "7 7/12"), (-6, "\N{MINUS SIGN}½"), (-18, "\N{MINUS SIGN}1½"), (2, "⅙"), (22, "1⅚"),
    ],
)  # fmt: skip
def test_points_are_written_as_people_write_them(twelfths: int, said: str) -> None:
    assert in_points(twelfths) == said


@pytest.mark.parametrize("n", range(1, 6))
def test_a_place_gives_the_same_in_any_match_and_the_fifth_nothing(n: int) -> None:
    assert Points().of(n) == ((4, 3, 2, 1, 0) if n > 3 else (4, 3, 2))[:n]


def test_before_the_first_match_all_share_a_place_and_there_are_no_lots_to_draw() -> None:
    found = standings([Team("b", "B"), Team("a", "A")], Schedule(), [])
    assert [(row.place, row.team, row.decided_by) for row in found.rows] == [
        (1, "a", "shared"), (1, "b", "shared"),
    ]  # fmt: skip
    assert found.undrawn == ()
    assert standings([], Schedule(), []) == Standings()


def test_a_side_that_nobody_knows_takes_its_place_and_has_no_row() -> None:
    scores = (
        Score("red", "Guests", 9, 1),
        Score("blue", "Foxes", 3, 2, "foxes"),
        Score("g", "Gone", 2, 3, "x"),
    )
    schedule = Schedule(matches=(PlannedMatch("1", 0, "north", ("foxes",)),))
    (row,) = standings([Team("foxes", "Foxes")], schedule, [Result("1", scores, True)]).rows
    assert (row.points, row.results[0].of) == ("3", 3)


def test_a_result_of_no_scheduled_match_or_without_scores_gives_nothing() -> None:
    scores = (Score("red", "Foxes", 9, 1, "foxes"),)
    schedule = Schedule(matches=(PlannedMatch("1", 0, "north", ("foxes",)),))
    found = [Result("2", scores, True), Result("1", (), True)]
    assert standings([Team("foxes", "Foxes")], schedule, found).rows[0].played == 0


def test_practice_is_what_was_confirmed_and_never_a_correction() -> None:
    real, practice = (Version(f"v{n}", "n", "m1", "1", "toy", (), practice=bool(n)) for n in (0, 1))
    both = (real, practice)
    assert is_practice(Result("1", (), True, both, (Confirmation("1", "v1", "me"),)))
    assert not is_practice(Result("1", (), True, both, (Confirmation("1", "v0", "me"),)))
    assert is_practice(Result("1", (), False, both)), "the newest"
    correction = Correction("1", (), "said so", "me")
    assert not is_practice(Result("1", (), True, (practice,), (Confirmation("1", "v1", "me"),), correction))
    assert not is_practice(Result("1", (), True))


@st.composite
def events(draw: st.DrawFn) -> Told:
    """Draw some teams, matches of three or four of them with any places, and some lots."""
    ids = [f"t{n}" for n in range(draw(st.integers(3, 8)))]
    told = Told(teams=[Team(id, id.upper()) for id in ids])
    for n in range(draw(st.integers(0, 8))):
        sides = draw(st.permutations(ids))[: draw(st.integers(3, min(4, len(ids))))]
        # Few values, so that places are shared and teams are level.
        points = [draw(st.integers(0, 2)) for _ in sides]
        places = [1 + sum(other > mine for other in points) for mine in points]
        scores = tuple(
            Score("", id, score, place, id) for id, score, place in zip(sides, points, places, strict=True)
        )
        told.matches.append(PlannedMatch(str(n), n // 2, "north", tuple(sides)))
        told.results.append(Result(str(n), scores, draw(st.integers(0, 9)) > 0))
    for n in range(draw(st.integers(0, 3))):
        order = tuple(draw(st.permutations(ids))[: draw(st.integers(2, len(ids)))])
        told.draws.append(Draw(tuple(sorted(order)), order, str(n % 2)))
    return told


@given(events(), st.randoms(use_true_random=False))
def test_in_which_order_things_arrive_changes_nothing(told: Told, rng: object) -> None:
    before = told.standings
    for each in (told.teams, told.matches, told.results, told.draws):
        rng.shuffle(each)  # type: ignore[attr-defined]
    assert told.standings == before


@given(events(), st.data())
def test_names_and_clubs_change_nothing_but_themselves(told: Told, data: st.DataObject) -> None:
    before = told.standings
    new = {team.id: data.draw(st.sampled_from(["Aa", "Zz", "Mm"])) for team in told.teams}
    told.teams = [Team(team.id, new[team.id], "red", "star", ("a",), "Club") for team in told.teams]
    wanted = [msgspec.structs.replace(row, name=new[row.team], club="Club") for row in before.rows]
    assert told.standings == Standings(tuple(wanted), before.undrawn)


@given(events())
def test_every_match_gives_all_its_points_away_and_no_more(told: Told) -> None:
    found = told.standings
    played = [result for _, result in counted(told.schedule, told.results)]
    assert sum(row.twelfths for row in found.rows) == 12 * sum(
        sum(told.rules.of(len(result.scores))) for result in played
    )
    assert sum(row.score for row in found.rows) == sum(s.score for result in played for s in result.scores)
    assert sum(row.played for row in found.rows) == sum(len(result.scores) for result in played)


@given(events())
def test_a_share_is_the_mean_of_what_is_shared(told: Told) -> None:
    for _, result in counted(told.schedule, told.results):
        gives = told.rules.of(len(result.scores))
        for row in told.standings.rows:
            for each in row.results:
                if each.scheduled == result.scheduled:
                    n = sum(one.place == each.place for one in result.scores)
                    mean = Fraction(sum(gives[each.place - 1 : each.place - 1 + n]), n)
                    assert Fraction(each.twelfths, 12) == mean


@given(events())
def test_places_count_up_and_only_those_whom_nothing_tells_apart_share_one(told: Told) -> None:
    found = told.standings
    assert sorted(row.team for row in found.rows) == sorted(team.id for team in told.teams)
    for number, row in enumerate(found.rows, 1):
        assert row.place == number or (
            row.place == found.rows[number - 2].place and row.decided_by == "shared"
        )
    shared = {row.team for row in found.rows if row.decided_by == "shared" and row.played}
    assert shared <= {id for group in found.undrawn for id in group}
    for one, other in zip(found.rows, found.rows[1:], strict=False):
        assert one.twelfths >= other.twelfths
        level = one.twelfths == other.twelfths
        assert (other.team in one.level) == (one.team in other.level) == level


@given(events())
def test_lots_of_all_tell_everybody_apart_and_undo_no_other_reason(told: Told) -> None:
    told.draws.clear()
    before = told.standings
    order = tuple(sorted((team.id for team in told.teams), reverse=True))
    told.draws.append(Draw(tuple(sorted(order)), order))
    after = told.standings
    assert not after.undrawn
    assert [row.place for row in after.rows] == list(range(1, len(told.teams) + 1))
    were = {row.team: row.place for row in before.rows}
    for one, other in combinations(after.rows, 2):
        assert were[one.team] <= were[other.team]


@given(events(), st.integers(0, 7))
def test_to_finish_further_ahead_never_costs_points(told: Told, at: int) -> None:
    """A team that is put first alone in one of its matches has no fewer points than before."""
    before = {row.team: row.twelfths for row in told.standings.rows}
    if not told.results:
        return
    at %= len(told.results)
    first, *others = told.results[at].scores
    lifted = (msgspec.structs.replace(first, place=0), *others)
    told.results[at] = msgspec.structs.replace(told.results[at], scores=lifted)
    after = {row.team: row.twelfths for row in told.standings.rows}
    assert after[first.team] >= before[first.team]
    assert all(after[each.team] <= before[each.team] for each in others)
