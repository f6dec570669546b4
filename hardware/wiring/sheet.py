"""A drawing made of parts and wires: what is drawn is what is joined, and the check looks at the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hardware.wiring.nets import Channel, Circuit, Diode, Resistance, Terminal, Wire
from hardware.wiring.svg import BLUE, CLOCK, INK, LINE, PLATE, RED, Drawing, Point, Rect, width_of

BAR = 64
"""The height of the black bar with the title."""
ORANGE, AMBER = "#d9582b", "#b07a00"
COLOURS = {"12 V": RED, "5 V or a cell": ORANGE, "3.3 V": AMBER, "ground": INK, "signal": BLUE}
"""The load that each colour of a wire carries."""
GROUNDS = ("gnd", "minus")
"""The names of a board's ground, against which its other terminals count."""


class Sheet(Drawing):
    """A drawing with a bar, terminals, parts between them, and wires.

    ``plugs`` are connectors by name: which terminal of one half meets which of the other. ``joins`` are
    wires that signs stand for.
    """

    def __init__(
        self,
        name: str,
        title: str,
        says: str,
        width: int = 800,
        height: int = 800,
        per_mm: float | None = None,
    ) -> None:
        """Begin a sheet whose file is called ``name``; the rest is as of a `Drawing`."""
        super().__init__(title, says, width, height, per_mm)
        self.name = name
        self.terminals: dict[str, Terminal] = {}
        self.bridges: list[Resistance] = []
        self.diodes: list[Diode] = []
        self.channels: list[Channel] = []
        self.plugs: dict[str, tuple[Wire, ...]] = {}
        self.joins: list[Wire] = []
        self.wires: list[Wire] = []
        self.paths: list[list[Point]] = []
        self._lines: list[tuple[str, list[Point], bool]] = []
        self.rect(Rect(0, 0, width, BAR), INK, INK, 0, 0)
        self.text(28, 44, title, 34, "head", fill=CLOCK)

    def add(self, terminal: Terminal) -> None:
        """Put a terminal on the sheet; ValueError if its name is taken."""
        if terminal.name in self.terminals:
            raise ValueError(f"{terminal.name} is there twice")
        self.terminals[terminal.name] = terminal

    def dots(self, places: Mapping[str, Point]) -> None:
        """Put terminals where wires may meet."""
        for name, at in places.items():
            self.add(Terminal(name, *at))

    def wire(self, *path: str | Point, dashed: bool = False) -> None:
        """Join terminals, one to the next, by straight lines through corners. Dashed is optional.

        The name of a part stands for the way through it from ``1`` to ``2``, ``-name`` for the way back.
        """
        corners: list[Point] = []
        last = ""
        for each in path:
            if not isinstance(each, str):
                corners.append(each)
                continue
            part = each.removeprefix("-")
            enters, leaves = f"{part}.1", f"{part}.2"
            if each in self.terminals:
                enters = leaves = each
            elif each != part:
                enters, leaves = leaves, enters
            if last:
                begin, end = self.terminals[last], self.terminals[enters]
                self.wires.append((last, enters))
                self.paths.append([(begin.x, begin.y), *corners, (end.x, end.y)])
                self._lines.append((last, self.paths[-1], dashed))
            last, corners = leaves, []

    def lead(self, terminal: str, *to: Point) -> None:
        """Draw a part's own leg from its terminal to its body; it takes the colour of what comes to it."""
        end = self.terminals[terminal]
        self._lines.append((terminal, [(end.x, end.y), *to], False))

    def rule(self, y: float) -> None:
        """Draw a line across the sheet."""
        self.rect(Rect(28, y, 772, y + 2), LINE, LINE, 0, 0)

    def note(self, y: float, words: str) -> None:
        """Draw a plate across the sheet with what one must know, 26 units a line and 28 more.

        ValueError if a line does not fit.
        """
        if wide := [line for line in words.split("\n") if width_of(line, 20, "text") > 712]:
            raise ValueError(f"too long for the plate: {wide[0]}")
        count = words.count("\n") + 1
        self.rect(Rect(28, y, 772, y + 28 + 26 * count), PLATE, LINE, 2)
        self.lines(48, y + 34, words)

    def circuit(self) -> Circuit:
        """Return what is drawn, to be solved and checked."""
        wires = [*self.wires, *self.joins, *(pair for pairs in self.plugs.values() for pair in pairs)]
        return Circuit(self.terminals, wires, self.bridges, self.diodes, self.channels)

    def finish(self) -> Sheet:
        """Draw the wires, and a dot where more than two ends meet; return the whole sheet."""
        circuit = self.circuit()
        volts = circuit.solve()
        # The nets of a supply or a ground, its own board's too.
        rails: set[str] = set()
        for group in circuit.groups():
            if any(self.terminals[name].rail or name.rpartition(".")[2] in GROUNDS for name in group):
                rails |= group
        for name, points, dashed in self._lines:
            self.line(points, _colour(volts[name], name in rails), dashed=dashed)
        ends = Counter(end for path in self.paths for end in (path[0], path[-1]))
        places = {(t.x, t.y): t.name for t in self.terminals.values()}
        for (x, y), meeting in ends.items():
            if meeting > 2:
                name = places[x, y]
                self.disc(x, y, 6, _colour(volts[name], name in rails))
        return self


def _colour(volts: float | None, rail: bool) -> str:
    if volts is None or (volts <= 4 and not rail):
        return BLUE
    if volts > 4:
        return RED if volts > 6 else ORANGE
    return AMBER if volts > 1 else INK
