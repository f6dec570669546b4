"""Teams as a table: what people and spreadsheets make of one is read, and every mistake is named."""

import csv
import io
from collections.abc import Callable
from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fieldkit.colours import SIDES
from fieldkit.errors import Rejected
from fieldkit.event.documents import Team
from fieldkit.event.teams import (
    COLOURS,
    COLUMNS,
    MARKS,
    MAX_BYTES,
    MAX_PLAYERS,
    MAX_TEAMS,
    checked,
    read,
    text_of,
    write,
)

FOXES = Team("foxes", "Foxes", "red", "triangle", ("Ada", "Bo"), "Meadow")
HERONS = Team("herons", "Grey Herons", "blue", "", (), "")


def refused(text: str) -> str:
    with pytest.raises(Rejected) as caught:
        read(text)
    assert caught.value.code == "teams"
    return str(caught.value)


def answer(ask: Callable[[], tuple[Team, ...]]) -> tuple[str, tuple[Team, ...]]:
    """Return the sentence with which it was refused, or the teams."""
    try:
        return "", ask()
    except Rejected as error:
        return str(error), ()


def test_what_was_written_is_read_again() -> None:
    assert write([FOXES, HERONS]).splitlines() == [
        "id,name,colour,mark,players,club",
        "foxes,Foxes,red,triangle,Ada;Bo,Meadow",
        "herons,Grey Herons,blue,,,",
    ]
    assert read(write([FOXES, HERONS])) == (FOXES, HERONS)
    assert read(write([])) == ()


TEXTS = st.text(st.characters(codec="utf-8"), max_size=45) | st.from_regex(r"\A['=+@-]{1,4}[a-c;]?\Z")
WORDS = TEXTS.filter(lambda text: _passes(Team("a", "A", club=text)))
TEAMS = st.lists(
    st.builds(
        Team,
        st.from_regex(r"\A[a-z0-9-]{1,32}\Z"),
        TEXTS.filter(lambda text: _passes(Team("a", text))),
        st.sampled_from(["", *COLOURS]),
        st.sampled_from(["", *MARKS]),
        st.lists(TEXTS.filter(lambda text: _passes(Team("a", "A", players=(text,)))), max_size=4).map(tuple),
        WORDS,
    ),
    max_size=5,
    unique_by=(lambda team: team.id, lambda team: team.name),
)


def _passes(team: Team) -> bool:
    return not answer(lambda: checked([team]))[0]


@settings(max_examples=10)
@given(TEAMS)
def test_whatever_teams_are_called_they_are_read_again(teams: list[Team]) -> None:
    said, kept = answer(lambda: checked(teams))
    if said:
        assert "taken already" in said
    else:
        assert read(write(kept)) == kept
        assert checked(kept) == kept


@settings(max_examples=10)
@given(TEAMS, st.sampled_from(",;\t"))
def test_no_cell_is_a_formula_to_any_spreadsheet(teams: list[Team], between: str) -> None:
    """Wherever a spreadsheet sees cells end, at commas, semicolons or tabs."""
    _, kept = answer(lambda: checked(teams))
    for row in csv.reader(io.StringIO(write(kept), newline=""), delimiter=between):
        for cell in row:
            assert not cell.lstrip().startswith(("=", "+", "-", "@"))


@given(
    st.text(max_size=200)
    | st.lists(st.sampled_from([*COLUMNS, ",", ";", "\n", '"', "'", "=", " ", "a"])).map("".join)
)
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    said, found = answer(lambda: read(text))
    assert said.replace("\n", "").isprintable()
    assert read(write(found)) == found


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffid,name,colour,mark,players,club\nfoxes,Foxes,red,triangle,Ada;Bo,Meadow",
        "ID;Name;Colour;Mark;Players;Club\r\nfoxes;Foxes;red;triangle;\"Ada;Bo\";Meadow\r\n;;;;;\r\n",
        "id\tname\tcolour\tmark\tplayers\tclub\rfoxes\tFoxes\tred\ttriangle\tAda; Bo\tMeadow\r",
        "sep=;\r\nid;name;colour;mark;players;club\r\nfoxes;Foxes;red;triangle;\"Ada;Bo\";Meadow",
        "\n\nclub,players,mark,colour,name,,\nMeadow, Ada ;; Bo ;,triangle,red,\" Foxes\n\",,\n,,,,,,\n",
    ],
    ids=["BOM", "semicolons", "tabs", "sep", "other order, empty columns"],
)  # fmt: skip
def test_what_spreadsheets_save_is_read(text: str) -> None:
    assert read(text) == (FOXES,)


def test_a_team_without_an_id_is_given_one_of_its_name() -> None:
    names = (
        "Grüne Füße,",
        "GRÜNE  füsse 2,x",
        "École de Chasse,",
        "カラス,",
        "grüne-füße!,",
        "Foxes,grune-fusse-2",
    )
    text = "\n".join(("name,id", *names))
    assert [team.id for team in read(text)] == [
        "grune-fusse", "x", "ecole-de-chasse", "team-4", "grune-fusse-3", "grune-fusse-2",
    ]  # fmt: skip
    (long,) = read(f"name\n{'a' * 24}\n")
    assert long.id == "a" * 24


