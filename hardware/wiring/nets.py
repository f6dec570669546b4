"""The circuit: terminals, nets, and the voltages that each can come to.

Tests find what would burn a part before anybody solders, and solve the same circuit once more for each slip
that can be expected: a battery turned round, a plug wired in mirror order, a transistor that has broken.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

BATTERY_12V, SUPPLY_5V, SUPPLY_3V3, CELL, GROUND = 14.6, 5.25, 3.4, 4.2, 0.0
"""The highest voltages: a full LiFePO4 battery, a 5 V and a 3.3 V supply, a full lithium cell; and ground."""
PIN_BEARS = 3.6
"""No pin of a Pi, a Pico or an ESP32 bears more."""
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

    def solve(self) -> Mapping[str, float | None]:
        """Return each terminal's voltage against the kit's ground, None where nothing leads to.

        ArithmeticError if there is no steady state.
        """
        bodies = [each.body for each in self.channels]
        switches: list[Diode | Channel] = [*self.diodes, *bodies, *self.channels]
        states, work = [0] * len(switches), _Work(self)
        for _ in range(_MAX_FLIPS):
            volts = work.solved([each.branch(states[i]) for i, each in enumerate(switches) if states[i]])
            for i, each in enumerate(switches):
                if (state := each.state(volts, states[i])) != states[i]:
                    states[i] = state
                    break
            else:
                return work.known(volts)
        raise ArithmeticError("the circuit comes to no rest")


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
