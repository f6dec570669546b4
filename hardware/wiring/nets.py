"""What is joined to what: terminals, nets, and the voltage that each can come to.

A check finds what would burn a pin before anybody solders: every terminal says what it gives and the most it
bears, resistors and loads pass voltage on, and each net's voltage is computed at its highest supplies.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

BATTERY_12V, SUPPLY_5V, SUPPLY_3V3, CELL, GROUND = 14.6, 5.25, 3.4, 4.2, 0.0
"""The highest voltages: a full LiFePO4 battery, a 5 V and a 3.3 V supply, a full lithium cell; and ground."""
PIN_BEARS = 3.6
"""No pin of a Pi, a Pico or an ESP32 bears more."""
_LEAK_S = 1e-9


@dataclass(frozen=True, slots=True)
class Terminal:
    """Where a wire may end. ``gives`` and ``bears`` are volts; ``gpio`` is its number on its board.

    A ``rail`` is a supply or ground: two of different voltage must never meet.
    """

    name: str
    x: float
    y: float
    gives: float | None = None
    bears: float | None = None
    gpio: int | None = None
    rail: bool = False


@dataclass(frozen=True, slots=True)
class Bridge:
    """Two terminals with a part between them that passes current: a resistor, a fuse, a load (ohms)."""

    a: str
    b: str
    ohms: float


Wire = tuple[str, str]


def nets(terminals: Iterable[str], wires: Iterable[Wire]) -> list[frozenset[str]]:
    """Which terminals are joined by wires, each group once, in the terminals' order."""
    of: dict[str, set[str]] = {name: {name} for name in terminals}
    for a, b in wires:
        if of[a] is not of[b]:
            of[a] |= of[b]
            for name in of[b]:
                of[name] = of[a]
    return list(dict.fromkeys(frozenset(group) for group in of.values()))


def voltages(
    groups: Sequence[frozenset[str]], terminals: Mapping[str, Terminal], bridges: Iterable[Bridge]
) -> list[float | None]:
    """The voltage of each net: what is given there, else what comes through bridges, else None."""
    given = [
        max((v for t in group if (v := terminals[t].gives) is not None), default=None) for group in groups
    ]
    place = {name: index for index, group in enumerate(groups) for name in group}
    open_ones = [index for index, volts in enumerate(given) if volts is None]
    row = {index: number for number, index in enumerate(open_ones)}
    matrix = [[_LEAK_S if i == j else 0.0 for j in range(len(row))] + [0.0] for i in range(len(row))]
    for bridge in bridges:
        ends = place[bridge.a], place[bridge.b]
        for one, other in (ends, ends[::-1]):
            if one in row:
                line = matrix[row[one]]
                line[row[one]] += 1 / bridge.ohms
                if other in row:
                    line[row[other]] -= 1 / bridge.ohms
                else:
                    line[-1] += (given[other] or 0.0) / bridge.ohms
    bridged = {place[end] for bridge in bridges for end in (bridge.a, bridge.b)}
    solved = _solved(matrix)
    return [
        volts if volts is not None else (solved[row[index]] if index in bridged else None)
        for index, volts in enumerate(given)
    ]


def _solved(matrix: list[list[float]]) -> list[float]:
    """Gauss's elimination; the leak to ground keeps every pivot above zero."""
    size = len(matrix)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(matrix[k][i]))
        matrix[i], matrix[pivot] = matrix[pivot], matrix[i]
        for k in range(size):
            if k != i and matrix[k][i]:
                share = matrix[k][i] / matrix[i][i]
                matrix[k] = [a - share * b for a, b in zip(matrix[k], matrix[i], strict=True)]
    return [matrix[i][-1] / matrix[i][i] for i in range(size)]


def faults(terminals: Mapping[str, Terminal], wires: Sequence[Wire], bridges: Sequence[Bridge]) -> list[str]:
    """What is wrong with the wiring, a sentence each; an empty list is a wiring to build."""
    missing = sorted({end for wire in wires for end in wire} - set(terminals))
    if missing:
        return [f"a wire ends at {name}, which is not there" for name in missing]
    used = {end for wire in wires for end in wire}
    found = [
        f"{name} is joined to nothing"
        for bridge in bridges
        for name in (bridge.a, bridge.b)
        if name not in used
    ]
    groups = nets(terminals, wires)
    for group, volts in zip(groups, voltages(groups, terminals, list(bridges)), strict=True):
        names = ", ".join(sorted(group))
        rails = {terminals[t].gives for t in group if terminals[t].rail}
        if len(rails) > 1:
            found.append(f"supplies of different voltage meet: {names}")
        bears = min((b for t in group if (b := terminals[t].bears) is not None), default=None)
        if volts is not None and bears is not None and volts > bears:
            found.append(f"{volts:.1f} V come to what bears {bears:.1f} V: {names}")
        pins = sorted(t for t in group if terminals[t].gpio is not None)
        if len(pins) > 1:
            found.append(f"two pins of a board are joined: {', '.join(pins)}")
    return found
