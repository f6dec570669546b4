"""The bench check list, made from ``checks.toml`` and from the figures that its limits come from."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fieldkit.battery import EMPTY_V, LOW_V
from fieldkit.messages import WEAK_DBM
from fieldkit.referee.alarms import LOW_MV
from fieldkit.settings import Settings
from hardware.wiring import loudness, power
from hardware.wiring.pins import header

FILE = Path(__file__).with_name("checks.toml")
PAGE = Path(__file__).with_name("CHECKLIST.md")
GROUND_PIN = 9
"""The pin of the Pi's header that the drivers' ground goes to."""


@dataclass(frozen=True, slots=True)
class ByHand:
    """A limit that nothing computes: what it is, its value, and the reason for it."""

    limit: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class BenchCheck:
    """A row: what is looked at, how, and what is good; ``how`` and ``good`` have figures in braces.

    A star: again at the start of each season. ``shown``: the tests that show it with simulated
    parts, or nothing.
    """

    group: str
    what: str
    how: str
    good: str
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Checks:
    """The whole list: the titles of its groups, its rows, and the limits by hand."""

    groups: Mapping[str, str]
    rows: tuple[BenchCheck, ...]
    by_hand: Mapping[str, ByHand]


@cache
def checks() -> Checks:
    """Read the list on file. TypeError for a row with too many cells, or too few."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
    by_hand = {name: ByHand(*each) for name, each in raw["by_hand"].items()}
    rows = tuple(BenchCheck(group, *row) for group, rows in raw["checks"].items() for row in rows)
    return Checks(raw["groups"], rows, by_hand)


def figures() -> dict[str, str]:
    """Return the limits that come from the kit, its loudness and its power budget, as they are written."""
    whistle = Settings().whistle
    fuses, small = power.circuits(), power.circuits("whistle")
    if header()[GROUND_PIN] != "GND":
        raise LookupError(f"pin {GROUND_PIN} of the header is no ground")
    lives = sorted(power.hours(use) for use in power.budget()["uses"])
    cells = sorted(power.cell_hours(node) for node in power.budget()["cell"]["watts"])
    return {
        "ground_pin": str(GROUND_PIN),
        "max_on_s": f"{whistle.max_on_ms / 1000:g}",
        "siren_fuse": str(fuses["horn"].amperes),
        "main_fuse": str(fuses["main"].amperes),
        "small_fuse": str(small["main"].amperes),
        "needed_db": f"{loudness.NEEDED_DB:g}",
        "referee_db": f"{loudness.REFEREE_DB:g}",
        "mast_m": f"{loudness.MAST_M:g}",
        "hours": f"{lives[0]:.0f} to {lives[-1]:.0f} h",
        "cell_hours": f"{cells[0]:.0f} to {cells[-1]:.0f} h",
        "low_v": f"{LOW_V:.1f}",
        "empty_v": f"{EMPTY_V:.1f}",
        "low_cell": f"{LOW_MV / 1000:g}",
        "signal_dbm": str(WEAK_DBM),
        "node_volts": f"{power.far_end_volts():.1f}",
    }


def values() -> dict[str, str]:
    """Return all that may stand in braces."""
    return figures() | {name: each.value for name, each in checks().by_hand.items()}


def checklist() -> str:
    """Return the list as a page."""
    found, filled = checks(), values()
    out = [
        "# Bench check list",
        "",
        "Print it, and do the parts that you have built: once when the kit is built, and the lines with a",
        "star again at the start of each season. Somebody must look, listen and get wet. **Nobody has",
        "done any of it yet**: the kit was made without a board at hand. The last column says what a",
        "program has shown with simulated parts; where it says *nothing*, you are the first. Back to [the",
        "guide](README.md).",
    ]
    for group, title in found.groups.items():
        out += [
            "",
            f"## {title}",
            "",
            "| ☐ | what | how | good is | shown without a board |",
            "|---|---|---|---|---|",
        ]
        for row in found.rows:
            if row.group == group:
                shown = f"`{row.shown}`" if row.shown else "nothing"
                cells = (row.what, row.how, row.good, shown)
                out.append(f"| ☐ | {' | '.join(cell.format_map(filled) for cell in cells)} |")
    out += [
        "",
        "## Where the limits come from",
        "",
        "All others come from the kit's settings, alarms, power budget and loudness. These do not:",
        "",
        "| limit | value | why |",
        "|---|---|---|",
    ]
    out += [f"| {each.limit} | {each.value} | {each.why} |" for each in found.by_hand.values()]
    return "\n".join([*out, "", "Made by `make drawings` from `checks.toml`.", ""])
