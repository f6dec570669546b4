"""The circuit: terminals, nets, and the voltages and currents that each can come to.

A check finds what would burn a part before anybody solders. The same circuit is solved once more for each
slip that can be expected: a battery turned round (`turned`), a plug wired in mirror order (`Sheet.circuit`),
a transistor that has broken (`shorted`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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


Wire = tuple[str, str]
End = TypeVar("End", bound=Hashable)
Branch = tuple[str, str, float, float]
"""A conductor: from, to, ohms, and the voltage that it holds back (or adds)."""


@dataclass(frozen=True, slots=True)
class Terminal:
    """An end for wires. ``gives``, ``bears`` and ``min_v`` are volts; ``gpio`` is its number on a board.

    A ``rail`` is a supply or ground: two of different voltage must never meet. Volts count against the
    terminal ``against``, or the kit's ground. ``turned`` is what a battery gives the wrong way round.
    ``min_v``, the lowest voltage it bears, counts only where ``bears`` is said.
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

    @property
    def ends(self) -> set[str]:
        """Its terminals."""
        return {self.a, self.b}


@dataclass(frozen=True, slots=True)
class Diode:
    """Passes current from anode to cathode above ``drop`` volts, and back above ``zener`` volts."""

    anode: str
    cathode: str
    drop: float = 0.4
    zener: float | None = None
    ohms: float = 0.1

    @property
    def ends(self) -> set[str]:
        """Its terminals."""
        return {self.anode, self.cathode}

    def state(self, volts: Mapping[str, float], now: int) -> int:
        """Return whether it conducts at these voltages: 1, backwards -1, or 0; ``now`` is its last state."""
        over = volts[self.anode] - volts[self.cathode]
        if over > self.drop - now * _CLOSE_V:
            return 1
        return -1 if self.zener is not None and -over > self.zener + now * _CLOSE_V else 0

    def branch(self, state: int) -> Branch:
        """Return it while it conducts."""
        return self.anode, self.cathode, self.ohms, self.drop if state > 0 else -(self.zener or 0.0)


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
    def ends(self) -> set[str]:
        """Its terminals."""
        return {self.gate, self.drain, self.source}

    def state(self, volts: Mapping[str, float], _: int) -> int:
        """Return whether its gate is driven: 1 or 0."""
        drive = volts[self.gate] - volts[self.source]
        return int((drive if self.kind == "n" else -drive) > self.threshold)

    def branch(self, _: int) -> Branch:
        """Return it while its gate is driven."""
        return self.drain, self.source, self.ohms, 0.0

    @property
    def body(self) -> Diode:
        """The diode that every MOSFET has between source and drain."""
        ends = (self.source, self.drain) if self.kind == "n" else (self.drain, self.source)
        return Diode(*ends, drop=0.7)


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
        parts: list[Resistance | Diode | Channel] = [*self.bridges, *self.diodes, *self.channels]
        return {end for each in parts for end in each.ends}

    def groups(self) -> list[frozenset[str]]:
        """Return the nets: which terminals are one, by wires, signs and plugs."""
        return nets(self.terminals, self.wires)

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
        sound = [each for each in self.channels if not {a, b} <= each.ends]
        for name, volts in held.items():
            other[name] = replace(other[name], gives=volts)
        return replace(self, terminals=other, wires=[*self.wires, (a, b)], channels=sound)

    def without(self, *cut: str) -> Circuit:
        """Return the same after the wires and parts at these terminals came off."""
        gone = set(cut)
        return replace(
            self,
            wires=[each for each in self.wires if not gone & {*each}],
            bridges=[each for each in self.bridges if not gone & each.ends],
            diodes=[each for each in self.diodes if not gone & each.ends],
            channels=[each for each in self.channels if not gone & each.ends],
        )

    def solve(self) -> Solution:
        """Return the steady state; ArithmeticError if there is none."""
        switches: list[Diode | Channel] = [
            *self.diodes,
            *(each.body for each in self.channels),
            *self.channels,
        ]
        states, work = [0] * len(switches), _Work(self)
        for _ in range(_MAX_FLIPS):
            volts = work.solved([each.branch(states[i]) for i, each in enumerate(switches) if states[i]])
            for i, each in enumerate(switches):
                if (state := each.state(volts, states[i])) != states[i]:
                    states[i] = state
                    break
            else:
                return Solution(self, work.place, work.known(volts))
        raise ArithmeticError("the circuit comes to no rest")

    def faults(self) -> list[str]:
        """Return what is wrong, a sentence each; an empty list is a wiring to build."""
        used = {end for wire in self.wires for end in wire}
        if missing := sorted(used - self.terminals.keys()):
            return [f"a wire ends at {name}, which is not there" for name in missing]
        found = [f"{name} is joined to nothing" for name in sorted(self.ends() - used)]
        for group in self.groups():
            names = ", ".join(sorted(group))
            if len({self.terminals[t].gives for t in group if self.terminals[t].rail}) > 1:
                found.append(f"supplies of different voltage meet: {names}")
            pins = sorted(t for t in group if self.terminals[t].gpio is not None)
            if len(pins) > 1:
                found.append(f"two pins of a board are joined: {', '.join(pins)}")
        return found + self.solve().faults()


