"""What a process loads: the small ones stay small, since a Pi has to hold all of them."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

_WEB = ("flask", "uvicorn", "asyncio", "jinja2")
_CIPHERS = ("ssl", "_hashlib", "email")
_GAMES = ("fieldkit.games.declared", "fieldkit.games.report", "fieldkit.games.full_contact.game")
_LATER = ("tempfile", "zoneinfo", "segno", "fieldkit.hub", "fieldkit.language")


@pytest.mark.parametrize(
    ("imports", "heavy"),
    [
        (
            "import fieldkit.cli.commands",
            (*_WEB, *_CIPHERS, *_GAMES, *_LATER, "fieldkit.messages", "sqlite3", "babel", "pygame"),
        ),
        (
            "import fieldkit.cli.commands, hardware.whistle.process",
            (*_WEB, *_CIPHERS, *_GAMES, *_LATER, "sqlite3", "babel", "pygame"),
        ),
        (
            "import fieldkit.install.services, hardware.fakes.virtual_field, web.pin, web.port",
            (*_WEB, *_CIPHERS, *_GAMES, "sqlite3", "tempfile"),
        ),
        ("import fieldkit.cli.wiring", ("segno", "urllib.request", "sqlalchemy", "fieldkit.records.charts")),
    ],
)
def test_no_process_loads_what_can_wait(imports: str, heavy: tuple[str, ...]) -> None:
    program = f"import sys; {imports}; print(*[name for name in {heavy!r} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.split() == []


@pytest.mark.parametrize("https", [False, True])
def test_the_scoreboard_loads_no_sound_and_ciphers_only_for_https(https: bool) -> None:
    program = f"""
import os, sys
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
from hardware.scoreboard import lean_imports
with lean_imports({https}):
    from hardware.scoreboard import screen
    import http.client
unwanted = ("pkg_resources", "pygame.mixer", "numpy", "fieldkit.messages", "_hashlib", "sqlite3", "flask")
print(*[name for name in unwanted if name in sys.modules])
print("_ssl" in sys.modules, hasattr(http.client, "HTTPSConnection"))
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["", f"{https} {https}"]
