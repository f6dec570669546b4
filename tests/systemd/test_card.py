"""The card: its program run for real in a tree of files, with a cut at any step; what ``make card`` packs."""

import hashlib
import http.server
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systemd.test_bundle import bundle

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "systemd" / "fieldkit-card.py"
STARTED = "fieldkit.target fieldkit-health.service"
CUTS = 20
PARTS = 6
"""The steps of the archive's script, at each of which the power may go."""
DRIVER = """
import importlib.util, os, signal, sys
spec = importlib.util.spec_from_file_location("card", sys.argv.pop(1))
card = importlib.util.module_from_spec(spec)
sys.modules["card"] = card
spec.loader.exec_module(card)
os.sync = os.fsync = lambda *_: None
card.PATIENCE_S, card.STAYS_S, card.POLL_S = 0.2, 0.02, 0.01
card.NEEDED_MB = float(os.environ.get("NEEDED_MB", "1"))
left = int(sys.argv.pop(1))
STEPS = ("os.rename", "os.symlink", "os.remove", "os.rmdir", "os.mkdir", "subprocess.Popen", "open")
seen = 0
def step(event, arguments):
    global left, seen
    if event in STEPS and not (event == "open" and arguments[1] in ("r", "rb")):
        seen += 1
        left -= 1
        if left == 0:
            os.killpg(0, signal.SIGKILL)
sys.addaudithook(step)
card.main()
print("steps", seen)
"""
"""Runs the program with short waits, none for the disk, and kills it with all that it started at a step."""
KIT = """#!/bin/sh
root=$3
mkdir -p "$root/etc/systemd/system"
echo VERSION >"$root/etc/systemd/system/fieldkit.target"
echo VERSION "$5" >>"$root/applied"
exit CODE
"""
SCRIPT = """#!/bin/sh
set -eu
step() {
    if [ "${CUT_IN_SCRIPT:-}" = "$1" ]; then kill -KILL 0; fi
}
prefix=$2
for part in 1 2 3 4 5; do
    step $part
    mkdir -p "$prefix/.venv/bin"
    echo VERSION >"$prefix/.venv/part-$part"
done
cp "$(dirname "$0")/fieldkit" "$prefix/.venv/bin/fieldkit"
chmod 755 "$prefix/.venv/bin/fieldkit"
step 6
"""
SYSTEMCTL = """#!/bin/sh
case "$1" in
    --root=*) exec REAL "$@" ;;
    is-active) ! grep -q ill "TREE/etc/systemd/system/fieldkit.target" ;;
    show) echo MainPID=1 ;;
    *) echo "$@" >>"TREE/systemctl" ;;
esac
"""

pytestmark = pytest.mark.needs("units")