def test_all_mistakes_are_named_with_their_lines_in_one_error() -> None:
    text = (
        "id,name,colour,mark,size,mark,players\n"
        "foxes,Foxes,pink,,,blob,\n"
        "\n"
        'Foxes!,"fo\nxes",,,,,\n'
        "foxes,FOXES,,,,,\n"
        ",,red,,,,\n"
        "long,abcdefghijklmnopqrstuvwxy,,,,,\n"
        "bidi,ab\u202ecd,,,,,,\n"
        "blank,\u3164,,,,,,x\n"
        "p,P,,,,,a\u200bb\n"
    )
    said = refused(text)
    for wanted in (
        "line 1: there is no column size; there are id, name, colour, mark, players, club",
        "line 1: the column mark is there twice",
        "line 2: colour: pink is unknown; there are red, blue, green, yellow, olive, violet",
        "line 2: mark: blob is unknown",
        "line 4: the id Foxes! is not 1 to 32 small letters, digits and dashes",
        "line 6: foxes is taken already, in line 2",
        "line 6: FOXES is taken already, in line 2",
        "line 7: name: empty",
        "line 8: name: abcdefghijklmnopqrstuvwxy has more than 24 characters",
        "line 9: name: contains invisible characters",
        "line 10: name: contains invisible characters",
        "line 10: there are more cells than columns with a name",
        "line 11: player: contains invisible characters",
    ):
        assert wanted in said, said
    assert said.count("line ") == 13 + 2
    assert all(each.startswith("line ") for each in said.splitlines()[1:])
    assert len(said.splitlines()) == 1 + 13


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: the column name is missing"),
        ("id,club\nfoxes,Meadow\n", "line 1: the column name is missing"),
        ('name\n"Foxes\n', "line 2: a cell is not closed"),
        ('name\n"Foxes"es\n', "line 2: a cell is not closed, or goes on after its closing quote"),
        ("sep=;\nname\nFoxes\n \t\nfoxes", "line 5: foxes is taken already, in line 3"),
        ("name,players\nA," + ";".join("abc" for _ in range(MAX_PLAYERS + 1)), "more than 30 players"),
        ("name\n" + "".join(f"t{n}\n" for n in range(MAX_TEAMS + 1)), "more than 200 teams"),
        ("name\n" + "x" * MAX_BYTES, "at most 200 teams and 256 KB"),
        ('name,club\n"a;b",c', "line 2: name: a ; is not allowed in it"),
    ],
)
def test_a_mistake_is_told(text: str, said: str) -> None:
    assert said in refused(text)


def test_a_formula_is_text_that_comes_back_as_it_was() -> None:
    teams = (Team("-a", "=1+2", players=("@cmd", "'-x", "'s Bo"), club="+49"),)
    _, row = csv.reader(io.StringIO(write(teams)))
    assert row == ["'-a", "'=1+2", "", "", "'@cmd;''-x;'s Bo", "'+49"]
    assert read(write(teams)) == teams


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_a_file_is_read_in_each_encoding_of_a_spreadsheet(encoding: str) -> None:
    assert text_of("Füchse".encode(encoding)) == "Füchse"


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"\xff\xfea", "not a table"),
        (b"PK\x03\x04\x00\x00", "not a table"),
        (b"a" * (MAX_BYTES + 1), "200 teams and 256 KB"),
    ],
)
def test_a_file_that_can_be_no_table_is_refused(raw: bytes, said: str) -> None:
    with pytest.raises(Rejected, match=said):
        text_of(raw)


@pytest.mark.parametrize("cell", ["Ann, Ben, Cem", "Ann/Ben / Cem", "Ann;Ben;Cem", '"Ann;Ben; Cem"'])
@pytest.mark.parametrize("between", [";", "\t"])
def test_players_are_told_apart_as_people_write_them(cell: str, between: str) -> None:
    if between == ";" and cell == "Ann;Ben;Cem":
        cell = f'"{cell}"'
    (team,) = read(f"name{between}players\nFoxes{between}{cell}\n")
    assert team.players == ("Ann", "Ben", "Cem")


def test_a_comma_in_the_name_of_one_player_or_more_comes_back() -> None:
    teams = (Team("a", "A", players=("Smith, John",)), Team("b", "B", players=("Smith, John", "Mo/Jo")))
    assert read(write(teams)) == teams


def test_teams_that_came_another_way_are_held_to_the_same() -> None:
    assert checked([Team("a", " Fu\u0308chse  x ")]) == (Team("a", "Füchse x"),)
    with pytest.raises(Rejected, match="team 2: a is taken already, in team 1"):
        checked([Team("a", "A"), Team("a", "B")])
    with pytest.raises(Rejected, match="team 1: the id winner:1 is not"):
        checked([Team("winner:1", "A")])


def test_a_refusal_says_each_mistake_by_itself_too() -> None:
    with pytest.raises(Rejected) as caught:
        read("name,colour\nA,pink\nA,\n")
    mistakes = caught.value.said.params["mistakes"]
    assert [str(each)[:6] for each in mistakes.items] == ["line 2", "line 3"]  # type: ignore[attr-defined]


def test_colours_and_marks_are_those_of_the_kit() -> None:
    assert set(COLOURS) <= set(SIDES)
    icons = resources.files("fieldkit") / "icons"
    assert all((icons / f"mark-{mark}.svg").is_file() for mark in MARKS)
