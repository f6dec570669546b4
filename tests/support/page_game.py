"""The game that `fieldkit/games/README.md` writes, as files: what the page says is what is played."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "fieldkit" / "games" / "README.md"
BLOCK = re.compile(r"^```\w+ (\S+/\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file on the page: its path behind the language, and its text."""


def files() -> dict[str, str]:
    """Return the files of the page by their paths."""
    return dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))


def games_in(folder: Path) -> dict[str, str]:
    """Put the files into a folder; returns the environment of a kit that finds them there."""
    for path, text in files().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return {"FIELDKIT_GAMES": str(folder)}
