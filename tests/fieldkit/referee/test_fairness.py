"""The promise of a match whose dice everybody may check, and the words that go into them."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fair_toy import FairToy
from tests.support.refereeing import Table, table


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Table]:
    """Yield a referee with a match whose die everybody may check."""
    with table(tmp_path / "j", game=FairToy()) as made:
        made.begin()
        yield made


def rolls(kit: Table, count: int) -> list[int]:
    for _ in range(count):
        assert kit.do("draw").status == 200
    return list(kit.view["drawn"])


def test_the_promise_stands_in_the_answer_and_in_every_view_before_the_first_roll(tmp_path: Path) -> None:
    with table(tmp_path / "j", game=FairToy()) as kit:
        began, promised = kit.begin().body["events"]
        assert "key" not in began
        assert promised == {"type": "Promised", "version": 1, "hash": promised["hash"]}
        fair = {"hash": promised["hash"], "version": 1, "words": "", "used": 0}
        assert kit.view["fair"] == kit.board["fair"] == fair
        rolls(kit, 3)
        assert kit.board["fair"] == fair | {"used": 3}
        kit.do("finish", reason="rain")
        secret = kit.board["fair"]["secret"]
        assert hashlib.sha256(f"fieldkit-fair/1 m1 {secret}".encode()).hexdigest() == promised["hash"]
        shown = kit.view["fair"]
    with table(tmp_path / "j", game=FairToy()) as kit:
        assert kit.view["fair"] == shown


def test_no_view_or_answer_tells_the_secret_before_the_end(kit: Table) -> None:
    secret = kit.referee.match.state.key  # type: ignore[union-attr]
    answers = [kit.do("call_words", words="sun"), kit.do("draw"), kit.do("draw", dry_run=True)]
    told = json.dumps([kit.view, kit.board, [answer.body for answer in answers]])
    assert secret not in told


def test_a_match_without_such_dice_promises_nothing(tmp_path: Path) -> None:
    with table(tmp_path / "j") as kit:
        assert len(kit.begin().body["events"]) == 1
        assert "fair" not in kit.view
        assert "call_words" not in kit.view["can"]
        assert kit.do("call_words", words="sun").body["error"]["code"] == "no_fair_dice"


def test_words_called_before_the_first_roll_change_all_dice(tmp_path: Path) -> None:
    drawn = []
    for name, words in (("a", []), ("b", ["sun"]), ("c", ["sun", " wind  and rain"])):
        with table(tmp_path / name, game=FairToy()) as kit:
            kit.begin(seed=5)
            for each in words:
                assert kit.view["can"]["call_words"]
                assert kit.do("call_words", words=each).status == 200
            assert kit.board["fair"]["words"] == ("", "sun", "sun wind and rain")[len(words)]
            drawn.append(rolls(kit, 20))
    assert len({str(each) for each in drawn}) == 3


def test_words_are_told_on_the_record_and_survive_a_restart(tmp_path: Path) -> None:
    with table(tmp_path / "j", game=FairToy()) as kit:
        kit.begin()
        kit.do("call_words", words="sun")
        wrong = kit.do("give", player="ann", marbles=2).body["seq"]
        kit.do("strike", seq=wrong, reason="a slip")
        assert [line["text"] for line in kit.view["recent"]][1] == "Words for the dice: sun"
        before = rolls(kit, 4)
        shown = kit.view
    with table(tmp_path / "j", game=FairToy()) as kit:
        assert kit.view | {"rev": 0} == shown | {"rev": 0}
        assert rolls(kit, 4)[:4] == before


def test_words_count_only_before_the_first_roll_also_when_that_is_undone(kit: Table) -> None:
    first = kit.do("draw").body
    for _ in range(2):
        assert "call_words" not in kit.view["can"]
        assert kit.do("call_words", words="luck").body["error"]["code"] == "words_too_late"
        kit.do("strike", seq=first["seq"], reason="a bad roll")
    assert kit.view["fair"]["used"] == 0
    assert kit.do("draw").body["events"] == first["events"]


def test_words_may_be_undone_until_dice_were_rolled_with_them(kit: Table) -> None:
    slip = kit.do("call_words", words="slip").body["seq"]
    assert kit.do("strike", seq=slip, reason="a slip").status == 200
    assert kit.view["fair"]["words"] == ""
    words = kit.do("call_words", words="sun").body["seq"]
    assert kit.view["recent"][0]["can_strike"]
    rolled = kit.do("draw").body["seq"]
    assert not kit.view["recent"][1]["can_strike"]
    assert kit.do("strike", seq=words, reason="x", also=[rolled]).body["error"]["code"] == "not_strikable"
    kit.do("strike", seq=rolled, reason="x")
    assert kit.do("strike", seq=words, reason="x").body["error"]["code"] == "not_strikable"


@pytest.mark.parametrize(
    ("words", "code"),
    [("  ", "no_words"), ("\0 \u202e", "no_words"), ("x" * 99, "too_many_words"), ("", "bad_command")],
)
def test_words_that_cannot_be_called_are_refused(kit: Table, words: str, code: str) -> None:
    kit.do("call_words", words="sun")
    assert kit.do("call_words", words=words).body["error"]["code"] == code
    assert kit.view["fair"]["words"] == "sun"


def test_only_what_can_be_seen_of_the_words_is_taken(kit: Table) -> None:
    kit.do("call_words", words=" Sonne\n\0und \u202eMeer\u200b ")
    assert kit.view["fair"]["words"] == "Sonne und Meer"


def test_words_are_called_from_a_seat_too(kit: Table) -> None:
    def from_seat(kind: str, **fields: str) -> int:
        future = kit.referee.submit({"id": f"seat {kind}", "type": kind, **fields}, "seat/ann")
        kit.referee.turn(0)
        return future.result(0).status

    assert from_seat("call_words", words="sun") == 200
    assert from_seat("draw") == 403
    assert kit.view["fair"]["words"] == "sun"


def test_a_rehearsal_calls_no_words(kit: Table) -> None:
    assert kit.do("call_words", words="sun", dry_run=True).body["events"] == [
        {"type": "WordsCalled", "words": "sun"}
    ]
    assert kit.view["fair"]["words"] == ""


def test_a_game_is_asked_for_what_no_view_shows(kit: Table) -> None:
    kit.do("draw")
    assert kit.referee.ask("seat/ann", {"what": "rolls"}).body == {"who": "seat/ann", "rolls": 1}
    assert kit.referee.ask("", {"what": "hands"}).status == 400


def test_a_rehearsal_of_a_match_promises_nothing(tmp_path: Path) -> None:
    with table(tmp_path / "j", game=FairToy()) as kit:
        rehearsed = kit.do("begin", game="toy", players=[{"name": "ann"}], dry_run=True).body["events"]
        assert [event["type"] for event in rehearsed] == ["SecretBegun"]
        assert "key" not in rehearsed[0]
