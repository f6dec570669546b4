"""A command's surroundings: open streams and the letters that they take, the time zone, the file modes."""

import io
import os
import sys
import time
from pathlib import Path


def make_usable() -> None:
    """Put right what would end a command later, and in words that nobody understands."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        # A name that a terminal has no letters for must not hide the rest.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    _leave_spoiled_zone()


def write_utf8() -> None:
    """Let standard output be UTF-8 whatever the terminal is: programs are to read it."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict")


def end_output() -> None:
    """Drop the output, which nobody takes any more: what still waits to be written must not complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def keep_private() -> None:
    """Let only the owner read what this process makes: a journal holds secrets until its match is over."""
    os.umask(0o077)


def _open_streams() -> None:
    """Point a closed stream at nothing; else the journal would be given its number, and the output."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r+" if number == 0 else "w", encoding="utf-8"))  # noqa: SIM115


def _leave_spoiled_zone() -> None:
    """Do without a ``TZ`` that names a file which is no time zone: no dates can be written with it."""
    named = os.environ.get("TZ", "").removeprefix(":")
    try:
        if named and Path(named).exists():
            from zoneinfo import ZoneInfo

            with Path(named).open("rb") as file:
                ZoneInfo.from_file(file)
    except (OSError, ValueError):
        del os.environ["TZ"]
        time.tzset()
        print(f"TZ: {named} is no time zone; the machine's own is used.", file=sys.stderr)
