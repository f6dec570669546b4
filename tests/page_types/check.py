"""Runs the checker: what the kit sends and takes becomes types, then every script is read against them."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

import msgspec

from fieldkit.games.loading import load_games, packages
from fieldkit.language.catalogue import catalogue
from fieldkit.phrases import ENGLISH
from fieldkit.settings import Settings
from tests.support.machine import NODE_MODULES, ROOT, TSC
from web.language import scripts
from web.openapi import describe

HERE = Path(__file__).parent
STATIC = ROOT / "web" / "static"
TYPES = NODE_MODULES.parent / "api.d.ts"
"""The description as types, made again by each run; `pages.d.ts` builds on it."""
_TO_TYPES = NODE_MODULES / ".bin" / "openapi-typescript"
_LIKE_PYTHON = ("--empty-objects-unknown", "--default-non-nullable", "false")
"""An object that may hold anything is not an empty one; a field with a default may be left out."""


def describe_kit() -> None:
    """Write the description of the web interface as types, from the games as they are."""
    described = TYPES.with_name("api.json")
    described.write_bytes(msgspec.json.encode(describe(load_games(Settings()))))
    command = [str(_TO_TYPES), str(described), *_LIKE_PYTHON, "--output", str(TYPES)]
    subprocess.run(command, check=True, capture_output=True)


def lay_out(project: Path) -> dict[str, Path]:
    """Copy the scripts to where browsers find them, `static`, with the types of those that the kit makes.

    Returns each part's folder by its address.
    """
    folders = {"static": STATIC} | {f"static/{game}": at / "web" for game, at in packages().items()}
    for address, folder in folders.items():
        shutil.copytree(folder, project / address)
    for name in scripts(load_games(Settings()), catalogue(ENGLISH.code)):
        kind = "rules" if name == "rules.js" else "words"
        declared = (project / "static" / name).with_suffix(".d.ts")
        declared.parent.mkdir(exist_ok=True)
        shutil.copy(HERE / "served" / f"{kind}.d.ts", declared)
    include = ["static/**/*.js", str(HERE / "pages.d.ts")]
    settings = {"extends": str(HERE / "tsconfig.json"), "include": include}
    (project / "tsconfig.json").write_text(json.dumps(settings))
    return folders


def mistakes(project: Path | None = None) -> str:
    """Return a line for each mistake in the scripts of a project, by default in those of the kit."""
    if project is not None:
        command = [str(TSC), "--project", str(project)]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=project).stdout
    with tempfile.TemporaryDirectory() as made:
        folders = lay_out(Path(made))
        found = mistakes(Path(made))
    for address, folder in sorted(folders.items(), reverse=True):
        found = found.replace(f"{address}/", f"{folder.relative_to(ROOT)}/")
    return found
