"""A spare node takes over a broken one's hoop, and a node shows a signal that a person asked for."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.messages import FrameId, HoopStatus
from hardware.fakes import devices as fake_devices
from hardware.fakes.virtual_field import VirtualField
from hardware.hoops.frames import KitReply, encode_ack, encode_hk1, encode_res
from tests.hardware import until
from tests.support.hoop_kit import Bench, JumpClock, Kit, Referee, ready

Benches = Callable[..., Bench]
Run = Callable[[Kit], Kit]


class HoopNode:
    """A hoop node's frames on a bare line."""

    def __init__(self, line: Bench, name: str, boot: str = "7F2A") -> None:
        self.line, self.name, self.boot = line, name, boot
        self.seq = 0

    def translate(self, kind: str, value: str) -> FrameId:
        """Send its next frame."""
        self.seq += 1
        frame = FrameId(self.name, self.boot, self.seq)
        self.line.send(encode_hk1(frame, 0, kind, value))  # type: ignore[arg-type] # one of the four
        return frame

    def report(self, value: str = "4000,-,0") -> FrameId:
        """Send a STATUS and wait until it is answered."""
        frame = self.translate("STATUS", value)
        until(lambda: KitReply(frame) in self.line.answered())
        return frame


@pytest.fixture
def field(bench: Benches, run: Run) -> tuple[Kit, JumpClock, HoopNode, HoopNode]:
    """Return a kit that has heard the node of hoop 3 and a spare one on the same line."""
    line, clock = bench(), JumpClock()
    kit = run(Kit((line.link,), clock))
    ready(line)
    own, spare = HoopNode(line, "h3"), HoopNode(line, "spare1")
    own.report("3600,-70,2")
    spare.report("4100,-50,0")
    return kit, clock, own, spare


Field = tuple[Kit, JumpClock, HoopNode, HoopNode]


def test_every_node_is_listed_with_the_hoop_it_serves(field: Field) -> None:
    kit, _, _, _ = field
    assert kit.links.nodes() == {"h1": "h1", "h3": "h3", "spare1": "spare1"}
    kit.links.take_over("spare1", "h3")
    kit.links.take_over("spare2", "h1")
    assert kit.links.nodes() == {"h1": "h1", "h3": "h3", "spare1": "h3"}
    kit.links.give_back("spare1")
    kit.links.give_back("unheard")
    assert kit.links.nodes()["spare1"] == "spare1"


def test_a_spare_reads_for_the_hoop_and_is_answered_by_its_own_name(field: Field) -> None:
    kit, _, _, spare = field
    kit.links.take_over("spare1", "h3")
    frame = spare.translate("BTN", "1")
    until(lambda: kit.readings)
    (reading,) = kit.readings
    assert (reading.hoop, reading.frame) == ("h3", FrameId("spare1", "7F2A", 2))
    spare.line.raw = b""
    reading.answer("counted")
    until(lambda: KitReply(frame, "counted") in spare.line.answered())
    assert spare.line.raw == encode_ack(frame) + encode_res(frame, "counted")


def test_the_same_numbers_of_two_nodes_of_a_hoop_are_two_presses(bench: Benches, run: Run) -> None:
    line = bench()
    kit = Referee((line.link,))
    run(kit)
    ready(line)
    kit.links.take_over("spare1", "h3")
    for name in ("h3", "spare1"):
        HoopNode(line, name).translate("BTN", "1")
    until(lambda: len(kit.counted) == 2)
    assert [reading.hoop for reading in kit.counted] == ["h3", "h3"]
    assert {reading.frame.hoop for reading in kit.counted if reading.frame} == {"h3", "spare1"}


def test_the_hoop_does_as_well_as_its_spare(field: Field) -> None:
    kit, clock, _, spare = field
    assert kit.links.statuses()["h3"].node == "h3"
    clock.jump(13)
    spare.report("4100,-50,0")
    until(lambda: kit.link("h3") == "silent")
    kit.links.take_over("spare1", "h3")
    assert kit.links.statuses()["h3"] == HoopStatus("h3", "ok", 4100, -50, 0, 2, 0, None, node="spare1")
    assert [status.link for status in kit.told if status.hoop == "h3"][-1] == "ok"
    assert "spare1" not in kit.links.statuses()
    clock.jump(13)
    kit.links.check()
    assert kit.link("h3") == "silent", "the spare is silent too"
    spare.report()
    until(lambda: kit.link("h3") == "ok")
    kit.links.give_back("spare1")
    assert kit.link("h3") == "silent"
    assert kit.link("spare1") == "ok"


def test_what_the_broken_node_reads_when_it_is_back_still_counts(field: Field) -> None:
    kit, _, own, _ = field
    kit.links.take_over("spare1", "h3")
    own.translate("BTN", "2")
    until(lambda: kit.readings)
    assert (kit.readings[0].hoop, kit.readings[0].button) == ("h3", "2")
    assert kit.links.statuses()["h3"].node == "spare1"


def test_a_spare_that_is_still_to_be_heard_changes_nothing_before(bench: Benches, run: Run) -> None:
    line = bench()
    kit = Kit((line.link,))
    kit.links.take_over("spare1", "h3")
    run(kit)
    ready(line)
    assert kit.links.statuses().keys() == {"h1"}
    HoopNode(line, "h3").report()
    assert kit.links.statuses()["h3"].node == "h3"
    HoopNode(line, "spare1").report()
    assert kit.links.statuses()["h3"].node == "spare1"


