"""The drawings of the guide, and the schematics among them, which are drawn from the tables in `schematics/`.

A table is a sheet, or a piece that sheets `use` at a place, with words of its own. A place is `x,y`; words
in braces are the kit's lines and pins, the buttons' kinds and the fuses. A row is a name, a place, options,
and after a colon what is lettered:

- `boards`: a box from its upper left to its lower right, with `ports`: side, name, and how far along. Options
  say what a port `gives` and `bears` (volts, a name of `VOLTS`, or a part of the list), that it is a `supply`
  or `battery`, an end of the `line` (of a `strong` chip) or a `pin` of the board's processor, and which port
  it counts `against`.
  `ohms` and `diodes` are what passes current from one port to another.
- `parts`: a method of `Schematic`, a name and a place. `dots` and `grounds` are terminals where wires meet.
- `wires`: terminals, parts and corners; `-part` is the way back through a part.
- `texts`: size, face, anchor and colour. `keys` are a hoop's buttons, with the radius of their discs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from hardware.wiring import layout_sheets as layout
from hardware.wiring import nets, power
from hardware.wiring import plan_sheets as plan
from hardware.wiring import template_sheets as templates
from hardware.wiring.nets import PIN_BEARS, Diode, Resistance
from hardware.wiring.pins import board_pins, kinds, lines, pin_label
from hardware.wiring.sheet import COLOURS, GROUNDS, Sheet
from hardware.wiring.strips import board_sheet, boards
from hardware.wiring.svg import BLUE, CARD, INK, LINE, PLATE, SOFT, Point, Rect
from hardware.wiring.symbols import Schematic, bears_of

FOLDER = Path(__file__).with_name("drawings")
VOLTS = {"12V": nets.BATTERY_12V, "5V": nets.SUPPLY_5V, "3V3": nets.SUPPLY_3V3, "cell": nets.CELL}
VOLTS |= {"gnd": nets.GROUND, "pin": PIN_BEARS}
LINE_BEARS, LINE_MIN_V = 12.5, -7.5
"""Between which voltages A and B of a usual RS-485 chip live, against its ground."""
STRONG_LINE_V = 70.0
"""A node's SN65HVD1781 bears as much there, and as much below ground."""
_COLOURS = {"blue": BLUE, "soft": SOFT, "ink": INK, "line": LINE}


@cache
def _tables() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for file in sorted(FOLDER.with_name("schematics").glob("*.toml")):
        found |= tomllib.loads(file.read_text(encoding="utf-8"))
    return found


@cache
def _words() -> dict[str, Any]:
    return {
        **{line.name: line for line in lines()},
        **{board: board_pins(board) for board in ("pico", "esp32")},
        "kinds": dict(kinds()),
        "field": power.circuits(),
        "small": power.circuits("whistle"),
        "stored": power.battery("whistle")["ampere_hours"],
    }


_Row = tuple[list[str], dict[str, str], str]
"""The words of a row, its options by name, and what is lettered."""


@dataclass(frozen=True, slots=True)
class _Piece:
    """A table at its place, with the words that its braces stand for."""

    raw: Mapping[str, Any]
    words: Mapping[str, Any]
    x: float
    y: float

    def at(self, place: str) -> Point:
        x, y = map(float, place.split(","))
        return self.x + x, self.y + y

    def box(self, corners: str) -> Rect:
        low, high = map(self.at, corners.split())
        return Rect(*low, *high)

    def rows(self, rows: list[str]) -> Iterator[_Row]:
        for each in rows:
            head, _, label = each.format_map(self.words).partition(": ")
            words = head.split()
            options = dict(word.split("=") for word in words if "=" in word)
            yield [word for word in words if "=" not in word], options, label

    def of(self, key: str) -> Iterator[_Row]:
        return self.rows(self.raw.get(key, []))

    def pieces(self) -> Iterator[_Piece]:
        """Yield this one and all that it uses."""
        yield self
        for each in self.raw.get("use", ()):
            x, y = self.at(each.get("at", "0,0"))
            words = {**self.words, **each, "line": self.words.get(each.get("line"))}
            yield from _Piece(_tables()[each["draw"]], words, x, y).pieces()


def schematic(name: str) -> Schematic:
    """Draw the sheet of that name."""
    raw = _tables()[name]
    whole = _Piece(raw, _words() | raw.get("words", {}), 0, 0)
    sheet = Schematic(name, raw["title"], raw["says"].format_map(whole.words), height=raw["height"])
    for y in raw.get("rules", ()):
        sheet.rule(y)
    pieces = list(whole.pieces())
    for draw in (_boards, _parts, _wires, _letters):
        for piece in pieces:
            draw(sheet, piece)
    if "note" in raw:
        sheet.note(*raw["note"])
    return sheet


