"""Finds the sentences of the pages' ``words.json`` for `pybabel extract` (``[tool.babel]`` of pyproject)."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from web.language import lists

Found = tuple[int, str | None, str | tuple[str, str], list[str]]
"""A line, what was called there, the text or texts handed to it, and comments."""


def extract(file: BinaryIO, _keywords: Any, _comment_tags: Any, options: Any) -> Iterator[Found]:
    """Yield each sentence of a file of words, and of one that depends on a number both."""
    for words in lists(Path(file.name)).values():
        for entry in words.values():
            if isinstance(entry, str):
                yield 0, None, entry, []
            else:
                yield 0, "ngettext", (entry["one"], entry["other"]), []
