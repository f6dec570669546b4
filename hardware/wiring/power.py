"""The power budget: what the battery feeds, for how long, and what each fuse and the cable must carry."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from fieldkit.messages import Blast
from hardware.whistle.blasts import PATTERNS

FILE = Path(__file__).with_name("power.toml")
BLASTS_A_ROUND: tuple[Blast, ...] = ("open", "close", "warn", "ready")
HEADROOM = 1.25
"""A fuse carries this many times the most that flows."""
NODES = 10
MAX_STEPS = 50
"""After this many rounds voltages and currents of the cable fit each other."""


@dataclass(frozen=True, slots=True)
class FuseCircuit:
    """A fuse and what it guards: the fuse's name and amperes, and the wire's copper behind it in mm²."""

    fuse: str
    amperes: int
    wire: str

    def __str__(self) -> str:
        """Return what stands beside it: `F2, 3 A`."""
        return f"{self.fuse}, {self.amperes} A"


@cache
def budget() -> dict[str, Any]:
    """Return the figures on file."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def shares() -> dict[str, float]:
    """Return which part of the time siren and round lamp are on, from the blasts and the usual match."""
    _, options = game_with_rounds()
    turn = options["round_seconds"] + options["grace_seconds"] + options["break_seconds"]
    sounding = sum(on for blast in BLASTS_A_ROUND for on, _ in PATTERNS[blast]) / 1000
    return {"siren": sounding / turn, "round": options["round_seconds"] / turn}


def game_with_rounds() -> tuple[Traversable, dict[str, Any]]:
    """Return the folder of the game that the whistle runs, and its usual options."""
    for folder in sorted(resources.files("fieldkit.games").iterdir(), key=lambda folder: folder.name):
        rules = folder / "rules.toml"
        options = tomllib.loads(rules.read_text(encoding="utf-8"))["options"] if rules.is_file() else {}
        if "round_seconds" in options:
            return folder, options
    raise LookupError("no game has rounds")


def watts(load: str, peak: bool = False) -> float:
    """Return what a load takes from the battery: on the average, or at most."""
    figures = budget()["loads"][load]
    power = figures["volts"] * figures["peak" if peak else "usual"]
    if not peak and "share" in figures:
        power *= shares()[figures["share"]]
    if figures["circuit"] == "conv":
        power /= budget()["converter"]["efficiency"]
    return float(power)


def hours(use: str) -> float:
    """Return how long a full battery lasts."""
    stored = battery(use)["volts"] * battery(use)["ampere_hours"] * battery(use)["usable"]
    return float(stored / sum(map(watts, budget()["uses"][use]["loads"])))


def battery(use: str) -> dict[str, Any]:
    """Return the figures of the battery that a use is fed by."""
    kit = budget()["kits"][budget()["uses"][use]["kit"]]
    return dict(budget()[kit["battery"]])


def circuits(kit: str = "field") -> dict[str, FuseCircuit]:
    """Return the fuses of a kit by what they guard; ``main`` is the one in the battery's lead."""
    return {name: FuseCircuit(**raw) for name, raw in budget()["kits"][kit]["circuits"].items()}


def cell_hours(node: str) -> float:
    """Return how long a full cell lasts in a radio node."""
    cell = budget()["cell"]
    stored = cell["volts"] * cell["ampere_hours"] * cell["usable"] * cell["efficiency"]
    return float(stored / cell["watts"][node])


def circuit_amperes(circuit: str, kit: str = "field") -> float:
    """Return the most that flows through a fuse, from a near empty battery; ``main`` carries everything."""
    loads = budget()["loads"]
    sums = [
        sum(watts(load, peak=True) for load in use["loads"] if circuit in ("main", loads[load]["circuit"]))
        for use in budget()["uses"].values()
        if use["kit"] == kit
    ]
    return float(max(sums) / budget()["battery"]["min_volts"])


def misfits() -> list[str]:
    """Return where a fuse opens of its own load, or a wire burns before its fuse opens: a sentence each."""
    found = []
    for kit in budget()["kits"]:
        for name, each in circuits(kit).items():
            flows, bears = circuit_amperes(name, kit), budget()["wires"][each.wire]
            if not 0 < HEADROOM * flows <= each.amperes:
                found.append(f"{kit}: {each.fuse} is {each.amperes} A, its load {flows:.1f} A")
            if each.amperes > bears:
                found.append(f"{kit}: {each.fuse} is {each.amperes} A, its wire bears {bears:g} A")
    flows, holds = node_amperes(), budget()["cable"]["holds"]
    if HEADROOM * flows > holds:
        found.append(f"a node's resettable fuse holds {holds:g} A, its load is {flows:.2f} A")
    return found


def node_amperes() -> float:
    """Return the most that the last node on the hoops' cable takes, in amperes."""
    return watts("line_nodes", peak=True) / NODES / far_end_volts()


def converter_amperes() -> float:
    """Return the most that flows at the converter's 5 V, in the use that takes most."""
    loads = {name: load for name, load in budget()["loads"].items() if load["circuit"] == "conv"}
    uses = budget()["uses"].values()
    return float(max(sum(loads[name]["peak"] for name in use["loads"] if name in loads) for use in uses))


def far_end_volts() -> float:
    """Return what the last of the nodes along the hoops' cable gets at most load, of a near empty battery.

    A node's step-down takes the same watts from whatever comes: the less voltage, the more current.
    """
    cable, supply = budget()["cable"], budget()["battery"]["min_volts"]
    ohms = 2 * cable["metres"] * cable["ohms_per_metre"] / cable["conductors"] / NODES
    each = watts("line_nodes", peak=True) / NODES
    volts = [supply] * NODES
    for _ in range(MAX_STEPS):
        flows = [each / at for at in volts]
        drops = [ohms * sum(flows[place:]) for place in range(NODES)]
        volts = [supply - sum(drops[: place + 1]) for place in range(NODES)]
    return float(volts[-1])
