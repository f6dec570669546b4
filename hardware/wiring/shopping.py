"""The parts, tools, kits and the work of building: `parts.toml`, `kits.toml`, `work.toml` as values."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PARTS_FILE = Path(__file__).with_name("parts.toml")
KITS_FILE = Path(__file__).with_name("kits.toml")


@dataclass(frozen=True, slots=True)
class ShopPart:
    """A part or a tool: its name, its maker's number, its price in euro, and what two suppliers call it."""

    name: str
    number: str
    euro: float
    at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Addition:
    """Parts that are bought and built together: how many of each."""

    title: str
    parts: Mapping[str, int]

    def euro(self, parts: Mapping[str, ShopPart]) -> float:
        """Return what the addition costs, in euro."""
        return sum(parts[name].euro * count for name, count in self.parts.items())


@dataclass(frozen=True, slots=True)
class BuildKit:
    """A kit to choose: how many of each addition, and what most clubs have and bring (not in the price)."""

    title: str
    additions: Mapping[str, int]
    bring: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shop:
    """Everything that can be bought."""

    parts: Mapping[str, ShopPart]
    tools: Mapping[str, ShopPart]
    additions: Mapping[str, Addition]
    kits: Mapping[str, BuildKit]

    def euro(self, kit: BuildKit | WorkStage) -> float:
        """Return what a kit or a step of the building costs without what is brought, in euro."""
        return sum(self.additions[name].euro(self.parts) * count for name, count in kit.additions.items())

    def count(self, kit: BuildKit) -> Counter[str]:
        """Return how many of each part a kit holds, with what is brought."""
        counts = Counter(kit.bring)
        for name, times in kit.additions.items():
            for part, each in self.additions[name].parts.items():
                counts[part] += times * each
        return counts


def _parts(raw: Mapping[str, Any]) -> dict[str, ShopPart]:
    return {key: ShopPart(name, number, euro, tuple(at)) for key, (name, number, euro, *at) in raw.items()}


def _counts(raw: Sequence[str]) -> dict[str, int]:
    """Read ``["2 gland", "vent"]``."""
    words = [each.rpartition(" ") for each in raw]
    return {name: int(number or 1) for number, _, name in words}


@cache
def shop() -> Shop:
    """Return the parts and kits as they are on file; KeyError or TOMLDecodeError where a file is wrong."""
    bought = tomllib.loads(PARTS_FILE.read_text(encoding="utf-8"))
    made = tomllib.loads(KITS_FILE.read_text(encoding="utf-8"))
    return Shop(
        _parts(bought["parts"]),
        _parts(bought["tools"]),
        {key: Addition(each["title"], _counts(each["parts"])) for key, each in made["additions"].items()},
        {
            key: BuildKit(each["title"], _counts(each["additions"]), _counts(each["bring"]))
            for key, each in made["kits"].items()
        },
    )


WORK_FILE = Path(__file__).with_name("work.toml")


@dataclass(frozen=True, slots=True)
class WorkStage:
    """A step of the building: who, how many hours of each of them (least, most), and what it is made of."""

    title: str
    people: str
    hours: tuple[int, int]
    additions: Mapping[str, int]

    def euro(self) -> float:
        """Return what is bought for it, in euro."""
        return shop().euro(self)


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
def work_steps() -> tuple[WorkStage, ...]:
    """Return the steps in the order of building. TypeError for a key that steps do not have."""
    raw = tomllib.loads(WORK_FILE.read_text(encoding="utf-8"))["steps"]
    return tuple(WorkStage(**{**each, "hours": tuple(each["hours"])}) for each in raw)


@cache
def wear() -> tuple[Wear, ...]:
    """Return what wears out in a season."""
    return tuple(Wear(**each) for each in tomllib.loads(WORK_FILE.read_text(encoding="utf-8"))["wear"])
