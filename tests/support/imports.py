"""The imports of a source text, also late ones and those for types alone, found without parsing all of it."""

import re
from collections.abc import Iterator
from typing import NamedTuple

IMPORT = re.compile(
    r"^[ \t]*(?:import[ \t]+(?P<modules>[\w., \t]+)"
    r"|from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+(?:\((?P<long>[^)]*)\)|(?P<short>.+)))",
    re.MULTILINE,
)


class Import(NamedTuple):
    """One module that is imported, with what is taken from it; a module beside it begins with a dot."""

    module: str
    names: tuple[str, ...] = ()


def imports(source: str) -> Iterator[Import]:
    """Yield what a text imports."""
    for found in IMPORT.finditer(source):
        if found["modules"]:
            yield from (Import(each) for each in _names(found["modules"]))
        else:
            yield Import(found["module"], tuple(_names(found["long"] or found["short"])))


def _names(listed: str) -> list[str]:
    """Return the names of a list, without what they are called here and without comments."""
    plain = re.sub(r"#.*", "", listed)
    return [each.split()[0] for each in plain.split(",") if each.strip()]
