"""``python -m tests.card``: flash a card, drop the zip onto it, and prove a thing after the other.

With ``--build`` it only builds the card; ``--cuts N`` is how often the power goes in an upgrade (20).
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.card import image
from tests.card.pi import LABEL, Pi
from tests.vm import host
from tests.vm.ground import Failed, NotCarried, must

Zips = Mapping[str, Path]
SPAN_S = 240.0
"""About how long (s) an upgrade takes from the moment on when the machine can be asked."""
_ONE = (
    "cd /opt/fieldkit; for each in */; do case $(readlink .venv) in $each*) ;; *) rm -rf $each ;; esac; done"
)


def first_start(pi: Pi, zips: Zips) -> str:
    """Start a flashed card with the zip, without network: a kit with a Wi-Fi, a label and a page."""
    pi.put(zips["first"])
    began = time.monotonic()
    pi.switch_on()
    pi.restarted()
    installed = time.monotonic()
    pi.logged("runs, and is healthy.")
    healthy = time.monotonic()
    pi.answers()
    pi.shell("cloud-init schema --config-file /boot/firmware/user-data", 300)
    wifi = pi.shell("nmcli -t -f NAME,TYPE connection show --active")
    must("fieldkit-hotspot:802-11-wireless" in wifi, f"no hotspot: {wifi}")
    ssh = pi.shell("systemctl is-enabled ssh.service || true").strip()
    must(ssh == "disabled", f"ssh is {ssh}")
    kinds = pi.shell("uname -r; python3 -V; systemctl --version | head -n 1; cloud-init --version")
    pi.off()
    label = pi.read(LABEL)
    must(re.search(r"PIN +\d{8}", label), f"the label is {label!r}")
    must(re.search(r"Passphrase +\w{4}-\w{4}-\w{4}", label), f"the label is {label!r}")
    return (
        f"installed and restarted after {installed - began:.0f} s, healthy after {healthy - began:.0f} s; "
        f"{', '.join(kinds.split(chr(10))).rstrip(', ')}; the label has PIN and passphrase, ssh is off"
    )


def wrong_wishes(pi: Pi, zips: Zips) -> str:
    """Write mistakes into ``fieldkit.txt``: they are named, and what was right counts."""
    pi.wish("name = Left field\ncountry = DE\nbattery = perhaps\ncolour = red\n")
    pi.switch_on()
    pi.restarted()
    pi.logged("battery: 'perhaps' is not allowed; allowed are yes, no")
    pi.logged("unknown; allowed are name, language")
    settings = pi.shell("cat /etc/fieldkit/kit.toml")
    must('name = "Left field"' in settings, f"the settings are {settings}")
    pi.answers()
    pi.off()
    must("Left field" in pi.read(LABEL), "the label has another name")
    return "two mistakes named, the name and the country count"


def upgrade(pi: Pi, zips: Zips) -> str:
    """Upgrade by the same drop; the wishes stay."""
    pi.put(zips["new"])
    began = time.monotonic()
    pi.start()
    pi.logged("fieldkit-0.2.0 runs, and is healthy.", 2 * 600)
    must(pi.version() == "fieldkit-0.2.0", f"{pi.version()} runs")
    must('"Left field"' in pi.shell("cat /etc/fieldkit/kit.toml"), "the wishes are gone")
    pi.answers()
    pi.off()
    return f"healthy after {time.monotonic() - began:.0f} s, the wishes stayed"


def ill_upgrade(pi: Pi, zips: Zips) -> str:
    """Drop a version that does not come up: it goes again by itself."""
    pi.put(zips["ill"])
    began = time.monotonic()
    pi.start()
    pi.logged("fieldkit-0.3.0 did not come up healthy: fieldkit-0.2.0 runs again.", 4 * 600)
    back = time.monotonic()
    pi.logged("fieldkit-0.3.0 is not healthy")
    must(pi.version() == "fieldkit-0.2.0", f"{pi.version()} runs")
    time.sleep(60)
    pi.answers()
    must("0.3.0" in pi.shell("cat /var/lib/fieldkit/card.json"), "the check knows nothing")
    pi.off()
    return f"the version before ran again after {back - began:.0f} s"


def cuts(pi: Pi, zips: Zips, times: int = 20) -> str:
    """Cut the power in upgrades: the old or the new version is there, and the next start ends it."""
    pi.start()
    pi.shell(_ONE)
    pi.off()
    draw, found = random.Random(1), {"fieldkit-0.1.0": 0, "fieldkit-0.2.0": 0}
    for number in range(times):
        wanted = "first" if number % 2 == 0 else "new"
        pi.put(zips[wanted])
        pi.start()
        time.sleep(draw.uniform(0, SPAN_S))
        pi.cut()
        pi.start()
        runs = pi.version()
        must(runs in found, f"after cut {number + 1} {runs!r} runs")
        found[runs] += 1
        goal = "fieldkit-0.1.0" if wanted == "first" else "fieldkit-0.2.0"
        last = time.monotonic() + 1800
        while pi.version() != goal or pi.state()["good"] not in pi.shell("readlink /opt/fieldkit/.venv"):
            must(time.monotonic() < last, f"after cut {number + 1} it does not become {goal}")
            time.sleep(2)
        pi.answers()
        # Else the version of the next time were there already.
        pi.shell(_ONE)
        pi.off()
    return f"{times} cuts: " + ", ".join(f"{name} {n} times" for name, n in found.items()) + ", never neither"


PROOFS: tuple[tuple[str, Callable[[Pi, Zips], str]], ...] = (
    ("first start", first_start),
    ("wrong fieldkit.txt", wrong_wishes),
    ("upgrade", upgrade),
    ("ill upgrade", ill_upgrade),
)


def main() -> int:
    """Return the exit code: 0 also where the package archive does not carry what the card is built of."""
    parser = argparse.ArgumentParser(description="Prove a card in a machine with a Pi's processor.")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--cuts", type=int, default=20)
    given = parser.parse_args()
    if (refusal := host.refusal()) is not None:
        print(refusal, file=sys.stderr)
        return 2
    began = time.monotonic()
    try:
        with host.alone():
            host.prepare(image.PROGRAMS)
            made, zips = image.image(), image.zips()
            _say(f"built in {time.monotonic() - began:.0f} s: {made.name}")
            if not given.build:
                _prove(made, zips, given.cuts)
    except NotCarried as lack:
        _say(f"not run: the package archive does not carry what the card is built of: {lack}")
    except Failed as failure:
        _say(f"FAIL  {failure}")
        return 1
    return 0


def _prove(made: Path, zips: Zips, times: int) -> None:
    proofs = [*PROOFS, *([("power cuts", lambda pi, zips: cuts(pi, zips, times))] if times else [])]
    with Pi(made) as pi:
        for name, proof in proofs:
            began = time.monotonic()
            try:
                said = proof(pi, zips)
            except Failed:
                _say("\n".join(pi.log(60)))
                raise
            _say(f"ok    {name} ({time.monotonic() - began:.0f} s): {said}")


def _say(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
