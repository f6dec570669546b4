"""Matches on the web: the list, reports and decisions that hold nothing secret, the season."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

import web.matches
from fieldkit.errors import FieldkitError
from fieldkit.journal.reading import match_records, reading
from fieldkit.phrases import ENGLISH
from fieldkit.settings import Settings
from tests.support import reported_match
from tests.support.full_contact_match import TEAMS, FullContactMatch
from tests.support.games import kit_games
from tests.web.conftest import Reply, RunningKit, RunningServer
from web.matches import MatchReports

GAMES = kit_games()
SEED = 7654321


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """m1 was played to its end, m2 was practice, m3 is on: a card was drawn and is in the hand."""
    data = tmp_path_factory.mktemp("data")
    reported_match.play(data / "journal.sqlite3")
    match = FullContactMatch(data / "journal.sqlite3", sender="second")
    match.do("create_match", game="full_contact", teams=TEAMS, practice=True)
    match.do("end_match", reason="dark")
    teams = [team | {"name": name} for team, name in zip(TEAMS, ("=Foxes", "Herons", "Otters"), strict=True)]
    match.do("create_match", game="full_contact", teams=teams, seed=SEED)
    match.play(h1="1", h3="332")
    match.do("buy", team="green", item="card")
    match.do("correct", team="red", set={"resources": {"ore": 1}}, reason="counted again")
    match.close()
    return data


@pytest.fixture
def kit(data: Path, server: RunningServer) -> Iterator[RunningKit]:
    """Yield a kit with this record, its third match shown as on."""
    running = RunningKit(data, Settings(), server, GAMES)
    sides = [{"id": "red", "name": "Foxes", "colour": "red", "mark": "triangle", "score": 3}]
    running.referee.show(
        match="m3", game="full_contact", stage="rest", title="Break after round 1", sides=sides
    )
    yield running
    running.stop()


def text(reply: Reply) -> str:
    """Return the words of a page."""
    return " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", reply.body.decode(), flags=re.DOTALL).split())


def rows(reply: Reply) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(reply.body.decode("utf-8-sig"))))


def test_the_list_has_the_newest_first(kit: RunningKit) -> None:
    reply = kit.call("GET", "/matches")
    assert reply.status == 200
    assert re.findall(r' id="(m\d+)"', reply.body.decode()) == ["m3", "m2", "m1"]
    said = text(reply)
    assert "On now: Break after round 1" in said
    assert said.index("Practice") < said.index("Herons win")
    assert "Foxes &amp; &lt;Friends&gt;" in reply.body.decode()
    again = kit.call("GET", "/matches", headers={"If-None-Match": reply.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_while_the_record_is_in_doubt_no_result_of_the_newest_match_is_told(kit: RunningKit) -> None:
    """Not even one that was read, and kept, while it held."""
    assert "Herons win" in text(kit.call("GET", "/matches/m1"))
    assert "Foxes" in text(kit.call("GET", "/matches"))
    kit.referee.show(
        match=None, game=None, stage="setup", title="The record is in doubt", doubt={"record": 40}
    )
    said = kit.call("GET", "/matches").body.decode()
    newest, older = said[: said.index('id="m2"')], said[said.index('id="m2"') :]
    assert "The record is in doubt" in newest
    assert "Foxes" not in newest
    assert "Herons win" in older


def test_a_long_list_goes_on_on_another_page(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(web.matches, "PAGE", 2)
    first = kit.call("GET", "/matches").body.decode()
    assert re.findall(r' id="(m\d+)"', first) == ["m3", "m2"]
    assert 'href="/matches?before=m2"' in first
    assert re.findall(r' id="(m\d+)"', kit.call("GET", "/matches?before=m2").body.decode()) == ["m1"]


def test_a_record_that_takes_long_is_shown_as_far_as_it_was_read(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.matches, "BUDGET_S", -1.0)
    (kit.data / "matches.json").unlink(missing_ok=True)
    fresh = RunningKit(kit.data, Settings(), kit._server, GAMES)
    said = fresh.call("GET", "/matches")
    assert "This match is being read." in text(said)
    assert "data-after=" in said.body.decode()
    fresh.stop()


def test_a_report_is_a_page_of_the_kit(kit: RunningKit) -> None:
    reply = kit.call("GET", "/matches/m1")
    assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "unsafe" not in reply.headers["content-security-policy"].replace("style-src 'unsafe-inline'", "")
    assert "Herons win" in text(reply)
    assert "Round by round" in text(reply)
    assert len(reply.body) < 150_000, "its fonts are not in it: every page of the kit has them"
    again = kit.call("GET", "/matches/m1", headers={"If-None-Match": reply.headers["etag"]})
    assert again.status == 304


def test_the_decisions_are_a_table(kit: RunningKit) -> None:
    reply = kit.call("GET", "/matches/m1.csv")
    assert reply.headers["content-type"].startswith("text/csv")
    assert reply.headers["content-disposition"] == 'attachment; filename="m1.csv"'
    found = rows(reply)
    assert "Herons bought a knight for 2 ore, 1 wood: 5 points" in [row["What happened"] for row in found]
    undone = [row for row in found if row["Undone"]]
    assert [(row["Team"], row["What happened"]) for row in undone] == [
        ("Otters", "Otters brought brick to hoop 3")
    ]
    assert {row["Round"] for row in found} == {"Before the first round", "Round 1", "Round 2"}


def test_a_match_that_is_on_keeps_its_secrets(kit: RunningKit) -> None:
    """No seed and no card in a hand: not in the report, not in the decisions."""
    with reading(kit.data / "journal.sqlite3") as db:
        record = " ".join(each.row.given + each.row.events for each in match_records(db, "m3"))
    assert str(SEED) in record
    drawn = re.search(r'"card":"(\w+)"', record)
    assert drawn
    card = drawn[1].replace("_", " ").lower()
    for path in ("/matches/m3", "/matches/m3.csv", "/matches"):
        said = kit.call("GET", path).body.decode().lower()
        assert str(SEED) not in said
        assert "seed" not in said
        assert card not in said
    assert "Otters bought a card" in text(kit.call("GET", "/matches/m3"))


def test_a_name_is_no_formula_in_a_spreadsheet(kit: RunningKit) -> None:
    found = rows(kit.call("GET", "/matches/m3.csv"))
    assert "'=Foxes" in {row["Team"] for row in found}
    assert all(not row["What happened"].startswith("=") for row in found)


@pytest.mark.parametrize(
    "name", ["m9", "m0", "m01", "x", "m1.txt", "m1.csv.csv", "../pin", "m1;", "m" + "1" * 99]
)
def test_an_unknown_match_is_one_sentence(kit: RunningKit, name: str) -> None:
    reply = kit.call("GET", f"/matches/{quote(name, safe='')}")
    assert reply.status == 404
    if "/" not in name:
        assert f"There is no match {name[:20]} on this kit." in text(reply)


def test_a_report_is_made_once_and_one_at_a_time(data: Path) -> None:
    reports = MatchReports(data / "journal.sqlite3", GAMES, "Field 1", ENGLISH)
    first = reports.of("m1")
    assert first is not None
    assert reports.of("m1") is first
    with reports._making:
        assert reports.of("m2") is None, "who comes while another is made waits for nobody"
        assert reports.of("m1") is first, "and has what is made already"
    with pytest.raises(FieldkitError):
        reports.of("m9")
    assert reports.of("m2") is not None, "a mistake leaves the way free"


def test_the_report_of_a_running_match_is_made_again_only_now_and_then(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = FullContactMatch(tmp_path / "journal.sqlite3")
    match.do("create_match", game="full_contact", teams=TEAMS)
    reports = MatchReports(tmp_path / "journal.sqlite3", GAMES, "Field 1", ENGLISH)
    first = reports.of("m1")
    match.do("note", text="pushed")
    assert reports.of("m1") is first
    monkeypatch.setattr(web.matches, "STALE_S", -1.0)
    assert reports.of("m1") is not first
    match.do("end_match", reason="dark")
    end = reports.of("m1")
    assert end is not None
    assert end.is_over
    match.close()


def test_while_a_report_is_made_others_are_told_to_look_again(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchReports, "of", lambda *of: None)
    reply = kit.call("GET", "/matches/m1")
    assert (reply.status, reply.headers["retry-after"], reply.headers["cache-control"]) == (
        503,
        "2",
        "no-store",
    )
    assert 'data-after="2"' in reply.body.decode()


def test_the_season_is_of_the_year_and_game_that_was_asked_for(kit: RunningKit) -> None:
    said = text(kit.call("GET", "/season"))
    assert "Teams 1 match" in said
    assert "Herons 1 1 0 5" in said
    year = re.search(r"\byear=(\d{4})", kit.call("GET", "/season").body.decode())
    assert year
    assert "Herons 1 1 0 5" in text(kit.call("GET", f"/season?year={year[1]}"))
    assert "Herons 1 1 0 5" in text(kit.call("GET", "/season?year=1999&game=chess")), (
        "what there is not is all"
    )


def test_without_any_match_the_pages_say_so(tmp_path: Path, server: RunningServer) -> None:
    kit = RunningKit(tmp_path, Settings(), server, GAMES)
    kit.referee.show(match=None, stage="setup", title="", sides=[])
    assert "No match has been played with this kit yet." in text(kit.call("GET", "/matches"))
    assert "a season begins with the first one" in text(kit.call("GET", "/season"))
    assert kit.call("GET", "/matches/m1").status == 404
    kit.stop()


def test_the_code_of_a_report_is_its_address(kit: RunningKit) -> None:
    report, board = kit.call("GET", "/qr.svg?match=m12"), kit.call("GET", "/qr.svg")
    assert report.status == 200
    assert report.body != board.body
    for wrong in ("m0", "..", "m1/../x", "", "http://x", "m" + "1" * 10):
        assert kit.call("GET", f"/qr.svg?match={quote(wrong, safe='')}").status == 400
