"""UHF readers: nothing is transmitted until the reader confirms the band and power of the settings."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from fieldkit.messages import RadioDoubt
from fieldkit.referee.alarms import Alarms
from fieldkit.settings import UhfRegion
from hardware.fakes.pollers import FACTORY_POWER, FACTORY_REGION, VirtualR200
from hardware.fakes.virtual_field import Faults, VirtualField, VirtualHoop
from hardware.hoops.pollers import START_INVENTORY, STOP_INVENTORY, Ask, encode_r200
from hardware.hoops.uhf import (
    ANSWER_WAITS,
    ASK_POWER,
    ASK_REGION,
    CHECK_S,
    MAX_RETRY_S,
    REGIONS,
    RadioGuard,
    set_power,
    set_region,
)
from tests.hardware import until
from tests.support.hoop_kit import JumpClock, Kit

EPC = "30751FEB705C5904E3D50D70"
EU = (REGIONS["EU"], 2000)
Lines = Callable[..., tuple[VirtualField, Kit, JumpClock]]


def test_commands_are_the_published_ones() -> None:
    assert bytes.fromhex("BB 00 07 00 01 01 09 7E") == set_region("CN")
    assert bytes.fromhex("BB 00 07 00 01 02 0A 7E") == set_region("US")
    assert bytes.fromhex("BB 00 08 00 00 08 7E") == ASK_REGION
    assert bytes.fromhex("BB 00 B6 00 02 07 D0 8F 7E") == set_power(20)
    assert bytes.fromhex("BB 00 B6 00 02 0A 28 EA 7E") == set_power(26)
    assert bytes.fromhex("BB 00 B7 00 00 B7 7E") == ASK_POWER
    assert [REGIONS[name] for name in ("CN", "US", "EU", "CN800", "KR")] == [1, 2, 3, 4, 6]
    assert set(get_args(UhfRegion)) == set(REGIONS)


class Talk:
    """A guard and a reader without a line between them; what is sent, and for how long (s) all waits."""

    def __init__(self, guard: RadioGuard, reader: VirtualR200) -> None:
        self.guard, self.reader = guard, reader
        self.sent: list[bytes] = []
        self.pauses: list[float] = []
        self.now = 0.0
        self._asks: Iterator[Ask] = guard.asks()

    def go_on(self, turns: int, answers: bool = True) -> None:
        for _ in range(turns):
            ask = next(self._asks)
            if ask.line:
                self.sent.append(ask.line)
            elif ask.pause > 0.1:
                self.pauses.append(ask.pause)
            self.reader.hear(ask.line)
            said = b"".join(self.reader.speak(self.now))
            if answers:
                self.guard.hear(said)
            self.now += ask.pause


def test_reader_is_started_only_after_both_were_set_and_read_back() -> None:
    talk = Talk(RadioGuard("EU", 20), VirtualR200())
    talk.go_on(30)
    first = [STOP_INVENTORY, set_region("EU"), set_power(20), ASK_REGION, ASK_POWER, START_INVENTORY]
    assert talk.sent[:6] == first
    assert talk.sent[6:10] == [STOP_INVENTORY, ASK_REGION, ASK_POWER, START_INVENTORY], "asked again"
    assert talk.reader.transmitted == {EU}
    assert talk.guard.doubt is None


@pytest.mark.parametrize(
    ("region", "power_dbm", "told", "told_dbm"), [("EU", 20, "CN", 20), ("CN", 27.5, "CN", 26)]
)
def test_reader_that_cannot_do_what_is_asked_never_transmits(
    region: UhfRegion, power_dbm: float, told: str, told_dbm: float
) -> None:
    reader = VirtualR200()
    reader.fixed = True
    talk = Talk(RadioGuard(region, power_dbm), reader)
    talk.go_on(800)
    assert START_INVENTORY not in talk.sent
    assert reader.transmitted == set()
    assert talk.guard.doubt == RadioDoubt(region, power_dbm, told, told_dbm)
    assert talk.pauses[:6] == [0.5, 1, 2, 4, 8, MAX_RETRY_S], "tried again, ever more slowly"


def test_reader_without_an_answer_is_not_started_and_told_of_the_second_time() -> None:
    talk = Talk(RadioGuard("US", 15.5), VirtualR200())
    one_round = 1 + 4 * (ANSWER_WAITS + 1) + 1
    talk.go_on(one_round, answers=False)
    assert talk.guard.doubt is None
    talk.go_on(one_round, answers=False)
    assert talk.guard.doubt == RadioDoubt("US", 15.5)
    assert talk.guard.doubt.is_mute
    assert talk.reader.transmitted == set()
    talk.go_on(30)
    assert talk.guard.doubt is None
    assert talk.reader.transmitted == {(REGIONS["US"], 1550)}


def test_one_lost_answer_is_no_doubt_and_the_second_in_turn_is() -> None:
    guard, answers = RadioGuard("EU", 20), {ASK_REGION: encode_r200(1, 0x08, b"\x03")}
    rounds, starts = 0, 0
    doubts: list[RadioDoubt | None] = []
    for ask in guard.asks():
        guard.hear(answers.get(ask.line, b""))
        starts += ask.line == START_INVENTORY
        if ask.line == STOP_INVENTORY:
            rounds += 1
            doubts.append(guard.doubt)
        if rounds == 3:
            break
    assert doubts == [None, None, RadioDoubt("EU", 20, "EU", None)]
    assert starts == 0, "it is off from the first on"


def test_reader_that_lost_its_power_unseen_is_stopped_and_told_again() -> None:
    talk = Talk(RadioGuard("EU", 20), VirtualR200())
    talk.go_on(10)
    talk.reader.restart(talk.now)
    talk.go_on(60)
    assert talk.sent.count(set_region("EU")) == 2
    assert talk.reader.transmitted == {EU}
    assert talk.guard.doubt is None


def test_reader_whose_kit_is_gone_transmits_no_more_after_a_while() -> None:
    reader = VirtualR200()
    reader.hear(set_region("EU") + set_power(20) + START_INVENTORY)
    now, last = 0.0, 0.0
    while now < 60 and reader.speak(now):
        last = now
        now = reader.due()
    assert CHECK_S < last < 60, "it looks on for as long as the kit takes to ask again, and no hour longer"


def test_unknown_band_is_told_by_its_number() -> None:
    guard = RadioGuard("EU", 20)
    for ask in guard.asks():
        if ask.line == ASK_REGION:
            guard.hear(encode_r200(1, 0x08, b"\x09"))
        elif ask.line == ASK_POWER:
            guard.hear(encode_r200(1, 0xB7, b"\x07\xd0"))
        if guard.doubt is not None:
            break
    assert guard.doubt == RadioDoubt("EU", 20, "band 9", 20.0)


def uhf(hoop: VirtualHoop) -> VirtualR200:
    assert isinstance(hoop.device, VirtualR200)
    return hoop.device


def alarm(kit: Kit, in_play: bool = False) -> dict[str, str]:
    return Alarms().listed(kit.links.statuses(), in_play=in_play)[0]


@pytest.mark.slow
def test_sold_for_another_band_the_reader_stays_off_and_the_tablet_says_so(lines: Lines) -> None:
    field, kit, clock = lines(h4="r200")
    hoop = field.hoops["h4"]
    until(lambda: uhf(hoop).transmitted)
    hoop.unplug()
    hoop.device = VirtualR200()
    hoop.device.fixed = True
    hoop.hold(EPC, 60)
    hoop.replug()
    until(lambda: kit.links.statuses()["h4"].radio == RadioDoubt("EU", 20, "CN", 20))
    assert kit.link("h4") == "silent"
    # As long as it is left alone between two tries it answers nothing, and is no cable to mend for that.
    clock.jump(MAX_RETRY_S)
    assert alarm(kit) == {
        "id": "hoop-h4",
        "text": "Hoop 4: its UHF reader is off. Asked for EU at 20 dBm, it answers CN at 20 dBm.",
        "cure": "Set region and power_dbm to what your law allows and this reader can do, "
        "or change the reader.",
    }
    assert alarm(kit, in_play=True)["cure"] == "Count its balls by hand: tap the hoop."
    until(lambda: kit.told[-1].link == "silent")
    assert hoop.device.transmitted == set()
    assert kit.readings == []


@pytest.mark.slow
def test_mute_reader_is_not_started_and_the_alarm_names_what_was_asked(lines: Lines) -> None:
    field, kit, _ = lines(h4="yrm100")
    hoop = field.hoops["h4"]
    until(lambda: uhf(hoop).transmitted)
    hoop.unplug()
    hoop.faults = Faults(lose=1)
    hoop.restart()
    uhf(hoop).transmitted.clear()
    hoop.replug()
    until(lambda: kit.links.statuses()["h4"].radio == RadioDoubt("EU", 20))
    assert alarm(kit)["text"] == "Hoop 4: its UHF reader is off: it does not confirm EU at 20 dBm."
    assert alarm(kit)["cure"] == "Check the cable of hoop 4, then its reader."
    assert uhf(hoop).transmitted == set()
    hoop.faults = Faults()
    hoop.tag(EPC)
    until(lambda: kit.readings)
    assert uhf(hoop).transmitted == {EU}
    until(lambda: kit.link("h4") == "ok")


def test_reader_that_is_replaced_while_the_kit_runs_is_set_before_it_transmits(lines: Lines) -> None:
    field, kit, _ = lines(h4="r200")
    hoop = field.hoops["h4"]
    until(lambda: uhf(hoop).transmitted)
    hoop.unplug()
    hoop.device = other = VirtualR200()
    assert (FACTORY_REGION, FACTORY_POWER) != EU
    hoop.replug()
    hoop.tag(EPC)
    until(lambda: kit.readings)
    assert other.transmitted == {EU}


def test_lines_of_all_fields_give_uhf_readers_what_they_need(tmp_path: Path) -> None:
    field = VirtualField(tmp_path, {"h1": "r200", "h2": "hk1"})
    assert [(link.region, link.power_dbm) for link in field.links()] == [("EU", 20), (None, None)]
    field.close()
