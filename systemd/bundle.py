"""``make bundle``: one archive that brings the kit onto a Pi without internet.

It holds the wheels for each kind of machine (`KINDS`, and more with ``--also``), the Debian packages that
stand in for wheels, the sums of all files, and the script that installs from it; alike to the byte each time.
"""

import argparse
import email
import gzip
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import Message
from io import BytesIO
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model import HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parents[1]
OUT = ROOT / ".bundle"
INSTALLER = Path(__file__).with_name("install.sh")
LOCKED = Path(__file__).with_name("locked") / "kit.txt"
"""The version and the hashes of each package that the kit needs."""
LOCKED_EXTRAS = LOCKED.with_name("extras.txt")
"""The same with those that only a hub and MQTT need."""
EXTRAS = ("hub", "mqtt")
WHEELS, KINDS_FILE, DEBIAN_FILE, SUMS = "wheels", "kinds.txt", "debian.txt", "SHA256SUMS"
EXTRAS_FILE = "extras.txt"
"""The extras that the script installs, as pip writes them; empty if any kit does without."""
BOM_FILE = "bom.json"
"""The list of the archive's contents, as CycloneDX."""
EPOCH = 1_767_225_600
"""The date (s) of every file in the archive: what was built when must not change its bytes."""
_GLIBC = range(17, 37)
"""The C libraries (2.x) that wheels may be made for; Debian 12, the oldest that the kit runs on, has 2.36."""
DEBIAN = """\
# Debian packages that stand in for wheels: machine, Python, how much, package, its module or library.
# needed: there is no wheel. better: Debian's draws on the bare screen, which the wheel cannot.
aarch64 3.13 needed python3-lgpio lgpio
aarch64 3.11 better python3-pygame pygame
aarch64 3.11 better libegl1 libEGL.so.1
aarch64 3.11 better libgles2 libGLESv2.so.2
aarch64 3.11 better libgl1-mesa-dri libEGL.so.1
aarch64 3.13 better python3-pygame pygame
aarch64 3.13 better libegl1 libEGL.so.1
aarch64 3.13 better libgles2 libGLESv2.so.2
aarch64 3.13 better libgl1-mesa-dri libEGL.so.1
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of machine: its processor as Python names it, and its Python (``"3.11"``)."""

    machine: str
    python: str

    def __str__(self) -> str:
        return f"{self.machine} {self.python}"

    @property
    def platforms(self) -> list[str]:
        """The platforms whose wheels run there, the newest first."""
        return [f"manylinux{n}_{self.machine}" for n in (*(f"_2_{n}" for n in reversed(_GLIBC)), "2014")]

    @property
    def tags(self) -> frozenset[Tag]:
        """The tags of wheels that run there."""
        version = tuple(map(int, self.python.split(".")))
        others = compatible_tags(version, f"cp{self.python.replace('.', '')}", self.platforms)
        return frozenset([*cpython_tags(version, platforms=self.platforms), *others])

    @property
    def environment(self) -> dict[str, str]:
        """The environment that requirements' markers are asked about; nothing here is this machine's."""
        return {
            "extra": "",
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.0",
            "os_name": "posix",
            "platform_machine": self.machine,
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_system": "Linux",
            "platform_version": "",
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": "linux",
        }


KINDS = (Kind("aarch64", "3.11"), Kind("aarch64", "3.13"))
"""A Pi with Raspberry Pi OS of Debian 12, and of Debian 13."""


def here() -> Kind:
    """Return the kind of this machine and this Python."""
    return Kind(platform.machine(), f"{sys.version_info[0]}.{sys.version_info[1]}")


