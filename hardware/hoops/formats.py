"""Every wire format by the name the settings give it, and one line to hoops that speaks it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import msgspec
from msgspec.structs import replace

from fieldkit.clock import MS, NS, Clock
from fieldkit.messages import FrameId, RadioDoubt
from fieldkit.settings import Link, WireFormat
from hardware.hoops.frames import TAILS, Frame, FrameCodec, HeldTags, node_codec, reader_codec
from hardware.hoops.pollers import PN532_ASKS, Cycle, pn532_codec, r200_codec
from hardware.hoops.serial_link import SerialLink
from hardware.hoops.uhf import Poller, RadioGuard


class Format(msgspec.Struct, frozen=True):
    """A wire format: how to make its codec, its usual speed, and whether hoop ``nodes`` speak it.

    Readers that tell nothing by themselves get an ``asker``. One that sees its ``whole_hoop`` tells of a
    round what lies there at its end.
    """

    codec: Callable[[], FrameCodec]
    baud: int
    nodes: bool = False
    asker: Callable[[Link], Poller] | None = None
    whole_hoop: bool = False


def _guarded(link: Link) -> RadioGuard:
    assert link.region is not None, "settings give every UHF reader its band"
    assert link.power_dbm is not None, "settings give every UHF reader its power"
    return RadioGuard(link.region, link.power_dbm)


_UHF = Format(r200_codec, 115_200, asker=_guarded, whole_hoop=True)

FORMATS: dict[WireFormat, Format] = {
    **{name: Format(partial(reader_codec, tail), 9600) for name, tail in TAILS.items()},
    "hk1": Format(node_codec, 115_200, nodes=True),
    "pn532": Format(pn532_codec, 115_200, asker=lambda link: Cycle(PN532_ASKS)),
    "r200": _UHF,
    "yrm100": _UHF,
}
"""Every wire format by its name."""


MUTE_S = 6
"""A reader that answers nothing for so long is silent; it is asked all the time, set up again every 2 s."""


class HoopLine:
    """A configured link with its codec, when it was ``opened``, and ``heard`` to say something good."""

    def __init__(self, link: Link, clock: Clock, on_batch: OnBatch, on_port: OnPort) -> None:
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
        baud, come, port = link.baud or form.baud, partial(on_batch, self), partial(on_port, self)
        self.serial = SerialLink(link.port, baud, clock, come, port, self.asker, link.shared)

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


OnBatch = Callable[[HoopLine, bytes, int], None]
OnPort = Callable[[HoopLine, bool], None]


def dated(frames: Sequence[Frame], ms: float) -> list[Frame]:
    """Return the frames put back by their age, repeats by their largest; ``ms`` is one in ns of the clock."""
    back = [replace(frame, at=frame.at - int(frame.age_ms * ms)) for frame in frames]
    first: dict[FrameId, int] = {}
    for frame in back:
        if frame.id is not None:
            first[frame.id] = min(frame.at, first.get(frame.id, frame.at))
    return [frame if frame.id is None else replace(frame, at=first[frame.id]) for frame in back]


CYCLE_MS = 200
"""A tag that is there is seen at least so often, whatever ``repeat_ms`` says."""


@dataclass(slots=True)
class _Stay:
    """A tag's time in the hoop so far, with the frame that told of it last."""

    since: int
    last: Frame


class Inventory:
    """The tags in one hoop; ``repeat`` (ns) is how long one out of sight still counts as there."""

    def __init__(self, repeat: int) -> None:
        self._repeat = repeat
        self._round = False
        self._stays: dict[str, _Stay] = {}

    def see(self, frame: Frame) -> bool:
        """Take note of a tag; True when to tell it now: newly there, and no round runs."""
        stay = self._stays.get(frame.value)
        new = stay is None or frame.at - stay.last.at >= self._repeat
        self._stays[frame.value] = _Stay(frame.at if new or stay is None else stay.since, frame)
        if not self._round:
            # In a round nothing is forgotten, since its end may be told late.
            stays = self._stays.items()
            self._stays = {tag: stay for tag, stay in stays if frame.at - stay.last.at < self._repeat}
        return new and not self._round

    def open(self) -> None:
        """Begin a round."""
        self._round = True

    def close(self, at: int) -> list[Frame]:
        """End the round at ``at``: what was there then, at that moment, and what came later at its own."""
        self._round = False
        told = []
        for stay in sorted(self._stays.values(), key=lambda stay: stay.since):
            if stay.since > at:
                told.append(replace(stay.last, at=stay.since))
            elif at - stay.last.at < self._repeat:
                told.append(replace(stay.last, at=at))
        return told
