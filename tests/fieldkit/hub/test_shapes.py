"""All that a field or an archive can send: every text in it is bounded or of a known form."""

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from fieldkit.event.documents import Schedule, Teams
from fieldkit.event.state import Decision
from fieldkit.hub.archive_lines import MAX_LINE, Closing, Line
from fieldkit.hub.derive import MAX_NAME, MAX_SIDES, MAX_TEXT, _brief
from fieldkit.hub.intake import RecordFrom
from fieldkit.hub.live import FieldView, frame
from fieldkit.journal.record import Scheduled
from fieldkit.records.archive import Summary

SHAPES: dict[str, Any] = {
    "record": RecordFrom,
    "view": FieldView,
    "decision": Decision,
    "line": Line,
    "closed": Closing,
    "scheduled": Scheduled,
    "teams": Teams,
    "schedule": Schedule,
}
FREE = {"board", "kit"}
"""What of a view is JSON of any form: bounded as a whole, and cut where everybody has it."""
MOST = 1000
RECORDED = {"input", "events", "body"}
"""Texts that are read as JSON of their own and shown to nobody as they stand."""


def texts(
    kind: inspect.Type, path: str, seen: frozenset[type] = frozenset()
) -> Iterator[tuple[str, inspect.Type]]:
    """Every text, and everything of no known form, below a type, by its path."""
    match kind:
        case inspect.StrType() | inspect.AnyType() | inspect.RawType():
            yield path, kind
        case inspect.StructType() | inspect.DataclassType():
            if kind.cls not in seen:
                for field in kind.fields:
                    yield from texts(field.type, f"{path}.{field.name}", seen | {kind.cls})
        case inspect.UnionType():
            for each in kind.types:
                yield from texts(each, path, seen)
        case inspect.DictType():
            yield from texts(kind.key_type, f"{path}.key", seen)
            yield from texts(kind.value_type, f"{path}.value", seen)
        case inspect.TupleType():
            for each in kind.item_types:
                yield from texts(each, path, seen)
        case inspect.CollectionType():
            yield from texts(kind.item_type, path, seen)


@pytest.mark.parametrize("name", SHAPES)
def test_every_text_has_a_form_or_a_length(name: str) -> None:
    loose = [
        path
        for path, kind in texts(inspect.type_info(SHAPES[name]), name)
        if path.split(".")[1] not in FREE
        and not (isinstance(kind, inspect.StrType) and (kind.pattern or kind.max_length))
    ]
    assert loose == []


@pytest.mark.parametrize("name", SHAPES)
@given(data=st.data())
def test_no_text_that_is_taken_is_longer_or_of_another_form(name: str, data: st.DataObject) -> None:
    """Try each text of a shape: what its type takes has an end, and no sign that ends a line or a name."""
    found = [
        (path, kind)
        for path, kind in texts(inspect.type_info(SHAPES[name]), name)
        if isinstance(kind, inspect.StrType) and path.split(".")[1] not in FREE
    ]
    path, kind = data.draw(st.sampled_from(found))
    text = data.draw(
        st.text(max_size=40)
        | st.from_regex(kind.pattern or "x")
        | st.sampled_from(["../../up", "a/b", "1\n", "a\0b", "m1\n12:00 ERROR hub: all is lost \x1b[2J"])
        | st.integers(1, 3).map(lambda n: "x" * 10 ** (2 * n))
    )
    meta = msgspec.Meta(pattern=kind.pattern, max_length=kind.max_length)
    try:
        taken = msgspec.convert(text, Annotated[str, meta])
    except msgspec.ValidationError:
        return
    last = path.split(".")[-1]
    assert len(taken) <= (MAX_LINE if last in RECORDED else MOST)
    if kind.pattern:
        assert taken.isprintable()
        assert not {"/", "\\", "\0", "\n", ".."} & {*taken, taken[:2]}


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.just("x" * 100_000),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text() | st.just("k" * 5000), inner) | st.just([1] * 5000)
    ),
)


@given(st.dictionaries(st.sampled_from(["title", "sides", "clock", "board", "match"]), JSON))
def test_what_everybody_has_of_a_board_is_short(board: dict[str, Any]) -> None:
    shown = frame(board)
    assert "board" not in shown
    assert len(msgspec.json.encode(shown)) < 200_000


@given(st.text() | st.just("x" * 500_000), st.integers(0, 40))
def test_what_a_match_came_to_is_short(text: str, sides: int) -> None:
    made = [
        {"id": f"{n}{text}", "name": text, "colour": text, "mark": text, "score": n} for n in range(sides)
    ]
    found = _brief(Summary("tip", "game", True, text=text, winners=(f"0{text}",), sides=tuple(made)))  # type: ignore[arg-type]
    assert len(found.sides) <= MAX_SIDES
    assert len(found.text) <= MAX_TEXT
    for side in found.sides:
        assert max(map(len, (side["id"], side["name"], side["colour"], side["mark"]))) <= MAX_NAME