def program(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


class Pi:
    """A Pi's files, with programs that stand in for those that would change this machine."""

    def __init__(self, root: Path, port: int) -> None:
        self.root, self.boot, self.home = root, root / "boot/firmware", root / "opt/fieldkit"
        for folder in (self.boot, root / "etc/fieldkit", root / "etc/udev/rules.d"):
            folder.mkdir(parents=True)
        (self.boot / "config.txt").write_text("dtparam=audio=on\n", encoding="utf-8")
        (self.boot / "cmdline.txt").write_text("console=tty1 root=/dev/x rootwait\n", encoding="utf-8")
        self.programs = root / "programs"
        real = shutil.which("systemctl") or ""
        program(self.programs / "systemctl", SYSTEMCTL.replace("REAL", real).replace("TREE", str(root)))
        program(self.programs / "rfkill", "#!/bin/sh\n")
        offline = 'case $1 in --offline|--version) exec REAL "$@" ;; esac\n'
        nmcli = shutil.which("nmcli") or "false"
        program(self.programs / "nmcli", f"#!/bin/sh\n{offline}".replace("REAL", nmcli))
        self.port = port
        if port:
            (root / "etc/fieldkit/kit.toml").write_text(f"[web]\nport = {port}\n", encoding="utf-8")

    def drop(self, version: str, code: int = 0) -> str:
        """Put an archive onto the card, whose kit sets the machine up with an exit code; its name."""
        made = io.BytesIO()
        files = {
            "install.sh": SCRIPT.replace("VERSION", version),
            "fieldkit": KIT.replace("VERSION", version).replace("CODE", str(code)),
        }
        with tarfile.open(fileobj=made, mode="w:gz") as packed:
            for name, text in files.items():
                entry = tarfile.TarInfo(f"fieldkit-{version}/{name}")
                entry.size, entry.mode = len(text), 0o755
                packed.addfile(entry, io.BytesIO(text.encode()))
        return self.put(made.getvalue())

    def put(self, archive: bytes) -> str:
        (self.boot / "fieldkit.tar.gz").write_bytes(archive)
        found = hashlib.sha256(archive).hexdigest()
        (self.boot / "fieldkit.sha256").write_text(f"{found}  fieldkit.tar.gz\n", encoding="utf-8")
        return found[:12]

    def run(self, act: str, cut: int = 0, in_script: int = 0, **more: str) -> str | None:
        """Run the program; what it printed, or None if its power was cut."""
        path = f"{self.programs}{os.pathsep}{os.environ['PATH']}"
        command = [sys.executable, "-c", DRIVER, str(PROGRAM), str(cut), act, "--root", str(self.root)]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=300,
            env=os.environ | {"PATH": path, "CUT_IN_SCRIPT": str(in_script)} | more,
            start_new_session=True,
            check=False,
        )
        if done.returncode == -signal.SIGKILL:
            return None
        assert done.returncode == 0, done.stderr
        return done.stdout

    def steps(self, act: str) -> int:
        """Run the program, and count its steps."""
        return int((self.run(act) or "").rpartition("steps ")[2])

    def version(self) -> str:
        """Return the version that the services would start, whole."""
        parts = [(self.home / ".venv" / f"part-{n}").read_text(encoding="utf-8") for n in range(1, 6)]
        assert len({*parts}) == 1
        assert os.access(self.home / ".venv/bin/fieldkit", os.X_OK)
        return parts[0].strip()

    def log(self) -> str:
        return (self.boot / "fieldkit-log.txt").read_text(encoding="utf-8")

    def asked(self) -> list[str]:
        """Return what systemd was told to do, once."""
        path = self.root / "systemctl"
        told = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        path.unlink(missing_ok=True)
        return told


@pytest.fixture(scope="module")
def page() -> Iterator[int]:
    """Return the port of a page that answers."""

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


@pytest.fixture
def pi(tmp_path: Path, page: int) -> Pi:
    return Pi(tmp_path / "pi", page)


@pytest.fixture
def used(pi: Pi) -> Pi:
    """Return a Pi with a healthy version 1."""
    pi.drop("1")
    pi.run("start")
    pi.run("health")
    pi.asked()
    assert json.loads((pi.home / "state.json").read_bytes())["good"]
    return pi


def test_the_first_start_installs_and_starts_the_kit(pi: Pi) -> None:
    pi.drop("1")
    pi.run("start")
    assert pi.version() == "1"
    assert pi.asked() == [
        "daemon-reload",
        "start NetworkManager",
        "--no-block start fieldkit.target " + "fieldkit-health.service",
    ]
    assert (pi.home / "card.py").read_bytes() == PROGRAM.read_bytes()
    pi.run("health")
    assert "fieldkit-1 runs, and is healthy." in pi.log()
    # The next start has nothing to do, and the kit need not wait for it.
    pi.run("start")
    pi.run("health")
    assert pi.asked() == []
    assert (pi.root / "applied").read_text(encoding="utf-8") == "1 \n"


def test_without_an_archive_it_does_nothing(pi: Pi) -> None:
    pi.run("start")
    pi.run("health")
    assert pi.asked() == []
    assert not (pi.boot / "fieldkit-log.txt").exists()


def test_boot_settings_take_one_restart(pi: Pi) -> None:
    pi.drop("1", code=3)
    pi.run("start")
    assert pi.asked()[-1] == "--no-block reboot"
    pi.run("start")
    assert pi.asked() == []


def test_a_new_version_is_taken_over_and_the_one_before_kept(used: Pi) -> None:
    kept = used.home / ".venv"
    before = os.readlink(kept)
    used.drop("2")
    used.run("start")
    assert used.version() == "2"
    used.run("health")
    assert (used.home / before).is_dir()
    used.drop("3")
    used.run("start")
    used.run("health")
    assert used.version() == "3"
    assert not (used.home / before).exists()
    assert len([*used.home.glob("*/.venv")]) == 2


