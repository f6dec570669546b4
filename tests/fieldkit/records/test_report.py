"""``report``: one file that says what the journal says, and nothing that is not in it."""

import re
import shutil
import time
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from fieldkit.cli.commands import main
from fieldkit.errors import FieldkitError
from fieldkit.phrases import ENGLISH
from fieldkit.records import report
from fieldkit.records.reader import date_of
from tests.catalogue.__main__ import read as read_catalogue
from tests.support import reported_match
from tests.support.forged import change
from tests.support.refereeing import table
from tests.support.toy_game import Toy

WORDS_OF_PEOPLE = (
    "a twisted ankle",
    "to be played again",
    "it lay outside",
    "counted again",
    "pushed <hard>",
    "dark",
    "Field 1",
)
"""What people wrote, in whatever language: the referee in the match, and the kit's name."""


class Reader(HTMLParser):
    """What one can read in a page: all text, the cells of its table, its figures.

    ``said`` is every piece of it in order, with what a screen reader says of a picture.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows: list[list[str]] = []
        self.figures: dict[str, str] = {}
        self.decisions: list[str] = []
        self.text = ""
        self.said: list[str] = []
        self.languages: set[str] = set()
        self._in: list[str] = []
        self._name = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ("meta",):
            return
        self._in.append(tag)
        given = dict(attrs)
        self.said += [given["aria-label"]] if "aria-label" in given else []
        self.languages |= {given["lang"]} if "lang" in given else set()
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")
        if tag == "li":
            self.decisions.append("")

    def handle_endtag(self, tag: str) -> None:
        while self._in and self._in.pop() != tag:
            pass

    def handle_data(self, text: str) -> None:
        if "style" in self._in:
            return
        self.text += text
        words = " ".join(text.split())
        self.said += [words] if words else []
        if {"td", "th"} & set(self._in):
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {words}".strip()
        if "li" in self._in and words:
            self.decisions[-1] = f"{self.decisions[-1]} {words}".strip()
        if self._in and self._in[-1] == "dt":
            self._name = words
        if self._in and self._in[-1] == "dd":
            self.figures[self._name] = words


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """Return a data folder with one match, and the referee's last view of it."""
    folder = tmp_path_factory.mktemp("data")
    return folder, reported_match.play(folder / "journal.sqlite3")


@pytest.fixture(scope="module")
def html(played: tuple[Path, dict[str, Any]]) -> str:
    """Return the report as the command writes it."""
    out = played[0] / "m1.html"
    assert main(["report", "m1", "--data", str(played[0]), "--out", str(out)]) == 0
    return out.read_text(encoding="utf-8")


