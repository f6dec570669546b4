"""The wire formats: published examples, dirt, cuts, joins, and what no input may do."""

import tracemalloc
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.messages import FrameId
from hardware.hoops.formats import FORMATS
from hardware.hoops.frames import (
    MAX_LINE_BYTES,
    TAILS,
    Frame,
    FrameCodec,
    HeldTags,
    KitReply,
    decode_status,
    encode_ack,
    encode_hk1,
    encode_res,
    encode_tag,
    is_value,
    sealed,
    taken_codec,
)
from hardware.hoops.pollers import encode_listed, encode_notice

RDM_EXAMPLE = bytes.fromhex("02 36 32 45 33 30 38 36 43 45 44 30 38 03")
ID12_EXAMPLE = bytes.fromhex("02 30 43 30 30 30 36 32 31 41 35 38 45 0D 0A 03")
HK1_EXAMPLE = b"HK1 h1 7F2A 1 0 BTN 1*951C\n"
PN532_EXAMPLE = bytes.fromhex("00 00 FF 0C F4 D5 4B 01 01 00 04 08 04 9E 21 7A 5C 39 00")
R200_EXAMPLE = bytes.fromhex("BB 02 22 00 11 C9 34 00 30 75 1F EB 70 5C 59 04 E3 D5 0D 70 3A 76 EF 7E")
H1 = FrameId("h1", "7F2A", 1)

EXAMPLES = {
    "rdm6300": RDM_EXAMPLE,
    "id12": ID12_EXAMPLE,
    "hk1": HK1_EXAMPLE,
    "pn532": PN532_EXAMPLE,
    "r200": R200_EXAMPLE,
    "yrm100": R200_EXAMPLE,
}
FRAMES = {
    "rdm6300": Frame(7, "TAG", "62E3086CED"),
    "id12": Frame(7, "TAG", "0C000621A5"),
    "hk1": Frame(7, "BTN", "1", H1),
    "pn532": Frame(7, "TAG", "9E217A5C"),
    "r200": Frame(7, "TAG", "30751FEB705C5904E3D50D70", rssi_dbm=-55),
    "yrm100": Frame(7, "TAG", "30751FEB705C5904E3D50D70", rssi_dbm=-55),
}
each_format = pytest.mark.parametrize("protocol", sorted(FORMATS))
readers = pytest.mark.parametrize("protocol", ["rdm6300", "id12"])


def codec(protocol: str) -> FrameCodec:
    return FORMATS[protocol].codec()


@each_format
def test_published_example_is_read(protocol: str) -> None:
    line = codec(protocol)
    assert line.feed(EXAMPLES[protocol], 7) == [FRAMES[protocol]]
    assert line.misread == 0


def test_encoders_give_the_published_examples() -> None:
    assert encode_tag("62E3086CED", TAILS["rdm6300"]) == RDM_EXAMPLE
    assert encode_tag("01000734E0", TAILS["rdm6300"])[-3:] == b"D2\x03"
    assert encode_tag("0C000621A5", TAILS["id12"]) == ID12_EXAMPLE
    assert encode_hk1(H1, 0, "BTN", "1") == HK1_EXAMPLE


def test_an_age_that_is_the_least_one_is_told() -> None:
    line = codec("hk1")
    assert line.feed(sealed("HK1 h1 7F2A 9 1500+ BTN 1"), 7) == [
        Frame(7, "BTN", "1", FrameId("h1", "7F2A", 9), 1500, exact=False)
    ]
    assert line.feed(sealed("HK1 h1 7F2A 9 +1500 BTN 1") + sealed("HK1 h1 7F2A 9 15++ BTN 1"), 7) == []


def test_crc_of_the_check_word_is_29b1() -> None:
    assert sealed("123456789") == b"123456789*29B1\n"


def test_formats_have_their_contract_speeds() -> None:
    assert {name: (form.baud, form.nodes) for name, form in FORMATS.items()} == {
        "rdm6300": (9600, False),
        "id12": (9600, False),
        "hk1": (115_200, True),
        "pn532": (115_200, False),
        "r200": (115_200, False),
        "yrm100": (115_200, False),
    }


@each_format
def test_frame_split_at_every_point_keeps_the_moment_of_its_first_byte(protocol: str) -> None:
    example = EXAMPLES[protocol]
    for cut in range(1, len(example)):
        line = codec(protocol)
        assert line.feed(example[:cut], 7) == []
        assert line.feed(example[cut:], 99) == [FRAMES[protocol]]
        assert line.misread == 0


