"""One line to hoops: bytes in, frames out, each new and at the moment when it happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from fieldkit.clock import MS, NS, Clock
from fieldkit.messages import FrameId, RadioDoubt
from fieldkit.settings import Link
from hardware.hoops.formats import FORMATS
from hardware.hoops.frames import Frame, HeldTags
from hardware.hoops.inventory import CYCLE_MS, Inventory
from hardware.hoops.serial_link import SerialLink

MUTE_S = 6
"""A reader that answers nothing for so long is silent; it is asked all the time, set up again every 2 s."""


class HoopLine:
    """A configured link with its codec; ``lost`` while its port is not open.

    ``heard`` is when it last brought a good frame, or was ``opened``. An ``inventory`` is kept for a reader
    that sees its whole hoop.
    """

    def __init__(
        self,
        link: Link,
        clock: Clock,
        on_batch: Callable[[HoopLine, bytes, int], None],
        on_port: Callable[[HoopLine, bool], None],
    ) -> None:
        form = FORMATS[link.protocol]
        self.link = link
        self.codec = form.codec()
        self.lost = True
        self.heard = 0
        self.opened = 0
        self.asker = form.asker(link) if form.asker is not None else None
        self._ms = MS * clock.rate
        self._held = HeldTags(int(link.repeat_ms * self._ms))
        repeat = int(max(link.repeat_ms, CYCLE_MS) * self._ms)
        self.inventory = Inventory(repeat) if form.whole_hoop else None
        self.serial = SerialLink(
            link.port,
            link.baud or form.baud,
            clock,
            lambda batch, at: on_batch(self, batch, at),
            lambda is_open: on_port(self, is_open),
            self.asker,
            link.shared,
        )

    def feed(self, batch: bytes, at: int) -> list[Frame]:
        """Return the frames that these bytes complete, each at its moment; ``at`` is when the bytes came."""
        if self.asker is not None:
            self.asker.hear(batch)
        good = self.codec.good
        frames = self.codec.feed(batch, at)
        if self.codec.good > good:
            self.heard = at
        return dated(frames, self._ms)

    def is_new(self, frame: Frame) -> bool:
        """Return whether a reader's frame is a sighting to be told now."""
        if self.inventory is not None:
            return self.inventory.see(frame)
        return self._held.is_new(frame.value, frame.at)

    @property
    def doubt(self) -> RadioDoubt | None:
        """Return why a reader on an open port is not asked for tags."""
        return None if self.asker is None or self.lost else self.asker.doubt

    def mute(self, now: int, rate: float) -> bool:
        """Return True for a reader that does not answer although its port is open."""
        return self.asker is not None and now - self.heard >= MUTE_S * NS * rate


def dated(frames: Sequence[Frame], ms: float) -> list[Frame]:
    """Return the frames with each moment put back by its age; ``ms`` is one of them in ns of the kit's clock.

    Where a held-up kit finds several repeats of one frame at once, each seems to have come now: the one
    with the largest age is the nearest to the truth.
    """
    back = [replace(frame, at=frame.at - int(frame.age_ms * ms)) for frame in frames]
    first: dict[FrameId, int] = {}
    for frame in back:
        if frame.id is not None:
            first[frame.id] = min(frame.at, first.get(frame.id, frame.at))
    return [frame if frame.id is None else replace(frame, at=first[frame.id]) for frame in back]
