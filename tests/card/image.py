"""A flashed card: Debian 13 for a Pi's processor with cloud-init, laid out as Raspberry Pi OS, and the zips.

Debian's packages for arm64 run here by qemu-user while the system is made; nothing is mounted. It is kept in
`CACHE`. What it has not of Raspberry Pi OS: its kernel and firmware, and the driver of the pins.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from tests.vm import host
from tests.vm.ground import CACHE, PROJECT, run

GUEST = Path(__file__).parent / "guest"
PROGRAMS = {
    **{name: package for name, package in host.PROGRAMS.items() if "qemu" not in name},
    "qemu-system-aarch64": "qemu-system-arm",
    "qemu-aarch64-static": "qemu-user-static",
    "update-binfmts": "binfmt-support",
    "arch-test": "arch-test",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
    "sfdisk": "fdisk",
}
PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", "python3", "python3-venv", "network-manager"),
    *("dnsmasq-base", "wpasupplicant", "iw", "rfkill", "cloud-init", "openssh-server", "sudo"),
    *("linux-image-arm64", "busybox-static", "qemu-guest-agent"),
)
SLOW = ("/usr/bin/py3compile", "/usr/bin/deb-systemd-helper", "/usr/sbin/update-ca-certificates")
"""Programs of Debian's scripts that do nothing meanwhile: what they do is not needed, or done natively."""
LEFT_OUT = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*")
KEYS = "/usr/share/keyrings/debian-archive-keyring.gpg"
SECTOR, FAT_AT, FAT_MB, DISK_MB = 512, 2048, 256, 3072
"""The parts: where the FAT one begins (sectors), its size and that of the card."""
ROOT_AT = FAT_AT + FAT_MB * 2048
SYSTEM_S, SHORT_S = 3600.0, 300.0
CHANGES = {"first": ("", ""), "new": ("0.2.0", ""), "ill": ("0.3.0", "raise SystemExit('ill')\n")}
"""The versions of the trial: another number, and what is added to the module of the referee's process."""
_MAKE = """
import pathlib, re, sys
sys.path.insert(0, "systemd")
import bundle, card
out, number, added = sys.argv[1:]
copied = bundle.copied
def changed(source):
    made = copied(source)
    first = made / "fieldkit/__init__.py"
    if number:
        first.write_text(re.sub('__version__ = ".*"', f'__version__ = "{number}"', first.read_text()))
    with (made / "fieldkit/cli/wiring.py").open("a") as file:
        file.write(added)
    return made
bundle.copied = changed
print(card.make(pathlib.Path(out)))
"""
_DIVERT = 'dpkg-divert --root "$1" --quiet --local --rename'
_STUBS = [f'{_DIVERT} --divert {each}.real --add {each}; ln -sf /bin/true "$1{each}"' for each in SLOW]
_UNSTUBS = [f'rm "$1{each}"; {_DIVERT} --remove {each}' for each in SLOW]
_BINFMT = Path("/proc/sys/fs/binfmt_misc")


def image() -> Path:
    """Return a folder with ``disk``, ``kernel`` and ``initrd``, maybe built. Raises Failed or NotCarried."""
    made = CACHE / f"card-{_made_of()}"
    if not made.exists():
        system = CACHE / f"system-arm64-{_made_of()}.tar"
        if not system.exists():
            _system(system)
        half = CACHE / "half-card"
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir()
        _disk(system, half)
        half.rename(made)
    return made


def zips() -> dict[str, Path]:
    """Return the zips of this version, of a newer one and of a newer one that is ill."""
    out = CACHE / "zips"
    shutil.rmtree(out, ignore_errors=True)
    return {name: _zip(out / name, *change) for name, change in CHANGES.items()}


def unpacked(file: Path, folder: Path) -> None:
    """Unpack a zip as a computer does onto the card's drive."""
    with zipfile.ZipFile(file) as packed:
        packed.extractall(folder)


def _made_of() -> str:
    found = hashlib.sha256(Path(__file__).read_bytes())
    for file in sorted(GUEST.rglob("*")):
        if file.is_file():
            found.update(str(file.relative_to(GUEST)).encode() + file.read_bytes())
    return found.hexdigest()[:16]


