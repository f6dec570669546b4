"""The steps of building a kit, read from the page that tells them: WHISTLE.md or TRIAL.md."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.wiring.shopping import ShopPart, shop

FOLDER = Path(__file__).parent
PAGES = FOLDER / "WHISTLE.md", FOLDER / "TRIAL.md"
_TAKES = re.compile(r"About (\d+) min\. \*Parts:\* (.+?)\.(?: \*Tools:\* (.+)\.)?")
_SENSED = re.compile(r"\n\n> \*\*You should (hear|see) this now:\*\*((?:\n>.*)+)")


@dataclass(frozen=True, slots=True)
class BuildStep:
    """A step of building: what it takes, what to do, how long it may take (min), and what it ends with."""

    section: str
    title: str
    minutes: int
    parts: tuple[str, ...]
    tools: tuple[str, ...]
    do: str
    hear: str = ""
    see: str = ""


@cache
def steps() -> Mapping[str, tuple[BuildStep, ...]]:
    """Return the steps of each kit with a page of its own; KeyError for a part that its list lacks."""
    return {page.stem.lower(): tuple(_read(page.stem.lower())) for page in PAGES}


def told(kit: str) -> str:
    """Return the steps of a kit as its page tells them."""
    page = (FOLDER / f"{kit.upper()}.md").read_text(encoding="utf-8")
    return page.partition(f"<!-- steps {kit} -->")[2].partition(f"<!-- /steps {kit} -->")[0].strip()


def _read(kit: str) -> Iterator[BuildStep]:
    found, section = shop(), ""
    parts = _by_name({key: found.parts[key] for key in found.count(found.kits[kit])})
    tools = _by_name(found.tools)
    for piece in re.split(r"^(?=##)", told(kit), flags=re.MULTILINE)[1:]:
        heading, _, rest = piece.strip().partition("\n\n")
        if heading.startswith("## "):
            section = heading.removeprefix("## ").partition(":")[0]
            continue
        takes, _, text = rest.partition("\n\n")
        if (taken := _TAKES.fullmatch(" ".join(takes.split()))) is None:
            raise ValueError(f"{heading} does not say how long it takes and with what")
        minutes, of, by = taken.groups("")
        yield BuildStep(
            section,
            heading.partition(". ")[2],
            int(minutes),
            tuple(parts[name] for name in of.split(", ")),
            tuple(tools[name] for name in by.split(", ") if name),
            _SENSED.sub("", text),
            **{sense: words.replace("> ", "").strip() for sense, words in _SENSED.findall(text)},
        )


def _by_name(things: Mapping[str, ShopPart]) -> dict[str, str]:
    """Return the keys of parts or tools by their names up to the first detail, as a step says them."""
    return {lowered(re.split(r"[,(:]", each.name)[0].strip()): key for key, each in things.items()}


def lowered(name: str) -> str:
    """Return a name as it stands within a sentence: a maker's name and letters alone keep their capitals."""
    is_word = name[1:2].islower() or name.startswith("A ")
    return name if not is_word or name.startswith("Raspberry") else name[0].lower() + name[1:]
