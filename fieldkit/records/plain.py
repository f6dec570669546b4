"""Text of the record made harmless for where it goes: a terminal, a spreadsheet.

Names, notes and reasons are whatever people wrote. A terminal would obey the control characters in them,
and a spreadsheet would reckon a cell that begins like a formula.
"""

from __future__ import annotations

import re
import sys
from typing import TextIO

MAX_LINE = 2000
"""The greatest length of a line of a report; what is longer is cut."""
UNSEEN = "\N{REPLACEMENT CHARACTER}"
"""The sign for one that cannot be seen."""
_FORMULA = ("=", "+", "-", "@")


def plain(text: str) -> str:
    """One line of signs that can all be seen."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else " " if each.isspace() else UNSEEN for each in text)


def say(text: str, to: TextIO | None = None) -> None:
    """Print a line on standard output, or ``to`` another, with nothing in it that a terminal obeys."""
    line = plain(text)
    print(line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…", file=to or sys.stdout)


def plain_json(text: str) -> str:
    """JSON that says the same in signs that can all be seen."""
    return re.sub(r"[^\n -~]", lambda found: found[0] if found[0].isprintable() else _escaped(found[0]), text)


def cell(value: object) -> str:
    """Return a cell of a spreadsheet, which takes it for text."""
    text = plain(str(value))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _escaped(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2))
