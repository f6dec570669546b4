"""The estimates of ``work.toml``, priced: how long building takes, who does it, what a season wears out."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.wiring.shopping import shop

FILE = Path(__file__).with_name("work.toml")


@dataclass(frozen=True, slots=True)
class WorkStage:
    """A step of the building: who, how many hours of each of them (least, most), and what it is made of."""

    title: str
    people: str
    hours: tuple[int, int]
    additions: Mapping[str, int]

    def euro(self) -> float:
        """Return what is bought for it, in euro."""
        found = shop()
        return sum(found.additions[name].euro(found.parts) * count for name, count in self.additions.items())


@dataclass(frozen=True, slots=True)
class Wear:
    """A part that wears out: ``count`` of it are bought every ``years``."""

    part: str
    what: str
    count: int
    years: int

    def euro(self) -> float:
        """Return what it costs a year, in euro."""
        return shop().parts[self.part].euro * self.count / self.years


@cache
def steps() -> tuple[WorkStage, ...]:
    """Return the steps in the order of building. TypeError for a key that steps do not have."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))["steps"]
    return tuple(WorkStage(**{**each, "hours": tuple(each["hours"])}) for each in raw)


@cache
def wear() -> tuple[Wear, ...]:
    """Return what wears out in a season."""
    return tuple(Wear(**each) for each in tomllib.loads(FILE.read_text(encoding="utf-8"))["wear"])
