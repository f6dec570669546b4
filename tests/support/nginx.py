"""A real nginx in front of a hub: Debian's own settings and what ``fieldkit install --hub`` adds to them.

It is installed into a tree of files in a folder of the test, and run from there on ports of the loopback.
"""

from __future__ import annotations

import re
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from fieldkit.install import nginx
from fieldkit.install.machine import Machine
from fieldkit.install.nginx import NginxSite
from fieldkit.install.steps import carry_out

DEBIANS = Path("/etc/nginx")
_WITHIN_S = 60.0
_TEMPS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


class Nginx:
    """nginx from construction to `close`, for the hub at ``hub_port`` and the documents in ``public``.

    ``port`` answers http and ``tls_port`` https, if ``site`` is one of https. ``edits`` are made in what was
    installed: text to text, each of which must be there. ``user`` is who serves: root may read all folders.
    """

    def __init__(
        self,
        folder: Path,
        hub_port: int,
        public: Path,
        site: NginxSite | None = None,
        edits: Mapping[str, str] | None = None,
        user: str = "root",
    ) -> None:
        self.port, self.tls_port = _free_ports()
        self._folder = folder
        self._etc = folder / "etc/nginx"
        self._install(site or NginxSite(None, https=False), hub_port)
        moved = {
            "/run/fieldkit-hub/public": str(public),
            "/run/": f"{folder}/run/",
            "/var/": f"{folder}/var/",
            "/etc/": f"{folder}/etc/",
            "listen 80": f"listen 127.0.0.1:{self.port}",
            "listen 443": f"listen 127.0.0.1:{self.tls_port}",
            "user www-data;": f"user {user};",
        }
        self._edit(moved, edits or {})
        self._process = subprocess.Popen(
            [
                "setpriv",
                "--pdeathsig=TERM",
                "nginx",
                "-c",
                str(self._etc / "nginx.conf"),
                "-g",
                "daemon off;",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait()

    def __enter__(self) -> Nginx:
        """Itself: it runs already."""
        return self

    def __exit__(self, *_: object) -> None:
        """End it."""
        self.close()

    @property
    def pid(self) -> int:
        """The first of its processes; the others are its children."""
        return self._process.pid

    @property
    def log(self) -> str:
        """What went wrong, as nginx has it."""
        file = self._folder / "var/log/nginx/error.log"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def tried(self) -> tuple[int, str]:
        """Run ``nginx -t`` on all of it, and return its exit code and its words."""
        command = ["nginx", "-t", "-q", "-c", str(self._etc / "nginx.conf")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_WITHIN_S, check=False)
        return done.returncode, done.stdout + done.stderr

    def close(self) -> None:
        """End it, and all its connections."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(_WITHIN_S)

    def _install(self, site: NginxSite, hub_port: int) -> None:
        for name in ("etc/nginx/sites-enabled", "etc/fieldkit", "run", "var/log/nginx", "var/lib/nginx"):
            (self._folder / name).mkdir(parents=True)
        for name in ("nginx.conf", "mime.types", "sites-available/default"):
            (self._etc / name).parent.mkdir(exist_ok=True)
            shutil.copy(DEBIANS / name, self._etc / name)
        machine = Machine(self._folder, live=False)
        carry_out(nginx.steps(machine, site, hub_port), lambda line: None)
        temps = [f"{name}_temp_path {self._folder}/var/lib/nginx/{name};\n" for name in _TEMPS]
        (self._etc / "conf.d/temps.conf").write_text("".join(temps), encoding="utf-8")
        for name in ("default", "fieldkit-hub"):
            link = self._etc / "sites-enabled" / name
            link.unlink(missing_ok=True)
            link.symlink_to(self._etc / "sites-available" / name)

    def _edit(self, moved: Mapping[str, str], edits: Mapping[str, str]) -> None:
        unused = set(edits)
        for file in (path for path in self._etc.rglob("*") if path.is_file() and not path.is_symlink()):
            if file.name in ("mime.types", "temps.conf"):
                continue
            text = file.read_text(encoding="utf-8")
            unused -= {old for old in edits if old in text}
            text = _replaced(text, {**moved, **edits})
            file.write_text(re.sub(r"(?m)^\s*listen \[::\].*\n", "", text), encoding="utf-8")
        assert not unused, f"not in the site: {unused}"

    def _wait(self) -> None:
        until = time.monotonic() + _WITHIN_S
        while True:
            try:
                return socket.create_connection(("127.0.0.1", self.port), 5).close()
            except OSError:
                if self._process.poll() is not None or time.monotonic() > until:
                    self.close()
                    raise TimeoutError(f"{self.tried()[1]}\n{self.log}") from None
                time.sleep(0.05)


def _replaced(text: str, others: Mapping[str, str]) -> str:
    """Return a text with others in place of some of it, all in one go: nothing is replaced twice."""
    some = re.compile("|".join(map(re.escape, sorted(others, key=len, reverse=True))))
    return some.sub(lambda found: others[found[0]], text)


def _free_ports() -> tuple[int, int]:
    """Two ports that nobody had a moment ago."""
    with socket.socket() as one, socket.socket() as other:
        for each in (one, other):
            each.bind(("127.0.0.1", 0))
        return one.getsockname()[1], other.getsockname()[1]
