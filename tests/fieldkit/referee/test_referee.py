"""Commands, answers and views: the referee with a real journal and a game that is not Full-Contact."""

import json
import threading
from pathlib import Path

import pytest

from fieldkit.clock import MS, NS, Clock
from fieldkit.journal.database import Journal
from fieldkit.referee.feed import Feed
from fieldkit.referee.ports import Ports
from fieldkit.referee.referee import Referee
from fieldkit.settings import Settings
from tests.support.forged import forge
from tests.support.refereeing import NotedWhistle, Table, table
from tests.support.toy_game import Toy


def test_without_a_match_only_a_match_can_be_created(kit: Table) -> None:
    assert kit.view["phase"] == "setup"
    assert kit.view["can"] == {"begin": True}
    assert kit.board["match"] is None
    assert "alarms" not in kit.board
    for kind, fields in [("go", {}), ("strike", {"seq": 1, "reason": "x"})]:
        answer = kit.do(kind, **fields)
        assert (answer.status, answer.body["error"]["code"]) == (409, "no_match")


def test_a_match_is_created_once(kit: Table) -> None:
    answer = kit.begin()
    assert answer.body["seq"] == 1
    assert answer.body["events"][0]["type"] == "Begun"
    assert kit.view["match"] == "m1"
    assert kit.do("begin", game="toy", players=[{"name": "x"}]).body["error"]["code"] == "match_running"
    kit.do("finish", reason="dark")
    assert kit.view["can"]["begin"] is True
    kit.begin()
    assert (kit.view["match"], kit.view["seq"]) == ("m2", 1)


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"type": "go"}, "id"),
        ({"id": "", "type": "go"}, "id"),
        ({"id": "x" * 65, "type": "go"}, "id"),
        ({"id": 7, "type": "go"}, "id"),
        ({"id": "x"}, "type"),
        ({"id": "x", "type": "fly"}, "fly"),
        ({"id": "x", "type": "go", "speed": 1}, "speed"),
        ({"id": "x", "type": "go", "round": "1"}, "round"),
        ({"id": "x", "type": "go", "dry_run": 1}, "dry_run"),
        ({"id": "x", "type": "go", "not_after": "soon"}, "not_after"),
        ({"id": "x", "type": "go", "not_after": 1.5}, "not_after"),
        ({"id": "x", "type": "give", "player": "ann", "marbles": True}, "marbles"),
        ({"id": "x", "type": "give", "player": "ann", "marbles": 1.0}, "marbles"),
        ({"id": "x", "type": "give", "player": "ann"}, "marbles"),
        ({"id": "x", "type": "begin", "players": []}, "game"),
        ({"id": "x", "type": "begin", "game": "toy", "players": [{"name": "a", "x": 1}]}, "players.0.x"),
        ({"id": "x", "type": "begin", "game": "toy", "players": [{"age": 1}]}, "name"),
        ({"id": "x", "type": "strike", "seq": 2, "reason": ""}, "reason"),
        ({"id": "x", "type": "give", "player": "a" * 501, "marbles": 1}, "player: a text has at most 500"),
        ({"id": "x", "type": "give", "player": "a\u0007", "marbles": 1}, "player: a text"),
        ({"id": "x", "type": "begin", "game": "toy", "players": [{"name": "a\0"}]}, "players: a text"),
        ({"id": "x", "type": "f" * 65}, "type"),
    ],
)
def test_what_cannot_be_decoded_is_named_and_forgotten(kit: Table, raw: dict, named: str) -> None:
    kit.begin()
    future = kit.referee.submit(raw, "tablet")
    kit.referee.turn(0)
    error = future.result(0).body["error"]
    assert (future.result(0).status, error["code"]) == (400, "bad_command")
    assert named in error["message"]
    assert kit.view["seq"] == 1
    if raw.get("id") == "x":
        assert kit.do("give", id="x", player="ann", marbles=1).status == 200


def test_unknown_names_are_400_and_rules_409(kit: Table) -> None:
    kit.begin()
    unknown = kit.do("give", id="u", player="zoe", marbles=1)
    assert (unknown.status, unknown.body["error"]["code"]) == (400, "unknown_player")
    refused = kit.do("take", player="ann", marbles=1)
    assert refused.status == 409
    assert refused.body == {"error": {"code": "jar", "message": "The jar holds only 0.", "rule": "T-4"}}
    assert kit.do("begin", game="chess", players=[]).body["error"]["code"] == "unknown_game"
    assert kit.view["seq"] == 1


