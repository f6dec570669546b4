"""A disk of its own that can be forced down, filled, frozen and broken: an ext4 file system in a file.

It needs root and a kernel with loop devices. Forced down means what a power cut means: nothing that the
kernel still holds in memory reaches the disk any more, its own journal included.
"""

import contextlib
import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

_SHUTDOWN = 0x8004587D
"""EXT4_IOC_SHUTDOWN, and the flag for leaving the journal as it is."""
_NO_LOG_FLUSH = b"\2\0\0\0"
_FREEZE, _THAW = 0xC0045877, 0xC0045878
"""FIFREEZE and FITHAW."""
UNMOUNT_S = 10.0


class Disk:
    """One ext4 in ``image``, mounted at ``place``."""

    def __init__(self, image: Path, place: Path, megabytes: int) -> None:
        self.image, self.place = image, place
        with image.open("wb") as file:
            file.truncate(megabytes << 20)
        _run("mkfs.ext4", "-q", "-m", "0", "-F", str(image))
        self.mount()

    def mount(self) -> None:
        """Mount it; the file system takes what its journal holds."""
        _run("mount", "-o", "loop,errors=remount-ro", str(self.image), str(self.place))

    def unmount(self) -> None:
        """Unmount it, once nobody has a file open there any more."""
        last = time.monotonic() + UNMOUNT_S
        while subprocess.run(["umount", str(self.place)], capture_output=True, check=False).returncode:
            assert time.monotonic() < last, f"{self.place} stays busy"
            time.sleep(0.01)

    def cut(self) -> None:
        """Cut the power: from here on every write fails, and what was not yet on the disk is lost."""
        self._control(_SHUTDOWN, _NO_LOG_FLUSH)

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Every write waits while the block runs."""
        self._control(_FREEZE, bytes(4))
        try:
            yield
        finally:
            self._control(_THAW, bytes(4))

    def fill(self) -> Path:
        """Fill it to the last block; removing the file makes room again."""
        ballast = self.place / "ballast"
        with ballast.open("wb", buffering=0) as file, contextlib.suppress(OSError):
            for size in (1 << 20, 4096):
                with contextlib.suppress(OSError):
                    while True:
                        file.write(bytes(size))
        return ballast

    def turn_read_only(self) -> None:
        """Let the kernel meet an error of the file system, after which it takes no more writes."""
        device = _run("findmnt", "-n", "-o", "SOURCE", str(self.place)).strip()
        Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error").write_text("1\n", encoding="ascii")

    def repair(self) -> None:
        """Unmount it, let fsck repair it, and mount it."""
        self.unmount()
        # 1 is "errors were corrected".
        subprocess.run(["e2fsck", "-fy", str(self.image)], capture_output=True, check=False)
        self.mount()

    def _control(self, request: int, argument: bytes) -> None:
        handle = os.open(self.place, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, request, argument)
        finally:
            os.close(handle)


@contextlib.contextmanager
def disk(folder: Path, place: Path, megabytes: int = 32) -> Iterator[Disk]:
    """Yield a disk mounted at ``place`` while the block runs."""
    made = Disk(folder / "disk.ext4", place, megabytes)
    try:
        yield made
    finally:
        # A block that failed may leave it frozen, unmounted or busy; nothing of it may stay behind.
        subprocess.run(["fsfreeze", "-u", str(place)], capture_output=True, check=False)
        subprocess.run(["umount", "-l", str(place)], capture_output=True, check=False)


def _run(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout
