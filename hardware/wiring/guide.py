"""The tables of the guide, made from the sources of the drawings and put between their marks in the text."""

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from hardware.wiring import loudness, power
from hardware.wiring.pins import PICO_PINS, board_pins, lines
from hardware.wiring.shopping import ShopPart, shop

FOLDER = Path(__file__).parent
GUIDE, PARTS = FOLDER / "README.md", FOLDER / "PARTS.md"
PAGES = tuple(FOLDER / f"{name}.md" for name in ("WHISTLE", "STRIP", "TRIAL"))
"""The pages that tell the steps of building a kit."""
FILLED = GUIDE, *(FOLDER / f"{name}.md" for name in ("HOOPS", "LOUDNESS", "STORAGE")), *PAGES
"""The pages that people write and whose tables are made."""
GROWTH = "whistle", "lamps", "field", "usb_buttons", "usb_readers"
"""Kits in the order in which a club may grow, each with all that the one before holds."""
INSTEAD = "rs485_buttons", "rs485_readers", "radio_buttons", "radio_readers"
"""Kits with another way to the hoops in place of the USB cables."""
PLAIN_SIREN_EURO = 25
"""The price of a siren without a maker's figures that passes the test at the counter."""
_TAKES = re.compile(r"About (\d+) min\. \*Parts:\* (.+?)\.(?: \*Tools:\* (.+)\.)?")
_SAME = re.compile(r"As step (\d+) of \[the whistle kit\]\(WHISTLE\.md\)\.")
_SENSED = re.compile(r"\n\n> \*\*You should (hear|see) this now:\*\*((?:\n>.*)+)")
PART_HEAD = ("times", "part", "maker's number", "called", "€ each", "€")
_USES = {f"button_{number}": f"button {number}" for number in range(1, 6)}
_USES |= {"led": "LED", "buzzer": "buzzer", "battery": "battery", "reader_rx": "from the reader's TX"}
_USES |= {"reader_tx": "to the reader's RX (PN532)", "spi_sck": "RC522 SCK", "spi_mosi": "RC522 MOSI"}
_USES |= {
    "spi_miso": "RC522 MISO",
    "spi_cs": "RC522 SDA",
    "spi_reset": "RC522 RST",
    "rs485_tx": "SN65HVD1781 DI",
}
_USES |= {"rs485_rx": "SN65HVD1781 RO", "rs485_de": "SN65HVD1781 DE and RE"}


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table of the guide."""
    written = [head, ["---"] * len(head), *[[str(cell) for cell in row] for row in rows]]
    return "\n".join(f"| {' | '.join(row)} |" for row in written)


def pins() -> str:
    """Return the kit's lines on the Pi's header."""
    rows = [
        (f"{each.name}{' (optional)' * each.optional}", each.gpio, each.header, each.to, f"`{each.setting}`")
        for each in lines()
    ]
    return table(("line", "GPIO", "pin", "leads to", "setting"), rows)


def node_pins() -> str:
    """Return the pins of both nodes."""
    pico, esp32 = board_pins("pico"), board_pins("esp32")
    places = {gpio: f"pin {pin}" for gpio, pin in PICO_PINS.items()}
    rows = [
        (
            words,
            f"GP{pico[name]}, {places.get(pico[name], 'on the board')}" if name in pico else "-",
            f"IO{esp32[name]}" if name in esp32 else "-",
        )
        for name, words in _USES.items()
        if name in pico or name in esp32
    ]
    return table(("for", "Pico", "ESP32"), rows)


def totals() -> str:
    """Return what each kit costs."""
    found = shop()
    rows = [(each.title, f"{found.euro(each):.0f} €") for each in found.kits.values()]
    return table(("ten hoops, unless it says otherwise", "about"), rows)


def budget() -> str:
    """Return what draws how much."""
    figures = power.budget()
    rows = [
        (
            load["name"],
            f"{load['volts']:.0f} V" if load["circuit"] == "conv" else "12 V",
            f"{load['usual']:g} A",
            f"{load['peak']:g} A",
            f"{100 * power.shares()[load['share']]:.0f} %" if "share" in load else "always",
            f"{power.watts(name):.1f} W",
        )
        for name, load in figures["loads"].items()
    ]
    return table(("what", "at", "usually", "at most", "on", "from the battery"), rows)


def battery_life() -> str:
    """Return how long batteries last."""
    figures = power.budget()
    rows = []
    for name, use in figures["uses"].items():
        stored = "{volts:g} V, {ampere_hours:g} Ah".format(**power.battery(name))
        rows.append((use["title"], stored, f"{power.hours(name):.0f} h"))
    cell = f"18650, {figures['cell']['ampere_hours']:g} Ah"
    rows += [(node, cell, f"{power.cell_hours(node):.0f} h") for node in figures["cell"]["watts"]]
    return table(("kit", "battery", "lasts about"), rows)


def heard() -> str:
    """Return how loud the siren is where people stand, and what a day beside it does to an ear."""
    rows = []
    for metres in loudness.DISTANCES_M:
        level = loudness.level(metres)
        heard = [level, *(loudness.dose(level, hours) for hours in loudness.SHIFTS_H)]
        rows.append((f"{metres:g} m", *(f"{decibels:.0f} dB" for decibels in heard)))
    doses = (f"dose of {hours} h" for hours in loudness.SHIFTS_H)
    return table(("from one siren", "in a blast", *doses), rows)


def reaches() -> str:
    """Return what one and two sirens do on the kit's field."""
    rows = []
    for sirens, where in ((1, "beside the middle of a long side"), (2, "beyond two opposite corners")):
        place, decibels = loudness.farthest(sirens)
        enough = "yes" if decibels >= loudness.NEEDED_DB else f"{loudness.NEEDED_DB - decibels:.1f} dB short"
        rows.append((sirens, where, f"{decibels:.1f} dB, at {place}", enough))
    return table(("sirens", f"masts, {loudness.mast_m():g} m outside the lines", "least", "enough"), rows)


