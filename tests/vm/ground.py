"""What the rest stands on: how this can end, programs of the machine, and waits that end."""

import contextlib
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

FOLDER = Path(__file__).parent
PROJECT = FOLDER.parents[1]
CACHE = PROJECT / ".vm"
"""What was built, and is kept for the next time."""

_NOT_CARRIED = re.compile(
    r"Unable to locate package|has no installation candidate|is not installable|404 +Not Found"
    r"|[Vv]ersion '.*' for '.*' was not found|unmet dependencies|does not have a Release file|^not carried:"
)
"""How apt says that the archive does not have something (any more)."""
_TIDY_S = 10.0
_SAID_LAST = 25
"""How many lines of a program that failed are shown."""

T = TypeVar("T")


class Failed(Exception):
    """A proof did not come out, or something on the way to it went wrong."""


class NotCarried(Exception):
    """The package archive does not carry (any more) what is needed: nothing is proved or refuted."""


def until(look: Callable[[], T], seconds: float, what: str, every: float = 0.1) -> T:
    """Return the first true result of ``look``. Raises Failed, naming ``what``, after ``seconds``."""
    last = time.monotonic() + seconds
    while not (found := look()):
        if time.monotonic() > last:
            raise Failed(f"{what}: not within {seconds:.0f} s")
        time.sleep(every)
    return found


def run(command: Sequence[object], seconds: float, **more: Any) -> str:
    """Run a program to its end; what it printed. Raises Failed with its last lines, or NotCarried."""
    name = Path(str(command[0])).name
    process: subprocess.Popen[str] = subprocess.Popen(
        [str(word) for word in command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        process_group=0,
        **more,
    )
    try:
        said, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Failed(f"{name} did not end within {seconds:.0f} s") from None
    finally:
        _end_all_of(process)
    if process.returncode == 0:
        return said
    lines = said.splitlines()
    lacking = next((line.strip() for line in lines if _NOT_CARRIED.search(line)), None)
    if lacking is not None:
        raise NotCarried(lacking)
    raise Failed("\n".join([f"{name} failed ({process.returncode}):", *lines[-_SAID_LAST:]]))


def _end_all_of(process: subprocess.Popen[str]) -> None:
    """End a program that still runs, with all that it has started; first so that it can tidy up."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        if process.poll() is None:
            os.killpg(process.pid, how)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.communicate(timeout=_TIDY_S)


def must(holds: object, otherwise: str) -> None:
    """Raise Failed with a sentence unless something holds."""
    if not holds:
        raise Failed(otherwise)
