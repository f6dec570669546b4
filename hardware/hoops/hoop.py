"""What is known of one line, of one hoop node, and of one hoop with its readers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from fieldkit.clock import MS, NS, Clock
from fieldkit.messages import FrameId, HoopStatus, Verdict
from fieldkit.phrases import N_
from fieldkit.settings import Link
from hardware.hoops.formats import FORMATS
from hardware.hoops.frames import Frame, HeldTags, decode_condition
from hardware.hoops.inventory import CYCLE_MS, Inventory
from hardware.hoops.serial_link import SerialLink

SILENT_S = 12
"""A node not heard for so long is silent; it reports every 5 s."""
MUTE_S = 6
"""A reader that answers nothing for so long is silent; it is asked all the time, set up again every 2 s."""
BATTERY_STEP_MV = 50

CABLE = N_("Check the cable of hoop {hoop}, then its reader.")
POWER = N_("Check the power of hoop {hoop}, then its radio or cable.")


class Line:
    """A configured link with its codec; ``lost`` while its port is not open.

    ``heard`` is when it last brought a good frame, or was ``opened``. An ``inventory`` is kept for a reader
    that sees its whole hoop.
    """

    def __init__(
        self,
        link: Link,
        clock: Clock,
        on_batch: Callable[[Line, bytes, int], None],
        on_port: Callable[[Line, bool], None],
    ) -> None:
        form = FORMATS[link.protocol]
        self.link = link
        self.codec = form.codec()
        self.lost = True
        self.heard = 0
        self.opened = 0
        self.answers = bool(form.asks)
        self._held = HeldTags(int(link.repeat_ms * MS * clock.rate))
        repeat = int(max(link.repeat_ms, CYCLE_MS) * MS * clock.rate)
        self.inventory = Inventory(repeat) if form.whole_hoop else None
        self.serial = SerialLink(
            link.port,
            link.baud or form.baud,
            clock,
            lambda batch, at: on_batch(self, batch, at),
            lambda is_open: on_port(self, is_open),
            form.asks,
        )

    def feed(self, batch: bytes, at: int) -> list[Frame]:
        """The frames that these bytes complete; ``at`` is when they came."""
        good = self.codec.good
        frames = self.codec.feed(batch, at)
        if self.codec.good > good:
            self.heard = at
        return frames

    def is_new(self, frame: Frame) -> bool:
        """Whether a reader's frame is a sighting to be told now."""
        if self.inventory is not None:
            return self.inventory.see(frame)
        return self._held.is_new(frame.value, frame.at)

    def mute(self, now: int, rate: float) -> bool:
        """True for a reader that does not answer although its port is open."""
        return self.answers and now - self.heard >= MUTE_S * NS * rate


@dataclass(slots=True, eq=False)
class Node:
    """What is known of a hoop node, and the ``line`` it was ``heard`` on last.

    ``taken`` is its newest frame that was acknowledged, ``shown`` the one that it was last sent a verdict
    for: it shows one for each, and forgets a press that has one. ``signal`` is a verdict that it is to show
    as a test, with the moment that was wanted.
    """

    name: str
    line: Line
    heard: int = 0
    frames: int = 0
    battery_mv: int | None = None
    rssi_dbm: int | None = None
    dropped: int = 0
    firmware: str | None = None
    taken: FrameId | None = None
    shown: FrameId | None = None
    signal: tuple[Verdict, int] | None = None

    def note(self, line: Line, frame: Frame, now: int) -> None:
        """Take in a good frame."""
        self.line, self.heard = line, now
        self.frames += 1
        if frame.kind == "STATUS":
            condition = decode_condition(frame.value)
            # A node that measures no battery says 0.
            self.battery_mv = condition.battery_mv or None
            self.rssi_dbm = condition.rssi_dbm
            self.dropped = condition.dropped
        elif frame.kind == "HELLO":
            self.firmware = frame.value

    def acknowledge(self, frame: FrameId) -> None:
        """Note that a frame of its is answered."""
        last = self.taken
        if last is None or last.boot != frame.boot or last.seq < frame.seq:
            self.taken = frame


@dataclass(slots=True, eq=False)
class Hoop:
    """What is known of a hoop: its readers' lines by port, their good frames, and what was told of it."""

    name: str
    readers: dict[str, Line] = field(default_factory=dict)
    frames: int = 0
    rssi_dbm: int | None = None
    told: HoopStatus | None = None
    told_at: int = 0

    def note(self, frame: Frame) -> None:
        """Take in a good frame of a reader."""
        self.frames += 1
        if frame.rssi_dbm is not None:
            self.rssi_dbm = frame.rssi_dbm

    def status(self, node: Node | None, clock: Clock) -> HoopStatus:
        """The hoop's status now, with the node that serves it."""
        lines = {*self.readers.values(), *([node.line] if node else [])}
        now = clock.now()
        cure = ""
        if any(line.lost or line.mute(now, clock.rate) for line in lines):
            cure = CABLE
        elif node is not None and now - node.heard >= SILENT_S * NS * clock.rate:
            cure = POWER
        return HoopStatus(
            hoop=self.name,
            link="silent" if cure else "ok" if lines else "none",
            battery_mv=node.battery_mv if node else None,
            rssi_dbm=node.rssi_dbm if node and node.rssi_dbm is not None else self.rssi_dbm,
            dropped=node.dropped if node else 0,
            frames=self.frames + (node.frames if node else 0),
            misread=sum(line.codec.misread for line in lines),
            firmware=node.firmware if node else None,
            cure=cure,
            node=node.name if node else None,
        )


def matters(status: HoopStatus | None) -> object:
    """The part of a status whose change is told at once; a battery in steps, since it wavers."""
    if status is None:
        return None
    battery = None if status.battery_mv is None else round(status.battery_mv / BATTERY_STEP_MV)
    return status.link, status.cure, status.node, battery, status.firmware
