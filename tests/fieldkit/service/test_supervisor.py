"""The supervisor, with real processes."""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.install.services import packaged
from fieldkit.service.supervisor import Part, Supervisor, locked, pause_before_restart
from fieldkit.service.systemd import Limits, Watch, tell

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


@pytest.mark.slow
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
        locked(tmp_path / "kit.lock", "taken"),
        pytest.raises(FieldkitError, match="taken"),
        locked(tmp_path / "kit.lock", "taken", patience=0.1),
    ):
        pytest.fail("two of them")
    with locked(tmp_path / "kit.lock", "taken"):
        pass


LIMITS = Limits(start=20.0, silence=1.5)
FEEDS = (
    sys.executable,
    "-c",
    "import os, sys, time\nfrom fieldkit.service.systemd import Watchdog, tell\n"
    "tell('READY=1')\nwatchdog, turns = Watchdog(), 0\n"
    # A process that ignores its abortion has to be killed.
    "import signal; signal.signal(signal.SIGABRT, signal.SIG_IGN) if 'stubborn' in sys.argv else None\n"
    "open(sys.argv[1], 'a').write(str(os.getpid()) + '\\n')\n"
    "while True:\n    turns += 1; watchdog.look(turns); time.sleep(0.02)\n"
    "    while os.path.exists(sys.argv[1] + '.hang'): time.sleep(0.02)",
)
"""It feeds the watchdog as its environment says, and hangs while a file is there."""


def started(file: Path) -> list[str]:
    return file.read_text().split() if file.exists() else []


@pytest.mark.slow
@pytest.mark.parametrize("how", ["hangs", "stubborn", "stopped"])
def test_who_hangs_is_ended_and_started_again(
    tmp_path: Path, supervise: Callable[..., tuple[Supervisor, list[str]]], how: str
) -> None:
    pids, hang = tmp_path / "pids", tmp_path / "pids.hang"
    supervisor, said = supervise(
        Part("whistle", (*FEEDS, str(pids), how), limits=LIMITS), Part("referee", LIVES)
    )
    wait_for(lambda: len(started(pids)) == 1)
    first, other = int(started(pids)[0]), supervisor.pid("referee")
    if how == "stopped":
        os.kill(first, signal.SIGSTOP)
    else:
        hang.touch()
    wait_for(lambda: gone(first), 20)
    hang.unlink(missing_ok=True)
    wait_for(lambda: len(started(pids)) >= 2, 20)
    assert supervisor.pid("referee") == other
    number = signal.SIGABRT if how == "hangs" else signal.SIGKILL
    assert said[:2] == [
        "The whistle process hangs; ending it.",
        f"The whistle process ended (signal {int(number)}); starting it again.",
    ]


@pytest.mark.slow
def test_who_never_comes_up_is_ended(supervise: Callable[..., tuple[Supervisor, list[str]]]) -> None:
    _, said = supervise(Part("referee", LIVES, limits=Limits(start=0.3, silence=0.2)))
    wait_for(lambda: len(said) >= 4)
    assert said[0] == said[2] == "The referee process hangs; ending it."


def test_words_of_another_process_are_no_sign_of_life() -> None:
    now = [100.0]
    watch = Watch(Limits(start=9.0, silence=3.0), lambda: now[0])
    told = watch.environment({"PATH": "/bin", "WATCHDOG_PID": "1"})
    assert told.keys() == {"PATH", "NOTIFY_SOCKET", "WATCHDOG_USEC"}
    assert told["WATCHDOG_USEC"] == "3000000"
    watch.begin(os.getpid())
    for word, after, hangs in [("READY=1", 2.0, False), ("WATCHDOG=1", 2.9, False), ("", 3.1, True)]:
        if word:
            tell(word, told)
        watch.listen()
        now[0] += after
        assert watch.hangs is hangs
    watch.begin(1)
    tell("READY=1", told)
    watch.listen()
    now[0] += 8.9
    assert not watch.hangs
    now[0] += 0.2
    assert watch.hangs
    watch.forgive()
    assert not watch.hangs
    watch.close()


@pytest.mark.parametrize(("part", "start", "silence"), [("whistle", 90, 3), ("referee", 60, 20)])
def test_limits_are_those_of_the_units(part: str, start: float, silence: float) -> None:
    assert Limits.of_unit(packaged(f"fieldkit-{part}.service")) == Limits(start, silence)
    assert Limits.of_unit("[Service]\nType=notify\n") is None


@pytest.mark.parametrize(("code", "cleans"), [("0", False), ("1", True)])
def test_what_a_part_left_behind_is_cleaned_up_at_the_end(tmp_path: Path, code: str, cleans: bool) -> None:
    cleaned, ready = tmp_path / "cleaned", tmp_path / "ready"
    ends = (
        "import signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(int(sys.argv[2])))\n"
        "open(sys.argv[1], 'w').close()\nwhile True: signal.pause()"
    )
    part = Part(
        "whistle",
        (sys.executable, "-c", ends, str(ready), code),
        cleaner=(sys.executable, "-c", "import sys; open(sys.argv[1], 'w')", str(cleaned)),
    )
    supervisor = Supervisor([part], print)
    thread = threading.Thread(target=supervisor.run)
    thread.start()
    wait_for(ready.exists)
    supervisor.end()
    thread.join(20)
    assert cleaned.exists() is cleans
