"""All hoop links of the kit: what was read goes up, answers go down, and a silent hoop is noticed.

A node repeats a frame until it is answered, so every good frame is passed up, also one that was taken before:
who keeps the durable record answers it again. Here at most one of a frame is under way at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from fieldkit.clock import MS, NS, Clock
from fieldkit.messages import FrameId, HoopStatus, Reading, Verdict
from fieldkit.settings import Link
from hardware.formats import FORMATS
from hardware.frames import Frame, HeldTags, decode_condition, encode_ack, encode_res
from hardware.serial_link import SerialLink

SILENT_S = 12
"""A node not heard for so long is silent; it reports every 5 s."""
COUNTERS_S = 5
"""Counters alone are told no more often than this."""
UNDER_WAY_S = 2
"""A reading not answered for so long may be passed up again: it was perhaps not stored."""
CHECK_S = 0.25
BATTERY_STEP_MV = 50

CABLE = "Check the cable of hoop {hoop}, then its reader."
POWER = "Check the power of hoop {hoop}, then its radio or cable."


class HoopLinks:
    """The links of the settings, each with its thread.

    ``on_reading`` gets each reading and ``on_status`` each change of a hoop's status; both are called from
    threads of the links and must be short. ``on_status`` is never called twice at once.
    """

    def __init__(
        self,
        links: Sequence[Link],
        clock: Clock,
        on_reading: Callable[[Reading], None],
        on_status: Callable[[HoopStatus], None],
    ) -> None:
        self._clock = clock
        self._on_reading = on_reading
        self._on_status = on_status
        self._lock = threading.RLock()
        self._hoops: dict[str, _Hoop] = {}
        self._under_way: dict[FrameId, int] = {}
        self._stop = threading.Event()
        self._lines = [_Line(link, clock, self._take, self._port) for link in links]
        self._watch = threading.Thread(target=self._check_for_ever, name="hoops", daemon=True)

    def start(self) -> None:
        """Open all links."""
        for line in self._lines:
            line.serial.start()
        self._watch.start()

    def close(self) -> None:
        """Close all links and end their threads."""
        self._stop.set()
        for line in self._lines:
            line.serial.stop()
        for line in self._lines:
            line.serial.close()
        if self._watch.ident is not None:
            self._watch.join()

    def statuses(self) -> dict[str, HoopStatus]:
        """How each known hoop does: those of the readers, and every node that was ever heard."""
        with self._lock:
            return {hoop.name: hoop.status(self._clock) for hoop in self._hoops.values()}

    def check(self) -> None:
        """Notice hoops that have gone silent, and tell counters that have waited long enough."""
        with self._lock:
            now = self._clock.now()
            late = now - self._span(UNDER_WAY_S)
            self._under_way = {frame: since for frame, since in self._under_way.items() if since > late}
            for hoop in self._hoops.values():
                self._tell(hoop, now)

    def _check_for_ever(self) -> None:
        while not self._stop.wait(CHECK_S):
            self.check()

    def _span(self, seconds: float) -> int:
        """Real seconds in ns of the kit's clock."""
        return int(seconds * NS * self._clock.rate)

    def _port(self, line: _Line, is_open: bool) -> None:
        with self._lock:
            line.lost = not is_open
            if line.link.hoop is not None:
                self._hoop(line.link.hoop).readers.setdefault(line.link.port, line)
            now = self._clock.now()
            for hoop in self._hoops.values():
                if hoop.node is line and line.lost:
                    hoop.heard = now - self._span(SILENT_S)
                self._tell(hoop, now)

    def _take(self, line: _Line, batch: bytes, at: int) -> None:
        """Pass up what a batch of bytes held; called from the line's thread."""
        with self._lock:
            readings = [
                reading
                for frame in self._oldest(line.codec.feed(batch, at))
                if (reading := self._frame(line, frame)) is not None
            ]
        for reading in readings:
            self._on_reading(reading)

    def _oldest(self, frames: list[Frame]) -> list[Frame]:
        """The frames with each moment put back by its age.

        Where a held-up kit finds several repeats of one frame at once, each seems to have come now: the one
        with the largest age is the nearest to the truth.
        """
        ms = MS * self._clock.rate
        back = [replace(frame, at=frame.at - int(frame.age_ms * ms)) for frame in frames]
        first: dict[FrameId, int] = {}
        for frame in back:
            if frame.id is not None:
                first[frame.id] = min(frame.at, first.get(frame.id, frame.at))
        return [frame if frame.id is None else replace(frame, at=first[frame.id]) for frame in back]

    def _frame(self, line: _Line, frame: Frame) -> Reading | None:
        now = self._clock.now()
        name = line.link.hoop if frame.id is None else frame.id.hoop
        assert name is not None, "settings give every reader its hoop"
        hoop = self._hoop(name)
        hoop.note(line, frame, now)
        reading = self._reading(line, name, frame, now)
        self._tell(hoop, now)
        return reading

    def _reading(self, line: _Line, hoop: str, frame: Frame, now: int) -> Reading | None:
        if frame.id is None:
            if not line.held.is_new(frame.value, frame.at):
                return None
        elif frame.kind in ("STATUS", "HELLO"):
            line.serial.write(encode_ack(frame.id))
            return None
        elif now - self._under_way.get(frame.id, now - self._span(UNDER_WAY_S)) < self._span(UNDER_WAY_S):
            return None
        else:
            self._under_way[frame.id] = now
        return Reading(
            hoop=hoop,
            at=frame.at,
            arrived=now,
            tag=frame.value if frame.kind == "TAG" else None,
            button=frame.value if frame.kind == "BTN" else None,
            frame=frame.id,
            answer=lambda verdict: self._answer(line, frame.id, verdict),
        )

    def _answer(self, line: _Line, frame: FrameId | None, verdict: Verdict | None) -> None:
        """Tell the node that its frame is taken; nothing here waits for the line."""
        if frame is None:
            return
        with self._lock:
            self._under_way.pop(frame, None)
        line.serial.write(encode_ack(frame) + (b"" if verdict is None else encode_res(frame, verdict)))

    def _hoop(self, name: str) -> _Hoop:
        return self._hoops.setdefault(name, _Hoop(name))

    def _tell(self, hoop: _Hoop, now: int) -> None:
        status = hoop.status(self._clock)
        due = now - hoop.told_at >= self._span(COUNTERS_S)
        if _matters(status) != _matters(hoop.told) or (status != hoop.told and due):
            hoop.told, hoop.told_at = status, now
            self._on_status(status)


