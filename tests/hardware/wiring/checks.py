"""What is wrong with a circuit, and the same circuit after a slip: what would burn before anybody solders."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hardware.wiring.nets import Circuit, Resistance, Wire
from hardware.wiring.sheet import Sheet

PIN_TAKES_A = 0.005
"""The current a processor's pin takes for ever from outside: well below the 8 mA a Pi's pin drives."""


def turned(circuit: Circuit) -> Circuit:
    """Return the same with every battery put in the wrong way round."""
    ends = circuit.terminals.items()
    other = {name: each if each.turned is None else replace(each, gives=each.turned) for name, each in ends}
    return replace(circuit, terminals=other)


def mirrored(sheet: Sheet, plug: str) -> Circuit:
    """Return a sheet's circuit with one plug wired in mirror order (4-3-2-1)."""
    near, far = zip(*sheet.plugs[plug], strict=True)
    other: tuple[Wire, ...] = tuple(zip(near, reversed(far), strict=True))
    before = sheet.plugs
    sheet.plugs = before | {plug: other}
    circuit = sheet.circuit()
    sheet.plugs = before
    return circuit


def shorted(circuit: Circuit, a: str, b: str, held: Mapping[str, float]) -> Circuit:
    """Return the same with two terminals melted together, and others held at a voltage (an output's pin).

    A transistor that has melted there no longer switches.
    """
    holding = {name: replace(circuit.terminals[name], gives=volts) for name, volts in held.items()}
    return replace(
        circuit,
        terminals={**circuit.terminals, **holding},
        wires=[*circuit.wires, (a, b)],
        channels=[each for each in circuit.channels if not {a, b} <= each.ends],
    )


def without(circuit: Circuit, *cut: str) -> Circuit:
    """Return the same after the wires and parts at these terminals came off."""
    gone = set(cut)
    return replace(
        circuit,
        wires=[each for each in circuit.wires if not gone & {*each}],
        bridges=[each for each in circuit.bridges if not gone & each.ends],
        diodes=[each for each in circuit.diodes if not gone & each.ends],
        channels=[each for each in circuit.channels if not gone & each.ends],
    )


@dataclass(frozen=True, slots=True)
class Solution:
    """A circuit's voltages against the kit's ground, and what follows from them."""

    circuit: Circuit
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
        here = next(group for group in self.circuit.groups() if name in group)
        flows = ((each, (each.b in here) - (each.a in here)) for each in self.circuit.bridges)
        return sum(self.amperes(each) * sign for each, sign in flows)


def solved(circuit: Circuit) -> Solution:
    """Return a circuit's steady state."""
    return Solution(circuit, circuit.solve())


def faults(circuit: Circuit) -> list[str]:
    """Return what is wrong, a sentence each; an empty list is a wiring to build."""
    ends, used = circuit.terminals, {end for wire in circuit.wires for end in wire}
    if missing := sorted(used - ends.keys()):
        return [f"a wire ends at {name}, which is not there" for name in missing]
    found = [f"{name} is joined to nothing" for name in sorted(circuit.ends() - used)]
    for group in circuit.groups():
        if len({ends[name].gives for name in group if ends[name].rail}) > 1:
            found.append(f"supplies of different voltage meet: {', '.join(sorted(group))}")
        pins = sorted(name for name in group if ends[name].gpio is not None)
        if len(pins) > 1:
            found.append(f"two pins of a board are joined: {', '.join(pins)}")
    return [*found, *_burning(solved(circuit))]


def _burning(found: Solution) -> Iterator[str]:
    """Yield whose voltage, gate or heat is beyond what it bears."""
    for group in found.circuit.groups():
        if fault := _beyond(found, sorted(group)):
            yield fault
    for each in found.circuit.channels:
        drive = (found.at(each.gate) or 0.0) - (found.at(each.source) or 0.0)
        if abs(drive) > each.bears:
            yield f"{drive:.1f} V at a gate that bears {each.bears:.1f} V: {each.gate}"
    for bridge in found.circuit.bridges:
        if bridge.watts is not None and found.watts(bridge) > bridge.watts:
            yield f"{found.watts(bridge):.2f} W in what bears {bridge.watts:g} W: {bridge.a}"


def _beyond(found: Solution, names: list[str]) -> str:
    """Return the worst that comes to the terminals of one net, as a sentence; empty if each bears it."""
    volts = found.at(names[0])
    bearing = [each for name in names if (each := found.circuit.terminals[name]).bears is not None]
    if volts is None or not bearing:
        return ""
    for each in sorted(bearing, key=lambda each: each.bears or 0.0):
        over = volts - ((found.at(each.against) if each.against else 0.0) or 0.0)
        for limit, beyond in ((each.bears or 0.0, 1), (each.min_v, -1)):
            if (over - limit) * beyond > 1e-9:
                return f"{over:.1f} V come to what bears {limit:.1f} V: {', '.join(names)}"
    return ""
