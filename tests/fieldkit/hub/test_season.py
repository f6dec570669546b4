"""Season tables over archives: teams by name, however often and in whatever order their events came."""

import re
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from fieldkit.errors import FieldkitError
from fieldkit.event.documents import PlannedMatch, Result, Schedule, Score, Team, Teams
from fieldkit.event.standings import standings
from fieldkit.hub.archive import export
from fieldkit.hub.archive_lines import ArchiveHead, Closing
from fieldkit.hub.season import Season, page, season_of, write
from fieldkit.hub.settings import EventTable
from fieldkit.phrases import ENGLISH
from tests.support.games import kit_games
from tests.support.hubs import hub, plan, settings

Match = Sequence[tuple[str, int]]
"""Teams by id with their places."""


def closed(id: str, names: Sequence[str], matches: Sequence[Match], practice: bool = False) -> Closing:
    """Return an event that was archived: its teams by their names, and its matches, the last one a final."""
    teams = tuple(Team(name.split()[0].lower(), name) for name in names)
    planned, results = [], []
    for n, match in enumerate(matches, 1):
        stage = "final" if n == len(matches) else "group"
        planned.append(PlannedMatch(str(n), n, "north", tuple(id for id, _ in match), stage=stage))
        scores = tuple(Score("", "", 9 - place, place, id) for id, place in match)
        results.append(Result(str(n), scores, True))
    schedule = Schedule(matches=tuple(planned))
    event = EventTable(id, id.capitalize(), practice)
    return Closing(
        event, "en", f"2031-0{len(id)}-01T10:00:00+00:00", {"north": "North"}, Teams(1, teams), schedule,
        standings(teams, schedule, results), tuple(results),
    )  # fmt: skip


MAY = closed(
    "may", ("Foxes", "Herons", "Otters"),
    [[("foxes", 1), ("herons", 2), ("otters", 3)], [("herons", 1), ("foxes", 1), ("otters", 3)]],
)  # fmt: skip
JUNE = closed(
    "june", ("FOXES", "Herons", "Larks"),
    [[("herons", 1), ("foxes", 2), ("larks", 3)], [("herons", 1), ("larks", 2), ("foxes", 3)]],
)  # fmt: skip
PARTS = [("may.zip", MAY), ("june.zip", JUNE)]


def test_teams_are_counted_by_name_over_all_events() -> None:
    season = season_of(PARTS)
    told = [
        (row.name, row.events, row.matches, row.won, row.points, row.best, row.best_at)
        for row in season.teams
    ]
    assert told == [
        # In May the final was shared, so nobody has won it.
        ("Herons", 2, 4, 2, "7", 1, ["June"]),
        ("FOXES", 2, 4, 1, "7", 1, ["May"]),
        ("Larks", 1, 2, 0, "2", 3, ["June"]),
        ("Otters", 1, 2, 0, "2", 3, ["May"]),
    ]
    assert season.pairs == {
        ("FOXES", "Herons"): 1, ("Herons", "FOXES"): 2, ("FOXES", "Otters"): 2, ("Herons", "Otters"): 2,
        ("FOXES", "Larks"): 1, ("Larks", "FOXES"): 1, ("Herons", "Larks"): 2,
    }  # fmt: skip
    assert [(each.name, each.link, each.matches, each.first) for each in season.events] == [
        ("May", "may.zip", 2, ("Foxes",)), ("June", "june.zip", 2, ("Herons",)),
    ]  # fmt: skip


def test_in_which_order_archives_are_given_changes_nothing() -> None:
    parts = [*PARTS, ("practice.zip", closed("trial", ("Foxes",), [[("foxes", 1)]], practice=True))]
    found = [season_of(order) for order in permutations(parts)]
    assert all(season == found[0] for season in found)


def test_practice_is_listed_and_not_counted() -> None:
    practice = msgspec.structs.replace(MAY, event=EventTable("may", "May", True), began="2030")
    season = season_of([("a.zip", practice), *PARTS])
    assert [each.practice for each in season.events] == [True, False, False]
    assert season.teams == season_of(PARTS).teams


def test_what_is_not_confirmed_or_was_called_off_is_not_counted() -> None:
    first, second = MAY.results
    off = msgspec.structs.replace(MAY.schedule.matches[1], called_off=True)
    schedule = msgspec.structs.replace(MAY.schedule, matches=(MAY.schedule.matches[0], off))
    results = (msgspec.structs.replace(first, confirmed=False), second)
    part = msgspec.structs.replace(MAY, schedule=schedule, results=results)
    season = season_of([("may.zip", part)])
    assert [(row.matches, row.won) for row in season.teams] == [(0, 0)] * 3
    assert season.pairs == {}


def test_two_archives_of_one_event_are_refused() -> None:
    with pytest.raises(FieldkitError, match=r"again\.zip and may\.zip are archives of the same event"):
        season_of([*PARTS, ("again.zip", MAY)])


def test_the_page_tells_it_and_needs_nothing_else() -> None:
    evil = closed("autumn", ("<i>Foxes", "Herons"), [[("<i>foxes", 1), ("herons", 2)]])
    html = page(season_of([*PARTS, ("far away/<x>.zip", evil)]), ENGLISH)
    assert "&lt;i&gt;Foxes" in html
    assert "<i>" not in html
    assert 'href="far%20away/%3Cx%3E.zip"' in html
    assert not re.search(r"url\((?!data:)|<script|<link", html)
    assert "<td>\N{EN DASH}</td>" in html
    assert "<table>" in page(Season([], [], {}), ENGLISH)


@pytest.mark.slow
def test_it_is_written_from_real_archives(tmp_path: Path) -> None:
    folder = tmp_path / "archives"
    folder.mkdir()
    with hub(f"sqlite:///{tmp_path / 'hub.sqlite3'}", tmp_path) as running:
        plan(running)
        export(ArchiveHead(settings().event), running.store, kit_games(), folder / "cup.zip", folder)
    out = tmp_path / "season.html"
    season = write([folder / "cup.zip"], out, ENGLISH)
    assert [each.link for each in season.events] == ["archives/cup.zip"]
    assert 'href="archives/cup.zip"' in out.read_text("utf-8")
    (folder / "cup.zip").write_bytes(b"PK")
    with pytest.raises(FieldkitError, match=r"cup\.zip cannot be used"):
        write([folder / "cup.zip"], tmp_path / "other.html", ENGLISH)
    assert not (tmp_path / "other.html").exists()
    with pytest.raises(FieldkitError, match="cannot be written"):
        write([], tmp_path / "none" / "season.html", ENGLISH)
