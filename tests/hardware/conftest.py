"""Lines and kits on them, all ended after the test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from fieldkit.messages import RadioDoubt
from hardware.fakes import devices as fake_devices
from hardware.fakes import pollers as fake_pollers
from hardware.fakes.virtual_field import VirtualField
from hardware.hoops.formats import FORMATS
from hardware.hoops.pollers import Ask
from hardware.hoops.uhf import Poller
from tests.support.hoop_kit import HURRY, Bench, JumpClock, Kit


@pytest.fixture
def bench() -> Iterator[Callable[..., Bench]]:
    """Yield a maker of bare lines, and close them afterwards."""
    made: list[Bench] = []

    def make(protocol: str = "hk1", hoop: str | None = None) -> Bench:
        made.append(Bench(protocol, hoop))
        return made[-1]

    yield make
    for line in made:
        line.close()


@pytest.fixture
def run() -> Iterator[Callable[[Kit], Kit]]:
    """Yield a starter of kits, and close them afterwards."""
    kits: list[Kit] = []

    def start(kit: Kit) -> Kit:
        kits.append(kit)
        kit.links.start()
        return kit

    yield start
    for kit in kits:
        kit.links.close()


class _Hurried:
    """Asks faster than in life; the reader has as long as ever for its answers."""

    def __init__(self, asker: Poller) -> None:
        self._asker = asker
        self.hear = asker.hear

    @property
    def doubt(self) -> RadioDoubt | None:
        return self._asker.doubt

    def asks(self) -> Iterator[Ask]:
        for ask in self._asker.asks():
            yield Ask(ask.line, ask.pause / HURRY) if ask.line else ask


@pytest.fixture
def lines(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[..., tuple[VirtualField, Kit, JumpClock]]]:
    """Yield a maker of virtual readers with their kit; they work and are asked faster than in life."""
    monkeypatch.setattr(fake_pollers, "LOOK_S", fake_pollers.LOOK_S / HURRY)
    monkeypatch.setattr(fake_devices, "HELD_S", fake_devices.HELD_S / HURRY)
    for protocol in ("pn532", "r200", "yrm100"):
        asker = FORMATS[protocol].asker
        assert asker is not None
        hurried = replace(FORMATS[protocol], asker=lambda link, asker=asker: _Hurried(asker(link)))
        monkeypatch.setitem(FORMATS, protocol, hurried)
    with ExitStack() as running:

        def make(**hoops: str) -> tuple[VirtualField, Kit, JumpClock]:
            field, clock = VirtualField(tmp_path / "field", hoops), JumpClock()
            running.callback(field.close)
            field.start()
            kit = Kit(field.links(), clock)
            running.callback(kit.links.close)
            kit.links.start()
            return field, kit, clock

        yield make
