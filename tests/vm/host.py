"""The machine that all this runs on: what it has to be, and what is fetched where it is missing."""

import fcntl
import os
import platform
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tests.vm.ground import CACHE, Failed, run

PROGRAMS = {
    "qemu-system-x86_64": "qemu-system-x86",
    "nbdkit": "nbdkit",
    "mmdebstrap": "mmdebstrap",
    "mke2fs": "e2fsprogs",
    "systemd-sysusers": "systemd",
    "setpriv": "util-linux",
}
"""Programs, and Debian's packages that bring them."""
_FETCH_S = 300.0


def refusal() -> str | None:
    """Why this cannot be done here, in one sentence; None where it can."""
    try:
        system = platform.freedesktop_os_release().get("ID")
    except OSError:
        system = None
    if system != "debian" or platform.machine() != "x86_64" or os.geteuid() != 0:
        return "A machine is built out of Debian's packages here: run it as root, on a 64-bit PC with Debian."
    return None


@contextmanager
def alone() -> Iterator[None]:
    """Keep others from building and booting in this folder meanwhile. Raises Failed if one does."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Failed("another make vm is at work in this folder") from None
        yield


def prepare(programs: Mapping[str, str] = PROGRAMS) -> None:
    """Fetch the programs that are missing. Raises Failed or NotCarried."""
    os.environ["PATH"] += os.pathsep + os.pathsep.join(("/usr/sbin", "/sbin"))
    missing = [package for program, package in programs.items() if shutil.which(program) is None]
    if missing:
        apt = {"env": os.environ | {"DEBIAN_FRONTEND": "noninteractive"}}
        run(["apt-get", "update", "-qq"], _FETCH_S, **apt)
        run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *missing], _FETCH_S, **apt)