def _boards(sheet: Schematic, piece: _Piece) -> None:
    for (low, high, edge, *sizes), _, _ in piece.of("plates"):
        sheet.rect(piece.box(f"{low} {high}"), PLATE, _COLOURS[edge], *map(float, sizes))
    for key, raw in piece.raw.get("boards", {}).items():
        name, title, says = (
            each.format_map(piece.words) for each in (key, raw.get("title", ""), raw.get("says", ""))
        )
        box, ports = piece.box(raw["box"]), list(piece.rows(raw["ports"]))
        sheet.board(box, title, says)
        base = next((port for (_, port, *_), _, _ in ports if port in GROUNDS), "")
        for (side, port, along, *flags), options, label in ports:
            volts = _volts_of(port, flags, options, raw)
            if "pin" in flags:
                label = pin_label(raw["pins"], volts["gpio"])
            other = options.get("against", base)
            against = f"{name}.{other}" if other and port != other else None
            sheet.port(f"{name}.{port}", box, side, float(along), label, against=against, **volts)
        for a, b, ohms in (each.split() for each in raw.get("ohms", ())):
            sheet.bridges.append(Resistance(f"{name}.{a}", f"{name}.{b}", float(ohms)))
        for a, b in (each.split() for each in raw.get("diodes", ())):
            sheet.diodes.append(Diode(f"{name}.{a}", f"{name}.{b}"))


def _volts_of(
    port: str, flags: Sequence[str], options: Mapping[str, str], board: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a port gives and bears, as a `Terminal` takes it."""
    volts: dict[str, Any] = {}
    if "pin" in flags:
        volts = {"gpio": board_pins(board["pins"])[port], "bears": PIN_BEARS}
    elif "pin" in options:
        volts = {"gpio": int(options["pin"]), "bears": PIN_BEARS}
    elif "line" in flags:
        volts = {"bears": LINE_BEARS, "min_v": LINE_MIN_V}
    elif "strong" in flags:
        volts = {"bears": STRONG_LINE_V, "min_v": -STRONG_LINE_V}
    for key in ("gives", "bears"):
        if key in options:
            volts[key] = _volts(options[key])
    for key in ("supply", "battery"):
        if key in options:
            volts |= {"gives": _volts(options[key]), "rail": True}
    if "battery" in options:
        volts["turned"] = -volts["gives"]
    return volts


def _volts(word: str) -> float:
    if word in VOLTS:
        return VOLTS[word]
    return float(word) if word[0].isdigit() else bears_of(word)


def _parts(sheet: Schematic, piece: _Piece) -> None:
    for (kind, name, at, *flags), options, label in piece.of("parts"):
        getattr(sheet, kind)(name, *piece.at(at), label, **dict.fromkeys(flags, True), **options)
    sheet.dots({name: piece.at(at) for (name, at), _, _ in piece.of("dots")})
    grounds = {name: piece.at(at) for (name, at), _, _ in piece.of("grounds")}
    sheet.grounds(grounds, piece.raw.get("ground", ""))


def _wires(sheet: Schematic, piece: _Piece) -> None:
    sheet.joins += [(a, b) for (a, b), _, _ in piece.of("joins")]
    for words, _, _ in piece.of("wires"):
        dashed = words[0] == "dashed"
        path = (piece.at(word) if "," in word else word for word in words[dashed:])
        sheet.wire(*path, dashed=dashed)


def _letters(sheet: Schematic, piece: _Piece) -> None:
    for (at, size, *how), _, label in piece.of("texts"):
        given: dict[str, Any] = {}
        for word in how:
            kind = "fill" if word in _COLOURS else "anchor" if word in ("middle", "end") else "face"
            given[kind] = _COLOURS.get(word, word)
        sheet.text(*piece.at(at), label, float(size), **given)
    for (key, at, radius), _, _ in piece.of("keys"):
        sheet.key(int(key), *piece.at(at), float(radius))
    for number, ((at,), _, _) in enumerate(piece.of("contacts"), 1):
        x, y = piece.at(at)
        sheet.disc(x, y, 13, CARD, INK, 2.5)
        sheet.text(x, y + 6, str(number), 17, "head", "middle")
    legend = list(piece.of("legend"))
    for ((at,), options, _), (words, colour) in zip(legend, COLOURS.items(), strict=bool(legend)):
        x, y = piece.at(at)
        sheet.line([(x, y), (x + float(options.get("long", 44)), y)], colour)
        sheet.text(x + float(options.get("gap", 58)), y + 6, words, 18)


siren_sheet, panel_sheet, power_sheet = (partial(schematic, name) for name in ("siren", "panel", "power"))
pico_sheet, esp32_sheet, rs485_sheet = (partial(schematic, name) for name in ("pico", "esp32", "rs485"))
readers_sheet, whistle_sheet, strip_sheet = (
    partial(schematic, name) for name in ("readers", "whistle", "strip")
)
SHEETS: tuple[Callable[[], Sheet], ...] = (
    *(partial(schematic, "overview"), plan.header_sheet, siren_sheet, panel_sheet, power_sheet, pico_sheet),
    *(esp32_sheet, readers_sheet, rs485_sheet, plan.post_sheet, plan.label_sheet, plan.colours_sheet),
    *(partial(board_sheet, key) for key in boards()),
    *(whistle_sheet, layout.whistle_box_sheet, templates.floor_sheet, strip_sheet, layout.strip_box_sheet),
    *(layout.box_plate_sheet, layout.box_lid_sheet, layout.head_sheet, templates.template_sheet),
)
