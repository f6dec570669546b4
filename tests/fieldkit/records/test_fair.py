"""``fieldkit fair``: the dice of a finished match are right, or it says in a sentence what is not."""

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.games.fair import Fortune, new_secret, shuffled
from fieldkit.journal.reading import match_records, reading
from fieldkit.messages import Chance, GameCommand
from fieldkit.records import report
from fieldkit.records.fair import checked_match, fair
from fieldkit.records.fair_page import write
from tests.fieldkit.games.dice_extra.boards import game
from tests.support.fair_toy import FairToy, SecretBegun
from tests.support.forged import forge
from tests.support.refereed import Refereed
from tests.support.refereeing import Table, table
from tests.support.toy_game import Begin, State, Toy

GAMES: Mapping[str, Any] = {"toy": FairToy()}
ROLLS = 30


class ShuffledToy(FairToy):
    """The players are shuffled when the match is made, and that can be checked too."""

    def start(self, order: GameCommand, chance: Chance) -> tuple[Any, ...]:
        assert isinstance(order.command, Begin)
        return (SecretBegun(new_secret(chance), shuffled(order.command.players, chance)),)

    def fortune(self, state: State) -> Fortune:
        return Fortune(state.key, len(state.players) - 1 + len(state.drawn))


class Miscounting(FairToy):
    """Rolls twice and counts one."""

    def decide(self, state: State, given: Any, chance: Chance) -> tuple[Any, ...]:
        events = super().decide(state, given, chance)
        if getattr(events[0], "number", None):
            chance(6)
        return events


def play(kit: Table, words: str = "sun") -> None:
    """Play a match with words, thirty rolls that count and one taken back, and then end it."""
    kit.begin()
    if words:
        kit.do("call_words", words=words)
    kit.do("give", player="ann", marbles=3)
    kit.do("strike", seq=kit.do("draw").body["seq"], reason="a bad roll")
    for _ in range(ROLLS):
        kit.do("draw")
    kit.do("finish", reason="dark")


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite3"
    with table(path, game=FairToy()) as kit:
        play(kit)
    return path


def change(journal: Path, match: str, pattern: str, to: str) -> None:
    """Put something else on the record, once, as its owner could: with a chain that holds."""
    with reading(journal) as db:
        records = list(match_records(db, match))
    for record in records:
        changed = re.sub(pattern, to, record.row.events)
        if changed != record.row.events:
            forge(journal, record.id, events=changed)
            return
    raise AssertionError("nothing was changed")


