"""Probes of this machine for the doctor: locks, a disk's pace, other programs, a kit that answers."""

import contextlib
import http.client
import json
import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

Health = Mapping[str, Any] | None
"""The answer of the running kit to ``/api/health``; None while there is none."""
Run = Callable[[Sequence[str]], str | None]
"""Runs a program: what it printed, None where there is none or it failed."""

TEST_WRITES = 7
PROGRAM_S = 10


def synced_write_ms(folder: Path) -> float:
    """Return how long (ms, the middle of a few) a nameless file takes to be on the disk. Raises OSError."""
    took = []
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        for _ in range(TEST_WRITES):
            began = time.perf_counter()
            file.write(bytes(4096))
            os.fsync(file.fileno())
            took.append((time.perf_counter() - began) * 1000)
    return sorted(took)[TEST_WRITES // 2]


def holder(lock: Path, locks: Path = Path("/proc/locks"), proc: Path = Path("/proc")) -> int | None:
    """Return the process that holds one of the kit's locks, read from the kernel's list; None for nobody."""
    try:
        inode = str(lock.stat().st_ino)
        lines = locks.read_text().splitlines()
    except OSError:
        return None
    for line in lines:
        words = line.split()
        # On layered file systems a line names another disk than the file itself does.
        if words[1] == "FLOCK" and words[5].rpartition(":")[2] == inode:
            pid = int(words[4])
            with contextlib.suppress(OSError):
                if lock.stem.encode() not in (proc / str(pid) / "cmdline").read_bytes().split(b"\0"):
                    continue
            return pid
    return None


def ask_health(host: str, port: int) -> Health:
    """Return what a kit at this address says of itself; None when none answers."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/api/health")
        told = json.loads(connection.getresponse().read())
    except (OSError, http.client.HTTPException, ValueError):
        return None
    finally:
        connection.close()
    return told if isinstance(told, dict) and "whistle" in told else None


def run_program(command: Sequence[str]) -> str | None:
    """Return what a program prints within 10 s; None when it is missing or fails."""
    env = os.environ | {"LC_ALL": "C"}
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=PROGRAM_S, check=False, env=env
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def takes_real_time() -> bool:
    """Return whether a thread of this process gets the real-time class; the thread ends with it."""
    granted = []

    def take() -> None:
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
            granted.append(True)

    thread = threading.Thread(target=take, name="real time")
    thread.start()
    thread.join()
    return bool(granted)
