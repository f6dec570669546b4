"""The parts list: what each set and each variant is made of, and what it costs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("parts.toml")


@dataclass(frozen=True, slots=True)
class Part:
    """A part: its name, its maker's number, what two suppliers call it, and its price in euro."""

    name: str
    number: str
    at: tuple[str, ...]
    euro: float


@dataclass(frozen=True, slots=True)
class PartSet:
    """What belongs together: how many of each part."""

    title: str
    parts: Mapping[str, int]

    def euro(self, parts: Mapping[str, Part]) -> float:
        """What the set costs."""
        return sum(parts[name].euro * count for name, count in self.parts.items())


@dataclass(frozen=True, slots=True)
class Variant:
    """A kit to choose: how many of each set."""

    title: str
    sets: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shop:
    """The whole parts list."""

    parts: Mapping[str, Part]
    sets: Mapping[str, PartSet]
    variants: Mapping[str, Variant]

    def euro(self, variant: Variant) -> float:
        """What a variant costs."""
        return sum(self.sets[name].euro(self.parts) * count for name, count in variant.sets.items())


@cache
def shop() -> Shop:
    """The parts list as it is on file."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return Shop(
        {
            key: Part(each["name"], each["number"], tuple(each["at"]), each["euro"])
            for key, each in raw["parts"].items()
        },
        {key: PartSet(each["title"], each["parts"]) for key, each in raw["sets"].items()},
        {key: Variant(each["title"], each["sets"]) for key, each in raw["variants"].items()},
    )