@each_format
def test_frames_byte_by_byte_each_have_their_own_moment(protocol: str) -> None:
    line = codec(protocol)
    stream = EXAMPLES[protocol] * 3
    frames = [frame for at, byte in enumerate(stream) for frame in line.feed(bytes([byte]), at)]
    assert [frame.at for frame in frames] == [0, len(stream) // 3, 2 * len(stream) // 3]


@each_format
def test_joined_frames_are_all_read(protocol: str) -> None:
    assert codec(protocol).feed(EXAMPLES[protocol] * 5, 7) == [FRAMES[protocol]] * 5


@each_format
def test_stream_that_starts_in_the_middle_of_a_frame(protocol: str) -> None:
    example = EXAMPLES[protocol]
    for start in range(1, len(example)):
        line = codec(protocol)
        assert line.feed(example[start:] + example, 7) == [FRAMES[protocol]]
        assert line.misread == len(example[start:].strip(b"\n" if protocol == "hk1" else b""))


@each_format
def test_partial_frame_then_a_whole_one(protocol: str) -> None:
    example = EXAMPLES[protocol]
    for size in range(1, len(example) - 1):
        line = codec(protocol)
        assert line.feed(example[:size], 3) == []
        assert line.feed(example, 7) == [FRAMES[protocol]], example[:size]
        assert line.misread == size


@each_format
def test_power_up_noise_is_counted(protocol: str) -> None:
    line = codec(protocol)
    assert line.feed(b"\xff\xff\x00" + EXAMPLES[protocol] + b"\xff", 7) == [FRAMES[protocol]]
    assert line.feed(EXAMPLES[protocol], 7) == [FRAMES[protocol]]
    assert line.misread == 4


@readers
def test_lower_case_hex_is_the_same_tag(protocol: str) -> None:
    assert codec(protocol).feed(EXAMPLES[protocol].lower(), 7) == [FRAMES[protocol]]


@readers
def test_wrong_checksum_is_dropped_and_counted(protocol: str) -> None:
    bad = bytearray(EXAMPLES[protocol])
    bad[3] ^= 1
    line = codec(protocol)
    assert line.feed(bytes(bad), 1) == []
    assert line.misread == len(bad)
    assert line.feed(EXAMPLES[protocol], 7) == [FRAMES[protocol]]


def test_each_reader_format_wants_its_own_end() -> None:
    assert codec("rdm6300").feed(ID12_EXAMPLE, 0) == []
    assert codec("id12").feed(RDM_EXAMPLE + RDM_EXAMPLE, 0) == []


@pytest.mark.parametrize("place", range(len(HK1_EXAMPLE) - 1))
def test_no_single_wrong_bit_passes_the_crc(place: int) -> None:
    for bit in range(8):
        bad = bytearray(HK1_EXAMPLE)
        bad[place] ^= 1 << bit
        assert codec("hk1").feed(bytes(bad), 0) == []


def test_carriage_return_and_blank_lines_are_no_misreading() -> None:
    line = codec("hk1")
    assert line.feed(HK1_EXAMPLE.replace(b"\n", b"\r\n") + b"\r\n\n", 7) == [FRAMES["hk1"]]
    assert line.misread == 0


@pytest.mark.parametrize(
    "text",
    [
        "HK1 H1 7F2A 1 0 BTN 1",
        "HK1 h1 7F2 1 0 BTN 1",
        "HK1 h1 7F2A -1 0 BTN 1",
        "HK1 h1 7F2A 1 x BTN 1",
        "HK1 h1 7F2A 1 0 NOISE 1",
        "HK1 h1 7F2A 1 0 TAG xyz",
        "HK1 h1 7F2A 1 0 STATUS 4100,-",
        "HK1 h1 7F2A 1 0 BTN",
        "HK1 abcdefghijklmnopq 7F2A 1 0 BTN 1",
        "HK2 h1 7F2A 1 0 BTN 1",
    ],
)
def test_right_crc_over_a_wrong_form_is_no_frame(text: str) -> None:
    line = codec("hk1")
    assert line.feed(sealed(text), 0) == []
    assert line.misread == len(sealed(text)) - 1


def test_all_kinds_of_node_frames() -> None:
    line = codec("hk1")
    sent = [("TAG", "62e3086ced"), ("BTN", "3"), ("STATUS", "3712,-61,4"), ("HELLO", "1.4 b2")]
    for seq, (kind, value) in enumerate(sent, 1):
        frame = FrameId("far-hoop-10", "00ff", seq)
        got = line.feed(encode_hk1(frame, 1234, kind, value), 7)  # type: ignore[arg-type]
        assert got == [Frame(7, kind, value.upper() if kind == "TAG" else value, frame, 1234)]  # type: ignore[arg-type]


def test_a_status_is_read() -> None:
    assert decode_status("3712,-61,4") == (3712, -61, 4)
    assert decode_status("4100,-,0") == (4100, None, 0)


def test_answers_are_read_by_nodes() -> None:
    line = taken_codec()
    assert line.feed(encode_ack(H1) + encode_res(H1, "held"), 0) == [KitReply(H1), KitReply(H1, "held")]
    assert line.feed(HK1_EXAMPLE + encode_res(H1, "counted").replace(b"counted", b"refused"), 0) == []
    assert not is_value("BTN", "")
    assert is_value("BTN", "12")


def test_longest_line_is_read_and_a_longer_one_is_not() -> None:
    room = MAX_LINE_BYTES - len(encode_hk1(H1, 0, "HELLO", ""))
    line = codec("hk1")
    longest = encode_hk1(H1, 0, "HELLO", "v" * room)
    assert len(longest) == MAX_LINE_BYTES
    assert len(line.feed(longest, 0)) == 1
    assert line.feed(encode_hk1(H1, 0, "HELLO", "v" * (room + 1)), 0) == []
    assert line.misread == MAX_LINE_BYTES


@pytest.mark.slow
@each_format
def test_endless_rubbish_neither_blocks_nor_grows(protocol: str) -> None:
    line = codec(protocol)
    tracemalloc.start()
    try:
        line.feed(b"HK1 \x02A" * 1000, 0)
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(8):
            assert line.feed(b"HK1 \x02A" * 1000, 0) == []
        assert tracemalloc.get_traced_memory()[0] - before < 5_000
    finally:
        tracemalloc.stop()
    assert line.feed(EXAMPLES[protocol], 7) == [FRAMES[protocol]]
    assert line.misread == 9 * 6000


def test_over_long_rubbish_before_a_frame_on_the_same_line_costs_nothing() -> None:
    line = codec("hk1")
    assert line.feed(bytes(1000) + HK1_EXAMPLE, 7) == [FRAMES["hk1"]]
    assert line.misread == 1000


@each_format
@given(chunks=st.lists(st.binary(max_size=300), max_size=6))
def test_garbage_never_raises_and_every_byte_is_accounted_for(protocol: str, chunks: list[bytes]) -> None:
    line = codec(protocol)
    assert [frame for chunk in chunks for frame in line.feed(chunk, 0)] == []
    assert line.misread <= sum(map(len, chunks))


ENCODERS: dict[str, Callable[[str], bytes]] = {
    "rdm6300": lambda tag: encode_tag(tag, TAILS["rdm6300"]),
    "id12": lambda tag: encode_tag(tag, TAILS["id12"]),
    "pn532": encode_listed,
}


def tidy(start: bytes) -> st.SearchStrategy[bytes]:
    return st.binary(max_size=120).filter(lambda noise: start not in noise)


@st.composite
def noisy_stream(draw: st.DrawFn, protocol: str) -> tuple[bytes, list[tuple[str, int]]]:
    """Good frames among garbage without frame starts, with each frame's value and place in the stream."""
    stream, frames = b"", []
    encode = ENCODERS.get(protocol, encode_notice)
    noise = tidy(EXAMPLES[protocol][:1])
    for seq in range(draw(st.integers(1, 5))):
        stream += draw(noise)
        tag = draw(st.text("0123456789ABCDEF", min_size=10, max_size=10)) + "3C" * (encode is encode_notice)
        frames.append((tag, len(stream)))
        if protocol == "hk1":
            stream += encode_hk1(FrameId("h7", "0A1B", seq), draw(st.integers(0, 9**9)), "TAG", tag)
        else:
            stream += encode(tag)
    return stream + draw(noise), frames


@each_format
@given(choice=st.data())
def test_good_frames_are_found_in_garbage_whatever_the_pieces(protocol: str, choice: st.DataObject) -> None:
    stream, expected = choice.draw(noisy_stream(protocol))
    cuts = choice.draw(st.lists(st.integers(0, len(stream)), max_size=12).map(sorted))
    line = codec(protocol)
    found = []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        # The moment of a piece is the place of its first byte, so that a frame's moment tells its piece.
        found += [(frame.value, frame.at) for frame in line.feed(stream[start:end], start)]
    starts = [0, *cuts]
    assert found == [(tag, max(start for start in starts if start <= place)) for tag, place in expected]


def test_held_tag_is_one_sighting_until_it_was_away_for_long_enough() -> None:
    held = HeldTags(1500)
    assert held.is_new("A", 0)
    assert [held.is_new("A", at) for at in range(65, 6500, 65)] == [False] * 99
    assert not held.is_new("A", 6435 + 1499)
    assert held.is_new("A", 6435 + 1499 + 1500)


def test_two_tags_in_turn_are_one_sighting_each() -> None:
    held = HeldTags(1500)
    assert [held.is_new(tag, at) for at, tag in enumerate("ABABAB")] == [True, True, *[False] * 4]


def test_without_a_repeat_time_every_frame_is_a_sighting() -> None:
    held = HeldTags(0)
    assert [held.is_new("A", 5) for _ in range(3)] == [True] * 3
