"""TOML files that people write: read whole, bounded, and every mistake a sentence."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fieldkit.errors import SettingsError

MAX_BYTES = 1024 * 1024
"""A TOML file that is larger is none that a person wrote."""
MAX_DEPTH = 16
"""How deep lists and tables may lie in each other."""
MAX_SHOWN = 60
"""How much of a wrong value a sentence repeats."""
_TOO_DEEP = f"is not TOML: lists and tables may lie {MAX_DEPTH} deep in each other and no deeper"
_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(rf"(?:^|[{{,])[ \t\[]*{_KEY}(?:[ \t]*\.[ \t]*{_KEY}){{{MAX_DEPTH},}}", re.MULTILINE)
"""A key of more parts than tables may be deep: Python takes minutes over one of thousands."""
_ALLOWED = "allowed is a text in one line, without signs that cannot be seen"


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file's content. Raises SettingsError that names the file."""
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return parse_toml(content)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse_toml(content: bytes, most: int = MAX_BYTES) -> dict[str, Any]:
    """What a TOML file of at most ``most`` bytes says. Raises SettingsError that does not name the file."""
    if len(content) > most:
        raise SettingsError(f"is larger than {most // 1024} KB")
    try:
        text = content.decode("utf-8-sig")
        if _DEEP_KEY.search(text):
            raise SettingsError(_TOO_DEEP)
        raw = tomllib.loads(text)
    except RecursionError:
        raise SettingsError(_TOO_DEEP) from None
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"is not TOML: {error}") from None
    except UnicodeDecodeError:
        raise SettingsError("is not TOML: it is not written in UTF-8") from None
    except ValueError:
        # Python turns no text of thousands of digits into a number.
        raise SettingsError(
            "is not TOML: it holds a number of too many digits, or a date that is none"
        ) from None
    if _deeper(raw, MAX_DEPTH):
        raise SettingsError(_TOO_DEEP)
    return raw


def _deeper(value: object, most: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    entries = value.values() if isinstance(value, dict) else value
    return most == 0 or any(_deeper(entry, most - 1) for entry in entries)


def unseen_signs(raw: Mapping[str, Any]) -> list[str]:
    """The texts of a TOML file that hold signs which cannot be seen; the kit has a use for none of them."""
    return [
        f"{where}: {shown(text)} is not allowed; {_ALLOWED}"
        for where, text in _texts(raw, "")
        if not text.isprintable()
    ]


def shown(value: object) -> str:
    """A value as a file has it, in ASCII and not too much of it."""
    text = ascii(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def in_short(key: str) -> str:
    """A key as a sentence may name it."""
    return key if key.isprintable() and len(key) <= MAX_SHOWN else shown(key)


def _texts(value: object, where: str) -> Iterator[tuple[str, str]]:
    """Every text and every key of a TOML file (no deeper than `MAX_DEPTH`), with where it stands."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, list):
        for n, entry in enumerate(value, 1):
            yield from _texts(entry, f"{where} {n}")
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield where or "tables", key
            yield from _texts(entry, f"{where} {in_short(key)}" if where else f"[{in_short(key)}]")
