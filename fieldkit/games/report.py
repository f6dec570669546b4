"""What a game tells of its matches beside its views: values that shared code draws, prints and lists.

    Reported ── sorts       what is done with each sort of line of the record
             ├─ result      who won, in one line
             ├─ chapter     what a round or turn is called
             ├─ charts      LineChart, BarChart: made of a public board, so that everybody may see them
             ├─ details     the rest of the report: facts, tables, lists, figures
             ├─ practice    only tried out: marked in the list of matches
             └─ season      what a match adds to its season

All texts are in the language that the game is handed. Sides are those of the game's `Headline`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from fieldkit.messages import Input
from fieldkit.phrases import Language, Term

if TYPE_CHECKING:
    from fieldkit.games import Side


@dataclass(frozen=True, slots=True)
class Result:
    """How a match stands or ended, in one line, and the ids of the sides that have won it so far."""

    text: str
    winners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LineChart:
    """A line for each side through one value for each of ``labels``.

    The labels stand below. ``target`` is a height worth a line of its own.
    """

    name: str
    title: str
    labels: Sequence[str]
    lines: Sequence[tuple[Side, Sequence[int]]]
    target: int | None = None


@dataclass(frozen=True, slots=True)
class Bars:
    """Bars of one kind, one for each side of the chart, in a ``#rrggbb`` colour and with an icon below."""

    name: str
    colour: str
    icon: str
    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class BarChart:
    """A group of bars for each side, with a few words about the group below its name."""

    name: str
    title: str
    sides: Sequence[tuple[Side, str]]
    bars: Sequence[Bars]


Chart = LineChart | BarChart
"""A picture of numbers; its ``name`` is a part of its address."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with the same ``columns`` under each side; the last column matters most.

    A row has a name and, side by side, as many cells as there are columns; ``0`` is written softly.
    """

    title: str
    note: str
    sides: Sequence[Side]
    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its name, and the side that it is about."""

    name: str
    text: str
    side: Side | None = None


@dataclass(frozen=True, slots=True)
class Figures:
    """Numbers under a title of their own."""

    title: str
    figures: Sequence[Figure]


@dataclass(frozen=True, slots=True)
class Details:
    """What else a report tells: ``facts`` for its head, tables and lists, ``figures`` among the kit's own."""

    facts: Sequence[str] = ()
    tables: Sequence[Table] = ()
    lists: Sequence[Figures] = ()
    figures: Sequence[Figure] = ()


@dataclass(frozen=True, slots=True)
class LineSort:
    """What becomes of a sort of line: ``listed`` one by one, ``marked`` as out of the usual run, counted.

    ``counted`` is the name of the figure that counts such lines, None for a sort that nobody counts.
    """

    counted: Term | None = None
    listed: bool = True
    marked: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One record of a match: what came in and what followed from it; ``struck`` when it no longer counts."""

    given: Input
    events: Sequence[Any]
    struck: bool


@dataclass(frozen=True, slots=True)
class Past:
    """A match as played: its records in turn, and the last state of each round or turn by its number."""

    steps: Sequence[Step]
    states: Mapping[int, Any]
    state: Any


@dataclass(frozen=True, slots=True)
class PlayerShare:
    """What one player did for a side, told in a season's table: balls brought, say."""

    side: str
    player: str
    count: int


@dataclass(frozen=True, slots=True)
class SeasonShare:
    """What a match adds to its season: by the names of its sides, and ``players`` where they are known."""

    players: tuple[PlayerShare, ...] = ()


class Reported(Protocol):
    """What a game adds to the report of a match, to its charts and to what the commands print.

    ``sorts`` are the sorts of its `LogLine`s that are not just listed, in the order of their figures.
    """

    sorts: Mapping[str, LineSort]

    def result(self, state: Any, translate: Language) -> Result | None:
        """How the match stands or ended; None while, or if, nobody has won."""

    def chapter(self, number: int, translate: Language) -> str:
        """What the round or turn of this number is called; 0 is what comes before the first."""

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[Chart]:
        """The charts of a public board, frame and all; none before there is anything to draw."""

    def details(self, past: Past, translate: Language) -> Details:
        """The facts, tables, lists and figures of the match for its report."""

    def practice(self, state: Any) -> bool:
        """True for a match that only tries things out; no season counts it."""

    def season(self, state: Any) -> SeasonShare | None:
        """What the match adds to its season; None for a game whose sides are others in each match."""


class PlainReport:
    """The report of a game that has nothing of its own to tell; the others leave to it what it does well."""

    sorts: Mapping[str, LineSort] = {}

    def result(self, state: Any, translate: Language) -> Result | None:
        """Nobody is known to have won."""
        return None

    def chapter(self, number: int, translate: Language) -> str:
        """Matches are played in rounds."""
        if not number:
            return translate(Term("Before the first round"))
        return translate.sentence("Round {number}", number=number)

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[Chart]:
        """Nothing to draw."""
        return ()

    def details(self, past: Past, translate: Language) -> Details:
        """Nothing more."""
        return Details()

    def practice(self, state: Any) -> bool:
        """Every match counts."""
        return False

    def season(self, state: Any) -> SeasonShare | None:
        """Nothing is known of who plays."""
        return None