def test_the_same_id_gets_the_first_answer_also_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with table(path) as kit:
        kit.begin()
        first = kit.do("give", id="a", player="ann", marbles=2)
        refused = kit.do("take", id="b", player="ann", marbles=9)
        unknown = kit.do("give", id="c", player="zoe", marbles=9)
        again = kit.do("give", id="a", player="ann", marbles=2)
        assert again == first
        kit.do("give", player="ann", marbles=9)
        assert kit.do("take", id="b", player="ann", marbles=9) == refused
        assert kit.view["jar"] == 11
    with table(path) as kit:
        assert kit.do("give", id="a", player="bob", marbles=5) == first
        assert kit.do("take", id="b", player="ann", marbles=9) == refused
        assert kit.do("give", id="c", player="ann", marbles=9) == unknown
        assert (kit.view["jar"], kit.view["seq"]) == (11, 3)


def test_one_id_in_one_batch_is_one_command(kit: Table) -> None:
    kit.begin()
    raw = {"id": "same", "type": "give", "player": "ann", "marbles": 1}
    futures = [kit.referee.submit(raw, "tablet") for _ in range(3)]
    assert not futures[0].cancel()
    kit.referee.turn(0)
    assert len({id(future.result(0)) for future in futures}) == 1
    assert kit.view["jar"] == 1


def test_what_waits_is_decided_in_order_and_stored_with_one_commit(kit: Table) -> None:
    kit.begin()
    commits: list[str] = []
    kit.journal._db.set_trace_callback(commits.append)  # type: ignore[union-attr]
    futures = [
        kit.referee.submit({"id": f"b{i}", "type": "give", "player": "ann", "marbles": 1}, "tablet")
        for i in range(10)
    ]
    kit.referee.turn(0)
    assert [future.result(0).body["seq"] for future in futures] == list(range(2, 12))
    assert commits.count("COMMIT") == 1


def test_a_command_for_another_round_is_stale(kit: Table) -> None:
    kit.begin()
    assert kit.do("give", round=0, player="ann", marbles=1).status == 200
    stale = kit.do("give", round=3, player="ann", marbles=1)
    assert (stale.status, stale.body["error"]["code"]) == (409, "stale")
    assert stale.body["error"]["message"] == "Round 3 was cancelled meanwhile."


