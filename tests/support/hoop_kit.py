"""A kit's hoop links with everything they tell, a clock to put forward, and a bare line to speak on."""

import json
import os
import time
import tty
from collections.abc import Sequence
from dataclasses import dataclass, field

from msgspec.structs import asdict, fields

from fieldkit.clock import NS, Clock
from fieldkit.messages import FrameId, HoopStatus, Reading, Verdict
from fieldkit.settings import UHF_PROTOCOLS, Link
from hardware.fakes.virtual_field import UHF_AS_SET
from hardware.hoops.frames import KitReply, LineCodec, encode_hk1, taken_codec
from hardware.hoops.links import HoopLinks
from tests.hardware import until

TAG = "62E3086CED"
HURRY = 10
"""How many times faster than in life a kit asks its readers, and they look."""


@dataclass(frozen=True)
class JumpClock(Clock):
    """The kit's clock, which a test can put forward."""

    ahead: list[int] = field(default_factory=lambda: [0])

    def now(self) -> int:
        return int(time.monotonic_ns() * self.rate) + self.ahead[0]

    def jump(self, seconds: float) -> None:
        self.ahead[0] += int(seconds * NS)


def as_toml(link: Link) -> str:
    """Return the table of a link in a settings file, its defaults left out."""
    keys = {
        key: value
        for key, value in asdict(link).items()
        if value != next((field.default for field in fields(link) if field.name == key), None)
    }
    return "[[links]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())


class Kit:
    """The links, and all that they have told."""

    def __init__(
        self, links: tuple[Link, ...], clock: Clock | None = None, field: Sequence[str] = ()
    ) -> None:
        self.readings: list[Reading] = []
        self.told: list[HoopStatus] = []
        self.links = HoopLinks(links, clock or Clock(), self.note, self.told.append, field)

    def note(self, reading: Reading) -> None:
        self.readings.append(reading)

    def link(self, hoop: str) -> str | None:
        status = self.links.statuses().get(hoop)
        return status.link if status else None


class Referee(Kit):
    """A kit with a durable record: a frame counts once, and is answered whenever it comes."""

    def __init__(
        self,
        links: tuple[Link, ...],
        verdict: Verdict | None = "counted",
        clock: Clock | None = None,
        field: Sequence[str] = (),
    ) -> None:
        super().__init__(links, clock, field)
        self.verdict = verdict
        self.counted: list[Reading] = []
        self.record: set[FrameId] = set()

    def note(self, reading: Reading) -> None:
        super().note(reading)
        assert reading.frame is not None
        if reading.frame not in self.record:
            self.record.add(reading.frame)
            self.counted.append(reading)
        reading.answer(self.verdict)


class Bench:
    """A bare line with the test at its far end."""

    def __init__(self, protocol: str, hoop: str | None) -> None:
        self.far, self.near = os.openpty()
        tty.setraw(self.near)
        port = os.ttyname(self.near)
        radio = UHF_AS_SET if protocol in UHF_PROTOCOLS else {}
        self.link = Link(port=port, protocol=protocol, hoop=hoop, **radio)  # type: ignore[arg-type]
        self.codec: LineCodec[KitReply] = taken_codec()
        self.answers: list[KitReply] = []
        self.raw = b""
        os.set_blocking(self.far, False)

    def send(self, line: bytes) -> None:
        os.write(self.far, line)

    def answered(self) -> list[KitReply]:
        """All that the kit has answered so far."""
        try:
            while chunk := os.read(self.far, 4096):
                self.raw += chunk
                self.answers += self.codec.feed(chunk, 0)
        except BlockingIOError:
            pass
        return self.answers

    def close(self) -> None:
        for end in (self.far, self.near):
            os.close(end)


def ready(line: Bench, pause_s: float = 0.005) -> None:
    """Wait until the kit answers on a line, so that opening it eats nothing more.

    On a shared line it answers only in a pause that is long enough.
    """
    hello = FrameId("h1", "0000", 1)

    def asked() -> bool:
        line.send(encode_hk1(hello, 0, "HELLO", "bench"))
        time.sleep(pause_s)
        return KitReply(hello) in line.answered()

    until(asked)
    # Its repeats are all answered before the test goes on.
    last = FrameId("h1", "0000", 2)
    line.send(encode_hk1(last, 0, "HELLO", "bench"))
    until(lambda: KitReply(last) in line.answered())
    line.answers.clear()
