"""The power budget: what the battery feeds, and for how long."""

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
NODES = 10


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
