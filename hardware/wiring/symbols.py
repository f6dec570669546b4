"""The parts as they are drawn: boards with their pins, and the usual small ones."""

import re
from collections.abc import Mapping
from typing import Any

from hardware.wiring.nets import BATTERY_12V, GROUND, Channel, Diode, Resistance, Terminal
from hardware.wiring.pins import KIND_COLOURS, kinds, number_ink
from hardware.wiring.sheet import Sheet
from hardware.wiring.shopping import shop
from hardware.wiring.svg import CARD, INK, PLATE, RED, Anchor, Point, Rect

RESISTOR_WATTS = 0.25
"""The heat that a resistor of the assortment bears."""
FUSE_OHMS = 0.05
_VALUE = re.compile(r"([\d.]+) (k?)Ω$")


def bears_of(part: str) -> float:
    """Return the volts a part's supply input bears, as the parts list says; ValueError if it does not say."""
    volts = shop().sizes[part].bears_v
    if volts is None:
        raise ValueError(f"parts.toml does not say what {part} bears: give it bears_v")
    return volts


_BESIDE: dict[str, tuple[float, float, Anchor]] = {
    "left": (13, 6, "start"),
    "right": (-13, 6, "end"),
    "top": (0, 26, "middle"),
    "bottom": (0, -14, "middle"),
}
"""The place of a port's label, from the port."""


