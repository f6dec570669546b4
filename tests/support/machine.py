"""The outside programs that some tests need: the one place that knows them and their Debian packages.

A test says ``@pytest.mark.needs("browser")``. Run as a program, this prints the packages that are missing;
it does so before there is an environment, so nothing but the standard library is imported here.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
NODE_MODULES = ROOT / ".venv/node/node_modules"
WASM = {which: NODE_MODULES / which / "micropython.mjs" for which in ("oldest", "newest")}
"""MicroPython for node: the oldest that the firmware runs on, and the newest that npm has.

``make test`` fetches both with npm, under these names.
"""
TSC = NODE_MODULES / ".bin/tsc"
"""TypeScript's checker, fetched with it."""
PUPPETEER = NODE_MODULES / "puppeteer-core/lib/esm/puppeteer/puppeteer-core.js"
"""What drives Firefox, fetched with it too."""
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""Debian's Chromium, the one without a window first: it is smaller and starts faster."""
MOST_PATIENCE = 5.0
"""What is later than that has another cause than a busy machine."""
SHELL, FALLBACK = "chromium-headless-shell", "chromium"
"""The package of the browser, and what there is where a distribution does not carry it."""


def patience() -> float:
    """Return how many times longer than alone a process may take here: others may wait for the same cores."""
    return min(MOST_PATIENCE, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


@dataclass(frozen=True)
class Need:
    """Something of the machine: what it brings to the tests, how to look for it and how to get it."""

    brings: str
    there: Callable[[], bool]
    packages: Mapping[str, str]
    """Each package, and a program of it whose absence means that the package is missing."""
    cure: str = ""
    """What helps where no package does."""


def all_there(*programs: str) -> bool:
    """Whether every one of these programs is on the PATH."""
    return all(map(shutil.which, programs))


def chromium() -> str | None:
    """Return the machine's own Chromium; None where there is none."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


def playwrights_own() -> bool:
    """Whether playwright has fetched a browser of its own."""
    folder = os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright"
    return any(Path(folder).glob("chromium*"))


def minibrowser() -> str | None:
    """WebKitGTK's small browser, which lies beside its library; None where there is none."""
    return next((str(one) for one in sorted(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"))), None)


def postgres_programs() -> Path | None:
    """Where Debian keeps the programs of its newest PostgreSQL server, on no PATH; None without one."""
    found = [each.parent for each in Path("/usr/lib/postgresql").glob("*/bin/postgres")]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


def mosquitto() -> str | None:
    """Debian's broker of MQTT, which only root's PATH has: also beside the folders of another's."""
    folders = (Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder)
    beside = os.pathsep.join(str(folder.parent / "sbin") for folder in folders)
    return shutil.which("mosquitto") or shutil.which("mosquitto", path=beside)


def _has_namespaces(*order: str) -> bool:
    """Whether one may have a network, or disks, of one's own, and run an order there."""
    if not all_there("unshare", "ip"):
        return False
    return subprocess.run(["unshare", *order], capture_output=True, check=False).returncode == 0


NEEDS: Mapping[str, Need] = {
    "browser": Need(
        "the pages in a real Chromium", lambda: bool(chromium()) or playwrights_own(), {SHELL: SHELL}
    ),
    "firefox": Need(
        "the pages in Firefox",
        lambda: (
            all_there("node") and (all_there("firefox-esr") or all_there("firefox")) and PUPPETEER.exists()
        ),
        {"firefox-esr": "firefox-esr", "nodejs": "node", "npm": "npm"},
        "let npm reach its registry",
    ),
    "webkit": Need(
        "the pages in WebKit",
        lambda: all_there("WebKitWebDriver", "Xvfb") and bool(minibrowser()),
        {"webkit2gtk-driver": "WebKitWebDriver", "xvfb": "Xvfb"},
    ),
    "screen": Need("the scoreboard's window on a real X screen", lambda: all_there("Xvfb"), {"xvfb": "Xvfb"}),
    "firmware": Need(
        "the hoop firmware in MicroPython",
        lambda: all_there("node") and all(each.exists() for each in WASM.values()),
        {"nodejs": "node", "npm": "npm"},
        "let npm reach its registry",
    ),
    "checker": Need(
        "the pages' scripts against the description of the interface",
        lambda: all_there("node") and TSC.exists(),
        {"nodejs": "node", "npm": "npm"},
        "let npm reach its registry",
    ),
    "units": Need(
        "the services, as systemd's own programs take them",
        lambda: all_there("systemd-analyze", "systemctl", "systemd-sysusers", "systemd-tmpfiles"),
        {"systemd": "systemd-analyze"},
    ),
    "network": Need(
        "the hotspot, as NetworkManager takes it", lambda: all_there("nmcli"), {"network-manager": "nmcli"}
    ),
    "names": Need(
        "the names of the kit's Wi-Fi, as its name server tells them",
        lambda: all_there("dnsmasq", "systemd-socket-activate"),
        {"dnsmasq-base": "dnsmasq", "systemd": "systemd-socket-activate"},
    ),
    "broker": Need(
        "what a field tells a real broker of MQTT", lambda: bool(mosquitto()), {"mosquitto": "mosquitto"}
    ),
    "nginx": Need(
        "the hub's pages behind a real nginx", lambda: all_there("nginx"), {"nginx-light": "nginx"}
    ),
    "postgres": Need(
        "a hub's event in a real PostgreSQL",
        lambda: all_there("pg_ctlcluster", "setpriv") and postgres_programs() is not None,
        # Its programs are on no PATH of Debian's.
        {"postgresql": "initdb"},
    ),
    "shellcheck": Need(
        "a look at the shell scripts", lambda: all_there("shellcheck"), {"shellcheck": "shellcheck"}
    ),
    "clock": Need("a clock of the day that jumps", lambda: all_there("faketime"), {"faketime": "faketime"}),
    "loop": Need(
        "disks that fail and power that is cut",
        lambda: os.geteuid() == 0 and Path("/dev/loop-control").exists() and all_there("mkfs.ext4"),
        {},
        "run it as root, with loop devices and e2fsprogs",
    ),
    "namespaces": Need(
        "tablets behind a bad network",
        lambda: Path("/dev/net/tun").exists() and _has_namespaces("--net", "ip", "link", "set", "lo", "up"),
        {"iproute2": "ip"},
        "run it as root, where /dev/net/tun is",
    ),
    "mounts": Need(
        "a service's process as its own user finds the disk",
        lambda: os.geteuid() == 0 and _has_namespaces("--mount", "true"),
        {},
        "run it as root, where unshare --mount may",
    ),
    "root": Need("giving files to a user", lambda: os.geteuid() == 0, {}, "run it as root"),
}
"""By the name that a test gives to the mark ``needs``."""


def all_wanted() -> bool:
    """Whether nothing may be left out: FIELDKIT_TEST_ALL=1."""
    return os.environ.get("FIELDKIT_TEST_ALL") == "1"


def missing(names: Collection[str]) -> list[str]:
    """Which of these needs the machine does not meet. Raises KeyError for a name that is none."""
    return [name for name in dict.fromkeys(names) if not NEEDS[name].there()]


def packages(names: Collection[str]) -> list[str]:
    """Return the packages that these needs lack on this machine, each once."""
    lacking = [
        package
        for name in names
        if not NEEDS[name].there()
        for package, program in NEEDS[name].packages.items()
        if not shutil.which(program)
    ]
    return list(dict.fromkeys(lacking))


def carried(package: str) -> bool:
    """Whether apt knows a package; without apt nobody can say that it does not."""
    if not shutil.which("apt-cache"):
        return True
    return subprocess.run(["apt-cache", "show", package], capture_output=True, check=False).returncode == 0


def to_install(names: Collection[str], known: Callable[[str], bool] = carried) -> list[str]:
    """Return the packages to name in ``apt-get install``, by what this distribution carries."""
    return [FALLBACK if each == SHELL and not known(each) else each for each in packages(names)]


def cures(names: Collection[str]) -> list[str]:
    """Return what to do for all these needs: the packages in one line, then what no package helps."""
    wanted = to_install(names)
    lines = [f"To run them too: apt-get install {' '.join(wanted)}"] if wanted else []
    others = [name for name in names if not packages([name]) and NEEDS[name].cure]
    return lines + [f"For {name}: {NEEDS[name].cure}." for name in others]


if __name__ == "__main__":
    print(*to_install(list(NEEDS)))
