"""The alarms, and the wall clock that jumps."""

import time

import pytest

from fieldkit.messages import HoopStatus, LineTrouble, RadioDoubt
from fieldkit.referee.alarms import LOW_MV, Alarm, Alarms
from fieldkit.referee.watches import FORGOTTEN_S, GONE_S, NodeMixUps, Scoreboards, UnassignedNodes, WallClock


def test_an_alarm_stands_until_it_is_taken_back() -> None:
    alarms = Alarms()
    alarms.set("a", Alarm("It burns.", "Put it out."))
    assert alarms.listed({}) == [{"id": "a", "text": "It burns.", "cure": "Put it out."}]
    alarms.set("a", None)
    alarms.set("a", None)
    assert "a" not in alarms


def test_a_jump_of_the_wall_clock_is_said_for_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1_000_000_000_000, 5_000_000_000]
    monkeypatch.setattr(time, "time_ns", lambda: now[0])
    monkeypatch.setattr(time, "monotonic_ns", lambda: now[1])
    alarms, wall = Alarms(), WallClock()

    def go_by(wall_seconds: float, seconds: float) -> bool:
        now[0] += int(wall_seconds * 1e9)
        now[1] += int(seconds * 1e9)
        wall.watch(alarms)
        return "clock" in alarms

    assert not go_by(3, 2)
    assert go_by(3600, 1)
    assert "3600 s" in alarms.listed({})[0]["text"]
    assert go_by(59, 59)
    assert not go_by(2, 2)
    assert go_by(-100, 1)


def test_a_silent_hoop_and_a_low_battery_are_told_by_the_hoops_number() -> None:
    hoops = {
        "h7": HoopStatus("h7", "silent", battery_mv=3300),
        "h8": HoopStatus("h8", "ok", battery_mv=LOW_MV - 1),
        "h9": HoopStatus("h9", "ok", battery_mv=LOW_MV),
        "gate": HoopStatus("gate", "silent", cure="Plug it in."),
    }
    listed = {alarm["id"]: alarm for alarm in Alarms().listed(hoops)}
    assert set(listed) == {"hoop-gate", "hoop-h7", "battery-h8"}, "silence says more than a low battery"
    assert listed["hoop-h7"]["text"] == "Hoop 7 is silent."
    assert listed["hoop-gate"] == {"id": "hoop-gate", "text": "Hoop gate is silent.", "cure": "Plug it in."}
    assert listed["battery-h8"]["text"] == "Hoop 8: its battery is low (3.4 V)."
    in_play = {alarm["id"]: alarm["cure"] for alarm in Alarms().listed(hoops, in_play=True)}
    assert in_play["hoop-h7"] == in_play["hoop-gate"] == "Count its balls by hand: tap the hoop."
    assert in_play["battery-h8"] == listed["battery-h8"]["cure"]


def test_a_uhf_reader_that_is_off_is_told_with_all_that_differs() -> None:
    def said(radio: RadioDoubt) -> str:
        return Alarms().listed({"h4": HoopStatus("h4", "silent", radio=radio)})[0]["text"]

    assert said(RadioDoubt("EU", 20.25, "EU", 20.5)) == (
        "Hoop 4: its UHF reader is off. Asked for EU at 20.25 dBm, it answers EU at 20.5 dBm."
    )
    assert said(RadioDoubt("EU", 20, None, 20)).endswith("it answers ? at 20 dBm.")
    assert said(RadioDoubt("EU", 20, "US")).endswith("it answers US at ? dBm.")


def test_a_scoreboard_that_is_gone_is_missed_until_it_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    alarms, scoreboards = Alarms(), Scoreboards()

    def later(seconds: float, count: int) -> bool:
        now[0] += seconds
        scoreboards.watch(alarms, count)
        return "screen" in alarms

    assert not later(0, 0)
    assert not later(60, 0), "nobody misses what was never there"
    assert not later(1, 2)
    assert not later(1, 1)
    assert not later(GONE_S, 1), "a restart is no alarm"
    assert later(0.1, 1)
    assert alarms.listed({})[0]["text"] == "A scoreboard is not connected."
    assert not later(1, 2)
    assert not later(1, 1)
    assert later(GONE_S + 1, 1)
    assert not later(FORGOTTEN_S, 1), "switched off on purpose"
    assert not later(60, 1)
    assert not later(1, 0)
    assert later(GONE_S + 1, 0)
    assert alarms.listed({})[0]["text"] == "The scoreboard is not connected."


def test_nodes_that_serve_no_hoop_are_one_alarm_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms, strays = Alarms(), UnassignedNodes()
    links = {"spare1": HoopStatus("spare1", "ok"), "spare2": HoopStatus("spare2", "ok")}

    def told(links: dict[str, HoopStatus], crowded: bool = False) -> str:
        strays.watch(alarms, links, crowded)
        listed = alarms.listed({})
        assert [alarm["id"] for alarm in listed] in ([], ["strays"])
        return listed[0]["text"] if listed else ""

    assert told(links) == ""
    for node in links:
        strays.note(node)
    assert told(links) == "2 nodes serve no hoop yet: their balls are not counted."
    assert told(links, crowded=True).startswith("More nodes are heard than the kit can know")
    assert told({"spare2": links["spare2"]}).startswith("Node spare2 serves no hoop yet")
    monkeypatch.setattr("fieldkit.referee.watches.STRAY_S", -1)
    assert told(links) == ""


def test_two_nodes_of_one_name_are_told_until_one_is_gone() -> None:
    alarms, mix_ups = Alarms(), NodeMixUps()
    mix_ups.watch(alarms, LineTrouble(twins=("h3", "spare1")))
    assert [alarm["id"] for alarm in alarms.listed({})] == ["twins-h3", "twins-spare1"]
    mix_ups.watch(alarms, LineTrouble(twins=("h3",)))
    [alarm] = alarms.listed({})
    assert alarm["text"] == "Two nodes call themselves h3: both count for one hoop."
    mix_ups.watch(alarms, LineTrouble())
    assert alarms.listed({}) == []


def test_what_a_bridge_cannot_count_is_told_with_its_cure() -> None:
    alarms, mix_ups = Alarms(), NodeMixUps()
    mix_ups.watch(alarms, LineTrouble(radio_twins=("h1",), out_of_step=("h2",)))
    told = {alarm["id"]: (alarm["text"], alarm["cure"]) for alarm in alarms.listed({})}
    assert told["twins-h1"][0] == "Two radio nodes call themselves h1: only the paired one counts."
    assert told["step-h2"][0] == "Node h2 is not counted: it has lost the number of its last start."
    assert told["step-h2"][1].startswith("Pair it again: hold two of its buttons")
    mix_ups.watch(alarms, LineTrouble(twins=("h1",)))
    [alarm] = alarms.listed({})
    assert alarm["text"].endswith("both count for one hoop.")
    mix_ups.watch(alarms, LineTrouble())
    assert alarms.listed({}) == []
