"""The parts, tools, kits and the work of building: `parts.toml` and `kits.toml` as values."""

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from msgspec import Struct, convert

PARTS_FILE = Path(__file__).with_name("parts.toml")
KITS_FILE = Path(__file__).with_name("kits.toml")
Size = tuple[float, float, float]


class ShopPart(Struct, frozen=True, array_like=True):
    """A part or a tool: name, price in euro, what two suppliers call it, and its maker's number."""

    name: str
    euro: float
    called: str
    number: str = "any"

    @property
    def at(self) -> list[str]:
        """The words of each supplier; `Botland, Berrybase: reader` are the same of both."""
        said = self.called if re.search("[:;]", self.called) else f"Reichelt, Conrad: {self.called}"
        sold = (each.partition(": ") for each in said.split("; "))
        return [f"{supplier}{colon}{name}" for names, colon, name in sold for supplier in names.split(", ")]


class Sizes(Struct, frozen=True, forbid_unknown_fields=True):
    """A part's measures, as the head of `parts.toml` tells them; ``mm`` is None for what no box holds."""

    bears_v: float | None = None
    db: float | None = None
    mm: Size | None = None
    room: Size | None = None
    room_at: tuple[float, float] = (0.0, 0.0)
    inside_mm: Size | None = None
    hole_mm: tuple[float, ...] = ()
    built_in: tuple[str, ...] = ()
    metal: bool = False
    entry: str = ""
    enters: tuple[tuple[str, ...], ...] = ()
    passes: str = ""
    cables: int = 0


class Addition(Struct, frozen=True, array_like=True):
    """Parts that are bought and built together."""

    title: str
    made_of: str

    @property
    def parts(self) -> dict[str, int]:
        """The number of each part in it."""
        return _counts(self.made_of)

    def euro(self, parts: Mapping[str, ShopPart]) -> float:
        """Return what the addition costs, in euro."""
        return sum(parts[name].euro * count for name, count in self.parts.items())


@dataclass(frozen=True, slots=True)
class BuildKit:
    """A kit to choose: how many of each addition, and what most clubs have and bring (not in the price)."""

    title: str
    additions: dict[str, int]
    bring: dict[str, int]


class WorkStage(Struct, frozen=True, array_like=True):
    """A step of the building: who, how many hours of each of them (least, most), and what it is made of."""

    title: str
    people: str
    hours: tuple[int, int]
    made_of: str

    @property
    def additions(self) -> dict[str, int]:
        """The number of each addition that is built."""
        return _counts(self.made_of)

    def euro(self) -> float:
        """Return what is bought for it, in euro."""
        return shop().euro(self)


class Wear(Struct, frozen=True, array_like=True):
    """A part that wears out: ``count`` of it are bought every ``years``."""

    part: str
    what: str
    count: int
    years: int

    def euro(self) -> float:
        """Return what it costs a year, in euro."""
        return shop().parts[self.part].euro * self.count / self.years


class Shop(Struct, frozen=True):
    """Everything that can be bought; what is no part has no size."""

    parts: dict[str, ShopPart]
    tools: dict[str, ShopPart]
    sizes: dict[str, Sizes]
    additions: dict[str, Addition]
    kits: dict[str, BuildKit]
    steps: tuple[WorkStage, ...]
    wear: tuple[Wear, ...]

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


def _counts(words: str) -> dict[str, int]:
    """Read `2 gland, vent`."""
    found = (each.strip().rpartition(" ") for each in words.split(",") if words)
    return {name: int(number or 1) for number, _, name in found}


@cache
def shop() -> Shop:
    """Return what is on file; KeyError, ValidationError or TOMLDecodeError where a file is wrong."""
    raw = tomllib.loads(PARTS_FILE.read_text(encoding="utf-8"))
    raw |= tomllib.loads(KITS_FILE.read_text(encoding="utf-8"))
    kits = {"": BuildKit("", {}, {})}
    for key, (title, base, adds, *brings) in raw["kits"].items():
        brought = kits[base].bring | _counts("".join(brings))
        kits[key] = BuildKit(title, kits[base].additions | _counts(adds), brought)
    del kits[""]
    measures = {name: raw["sizes"].get(name, {}) for name in ("", *raw["parts"], *raw["tools"])}
    return convert(raw | {"kits": kits, "sizes": measures}, Shop)
