"""Words to systemd, on a real datagram socket; the kit's loops feed the watchdog only while they move."""

import os
import queue
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from fieldkit.service.systemd import Watchdog, tell
from hardware.whistle import process as whistle

ROOT = Path(__file__).parents[3]


class Systemd:
    """The socket that systemd listens on, and what a service finds in its environment."""

    def __init__(self, name: str) -> None:
        self.door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.door.settimeout(20)
        self.door.bind("\0" + name[1:] if name.startswith("@") else name)
        self.environ = {"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "4000000"}

    def hears(self) -> str:
        """Return the next word, waited for."""
        return self.door.recv(100).decode()

    def has_heard(self) -> list[str]:
        """All words that wait."""
        words = []
        self.door.setblocking(False)
        try:
            while True:
                words.append(self.hears())
        except BlockingIOError:
            return words
        finally:
            self.door.settimeout(20)


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(str(tmp_path / "notify"))
    yield systemd
    systemd.door.close()


class Moments:
    """A clock that a test moves."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_word_arrives(systemd: Systemd) -> None:
    tell("READY=1", systemd.environ)
    assert systemd.has_heard() == ["READY=1"]


def test_a_socket_without_a_file_is_found_too() -> None:
    systemd = Systemd(f"@fieldkit-test-{os.getpid()}")
    with systemd.door:
        tell("READY=1", systemd.environ)
        assert systemd.has_heard() == ["READY=1"]


def test_without_systemd_nothing_is_said_and_nothing_fails(systemd: Systemd, tmp_path: Path) -> None:
    tell("READY=1", {})
    tell("READY=1", {"NOTIFY_SOCKET": str(tmp_path / "nobody")})
    assert systemd.has_heard() == []


def test_the_watchdog_is_fed_only_when_the_work_moved(systemd: Systemd) -> None:
    now = Moments()
    watchdog = Watchdog(systemd.environ, now)
    watchdog.look(1)
    now.now += 2
    watchdog.look(1)
    assert systemd.has_heard() == ["WATCHDOG=1"]
    watchdog.look(2)
    assert systemd.has_heard() == ["WATCHDOG=1"]


def test_the_watchdog_is_fed_four_times_per_limit(systemd: Systemd) -> None:
    now = Moments()
    watchdog = Watchdog(systemd.environ, now)
    for turn in range(80):
        watchdog.look(turn)
        now.now += 0.05
    assert systemd.has_heard() == ["WATCHDOG=1"] * 4


@pytest.mark.parametrize("more", [{"WATCHDOG_USEC": ""}, {"WATCHDOG_PID": "1"}])
def test_a_watchdog_over_nobody_or_another_is_not_fed(systemd: Systemd, more: dict[str, str]) -> None:
    watchdog = Watchdog(systemd.environ | more)
    watchdog.look(1)
    assert not watchdog.armed
    assert systemd.has_heard() == []


def test_a_timer_that_hangs_is_not_vouched_for(systemd: Systemd, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whistle's main thread nudges the timer; one that takes no turn gets no second feeding."""
    for name, value in (systemd.environ | {"WATCHDOG_USEC": "400"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(whistle, "GUARD_S", 0.001)
    wishes: Any = queue.SimpleQueue()
    timer = SimpleNamespace(on_since=None, turns=0, moves=3)
    nudges = []

    def put(item: object) -> None:
        assert item == "nudge"
        nudges.append(timer.turns)
        if timer.turns < timer.moves:
            timer.turns += 1
        if len(nudges) == 20:
            wishes.put("end")

    inbox: Any = SimpleNamespace(put=put)
    assert whistle._attend(cast(Any, timer), inbox, cast(Any, None), wishes, 3000) == 0
    assert systemd.has_heard() == ["WATCHDOG=1"] * 4


@pytest.mark.process
@pytest.mark.parametrize("name", ["whistle", "referee", "scoreboard"])
def test_each_process_says_when_it_is_up_and_that_it_moves(
    systemd: Systemd, name: str, tmp_path: Path
) -> None:
    arguments = {"whistle": [], "referee": ["--port", "0"], "scoreboard": ["--url", "http://127.0.0.1:9"]}
    settings = tmp_path / "kit.toml"
    settings.write_text('kit.pins = "mock"\nweb.host = "127.0.0.1"\n', encoding="utf-8")
    files = ["--settings", str(settings), "--data", str(tmp_path)]
    environ = os.environ | systemd.environ | {"WATCHDOG_USEC": "400000", "SDL_VIDEODRIVER": "dummy"}
    child = subprocess.Popen(
        [sys.executable, "-m", "fieldkit", name, *files, *arguments[name]],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert sorted(systemd.hears() for _ in range(3)) == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]
        child.terminate()
        assert child.wait(10) == 0
    finally:
        child.kill()
        child.wait()


def test_a_dead_whistles_lines_are_switched_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from fieldkit.cli.commands import main
    from hardware.whistle import pins

    closed: list[bool] = []
    close = pins.Pins.close
    monkeypatch.setattr(pins.Pins, "close", lambda self: closed.append(self.mock) or close(self))
    settings = tmp_path / "kit.toml"
    settings.write_text('kit.pins = "mock"\n', encoding="utf-8")
    assert main(["whistle", "--silence", "--settings", str(settings), "--data", str(tmp_path)]) == 0
    assert closed == [True]