def tools() -> str:
    """Return what is needed to build it, in one paragraph."""
    names = [each.name for each in shop().tools.values()]
    said = "; ".join([names[0], *map(_lower, names[1:])])
    return textwrap.fill(f"{said}.", 118, break_on_hyphens=False)


def work() -> str:
    """Return how long each step of the building takes, who does it, and what it costs."""
    rows = []
    for each in shop().steps:
        hours, price = "{} to {} h".format(*each.hours), f"{each.euro():.0f} €" if each.additions else "-"
        rows.append((each.title, each.people, hours, price))
    return table(("step", "who", "hours, an estimate", "parts, about"), rows)


def season() -> str:
    """Return what wears out in a year of matches."""
    rows = [(each.what, f"{each.euro():.0f} €") for each in shop().wear]
    rows.append(("together", f"**{sum(each.euro() for each in shop().wear):.0f} €**"))
    return table(("a year", "about"), rows)


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
    found: dict[str, tuple[BuildStep, ...]] = {}
    for kit in (page.stem.lower() for page in PAGES):
        found[kit] = tuple(_read(kit, found))
    return found


def told(kit: str) -> str:
    """Return the steps of a kit as its page tells them."""
    page = (FOLDER / f"{kit.upper()}.md").read_text(encoding="utf-8")
    return page.partition(f"<!-- steps {kit} -->")[2].partition(f"<!-- /steps {kit} -->")[0].strip()


def _read(kit: str, before: Mapping[str, tuple[BuildStep, ...]]) -> Iterator[BuildStep]:
    found, section = shop(), ""
    parts = _by_name({key: found.parts[key] for key in found.count(found.kits[kit])})
    tools = _by_name(found.tools)
    for piece in re.split(r"^(?=##)", told(kit), flags=re.MULTILINE)[1:]:
        heading, _, rest = piece.strip().partition("\n\n")
        if same := _SAME.match(rest):
            yield replace(before["whistle"][int(same[1]) - 1], section=section)
            continue
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


def _lower(name: str) -> str:
    """Return a name as it stands within a sentence: a maker's name and letters alone keep their capitals."""
    is_word = name[1:2].islower() or name.startswith("A ")
    return name if not is_word or name.startswith("Raspberry") else name[0].lower() + name[1:]


def bought(name: str) -> str:
    """Return a kit's list with what each part costs, and below it what most clubs have."""
    found = shop()
    kit = found.kits[name]
    listed = {key: part_row(count, found.parts[key]) for key, count in found.count(kit).items()}
    rows = [row for key, row in listed.items() if key not in kit.bring]
    rows += [(*listed[key][:4], "yours", "yours") for key in kit.bring]
    return f"{table(PART_HEAD, rows)}\n\nTogether about **{found.euro(kit):.0f} €**."