def test_a_second_spare_takes_the_place_of_the_first(field: Field) -> None:
    kit, _, own, _ = field
    second = HoopNode(own.line, "spare2")
    second.report()
    kit.links.take_over("spare1", "h3")
    kit.links.take_over("spare2", "h3")
    assert kit.links.statuses()["h3"].node == "spare2"
    kit.links.take_over("spare1", "h3")
    assert kit.links.statuses()["h3"].node == "spare1"
    second.translate("BTN", "1")
    until(lambda: kit.readings)
    assert kit.readings[0].hoop == "h3"


def test_a_node_that_serves_elsewhere_leaves_its_hoop_without_one(field: Field) -> None:
    kit, _, _, _ = field
    kit.links.take_over("h1", "h3")
    assert kit.links.statuses().keys() == {"h3", "spare1"}
    assert kit.told[-1].link in ("none", "ok")
    assert [status.link for status in kit.told if status.hoop == "h1"][-1] == "none"


def test_a_node_of_no_hoop_comes_up_under_its_own_name_and_is_answered(field: Field) -> None:
    kit, _, _, spare = field
    frame = spare.translate("BTN", "1")
    until(lambda: kit.readings)
    assert kit.readings[0].hoop == "spare1"
    kit.readings[0].answer("refused")
    until(lambda: KitReply(frame, "refused") in spare.line.answered())


def test_a_signal_is_shown_on_the_newest_frame_and_the_next_on_the_next_report(field: Field) -> None:
    kit, _, own, _ = field
    own.report()
    newest = own.report()
    kit.links.signal("h3", "held")
    until(lambda: KitReply(newest, "held") in own.line.answered())
    kit.links.signal("h3", "counted")
    kit.links.signal("h3", "refused")
    following = own.report()
    until(lambda: KitReply(following, "refused") in own.line.answered())
    last = own.report()
    time.sleep(0.02)
    shown = [taken for taken in own.line.answered() if taken.verdict]
    assert shown == [KitReply(newest, "held"), KitReply(following, "refused")]
    kit.links.signal("h3", "counted")
    until(lambda: KitReply(last, "counted") in own.line.answered())


def test_a_signal_is_never_shown_on_a_press_that_is_not_yet_durable(field: Field) -> None:
    kit, clock, own, _ = field
    report = own.report()
    press = own.translate("BTN", "1")
    until(lambda: kit.readings)
    clock.jump(3)
    kit.links.check()
    kit.links.signal("h3", "held")
    until(lambda: KitReply(report, "held") in own.line.answered())
    kit.links.signal("h3", "refused")
    kit.readings[0].answer("counted")
    following = own.report()
    until(lambda: KitReply(following, "refused") in own.line.answered())
    assert [taken for taken in own.line.answered() if taken.verdict] == [
        KitReply(report, "held"),
        KitReply(press, "counted"),
        KitReply(following, "refused"),
    ]


def test_a_signal_may_go_with_a_press_that_was_taken_without_a_verdict(field: Field) -> None:
    kit, _, own, _ = field
    press = own.translate("BTN", "1")
    until(lambda: kit.readings)
    kit.links.signal("h3", "counted")
    kit.links.signal("h3", "held")
    kit.readings[0].answer(None)
    until(lambda: KitReply(press, "held") in own.line.answered())


def test_a_signal_goes_to_the_node_that_serves_the_hoop(field: Field) -> None:
    kit, _, _, spare = field
    kit.links.take_over("spare1", "h3")
    kit.links.signal("h3", "refused")
    until(lambda: KitReply(FrameId("spare1", "7F2A", 1), "refused") in spare.line.answered())


def test_a_signal_that_had_to_wait_too_long_is_forgotten(field: Field) -> None:
    kit, clock, own, _ = field
    kit.links.signal("h3", "held")
    kit.links.signal("h3", "refused")
    clock.jump(13)
    own.report()
    last = own.report()
    time.sleep(0.02)
    assert "refused" not in [taken.verdict for taken in own.line.answered()]
    kit.links.signal("h3", "counted")
    until(lambda: KitReply(last, "counted") in own.line.answered())


def test_a_signal_that_still_waits_when_a_round_opens_is_forgotten(field: Field) -> None:
    kit, clock, own, _ = field
    kit.links.signal("h3", "held")
    kit.links.signal("h3", "counted")
    kit.links.round_runs(True, clock.now())
    own.report()
    kit.links.round_runs(False, clock.now())
    last = own.report()
    time.sleep(0.02)
    assert "counted" not in [taken.verdict for taken in own.line.answered()]
    kit.links.signal("h3", "refused")
    until(lambda: KitReply(last, "refused") in own.line.answered())


@pytest.mark.parametrize("hoop", ["h9", "spare1"])
def test_a_hoop_without_a_node_can_show_nothing(field: Field, hoop: str) -> None:
    kit, _, _, _ = field
    kit.links.take_over("spare1", "h3")
    with pytest.raises(FieldkitError, match=f"Hoop {hoop} has no node yet"):
        kit.links.signal(hoop, "counted")


def test_a_spare_saves_a_round_end_to_end(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fake_devices, "STATUS_S", 0.2)
    hoops = VirtualField(tmp_path / "field", {"h3": "hk1", "spare1": "hk1"}, seed=3)
    hoops.start()
    try:
        kit = Referee(hoops.links())
        run(kit)
        hoops.hoops["h3"].press("1")
        until(lambda: len(kit.counted) == 1)
        hoops.hoops["h3"].unplug()
        until(lambda: kit.link("h3") == "silent")
        kit.links.take_over("spare1", "h3")
        until(lambda: kit.link("h3") == "ok")
        hoops.hoops["spare1"].press("2")
        until(lambda: len(kit.counted) == 2)
        assert [(reading.hoop, reading.button) for reading in kit.counted] == [("h3", "1"), ("h3", "2")]
        kit.links.signal("h3", "held")
        until(lambda: "held" in hoops.hoops["spare1"].state()["verdicts"].values())
    finally:
        hoops.close()
