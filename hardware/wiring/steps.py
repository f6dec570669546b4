"""The pages that a builder follows: lists, tools and steps of a kit, put between their marks in the text.

A page is written by hand, except what stands between `<!-- KIND KIT -->` and `<!-- /KIND KIT -->`. That comes
from `kits.toml`, `parts.toml` and `steps.toml`, so that no step asks for a part that its kit's list lacks.
"""

from __future__ import annotations

import re
import textwrap
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.wiring import power
from hardware.wiring.guide import PART_HEAD, euro, part_row, table
from hardware.wiring.shopping import BuildKit, ShopPart, shop

FOLDER = Path(__file__).parent
FILE = FOLDER / "steps.toml"
WIDTH = 118
"""The longest line of a made text."""
PAGES = FOLDER / "WHISTLE.md", FOLDER / "TRIAL.md"
GROWTH = "whistle", "lamps", "field", "usb_buttons", "usb_readers"
"""Kits in the order in which a club may grow, each with all that the one before holds."""
INSTEAD = "rs485_buttons", "rs485_readers", "radio_buttons", "radio_readers"
"""Kits with another way to the hoops in place of the USB cables."""


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
    """Return the steps of each kit that has a page of its own; KeyError or TypeError for a wrong file."""
    raw = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        kit: tuple(
            BuildStep(**{**each, "parts": tuple(each["parts"]), "tools": tuple(each["tools"])})
            for each in found["steps"]
        )
        for kit, found in raw.items()
    }


def short(part: ShopPart) -> str:
    """Return the part's name up to its first detail."""
    return re.split(r"[,(:]", part.name)[0].strip()


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


def told(kit: str) -> str:
    """Return the steps of a kit as text: what each takes, what to do, what one must hear or see after it."""
    found, out, section = shop(), [], ""
    for number, step in enumerate(steps()[kit], 1):
        if step.section != section:
            section = step.section
            out.append(f"## {section}: about {duration(kit, section)}")
        takes = ", ".join(_lower(short(found.parts[key])) for key in step.parts)
        with_tools = ", ".join(_lower(short(found.tools[key])) for key in step.tools)
        out.append(f"### {number}. {step.title}")
        line = f"About {step.minutes} min. *Parts:* {takes}." + f" *Tools:* {with_tools}." * bool(step.tools)
        out.append(textwrap.fill(line, WIDTH, break_on_hyphens=False))
        out.append(step.do.strip())
        for sense, words in (("hear", step.hear), ("see", step.see)):
            if words:
                quoted = words.strip().replace("\n", "\n> ")
                out.append(f"> **You should {sense} this now:**\n> {quoted}")
    return "\n\n".join(out)


def _lower(name: str) -> str:
    """Return a name as it stands within a sentence: a maker's name and letters alone keep their capitals."""
    is_word = name[1:2].islower() or name.startswith("A ")
    return name if not is_word or name.startswith("Raspberry") else name[0].lower() + name[1:]


def duration(kit: str, section: str = "") -> str:
    """Return how long a kit's steps take, or those of a section: hours, to the half."""
    minutes = sum(step.minutes for step in steps()[kit] if section in ("", step.section))
    return f"{round(minutes / 30) / 2:g} h"


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
        case "steps":
            return told(name)
        case "growth":
            return grown()
        case "lasts":
            return lasts(name)
    raise KeyError(kind)


MARK = re.compile(r"<!-- (list|tools|steps|growth|lasts) (\w+) -->.*?<!-- /\1 \2 -->", re.DOTALL)


def filled(text: str) -> str:
    """Return a page with all that stands between its marks made again."""
    return MARK.sub(
        lambda m: f"<!-- {m[1]} {m[2]} -->\n\n{made(m[1], m[2])}\n\n<!-- /{m[1]} {m[2]} -->", text
    )
