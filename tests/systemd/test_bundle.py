"""``make bundle``: made once, unpacked, installed without network into an empty environment, run from it."""

import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from urllib.parse import urljoin

import pytest

from fieldkit.pi import SCREEN_PACKAGES
from tests.support.machine import all_wanted

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
CLOSED = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_COMPILE": "1"} | dict.fromkeys(
    ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9"
)
"""An environment whose pip reaches nothing (port 9 answers nobody) and compiles nothing, to save time."""


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("bundle", ROOT / "systemd" / "bundle.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["bundle"] = module
    spec.loader.exec_module(module)
    return module


bundle: Any = _module()
PIS = [pytest.param(kind, id=str(kind)) for kind in bundle.KINDS]


def environment() -> dict[str, str]:
    """Return this one without anything that is said to pip, and with its network closed."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_")}
    return kept | CLOSED | {"SDL_VIDEODRIVER": "dummy"}


def ran(*command: str | Path, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=180,
        env=environment(),
        check=False,
    )


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the archive, with the wheels of this kind of machine too."""
    out = tmp_path_factory.mktemp("bundle")
    command = [sys.executable, ROOT / "systemd" / "bundle.py", "--also", "here", "--out", out]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode and not all_wanted():
        pytest.skip(f"no wheels to be had: {done.stderr.splitlines()[-1]}")
    assert done.returncode == 0, done.stderr
    (file,) = out.iterdir()
    assert done.stdout.startswith(f"{file}: ")
    return file


@pytest.fixture(scope="module")
def folder(archive: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the archive, unpacked."""
    place = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(archive) as packed:
        packed.extractall(place, filter="data")
    (found,) = place.iterdir()
    return found


@pytest.fixture(scope="module")
def installed(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an environment that was empty, into which the archive's own script has installed the kit."""
    prefix = tmp_path_factory.mktemp("opt")
    done = ran(folder / "install.sh", "--prefix", prefix, "--python", sys.executable, "--no-services")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == ["Is the archive whole?", "Are there wheels for this machine?"]
    return prefix / ".venv" / "bin" / "fieldkit"


def test_make_bundle_makes_it() -> None:
    done = ran("make", "-n", "bundle", "BUNDLE_FOR=here x86_64:3.13", "EXTRAS=yes", cwd=ROOT)
    assert "python systemd/bundle.py --also here --also x86_64:3.13 --extras" in done.stdout
    assert ".bundle/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_every_file_of_it_is_summed_and_belongs_to_nobody(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as packed:
        entries = packed.getmembers()
    assert {(entry.uid, entry.gid, entry.mtime) for entry in entries} == {(0, 0, bundle.EPOCH)}
    summed = {line.split()[1] for line in (folder / "SHA256SUMS").read_text().splitlines()}
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert there - summed == {"SHA256SUMS"}
    assert os.access(folder / "install.sh", os.X_OK)


def test_its_bill_of_materials_names_every_wheel_as_it_was_locked(folder: Path) -> None:
    bill = json.loads((folder / "bom.json").read_text(encoding="utf-8"))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    kit = bill["metadata"]["component"]
    assert (kit["name"], kit["type"]) == ("fieldkit", "application")
    listed = {each["bom-ref"]: each for each in [kit, *bill["components"]]}
    sums = {wheel.name: hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in folder.glob("wheels/*")}
    assert {ref: each["hashes"][0]["content"] for ref, each in listed.items()} == sums
    assert [each["name"] for each in listed.values() if not each["licenses"]] == []
    needs = next(each["dependsOn"] for each in bill["dependencies"] if each["ref"] == kit["bom-ref"])
    assert set(needs) == set(listed) - {kit["bom-ref"]}
    # What was fetched is what stands in the lock, version and sum.
    text = bundle.LOCKED.read_text(encoding="utf-8")
    for each in bill["components"]:
        assert f"\n{each['name']}=={each['version']} " in text, each["name"]
        assert each["hashes"][0]["content"] in text, each["name"]


def test_a_wheel_of_another_sum_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for need, line in bundle.locked(bundle.here()) if need.name == "segno"]
    assert len(lines) == 1
    forged = re.sub(r"sha256:[0-9a-f]{64}", "sha256:" + "0" * 64, lines[0])
    monkeypatch.setattr(bundle, "locked", lambda kind, lock: [(None, forged)])
    with pytest.raises(
        SystemExit, match=r"(?s)The bundle could not be made; pip says:.*(HASH|hash|versions)"
    ):
        bundle._download(tmp_path, bundle.here(), tmp_path / "wanted.txt")
    assert list(tmp_path.glob("*.whl")) == []


def test_what_is_locked_for_a_machine_is_without_markers() -> None:
    for kind in bundle.KINDS:
        names = {need.name: line for need, line in bundle.locked(kind)}
        assert ("lgpio" in names) == (kind.python == "3.11")
        assert [line for line in names.values() if ";" in line or " --hash=sha256:" not in line] == []


def test_the_same_input_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    contents = {"b.sh": b"#!/bin/sh\n", "a": b"1"}
    made = []
    for each in (contents, dict(reversed(contents.items()))):
        made.append(bundle._packed(tmp_path / "made", "kit", each).read_bytes())
    assert made[0] == made[1]
    source = bundle.copied(tmp_path / "source")
    again = bundle.kit_wheel(source / "wheels", source)
    assert again.read_bytes() == (folder / "wheels" / again.name).read_bytes()


@pytest.mark.parametrize("kind", PIS)
def test_a_pi_needs_nothing_but_the_archive_and_debian(kind: Any, folder: Path, tmp_path: Path) -> None:
    """By pip for what needs no asking of the machine, by `unmet` for what does."""
    platforms = [word for name in kind.platforms for word in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "--quiet", "--no-index", "--report", "-"]
    target = ["--target", tmp_path, "--only-binary=:all:", "--implementation", "cp", *platforms]
    pick = ["--python-version", kind.python, "--find-links", folder / "wheels", "fieldkit"]
    done = ran(*command, *target, *pick)
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["install"]) > 20
    assert bundle.unmet(folder / "wheels", kind) == []
    stand_ins = {
        words[4]
        for line in (folder / "debian.txt").read_text(encoding="utf-8").splitlines()
        if (words := line.split())[:2] == str(kind).split()
    }
    names = {wheel.name.split("-")[0] for wheel in (folder / "wheels").glob("*.whl") if _fits(wheel, kind)}
    assert {"fieldkit", "gpiozero", "msgspec", "markupsafe"} <= names
    assert {"lgpio", "pygame"} <= names | stand_ins
    assert "pygame" in stand_ins
    assert ("lgpio" in names) != ("lgpio" in stand_ins)


