"""Text of the record made harmless: a terminal would obey its signs, a spreadsheet reckon its formulas."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from fieldkit.errors import FieldkitError

MAX_LINE = 2000
"""The greatest length of a line of a report; what is longer is cut."""
UNSEEN = "\N{REPLACEMENT CHARACTER}"
"""The sign for one that cannot be seen."""
_FORMULA = ("=", "+", "-", "@")
Told = TypeVar("Told")
MAX_NAME, MAX_TEXT = 64, 500
"""The greatest length (characters) of names and results."""
MAX_TOLD = 1000
"""The greatest length of what is told of one decision: a reason of `MAX_TEXT`, and whom it is about."""


def plain(text: str) -> str:
    """Return one line of signs that can all be seen."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else " " if each.isspace() else UNSEEN for each in text)


def say(text: str, to: TextIO | None = None) -> None:
    """Print a line on standard output, or ``to`` another, with nothing in it that a terminal obeys."""
    line = plain(text)
    print(line if len(line) <= MAX_LINE else f"{line[: MAX_LINE - 1]}…", file=to or sys.stdout)


def write_page(text: str, out: Path, what: str) -> None:
    """Write a page, which is ``what`` in words. Raises FieldkitError with the one sentence."""
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FieldkitError(f"the {what} cannot be written to {out}: {error.strerror}") from error


def plain_json(text: str) -> str:
    """Return JSON that says the same in signs that can all be seen."""
    return re.sub(r"[^\n -~]", lambda found: found[0] if found[0].isprintable() else _escaped(found[0]), text)


def cell(value: object) -> str:
    """Return a cell of a spreadsheet, which takes it for text."""
    text = plain(str(value))
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _escaped(sign: str) -> str:
    units = sign.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[n : n + 2].hex()}" for n in range(0, len(units), 2))


def cut(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters, the last a sign that there were more."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def cut_in(told: Told) -> Told:
    """Return the same of a report, every text in it cut; a side's, which is a dict, as a name."""
    found: Told = _cut(told, MAX_TOLD)
    return found


def _cut(told: Any, most: int) -> Any:
    if isinstance(told, str):
        return cut(told, most) if type(told) is str else told
    if isinstance(told, dict):
        return {key: _cut(value, MAX_NAME) for key, value in told.items()}
    if isinstance(told, msgspec.Struct):
        return replace(told, **{name: _cut(value, most) for name, value in asdict(told).items()})
    if isinstance(told, Sequence) and not isinstance(told, bytes):
        return tuple(_cut(each, most) for each in told)
    return told
