"""The circuit: terminals, nets, and the voltages and currents that each can come to.

A check finds what would burn a part before anybody solders. Every terminal says what it gives and between
which voltages it lives; resistors and loads pass current on, diodes and transistors pass it one way or when
their gate says so. The same circuit is solved once more for each slip that can be expected: a battery turned
round (`turned`), a plug wired in mirror order (`Sheet.circuit`), a transistor that has broken (`shorted`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeVar

BATTERY_12V, SUPPLY_5V, SUPPLY_3V3, CELL, GROUND = 14.6, 5.25, 3.4, 4.2, 0.0
"""The highest voltages: a full LiFePO4 battery, a 5 V and a 3.3 V supply, a full lithium cell; and ground."""
PIN_BEARS = 3.6
"""No pin of a Pi, a Pico or an ESP32 bears more."""
PIN_TAKES_A = 0.005
"""The current a processor's pin takes for ever from outside: well below the 8 mA a Pi's pin drives."""
MIN_V = -0.6
"""Nearly everything dies of a supply turned round; a diode's drop below ground is what a chip still bears."""
_LEAK_S = 1e-9
_SOURCE_OHMS = 0.001
_CLOSE_V = 1e-4
"""A diode that conducts goes on until this far under its drop: rounding must not open it."""
_MAX_FLIPS = 500
"""After this many changes of a diode or transistor the circuit has no steady state."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """An end for wires. ``gives``, ``bears`` and ``min_v`` are volts; ``gpio`` is its number on a board.

    A ``rail`` is a supply or ground: two of different voltage must never meet. Volts count against the
    terminal named ``against`` (its own board's ground), or against the kit's ground. ``turned`` is what a
    battery gives when it is put in the wrong way round. ``min_v`` is the lowest voltage it bears, and counts
    only where ``bears`` is said.
    """

    name: str
    x: float
    y: float
    gives: float | None = None
    bears: float | None = None
    gpio: int | None = None
    rail: bool = False
    against: str | None = None
    turned: float | None = None
    min_v: float = MIN_V


@dataclass(frozen=True, slots=True)
class Resistance:
    """Two terminals with a part between them that passes current: a resistor, a fuse, a load (ohms).

    ``watts`` is the heat it bears, where that matters.
    """

    a: str
    b: str
    ohms: float
    watts: float | None = None


@dataclass(frozen=True, slots=True)
class Diode:
    """Passes current from anode to cathode above ``drop`` volts, and back above ``zener`` volts."""

    anode: str
    cathode: str
    drop: float = 0.4
    zener: float | None = None
    ohms: float = 0.1


@dataclass(frozen=True, slots=True)
class Channel:
    """A MOSFET: drain and source are joined while its gate is driven; its body diode is always there.

    ``kind`` ``p`` is driven by a gate below its source, ``n`` by one above. ``bears`` is the most between
    gate and source, in volts either way.
    """

    gate: str
    drain: str
    source: str
    kind: Literal["n", "p"] = "n"
    bears: float = 16.0
    threshold: float = 2.0
    ohms: float = 0.03

    @property
    def body(self) -> Diode:
        """The diode that every MOSFET has between source and drain."""
        ends = (self.source, self.drain) if self.kind == "n" else (self.drain, self.source)
        return Diode(*ends, drop=0.7)


Wire = tuple[str, str]
End = TypeVar("End", bound=Hashable)


def nets(ends: Iterable[End], wires: Iterable[tuple[End, End]]) -> list[frozenset[End]]:
    """Return which ends are joined by wires, each group once, in the ends' order."""
    of = {end: {end} for end in ends}
    for a, b in wires:
        if of[a] is not of[b]:
            of[a] |= of[b]
            of.update(dict.fromkeys(of[b], of[a]))
    return list(dict.fromkeys(frozenset(group) for group in of.values()))


@dataclass(frozen=True, slots=True)
class Circuit:
    """Terminals and all that joins them."""

    terminals: Mapping[str, Terminal]
    wires: Sequence[Wire]
    bridges: Sequence[Resistance] = ()
    diodes: Sequence[Diode] = ()
    channels: Sequence[Channel] = ()

    def ends(self) -> set[str]:
        """Every terminal that something is joined to by a part with two or three legs."""
        found = {end for each in self.bridges for end in (each.a, each.b)}
        found |= {end for each in self.diodes for end in (each.anode, each.cathode)}
        return found | {end for each in self.channels for end in (each.gate, each.drain, each.source)}

    def turned(self) -> Circuit:
        """Return the same with every battery put in the wrong way round."""
        other = {
            name: each if each.turned is None else replace(each, gives=each.turned)
            for name, each in self.terminals.items()
        }
        return replace(self, terminals=other)

    def shorted(self, a: str, b: str, held: Mapping[str, float]) -> Circuit:
        """Return the same with two terminals melted together, and others held at a voltage (an output's pin).

        A transistor that has melted there no longer switches.
        """
        other = dict(self.terminals)
        sound = [each for each in self.channels if not {a, b} <= {each.gate, each.drain, each.source}]
        for name, volts in held.items():
            other[name] = replace(other[name], gives=volts)
        return replace(self, terminals=other, wires=[*self.wires, (a, b)], channels=sound)

    def without(self, *cut: str) -> Circuit:
        """Return the same after the wires and parts at these terminals came off."""
        gone = set(cut)
        return replace(
            self,
            wires=[each for each in self.wires if not gone & set(each)],
            bridges=[each for each in self.bridges if not gone & {each.a, each.b}],
            diodes=[each for each in self.diodes if not gone & {each.anode, each.cathode}],
            channels=[each for each in self.channels if not gone & {each.gate, each.drain, each.source}],
        )

    def solve(self) -> Solution:
        """Return the steady state; ArithmeticError if there is none."""
        work = _Work(self)
        for _ in range(_MAX_FLIPS):
            volts = work.solved()
            if not work.flipped(volts):
                return Solution(self, work.place, work.known(volts))
        raise ArithmeticError("the circuit comes to no rest")

    def faults(self) -> list[str]:
        """Return what is wrong, a sentence each; an empty list is a wiring to build."""
        missing = sorted({end for wire in self.wires for end in wire} - set(self.terminals))
        if missing:
            return [f"a wire ends at {name}, which is not there" for name in missing]
        used = {end for wire in self.wires for end in wire}
        found = [f"{name} is joined to nothing" for name in sorted(self.ends() - used)]
        found += self._clashes()
        return found + self.solve().faults()

    def _clashes(self) -> list[str]:
        found = []
        for group in nets(self.terminals, self.wires):
            names = ", ".join(sorted(group))
            if len({self.terminals[t].gives for t in group if self.terminals[t].rail}) > 1:
                found.append(f"supplies of different voltage meet: {names}")
            pins = sorted(t for t in group if self.terminals[t].gpio is not None)
            if len(pins) > 1:
                found.append(f"two pins of a board are joined: {', '.join(pins)}")
        return found


@dataclass(frozen=True, slots=True)
class Solution:
    """A circuit's voltages against the kit's ground, and what follows from them."""

    circuit: Circuit
    place: Mapping[str, int]
    volts: Sequence[float | None]

    def at(self, name: str) -> float | None:
        """Return the voltage of a terminal, None where nothing leads to."""
        return self.volts[self.place[name]]

    def amperes(self, bridge: Resistance) -> float:
        """Return what flows through a part from ``a`` to ``b``."""
        return ((self.at(bridge.a) or 0.0) - (self.at(bridge.b) or 0.0)) / bridge.ohms

    def watts(self, bridge: Resistance) -> float:
        """Return the heat in a part."""
        return self.amperes(bridge) ** 2 * bridge.ohms

    def into(self, name: str) -> float:
        """Return what flows through resistors and loads into a terminal's net, in amperes."""
        here = self.place[name]
        flows = [
            self.amperes(each) * ((self.place[each.b] == here) - (self.place[each.a] == here))
            for each in self.circuit.bridges
        ]
        return sum(flows)

    def faults(self) -> list[str]:
        """Return whose voltage, gate or heat is beyond what it bears."""
        terminals, found = self.circuit.terminals, []
        for group in nets(terminals, self.circuit.wires):
            fault = self._beyond(sorted(group))
            if fault:
                found.append(fault)
        for each in self.circuit.channels:
            drive = (self.at(each.gate) or 0.0) - (self.at(each.source) or 0.0)
            if abs(drive) > each.bears:
                found.append(f"{drive:.1f} V at a gate that bears {each.bears:.1f} V: {each.gate}")
        found += [
            f"{self.watts(each):.2f} W in what bears {each.watts:g} W: {each.a}"
            for each in self.circuit.bridges
            if each.watts is not None and self.watts(each) > each.watts
        ]
        return found

    def _beyond(self, names: Sequence[str]) -> str:
        """Return the worst that comes to the terminals of one net, as a sentence; empty if each bears it."""
        volts = self.at(names[0])
        bearing = [each for name in names if (each := self.circuit.terminals[name]).bears is not None]
        if volts is None or not bearing:
            return ""
        over = {
            each.name: volts - ((self.at(each.against) if each.against else 0.0) or 0.0) for each in bearing
        }
        for each in sorted(bearing, key=lambda each: each.bears or 0.0):
            for limit, beyond in ((each.bears or 0.0, 1), (each.min_v, -1)):
                if (over[each.name] - limit) * beyond > 1e-9:
                    return f"{over[each.name]:.1f} V come to what bears {limit:.1f} V: {', '.join(names)}"
        return ""


@dataclass(slots=True)
class _Work:
    """The solver's desk: numbers in place of names, and which diodes and channels conduct."""

    circuit: Circuit
    place: dict[str, int] = field(init=False)
    fixed: dict[int, float] = field(init=False)
    sources: list[tuple[int, int, float, float]] = field(init=False)
    diodes: list[Diode] = field(init=False)
    passing: list[int] = field(init=False)
    driven: list[bool] = field(init=False)

    def __post_init__(self) -> None:
        terminals = self.circuit.terminals
        groups = nets(terminals, self.circuit.wires)
        self.place = {name: index for index, group in enumerate(groups) for name in group}
        self.diodes = [*self.circuit.diodes, *(each.body for each in self.circuit.channels)]
        self.passing = [0] * len(self.diodes)
        self.driven = [False] * len(self.circuit.channels)
        self.fixed, self.sources = {}, []
        giving = [each for each in terminals.values() if each.gives is not None]
        for each in sorted(giving, key=lambda each: (each.against is not None, each.name)):
            here, volts = self.place[each.name], each.gives or 0.0
            base = self.fixed.get(self.place[each.against]) if each.against else 0.0
            if each.against and base is None:
                self.sources.append((here, self.place[each.against], _SOURCE_OHMS, volts))
            else:
                self.fixed[here] = max(self.fixed.get(here, volts + (base or 0.0)), volts + (base or 0.0))

    def known(self, volts: Sequence[float]) -> list[float | None]:
        """Return the voltage of each net that something leads to."""
        reached = {self.place[end] for end in self.circuit.ends()} | set(self.fixed)
        reached |= {index for a, b, _, _ in self.sources for index in (a, b)}
        return [each if index in reached else None for index, each in enumerate(volts)]

    def _branches(self) -> list[tuple[int, int, float, float]]:
        """Return all that conducts now: from, to, ohms, and the voltage that it holds back (or adds)."""
        at = self.place
        found = [(at[each.a], at[each.b], each.ohms, 0.0) for each in self.circuit.bridges]
        found += self.sources
        for each, way in zip(self.diodes, self.passing, strict=True):
            if way:
                held = each.drop if way > 0 else -(each.zener or 0.0)
                found.append((at[each.anode], at[each.cathode], each.ohms, held))
        for channel, driven in zip(self.circuit.channels, self.driven, strict=True):
            if driven:
                found.append((at[channel.drain], at[channel.source], channel.ohms, 0.0))
        return found

    def solved(self) -> list[float]:
        """Return the voltage of each net with what conducts now."""
        size = max(self.place.values(), default=-1) + 1
        unknown = [index for index in range(size) if index not in self.fixed]
        row = {index: number for number, index in enumerate(unknown)}
        matrix = [[_LEAK_S if i == j else 0.0 for j in range(len(row))] + [0.0] for i in range(len(row))]
        for a, b, ohms, held in self._branches():
            for one, other, sign in ((a, b, 1), (b, a, -1)):
                if one in row and one != other:
                    line = matrix[row[one]]
                    line[row[one]] += 1 / ohms
                    line[-1] += sign * held / ohms
                    if other in row:
                        line[row[other]] -= 1 / ohms
                    else:
                        line[-1] += self.fixed[other] / ohms
        found = _eliminated(matrix)
        return [self.fixed[index] if index in self.fixed else found[row[index]] for index in range(size)]

    def flipped(self, volts: Sequence[float]) -> bool:
        """Change the first diode or transistor that cannot be as it is; False if all can."""
        at = self.place
        for index, each in enumerate(self.diodes):
            over, now = volts[at[each.anode]] - volts[at[each.cathode]], self.passing[index]
            forward = over > each.drop - now * _CLOSE_V
            back = each.zener is not None and -over > each.zener + now * _CLOSE_V
            way = 1 if forward else -1 if back else 0
            if way != now:
                self.passing[index] = way
                return True
        for index, channel in enumerate(self.circuit.channels):
            drive = volts[at[channel.gate]] - volts[at[channel.source]]
            on = (drive if channel.kind == "n" else -drive) > channel.threshold
            if on != self.driven[index]:
                self.driven[index] = on
                return True
        return False


def _eliminated(matrix: list[list[float]]) -> list[float]:
    """Solve by Gauss's elimination; the leak to ground keeps every pivot above zero."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for k in range(size):
            if k != i and matrix[k][i]:
                share = matrix[k][i] / matrix[i][i]
                matrix[k] = [a - share * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [matrix[i][-1] / matrix[i][i] for i in range(size)]