class Schematic(Sheet):
    """A sheet that knows the parts as they are drawn."""

    def board(self, box: Rect, title: str, says: str) -> None:
        """Draw a part with a name; its `port`s are along its sides."""
        self.rect(box)
        middle, y = box.middle
        tall = 1 + says.count("\n") + 1 if says else 1
        top = y - 13 * (tall - 1) + 8
        if title:
            self.text(middle, top, title, 24, "head", "middle")
        if says:
            self.lines(middle, top + 27, says, 18, "middle")

    def port(self, name: str, box: Rect, side: str, along: float, label: str, **of: Any) -> None:
        """Draw a board's terminal ``along`` one of its sides, its label inside; ``of`` goes to `Terminal`."""
        x = {"left": box.left, "right": box.right}.get(side, box.left + along)
        y = {"top": box.top, "bottom": box.bottom}.get(side, box.top + along)
        self.add(Terminal(name, x, y, **of))
        self.disc(x, y, 6, CARD, INK, 2.5)
        if label:
            dx, dy, anchor = _BESIDE[side]
            self.text(x + dx, y + dy, label, 17, "bold", anchor)

    def small(
        self, name: str, x: float, y: float, near: float, across: bool = False, half: float = 40, **volts: Any
    ) -> None:
        """Add the two terminals of a small part, ``half`` from its middle, and its legs up to ``near`` it.

        ``1`` is left or above, and has the ``volts`` of a `Terminal`; ``2`` is opposite.
        """
        for end, side, more in (("1", -1, volts), ("2", 1, {})):
            dx, dy = (side, 0) if across else (0, side)
            self.add(Terminal(f"{name}.{end}", x + dx * half, y + dy * half, **more))
            self.lead(f"{name}.{end}", (x + dx * near, y + dy * near))

    def resistor(self, name: str, x: float, y: float, label: str, ohms: str = "", **how: bool) -> None:
        """Draw a resistor of 80 units: ``across`` or down, its label above it, or beside it (``left``).

        The label ends with its value; ``ohms`` is that of one that has none.
        """
        value = _VALUE.search(label or f"{ohms} Ω")
        if value is None:
            raise ValueError(f"{name} has no value")
        self._bar(name, x, y, label, **how)
        of = float(value[1]) * (1000 if value[2] else 1)
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", of, RESISTOR_WATTS))

    def fuse(self, name: str, x: float, y: float, label: str, across: bool = False, **how: bool) -> None:
        """Draw a fuse of 80 units."""
        self._bar(name, x, y, label, across, **how)
        self._passes(name, FUSE_OHMS)
        self.path("M-27 0H27" if across else "M0 -27V27", at=(x, y))

    def _passes(self, name: str, ohms: float) -> None:
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", ohms))

    def _bar(
        self, name: str, x: float, y: float, label: str, across: bool = False, left: bool = False
    ) -> None:
        self.small(name, x, y, 27, across)
        wide, high = (27, 10) if across else (10, 27)
        self.rect(Rect(x - wide, y - high, x + wide, y + high), CARD, INK, 3, 2)
        self._caption(x, y, label, across, left)

    def _caption(self, x: float, y: float, label: str, across: bool = False, left: bool = False) -> None:
        lines = label.split("\n")
        for place, line in enumerate(lines):
            if across:
                self.text(x, y - 20 - (len(lines) - 1 - place) * 22, line, 18, "text", "middle")
            else:
                at, drop = x + (-24 if left else 24), 6 + 22 * (place - (len(lines) - 1) / 2)
                self.text(at, y + drop, line, 18, "text", "end" if left else "start")

    def capacitor(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a standing capacitor of 80 units."""
        self.small(name, x, y, 6)
        self.path("M-18 -6H18M-18 6H18", wide=4, at=(x, y))
        self._caption(x, y, label)

    def diode(
        self, name: str, x: float, y: float, label: str, across: bool = False, zener: str | None = None
    ) -> None:
        """Draw a diode of 80 units: current passes from ``2`` (below, or right) to ``1``, the ring.

        With ``zener`` it passes current back above that voltage.
        """
        drop, back = (0.4, None) if zener is None else (0.7, float(zener))
        self.diodes.append(Diode(f"{name}.2", f"{name}.1", drop, back))
        self.small(name, x, y, 15, across)
        if across:
            self.path("M15 -16V16L-15 0Z", INK, at=(x, y))
            self.path("M-15 -17V17", wide=4, at=(x, y))
        else:
            self.path("M-16 15H16L0 -15Z", INK, at=(x, y))
            bent = "" if zener is None else "M-17 -17v10M17 -13v-10"
            self.path(f"M-17 -15H17{bent}", wide=4, at=(x, y))
        self._caption(x, y - (8 if across else 0), label, across)

    def push_button(self, name: str, x: float, y: float, label: str, opens: bool = False) -> None:
        """Draw a push button of 100 units across: closed while pressed, or (``opens``) open while pressed."""
        self.small(name, x, y, 24, True, 50)
        lift = 5 if opens else -14
        if opens:
            self._passes(name, 0.1)
        self.path(f"M-24 {lift}h48M0 {lift}V-30m-14 0h28", at=(x, y))
        self._contacts(x - 24, x + 24, y)
        self.text(x, y - 42, label, 18, "bold", "middle")

    def _contacts(self, left: float, right: float, y: float) -> None:
        for end in (left, right):
            self.disc(end, y, 5, CARD, INK, 2.5)

    def key(self, number: int, x: float, y: float, radius: float) -> None:
        """Draw the disc of a hoop's button, with its number in the colour of its kind."""
        kind = dict(kinds())[number]
        size, drop, edge = (18, 6, 2.5) if radius < 20 else (22, 8, 3)
        self.disc(x, y, radius, KIND_COLOURS[kind], INK, edge)
        self.text(x, y + drop, str(number), size, "head", "middle", number_ink(kind))

    def transistor(self, name: str, x: float, y: float, label: str) -> None:
        """Draw an N-channel MOSFET: ``g`` 50 units to the left, ``d`` 50 above, ``s`` 50 below its middle."""
        self._leg(f"{name}.g", x, y, (-50, 0), (-26, 0), (-44, -10))
        self._leg(f"{name}.d", x, y, (0, -50), (0, -20), (10, -34), bears=30.0)
        self._leg(f"{name}.s", x, y, (0, 50), (0, 20), (10, 46))
        self.channels.append(Channel(f"{name}.g", f"{name}.d", f"{name}.s"))
        self.path("M-26 -24V24M-18 -28V-12M-18 -8V8M-18 12V28", wide=4, at=(x, y))
        self.path("M-18 -20h19.5M0 21.5V0h-18m0 20h18", at=(x, y))
        self.path("M-17 0l12 -7v14z", INK, wide=1, at=(x, y))
        self.text(x + 16, y + 6, label, 18, "bold")

    def _leg(
        self, name: str, x: float, y: float, end: Point, body: Point, letter: Point, **volts: Any
    ) -> None:
        self.add(Terminal(name, x + end[0], y + end[1], **volts))
        self.lead(name, (x + body[0], y + body[1]))
        self.text(x + letter[0], y + letter[1], name[-1].upper(), 17, "head")

    def grounds(self, places: Mapping[str, Point], of: str = "") -> None:
        """Draw ground signs, their terminals on top; with ``of`` they stand for wires to that terminal."""
        for name, (x, y) in places.items():
            self.add(Terminal(name, x, y) if of else Terminal(name, x, y, gives=GROUND, rail=True))
            self.joins += [(name, of)] if of else []
            self.path("M0 0V10M-20 10H20M-12 18H12M-5 26H5", at=(x, y))

    def rail(self, name: str, x: float, y: float, label: str) -> None:
        """Draw the battery's sign; its terminal is below."""
        self.add(Terminal(name, x, y, gives=BATTERY_12V, rail=True))
        self.path("M0 0V-12M-20 -12H20", edge=RED, wide=4, at=(x, y))
        self.text(x, y - 22, label, 20, "bold", "middle")

    def lamp(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a standing light diode of 80 units: plus above."""
        self.small(name, x, y, 14)
        self.path("M-15 -14H15L0 14Z", CARD, at=(x, y))
        self.path("M-16 14H16", wide=4, at=(x, y))
        self.path("M18 2l13 -11m-8 0h8v8M18 -9l13 -11m-8 0h8v8", wide=2, at=(x, y))
        self.text(x - 24, y + 6, label, 18, "text", "end")

    def p_transistor(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a P-channel MOSFET in a plus wire, ``d`` and ``s`` 50 units left and right, ``g`` below.

        So its body diode points on, and a battery turned round finds it closed.
        """
        self._leg(f"{name}.d", x, y, (-50, 0), (-20, 0), (-42, 22))
        self._leg(f"{name}.s", x, y, (50, 0), (20, 0), (34, 22))
        self._leg(f"{name}.g", x, y, (0, 50), (0, 26), (8, 46))
        self.channels.append(Channel(f"{name}.g", f"{name}.d", f"{name}.s", "p", bears=20.0))
        self.path("M-24 26H24M-28 18H-12M-8 18H8M12 18H28", wide=4, at=(x, y))
        self.path("M-20 0V18M20 0V18M0 18V0H20", at=(x, y))
        self.path("M0 1l-7 12h14z", INK, wide=1, at=(x, y))
        self.text(x, y - 16, label, 18, "bold", "middle")

    def switch(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a switch of 80 units across, ``1`` left and ``2`` right; the check takes it as closed."""
        self.small(name, x, y, 22, True)
        self._passes(name, 0.01)
        self.path("M-22 0l42 -12", wide=4, at=(x, y))
        self._contacts(x - 22, x + 22, y)
        self.text(x, y - 24, label, 18, "text", "middle")

    def plug(self, name: str, x: float, y: float, label: str, pins: str, pitch: str) -> None:
        """Draw a connector, its pins (with commas between them) one below the other from ``y`` on.

        ``<name>.<pin>-in`` is 34 units to the left, ``<name>.<pin>`` 34 to the right. Each contact shows
        its number, 1 on top, or its sign. ``label`` stands above.
        """
        pairs = []
        for place, each in enumerate(pins.split(",")):
            at = y + float(pitch) * place
            self.add(Terminal(f"{name}.{each}-in", x - 34, at))
            self.add(Terminal(f"{name}.{each}", x + 34, at))
            self.lead(f"{name}.{each}-in", (x - 14, at))
            self.lead(f"{name}.{each}", (x + 14, at))
            self.disc(x, at, 14, CARD, INK, 2.5)
            self.text(x, at + 6, each if each in ("+", "-") else str(place + 1), 17, "head", "middle")
            pairs.append((f"{name}.{each}-in", f"{name}.{each}"))
        self.plugs[name] = tuple(pairs)
        self.rect(Rect(x - 24, y - 22, x + 24, at + 22), PLATE, INK, 2.5, 10)
        for place, line in enumerate(reversed(label.split("\n"))):
            self.text(x, y - 32 - 22 * place, line, 18, "bold", "middle")

    def voltmeter(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a voltmeter of 80 units, ``1`` (plus) above and ``2`` below; its name stands on the right."""
        self.small(name, x, y, 24, bears=bears_of("meter"), against=f"{name}.2")
        self._passes(name, 10_000)
        self.disc(x, y, 24, CARD, INK, 3)
        self.text(x, y + 9, "V", 24, "head", "middle")
        self._caption(x + 8, y, label)

    def conductor(self, name: str, x: float, y: float, label: str, across: bool, ohms: str) -> None:
        """Draw a wire of 80 units whose own resistance counts: ``1`` left or above, ``2`` right or below."""
        self.small(name, x, y, 0, across)
        self._passes(name, float(ohms))
        self._caption(x, y + (8 if across else 0), label, across)