def test_a_record_that_does_not_hold_is_told_without_points_or_result(
    played: tuple[Path, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(played[0] / "journal.sqlite3", tmp_path)
    path, out = tmp_path / "journal.sqlite3", tmp_path / "m1.html"
    change(path, "UPDATE records SET by = 'nobody' WHERE id = 40")
    data = ["--data", str(tmp_path)]
    assert main(["report", "m1", *data, "--out", str(out)]) == 0
    told = Reader(out.read_text(encoding="utf-8"))
    assert "The record is in doubt" in told.said
    assert "Entry 40 of the record does not hold." in told.text
    assert not told.rows
    assert told.decisions
    assert "win" not in told.text
    for command in (["matches"], ["replay", "m1"], ["export", "m1", "--format", "json"]):
        capsys.readouterr()
        assert main([*command, *data]) == 0
        said = capsys.readouterr()
        assert "Herons win" not in said.out
        assert "in doubt" in said.out or "from record 40 on" in said.err or command[0] == "export"


@pytest.fixture(scope="module")
def read(html: str) -> Reader:
    """Return the report, read."""
    return Reader(html)


@pytest.fixture(scope="module")
def german(played: tuple[Path, dict[str, Any]]) -> Reader:
    """Return the report of a kit that speaks German, read."""
    settings, out = played[0] / "kit.toml", played[0] / "m1-de.html"
    settings.write_text('[web]\nlanguage = "de"\n', encoding="utf-8")
    files = ["--settings", str(settings), "--data", str(played[0]), "--out", str(out)]
    assert main(["report", "m1", *files]) == 0
    return Reader(out.read_text(encoding="utf-8"))


def test_it_says_who_won_and_when(read: Reader) -> None:
    text = " ".join(read.text.split())
    assert text.startswith("Herons 5 : Foxes & <Friends> 4 : Otters 4 · ")
    assert re.search(r"\d+ \w+ 20\d\d, \d\d:\d\d\b", text)
    assert "Herons win" in text
    assert "Full-Contact Catan · 2 rounds · first to 8" in text
    assert "p50" not in text, "nobody sends that round"


def test_its_time_is_that_of_the_machines_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(wall: str) -> str:
        return date_of(wall, ENGLISH)

    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    try:
        assert told("2026-07-01T22:30:00.000+00:00") == "2 July 2026, 00:30"
        assert told("2026-12-31T23:30:00.000+00:00") == "1 January 2027, 00:30"
    finally:
        monkeypatch.undo()
        time.tzset()
    assert told("no moment") == "no moment"


def test_its_table_is_what_the_referee_saw(read: Reader, played: tuple[Path, dict[str, Any]]) -> None:
    statistics = played[1]["statistics"]
    head, _, *rows = read.rows[8:]
    assert head[1:] == reported_match.NAMES
    assert [row[0] for row in rows] == ["Start", "Round 1", "Round 2"]
    points = [[int(cell) for cell in row[2::2]] for row in rows]
    assert points == [list(entry.values()) for entry in statistics["points"]]
    balls = [sum(int(row[column]) for row in rows[1:]) for column in (1, 3, 5)]
    assert balls == [sum(kinds.values()) for kinds in statistics["collected"].values()] == [9, 4, 4]
    assert [row[1] for row in rows] == ["", "5", "4"], "a round that is taken back counts nothing"


def test_it_tells_how_the_points_were_made(read: Reader, played: tuple[Path, dict[str, Any]]) -> None:
    made = {row[0]: row[1:] for row in read.rows[2:8]}
    assert made == {
        "Cities": ["1", "2"] * 3,
        "Settlements": ["1", "1", "0", "0", "0", "0"],
        "Knights": ["1", "1", "2", "2", "1", "1"],
        "Cards with a point": ["0", "0", "0", "0", "1", "1"],
        "Extra points": ["", "0", "", "1", "", "0"],
        "Together": ["", "4", "", "5", "", "4"],
    }
    assert [int(n) for n in made["Together"][1::2]] == [team["vp"] for team in played[1]["teams"]]


def test_it_tells_what_was_decided_with_the_reasons(read: Reader) -> None:
    told = [re.sub(r"^\d+ ", "", line) for line in read.decisions]
    assert told == [
        "Foxes & <Friends> bought a settlement for 3 wood, 2 wheat",
        "Herons bought a knight for 2 ore, 1 wood: 5 points",
        "Otters bought a card for 2 brick, 1 wheat",
        "Otters showed 1 point: 4 points",
        "Round stopped with 8.0 s left: a twisted ankle",
        "Round cancelled: it is played again (to be played again)",
        "Foxes & <Friends> placed a settlement in hoop 5: 4 points",
        "Foxes & <Friends> gave Herons 1 wheat for 1 ore",
        "Otters brought brick to hoop 3 undone",
        "Undone: Otters brought brick to hoop 3 (it lay outside)",
        "Herons: wheat from 1 to 3 (counted again)",
        "Otters 2: pushed <hard>",
        "Match ended (dark): Herons win",
    ]


def test_its_figures_are_the_journals(read: Reader, played: tuple[Path, dict[str, Any]]) -> None:
    figures = read.figures
    collected = sum(sum(kinds.values()) for kinds in played[1]["statistics"]["collected"].values())
    assert figures["Balls collected"] == str(collected) == "17"
    assert [figures[name] for name in ("Balls seen by the hoops", "… counted at once", "… refused")] == [
        "17",
        "16",
        "1",
    ]
    assert figures["Balls counted by hand"] == "1"
    counts = ("Stops", "Rounds cancelled", "Corrections", "Undone decisions", "Notes and fouls", "Trades")
    assert [figures[name] for name in counts] == ["1"] * 6
    assert "Blasts of the whistle: 2, at most 1 ms late." in read.said


def test_it_is_whole_in_itself(html: str) -> None:
    bare = re.sub(r"base64,[^)]*", "", html)
    assert not re.search(r"//|<script|<link|<img|@import|href|xmlns", bare)
    assert html.count("<svg") > 10
    assert "<Friends>" not in html
    assert "<hard>" not in html


def test_it_has_both_charts(html: str) -> None:
    assert html.count('aria-label="Points after each round: ') == 2, "one for paper, one for a phone"
    assert html.count('aria-label="Balls collected: ') == 2
    ids = re.findall(r' id="([^"]+)"', html)
    assert len(set(ids)) == len(ids)


def test_it_speaks_the_kits_language(german: Reader) -> None:
    text = " ".join(german.text.split())
    assert german.languages == {"de"}, "the charts name theirs too: they are pictures of their own elsewhere"
    assert re.search(r"\d+\. \w+ 20\d\d, \d\d:\d\d\b", text)
    assert "Full-Contact Catan · 2 Runden · Ziel: 8" in text
    assert "Sieg für Herons" in text
    assert [row[0] for row in german.rows[10:]] == ["Beginn", "Runde 1", "Runde 2"]
    assert "Pfiffe: 2, höchstens 1 ms zu spät." in german.said
    assert "17 Herons: Ritter für 2 Erz, 1 Holz, 5 Punkte" in german.decisions
    assert any(said.startswith("Gesammelte Bälle: Foxes & <Friends> 5 Holz, ") for said in german.said)
    assert "9 Bälle" in german.said


def test_nothing_of_it_stays_english(german: Reader, read: Reader) -> None:
    """Only names, numbers and the words of people are the same in both languages."""
    assert len(german.said) == len(read.said)
    same = {own for own, english in zip(german.said, read.said, strict=True) if own == english}
    names = (*reported_match.NAMES, "Full-Contact Catan", "Field 1", "Otters 2: pushed <hard>")
    words = {said.lstrip("0123456789 ").rstrip("…") for said in same}
    assert {
        each
        for each in words
        if not any(name.startswith(each) or each.startswith("Herons 5 : ") for name in names)
    } == {"Teams"}


def test_no_sentence_of_the_catalogue_is_told_in_english(german: Reader, read: Reader) -> None:
    assert "Points after each round" in english_in(read)
    assert "{n} rounds" in english_in(read)
    assert english_in(german) == []


def english_in(page: Reader) -> list[str]:
    """Return the catalogue's sentences that a page shows in English although German has others for them."""
    text = "\n".join(page.said)
    for words in WORDS_OF_PEOPLE:
        text = text.replace(words, "")
    found = []
    for message in read_catalogue("de"):
        english, own = ([each] if isinstance(each, str) else each for each in (message.id, message.string))
        for sentence in set(english) - set(own):
            parts = re.split(r"\{\w+\}", sentence)
            if not all(part in text for part in parts):
                continue
            pattern = r"(?<!\w)" + r"\S.*?".join(map(re.escape, parts)) + r"(?!\w)"
            if re.search("[A-Za-z]", "".join(parts)) and re.search(pattern, text):
                found.append(sentence)
    return found


def test_a_game_without_numbers_has_a_report_too(tmp_path: Path) -> None:
    with table(tmp_path / "journal.sqlite3") as kit:
        kit.begin()
        kit.do("give", player="ann", marbles=5)
        kit.do("give", player="bob", marbles=2)
        kit.do("strike", seq=2, reason="not theirs")
        kit.do("go")
        kit.wait(1)
        kit.read()
    out = tmp_path / "toy.html"
    assert report.write(tmp_path / "journal.sqlite3", {"toy": Toy()}, "m1", out, "Field <1>") == 0
    read = Reader(out.read_text(encoding="utf-8"))
    assert "Field <1>" in read.text
    assert "Not over yet" in read.text
    assert read.decisions[1:4] == ["2 ann: 5 undone", "3 bob: 2", "4 Undone: ann: 5 (not theirs)"]
    assert read.rows == []


def test_mistakes_are_one_sentence(
    played: tuple[Path, dict[str, Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refusal(*arguments: str) -> str:
        assert main(["report", *arguments]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        return said.err

    data = ["--data", str(played[0])]
    assert "there is no match m7" in refusal("m7", *data, "--out", str(tmp_path / "a.html"))
    nowhere = tmp_path / "none" / "a.html"
    said = refusal("m1", *data, "--out", str(nowhere))
    assert said == f"the report cannot be written to {nowhere}: No such file or directory\n"
    assert "Is a directory" in refusal("m1", *data, "--out", str(tmp_path))
    assert "no journal" in refusal("m1", "--data", str(tmp_path), "--out", str(tmp_path / "a.html"))
    with pytest.raises(FieldkitError, match="which this kit does not know"):
        report.write(played[0] / "journal.sqlite3", {}, "m1", tmp_path / "a.html", "")
    assert list(tmp_path.glob("*.html")) == []
