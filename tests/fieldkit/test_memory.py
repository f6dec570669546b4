"""What a process loads: the small ones stay small, since a Pi has to hold all of them."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.process

_WEB = ("flask", "uvicorn", "asyncio", "jinja2")
_CIPHERS = ("ssl", "_hashlib", "email")


@pytest.mark.parametrize(
    ("imports", "heavy"),
    [
        ("import fieldkit.cli.commands", (*_WEB, *_CIPHERS, "sqlite3", "babel", "pygame")),
        ("import hardware.whistle.process", (*_WEB, *_CIPHERS, "sqlite3", "babel", "pygame")),
        ("import web.pin, web.port, hardware.fakes.virtual_field", (*_WEB, *_CIPHERS, "sqlite3")),
    ],
)
def test_the_small_processes_load_neither_web_nor_ciphers(imports: str, heavy: tuple[str, ...]) -> None:
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
unwanted = ("pkg_resources", "pygame.mixer", "_hashlib", "sqlite3", "flask")
print(*[name for name in unwanted if name in sys.modules])
print("_ssl" in sys.modules, hasattr(http.client, "HTTPSConnection"))
"""
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["", f"{https} {https}"]
