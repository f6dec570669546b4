"""What every part of this folder hands back: one line each of the table at the end.

A part is a module of this folder with ``NEEDS``, the names of `tests.support.machine` without which it is
named as not run, and ``run(short) -> list[Figure]``; ``short`` is the form of CI, at most ten seconds long.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """One thing that was tried: what, what was seen, what was wanted, and whether that is well."""

    what: str
    seen: str
    aim: str = ""
    well: bool | None = True
    """None for what was not run: ``seen`` says why."""


def not_run(what: str, why: str) -> Figure:
    """Return a part that this machine cannot try."""
    return Figure(what, why, well=None)


def table(figures: Sequence[Figure]) -> list[str]:
    """Return the figures as lines of a Markdown table, which is read in a terminal too."""
    rows = [("what", "seen", "aim", "well")]
    rows += [(each.what, each.seen, each.aim, _WORDS[each.well]) for each in figures]
    cells = [tuple(cell.replace("|", "/").replace("\n", " ") for cell in row) for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(4)]
    lines = ["| " + " | ".join(map(str.ljust, row, widths)) + " |" for row in cells]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


_WORDS = {True: "yes", False: "NO", None: "not run"}


def timed(part: Callable[[bool], list[Figure]], short: bool) -> tuple[list[Figure], float]:
    """Run a part, and return what it found and the seconds that it took."""
    began = time.monotonic()
    return part(short), time.monotonic() - began
