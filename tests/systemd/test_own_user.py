"""The processes that strangers talk to, as their services run them: by users of their own."""

import contextlib
import http.client
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.process.conftest import TEAMS, Kit, until
from web.tls import Certificates

pytestmark = [pytest.mark.slow, pytest.mark.needs("mounts")]

KIT, CROWD, UPLINK = 64001, 64002, 64003
"""The numbers of the users, which no machine has given away; the kit's group has its user's."""
PATIENCE_S = 60.0
SHARED = {"event.json", "spectators.key", "tls/own.pem"}
SHARED |= {f"journal.sqlite3{end}" for end in ("", "-wal", "-shm")}
HUB = """
[hub]
url = "http://127.0.0.1:9"
event = "spring"
field = "north"
key = "none"
"""
OPEN_THE_WAY = """
if [ -n "$CLOSED" ]; then
    mount --bind "$PYTHON" "$PLACE"
    mount -t tmpfs -o mode=755 none "$CLOSED"
    mkdir -p "$PYTHON"
    mount --bind "$PLACE" "$PYTHON"
fi
"""
"""Python may lie in a home that no other user may enter."""
ONLY_LOOK = 'mount --bind "$DATA" "$DATA"\nmount -o remount,ro,bind "$DATA"\n'
"""As ``ProtectSystem=strict`` does."""


def free_port() -> int:
    """Return a port that nobody has."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


class Services:
    """A kit's referee, its spectators' process and its uplink, each as its user."""

    def __init__(self, folder: Path) -> None:
        self.kit, self._folder = Kit(folder), folder
        self.data = self.kit.data
        self._running: list[subprocess.Popen[bytes]] = []
        (folder / "python").mkdir()
        self.data.chmod(0o710)
        Certificates(self.data).make("Field 1")
        # An earlier kit's own, which only its user could read.
        (self.data / "event.json").touch(0o600)
        for path in (self.data, *self.data.rglob("*")):
            os.chown(path, KIT, KIT)
        (folder / "uplink").mkdir(0o710)
        os.chown(folder / "uplink", UPLINK, KIT)
        (self.data / "uplink").symlink_to("../uplink")
        with self.kit.settings.open("a", encoding="utf-8") as file:
            file.write(HUB)
        os.chown(self.kit.settings, 0, KIT)
        self.kit.settings.chmod(0o640)

    def command(self, user: int, *words: str) -> list[str]:
        """Return a command as one of the users, with the disk as the services find it."""
        base = Path(sys.base_prefix)
        closed = next((str(each) for each in base.parents[::-1] if not each.stat().st_mode & 0o001), "")
        names = {"CLOSED": closed, "PYTHON": base, "PLACE": self._folder / "python", "DATA": self.data}
        who = f"--reuid={user} --regid={KIT} --clear-groups --no-new-privs --bounding-set=-all"
        looks = ONLY_LOOK if user != KIT else ""
        script = f'set -e\n{OPEN_THE_WAY}{looks}exec setpriv {who} "$@"'
        named = [f"{name}={value}" for name, value in names.items()]
        return ["unshare", "--mount", "env", *named, "sh", "-c", script, "sh", *words]

    def start(self, user: int, name: str, port: int, *more: str) -> subprocess.Popen[bytes]:
        """Start one of the processes."""
        words = ["--settings", str(self.kit.settings), "--data", str(self.data), "--port", str(port)]
        fieldkit = [sys.executable, "-m", "fieldkit", name, *words, *more]
        with (self._folder / "output").open("ab") as output:
            started = subprocess.Popen(self.command(user, *fieldkit), stdout=output, stderr=output)
        self._running.append(started)
        return started

    def start_referee(self) -> subprocess.Popen[bytes]:
        """Start the referee's process, and wait until it answers."""
        self.kit.port = self.kit.port or free_port()
        started = self.start(KIT, "referee", self.kit.port)
        until(lambda: self.answers(self.kit.port, "/api/board"), PATIENCE_S, "the referee")
        return started

    def answers(self, port: int, path: str) -> bool:
        """Whether a page is there."""
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self.page(port, path)[0] == 200
        return False

    def page(self, port: int, path: str) -> tuple[int, str]:
        """Return a page, asked for by https."""
        line = http.client.HTTPSConnection(
            "127.0.0.1", port, timeout=10, context=ssl._create_unverified_context()
        )
        with contextlib.closing(line):
            line.request("GET", path)
            answer = line.getresponse()
            return answer.status, answer.read().decode()

    def may(self, user: int, how: str) -> set[str]:
        """Return the files of the data folder, and the folder, that a user may read or write."""
        paths = [self.data, *(path for path in self.data.rglob("*") if not path.is_dir())]
        script = f'for path; do if [ -{how} "$path" ]; then echo "$path"; fi; done'
        order = self.command(user, "sh", "-c", script, "sh", *map(str, paths))
        said = subprocess.run(order, capture_output=True, text=True, check=True, timeout=PATIENCE_S).stdout
        return {str(Path(line).relative_to(self.data)) for line in said.splitlines()}

    def end(self) -> None:
        """End all that was started."""
        for process in self._running:
            process.kill()
            process.wait()


@pytest.fixture
def services() -> Iterator[Services]:
    """All of them; their folder is where each user finds it."""
    folder = Path(tempfile.mkdtemp(prefix="fieldkit-users-", dir="/tmp"))
    folder.chmod(0o711)
    made = Services(folder)
    try:
        yield made
    finally:
        made.end()
        shutil.rmtree(folder)


def test_they_show_all_and_may_read_what_is_shared_alone(services: Services) -> None:
    """Also while the referee is away, well ended or killed: the record is read without its log too."""
    kit = services.kit
    referee = services.start_referee()
    kit.must("create_match", game="full_contact", teams=TEAMS)
    kit.must("end_match", reason="time is up")
    port = free_port()
    services.start(CROWD, "spectators", port, "--web-port", str(kit.port))
    kit.wait(lambda view: view["spectators"].endswith(f":{port}/"))
    assert services.page(port, "/matches/m1")[0] == 200
    assert "/matches/m1" in services.page(port, "/matches")[1]
    assert {path.name for path in services.data.iterdir()} >= {"cookie.key", "known.key"}
    services.start(UPLINK, "uplink", kit.port)
    until((services.data / "uplink" / "uplink.lock").exists, PATIENCE_S, "the uplink's lock")
    for user in (CROWD, UPLINK):
        assert services.may(user, "r") == SHARED
        assert services.may(user, "w") == set()
    for how, log in ((signal.SIGTERM, False), (signal.SIGKILL, True)):
        referee.send_signal(how)
        referee.wait(PATIENCE_S)
        assert (services.data / "journal.sqlite3-wal").exists() is log
        assert "/matches/m1" in services.page(port, "/matches")[1]
        referee = services.start_referee()
    kit.wait(lambda view: view["spectators"].endswith(f":{port}/"))
