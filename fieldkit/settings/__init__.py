"""The settings: one TOML file, read whole and checked before anything starts. An empty file runs."""

from fieldkit.settings.folders import data_path, journal_path
from fieldkit.settings.reading import parse
from fieldkit.settings.tables import (
    FieldFile,
    HubLink,
    JournalFile,
    Kit,
    Link,
    Mqtt,
    Scoreboard,
    Settings,
    Web,
    WireFormat,
)

__all__ = [
    "FieldFile",
    "HubLink",
    "JournalFile",
    "Kit",
    "Link",
    "Mqtt",
    "Scoreboard",
    "Settings",
    "Web",
    "WireFormat",
    "data_path",
    "journal_path",
    "parse",
]