def test_a_version_that_is_not_healthy_goes_again(used: Pi) -> None:
    used.drop("2-ill")
    used.run("start")
    assert used.version() == "2-ill"
    used.asked()
    used.run("health")
    assert used.version() == "1"
    assert sum("restart" in each for each in used.asked()) == 3
    assert "Try 3 of 3: fieldkit-2-ill is not healthy: fieldkit-whistle does not run." in used.log()
    assert "fieldkit-2-ill did not come up healthy: fieldkit-1 runs again." in used.log()
    # The version before has set the machine up again, and knows why.
    assert (used.root / "applied").read_text(encoding="utf-8").splitlines() == [
        "1 ",
        "2-ill ",
        "1 fieldkit-2-ill",
    ]
    # It stays away, though it lies on the card, until another one does.
    used.run("start")
    assert used.version() == "1"
    used.drop("3")
    used.run("start")
    used.run("health")
    assert used.version() == "3"


def test_a_version_that_hangs_the_machine_goes_at_the_fourth_start(used: Pi) -> None:
    used.drop("2-ill")
    used.run("start")
    for _ in range(3):
        # The machine goes down in the middle of each try.
        assert used.run("health", cut=8) is None
        assert used.version() == "2-ill"
        used.run("start")
    assert used.version() == "1"


def test_a_version_that_cannot_set_the_machine_up_goes_at_once(used: Pi) -> None:
    used.drop("2", code=1)
    used.run("start")
    assert used.version() == "1"
    assert "fieldkit-2 could not set the machine up." in used.log()
    assert used.asked()[-1].startswith("--no-block start")


def test_a_full_card_is_named_and_changes_nothing(used: Pi) -> None:
    used.drop("2")
    used.run("start", NEEDED_MB="1e9")
    assert "Not installed: the card has less than" in used.log()
    assert used.version() == "1"


@pytest.mark.parametrize("harm", ["archive", "sum", "gone"])
def test_what_was_copied_by_halves_is_named_and_changes_nothing(used: Pi, harm: str) -> None:
    used.drop("2")
    archive = used.boot / "fieldkit.tar.gz"
    if harm == "archive":
        archive.write_bytes(archive.read_bytes()[:-9])
    elif harm == "gone":
        archive.unlink()
    else:
        (used.boot / "fieldkit.sha256").write_bytes(b"\0" * 80)
    used.run("start")
    assert used.version() == "1"
    assert "Not installed: " in used.log()
    used.drop("2")
    used.run("start")
    assert used.version() == "2"


@pytest.fixture(scope="module", params=[False, True], ids=["healthy", "ill"])
def upgrade(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, page: int
) -> tuple[str, int, int]:
    """Return the version of an upgrade, and the number of steps that its two acts take."""
    version = "2-ill" if request.param else "2"
    pi = Pi(tmp_path_factory.mktemp("whole") / "pi", page)
    pi.drop("1")
    pi.run("start")
    pi.run("health")
    pi.drop(version)
    return version, pi.steps("start"), pi.steps("health")


