"""The program of a card: takes over the version that was dropped onto the FAT part, and goes back from it.

``start`` runs before the kit's services: it installs a new archive beside the version there, switches by one
rename of a link, and lets that version set the machine up. ``health`` runs after them: a new version that
does not come up in three tries goes again, and the one before comes back. A power cut at any step leaves one
of the two. It runs before there is a kit, so it has the system's own Python and nothing else.
"""

import argparse
import contextlib
import hashlib
import http.client
import json
import os
import re
import shutil
import subprocess
import tarfile
import time
import tomllib
from dataclasses import asdict, dataclass, field
from pathlib import Path

ARCHIVE, SUM, WISHES, LOG = "fieldkit.tar.gz", "fieldkit.sha256", "fieldkit.txt", "fieldkit-log.txt"
"""The files on the FAT part."""
SERVICES = ("fieldkit-whistle", "fieldkit-referee", "fieldkit-spectators")
"""The services without which a kit is not healthy: a screen may be missing, an event too."""
TRIES = 3
PATIENCE_S = 90.0
"""Seconds that a version may take to come up."""
STAYS_S = 10.0
"""Seconds for which it must stay up then."""
POLL_S = 0.5
INSTALL_S = 1500
NEEDED_MB = 400
RESTART = 3
"""The exit code of ``fieldkit card`` where the machine must start again."""
MAX_LOG = 256 * 1024


class CardError(Exception):
    """An archive that cannot be taken over, in one sentence."""


@dataclass
class State:
    """The memory on the disk; versions are named by the beginning of their archive's sum.

    ``good`` was healthy last; another current version is on trial, with ``tries`` behind it. ``refused`` are
    not tried again; ``gone`` is the last of them as people know it; ``applied`` was set up last.
    """

    good: str = ""
    tries: int = 0
    refused: list[str] = field(default_factory=list)
    gone: str = ""
    applied: str = ""


