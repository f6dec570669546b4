"""The pages that a builder follows, WHISTLE.md and TRIAL.md: steps as values, and lists and tools made.

A page is written by hand, except what stands between `<!-- KIND KIT -->` and `<!-- /KIND KIT -->`. That comes
from `kits.toml`, `parts.toml` and the page's own steps, which ask for no part that its kit's list lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.wiring import power
from hardware.wiring.guide import PART_HEAD, euro, part_row, table
from hardware.wiring.shopping import BuildKit, ShopPart, shop

FOLDER = Path(__file__).parent
PAGES = FOLDER / "WHISTLE.md", FOLDER / "TRIAL.md"
GROWTH = "whistle", "lamps", "field", "usb_buttons", "usb_readers"
"""Kits in the order in which a club may grow, each with all that the one before holds."""
INSTEAD = "rs485_buttons", "rs485_readers", "radio_buttons", "radio_readers"
"""Kits with another way to the hoops in place of the USB cables."""
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
    return {_lower(re.split(r"[,(:]", each.name)[0].strip()): key for key, each in things.items()}


def bought(kit: BuildKit) -> str:
    """Return a kit's list with what each part costs, and below it what most clubs have."""
    found = shop()
    counts = found.count(kit)
    rows = [part_row(counts[key], found.parts[key]) for key in counts if key not in kit.bring]
    rows += [
        (*part_row(counts[key], found.parts[key])[:4], "yours", "yours") for key in counts if key in kit.bring
    ]
    return f"{table(PART_HEAD, rows)}\n\nTogether about **{found.euro(kit):.0f} €**."


def tools(kit: str) -> str:
    """Return the tools of a kit's steps, each with the steps that need it."""
    found, each_step = shop(), list(enumerate(steps()[kit], 1))
    rows = [
        (tool.name, ", ".join(str(n) for n, step in each_step if key in step.tools), euro(tool.euro))
        for key, tool in found.tools.items()
        if any(key in step.tools for _, step in each_step)
    ]
    return table(("tool", "for step", "about €, if you have none"), rows)


def _lower(name: str) -> str:
    """Return a name as it stands within a sentence: a maker's name and letters alone keep their capitals."""
    is_word = name[1:2].islower() or name.startswith("A ")
    return name if not is_word or name.startswith("Raspberry") else name[0].lower() + name[1:]


def grown() -> str:
    """Return what to add after the whistle kit, and what the kit then costs."""
    found, rows, before = shop(), [], None
    for name in (*GROWTH, *INSTEAD):
        kit = found.kits[name]
        if name in INSTEAD:
            before = found.kits[GROWTH[-1 if "readers" in name else -2]]
        new = [key for key in kit.additions if before is None or key not in before.additions]
        more = found.euro(kit) - (found.euro(before) if before else 0)
        named = "; ".join(
            f"{kit.additions[key]} x {_lower(found.additions[key].title)}".removeprefix("1 x ") for key in new
        )
        rows.append((kit.title, named, f"{more:+.0f}", f"{found.euro(kit):.0f}"))
        before = kit
    return table(("kit", "what is added", "€ more", "€ in all"), rows)


def lasts(use: str) -> str:
    """Return how long a full battery feeds what a use of `power.toml` takes, as a sentence."""
    stored = power.battery(use)["ampere_hours"]
    return f"A full battery of {stored:g} Ah lasts about {power.hours(use):.0f} hours, in frost half of that."


def made(kind: str, name: str) -> str:
    """Return what stands between the marks of this kind and kit; KeyError for a kind that is not there."""
    match kind:
        case "list":
            return bought(shop().kits[name])
        case "tools":
            return tools(name)
        case "growth":
            return grown()
        case "lasts":
            return lasts(name)
    raise KeyError(kind)


MARK = re.compile(r"<!-- (list|tools|growth|lasts) (\w+) -->.*?<!-- /\1 \2 -->", re.DOTALL)


def filled(text: str) -> str:
    """Return a page with all that stands between its marks made again."""
    return MARK.sub(
        lambda m: f"<!-- {m[1]} {m[2]} -->\n\n{made(m[1], m[2])}\n\n<!-- /{m[1]} {m[2]} -->", text
    )
