"""The most that each fuse, the converter and the hoops' cable must carry, by the figures of `power.toml`."""

from hardware.wiring import power

HEADROOM = 1.25
"""A fuse carries this many times the most that flows."""
MAX_STEPS = 50
"""After this many rounds voltages and currents of the cable fit each other."""


def circuit_amperes(circuit: str, kit: str = "field") -> float:
    """Return the most that flows through a fuse, from a near empty battery; ``main`` carries everything."""
    of = power.budget()["loads"]
    sums = [
        sum(power.watts(load, peak=True) for load in use["loads"] if circuit in ("main", of[load]["circuit"]))
        for use in power.budget()["uses"].values()
        if use["kit"] == kit
    ]
    return float(max(sums) / power.budget()["battery"]["min_volts"])


def misfits() -> list[str]:
    """Return where a fuse opens of its own load, or a wire burns before its fuse opens: a sentence each."""
    found = []
    for kit in power.budget()["kits"]:
        for name, each in power.circuits(kit).items():
            flows, bears = circuit_amperes(name, kit), power.budget()["wires"][each.wire]
            if not 0 < HEADROOM * flows <= each.amperes:
                found.append(f"{kit}: {each.fuse} is {each.amperes} A, its load {flows:.1f} A")
            if each.amperes > bears:
                found.append(f"{kit}: {each.fuse} is {each.amperes} A, its wire bears {bears:g} A")
    flows, holds = node_amperes(), power.budget()["cable"]["holds"]
    if HEADROOM * flows > holds:
        found.append(f"a node's resettable fuse holds {holds:g} A, its load is {flows:.2f} A")
    return found


def node_amperes() -> float:
    """Return the most that the last node on the hoops' cable takes, in amperes."""
    return power.watts("line_nodes", peak=True) / power.NODES / far_end_volts()


def converter_amperes() -> float:
    """Return the most that flows at the converter's 5 V, in the use that takes most."""
    loads = {name: load for name, load in power.budget()["loads"].items() if load["circuit"] == "conv"}
    uses = power.budget()["uses"].values()
    return float(max(sum(loads[name]["peak"] for name in use["loads"] if name in loads) for use in uses))


def far_end_volts() -> float:
    """Return what the last of the nodes along the hoops' cable gets at most load, of a near empty battery.

    A node's step-down takes the same watts from whatever comes: the less voltage, the more current.
    """
    cable, supply = power.budget()["cable"], power.budget()["battery"]["min_volts"]
    ohms = 2 * cable["metres"] * cable["ohms_per_metre"] / cable["conductors"] / power.NODES
    each = power.watts("line_nodes", peak=True) / power.NODES
    volts = [supply] * power.NODES
    for _ in range(MAX_STEPS):
        flows = [each / at for at in volts]
        drops = [ohms * sum(flows[place:]) for place in range(power.NODES)]
        volts = [supply - sum(drops[: place + 1]) for place in range(power.NODES)]
    return float(volts[-1])
