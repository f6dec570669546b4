"""The texts of the pages' scripts, for `pybabel extract` (``[tool.babel]`` in pyproject.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, BinaryIO

from babel.messages.jslexer import tokenize, unquote_string

Found = tuple[int, str | None, str | tuple[str, str], list[str]]
"""A line, what was called there, the text or texts handed to it, and comments."""


def extract(file: BinaryIO, _keywords: Any, _comment_tags: Any, options: Any) -> Iterator[Found]:
    """The texts of a module of words: ``key: "text"`` and ``key: {one: "text", other: "texts"}``."""
    tokens = [token for token in tokenize(file.read().decode()) if not token.type.endswith("comment")]
    one = ""
    for name, colon, value in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if name.type != "name" or colon.value != ":" or value.type not in ("string", "template_string"):
            continue
        text = unquote_string(value.value)
        if name.value == "one":
            one = text
        elif name.value == "other":
            yield name.lineno, "ngettext", (one, text), []
        else:
            yield name.lineno, None, text, []
