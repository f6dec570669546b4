"""The supervisor, with real processes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.service.supervisor import OneOf, Part, Supervisor, pause_before_restart

LIVES = (sys.executable, "-c", "import signal; signal.pause()")
STUBBORN = (
    sys.executable,
    "-c",
    "import signal, sys\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nopen(sys.argv[1], 'w').close()\n"
    "while True: signal.pause()",
)


def wait_for(true: Callable[[], bool], seconds: float = 10.0) -> None:
    last = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < last, "waited too long"
        threading.Event().wait(0.01)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture
def supervise() -> Iterator[Callable[..., tuple[Supervisor, list[str]]]]:
    running: list[tuple[Supervisor, threading.Thread]] = []

    def start(*parts: Part) -> tuple[Supervisor, list[str]]:
        said: list[str] = []
        supervisor = Supervisor(parts, said.append)
        thread = threading.Thread(target=supervisor.run)
        running.append((supervisor, thread))
        thread.start()
        return supervisor, said

    yield start
    for supervisor, thread in running:
        supervisor.end()
        thread.join(10)
        assert not thread.is_alive()


def test_what_dies_is_started_again(supervise: Callable[..., tuple[Supervisor, list[str]]]) -> None:
    supervisor, said = supervise(Part("whistle", LIVES), Part("referee", LIVES))
    wait_for(lambda: supervisor.pid("referee") is not None)
    first, other = supervisor.pid("referee"), supervisor.pid("whistle")
    assert first is not None
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: supervisor.pid("referee") not in (None, first))
    assert supervisor.pid("whistle") == other
    assert said == ["The referee process ended (signal 9); starting it again."]


def test_what_dies_at_once_is_started_for_ever(
    supervise: Callable[..., tuple[Supervisor, list[str]]],
) -> None:
    _, said = supervise(Part("scoreboard", (sys.executable, "-c", "raise SystemExit(3)")))
    wait_for(lambda: len(said) >= 4)
    assert said[0] == "The scoreboard process ended (exit 3); starting it again."


def test_a_part_may_leave_the_start_to_the_others(
    supervise: Callable[..., tuple[Supervisor, list[str]]],
) -> None:
    began = time.monotonic()
    supervisor, _ = supervise(Part("scoreboard", LIVES, after=0.3), Part("referee", LIVES))
    wait_for(lambda: supervisor.pid("referee") is not None)
    wait_for(lambda: supervisor.pid("scoreboard") is not None)
    assert time.monotonic() - began >= 0.3


def test_pauses_grow_to_a_second_and_no_further() -> None:
    assert [pause_before_restart(deaths) for deaths in range(1, 8)] == [0, 0.1, 0.2, 0.4, 0.8, 1.0, 1.0]
    assert pause_before_restart(100_000) == 1.0


@pytest.mark.alone
def test_all_parts_end_with_it_even_stopped_ones() -> None:
    supervisor = Supervisor([Part("whistle", LIVES), Part("referee", LIVES)], print)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    wait_for(lambda: None not in (supervisor.pid("whistle"), supervisor.pid("referee")))
    pids = [supervisor.pid("whistle"), supervisor.pid("referee")]
    os.kill(pids[1] or 0, signal.SIGSTOP)
    started = time.monotonic()
    supervisor.end()
    thread.join(10)
    assert time.monotonic() - started < 2
    assert all(pid is not None and gone(pid) for pid in pids)


def test_who_ignores_the_end_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fieldkit.service.supervisor.STOP_S", 0.2)
    ready = tmp_path / "ready"
    supervisor = Supervisor([Part("whistle", (*STUBBORN, str(ready)))], print)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    wait_for(ready.exists)
    pid = supervisor.pid("whistle")
    supervisor.end()
    thread.join(10)
    assert pid is not None
    assert gone(pid)


def test_a_child_ends_with_its_killed_parent(tmp_path: Path) -> None:
    told = tmp_path / "child"
    child = (
        "import os, signal, sys; from fieldkit.service.supervisor import end_with;"
        "end_with(int(sys.argv[1]), signal.SIGKILL); told = sys.argv[2];"
        "open(told + '.new', 'w').write(str(os.getpid())); os.rename(told + '.new', told); signal.pause()"
    )
    parent = (
        "import os, subprocess, sys\n"
        "subprocess.Popen([sys.executable, '-c', sys.argv[1], str(os.getpid()), sys.argv[2]]).wait()"
    )
    pid = os.spawnv(os.P_NOWAIT, sys.executable, [sys.executable, "-c", parent, child, str(told)])
    try:
        wait_for(told.exists)
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    wait_for(lambda: gone(int(told.read_text())))


def test_there_is_one_kit_per_folder(tmp_path: Path) -> None:
    with (
        OneOf(tmp_path / "kit.lock", "taken"),
        pytest.raises(FieldkitError, match="taken"),
        OneOf(tmp_path / "kit.lock", "taken", patience=0.1),
    ):
        pytest.fail("two of them")
    with OneOf(tmp_path / "kit.lock", "taken"):
        pass
