"""Server-Sent Events: bytes as they come become whole events, wherever they were cut.

A stream is lines, ended by ``\\n``, ``\\r\\n`` or ``\\r``. A line is a field (``event: match``, ``data: …``,
``id: 7``, ``retry: 1000``) or a comment (``: …``), and an empty line ends the event. Several ``data`` lines
are one text of several lines; an event without any is none. The last id stands until another comes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fieldkit.errors import Misread

MAX_EVENT_BYTES = 1_000_000  # no view comes near it

_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a stream; ``name`` is empty when the stream gave none."""

    name: str
    data: bytes
    id: str = ""


class EventReader:
    """Cuts one stream into its events. ``retry_ms`` is the pause the sender asks for, None before it does."""

    def __init__(self) -> None:
        self.retry_ms: int | None = None
        self._rest = b""
        self._name = ""
        self._id = ""
        self._data: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[Event]:
        """Return the events that ``chunk`` completes; raises Misread for one beyond `MAX_EVENT_BYTES`."""
        text = self._rest + chunk
        # A ``\r`` at the end may be half of a ``\r\n``: it waits for the next byte.
        held = text[-1:] if text.endswith(b"\r") else b""
        lines = _END.split(text.removesuffix(held))
        self._rest = lines.pop() + held
        events = [event for line in lines if (event := self._line(line)) is not None]
        if self._size + len(self._rest) > MAX_EVENT_BYTES:
            raise Misread("an event without an end")
        return events

    def _line(self, line: bytes) -> Event | None:
        if not line:
            event = Event(self._name, b"\n".join(self._data), self._id) if self._data else None
            self._name, self._data, self._size = "", [], 0
            return event
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        match field:
            case b"data":
                self._data.append(value)
                self._size += len(value)
            case b"event":
                self._name = value.decode("utf-8", "replace")
            case b"id" if b"\0" not in value:
                self._id = value.decode("utf-8", "replace")
            case b"retry" if value.isdigit():
                self.retry_ms = int(value)
        return None
