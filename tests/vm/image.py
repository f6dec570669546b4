"""The guest's disk: Debian, a GPIO chip that is none, and the kit, installed as on a Pi.

Nothing is mounted and nothing boots meanwhile. Two layers are kept in `CACHE`, each under a name that says
what it was made of: the system as an archive, and the disk with the kit on it, which is made in less time.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.vm.ground import CACHE, FOLDER, PROJECT, run

SUITE = "bookworm"
"""The Debian of the guest: the one that this machine has."""
KIND, PYTHON, PLATFORM = "x86_64:3.11", "3.11", "manylinux_2_34_x86_64"
"""The guest as the bundle and as pip call it."""
PROGRAM = "/opt/fieldkit/.venv/bin/fieldkit"
DISK_SIZE = "2G"
GUEST = FOLDER / "guest"
KIT = ("fieldkit", "hardware", "web", "systemd", "pyproject.toml")
PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", "python3", "python3-venv", "qemu-guest-agent"),
    *(
        "linux-image-amd64",
        "linux-headers-amd64",
        "linux-source",
        "make",
        "busybox-static",
        "cpio",
        "xz-utils",
    ),
)
LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*")
MODULES = "/lib/modules/*/kernel"
DRIVERS = ("virtio/*", "block/*", "char/*", "net/virtio_net.ko", "net/net_failover.ko", "usb/*")
"""All that such a machine has to drive; a kernel without the rest is there sooner."""
LONG_S, SHORT_S = 420.0, 120.0
"""How long, in seconds, a step of the building may take."""


def image() -> Path:
    """Return a folder with ``disk``, ``kernel`` and ``initrd``, maybe built. Raises Failed or NotCarried."""
    system = CACHE / f"system-{_made_of(FOLDER / 'image.py', GUEST / 'system')}.tar"
    made = CACHE / f"image-{_made_of(FOLDER / 'image.py', GUEST, *(PROJECT / each for each in KIT))}"
    if not made.exists():
        if not system.exists():
            _make(system, _system)
        _make(made, lambda folder: _image(system, folder))
    for old in {*CACHE.glob("*-*")} - {system, made}:
        _remove(old)
    return made


def _made_of(*sources: Path) -> str:
    """Return a name for what files are made of; the same files have the same name."""
    found = hashlib.sha256()
    for file in _files(sources):
        found.update(f"{file.relative_to(PROJECT)} {file.stat().st_size}\n".encode() + file.read_bytes())
    return found.hexdigest()[:16]


def _files(sources: tuple[Path, ...]) -> Iterator[Path]:
    for source in sources:
        if source.is_file():
            yield source
        else:
            yield from sorted(
                each for each in source.rglob("*") if each.is_file() and "__pycache__" not in each.parts
            )


def _make(what: Path, build: Callable[[Path], None]) -> None:
    """Build a file or folder whole or not at all."""
    half = CACHE / f"half-{what.name}"
    _remove(half)
    try:
        build(half)
        half.rename(what)
    finally:
        _remove(half)


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _system(archive: Path) -> None:
    """Debian with a kernel, `guest/system/build` run in it, as an archive."""
    left_out = [*LEFT_OUT, *(f"{MODULES}/{each}/*" for each in ("arch", "sound", "drivers"))]
    command = [
        *("mmdebstrap", "--mode=root", "--variant=minbase", "--format=tar"),
        f"--include={','.join(PACKAGES)}",
        '--aptopt=APT::Install-Recommends "false"',
        "--dpkgopt=force-unsafe-io",
        *(f"--dpkgopt=path-exclude={each}" for each in left_out),
        *(f"--dpkgopt=path-include={MODULES}/drivers/{each}" for each in DRIVERS),
        f"--customize-hook=cp -r '{GUEST / 'system'}' \"$1/build\"",
        '--customize-hook=chroot "$1" sh /build/build',
        *(SUITE, archive),
    ]
    # The kernel's own package is not to make a first root too.
    run(command, LONG_S, env=os.environ | {"INITRD": "No"})


def _image(system: Path, folder: Path) -> None:
    """Make a disk of the system with the kit, and lay beside it the kernel, which QEMU starts itself."""
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="half-tree-") as passing:
        tree = Path(passing) / "tree"
        tree.mkdir()
        run(["tar", "-C", tree, "-xf", system], SHORT_S)
        _install(tree, Path(passing))
        shutil.copytree(GUEST / "etc", tree / "etc", dirs_exist_ok=True)
        run(["systemctl", f"--root={tree}", "enable", "systemd-networkd", "fake-pins"], SHORT_S)
        run(["systemctl", f"--root={tree}", "disable", "systemd-networkd-wait-online"], SHORT_S)
        folder.mkdir()
        for name in ("kernel", "initrd"):
            shutil.move(tree / "boot" / name, folder / name)
        run(["mke2fs", "-q", "-t", "ext4", "-d", tree, folder / "disk", DISK_SIZE], SHORT_S)


def _install(tree: Path, passing: Path) -> None:
    """Install the kit from its bundle, by its own script and command, as onto a Pi without internet."""
    run([sys.executable, "systemd/bundle.py", "--also", KIND, "--out", passing], LONG_S, cwd=PROJECT)
    (archive,) = passing.glob("fieldkit-*.tar.gz")
    bundle = tree / "bundle"
    bundle.mkdir()
    run(["tar", "-C", bundle, "--strip-components=1", "-xzf", archive], SHORT_S)
    # Debian 12 has no package of the pin driver for what is no Pi; there is a wheel.
    where = ["--python-version", PYTHON, "--platform", PLATFORM, "--only-binary=:all:", "--no-deps"]
    run([sys.executable, "-m", "pip", "download", "-q", *where, "-d", bundle / "pins", "lgpio"], SHORT_S)
    run(["chroot", tree, "/bundle/install.sh", "--no-services"], SHORT_S)
    pip = [Path(PROGRAM).with_name("pip"), "install", "-q", "--no-index", "--find-links", "/bundle/pins"]
    run(["chroot", tree, *pip, "lgpio"], SHORT_S)
    kit = [sys.executable, "-m", "fieldkit", "install", "--root", tree, "--program", PROGRAM]
    run([*kit, "--settings", GUEST / "kit.toml"], SHORT_S, cwd=PROJECT)
    shutil.rmtree(bundle)
