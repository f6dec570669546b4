"""Strikes: single decisions taken out of the record, and what stays."""

from pathlib import Path

import pytest

from tests.support.refereeing import Table, table


def give(kit: Table, marbles: int) -> int:
    return int(kit.do("give", player="ann", marbles=marbles).body["seq"])


def take(kit: Table, marbles: int) -> int:
    return int(kit.do("take", player="bob", marbles=marbles).body["seq"])


def test_a_struck_decision_no_longer_counts_and_is_said(tmp_path: Path) -> None:
    with table(tmp_path / "j") as kit:
        kit.begin()
        wrong = give(kit, 5)
        give(kit, 3)
        answer = kit.do("strike", seq=wrong, reason="not a marble")
        struck = {"type": "Struck", "seqs": (wrong,), "reason": "not a marble"}
        assert answer.body == {"seq": 4, "events": [struck]}
        assert kit.view["jar"] == 3
        recent = kit.view["recent"]
        assert recent[0] == {
            "seq": 4,
            "text": "Undone: ann: 5 (not a marble)",
            "can_strike": False,
            "sort": "strike",
        }
        assert [line["seq"] for line in recent] == [4, 3, 1]
        shown = kit.view
    with table(tmp_path / "j") as kit:
        assert kit.view | {"rev": 0} == shown | {"rev": 0}


@pytest.mark.parametrize(
    ("seq", "code"),
    [(99, "no_such_record"), (1, "not_strikable"), (3, "already_struck"), (4, "not_strikable")],
)
def test_what_cannot_be_struck_is_refused(kit: Table, seq: int, code: str) -> None:
    kit.begin()
    give(kit, 1)
    give(kit, 1)
    kit.do("strike", seq=3, reason="x")
    refused = kit.do("strike", seq=seq, reason="x")
    assert (refused.status, refused.body["error"]["code"]) == (409, code)


def test_starts_and_stops_stay(kit: Table) -> None:
    kit.running()
    kit.do("halt")
    cues = list(kit.whistle.plans)
    for seq in (2, 3):
        assert kit.do("strike", seq=seq, reason="x").body["error"]["code"] == "not_strikable"
    assert kit.whistle.plans == cues


def test_a_strike_in_a_running_round_touches_neither_clock_nor_whistle(kit: Table) -> None:
    kit.begin()
    wrong = give(kit, 4)
    kit.do("go")
    before, plans = kit.view["clock"], len(kit.whistle.plans)
    assert kit.do("strike", seq=wrong, reason="x").status == 200
    assert (kit.view["jar"], kit.view["clock"], len(kit.whistle.plans)) == (0, before, plans)


def test_what_would_no_longer_hold_is_listed_until_it_is_named(kit: Table) -> None:
    kit.begin()
    given = give(kit, 5)
    first, second = take(kit, 2), take(kit, 3)
    give(kit, 1)
    refused = kit.do("strike", seq=given, reason="miscounted")
    error = refused.body["error"]
    assert (refused.status, error["code"]) == (409, "would_break")
    assert error["breaks"] == [
        {"seq": first, "text": "bob: -2", "why": "The jar holds only 0."},
        {"seq": second, "text": "bob: -3", "why": "The jar holds only 0."},
    ]
    assert kit.view["jar"] == 1
    half = kit.do("strike", seq=given, reason="miscounted", also=[first])
    assert [b["seq"] for b in half.body["error"]["breaks"]] == [second]
    assert kit.do("strike", seq=given, reason="miscounted", also=[first, second]).status == 200
    assert kit.view["jar"] == 1


def test_a_rehearsed_strike_shows_what_breaks_and_what_changes(kit: Table) -> None:
    kit.begin()
    given, taken = give(kit, 5), take(kit, 2)
    rehearsed = kit.do("strike", seq=given, reason="x", dry_run=True)
    assert rehearsed.status == 200
    assert [b["seq"] for b in rehearsed.body["breaks"]] == [taken]
    rehearsed = kit.do("strike", seq=taken, reason="x", dry_run=True)
    assert rehearsed.body["breaks"] == []
    assert rehearsed.body["changes"] == [{"what": "jar", "from": 3, "to": 5}]
    assert kit.view["jar"] == 3


def test_a_sighting_that_would_be_judged_otherwise_breaks(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit.running()
    wrong = give(kit, 1)
    kit.read()
    match = kit.referee.match
    assert match is not None
    sighting = match.game._sighting  # type: ignore[attr-defined]
    monkeypatch.setattr(
        match.game, "_sighting", lambda state, given: sighting(state, given) if state.jar else ()
    )
    error = kit.do("strike", seq=wrong, reason="x").body["error"]
    assert error["breaks"][0]["why"] == "the sighting would be refused, not counted"


def test_after_the_end_nothing_is_struck(kit: Table) -> None:
    kit.begin()
    wrong = give(kit, 1)
    kit.do("finish", reason="rain")
    assert kit.do("strike", seq=wrong, reason="x").body["error"]["rule"] == "T-9"
    assert not any(line["can_strike"] for line in kit.view["recent"])
    assert "strike" not in kit.view["can"]


def test_a_strike_within_one_batch_and_after_a_lost_one_folds_only_what_is_stored(
    kit: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.fieldkit.referee.test_referee_disk import hanging_disk

    monkeypatch.setattr("fieldkit.journal.file._BUSY_S", 0.02)
    kit.journal.close()
    kit.begin()
    with hanging_disk(kit):
        assert kit.do("give", player="ann", marbles=100).status == 503
    futures = [
        kit.referee.submit({"id": f"s{n}", **raw}, "tablet")
        for n, raw in enumerate(
            [
                {"type": "give", "player": "ann", "marbles": 1},
                {"type": "give", "player": "ann", "marbles": 2},
                {"type": "strike", "seq": 2, "reason": "x"},
            ]
        )
    ]
    kit.referee.turn(0)
    assert [future.result(0).status for future in futures] == [200, 200, 200]
    assert kit.view["jar"] == 2
