"""The kit page: live inputs, outputs, and who gets a reading or a press."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from fieldkit.checkup.finding import Finding
from fieldkit.messages import FrameId, HoopStatus, LoopbackResult, Press, RadioBridge, Reading, WhistleHello
from fieldkit.settings import Settings, Whistle
from tests.support.kit_table import SETTINGS, KitTable, kit_table


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[KitTable]:
    with kit_table(tmp_path) as made:
        yield made


# Live inputs


def test_every_reading_is_shown_with_what_it_stands_for(kit: KitTable) -> None:
    kit.read("ff", "h2", rssi_dbm=-61)
    kit.read("ABCD")
    kit.read(button="1", hoop="h10")
    shown = kit.view["inputs"]
    assert [(one["name"], one["kind"], one["value"], one["means"], one["rssi_dbm"]) for one in shown] == [
        ("h10", "button", "1", "wood", None),
        ("h1", "tag", "ABCD", None, None),
        ("h2", "tag", "ff", "ore", -61),
    ]
    assert [one["seq"] for one in shown] == [3, 2, 1]
    assert {(one["from"], one["at"]) for one in shown} == {("hoop", 1_000_000)}


def test_a_reading_names_its_node_so_that_a_label_can_be_checked(kit: KitTable) -> None:
    kit.read("ABCD", "h2")
    kit.read(button="1", hoop="h3", frame=FrameId("spare1", "0a1b", 1))
    kit.press("stop", "p1")
    assert [one["node"] for one in kit.view["inputs"]] == [None, "spare1", None]


def test_what_is_repeated_is_shown_once_and_only_the_last_are_kept(kit: KitTable) -> None:
    frame = FrameId("h1", "0a1b", 1)
    for _ in range(3):
        kit.read(button="1", frame=frame)
        kit.press("stop", "p1")
    assert [one["value"] for one in kit.view["inputs"]] == ["stop", "1"]
    for number in range(40):
        kit.read(f"{number:04X}")
    assert [one["value"] for one in kit.view["inputs"]][::29] == ["0027", "000A"]


def test_markers_and_players_are_called_by_their_team(tmp_path: Path) -> None:
    tags = Settings(tags={"AA": {"marker": "red"}, "BB": {"player": "blue/3"}})
    with kit_table(tmp_path, settings=tags) as kit:
        kit.read("AA")
        kit.read("BB")
        assert [one["means"] for one in kit.view["inputs"]] == ["player 3 of Blue", "marker of Red"]


def test_inputs_are_shown_in_a_match_too_and_do_their_usual_work(kit: KitTable) -> None:
    kit.create()
    kit.press("start", "p1")
    assert kit.match["phase"] == "round"
    kit.clock.jump(1)
    kit.read(button="1", frame=FrameId("h1", "0a1b", 1))
    assert [one["value"] for one in kit.view["inputs"]] == ["1", "start"]
    assert kit.verdicts == ["counted"]
    assert kit.match["counted"][0]["kind"] == "wood"
    assert kit.view["idle"] is False
    assert (kit.view["stage"], kit.view["number"], kit.view["urgent"]) == ("play", 1, True)


def test_old_presses_of_a_whistle_that_connects_anew_are_no_live_inputs(kit: KitTable) -> None:
    old = Press("p1", "stop", kit.clock.now(), kit.clock.now())
    kit.clock.jump(60)
    new = Press("p2", "stop", kit.clock.now(), kit.clock.now())
    kit.hear(WhistleHello("b", presses=(old, new)))
    assert len(kit.view["inputs"]) == 1


# Outputs


def test_outputs_are_driven_while_no_match_runs(kit: KitTable) -> None:
    kit.order("blast", blast="close")
    kit.order("lamp", lamp="alarm", on=True)
    kit.hoops.links["h1"] = HoopStatus("h1", "ok", node="h1")
    assert kit.order("node", hoop="h1", shows="held")["outputs"]["nodes"] == ["h1"]
    assert kit.whistle.tried == ["close", ("alarm", True)]
    assert kit.hoops.signals == [("h1", "held")]
    assert kit.refused("node", hoop="h2", shows="held") == (409, "cannot")
    assert kit.refused("node", hoop="h11", shows="held") == (400, "unknown_hoop")


def test_no_output_is_driven_in_a_match_or_while_the_whistle_is_away(kit: KitTable) -> None:
    kit.whistle.here = False
    assert kit.view["whistle"] == "away"
    assert kit.refused("blast", blast="open") == (409, "whistle_away")
    assert kit.refused("lamp", lamp="round", on=False) == (409, "whistle_away")
    kit.whistle.here = True
    kit.create()
    kit.order("blast", blast="open")
    tried = list(kit.whistle.tried)
    kit.run_a_round()
    for order in (
        {"do": "blast", "blast": "open"},
        {"do": "lamp", "lamp": "round", "on": True},
        {"do": "node", "hoop": "h1", "shows": "held"},
        {"do": "learn"},
        {"do": "check"},
    ):
        assert kit.page.do(order).body["error"]["code"] == "match_runs"
    assert kit.whistle.tried == tried


def test_what_the_wire_felt_is_shown_until_the_next_blast(kit: KitTable) -> None:
    assert kit.view["felt"] is None
    kit.hear(LoopbackResult("open", False))
    assert kit.view["felt"] == {"blast": "open", "felt": False}
    assert kit.order("blast", blast="warn")["felt"] is None


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"do": "dance"},
        {"do": 1},
        {"do": "blast"},
        {"do": "blast", "blast": "loud"},
        {"do": "blast", "blast": "open", "more": 1},
        {"do": "lamp", "lamp": "round", "on": "yes"},
        {"do": "node", "hoop": "", "shows": "held"},
        {"do": "learn", "role": "ball"},
        {"do": "answer", "check": "blast", "well": None},
    ],
)
def test_what_is_no_order_is_refused_in_one_sentence(kit: KitTable, raw: dict[str, object]) -> None:
    before = kit.view
    answer = kit.page.do(raw)
    assert (answer.status, answer.body["error"]["code"]) == (400, "bad_command")
    assert "\n" not in answer.body["error"]["message"]
    assert kit.view == before


def test_rev_moves_only_when_something_has_changed(kit: KitTable) -> None:
    rev = kit.view["rev"]
    assert kit.view["rev"] == rev
    kit.hoops.links["h3"] = HoopStatus("h3", "silent", cure="Check the cable of hoop {hoop}.", frames=4)
    shown = kit.view
    assert shown["rev"] == rev + 1
    assert [hoop["hoop"] for hoop in shown["hoops"]] == [f"h{number}" for number in range(1, 11)]
    third = shown["hoops"][2]
    assert (third["link"], third["cure"], third["frames"]) == ("silent", "Check the cable of hoop 3.", 4)
    assert shown["hoops"][0]["link"] == "none"


# A check has readings and buttons to itself


def test_check_is_made_by_hand_and_by_itself(tmp_path: Path) -> None:
    with kit_table(tmp_path, settings=Settings(whistle=Whistle(loopback=5))) as kit:
        shown = kit.order("check")["check"]
        assert shown is not None
        assert (shown["open"], shown["verdict"], shown["at"]) == (True, None, 0)
        kit.soon(lambda: kit.grades().get("disk") == "pass")
        kit.order("answer", check="blast", well=True)
        kit.hear(LoopbackResult("open", True))
        kit.order("answer", check="lamp-round", well=True)
        kit.order("answer", check="lamp-alarm", well=False)
        kit.press("start", "p1")
        kit.press("stop", "p2")
        kit.hoops.links["h2"] = HoopStatus("h2", "ok", battery_mv=3000)
        kit.read("AB", rssi_dbm=-50)
        kit.read(button="1", hoop="h2", frame=FrameId("h2", "0a1b", 1))
        assert kit.verdicts == ["counted", "counted"]
        assert kit.item("hoop-h1")["says"] == "Tag AB, signal -50 dBm."
        kit.clock.jump(3)
        ended = kit.order("check_end")["check"]
        assert ended is not None
        assert (ended["open"], ended["verdict"], ended["at"]) == (False, "fail", 1_003_000)
        assert kit.grades() == {
            **dict.fromkeys(
                ("blast", "lamp-round", "button-start", "button-stop", "hoop-h1", "disk"), "pass"
            ),
            **dict.fromkeys((f"hoop-h{number}" for number in range(2, 11)), "warn"),
            "lamp-alarm": "fail",
        }
        assert kit.item("hoop-h2")["hoop"] == "h2"
        assert kit.refused("check_end") == (409, "no_check")
        assert kit.refused("answer", check="blast", well=True) == (409, "no_check")


def test_answers_must_fit_the_check(kit: KitTable) -> None:
    kit.order("check")
    kit.soon(lambda: "disk" in kit.grades())
    assert kit.refused("answer", check="siren", well=True) == (400, "unknown_check")
    assert kit.refused("answer", check="hoop-h1", well=True) == (409, "asks_nothing")


def test_press_in_a_check_starts_no_round_not_even_a_bare_one(kit: KitTable) -> None:
    kit.create()
    kit.order("check")
    for press in ("p1", "p1"):
        kit.press("start", press)
    assert kit.match["phase"] == "ready"
    assert set(kit.whistle.answered) == {"p1"}
    assert kit.item("button-start")["grade"] == "pass"
    kit.order("check_end")
    kit.press("start", "p1")
    assert kit.match["phase"] == "ready"
    kit.press("start", "p2")
    assert kit.match["phase"] == "round"


def test_check_that_was_forgotten_takes_each_button_but_once(kit: KitTable) -> None:
    kit.create()
    kit.order("check")
    kit.press("start", "p1")
    kit.press("stop", "p2")
    assert kit.match["phase"] == "ready"
    kit.press("start", "p3")
    assert kit.match["phase"] == "round"
    shown = kit.view["check"]
    assert shown is not None
    assert not shown["open"]


def test_second_tablet_that_begins_a_check_joins_the_open_one(kit: KitTable) -> None:
    kit.order("check")
    kit.read("AB")
    kit.order("check")
    assert kit.item("hoop-h1")["grade"] == "pass"
    kit.order("check_end")
    kit.order("check")
    assert kit.item("hoop-h1")["grade"] == "open", "a new one begins again"


def test_press_that_the_whistle_has_given_up_is_not_the_checks(kit: KitTable) -> None:
    kit.order("check")
    late = Press("p1", "start", kit.clock.now(), kit.clock.now())
    kit.clock.jump(1)
    kit.hear(late)
    assert kit.item("button-start")["grade"] == "open"
    assert kit.whistle.answered == []


def test_stop_pressed_in_a_check_stops_no_later_round(tmp_path: Path) -> None:
    with kit_table(tmp_path) as kit:
        kit.create()
        kit.order("check")
        press = Press("p1", "stop", kit.clock.now(), kit.clock.now())
        kit.hear(press)
        kit.run_a_round()
        kit.hear(WhistleHello("b", presses=(press,)))
        assert kit.match["phase"] == "round"


@pytest.mark.slow
def test_reading_in_a_check_is_noted_as_taken_and_counts_nothing_later(tmp_path: Path) -> None:
    frame = FrameId("h1", "0a1b", 1)
    with kit_table(tmp_path) as kit:
        kit.create()
        kit.order("check")
        kit.read(button="1", frame=frame)
        assert kit.item("hoop-h1")["grade"] == "pass"
        kit.run_a_round()
        kit.read(button="1", frame=frame)
        assert kit.match["counted"] == []
        assert kit.verdicts == ["counted", "counted"]
        clock = kit.clock
    with kit_table(tmp_path, clock=clock) as again:
        again.read(button="1", frame=frame)
        assert again.verdicts == ["counted"]
        assert again.match["counted"] == []


def test_frame_of_the_match_that_is_repeated_is_no_scan_of_the_check(kit: KitTable) -> None:
    frame = FrameId("h1", "0a1b", 1)
    kit.read(button="1", frame=frame)
    kit.order("check")
    kit.read(button="1", frame=frame)
    assert kit.verdicts == ["refused", "refused"]
    assert kit.item("hoop-h1")["grade"] == "open"


def test_round_that_starts_ends_the_check_and_keeps_its_verdict(kit: KitTable) -> None:
    kit.create()
    kit.order("check")
    kit.read("AA")
    kit.command("start_round")
    kit.clock.jump(1)
    kit.read(button="1", frame=FrameId("h1", "0a1b", 1))
    assert kit.verdicts[-1] == "counted"
    shown = kit.view["check"]
    assert shown is not None
    assert (shown["open"], shown["verdict"]) == (False, "warn")
    assert kit.match["counted"][0]["kind"] == "wood"
    kit.command("stop_round")
    kit.command("end_round")
    kit.command("end_match", reason="rain")
    assert kit.view["check"] is None
    assert kit.view["idle"]


def test_reading_that_comes_with_the_start_of_a_round_is_the_matchs(kit: KitTable) -> None:
    kit.create()
    kit.order("check")
    now = kit.clock.now()
    asked = kit.referee.submit({"id": "s1", "type": "start_round"}, "tablet")
    kit.referee.take(Reading("h1", now, now, None, "1", None, kit.verdicts.append))
    kit.referee.turn(0)
    assert asked.result(0).status == 200
    assert kit.verdicts == ["refused"]
    assert kit.item("hoop-h1")["says"] == "Not checked."


def test_kit_that_does_not_come_to_an_end_of_looking_holds_nobody_up(tmp_path: Path) -> None:
    done = threading.Event()
    looks: list[int] = []

    def look() -> Sequence[Finding]:
        looks.append(1)
        done.wait(10)
        return (Finding("disk", "pass", "fast"),)

    with kit_table(tmp_path, look=look) as kit:
        kit.order("check")
        kit.soon(lambda: looks)
        kit.order("check")
        ended = kit.order("check_end")["check"]
        assert ended is not None
        kit.order("check")
        assert kit.item("kit")["grade"] == "open"
        done.set()
        kit.soon(lambda: "disk" in kit.grades())
        assert len(looks) == 2


def test_bug_in_looking_leaves_the_check_as_it_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    def look() -> Sequence[Finding]:
        raise RuntimeError("no such thing")

    with kit_table(tmp_path, look=look) as kit:
        kit.order("check")
        kit.soon(lambda: "no such thing" in caplog.text)
        assert kit.item("kit")["grade"] == "open"


def test_settings_tags_are_known(kit: KitTable) -> None:
    assert SETTINGS.tags
    kit.read("FF")
    assert kit.view["inputs"][0]["means"] == "ore"


# The radio


def test_radio_nodes_are_paired_and_forgotten_but_not_in_a_round(kit: KitTable) -> None:
    assert kit.view["bridges"] == []
    kit.hoops.radio["bridge-0000bb"] = RadioBridge(
        "bridge-0000bb", 3, 42, {"h2": "0200000000FF", "h1": "020000000001"}
    )
    assert kit.view["bridges"] == [
        {
            "bridge": "bridge-0000bb",
            "refused": 3,
            "pairing_s": 42,
            "pairs": [
                {"node": "h1", "address": "02:00:00:00:00:01"},
                {"node": "h2", "address": "02:00:00:00:00:FF"},
            ],
        }
    ]
    kit.order("pair", bridge="bridge-0000bb", on=True)
    kit.order("unpair", bridge="bridge-0000bb", node="h2")
    assert kit.hoops.asked == [("bridge-0000bb", "", True), ("bridge-0000bb", "h2", False)]
    assert kit.refused("unpair", bridge="bridge-0000bb", node="h9") == (400, "unknown_node")
    assert kit.refused("pair", bridge="bridge-0000bb", on="yes") == (400, "bad_command")
    kit.create()
    kit.run_a_round()
    assert kit.refused("pair", bridge="bridge-0000bb", on=True) == (409, "round_runs")
    assert kit.refused("unpair", bridge="bridge-0000bb", node="h1") == (409, "round_runs")
    assert len(kit.hoops.asked) == 2