@dataclass(frozen=True, slots=True)
class Solution:
    """A circuit's voltages against the kit's ground, and what follows from them."""

    circuit: Circuit
    place: Mapping[str, int]
    volts: Mapping[str, float | None]

    def at(self, name: str) -> float | None:
        """Return the voltage of a terminal, None where nothing leads to."""
        return self.volts[name]

    def amperes(self, bridge: Resistance) -> float:
        """Return what flows through a part from ``a`` to ``b``."""
        return ((self.at(bridge.a) or 0.0) - (self.at(bridge.b) or 0.0)) / bridge.ohms

    def watts(self, bridge: Resistance) -> float:
        """Return the heat in a part."""
        return self.amperes(bridge) ** 2 * bridge.ohms

    def into(self, name: str) -> float:
        """Return what flows through resistors and loads into a terminal's net, in amperes."""
        here = self.place[name]
        return sum(
            self.amperes(each) * ((self.place[each.b] == here) - (self.place[each.a] == here))
            for each in self.circuit.bridges
        )

    def faults(self) -> list[str]:
        """Return whose voltage, gate or heat is beyond what it bears."""
        beyond = (self._beyond(sorted(group)) for group in self.circuit.groups())
        found = [fault for fault in beyond if fault]
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
        for each in sorted(bearing, key=lambda each: each.bears or 0.0):
            over = volts - ((self.at(each.against) if each.against else 0.0) or 0.0)
            for limit, beyond in ((each.bears or 0.0, 1), (each.min_v, -1)):
                if (over - limit) * beyond > 1e-9:
                    return f"{over:.1f} V come to what bears {limit:.1f} V: {', '.join(names)}"
        return ""


class _Work:
    """The solver's desk: numbers in place of names, and what holds a net at its voltage."""

    def __init__(self, circuit: Circuit) -> None:
        terminals, self.circuit = circuit.terminals, circuit
        self.place = {name: index for index, group in enumerate(circuit.groups()) for name in group}
        self.fixed: dict[int, float] = {}
        self.sources: list[Branch] = []
        giving = [each for each in terminals.values() if each.gives is not None]
        for each in sorted(giving, key=lambda each: (each.against is not None, each.name)):
            here, volts = self.place[each.name], each.gives or 0.0
            base = self.fixed.get(self.place[each.against]) if each.against else 0.0
            if each.against and base is None:
                self.sources.append((each.name, each.against, _SOURCE_OHMS, volts))
            else:
                volts += base or 0.0
                self.fixed[here] = max(self.fixed.get(here, volts), volts)

    def known(self, volts: Mapping[str, float]) -> dict[str, float | None]:
        """Return the voltage of each terminal that something leads to."""
        reached = {self.place[end] for end in self.circuit.ends()} | set(self.fixed)
        reached |= {self.place[end] for a, b, _, _ in self.sources for end in (a, b)}
        return {name: volts[name] if index in reached else None for name, index in self.place.items()}

    def solved(self, conducting: Sequence[Branch]) -> dict[str, float]:
        """Return the voltage of each terminal with the diodes and transistors that conduct."""
        unknown = sorted({*self.place.values()} - self.fixed.keys())
        row = {index: number for number, index in enumerate(unknown)}
        matrix = [[_LEAK_S if i == j else 0.0 for j in range(len(row))] + [0.0] for i in range(len(row))]
        bridges = ((each.a, each.b, each.ohms, 0.0) for each in self.circuit.bridges)
        for start, end, ohms, held in (*bridges, *self.sources, *conducting):
            a, b = self.place[start], self.place[end]
            for one, other, sign in ((a, b, 1), (b, a, -1)):
                if one in row and one != other:
                    line = matrix[row[one]]
                    line[row[one]] += 1 / ohms
                    line[-1] += sign * held / ohms
                    if other in row:
                        line[row[other]] -= 1 / ohms
                    else:
                        line[-1] += self.fixed[other] / ohms
        volts = self.fixed | dict(zip(unknown, _eliminated(matrix), strict=True))
        return {name: volts[index] for name, index in self.place.items()}


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
