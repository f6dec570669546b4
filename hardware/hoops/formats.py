"""Every wire format of the hoops by the name the settings give it.

A new format is one more name there, one more entry here, and one more in `hardware.fakes.devices`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fieldkit.settings import WireFormat
from hardware.hoops.frames import Codec, ReaderCodec, node_codec
from hardware.hoops.pollers import PN532_ASKS, R200_ASKS, Ask, pn532_codec, r200_codec


@dataclass(frozen=True, slots=True)
class Format:
    """A wire format: how to make its codec, its usual speed, and whether hoop ``nodes`` speak it.

    Nodes name their hoop, want answers, and report by themselves; one reader alone does none of it. Readers
    that tell nothing by themselves are sent ``asks`` in turn, over and over, from the first at every opening
    of the port, and answer each of them. One that sees its ``whole_hoop`` tells of a round what lies there at
    its end.
    """

    codec: Callable[[], Codec]
    baud: int
    nodes: bool = False
    asks: tuple[Ask, ...] = ()
    whole_hoop: bool = False


_UHF = Format(r200_codec, 115_200, asks=R200_ASKS, whole_hoop=True)

FORMATS: dict[WireFormat, Format] = {
    "rdm6300": Format(lambda: ReaderCodec(b"\x03"), 9600),
    "id12": Format(lambda: ReaderCodec(b"\r\n\x03"), 9600),
    "hk1": Format(node_codec, 115_200, nodes=True),
    "pn532": Format(pn532_codec, 115_200, asks=PN532_ASKS),
    "r200": _UHF,
    "yrm100": _UHF,
}
"""Every wire format by its name."""