def test_a_match_is_right_and_its_rolls_are_counted(
    journal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert fair(journal, GAMES, "m1") == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "words  sun" in said.out
    assert f"{ROLLS} numbers drawn, {ROLLS} of them with a die of six sides" in said.out
    assert said.out.endswith("The secret fits the hash, and every decision follows from it.\n")
    checked = checked_match(journal, GAMES, "m1")
    drawn = Counter(int(roll) for roll in re.findall(r"^  \d .* (\d+)$", said.out, re.MULTILINE))
    assert sum(count * times for count, times in drawn.items()) == ROLLS
    assert sum(checked.histogram.values()) == ROLLS
    first, second = [each.numbers for each in checked.decisions if each.numbers][:2]
    assert first == second


def test_a_changed_roll_is_found(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(journal, "m1", r'"number":([1-5])', r'"number":6')
    assert fair(journal, GAMES, "m1") == 1
    assert re.search(r"^Decision \d+ does not follow from the dice: Drawn$", capsys.readouterr().err, re.M)


def test_another_secret_is_found(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(journal, "m1", '"key":".{8}', '"key":"00000000')
    assert fair(journal, GAMES, "m1") == 1
    assert "The secret does not fit the hash that was shown." in capsys.readouterr().err


def test_another_hash_and_other_words_are_found(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(journal, "m1", '"words":"sun"', '"words":"moon"')
    assert fair(journal, GAMES, "m1") == 1
    assert "does not follow from the dice" in capsys.readouterr().err
    change(journal, "m1", '"hash":".{8}', '"hash":"00000000')
    assert fair(journal, GAMES, "m1") == 1
    assert "does not fit the hash" in capsys.readouterr().err


@pytest.mark.parametrize("game", [FairToy(), ShuffledToy()])
def test_words_that_were_put_in_after_the_first_number_are_found(tmp_path: Path, game: Toy) -> None:
    """The kit refuses them; a journal in which rolls follow from them was written by somebody else."""
    path = tmp_path / "j"
    with table(path, game=game) as kit:
        kit.do("begin", game="toy", players=[{"name": f"p{n}"} for n in range(ROLLS)])
        if not isinstance(game, ShuffledToy):
            for _ in range(ROLLS):
                kit.do("draw")
        late = kit.do("give", player="p1", marbles=3)
        kit.do("finish", reason="dark")
    assert checked_match(path, {"toy": game}, "m1").wrong == []
    forged = json.dumps([{"type": "WordsCalled", "words": "better"}])
    with reading(path) as db:
        (id,) = [each.id for each in match_records(db, "m1") if each.row.seq == late.body["seq"]]
    forge(path, id, events=forged)
    assert checked_match(path, {"toy": game}, "m1").wrong


def test_a_scheme_of_later_days_is_said(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(journal, "m1", '"version":1', '"version":2')
    assert fair(journal, GAMES, "m1") == 1
    assert "The dice are of version 2, which this kit does not know." in capsys.readouterr().err


def test_what_is_shuffled_at_the_beginning_is_checked_too(tmp_path: Path) -> None:
    path, games = tmp_path / "j", {"toy": ShuffledToy()}
    with table(path, game=ShuffledToy()) as kit:
        play(kit, words="")
        assert kit.do("call_words", words="late").status == 409
    checked = checked_match(path, games, "m1")
    assert checked.wrong == []
    assert len(checked.decisions[0].numbers) == 1
    change(path, "m1", r'"name":"(ann|bob)"(.*)"name":"(ann|bob)"', r'"name":"\3"\2"name":"\1"')
    assert len(checked_match(path, games, "m1").wrong) == 1


def test_a_game_that_counts_its_numbers_wrong_is_found(tmp_path: Path) -> None:
    with table(tmp_path / "j", game=Miscounting()) as kit:
        play(kit)
    wrong = checked_match(tmp_path / "j", {"toy": Miscounting()}, "m1").wrong
    assert str(wrong[0]).endswith("drew other numbers than it counts: Drawn")


def test_a_match_that_is_on_or_has_no_such_dice_cannot_be_checked(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with table(path, game=FairToy()) as kit:
        kit.begin()
        with pytest.raises(FieldkitError, match="m1 is not over: its dice"):
            fair(path, GAMES, "m1")
        with pytest.raises(FieldkitError, match="not over"):
            write(path, GAMES, "m1", tmp_path / "page.html", "Field 1")
        assert not (tmp_path / "page.html").exists()
    with table(tmp_path / "k") as kit:
        kit.begin()
        kit.do("finish", reason="dark")
    with pytest.raises(FieldkitError, match="m1 has no dice that can be checked"):
        fair(tmp_path / "k", {"toy": Toy()}, "m1")


def report_of(journal: Path, tmp_path: Path) -> str:
    out = tmp_path / "report.html"
    report.write(journal, GAMES, "m1", out, "Field 1")
    return out.read_text(encoding="utf-8")


def test_the_report_tells_the_check_and_how_to_do_it(journal: Path, tmp_path: Path) -> None:
    checked = checked_match(journal, GAMES, "m1")
    told = report_of(journal, tmp_path)
    for said in (
        checked.fair.hash,
        checked.secret,
        ">sun<",
        "Every roll is right.",
        "fieldkit fair m1",
        "/fair/m1",
    ):
        assert said in told
    counts = re.findall(r"<li><b>\d</b>.*<span>(\d+)</span></li>", told)
    assert [int(count) for count in counts] == list(checked.histogram.values())
    change(journal, "m1", r'"number":([1-5])', r'"number":6')
    told = report_of(journal, tmp_path)
    assert "Every roll is right." not in told
    assert re.search(r"Decision \d+ does not follow from the dice", told)


def test_the_report_of_a_match_that_is_on_tells_no_secret(tmp_path: Path) -> None:
    with table(tmp_path / "j", game=FairToy()) as kit:
        kit.begin()
        kit.do("draw")
        secret = kit.referee.match.state.key  # type: ignore[union-attr]
    told = report_of(tmp_path / "j", tmp_path)
    assert secret not in told
    assert "Fair dice" not in told


def test_a_match_is_checked_though_the_settings_are_others_by_now(tmp_path: Path) -> None:
    """DX-1: another island is the usual one, and other options; none of that was chance."""
    kit = Refereed(tmp_path / "journal.sqlite3", {"dice_extra": game("own")})
    kit.do("create_match", game="dice_extra", players=[{"id": "red"}, {"id": "blue"}])
    for road in (0, 80):
        kit.do("start_road", road=road)
    kit.do("roll")
    kit.do("end_match", reason="rain")
    kit.close()
    assert checked_match(kit.path, {"dice_extra": game("published")}, "m1").wrong == []