def _fits(wheel: Path, kind: Any) -> bool:
    return bool(bundle.parse_wheel_filename(wheel.name)[3] & kind.tags)


def test_a_wheel_that_only_another_machine_needs_is_missed(folder: Path, tmp_path: Path) -> None:
    old, new = bundle.KINDS
    for wheel in (folder / "wheels").glob("*.whl"):
        if not wheel.name.startswith(("lgpio-", "colorzero-")):
            (tmp_path / wheel.name).symlink_to(wheel)
    assert [re.split(r"\W", each)[0] for each in bundle.unmet(tmp_path, old)] == ["lgpio", "colorzero"]
    assert [re.split(r"\W", each)[0] for each in bundle.unmet(tmp_path, new)] == ["colorzero"]
    more = [re.split(r"\W", each)[0] for each in bundle.unmet(tmp_path, new, bundle.EXTRAS)]
    assert more == ["sqlalchemy", "alembic", "psycopg", "scipy", "paho", "colorzero"]


def test_a_kit_gets_nothing_that_only_a_hub_needs(folder: Path) -> None:
    assert (folder / "extras.txt").read_bytes() == b""
    names = {wheel.name.split("-")[0] for wheel in (folder / "wheels").glob("*.whl")}
    assert not names & {"sqlalchemy", "alembic", "paho_mqtt", "scipy"}
    for kind in bundle.KINDS:
        more = {need.name for need, _ in bundle.locked(kind, bundle.LOCKED_EXTRAS)}
        assert more >= {"sqlalchemy", "alembic", "psycopg", "psycopg-binary", "scipy", "paho-mqtt"}


@pytest.mark.needs("shellcheck")
def test_the_script_has_no_known_mistakes() -> None:
    assert ran("shellcheck", ROOT / "systemd" / "install.sh").stdout == ""


def test_a_damaged_archive_is_refused(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("pygame*"))
    done = ran(copy / "install.sh", "--prefix", tmp_path / "opt", "--no-services")
    assert done.returncode == 1
    assert done.stderr.endswith("The archive is damaged: copy and unpack it again.\n")
    assert not (tmp_path / "opt").exists()


