"""Finds the files of the pages: shared ones, and each game's in the game's own folder."""

from pathlib import Path

from tests.support.machine import ROOT
from web.language import Words, lists

STATIC = ROOT / "web" / "static"
FOLDERS = {"": STATIC} | {f"{at.parent.name}/": at for at in ROOT.glob("fieldkit/games/*/web")}
"""Each folder of the pages' files by its address below ``/static/``."""


def page_files(ending: str) -> list[Path]:
    """Return all files of the pages with an ending such as ``.js``."""
    return sorted(path for folder in FOLDERS.values() for path in folder.rglob(f"*{ending}"))


def script_at(script: Path, name: str) -> Path:
    """Return the script that another one imports by a relative name, as a browser resolves it."""
    own = STATIC
    if not script.is_relative_to(STATIC):
        own = next(at for at in FOLDERS.values() if at != STATIC and script.is_relative_to(at))
    found = (script.parent / name).resolve()
    # What a game's script finds above its own folder is shared.
    return found if found.is_relative_to(own) else STATIC / found.relative_to(own.parent)


def words_at(script: Path) -> Words | None:
    """Return the list of words that the kit serves as a script; None where it serves none."""
    folder = script.parent.parent if script.parent.name == "words" else script.parent
    return lists(folder / "words.json").get(script.relative_to(folder).as_posix())