def make(out: Path, kinds: Sequence[Kind], extras: Sequence[str] = ()) -> Path:
    """Make the archive in a folder. Raises SystemExit with what pip says if a wheel is not to be had."""
    lock = LOCKED_EXTRAS if extras else LOCKED
    with tempfile.TemporaryDirectory(prefix="fieldkit-bundle-") as passing:
        wheels = Path(passing) / WHEELS
        wheels.mkdir()
        kit = kit_wheel(wheels, copied(Path(passing) / "source"))
        for kind in kinds:
            _download(wheels, kind, Path(passing) / "wanted.txt", lock)
            if missing := unmet(wheels, kind, extras):
                raise SystemExit(f"{lock.name} lacks {', '.join(missing)} for {kind}: make lock")
        name = f"fieldkit-{parse_wheel_filename(kit.name)[1]}"
        contents = {
            "install.sh": INSTALLER.read_bytes(),
            KINDS_FILE: "".join(f"{kind}\n" for kind in kinds).encode(),
            DEBIAN_FILE: DEBIAN.encode(),
            EXTRAS_FILE: (f"[{','.join(extras)}]\n" if extras else "").encode(),
            BOM_FILE: bill(sorted(wheels.iterdir())),
            **{f"{WHEELS}/{wheel.name}": wheel.read_bytes() for wheel in sorted(wheels.iterdir())},
        }
        sums = "".join(f"{hashlib.sha256(each).hexdigest()}  {file}\n" for file, each in contents.items())
        out.mkdir(parents=True, exist_ok=True)
        return _packed(out / f"{name}.tar.gz", name, contents | {SUMS: sums.encode()})


def unmet(wheels: Path, kind: Kind, extras: Sequence[str] = ()) -> list[str]:
    """Return what the kit needs on a kind of machine and no wheel meets: pip asks this machine's markers."""
    there = {
        canonicalize_name(name): wheel
        for wheel in sorted(wheels.iterdir())
        for name, _, _, tags in [parse_wheel_filename(wheel.name)]
        if tags & kind.tags
    }
    missing, seen, ahead = [], set(), ["fieldkit"]
    while ahead:
        wheel = there[canonicalize_name(ahead.pop())]
        for need in _needs(wheel, kind, extras if wheel.name.startswith("fieldkit-") else ()):
            name = canonicalize_name(need.name)
            if name not in there:
                missing.append(f"{need.name}{need.specifier}")
            elif name not in seen:
                ahead.append(name)
            seen.add(name)
    return missing


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        name = next(each for each in archive.namelist() if re.fullmatch(r"[^/]+\.dist-info/METADATA", each))
        return email.message_from_bytes(archive.read(name))


def _needs(wheel: Path, kind: Kind, extras: Sequence[str]) -> Iterator[Requirement]:
    asked = [kind.environment | {"extra": extra} for extra in ("", *extras)]
    for line in _metadata(wheel).get_all("Requires-Dist", []):
        need = Requirement(line)
        if need.marker is None or any(need.marker.evaluate(each) for each in asked):
            yield need


def locked(kind: Kind, lock: Path = LOCKED) -> Iterator[tuple[Requirement, str]]:
    """Yield what is locked for a machine, and as pip reads it there: with hashes, without the marker."""
    text = re.sub(r"^#.*\n", "", lock.read_text(encoding="utf-8"), flags=re.MULTILINE)
    for entry in text.replace("\\\n", " ").splitlines():
        written, *hashes = entry.split(" --hash=")
        need = Requirement(written.strip())
        if need.marker is None or need.marker.evaluate(kind.environment):
            yield need, " --hash=".join([f"{need.name}{need.specifier}", *map(str.strip, hashes)])


def bill(wheels: Sequence[Path]) -> bytes:
    """Return names, versions, licences and sums of the wheels, as CycloneDX 1.6, for each kind of machine."""
    bom = Bom(serial_number=uuid5(NAMESPACE_URL, "".join(wheel.name for wheel in wheels)))
    bom.metadata.timestamp = datetime.fromtimestamp(EPOCH, UTC)
    for wheel in wheels:
        written = _metadata(wheel)
        name, number, *_ = parse_wheel_filename(wheel.name)
        version = str(number)
        is_kit = name == "fieldkit"
        component = Component(
            type=ComponentType.APPLICATION if is_kit else ComponentType.LIBRARY,
            bom_ref=wheel.name,
            name=name,
            version=version,
            purl=PackageURL("pypi", name=name, version=version, qualifiers={"file_name": wheel.name}),
            hashes=[HashType.from_composite_str(f"sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}")],
            licenses=[_licence(written)],
        )
        if is_kit:
            bom.metadata.component = component
        else:
            bom.components.add(component)
    assert bom.metadata.component is not None
    bom.register_dependency(bom.metadata.component, bom.components)
    return JsonV1Dot6(bom).output_as_string(indent=1).encode() + b"\n"


