"""A game's part of reports, charts and lists: values that shared code draws and prints.

All texts are in the language that the game is handed. Sides are those of the game's `Headline`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fieldkit.games.declared import Value
from fieldkit.messages import Input
from fieldkit.phrases import N_, Language, Term

if TYPE_CHECKING:
    from fieldkit.games import Side


class Result(Value):
    """The result of a match so far, in one line, and the ids of the sides that have won it."""

    text: str
    winners: tuple[str, ...] = ()


class LineChart(Value):
    """A line for each side through one value for each of ``labels``.

    The labels stand below. ``target`` is a height worth a line of its own.
    """

    name: str
    title: str
    labels: Sequence[str]
    lines: Sequence[tuple[Side, Sequence[int]]]
    target: int | None = None


class Bars(Value):
    """Bars of one kind, one for each side of the chart, in a ``#rrggbb`` colour and with an icon below."""

    name: str
    colour: str
    icon: str
    values: Sequence[int]


class BarChart(Value):
    """A group of bars for each side, with a few words about the group below its name."""

    name: str
    title: str
    sides: Sequence[tuple[Side, str]]
    bars: Sequence[Bars]


Chart = LineChart | BarChart
"""A picture of numbers; its ``name`` is a part of its address."""


class Table(Value):
    """A table with the same ``columns`` under each side; the last column matters most.

    A row has a name and, side by side, as many cells as there are columns; ``0`` is written softly.
    """

    title: str
    note: str
    sides: Sequence[Side]
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


class Figure(Value):
    """A number with its name, and the side that it is about."""

    name: str
    text: str
    side: Side | None = None


class Figures(Value):
    """Numbers under a title of their own."""

    title: str
    figures: Sequence[Figure]


class Details(Value):
    """The details of a report: ``facts`` for its head, tables and lists, ``figures`` among the kit's own."""

    facts: Sequence[str] = ()
    tables: Sequence[Table] = ()
    lists: Sequence[Figures] = ()
    figures: Sequence[Figure] = ()


class LineSort(Value):
    """A sort of line: ``listed`` one by one, ``marked`` as out of the usual run, counted.

    ``counted`` is the name of the figure that counts such lines, None for a sort that nobody counts.
    """

    counted: Term | None = None
    listed: bool = True
    marked: bool = False


class Step(Value):
    """One record of a match: what came in and what followed from it; ``struck`` when it no longer counts."""

    given: Input
    events: Sequence[Any]
    struck: bool


class Past(Value):
    """A match as played: its records in turn, and the last state of each round or turn by its number."""

    steps: Sequence[Step]
    states: Mapping[int, Any]
    state: Any


class PlayerShare(Value):
    """A player's share for a side, told in a season's table: balls brought, say."""

    side: str
    player: str
    count: int


class GameReport:
    """A game's part of the report of a match, of its charts and of what the commands print.

    A game overrides what it has more to tell of.
    """

    sorts: Mapping[str, LineSort] = {}
    """The sorts of its `LogLine`s that are not just listed, in the order of their figures."""
    beginning = Term("Before the first round")
    chapters = N_("Round {number}")

    def result(self, state: Any, translate: Language) -> Result | None:
        """Return how the match stands or ended; None while, or if, nobody has won."""
        return None

    def chapter(self, number: int, translate: Language) -> str:
        """Return what the round or turn of this number is called; 0 is what comes before the first."""
        return translate.sentence(self.chapters, number=number) if number else translate(self.beginning)

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[Chart]:
        """Return the charts of a public board, frame and all; none before there is anything to draw."""
        return ()

    def details(self, past: Past, translate: Language) -> Details:
        """Return the facts, tables, lists and figures of the match for its report."""
        return Details()

    def practice(self, state: Any) -> bool:
        """Return True for a match that only tries things out; no season counts it."""
        return False

    def season(self, state: Any) -> tuple[PlayerShare, ...] | None:
        """Return the known players' shares in the season; None for a game whose sides never meet again."""
        return None
