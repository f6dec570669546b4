"""The machine that is installed on, or a tree of files, and a ledger, which belongs to root alone."""

import contextlib
import json
import os
import shutil
import stat
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fieldkit.errors import FieldkitError
from fieldkit.files import put_in_place
from fieldkit.phrases import N_

LEDGER_FOLDER = "/var/lib/fieldkit-install"
PROGRAM_S = 180

Programs = Callable[[Sequence[str]], "tuple[int, str, str]"]
"""Runs a program: its exit code, what it printed, and what it complained. Raises FileNotFoundError."""


def run_here(command: Sequence[str]) -> tuple[int, str, str]:
    """Run a program of this machine, in plain English. Raises FileNotFoundError and TimeoutExpired."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PROGRAM_S,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


class Machine:
    """Files below ``root``, named as the machine knows them, and programs; ``live`` is False for a tree."""

    def __init__(self, root: Path, live: bool, programs: Programs = run_here) -> None:
        self.root = root
        self.live = live
        self._programs = programs

    def at(self, name: str) -> Path:
        """Return where a file of the machine is now."""
        return self.root / name.lstrip("/")

    def read(self, name: str) -> str | None:
        """Read a file's text to the byte, in any encoding and with its own line ends; None if unreadable."""
        try:
            return self.at(name).read_bytes().decode("utf-8", "surrogateescape")
        except OSError:
            return None

    def ask(self, *command: str) -> str | None:
        """Return what a program prints; None if it is not there or fails."""
        try:
            code, printed, _ = self._programs(command)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return printed if code == 0 else None

    def call(self, *command: str) -> str:
        """Return what a program prints. Raises FieldkitError with what it complained."""
        try:
            code, printed, complaint = self._programs(command)
        except FileNotFoundError:
            raise FieldkitError(N_("{program} is not on this machine."), program=command[0]) from None
        except subprocess.TimeoutExpired:
            raise FieldkitError(N_("{program} did not finish in time."), program=command[0]) from None
        if code:
            said = (complaint.strip() or printed.strip() or f"exit code {code}").splitlines()[-1]
            raise FieldkitError(N_("{command} failed: {said}"), command=" ".join(command), said=said)
        return printed

    def complaint(self, *command: str) -> str | None:
        """Return the first line of what a program complains where it fails; None if all is well."""
        try:
            code, printed, complaint = self._programs(command)
        except (OSError, subprocess.TimeoutExpired) as error:
            return str(error)
        lines = (complaint.strip() or printed.strip()).splitlines()
        return (lines or [f"exit code {code}"])[0] if code else None

    def call_live(self, *command: str) -> None:
        """As `call`; nothing in a tree, where nothing runs."""
        if self.live:
            self.call(*command)

    def call_in_root(self, program: str, *arguments: str) -> str:
        """As `call`, with one of systemd's programs that also work in a tree."""
        return self.call(program, *([] if self.live else [f"--root={self.root}"]), *arguments)

    def ledger(self) -> dict[str, Any]:
        """Return the changes: ``files`` (made or replaced, by name), new ``folders``, ``words`` of a line."""
        text = self.read(f"{LEDGER_FOLDER}/ledger.json")
        return {"files": {}, "folders": [], "words": {}} | (json.loads(text) if text else {})

    def note(self, ledger: dict[str, Any]) -> None:
        """Keep the ledger, before what it says is done."""
        folder = self.at(LEDGER_FOLDER)
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        put(folder / "ledger.json", json.dumps(ledger, indent=1), 0o600)

    def write(self, name: str, text: str, mode: int = 0o644) -> None:
        """Write a file of the kit's, keeping what stood there before it was first written."""
        ledger, path = self.ledger(), self.at(name)
        if name not in ledger["files"]:
            if path.exists():
                kept = self._kept(name)
                kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                shutil.copy2(path, kept)
            ledger["files"][name] = "replaced" if path.exists() else "made"
            parents = [f"/{each.relative_to(self.root)}" for each in path.parents if not each.exists()]
            ledger["folders"] += [each for each in parents if each not in ledger["folders"]]
            self.note(ledger)
        path.parent.mkdir(parents=True, exist_ok=True)
        put(path, text, mode)

    def restore(self, name: str) -> None:
        """Put back what stood there before `write`; nothing if it was never written."""
        ledger = self.ledger()
        how = ledger["files"].pop(name, None)
        kept = self._kept(name)
        if how == "replaced" and kept.exists():
            shutil.copy2(kept, self.at(name))
            kept.unlink()
        elif how == "made":
            self.at(name).unlink(missing_ok=True)
        if how:
            self.note(ledger)

    def forget(self) -> None:
        """After an undo: remove the folders that were made and are empty, with the last also the ledger."""
        ledger = self.ledger()
        for name in sorted(ledger["folders"], key=len, reverse=True):
            with contextlib.suppress(OSError):
                self.at(name).rmdir()
        if ledger["files"] or ledger["words"]:
            ledger["folders"] = [name for name in ledger["folders"] if self.at(name).is_dir()]
            self.note(ledger)
        else:
            shutil.rmtree(self.at(LEDGER_FOLDER), ignore_errors=True)

    def _kept(self, name: str) -> Path:
        return self.at(f"{LEDGER_FOLDER}/was{name}")


def put(path: Path, text: str, mode: int | None = None) -> None:
    """Write a file whole or not at all, and on the disk; without ``mode`` its rights stay as they are."""
    rights = stat.S_IMODE(path.stat().st_mode) if mode is None else mode
    put_in_place(path, text.encode("utf-8", "surrogateescape"), rights)
