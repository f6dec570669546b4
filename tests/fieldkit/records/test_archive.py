"""The matches in short and their season, from a journal that a referee wrote."""

from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.games import Side
from fieldkit.games.report import PlayerShare
from fieldkit.phrases import ENGLISH
from fieldkit.records.archive import Archive, PlayerRow, Summary, season_of
from tests.support import reported_match
from tests.support.full_contact_match import TEAMS, FullContactMatch
from tests.support.games import kit_games

GAMES = kit_games()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a data folder: m1 was won by Herons, m2 is practice, m3 was abandoned, m4 is on."""
    folder = tmp_path_factory.mktemp("data")
    reported_match.play(folder / "journal.sqlite3")
    match = FullContactMatch(folder / "journal.sqlite3", sender="second")
    match.do("create_match", game="full_contact", teams=TEAMS, practice=True)
    match.play(h1="1")
    match.do("end_match", reason="dark")
    match.do("create_match", game="full_contact", teams=TEAMS)
    match.do("abandon_match", reason="rain")
    match.do("create_match", game="full_contact", teams=TEAMS)
    match.close()
    return folder


def archive(folder: Path, store: str = "matches.json") -> Archive:
    return Archive(folder / "journal.sqlite3", folder / store, GAMES, ENGLISH)


def test_each_match_is_told_in_short(folder: Path) -> None:
    found = archive(folder, "short.json")
    matches = found.matches()
    assert [each.id for each in matches] == ["m4", "m3", "m2", "m1"]
    short = found.summaries(matches, 10)
    first = short["m1"]
    assert (first.text, first.winners, first.game) == ("Herons win", ("blue",), "Full-Contact Catan")
    assert {side["name"]: side["score"] for side in first.sides}["Herons"] == 5
    assert [short[id].practice for id in ("m1", "m2", "m3", "m4")] == [False, True, False, False]
    assert [short[id].over for id in ("m1", "m2", "m3", "m4")] == [True, True, True, False]
    assert short["m3"].text == "No result"
    assert [id for id in short if short[id].season is not None] == ["m1"]


def test_what_was_read_once_is_kept_for_the_next_start(folder: Path) -> None:
    read = archive(folder, "kept.json").summaries(archive(folder).matches(), 10)
    again = archive(folder, "kept.json")
    assert again.summaries(again.matches(), 0) == read, "no time to read anything, and no need to"
    assert archive(folder, "none.json").summaries(again.matches(), 0) == {}


def test_a_file_that_is_damaged_or_of_another_language_is_read_over(folder: Path) -> None:
    store = folder / "kept.json"
    archive(folder, store.name).summaries(archive(folder).matches(), 10)
    store.write_bytes(store.read_bytes().replace(b',"en",', b',"de",', 1))
    assert archive(folder, store.name).summaries(archive(folder).matches(), 0) == {}
    store.write_bytes(b"{")
    assert len(archive(folder, store.name).summaries(archive(folder).matches(), 10)) == 4


def test_a_match_that_has_grown_is_read_again(tmp_path: Path) -> None:
    match = FullContactMatch(tmp_path / "journal.sqlite3")
    match.do("create_match", game="full_contact", teams=TEAMS)
    found = archive(tmp_path)
    before = found.summaries(found.matches(), 10)["m1"]
    match.play(h1="1")
    match.do("end_match", reason="dark")
    match.close()
    after = found.summaries(found.matches(), 10)["m1"]
    assert (before.over, after.over) == (False, True)
    assert before.tip != after.tip


def test_a_game_that_this_kit_does_not_know_is_listed_by_its_name(folder: Path) -> None:
    strange = Archive(folder / "journal.sqlite3", folder / "strange.json", {}, ENGLISH)
    short = strange.summaries(strange.matches(), 10)["m1"]
    assert (short.game, short.sides, short.season) == ("full_contact", (), None)


def test_without_a_journal_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(FieldkitError, match="there is no journal"):
        archive(tmp_path).matches()


def side(id: str, name: str, score: int) -> Side:
    return {"id": id, "name": name, "colour": id, "mark": "triangle", "score": score}


def played(sides: list[Side], *winners: str, players: tuple[PlayerShare, ...] = ()) -> Summary:
    return Summary("", "Game", True, winners=winners, sides=tuple(sides), season=players if winners else None)


def test_a_season_counts_teams_by_name_whatever_their_colour() -> None:
    matches = [
        played(
            [side("red", "Owls", 8), side("blue", "Foxes", 6)], "red", players=(PlayerShare("red", "3", 4),)
        ),
        played([side("blue", "Owls", 7), side("red", "Foxes", 8), side("green", "Bears", 8)], "red", "green"),
        played([side("red", "Foxes", 5), side("blue", "Bears", 9)]),
        played(
            [side("green", "Owls", 1), side("red", "Foxes", 8)],
            "red",
            players=(PlayerShare("green", "3", 1),),
        ),
    ]
    season = season_of(matches)
    told = {row.side["name"]: (row.matches, row.won, row.shared, row.points) for row in season.teams}
    assert told == {"Foxes": (3, 1, 1, 22), "Owls": (3, 1, 0, 16), "Bears": (1, 0, 1, 8)}
    assert list(told) == ["Foxes", "Owls", "Bears"]
    assert season.matches == 3, "the one without a winner does not count"
    assert season.pairs["Owls", "Foxes"] == 1
    assert season.pairs["Foxes", "Owls"] == 2
    assert season.pairs["Foxes", "Bears"] == season.pairs["Bears", "Foxes"] == 0, "they shared it"
    assert season.players == [PlayerRow(side("red", "Owls", 8), "3", 2, 5)]


def test_who_won_with_fewer_points_has_finished_before() -> None:
    season = season_of([played([side("red", "Owls", 5), side("blue", "Foxes", 6)], "red")])
    assert (season.pairs["Owls", "Foxes"], season.pairs["Foxes", "Owls"]) == (1, 0)
