"""TOML files that people write: read whole, bounded, and with a sentence for every mistake."""

import errno
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fieldkit.errors import SettingsError

MAX_BYTES = 1024 * 1024
"""A larger TOML file is not one that a person wrote."""
MAX_DEPTH = 16
"""The depth to which lists and tables may be nested."""
MAX_SHOWN = 60
"""The most characters of a wrong value that a sentence repeats."""
_TOO_DEEP = f"is not TOML: lists and tables are nested more than {MAX_DEPTH} deep"
_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:\\.|[^"\\\n])*"|'[^'\n]*')"""
_DEEP_KEY = re.compile(rf"(?:^|[{{,])[ \t\[]*{_KEY}(?:[ \t]*\.[ \t]*{_KEY}){{{MAX_DEPTH},}}", re.MULTILINE)
"""A key of more parts than tables may be nested: Python takes minutes over one of thousands."""
_ALLOWED = "allowed is a text in one line, without invisible characters"


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises SettingsError that names the file."""
    found = read_if_there(path)
    if found is None:
        raise SettingsError(f"{path}: cannot be read: {os.strerror(errno.ENOENT)}")
    return found


def read_if_there(path: Path, max_bytes: int = MAX_BYTES) -> dict[str, Any] | None:
    """Read a TOML file, or return None if it is missing. Raises SettingsError that names the file."""
    try:
        with path.open("rb") as file:
            content = file.read(max_bytes + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read: {error.strerror}") from None
    try:
        return parse_toml(content, max_bytes)
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def parse_toml(content: bytes, max_bytes: int = MAX_BYTES) -> dict[str, Any]:
    """Parse a TOML file of at most ``max_bytes``. Raises SettingsError that does not name the file."""
    if len(content) > max_bytes:
        raise SettingsError(f"is larger than {max_bytes // 1024} KB")
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
        raise SettingsError("is not TOML: a number has too many digits, or a date does not exist") from None
    if _deeper(raw, MAX_DEPTH):
        raise SettingsError(_TOO_DEEP)
    return raw


def _deeper(value: object, levels: int) -> bool:
    if not isinstance(value, dict | list):
        return False
    entries = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_deeper(entry, levels - 1) for entry in entries)


def unseen_signs(raw: Mapping[str, Any]) -> list[str]:
    """Return a line for each text of a TOML file with invisible characters; the kit has no use for them."""
    unseen = [(where, text) for where, text in _texts(raw, "") if not text.isprintable()]
    return [f"{where}: {shown(text)} is not allowed; {_ALLOWED}" for where, text in unseen]


def shown(value: object) -> str:
    """Return a value as a file has it, in ASCII and shortened."""
    text = ascii(value)
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def in_short(key: str) -> str:
    """Return a key as a sentence may name it."""
    return key if key.isprintable() and len(key) <= MAX_SHOWN else shown(key)


def _texts(value: object, where: str) -> Iterator[tuple[str, str]]:
    """Yield every text and key of a TOML file (no deeper than `MAX_DEPTH`) with its place."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, list):
        for n, entry in enumerate(value, 1):
            yield from _texts(entry, f"{where} {n}")
    elif isinstance(value, Mapping):
        for key, entry in value.items():
            yield where or "tables", key
            yield from _texts(entry, f"{where} {in_short(key)}" if where else f"[{in_short(key)}]")
