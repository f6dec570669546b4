"""The spare hoop nodes and the hoops they serve: a file of the data folder that people may edit."""

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


def read_spares(data: Path, field: Collection[str]) -> dict[str, str]:
    """Return the hoop of the field that each spare node serves, as a file in the folder ``data`` says.

    Raises SettingsError with a line for each mistake.
    """
    raw = read_if_there(data / NAME) or {}
    wrong = [f"[{in_short(key)}]: unknown; allowed are takes" for key in raw if key != "takes"]
    takes = raw.get("takes", {})
    if not isinstance(takes, dict):
        wrong, takes = [*wrong, "[takes]: a table of nodes and their hoops is allowed"], {}
    for node, hoop in takes.items():
        if not _NODE.fullmatch(node) or node in field:
            allowed = "allowed is the name of a node that is not a hoop of the field"
            wrong.append(f"[takes] {in_short(node)}: {allowed}")
        elif hoop not in field:
            wrong.append(f"[takes] {node}: {shown(hoop)} is not allowed; allowed are {', '.join(field)}")
    if wrong:
        raise SettingsError("\n".join(f"{data / NAME}: {line}" for line in wrong))
    return takes


def save_spares(data: Path, takes: Mapping[str, str]) -> None:
    """Save the hoop that each node serves. Raises FieldkitError if it cannot be written."""
    lines = [f'{node} = "{hoop}"\n' for node, hoop in takes.items()]
    save(data / NAME, (HEAD + "".join(lines)).encode("utf-8"))
