"""The parts that guard a supply, as they are drawn: plug, switch, transistor, meters, bridge."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.wiring.nets import PIN_BEARS, SUPPLY_5V, Bridge, Channel, Diode, Terminal
from hardware.wiring.sheet import Sheet
from hardware.wiring.svg import CARD, INK, PLATE, Box, n
from hardware.wiring.symbols import Port, Way, bears_of, board, caption, legs, needs, two_ends

INA219_OHMS = 320_000
"""Between the measured input of an INA219 and ground."""


def p_transistor(sheet: Sheet, name: str, x: float, y: float, label: str) -> None:
    """A P-channel MOSFET in a plus wire: ``d`` 50 units to the left, ``s`` 50 to the right, ``g`` 50 below.

    So its body diode points on, and a battery turned round finds it closed.
    """
    sheet.add(Terminal(f"{name}.d", x - 50, y))
    sheet.add(Terminal(f"{name}.s", x + 50, y))
    sheet.add(Terminal(f"{name}.g", x, y + 50))
    sheet.channels.append(Channel(f"{name}.g", f"{name}.d", f"{name}.s", "p", bears=20.0))
    canvas = sheet.canvas
    sheet.lead(f"{name}.d", (x - 20, y))
    sheet.lead(f"{name}.s", (x + 20, y))
    sheet.lead(f"{name}.g", (x, y + 26))
    canvas.path(f"M{n(x - 24)} {n(y + 26)}H{n(x + 24)}", wide=4)
    for along in (-20, 0, 20):
        canvas.path(f"M{n(x + along - 8)} {n(y + 18)}H{n(x + along + 8)}", wide=4)
    canvas.path(
        f"M{n(x - 20)} {n(y)}V{n(y + 18)}M{n(x + 20)} {n(y)}V{n(y + 18)}"
        f"M{n(x)} {n(y + 18)}V{n(y)}H{n(x + 20)}"
    )
    canvas.path(f"M{n(x)} {n(y + 1)}l-7 12h14z", INK, wide=1)
    canvas.text(x, y - 16, label, 18, "bold", "middle")
    for letter, dx, dy in (("D", -42, 22), ("S", 34, 22), ("G", 8, 46)):
        canvas.text(x + dx, y + dy, letter, 17, "head")


def switch(sheet: Sheet, name: str, x: float, y: float, label: str) -> None:
    """A switch of 80 units across, ``1`` left and ``2`` right; the check takes it as closed."""
    two_ends(sheet, name, x, y, "across", 40)
    legs(sheet, name, x, y, "across", 22)
    sheet.bridges.append(Bridge(f"{name}.1", f"{name}.2", 0.01))
    sheet.canvas.path(f"M{n(x - 22)} {n(y)}l42 -12", wide=4)
    for end in (x - 22, x + 22):
        sheet.canvas.disc(end, y, 5, CARD, INK, 2.5)
    sheet.canvas.text(x, y - 24, label, 18, "text", "middle")


def plug(
    sheet: Sheet, name: str, x: float, y: float, pins: Sequence[str], label: str, pitch: float = 50
) -> None:
    """A connector, its pins one below the other from ``y`` on.

    ``<name>.<pin>-in`` is 34 units to the left, ``<name>.<pin>`` 34 to the right. Each contact shows
    its number, 1 on top, or its sign. ``label`` stands above.
    """
    pairs = []
    foot = y + pitch * (len(pins) - 1)
    sheet.canvas.rect(Box(x - 24, y - 22, x + 24, foot + 22), PLATE, INK, 2.5, 10)
    for place, each in enumerate(pins):
        at = y + pitch * place
        sheet.add(Terminal(f"{name}.{each}-in", x - 34, at))
        sheet.add(Terminal(f"{name}.{each}", x + 34, at))
        sheet.lead(f"{name}.{each}-in", (x - 14, at))
        sheet.lead(f"{name}.{each}", (x + 14, at))
        sheet.canvas.disc(x, at, 14, CARD, INK, 2.5)
        sheet.canvas.text(x, at + 6, each if each in ("+", "-") else str(place + 1), 17, "head", "middle")
        pairs.append((f"{name}.{each}-in", f"{name}.{each}"))
    sheet.plugs[name] = tuple(pairs)
    for place, line in enumerate(reversed(label.split("\n"))):
        sheet.canvas.text(x, y - 32 - 22 * place, line, 18, "bold", "middle")


def voltmeter(sheet: Sheet, name: str, x: float, y: float, label: str) -> None:
    """A voltmeter of 80 units, ``1`` (plus) above and ``2`` below; its name stands on the right."""
    sheet.add(Terminal(f"{name}.1", x, y - 40, bears=bears_of("meter"), against=f"{name}.2"))
    sheet.add(Terminal(f"{name}.2", x, y + 40))
    legs(sheet, name, x, y, "down", 24)
    sheet.bridges.append(Bridge(f"{name}.1", f"{name}.2", 10_000))
    sheet.canvas.disc(x, y, 24, CARD, INK, 3)
    sheet.canvas.text(x, y + 9, "V", 24, "head", "middle")
    caption(sheet, x + 8, y, "down", label)


def ina219(sheet: Sheet, name: str, box: Box) -> None:
    """The board that measures the battery: its bus at the left, ``vin`` (Vin-) at the right."""
    ports = [
        Port("vcc", "left", 60, "VCC", bears=SUPPLY_5V),
        Port("sda", "left", 110, "SDA", bears=PIN_BEARS),
        Port("scl", "left", 160, "SCL", bears=PIN_BEARS),
        Port("gnd", "left", 210, "GND"),
        needs("vin", "right", 160, "Vin-", "ina219"),
    ]
    board(sheet, name, box, "", ports)
    sheet.canvas.text((box.left + box.right) / 2, box.top + 32, "INA219", 24, "head", "middle")
    sheet.bridges.append(Bridge(f"{name}.vin", f"{name}.gnd", INA219_OHMS))


def conductor(
    sheet: Sheet, name: str, x: float, y: float, way: Way, label: str, ohms: float, left: bool = False
) -> None:
    """A wire of 80 units whose own resistance counts: ``1`` left or above, ``2`` right or below."""
    two_ends(sheet, name, x, y, way, 40)
    legs(sheet, name, x, y, way, 0)
    sheet.bridges.append(Bridge(f"{name}.1", f"{name}.2", ohms))
    caption(sheet, x, y + (8 if way == "across" else 0), way, label, left)


def bridge_rectifier(sheet: Sheet, name: str, box: Box, title: str, says: str) -> None:
    """Four diodes: whichever way round the supply comes in at ``a`` and ``b``, ``plus`` is plus."""
    tall = box.bottom - box.top
    ports = [
        Port("a", "right", 40, "~"),
        Port("b", "right", tall - 40, "~"),
        Port("plus", "left", 40, "+"),
        Port("minus", "left", tall - 40, "-"),
    ]
    board(sheet, name, box, title, ports, says)
    for end in ("a", "b"):
        sheet.diodes.append(Diode(f"{name}.{end}", f"{name}.plus"))
        sheet.diodes.append(Diode(f"{name}.minus", f"{name}.{end}"))