def costs(kit: str) -> str:
    """Return what a kit's parts, its tools and what is brought cost, each rounded to ten euro."""
    found, of = shop(), shop().kits[kit]
    by_hand = {tool for step in steps()[kit] for tool in step.tools}
    siren, tablet = found.parts["siren"].euro, sum(found.parts[key].euro for key in of.bring)
    parts, bought_tools = found.euro(of), sum(found.tools[key].euro for key in by_hand)
    all_parts, plain, tools = (
        f"{round(euros, -1):.0f}" for euros in (parts, parts - siren + PLAIN_SIREN_EURO, bought_tools)
    )
    said = (
        f"**What it costs:** parts about **{all_parts} €**, of it {siren:.0f} € for the siren: "
        f"with a plain one for {PLAIN_SIREN_EURO} €, tried at the counter, about **{plain} €**; "
        f"tools about **{tools} €** and a tablet about **{tablet:.0f} €**, if you have none."
    )
    return textwrap.fill(said, 118)


def step_tools(kit: str) -> str:
    """Return the tools of a kit's steps, each with the steps that need it."""
    found, each_step = shop(), list(enumerate(steps()[kit], 1))
    rows = [
        (tool.name, ", ".join(str(n) for n, step in each_step if key in step.tools), euro(tool.euro))
        for key, tool in found.tools.items()
        if any(key in step.tools for _, step in each_step)
    ]
    return table(("tool", "for step", "about €, if you have none"), rows)


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


BLOCKS: dict[str, Callable[[], str]] = {
    "pins": pins,
    "node-pins": node_pins,
    "totals": totals,
    "budget": budget,
    "battery-life": battery_life,
    "loudness": heard,
    "sirens": reaches,
    "tools": tools,
    "steps": work,
    "season": season,
    "growth whistle": grown,
    "lasts whistle": partial(lasts, "whistle"),
    **{f"list {kit}": partial(bought, kit) for kit in steps()},
    **{f"tools {kit}": partial(step_tools, kit) for kit in steps()},
    **{f"costs {kit}": partial(costs, kit) for kit in ("whistle", "strip")},
}
"""The tables of the guide by the name of their marks."""


def filled(text: str) -> str:
    """Return a page with every table between its marks made again."""
    for name, make in BLOCKS.items():
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, found, rest = text.partition(begin)
        if found:
            text = f"{before}{begin}\n\n{make()}\n\n{end}{rest.partition(end)[2]}"
    return text


def parts_list() -> str:
    """Return the whole parts list as a page."""
    found = shop()
    out = [
        "# Parts list",
        "",
        "Made by `make drawings` from `parts.toml` and `kits.toml`. Prices are about, in euro with tax,",
        "as of November 2026. The maker's number is what counts; where it says *any*, every part of that",
        "description does. Tablet and screen, which most clubs have, are in no price.",
        "Back to [the guide](README.md).",
    ]
    for kit in found.kits.values():
        out += ["", f"## {kit.title}: about {found.euro(kit):.0f} €", ""]
        rows = []
        for name, count in kit.additions.items():
            added = found.additions[name]
            anchor = re.sub(r"[^a-z0-9 -]", "", added.title.lower()).replace(" ", "-")
            rows.append((count, f"[{added.title}](#{anchor})", euro(count * added.euro(found.parts))))
        out.append(table(("times", "what", "€"), rows))
    for each in found.additions.values():
        out += ["", f"## {each.title}", ""]
        bought = [part_row(count, found.parts[name]) for name, count in each.parts.items()]
        out += [table(PART_HEAD, bought), "", f"Together **{euro(each.euro(found.parts))} €**."]
    out += ["", "## Tools", "", "Bought once for all kits, in no kit's price."]
    tools = [(each.name, "<br>".join(each.at), euro(each.euro)) for each in found.tools.values()]
    out += ["", table(("tool", "called", "about €"), tools)]
    return "\n".join([*out, ""])


def euro(amount: float) -> str:
    """Return a price as it stands in a table."""
    return f"{amount:.2f}"


def part_row(count: int, part: ShopPart) -> tuple[object, ...]:
    """Return what a table with `PART_HEAD` says of some parts that are bought."""
    price = euro(part.euro), euro(count * part.euro)
    return count, part.name, part.number, "<br>".join(part.at), *price
