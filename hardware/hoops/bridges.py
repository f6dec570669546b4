"""The radio bridges: the nodes each is paired with, how it finds them, how much it has refused.

A bridge says so by itself every 5 s, in frames of its own name among those of its nodes. It hears orders: to
pair nodes for a while, and to forget one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from fieldkit.errors import Unknown
from fieldkit.messages import FrameId, RadioBridge
from hardware.hoops.frames import (
    Frame,
    PairState,
    decode_pair,
    decode_radio,
    encode_ack,
    encode_forget,
    encode_open,
)
from hardware.hoops.line import HoopLine

AWAY_S = 12
"""A bridge not heard for so long is away."""
PAIRING_S = 60
"""For how long a bridge pairs nodes."""


@dataclass(slots=True, eq=False)
class _Bridge:
    """A bridge at the end of a ``line``; ``reported`` are the pairs of ``count`` that it has named."""

    name: str
    line: HoopLine
    heard: int = 0
    refused: int = 0
    open_until: int = 0
    pairs: dict[str, str] = field(default_factory=dict)
    reported: dict[str, str] = field(default_factory=dict)
    states: dict[str, PairState] = field(default_factory=dict)
    count: int = 0


class Bridges:
    """One on each line at most; ``second`` is a real one (ns). Not for several threads at once."""

    def __init__(self, second: int) -> None:
        self._second = second
        self._known: dict[HoopLine, _Bridge] = {}

    def note(self, line: HoopLine, frame: Frame, id: FrameId, now: int) -> None:
        """Take in what a bridge tells of itself, and let it know that the kit is there."""
        bridge = self._known.get(line)
        if bridge is None or bridge.name != id.hoop:
            bridge = self._known[line] = _Bridge(id.hoop, line)
        bridge.heard = now
        if frame.kind == "RADIO":
            bridge.refused, open_s, bridge.count = decode_radio(frame.value)
            bridge.open_until = now + open_s * self._second
            bridge.reported = {}
        elif len(bridge.reported) < bridge.count:
            node, address, bridge.states[node] = decode_pair(frame.value)
            bridge.reported[node] = address
        if len(bridge.reported) == bridge.count:
            bridge.pairs = bridge.reported
            bridge.states = {node: bridge.states[node] for node in bridge.reported}
        line.serial.write(encode_ack(id))

    def views(self, now: int) -> tuple[RadioBridge, ...]:
        """Return all bridges that are there."""
        return tuple(
            RadioBridge(
                bridge.name,
                bridge.refused,
                max(0, (bridge.open_until - now) // self._second),
                dict(bridge.pairs),
            )
            for bridge in self._there(now)
        )

    def nodes(self, state: PairState, now: int) -> tuple[str, ...]:
        """Return the nodes that a bridge finds so, of all bridges that are there."""
        return tuple(
            node
            for bridge in self._there(now)
            for node in sorted(bridge.pairs)
            if bridge.states[node] == state
        )

    def _there(self, now: int) -> list[_Bridge]:
        limit = now - AWAY_S * self._second
        return [bridge for bridge in self._known.values() if bridge.heard >= limit and not bridge.line.lost]

    def pair(self, name: str, on: bool) -> None:
        """Let a bridge pair nodes, or no longer. Raises Unknown for one that is not there."""
        self._bridge(name).line.serial.write(encode_open(name, PAIRING_S if on else 0))

    def unpair(self, name: str, node: str) -> None:
        """Let a bridge forget a node. Raises Unknown for what is not there."""
        bridge = self._bridge(name)
        if node not in bridge.pairs:
            raise Unknown("unknown_node", "Node {node} is not paired.", node=node)
        bridge.line.serial.write(encode_forget(name, node))

    def _bridge(self, name: str) -> _Bridge:
        for bridge in self._known.values():
            if bridge.name == name:
                return bridge
        raise Unknown("unknown_bridge", "The radio bridge was not found.")
