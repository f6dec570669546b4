"""The parts and tools, and what each kit is made of and costs: `parts.toml` and `kits.toml` as values."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

PARTS_FILE = Path(__file__).with_name("parts.toml")
KITS_FILE = Path(__file__).with_name("kits.toml")


@dataclass(frozen=True, slots=True)
class Part:
    """A part or a tool: its name, its maker's number, what two suppliers call it, and its price in euro.

    ``bears_v`` is the highest voltage that its supply input bears, where the file gives one.
    """

    name: str
    number: str
    at: tuple[str, ...]
    euro: float
    bears_v: float | None = None


@dataclass(frozen=True, slots=True)
class Addition:
    """What is bought and built together: how many of each part."""

    title: str
    parts: Mapping[str, int]

    def euro(self, parts: Mapping[str, Part]) -> float:
        """What the addition costs, in euro."""
        return sum(parts[name].euro * count for name, count in self.parts.items())


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit to choose: how many of each addition, and what most clubs have and bring (not in the price)."""

    title: str
    additions: Mapping[str, int]
    bring: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Shop:
    """Everything that can be bought."""

    parts: Mapping[str, Part]
    tools: Mapping[str, Part]
    additions: Mapping[str, Addition]
    kits: Mapping[str, Kit]

    def euro(self, kit: Kit) -> float:
        """What a kit costs without what is brought, in euro."""
        return sum(self.additions[name].euro(self.parts) * count for name, count in kit.additions.items())

    def count(self, kit: Kit) -> Counter[str]:
        """How many of each part a kit holds, with what is brought."""
        counts = Counter(kit.bring)
        for name, times in kit.additions.items():
            for part, each in self.additions[name].parts.items():
                counts[part] += times * each
        return counts


def _part(raw: Mapping[str, Any]) -> Part:
    return Part(raw["name"], raw["number"], tuple(raw["at"]), raw["euro"], raw.get("bears_v"))


@cache
def shop() -> Shop:
    """The parts and kits as they are on file; KeyError or TOMLDecodeError where a file is wrong."""
    bought = tomllib.loads(PARTS_FILE.read_text(encoding="utf-8"))
    made = tomllib.loads(KITS_FILE.read_text(encoding="utf-8"))
    return Shop(
        {key: _part(each) for key, each in bought["parts"].items()},
        {key: _part(each) for key, each in bought["tools"].items()},
        {key: Addition(each["title"], each["parts"]) for key, each in made["additions"].items()},
        {key: Kit(each["title"], each["additions"], each["bring"]) for key, each in made["kits"].items()},
    )