class Card:
    """The card and the versions of a machine whose files are below ``root``."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.boot, self.home = root / "boot/firmware", root / "opt/fieldkit"
        self.link = self.home / ".venv"
        self.home.mkdir(parents=True, exist_ok=True)
        try:
            self.state = State(**json.loads((self.home / "state.json").read_bytes()))
        except (OSError, ValueError, TypeError):
            self.state = State()

    @property
    def current(self) -> str:
        """The version that the services start; "" if there is none yet."""
        return Path(os.readlink(self.link)).parent.name if self.link.is_symlink() else ""

    def start(self) -> None:
        """Take over a new version, and set the machine up by the one that is current then."""
        own = self.home / "card.py"
        if not own.exists():
            put(own, Path(__file__).read_bytes())
        state = self.state
        is_bad = state.tries >= TRIES or self.current in state.refused
        if state.good and self.current != state.good and is_bad:
            self._go_back()
        try:
            self._take_over()
        except (CardError, OSError, tarfile.TarError, EOFError, subprocess.SubprocessError) as error:
            self.log(f"Not installed: {error}")
        if not self.current:
            return
        changed, restart = self._apply()
        if restart:
            self.log("The machine starts again, for its boot settings.")
            self._systemctl("--no-block", "reboot")
        elif changed:
            self._systemctl("--no-block", "start", "fieldkit.target", "fieldkit-health.service")

    def health(self) -> None:
        """Find a new version healthy in at most three tries, or go back to the one before."""
        state = self.state
        if not self.current or self.current == state.good:
            return
        if not state.good:
            state.tries = 0
        while state.tries < TRIES:
            state.tries += 1
            self._save()
            wrong = self._illness()
            if not wrong:
                self._confirm()
                return
            self.log(f"Try {state.tries} of {TRIES}: {self.called(self.current)} is not healthy: {wrong}.")
            if state.tries < TRIES:
                self._restart()
        if not state.good:
            self.log("There is no version before it. The next start tries it again.")
            return
        self._go_back()
        _, restart = self._apply()
        if restart:
            self._systemctl("--no-block", "reboot")
        else:
            self._restart()

    def called(self, name: str) -> str:
        """Return a version as people know it."""
        try:
            return (self.home / name / "whole").read_text(encoding="utf-8")
        except OSError:
            return name

    def log(self, line: str) -> None:
        """Write a line into the log on the FAT part, in a way that every editor shows."""
        print(line, flush=True)
        path = self.boot / LOG
        with contextlib.suppress(OSError):
            mode = "w" if path.exists() and path.stat().st_size > MAX_LOG else "a"
            with path.open(mode, encoding="utf-8", newline="\r\n") as file:
                file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}  {line}\n")
                file.flush()
                os.fsync(file.fileno())

    def _take_over(self) -> None:
        """Install what was dropped, and switch to it, unless it is there or was refused. Raises CardError."""
        try:
            found = re.match("[0-9a-f]{64}", (self.boot / SUM).read_text(encoding="utf-8", errors="replace"))
        except FileNotFoundError:
            return
        if found is None:
            raise CardError(f"{SUM} is damaged: put all files of the zip onto the card again")
        name = found[0][:12]
        if name in self.state.refused or name == self.current:
            return
        if not (self.home / name / "whole").exists():
            self._install(found[0], self.home / name)
        self.state.tries, self.state.gone = 0, ""
        self._save()
        self._switch(name)
        self.log(f"{self.called(name)} is taken over.")

    def _install(self, wanted: str, folder: Path) -> None:
        self.log("A new version is on the card. Installing takes a minute or two.")
        with (self.boot / ARCHIVE).open("rb") as file:
            if hashlib.file_digest(file, "sha256").hexdigest() != wanted:
                raise CardError(f"{ARCHIVE} is not whole: put all files of the zip onto the card again")
        # A freshly flashed system may still be growing over the whole card.
        last = time.monotonic() + PATIENCE_S
        while (free := shutil.disk_usage(self.home).free) < NEEDED_MB * 1_000_000 and time.monotonic() < last:
            time.sleep(POLL_S)
        if free < NEEDED_MB * 1_000_000:
            raise CardError(f"the card has less than {NEEDED_MB} MB free: take a larger one")
        # Whatever was left by a cut.
        shutil.rmtree(folder, ignore_errors=True)
        with tarfile.open(self.boot / ARCHIVE) as packed:
            packed.extractall(folder / "archive", filter="data")
        (unpacked,) = (folder / "archive").iterdir()
        script = [unpacked / "install.sh", "--prefix", folder, "--system-packages", "--no-services"]
        if self._run(*script) != 0:
            raise CardError(f"install.sh of {unpacked.name} failed")
        shutil.rmtree(folder / "archive")
        # All of it is on the disk before the mark that says so.
        os.sync()
        put(folder / "whole", unpacked.name.encode())

    def _switch(self, name: str) -> None:
        fresh = self.link.with_name(".venv.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(f"{name}/.venv")
        durable(self.home)
        fresh.replace(self.link)
        durable(self.home)

    def _apply(self) -> tuple[bool, bool]:
        """Let the current version set the machine up if need be; whether it did, and wants a restart."""
        if self.state.applied == self._stamp():
            return False, False
        program = [self.link / "bin/fieldkit", "card", "--root", self.root, "--refused", self.state.gone]
        code = self._run(*program)
        if code not in (0, RESTART):
            self.log(f"{self.called(self.current)} could not set the machine up.")
            if self.state.good in ("", self.current):
                return False, False
            self._go_back()
            return self._apply()
        self._systemctl("daemon-reload")
        # A Pi's Wi-Fi is switched off until somebody has named a country.
        for command in (
            ("rfkill", "unblock", "wifi"),
            ("systemctl", "start", "NetworkManager"),
            ("nmcli", "radio", "wifi", "on"),
            ("nmcli", "connection", "reload"),
        ):
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                subprocess.run(command, capture_output=True, timeout=60, check=False)
        os.sync()
        self.state.applied = self._stamp()
        self._save()
        return True, code == RESTART

    def _stamp(self) -> str:
        """Return a name for the version and the wishes; it is read after them, for they may be put back."""
        try:
            wishes = (self.boot / WISHES).read_bytes()
        except OSError:
            wishes = b""
        return f"{self.current} {hashlib.sha256(wishes).hexdigest()} {self.state.gone}"

    def _go_back(self) -> None:
        bad, state = self.current, self.state
        state.gone = self.called(bad)
        state.refused = [*{*state.refused, bad}]
        state.tries = 0
        self._save()
        self._switch(state.good)
        self.log(f"{state.gone} did not come up healthy: {self.called(state.good)} runs again.")

    def _confirm(self) -> None:
        before, state = self.state.good, self.state
        state.good, state.tries = self.current, 0
        self._save()
        self.log(f"{self.called(self.current)} runs, and is healthy.")
        for marked in self.home.glob("*/.venv"):
            if marked.parent.name not in (before, state.good):
                shutil.rmtree(marked.parent, ignore_errors=True)
        for own in self.link.glob("lib/python3*/site-packages/fieldkit/units/fieldkit-card.py"):
            put(self.home / "card.py", own.read_bytes())

    def _illness(self) -> str:
        """Return what keeps a version from being healthy; "" once it is, and stays so."""
        last = time.monotonic() + PATIENCE_S
        while (wrong := self._wrong_now()) and time.monotonic() < last:
            time.sleep(POLL_S)
        if wrong:
            return wrong
        before = self._processes()
        time.sleep(STAYS_S)
        return self._wrong_now() or ("" if self._processes() == before else "it started again by itself")

    def _wrong_now(self) -> str:
        for service in SERVICES:
            if self._systemctl("is-active", "--quiet", service) != 0:
                return f"{service} does not run"
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self._port(), timeout=5)) as line:
            try:
                line.request("GET", "/api/health")
                status = line.getresponse().status
            except (OSError, http.client.HTTPException) as error:
                return f"its page does not answer ({error})"
        return "" if status in (200, 503) else f"its page answers {status}"

    def _port(self) -> int:
        try:
            settings = tomllib.loads((self.root / "etc/fieldkit/kit.toml").read_text(encoding="utf-8"))
            return int(settings.get("web", {}).get("port", 8080))
        except (OSError, ValueError):
            return 8080

    def _processes(self) -> str:
        command = ["systemctl", "show", "--property=MainPID", *SERVICES]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False).stdout

    def _restart(self) -> None:
        self._systemctl("restart", *SERVICES, "fieldkit-scoreboard", "fieldkit-uplink")

    def _systemctl(self, *words: str) -> int:
        command = ["systemctl", *words]
        return subprocess.run(command, capture_output=True, timeout=300, check=False).returncode

    def _run(self, *command: object) -> int:
        """Run a program, its lines in the log; its exit code."""
        done = subprocess.run(
            [str(word) for word in command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=INSTALL_S,
            check=False,
        )
        for line in done.stdout.splitlines():
            self.log(f"  {line}")
        return done.returncode

    def _save(self) -> None:
        put(self.home / "state.json", json.dumps(asdict(self.state)).encode())


def put(path: Path, content: bytes) -> None:
    """Replace a file's content at once, and on the disk."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    durable(path.parent)


def durable(folder: Path) -> None:
    """Make the names in a folder survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def main() -> None:
    """Do what the unit asks for."""
    parser = argparse.ArgumentParser(description="Take over a new version from the card.")
    parser.add_argument("act", choices=["start", "health"])
    parser.add_argument("--root", type=Path, default=Path("/"), help="the machine's tree of files (/)")
    given = parser.parse_args()
    card = Card(given.root)
    card.start() if given.act == "start" else card.health()


if __name__ == "__main__":
    main()