def test_a_command_that_is_met_too_late_changes_nothing(kit: Table) -> None:
    kit.begin()
    seq, plans = kit.view["seq"], list(kit.whistle.plans)
    asked = {"id": "g", "type": "go", "not_after": kit.clock.now() // MS + 1500}
    late = kit.referee.submit(asked, "tablet")
    kit.clock.jump(22)
    kit.referee.turn(0)
    assert late.result(0).status == 409
    assert late.result(0).body["error"] == {
        "code": "too_late",
        "message": "This tap came 21 s too late: nothing was done.",
        "rule": None,
    }
    assert (kit.view["seq"], kit.view["phase"], kit.whistle.plans) == (seq, "ready", plans)


def test_a_command_is_taken_up_to_its_last_moment(kit: Table) -> None:
    kit.begin()
    now = kit.clock.now() // MS
    assert kit.do("give", not_after=now, player="ann", marbles=1).status == 200
    late = kit.do("give", not_after=now - 1, player="ann", marbles=1)
    assert (late.status, late.body["error"]["code"]) == (409, "too_late")
    assert kit.view["jar"] == 1


def test_a_moment_that_is_past_is_told_before_a_match_and_without_one(kit: Table) -> None:
    late = {"not_after": kit.clock.now() // MS - 1}
    assert kit.do("go", **late).body["error"]["code"] == "too_late"
    created = kit.do("begin", game="toy", players=[{"name": "ann"}], **late)
    assert created.body["error"]["code"] == "too_late"
    assert kit.view["match"] is None


def test_the_first_answer_stands_whatever_the_moment_also_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "j"
    with table(path) as kit:
        kit.begin()
        by = {"not_after": kit.clock.now() // MS + 100}
        taken = kit.do("give", id="a", player="ann", marbles=2, **by)
        kit.clock.jump(5)
        assert kit.do("give", id="a", player="ann", marbles=2, **by) == taken
        refused = kit.do("give", id="b", player="ann", marbles=2, **by)
        assert refused.status == 409
        assert kit.do("give", id="b", player="ann", marbles=2) == refused
        clock = kit.clock
    with table(path, clock=clock) as kit:
        assert kit.do("give", id="a", player="ann", marbles=2, **by) == taken
        assert kit.do("give", id="b", player="ann", marbles=2) == refused
        assert (taken.status, kit.view["jar"]) == (200, 2)


def test_a_rehearsal_of_what_is_too_late_is_refused_and_leaves_the_id_free(kit: Table) -> None:
    kit.begin()
    late = {"not_after": kit.clock.now() // MS - 1}
    rehearsed = kit.do("give", id="r", player="ann", marbles=1, dry_run=True, **late)
    assert rehearsed.body["error"]["code"] == "too_late"
    assert kit.do("give", id="r", player="ann", marbles=1).status == 200


def test_a_rehearsal_stores_nothing_and_does_not_tell_the_next_card(kit: Table) -> None:
    kit.begin(seed=4)
    rehearsed = [kit.do("draw", id="d", dry_run=True).body for _ in range(3)]
    assert all(body["seq"] is None and body["dry_run"] is True for body in rehearsed)
    drawn = kit.do("draw", id="d").body["events"][0]["number"]
    assert drawn not in [body["events"][0]["number"] for body in rehearsed]
    assert kit.do("take", dry_run=True, player="ann", marbles=1).status == 409
    assert kit.view["seq"] == 2


def test_a_seed_draws_the_same_again(tmp_path: Path) -> None:
    drawn = []
    for name in ("one", "two"):
        with table(tmp_path / name) as kit:
            kit.begin(seed=7)
            drawn.append([kit.do("draw").body["events"][0]["number"] for _ in range(2)])
    assert drawn[0] == drawn[1]
    assert drawn[0][0] != drawn[0][1]


def test_a_bug_is_answered_500_and_the_match_goes_on(kit: Table, caplog: pytest.LogCaptureFixture) -> None:
    kit.begin()
    futures = [
        kit.referee.submit({"id": name, "type": kind, **fields}, "tablet")
        for name, kind, fields in [("x", "crash", {}), ("y", "give", {"player": "ann", "marbles": 1})]
    ]
    kit.referee.turn(0)
    assert [future.result(0).status for future in futures] == [500, 200]
    assert "ZeroDivisionError" in caplog.text


def test_the_view_lists_the_last_actions_and_what_the_kit_adds(kit: Table) -> None:
    kit.begin()
    for marbles in range(40):
        kit.do("give", player="ann", marbles=marbles)
    recent = kit.view["recent"]
    assert len(recent) == 30
    assert recent[0] == {"seq": 41, "text": "ann: 39", "team": "ann", "can_strike": True, "sort": ""}
    assert kit.view["can"]["strike"] is True
    assert kit.view["kit"] == {"name": "Field 1", "whistle": "ok", "disk": "ok", "screens": 0, "check": None}
    assert kit.view["hoops"][0] == {"id": "h1", "link": "none"}


def test_rev_moves_with_every_change_and_never_back(tmp_path: Path) -> None:
    with table(tmp_path / "j") as kit:
        kit.begin()
        rev = kit.view["rev"]
        kit.referee.turn(0)
        assert kit.view["rev"] == rev
        kit.do("give", player="ann", marbles=1)
        assert kit.view["rev"] == rev + 1
        last = kit.view["rev"]
    with table(tmp_path / "j") as kit:
        assert kit.view["rev"] > last


def test_a_deadline_comes_at_its_moment_however_late_the_turn(kit: Table) -> None:
    kit.running()
    kit.wait(100)
    assert kit.view["phase"] == "break"
    assert kit.referee.match.state.rest_ends is None  # type: ignore[union-attr]
    assert kit.view["seq"] == 4


def test_a_command_is_decided_after_the_deadlines_before_it(kit: Table) -> None:
    kit.running()
    kit.clock.jump(8)
    assert kit.do("halt").status == 409
    assert kit.view["phase"] == "break"


def test_the_thread_waits_for_the_next_deadline_and_ends(tmp_path: Path) -> None:
    before, feed, rested = set(threading.enumerate()), Feed(), threading.Event()
    ports = Ports(NotedWhistle(), feed=feed)
    referee = Referee(Journal(tmp_path / "j"), {"toy": Toy()}, Settings(), Clock(rate=400.0), ports)

    def woken() -> None:
        if json.loads(feed.latest.match).get("phase") == "break":
            rested.set()

    feed.listen(woken)
    referee.start()
    try:
        raw = {"id": "a", "type": "begin", "game": "toy", "players": [{"name": "ann"}]}
        assert referee.submit(raw, "tablet").result(5).status == 200
        assert referee.submit({"id": "b", "type": "go"}, "tablet").result(5).status == 200
        assert rested.wait(5)
    finally:
        referee.close()
    assert not {thread.name for thread in set(threading.enumerate()) - before} & {"referee"}


def test_a_record_that_cannot_be_read_is_left_out_with_an_alarm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "j"
    with table(path) as kit:
        kit.begin()
        kit.do("give", player="ann", marbles=1)
        kit.do("give", player="ann", marbles=2)
    forge(path, 2, events='[{"type": "Flown"}]')
    with table(path) as kit:
        assert kit.view["jar"] == 2
        assert kit.alarms == ["journal-0"]
    assert "Record 2 is unreadable" in caplog.text


def test_health_names_the_parts(kit: Table) -> None:
    for who in ("one", "two", "one"):
        kit.referee.beat(who)
    health = kit.referee.health()
    assert health["tablets"] == 2
    assert {name: health[name] for name in ("ok", "whistle", "journal", "hoops")} == {
        "ok": True,
        "whistle": "ok",
        "journal": "ok",
        "hoops": {},
    }
    assert kit.referee.now_ms() == kit.clock.now() * 1000 // NS
