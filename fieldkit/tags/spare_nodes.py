"""The spare hoop nodes and the hoops they serve: a file of the data folder that people may edit."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path

from fieldkit.errors import SettingsError
from fieldkit.files import save
from fieldkit.toml_file import in_short, read_if_there, shown

NAME = "spares.toml"
"""The file's name in the data folder."""
HEAD = """# Spare hoop nodes and the hoops they serve, as chosen on the kit page; edit at will.
[takes]
"""
_NODE = re.compile(r"[a-z0-9-]{1,16}")


class SpareFile:
    """The file in the folder ``data``; ``field`` are the hoops that may be served."""

    def __init__(self, data: Path, field: Collection[str]) -> None:
        self.path = data / NAME
        self._field = field

    def read(self) -> dict[str, str]:
        """Return the hoop that each spare node serves. Raises SettingsError with a line for each mistake."""
        raw = read_if_there(self.path) or {}
        wrong = [f"[{in_short(key)}]: unknown; allowed are takes" for key in raw if key != "takes"]
        takes = raw.get("takes", {})
        if not isinstance(takes, dict):
            wrong, takes = [*wrong, "[takes]: a table of nodes and their hoops is allowed"], {}
        wrong += [line for node, hoop in takes.items() if (line := self._mistake(node, hoop))]
        if wrong:
            raise SettingsError("\n".join(f"{self.path}: {line}" for line in wrong))
        return takes

    def put(self, takes: Mapping[str, str]) -> None:
        """Save the hoop that each node serves. Raises FieldkitError if it cannot be written."""
        lines = [f'{node} = "{hoop}"\n' for node, hoop in takes.items()]
        save(self.path, (HEAD + "".join(lines)).encode("utf-8"))

    def _mistake(self, node: str, hoop: object) -> str:
        if not _NODE.fullmatch(node) or node in self._field:
            return f"[takes] {in_short(node)}: allowed is the name of a node that is not a hoop of the field"
        if hoop not in self._field:
            return f"[takes] {node}: {shown(hoop)} is not allowed; allowed are {', '.join(self._field)}"
        return ""
