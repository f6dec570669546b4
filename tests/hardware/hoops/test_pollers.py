"""Readers that must be asked: the published frames, odd answers, and whole readers on real lines."""

import os
from collections.abc import Callable

import pytest

from fieldkit.errors import FieldkitError
from hardware.fakes.pollers import VirtualPn532, VirtualR200
from hardware.fakes.virtual_field import Faults, VirtualField
from hardware.hoops.formats import MUTE_S
from hardware.hoops.pollers import (
    ACK,
    LIST_TARGETS,
    MAX_CARRIED_BYTES,
    NO_TAG,
    PN532_ASKS,
    PN532_WAKE,
    RF_CONFIGURATION,
    SAM_CONFIGURATION,
    START_INVENTORY,
    STOP_INVENTORY,
    encode_listed,
    encode_notice,
    encode_pn532,
    encode_r200,
    pn532_codec,
    pn532_commands,
    r200_codec,
)
from tests.hardware import until
from tests.support.hoop_kit import TAG, Bench, JumpClock, Kit

CARD, EPC = "04A1B2C3D4E5F6", "30751FEB705C5904E3D50D70"
polled = pytest.mark.parametrize(("protocol", "tag"), [("pn532", CARD), ("r200", EPC), ("yrm100", EPC)])


def test_pn532_frames_are_the_published_ones() -> None:
    assert encode_pn532(0xD4, b"\x02") == bytes.fromhex("00 00 FF 02 FE D4 02 2A 00")
    assert bytes.fromhex("00 00 FF 05 FB D4 14 01 14 01 02 00") == SAM_CONFIGURATION
    assert bytes.fromhex("00 00 FF 04 FC D4 4A 02 00 E0 00") == LIST_TARGETS
    firmware = bytes.fromhex("00 00 FF 06 FA D5 03 32 01 06 07 E8 00")
    assert encode_pn532(0xD5, b"\x03\x32\x01\x06\x07") == firmware
    assert encode_listed("9E217A5C") == bytes.fromhex("000000FF0CF4D54B0101000408049E217A5C3900")[1:]


def test_r200_frames_are_the_published_ones() -> None:
    assert bytes.fromhex("BB 00 27 00 03 22 03 E8 37 7E") == START_INVENTORY
    assert bytes.fromhex("BB 00 28 00 00 28 7E") == STOP_INVENTORY
    assert bytes.fromhex("BB 01 FF 00 01 15 16 7E") == NO_TAG
    example = "BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E"
    # The encoder sets the bit for user memory where the example's tag has another of no meaning here.
    assert encode_notice(EPC, -55, b"\x3a\x76")[8:-2] == bytes.fromhex(example)[8:-2]


def test_good_answers_without_a_tag_are_no_misreading() -> None:
    nfc, uhf = pn532_codec(), r200_codec()
    error, nack = bytes.fromhex("00 00 FF 01 FF 7F 81 00"), bytes.fromhex("00 00 FF FF 00 00")
    answers = [ACK, nack, error, encode_listed(), encode_pn532(0xD5, b"\x15"), encode_pn532(0xD5, b"")]
    assert nfc.feed(b"".join(answers), 0) == []
    assert uhf.feed(NO_TAG + encode_r200(1, 0x28, b"\x00") + encode_r200(2, 0x22, b"\xc9\x34\x00"), 0) == []
    assert (nfc.misread, uhf.misread) == (0, 0)


def test_two_cards_at_once_are_both_listed_also_behind_an_answer_to_select() -> None:
    assert [frame.value for frame in pn532_codec().feed(encode_listed(CARD, "9E217A5C"), 0)] == [
        CARD,
        "9E217A5C",
    ]
    smart = "01 00 04 20 04 9E217A5C 06 75778102 80"
    body = bytes.fromhex("4B 02" + smart + "02 00 44 00 07" + CARD)
    assert [frame.value for frame in pn532_codec().feed(encode_pn532(0xD5, body), 0)] == ["9E217A5C", CARD]