@pytest.mark.parametrize("seed", range(CUTS // 2))
def test_a_cut_leaves_the_old_or_the_new_one(used: Pi, upgrade: tuple[str, int, int], seed: int) -> None:
    draw, pi, (version, *steps) = random.Random(seed), used, upgrade
    pi.drop(version)
    cut = draw.randint(1, sum(steps) + PARTS)
    if cut <= steps[0]:
        assert pi.run("start", cut=cut) is None
    elif cut > sum(steps):
        assert pi.run("start", in_script=cut - sum(steps)) is None
    else:
        pi.run("start")
        assert pi.run("health", cut=cut - steps[0]) is None
    assert pi.version() in ("1", version)
    # A second cut on the way back to life.
    pi.run("start", cut=draw.randint(1, 20))
    assert pi.version() in ("1", version)
    for act in ("start", "health", "start", "health"):
        pi.run(act)
    assert pi.version() == ("1" if "ill" in version else version)
    assert (pi.root / "etc/systemd/system/fieldkit.target").read_text(
        encoding="utf-8"
    ).strip() == pi.version()


def test_make_card_makes_it() -> None:
    done = subprocess.run(["make", "-n", "card"], capture_output=True, text=True, cwd=ROOT, check=True)
    assert "python systemd/card.py" in done.stdout


def test_user_data_is_what_cloud_init_takes() -> None:
    yaml = pytest.importorskip("yaml")
    text = (ROOT / "systemd/card/user-data").read_text(encoding="utf-8")
    assert text.startswith("#cloud-config\n")
    (command,) = yaml.safe_load(text)["bootcmd"]
    assert "\n" not in command.strip()
    assert subprocess.run(["sh", "-n", "-c", command], check=False).returncode == 0
    assert "fieldkit-card.py start" in command
    meta = yaml.safe_load((ROOT / "systemd/card/meta-data").read_text(encoding="utf-8"))
    assert meta["instance-id"] == "fieldkit"


@pytest.fixture(scope="module")
def zipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the zip, for this kind of machine too."""
    code = "import card, pathlib, sys; " + (
        "print(card.make(pathlib.Path(sys.argv[1]), (card.KIND, card.bundle.here())))"
    )
    out = tmp_path_factory.mktemp("card")
    environment = os.environ | {"PYTHONPATH": str(ROOT / "systemd")}
    done = subprocess.run(
        [sys.executable, "-c", code, str(out)],
        capture_output=True,
        text=True,
        timeout=300,
        env=environment,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no wheels to be had: {done.stderr.splitlines()[-1]}")
    return Path(done.stdout.strip())


@pytest.mark.slow
@pytest.mark.needs("root", "network")
def test_the_zip_makes_a_kit_of_a_flashed_card(zipped: Path) -> None:
    # Services do not see what lies below the folder of passing files.
    with tempfile.TemporaryDirectory(prefix="fieldkit-card-", dir="/opt") as folder:
        pi = Pi(Path(folder) / "pi", 0)
        with zipfile.ZipFile(zipped) as packed:
            assert {"user-data", "meta-data", "fieldkit.txt", "fieldkit-card.py"} < {*packed.namelist()}
            packed.extractall(pi.boot)
        wishes = pi.boot / "fieldkit.txt"
        template = wishes.read_bytes()
        wishes.write_bytes(b"name = Feld 2\r\ncountry = DE\r\nlanguage = de\r\nbattery = perhaps\r\n")
        pi.run("start")
        assert pi.asked()[-1] == "--no-block reboot", pi.log()
        label = (pi.boot / "fieldkit-label.txt").read_text(encoding="utf-8-sig")
        assert re.fullmatch(
            r"Feld 2\n\nWLAN +Feld 2\nPasswort +\w{4}-\w{4}-\w{4}\n\w+ +http://10.42.0.1:8080/referee\n"
            r"PIN +\d{8}\n\w+ +http://10.42.0.1:8081/\n",
            label,
        ), label
        assert "battery: 'perhaps' is not allowed; allowed are yes, no" in pi.log()
        settings = pi.root / "etc/fieldkit/kit.toml"
        assert 'name = "Feld 2"' in settings.read_text(encoding="utf-8")
        wants = pi.root / "etc/systemd/system/multi-user.target.wants"
        assert {"fieldkit.target", "fieldkit-card.service"} <= {each.name for each in wants.iterdir()}
        data = pi.root / "var/lib/fieldkit"
        owners = {each.name: each.stat().st_uid for each in data.iterdir() if each.is_file()}
        assert owners.pop("card.json") == 0
        assert {*owners.values()} == {data.stat().st_uid}, owners
        assert "perhaps" in (data / "card.json").read_text(encoding="utf-8")
        # The same zip again brings the file that says nothing: the wishes stay.
        wishes.write_bytes(template)
        pi.run("start")
        assert b"Feld 2" in wishes.read_bytes()
        assert 'name = "Feld 2"' in settings.read_text(encoding="utf-8")
        assert (pi.boot / "fieldkit-label.txt").read_text(encoding="utf-8-sig") == label


def test_the_archive_of_the_card_is_for_debian_13() -> None:
    assert bundle.Kind("aarch64", "3.13") in bundle.KINDS