PRETENDED = """#!/bin/sh
case $2 in
*machine*) echo "{kind}" ;;
*"find_spec('ensurepip')"*) exit {venv} ;;
*) exit 1 ;;
esac
"""
"""A Python of another machine, with no packages of Debian's."""


@pytest.mark.parametrize(
    ("kind", "venv", "says"),
    [
        ("aarch64 3.12", 0, r"aarch64 3\.12; the archive has wheels for aarch64 3\.11, aarch64 3\.13, "),
        ("32-bit 3.11", 0, r"This machine is 32-bit 3\.11; the archive has wheels for "),
        ("aarch64 3.13", 0, rf"apt-get install -y python3-lgpio {SCREEN_PACKAGES}$"),
        ("aarch64 3.13", 1, r"Missing from Debian: python3-venv python3-lgpio\."),
        ("aarch64 3.11", 1, rf"apt-get install -y python3-venv {SCREEN_PACKAGES}$"),
    ],
)
def test_what_a_machine_lacks_is_said_before_anything_is_made(
    kind: str, venv: int, says: str, folder: Path, tmp_path: Path
) -> None:
    python = tmp_path / "python3"
    python.write_text(PRETENDED.format(kind=kind, venv=venv), encoding="utf-8")
    python.chmod(0o755)
    command = [folder / "install.sh", "--prefix", tmp_path / "opt", "--python", python, "--no-services"]
    done = ran(*command)
    assert done.returncode == 1
    assert re.search(says, done.stderr.strip()), done.stderr
    assert not (tmp_path / "opt").exists()
    done = ran(*command[:3], "--python", tmp_path / "nothing", "--no-services")
    assert "apt-get install python3 python3-venv" in done.stderr


def test_what_only_would_be_better_is_said_and_left(folder: Path, tmp_path: Path) -> None:
    python = tmp_path / "python3"
    python.write_text(PRETENDED.format(kind="aarch64 3.11", venv=0), encoding="utf-8")
    python.chmod(0o755)
    done = ran(folder / "install.sh", "--prefix", tmp_path, "--python", python, "--no-services")
    assert f"With internet: apt-get install -y {SCREEN_PACKAGES}, then run this again." in done.stdout
    assert f"The kit goes into {tmp_path}/.venv" in done.stdout


RUNNING = """#!/bin/sh
case $1 in
show) echo "ExecStart={{ path={prefix}/.venv/bin/fieldkit ; argv[]={prefix}/.venv/bin/fieldkit referee }}" ;;
is-active) exit 0 ;;
*) exit 1 ;;
esac
"""
"""A systemctl of a machine on which a kit runs as services."""


def test_a_kit_that_runs_is_not_replaced_under_its_feet(folder: Path, tmp_path: Path) -> None:
    systemctl = tmp_path / "systemctl"
    systemctl.write_text(RUNNING.format(prefix=tmp_path / "opt"), encoding="utf-8")
    systemctl.chmod(0o755)
    script = [folder / "install.sh", "--no-services", "--python", tmp_path / "nothing", "--prefix"]
    done = ran("env", f"PATH={tmp_path}:{os.environ['PATH']}", *script, tmp_path / "opt")
    assert done.returncode == 1
    assert done.stderr.startswith("The kit runs.")
    done = ran("env", f"PATH={tmp_path}:{os.environ['PATH']}", *script, tmp_path / "another")
    assert "There is no" in done.stderr


