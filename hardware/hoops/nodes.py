"""The hoop nodes and bridges that the kit knows: never more than it can serve; others are not answered."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from fieldkit.clock import NS
from fieldkit.errors import Unknown
from fieldkit.messages import FrameId, RadioBridge
from hardware.hoops.formats import HoopLine
from hardware.hoops.frames import Frame, PairState, decode_pair, decode_radio, encode_ack, sealed
from hardware.hoops.hoop import Budget, HoopNode
from hardware.hoops.twins import Twins

MAX_NODES = 64
FORGOTTEN_S = 60


class Nodes:
    """The nodes by their name, and the hoops that some were told to serve. Not thread-safe."""

    def __init__(self, field: Collection[str], rate: float) -> None:
        self._field = frozenset(field)
        self._second = int(NS * rate)
        self._known: dict[str, HoopNode] = {}
        self._assigned: dict[str, str] = {}
        self._strays = Budget(self._second)
        self._turned_away: int | None = None

    def __iter__(self) -> Iterator[HoopNode]:
        return iter(self._known.values())

    def get(self, name: str) -> HoopNode | None:
        """Return a node that is known."""
        return self._known.get(name)

    def serves(self, name: str) -> str:
        """Return the hoop that a node serves: the one that it took over, or that of its own name."""
        return self._assigned.get(name, name)

    def assign(self, name: str, hoop: str | None) -> None:
        """Let a node serve another hoop from now on, or with None that of its own name."""
        self._assigned.pop(name, None)
        if hoop is not None:
            self._assigned[name] = hoop

    def serving(self, hoop: str) -> HoopNode | None:
        """Return the node that serves a hoop: of those that took it over the last one heard, or its own."""
        for name in reversed(self._assigned):
            if self._assigned[name] == hoop and name in self._known:
                return self._known[name]
        return self._known.get(hoop) if self.serves(hoop) == hoop else None

    def heard(self, name: str, line: HoopLine, now: int) -> HoopNode | None:
        """Return the node of a good frame; None where there is no room for another one."""
        node = self._known.get(name)
        if node is None:
            if len(self._known) >= MAX_NODES and not self._make_room(name):
                self._turned_away = now
                return None
            budget = Budget(self._second) if self._is_ours(name) else self._strays
            node = self._known[name] = HoopNode(name, line, budget, Twins(self._second))
        node.heard = now
        return node

    def forget(self, now: int) -> None:
        """Forget the strays that have not been heard for long."""
        limit = now - FORGOTTEN_S * self._second
        self._known = {
            name: node for name, node in self._known.items() if node.heard >= limit or self._is_ours(name)
        }

    def are_too_many(self, now: int) -> bool:
        """Return whether a node was turned away lately."""
        return self._turned_away is not None and now - self._turned_away < FORGOTTEN_S * self._second

    def twins(self, now: int) -> tuple[str, ...]:
        """Return the names of the field under which two nodes speak."""
        return tuple(node.name for node in self if self._is_ours(node.name) and node.twins.are_there(now))

    def _is_ours(self, name: str) -> bool:
        return self.serves(name) in self._field or name in self._assigned

    def _make_room(self, name: str) -> bool:
        """Forget the stray that was heard longest ago, for a node that serves a hoop."""
        strays = [node for node in self if not self._is_ours(node.name)]
        if not strays or not self._is_ours(name):
            return False
        del self._known[min(strays, key=lambda node: node.heard).name]
        return True


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
    """The radio bridges, one on each line at most; ``second`` is a real one (ns). Not thread-safe."""

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
        there = [(each, max(0, (each.open_until - now) // self._second)) for each in self._there(now)]
        return tuple(RadioBridge(each.name, each.refused, left, dict(each.pairs)) for each, left in there)

    def nodes(self, state: PairState, now: int) -> tuple[str, ...]:
        """Return the nodes that a bridge finds so, of all bridges that are there."""
        pairs = [(each.states, node) for each in self._there(now) for node in sorted(each.pairs)]
        return tuple(node for states, node in pairs if states[node] == state)

    def _there(self, now: int) -> list[_Bridge]:
        limit = now - AWAY_S * self._second
        return [bridge for bridge in self._known.values() if bridge.heard >= limit and not bridge.line.lost]

    def pair(self, name: str, on: bool) -> None:
        """Let a bridge pair nodes, or no longer. Raises Unknown for one that is not there."""
        self._bridge(name).line.serial.write(sealed(f"HK1OPEN {name} {PAIRING_S if on else 0}"))

    def unpair(self, name: str, node: str) -> None:
        """Let a bridge forget a node. Raises Unknown for what is not there."""
        bridge = self._bridge(name)
        if node not in bridge.pairs:
            raise Unknown("unknown_node", "Node {node} is not paired.", node=node)
        bridge.line.serial.write(sealed(f"HK1FORGET {name} {node}"))

    def _bridge(self, name: str) -> _Bridge:
        for bridge in self._known.values():
            if bridge.name == name:
                return bridge
        raise Unknown("unknown_bridge", "The radio bridge was not found.")
