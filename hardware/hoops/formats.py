"""Every wire format of the hoops by the name the settings give it; the README tells of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fieldkit.settings import Link, WireFormat
from hardware.hoops.frames import ID12_TAIL, RDM6300_TAIL, FrameCodec, ReaderCodec, encode_tag, node_codec
from hardware.hoops.pollers import PN532_ASKS, Cycle, Poller, pn532_codec, r200_codec
from hardware.hoops.uhf import RadioGuard


@dataclass(frozen=True, slots=True)
class Format:
    """A wire format: how to make its codec, its usual speed, and whether hoop ``nodes`` speak it.

    Nodes name their hoop, want answers, and report by themselves; one reader alone does none of it. Readers
    that tell nothing by themselves get an ``asker`` for their link, and answer all the time. One that sees
    its ``whole_hoop`` tells of a round what lies there at its end. ``encode`` is how a reader that speaks by
    itself says a tag, for the virtual hoops.
    """

    codec: Callable[[], FrameCodec]
    baud: int
    nodes: bool = False
    asker: Callable[[Link], Poller] | None = None
    whole_hoop: bool = False
    encode: Callable[[str], bytes] | None = None


def _reader(tail: bytes) -> Format:
    return Format(lambda: ReaderCodec(tail), 9600, encode=lambda tag: encode_tag(tag, tail))


def _guarded(link: Link) -> RadioGuard:
    assert link.region is not None, "settings give every UHF reader its band"
    assert link.power_dbm is not None, "settings give every UHF reader its power"
    return RadioGuard(link.region, link.power_dbm)


_UHF = Format(r200_codec, 115_200, asker=_guarded, whole_hoop=True)

FORMATS: dict[WireFormat, Format] = {
    "rdm6300": _reader(RDM6300_TAIL),
    "id12": _reader(ID12_TAIL),
    "hk1": Format(node_codec, 115_200, nodes=True),
    "pn532": Format(pn532_codec, 115_200, asker=lambda link: Cycle(PN532_ASKS)),
    "r200": _UHF,
    "yrm100": _UHF,
}
"""Every wire format by its name."""