def _system(archive: Path) -> None:
    """Debian 13 with a kernel, `guest/build` run in it, as an archive."""
    if not (_BINFMT / "register").exists():
        run(["mount", "-t", "binfmt_misc", "binfmt_misc", _BINFMT], SHORT_S)
    run(["update-binfmts", "--enable", "qemu-aarch64"], SHORT_S)
    half = archive.with_name(f"half-{archive.name}")
    command = [
        *("mmdebstrap", "--mode=root", "--variant=minbase", "--arch=arm64", "--format=tar"),
        *(f"--include={','.join(PACKAGES)}", f"--keyring={KEYS}"),
        *('--aptopt=APT::Install-Recommends "false"', "--dpkgopt=force-unsafe-io"),
        *(f"--dpkgopt=path-exclude={each}" for each in LEFT_OUT),
        *(f"--essential-hook={each}" for each in (*_STUBS, 'mkdir -p "$1/etc/ssh"; ssh-keygen -A -f "$1"')),
        *(f"--customize-hook={each}" for each in _UNSTUBS),
        '--customize-hook=systemctl --root="$1" --quiet preset-all',
        '--customize-hook=mkdir "$1/build"',
        f"--customize-hook=cp '{GUEST}/build' '{GUEST}/init' \"$1/build/\"",
        '--customize-hook=chroot "$1" sh /build/build',
        *("trixie", half),
    ]
    # The kernel's own package is not to make a first root too.
    run(command, SYSTEM_S, env=os.environ | {"INITRD": "No"})
    half.rename(archive)


def _disk(system: Path, folder: Path) -> None:
    """Lay a card of two parts out, and beside it the kernel, which QEMU starts itself."""
    disk = folder / "disk"
    with tempfile.TemporaryDirectory(dir=CACHE, prefix="half-tree-") as tree:
        run(["tar", "-C", tree, "-xf", system], SHORT_S)
        shutil.copytree(GUEST / "etc", Path(tree) / "etc", dirs_exist_ok=True)
        for name in ("kernel", "first"):
            shutil.move(Path(tree) / "boot" / name, folder / {"first": "initrd"}.get(name, name))
        (Path(tree) / "boot/firmware").mkdir(exist_ok=True)
        for name in ("machine-id", "hostname"):
            (Path(tree) / "etc" / name).write_text("", encoding="utf-8")
        with disk.open("wb") as file:
            file.truncate(DISK_MB << 20)
        table = f"label: dos\nstart={FAT_AT}, size={FAT_MB}M, type=c\nstart={ROOT_AT}, type=83\n"
        subprocess.run(["sfdisk", "-q", disk], input=table, text=True, check=True, timeout=SHORT_S)
        size = (DISK_MB << 20) // SECTOR - ROOT_AT
        where = ["-E", f"offset={ROOT_AT * SECTOR}", disk, f"{size // 2}k"]
        run(["mke2fs", "-q", "-F", "-t", "ext4", "-d", tree, *where], SHORT_S)
    fat = folder / "fat"
    run(["mkfs.vfat", "-F", "32", "-n", "bootfs", "-C", fat, FAT_MB * 1024], SHORT_S)
    place = ["bs=512", f"seek={FAT_AT}", "conv=notrunc,sparse", "status=none"]
    run(["dd", f"if={fat}", f"of={disk}", *place], SHORT_S)
    fat.unlink()
    with tempfile.TemporaryDirectory() as passing:
        for name, text in {
            "config.txt": "dtparam=audio=on\n",
            "cmdline.txt": "console=tty1 root=PARTUUID=1-02 rootwait\n",
            "user-data": "#cloud-config\n",
            "meta-data": "instance-id: rpios-image\n",
            "network-config": "network:\n  version: 2\n",
        }.items():
            (Path(passing) / name).write_text(text, encoding="utf-8")
        drop(disk, Path(passing))


def drop(disk: Path, folder: Path) -> None:
    """Put all files of a folder onto the FAT part of a card that is in no machine."""
    files = sorted(folder.iterdir())
    run(["mcopy", "-o", "-i", f"{disk}@@{FAT_AT * SECTOR}", *files, "::"], SHORT_S)


def taken(disk: Path, name: str) -> str:
    """Return a text of the FAT part of a card that is in no machine."""
    return run(["mtype", "-i", f"{disk}@@{FAT_AT * SECTOR}", f"::{name}"], SHORT_S)


def _zip(out: Path, number: str, added: str) -> Path:
    """Make the zip of a version."""
    said = run([sys.executable, "-c", _MAKE, out, number, added], SHORT_S, cwd=PROJECT)
    return Path(said.splitlines()[-1])
