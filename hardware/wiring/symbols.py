"""The parts as they are drawn: boards with their pins, and the usual small ones."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from hardware.wiring.nets import BATTERY_12V, GROUND, Channel, Diode, Resistance, Terminal
from hardware.wiring.pins import KIND_COLOURS, kinds, number_ink
from hardware.wiring.sheet import GROUNDS, Sheet
from hardware.wiring.shopping import shop
from hardware.wiring.svg import CARD, INK, PLATE, RED, Anchor, Point, Rect, n

RESISTOR_WATTS = 0.25
"""The heat that a resistor of the assortment bears."""
FUSE_OHMS = 0.05
_VALUE = re.compile(r"([\d.]+) (k?)Ω$")


class Port:
    """A board's terminal: on which side, how far along it, and what stands beside it inside the board.

    ``volts`` are those of its `Terminal`; they count against the port named ``against``, else the ground.
    """

    def __init__(
        self, name: str, side: str, along: float, label: str = "", against: str = "", **volts: Any
    ) -> None:
        self.name, self.side, self.along, self.label = name, side, along, label
        self.against, self.volts = against, volts


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

    def board(self, name: str, box: Rect, title: str, ports: Sequence[Port], says: str = "") -> None:
        """Draw a part with a name and terminals along its sides."""
        canvas = self.canvas
        base = next((port.name for port in ports if port.name in GROUNDS), "")
        canvas.rect(box)
        middle = (box.left + box.right) / 2
        tall = 1 + says.count("\n") + 1 if says else 1
        top = (box.top + box.bottom) / 2 - 13 * (tall - 1) + 8
        if title:
            canvas.text(middle, top, title, 24, "head", "middle")
        if says:
            canvas.lines(middle, top + 27, says, 18, "middle")
        for port in ports:
            x = {"left": box.left, "right": box.right}.get(port.side, box.left + port.along)
            y = {"top": box.top, "bottom": box.bottom}.get(port.side, box.top + port.along)
            other = port.against or base
            against = f"{name}.{other}" if other and port.name != other else None
            self.add(Terminal(f"{name}.{port.name}", x, y, against=against, **port.volts))
            canvas.disc(x, y, 6, CARD, INK, 2.5)
            if port.label:
                dx, dy, anchor = _BESIDE[port.side]
                canvas.text(x + dx, y + dy, port.label, 17, "bold", anchor)

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

    def resistor(
        self,
        name: str,
        x: float,
        y: float,
        label: str,
        across: bool = False,
        left: bool = False,
        ohms: str = "",
    ) -> None:
        """Draw a resistor of 80 units with its label above it, or beside it (``left``: on the left).

        The label ends with its value; ``ohms`` is that of one that has none.
        """
        value = _VALUE.search(label or f"{ohms} Ω")
        if value is None:
            raise ValueError(f"{name} has no value")
        self._bar(name, x, y, label, across, left)
        of = float(value[1]) * (1000 if value[2] else 1)
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", of, RESISTOR_WATTS))

    def fuse(
        self, name: str, x: float, y: float, label: str, across: bool = False, left: bool = False
    ) -> None:
        """Draw a fuse of 80 units."""
        self._bar(name, x, y, label, across, left)
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", FUSE_OHMS))
        self.canvas.path(f"M{n(x - 27)} {n(y)}H{n(x + 27)}" if across else f"M{n(x)} {n(y - 27)}V{n(y + 27)}")

    def _bar(self, name: str, x: float, y: float, label: str, across: bool, left: bool) -> None:
        self.small(name, x, y, 27, across)
        wide, high = (27, 10) if across else (10, 27)
        self.canvas.rect(Rect(x - wide, y - high, x + wide, y + high), CARD, INK, 3, 2)
        self._caption(x, y, label, across, left)

    def _caption(self, x: float, y: float, label: str, across: bool = False, left: bool = False) -> None:
        lines = label.split("\n")
        for place, line in enumerate(lines):
            if across:
                self.canvas.text(x, y - 20 - (len(lines) - 1 - place) * 22, line, 18, "text", "middle")
            else:
                at, drop = x + (-24 if left else 24), 6 + 22 * (place - (len(lines) - 1) / 2)
                self.canvas.text(at, y + drop, line, 18, "text", "end" if left else "start")

    def capacitor(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a standing capacitor of 80 units."""
        self.small(name, x, y, 6)
        self.canvas.path(f"M{n(x - 18)} {n(y - 6)}H{n(x + 18)}M{n(x - 18)} {n(y + 6)}H{n(x + 18)}", wide=4)
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
            self.canvas.path(f"M{n(x + 15)} {n(y - 16)}V{n(y + 16)}L{n(x - 15)} {n(y)}Z", INK)
            self.canvas.path(f"M{n(x - 15)} {n(y - 17)}V{n(y + 17)}", wide=4)
        else:
            self.canvas.path(f"M{n(x - 16)} {n(y + 15)}H{n(x + 16)}L{n(x)} {n(y - 15)}Z", INK)
            bent = "" if zener is None else f"M{n(x - 17)} {n(y - 17)}v10M{n(x + 17)} {n(y - 13)}v-10"
            self.canvas.path(f"M{n(x - 17)} {n(y - 15)}H{n(x + 17)}{bent}", wide=4)
        self._caption(x, y - (8 if across else 0), label, across)

    def push_button(self, name: str, x: float, y: float, label: str, opens: bool = False) -> None:
        """Draw a push button of 100 units across: closed while pressed, or (``opens``) open while pressed."""
        self.small(name, x, y, 24, True, 50)
        lift = -14
        if opens:
            lift = 5
            self.bridges.append(Resistance(f"{name}.1", f"{name}.2", 0.1))
        self.canvas.path(f"M{n(x - 24)} {n(y + lift)}h48M{n(x)} {n(y + lift)}V{n(y - 30)}m-14 0h28")
        self._contacts(x - 24, x + 24, y)
        self.canvas.text(x, y - 42, label, 18, "bold", "middle")

    def _contacts(self, left: float, right: float, y: float) -> None:
        for end in (left, right):
            self.canvas.disc(end, y, 5, CARD, INK, 2.5)

    def key(self, number: int, x: float, y: float, radius: float) -> None:
        """Draw the disc of a hoop's button, with its number in the colour of its kind."""
        kind = dict(kinds())[number]
        size, drop, edge = (18, 6, 2.5) if radius < 20 else (22, 8, 3)
        self.canvas.disc(x, y, radius, KIND_COLOURS[kind], INK, edge)
        self.canvas.text(x, y + drop, str(number), size, "head", "middle", number_ink(kind))

    def transistor(self, name: str, x: float, y: float, label: str) -> None:
        """Draw an N-channel MOSFET: ``g`` 50 units to the left, ``d`` 50 above, ``s`` 50 below its middle."""
        legs = {"g": ((-50, 0), (-26, 0)), "d": ((0, -50), (0, -20)), "s": ((0, 50), (0, 20))}
        self._mosfet(Channel(f"{name}.g", f"{name}.d", f"{name}.s"), x, y, legs, 30.0)
        canvas = self.canvas
        canvas.path(f"M{n(x - 26)} {n(y - 24)}V{n(y + 24)}", wide=4)
        for drop in (-20, 0, 20):
            canvas.path(f"M{n(x - 18)} {n(y + drop - 8)}V{n(y + drop + 8)}", wide=4)
        canvas.path(f"M{n(x - 18)} {n(y - 20)}h19.5M{n(x)} {n(y + 21.5)}V{n(y)}h-18m0 20h18")
        canvas.path(f"M{n(x - 17)} {n(y)}l12 -7v14z", INK, wide=1)
        canvas.text(x + 16, y + 6, label, 18, "bold")
        self._letters(x, y, G=(-44, -10), D=(10, -34), S=(10, 46))

    def _mosfet(
        self,
        channel: Channel,
        x: float,
        y: float,
        legs: Mapping[str, tuple[Point, Point]],
        bears: float | None,
    ) -> None:
        """Add a MOSFET's terminals and legs, each from its end to the body; ``bears`` is its drain's (V)."""
        name = channel.gate.removesuffix(".g")
        for leg, ((dx, dy), (to_x, to_y)) in legs.items():
            self.add(Terminal(f"{name}.{leg}", x + dx, y + dy, bears=bears if leg == "d" else None))
            self.lead(f"{name}.{leg}", (x + to_x, y + to_y))
        self.channels.append(channel)

    def _letters(self, x: float, y: float, **places: Point) -> None:
        for letter, (dx, dy) in places.items():
            self.canvas.text(x + dx, y + dy, letter, 17, "head")

    def grounds(self, places: Mapping[str, Point], of: str = "") -> None:
        """Draw ground signs, their terminals on top; with ``of`` they stand for wires to that terminal."""
        for name, (x, y) in places.items():
            self.add(Terminal(name, x, y) if of else Terminal(name, x, y, gives=GROUND, rail=True))
            self.joins += [(name, of)] if of else []
            self.canvas.path(
                f"M{n(x)} {n(y)}V{n(y + 10)}M{n(x - 20)} {n(y + 10)}H{n(x + 20)}"
                f"M{n(x - 12)} {n(y + 18)}H{n(x + 12)}M{n(x - 5)} {n(y + 26)}H{n(x + 5)}"
            )

    def rail(self, name: str, x: float, y: float, label: str) -> None:
        """Draw the battery's sign; its terminal is below."""
        self.add(Terminal(name, x, y, gives=BATTERY_12V, rail=True))
        self.canvas.path(f"M{n(x)} {n(y)}V{n(y - 12)}M{n(x - 20)} {n(y - 12)}H{n(x + 20)}", edge=RED, wide=4)
        self.canvas.text(x, y - 22, label, 20, "bold", "middle")

    def lamp(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a standing light diode of 80 units: plus above."""
        self.small(name, x, y, 14)
        canvas = self.canvas
        canvas.path(f"M{n(x - 15)} {n(y - 14)}H{n(x + 15)}L{n(x)} {n(y + 14)}Z", CARD)
        canvas.path(f"M{n(x - 16)} {n(y + 14)}H{n(x + 16)}", wide=4)
        for lift in (0, 11):
            canvas.path(f"M{n(x + 18)} {n(y + 2 - lift)}l13 -11m-8 0h8v8", wide=2)
        canvas.text(x - 24, y + 6, label, 18, "text", "end")

    def p_transistor(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a P-channel MOSFET in a plus wire, ``d`` and ``s`` 50 units left and right, ``g`` below.

        So its body diode points on, and a battery turned round finds it closed.
        """
        legs = {"d": ((-50, 0), (-20, 0)), "s": ((50, 0), (20, 0)), "g": ((0, 50), (0, 26))}
        channel = Channel(f"{name}.g", f"{name}.d", f"{name}.s", "p", bears=20.0)
        self._mosfet(channel, x, y, legs, None)
        canvas = self.canvas
        canvas.path(f"M{n(x - 24)} {n(y + 26)}H{n(x + 24)}", wide=4)
        for along in (-20, 0, 20):
            canvas.path(f"M{n(x + along - 8)} {n(y + 18)}H{n(x + along + 8)}", wide=4)
        canvas.path(
            f"M{n(x - 20)} {n(y)}V{n(y + 18)}M{n(x + 20)} {n(y)}V{n(y + 18)}"
            f"M{n(x)} {n(y + 18)}V{n(y)}H{n(x + 20)}"
        )
        canvas.path(f"M{n(x)} {n(y + 1)}l-7 12h14z", INK, wide=1)
        canvas.text(x, y - 16, label, 18, "bold", "middle")
        self._letters(x, y, D=(-42, 22), S=(34, 22), G=(8, 46))

    def switch(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a switch of 80 units across, ``1`` left and ``2`` right; the check takes it as closed."""
        self.small(name, x, y, 22, True)
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", 0.01))
        self.canvas.path(f"M{n(x - 22)} {n(y)}l42 -12", wide=4)
        self._contacts(x - 22, x + 22, y)
        self.canvas.text(x, y - 24, label, 18, "text", "middle")

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
            self.canvas.disc(x, at, 14, CARD, INK, 2.5)
            self.canvas.text(x, at + 6, each if each in ("+", "-") else str(place + 1), 17, "head", "middle")
            pairs.append((f"{name}.{each}-in", f"{name}.{each}"))
        self.plugs[name] = tuple(pairs)
        self.canvas.rect(Rect(x - 24, y - 22, x + 24, at + 22), PLATE, INK, 2.5, 10)
        for place, line in enumerate(reversed(label.split("\n"))):
            self.canvas.text(x, y - 32 - 22 * place, line, 18, "bold", "middle")

    def voltmeter(self, name: str, x: float, y: float, label: str) -> None:
        """Draw a voltmeter of 80 units, ``1`` (plus) above and ``2`` below; its name stands on the right."""
        self.small(name, x, y, 24, bears=bears_of("meter"), against=f"{name}.2")
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", 10_000))
        self.canvas.disc(x, y, 24, CARD, INK, 3)
        self.canvas.text(x, y + 9, "V", 24, "head", "middle")
        self._caption(x + 8, y, label)

    def conductor(self, name: str, x: float, y: float, label: str, across: bool, ohms: str) -> None:
        """Draw a wire of 80 units whose own resistance counts: ``1`` left or above, ``2`` right or below."""
        self.small(name, x, y, 0, across)
        self.bridges.append(Resistance(f"{name}.1", f"{name}.2", float(ohms)))
        self._caption(x, y + (8 if across else 0), label, across)