@pytest.mark.parametrize("cut", range(1, 17))
def test_list_that_promises_more_than_it_holds_gives_what_is_whole(cut: int) -> None:
    body = encode_listed("9E217A5C", CARD)[6:-2]
    found = [frame.value for frame in pn532_codec().feed(encode_pn532(0xD5, body[:-cut]), 0)]
    assert found == (["9E217A5C"] if len(body) - cut >= 11 else [])


@pytest.mark.parametrize("word", [0x0000, 0x3800, 0xF800])
def test_notice_whose_protocol_word_does_not_fit_tells_no_tag(word: int) -> None:
    body = b"\xc9" + word.to_bytes(2, "big") + bytes.fromhex(EPC) + b"\x3a\x76"
    assert r200_codec().feed(encode_r200(2, 0x22, body), 0) == []


@pytest.mark.parametrize(("good", "place"), [(encode_listed(CARD), 8), (encode_notice(EPC), 12)])
def test_wrong_sum_is_dropped_and_the_frame_joined_to_it_is_read(good: bytes, place: int) -> None:
    codec = pn532_codec() if good[0] == 0 else r200_codec()
    bad = bytearray(good)
    bad[place] ^= 0x10
    assert len(codec.feed(bytes(bad) + good, 0)) == 1
    assert codec.misread == len(bad)


@pytest.mark.parametrize(
    "head",
    [
        bytes([0, 0, 255, MAX_CARRIED_BYTES, -MAX_CARRIED_BYTES & 255, 0xD5]),
        bytes([0xBB, 2, 34, 0, MAX_CARRIED_BYTES]),
    ],
)
def test_cut_frame_of_any_length_holds_back_only_a_few_behind_it(head: bytes) -> None:
    codec, good = (pn532_codec(), encode_listed(CARD)) if head[0] == 0 else (r200_codec(), encode_notice(EPC))
    count = MAX_CARRIED_BYTES // len(good) + 2
    assert len(codec.feed(head + good * count, 0)) == count
    assert codec.misread == len(head)


def test_every_question_is_a_command_the_reader_knows() -> None:
    heard = pn532_commands().feed(b"".join(ask.line for ask in PN532_ASKS), 0)
    assert [order[0] for order in heard] == [0x14, 0x32, *[0x4A] * 19]
    assert 1 <= sum(ask.pause for ask in PN532_ASKS) <= 3, "a reader without power is set up again soon"


def test_virtual_pn532_is_mute_until_woken_and_configured_and_waits_until_told_not_to() -> None:
    reader = VirtualPn532()
    reader.hear(SAM_CONFIGURATION)
    assert reader.speak(0) == []
    reader.hear(PN532_WAKE + LIST_TARGETS)
    assert reader.speak(0) == []
    reader.hear(SAM_CONFIGURATION + LIST_TARGETS)
    assert reader.speak(0) == [ACK, encode_pn532(0xD5, b"\x15"), ACK]
    reader.act("TAG", CARD, 1)
    assert reader.speak(1) == [encode_listed(CARD)]
    reader.hear(RF_CONFIGURATION + LIST_TARGETS)
    assert reader.speak(2) == [ACK, encode_pn532(0xD5, b"\x33"), ACK, encode_listed()]


def test_virtual_readers_refuse_what_they_cannot_show() -> None:
    for reader in (VirtualPn532(), VirtualR200()):
        with pytest.raises(FieldkitError, match="button"):
            reader.act("BTN", "1", 0)
        with pytest.raises(FieldkitError, match="hex digits"):
            reader.act("TAG", "123", 0)


Lines = Callable[..., tuple[VirtualField, Kit, JumpClock]]
Benches = Callable[..., Bench]
Run = Callable[[Kit], Kit]