def _licence(written: Message) -> LicenseExpression | DisjunctiveLicense:
    """Return the licence that a package names, in the newest of the three ways there are."""
    if expression := written["License-Expression"]:
        return LicenseExpression(expression)
    kinds = [each.rpartition(" :: ")[2] for each in written.get_all("Classifier", []) if "License ::" in each]
    named = (written["License"] or "").strip().partition("\n")[0]
    return DisjunctiveLicense(name=", ".join(kinds) or named or "not named by the package")


def copied(source: Path) -> Path:
    """Copy what the kit's wheel is made from, so that nothing an earlier build left behind gets into it."""
    source.mkdir()
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for top in (
        pattern.rstrip("*") for pattern in listed["tool"]["setuptools"]["packages"]["find"]["include"]
    ):
        shutil.copytree(ROOT / top, source / top, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    return source


def kit_wheel(wheels: Path, source: Path) -> Path:
    """Return the kit's own wheel, made from a copy of the project."""
    _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(wheels), str(source))
    return next(wheels.glob("fieldkit-*.whl"))


def _download(wheels: Path, kind: Kind, wanted: Path, lock: Path = LOCKED) -> None:
    """Fetch what is locked for a kind of machine; ``wanted`` is a file of passing use."""
    wanted.write_text("".join(f"{line}\n" for _, line in locked(kind, lock)), encoding="utf-8")
    target = ["--implementation=cp", f"--python-version={kind.python}"]
    target += [f"--platform={name}" for name in kind.platforms]
    whole = ["--only-binary=:all:", "--no-deps", "--require-hashes"]
    _pip("download", *whole, *target, f"--dest={wheels}", f"--requirement={wanted}")


def _pip(*arguments: str) -> None:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments]
    environment = os.environ | {"SOURCE_DATE_EPOCH": str(EPOCH)}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"The bundle could not be made; pip says:\n{done.stderr.strip()}")


def _packed(file: Path, folder: str, contents: dict[str, bytes]) -> Path:
    with (
        file.open("wb") as raw,
        gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=1, mtime=EPOCH) as squeezed,
        tarfile.open(fileobj=squeezed, mode="w", format=tarfile.PAX_FORMAT) as archive,
    ):
        for name, content in sorted(contents.items()):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime = len(content), EPOCH
            entry.mode = 0o755 if name.endswith(".sh") else 0o644
            archive.addfile(entry, BytesIO(content))
    return file


def _kind(text: str) -> Kind:
    if text == "here":
        return here()
    if found := re.fullmatch(r"(\w+):(3\.\d+)", text):
        return Kind(found[1], found[2])
    raise argparse.ArgumentTypeError("a kind of machine is written x86_64:3.11, or here")


def main() -> None:
    """Make the bundle, and say where it is."""
    parser = argparse.ArgumentParser(description="Make an archive that installs the kit without internet.")
    also = "a further kind of machine, x86_64:3.11 for example, or here"
    parser.add_argument("--also", type=_kind, action="append", default=[], metavar="KIND", help=also)
    extras = "the packages of a hub and of MQTT too"
    parser.add_argument("--extras", action="store_const", const=EXTRAS, default=(), help=extras)
    parser.add_argument("--out", type=Path, default=OUT, metavar="DIR", help="where to (.bundle)")
    given = parser.parse_args()
    kinds = list(dict.fromkeys([*KINDS, *given.also]))
    file = make(given.out, kinds, given.extras)
    print(f"{file}: {file.stat().st_size // 1_000_000} MB, for {', '.join(map(str, kinds))}")


if __name__ == "__main__":
    main()
