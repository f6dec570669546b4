"""The reader of Server-Sent Events: every field and line end, wherever the stream is cut."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fieldkit.errors import Misread
from fieldkit.following import MAX_EVENT_BYTES, Event, EventReader

STREAM = (
    b'retry: 1000\n\nid: 1\nevent: board\ndata: {"a":\ndata: 1}\n\n: note\n\n'
    b'event: beat\r\ndata:{"now":5}\r\n\r\nevent: x\n\nid: 2\rdata: \xc3\xa4\r\r'
)
EVENTS = [Event("board", b'{"a":\n1}'), Event("beat", b'{"now":5}'), Event("", b"\xc3\xa4")]


def read(stream: bytes) -> list[Event]:
    return EventReader().feed(stream)


@given(cuts=st.lists(st.integers(0, len(STREAM)), max_size=12))
def test_events_are_the_same_however_the_stream_is_cut(cuts: list[int]) -> None:
    reader, places = EventReader(), [0, *sorted(cuts), len(STREAM)]
    found = [event for a, b in itertools.pairwise(places) for event in reader.feed(STREAM[a:b])]
    # The last line end is half of a possible CRLF until another byte comes.
    assert found + reader.feed(b"\n") == EVENTS


def test_crlf_cut_in_its_middle_ends_one_line() -> None:
    reader = EventReader()
    assert reader.feed(b"data: 1\r") == []
    assert reader.feed(b"\ndata: 2\r\n\r") == []
    assert reader.feed(b"\n") == [Event("", b"1\n2")]


@pytest.mark.parametrize("comment", [b":\n", b": note\n", b":data: 2\n", b"unknown: 2\n", b"data2: 2\n"])
def test_comments_and_unknown_fields_change_nothing(comment: bytes) -> None:
    assert read(b"data: 1\n" + comment + b"\n") == [Event("", b"1")]


def test_one_space_after_the_colon_belongs_to_the_form_and_a_second_to_the_text() -> None:
    assert read(b"data:  two\n\ndata:none\n\ndata\n\n") == [
        Event("", b" two"),
        Event("", b"none"),
        Event("", b""),
    ]


def test_an_event_without_data_is_none_and_its_name_is_forgotten() -> None:
    assert read(b"event: lost\n\ndata: 1\n\n") == [Event("", b"1")]


@given(noise=st.lists(st.binary(max_size=200)))
def test_no_bytes_break_the_reader(noise: list[bytes]) -> None:
    reader = EventReader()
    for chunk in noise:
        reader.feed(chunk)
    reader.feed(b"\n\n")
    assert [(event.name, event.data) for event in reader.feed(b"event: beat\ndata: {}\n\n")] == [
        ("beat", b"{}")
    ]


@pytest.mark.parametrize("line", [b"data: ", b"", b"data: 1\ndata: "])
def test_an_event_without_end_is_a_misread(line: bytes) -> None:
    with pytest.raises(Misread, match="without an end"):
        read(line + b"x" * (MAX_EVENT_BYTES + 1))