@pytest.mark.alone
@pytest.mark.parametrize(
    ("protocol", "tag"), [("rdm6300", TAG), ("id12", TAG), ("pn532", CARD), ("r200", EPC), ("yrm100", EPC)]
)
def test_reader_held_on_a_tag_for_a_minute_gives_one_sighting(lines: Lines, protocol: str, tag: str) -> None:
    field, kit, clock = lines(h4=protocol)
    hoop = field.hoops["h4"]
    until(lambda: kit.link("h4") == "ok")
    hoop.hold(tag, 60)
    until(lambda: kit.readings)
    # A tag that is not seen for 1.5 s was taken away; the steps leave a slow machine a second of that.
    for _ in range(120):
        clock.jump(0.5)
        heard = kit.links.statuses()["h4"].frames
        until(lambda heard=heard: kit.links.statuses()["h4"].frames > heard)  # type: ignore[misc]
    assert [(reading.hoop, reading.tag, reading.frame) for reading in kit.readings] == [("h4", tag, None)]
    hoop.tag(tag)
    until(lambda: not (hoop.state().get("tags") or hoop.state().get("tag")))
    clock.jump(2)
    hoop.tag(tag)
    until(lambda: len(kit.readings) == 2)
    assert kit.links.statuses()["h4"].misread == 0


@polled
def test_reader_that_lost_its_power_or_its_cable_is_asked_from_the_start(
    lines: Lines, protocol: str, tag: str
) -> None:
    field, kit, _ = lines(h1=protocol)
    hoop = field.hoops["h1"]
    for count, act in enumerate((hoop.unplug, hoop.restart), 1):
        hoop.tag(f"{count:04X}" + tag[4:])
        until(lambda count=count: len(kit.readings) == count)  # type: ignore[misc]
        act()
        if act == hoop.unplug:
            until(lambda: kit.link("h1") == "silent")
            hoop.restart()
            hoop.replug()
    hoop.tag(tag)
    until(lambda: kit.readings[-1].tag == tag)


def test_whole_hoop_of_balls_is_told_ball_by_ball_with_the_signal(lines: Lines) -> None:
    field, kit, _ = lines(h2="r200", h3="pn532")
    balls = [f"E28011{number:06X}" for number in range(12)]
    for ball in balls:
        field.hoops["h2"].hold(ball, 60)
    field.hoops["h3"].tag(CARD)
    until(lambda: len(kit.readings) == 13)
    assert sorted(r.tag for r in kit.readings if r.hoop == "h2" and r.tag) == balls
    assert {(r.hoop, r.rssi_dbm) for r in kit.readings} == {("h2", -55), ("h3", None)}
    assert kit.links.statuses()["h2"].rssi_dbm == -55
    assert kit.links.statuses()["h3"].rssi_dbm is None


@pytest.mark.slow
@polled
def test_reader_that_answers_no_more_is_silent_although_its_port_is_open(
    lines: Lines, protocol: str, tag: str
) -> None:
    field, kit, clock = lines(h6=protocol)
    hoop = field.hoops["h6"]
    hoop.tag(tag)
    until(lambda: kit.readings)
    clock.jump(5)
    kit.links.check()
    until(lambda: kit.link("h6") == "ok")
    hoop.faults = Faults(lose=1)
    clock.jump(MUTE_S + 1)
    until(lambda: kit.told[-1].link == "silent")
    assert kit.told[-1].cure == "Check the cable of hoop {hoop}, then its reader."
    misread = kit.links.statuses()["h6"].misread
    line = hoop.line()
    assert line is not None
    os.write(line, bytes(range(255, 0, -1)))
    until(lambda: kit.links.statuses()["h6"].misread > misread)
    assert kit.link("h6") == "silent", "noise is no answer"
    hoop.faults = Faults()
    until(lambda: kit.told[-1].link == "ok")


@polled
def test_reader_that_never_answered_is_silent_within_12_s(
    bench: Benches, run: Run, protocol: str, tag: str
) -> None:
    clock = JumpClock()
    kit = run(Kit((bench(protocol, "h6").link,), clock))
    until(lambda: kit.link("h6") == "ok")
    clock.jump(12)
    until(lambda: kit.link("h6") == "silent")
