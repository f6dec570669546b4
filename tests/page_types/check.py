"""Runs the checker: what the kit sends and takes becomes types, then every script is read against them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec

from fieldkit.games.loading import load_games
from fieldkit.settings import Settings
from tests.support.machine import NODE_MODULES, ROOT, TSC
from web.openapi import describe

HERE = Path(__file__).parent
STATIC = ROOT / "web" / "static"
TYPES = NODE_MODULES.parent / "api.d.ts"
"""The description as types, made again by each run; `pages.d.ts` builds on it."""
_TO_TYPES = NODE_MODULES / ".bin" / "openapi-typescript"
_LIKE_PYTHON = ("--empty-objects-unknown", "--default-non-nullable", "false")
"""What may hold anything is no empty object; what has a default may be left out."""


def describe_kit() -> None:
    """Write the description of the web interface as types, from the games as they are."""
    described = TYPES.with_name("api.json")
    described.write_bytes(msgspec.json.encode(describe(load_games(Settings()))))
    command = [str(_TO_TYPES), str(described), *_LIKE_PYTHON, "--output", str(TYPES)]
    subprocess.run(command, check=True, capture_output=True)


def mistakes(project: Path = HERE) -> str:
    """What the checker says of all scripts of a project, a line for each mistake; empty for none."""
    return subprocess.run(
        [str(TSC), "--project", str(project)], capture_output=True, text=True, check=False
    ).stdout