def test_installing_again_heals_and_takes_a_package_of_debian_s_in_place_of_the_wheel(
    installed: Path, folder: Path, tmp_path: Path
) -> None:
    """As `python3-pygame` on a Pi: its screen driver is what the wheel has not."""
    (cli,) = installed.parents[1].glob("lib/python*/site-packages/fieldkit/cli/commands.py")
    cli.write_text("an older one", encoding="utf-8")
    assert ran(installed, "--help").returncode == 1
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    rows = ("python3-segno segno", "libc6 libc.so.6", "libnone libnone.so.9")
    listed = "".join(f"{bundle.here()} better {row}\n" for row in rows)
    (copy / "debian.txt").write_text(listed, encoding="utf-8")
    old = hashlib.sha256((folder / "debian.txt").read_bytes()).hexdigest()
    new = hashlib.sha256((copy / "debian.txt").read_bytes()).hexdigest()
    sums = copy / "SHA256SUMS"
    sums.write_text(sums.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    debian = tmp_path / "dist-packages"
    (debian / "segno-99.0.dist-info").mkdir(parents=True)
    (debian / "segno-99.0.dist-info" / "METADATA").write_text(
        "Name: segno\nVersion: 99.0\n", encoding="utf-8"
    )
    (debian / "segno.py").touch()
    # Like the system's packages it comes after the environment's own.
    (site,) = installed.parents[1].glob("lib/python*/site-packages")
    (site / "debian.pth").write_text(f"{debian}\n", encoding="utf-8")
    where = (installed.with_name("python"), "-c", "import segno; print(segno.__file__)")
    assert ran(*where).stdout.startswith(str(site))
    script = ("install.sh", "--prefix", installed.parents[2], "--python", sys.executable, "--no-services")
    done = ran(copy / script[0], "--system-packages", *script[1:])
    assert done.returncode == 0, done.stderr
    assert "Without Debian's libnone the scoreboard" in done.stdout, "libraries are looked for too"
    assert ran(*where).stdout.strip() == str(debian / "segno.py")
    assert ran(installed, "--help").stdout.startswith("Usage: fieldkit")
    (site / "debian.pth").unlink()
    assert ran(folder / script[0], *script[1:]).returncode == 0
    assert ran(*where).stdout.startswith(str(site))


def test_from_it_the_machine_can_be_installed(installed: Path, tmp_path: Path) -> None:
    program = tmp_path / "opt" / "kit"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    done = ran(installed, "install", "--dry-run", "--root", tmp_path, "--program", "/opt/kit")
    says = "Whistle, referee, scoreboard, spectators and uplink are services that run /opt/kit; the referee's"
    assert says in done.stdout, done.stderr
    assert "would be done" in done.stdout


@pytest.fixture(scope="module")
def kit(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Yield the address of a kit that runs from what was installed."""
    place = tmp_path_factory.mktemp("kit")
    settings = place / "kit.toml"
    settings.write_text('[kit]\npins = "mock"\n[web]\nhost = "127.0.0.1"\n', encoding="utf-8")
    command = [installed, "run", "--settings", settings, "--data", place / "data", "--port", "0"]
    output = place / "output"
    with output.open("wb") as said:
        process = subprocess.Popen(command, cwd=place, stdout=said, stderr=said, env=environment())
    try:
        last = time.monotonic() + 30
        while not (found := re.search(r"Referee\D*(http://\S+/)referee", output.read_text())):
            assert time.monotonic() < last, output.read_text()
            threading.Event().wait(0.05)
        yield found[1]
    finally:
        process.terminate()
        try:
            process.wait(10)
        finally:
            process.kill()
            process.wait()


def fetched(address: str) -> str:
    """Return what is at an address of the kit, as text."""
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(address, timeout=10) as answer:
        content: bytes = answer.read()
    assert content, address
    return content.decode("latin-1")


def test_it_runs_with_its_pages_and_fonts(kit: str, installed: Path) -> None:
    assert json.loads(fetched(urljoin(kit, "/api/health")))["whistle"] == "ok"
    ahead, seen = [kit, urljoin(kit, "/referee")], set()
    while ahead:
        address = ahead.pop()
        if address in seen:
            continue
        seen.add(address)
        text = fetched(address)
        if address.endswith((".woff2", ".ttf", ".png", ".svg")):
            continue
        links = re.findall(
            r"""(?:src|href)="(/static/[^"]+)"|url\(["']?([^"')]+)|from ["'](\.[^"']+)""", text
        )
        ahead += [
            urljoin(address, next(filter(None, link))) for link in links if "data:" not in "".join(link)
        ]
    kinds = {address.partition("?")[0].rpartition(".")[2] for address in seen}
    assert {"css", "js"} <= kinds
    assert kinds & {"woff2", "ttf", "otf"}
    assert len(seen) > 15


def test_its_doctor_finds_nothing_amiss(kit: str, installed: Path, tmp_path: Path) -> None:
    done = ran(installed, "doctor", "--json", "--data", tmp_path)
    findings = json.loads(done.stdout)["findings"]
    assert done.stderr == ""
    assert {"pins", "disk", "address"} <= {finding["check"] for finding in findings}


def test_its_scoreboard_draws(kit: str, installed: Path, tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    done = ran(installed, "scoreboard", "--url", kit, "--snapshot", picture)
    assert done.returncode == 0, done.stderr
    assert picture.stat().st_size > 10_000