class _Line:
    """A configured link with its codec; ``lost`` while its port is not open."""

    def __init__(
        self,
        link: Link,
        clock: Clock,
        on_batch: Callable[[_Line, bytes, int], None],
        on_port: Callable[[_Line, bool], None],
    ) -> None:
        form = FORMATS[link.protocol]
        self.link = link
        self.codec = form.codec()
        self.lost = True
        self.held = HeldTags(int(link.repeat_ms * MS * clock.rate))
        self.serial = SerialLink(
            link.port,
            link.baud or form.baud,
            clock,
            lambda batch, at: on_batch(self, batch, at),
            lambda is_open: on_port(self, is_open),
            form.asks,
        )


@dataclass(slots=True, eq=False)
class _Hoop:
    """What is known of a hoop: its readers' lines by port, and the line its node was ``heard`` on last."""

    name: str
    readers: dict[str, _Line] = field(default_factory=dict)
    node: _Line | None = None
    heard: int = 0
    frames: int = 0
    battery_mv: int | None = None
    rssi_dbm: int | None = None
    dropped: int = 0
    firmware: str | None = None
    told: HoopStatus | None = None
    told_at: int = 0

    def note(self, line: _Line, frame: Frame, now: int) -> None:
        """Take in a good frame."""
        self.frames += 1
        if frame.id is not None:
            self.node, self.heard = line, now
        if frame.rssi_dbm is not None:
            self.rssi_dbm = frame.rssi_dbm
        if frame.kind == "STATUS":
            condition = decode_condition(frame.value)
            self.battery_mv = condition.battery_mv
            self.rssi_dbm = condition.rssi_dbm
            self.dropped = condition.dropped
        elif frame.kind == "HELLO":
            self.firmware = frame.value

    def status(self, clock: Clock) -> HoopStatus:
        """The hoop's status now."""
        lines = {*self.readers.values(), *([self.node] if self.node else [])}
        cure = ""
        if any(line.lost for line in lines):
            cure = CABLE
        elif self.node is not None and clock.now() - self.heard >= SILENT_S * NS * clock.rate:
            cure = POWER
        return HoopStatus(
            hoop=self.name,
            link="silent" if cure else "ok",
            battery_mv=self.battery_mv,
            rssi_dbm=self.rssi_dbm,
            dropped=self.dropped,
            frames=self.frames,
            misread=sum(line.codec.misread for line in lines),
            firmware=self.firmware,
            cure=cure,
        )


def _matters(status: HoopStatus | None) -> object:
    """The part of a status whose change is told at once; a battery in steps, since it wavers."""
    if status is None:
        return None
    battery = None if status.battery_mv is None else round(status.battery_mv / BATTERY_STEP_MV)
    return status.link, status.cure, battery, status.firmware
