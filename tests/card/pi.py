"""The machine of the trial: a Pi's processor, one card, no network, and nothing of a Pi besides."""

from __future__ import annotations

import json
import tempfile
import time
from pathlib import Path

from tests.card.image import drop, taken, unpacked
from tests.vm.ground import Failed, must
from tests.vm.machine import Machine

COMMAND_S = 180.0
RESTART_S = 1500.0
"""How long the machine may take to install, and to end for its restart."""
HEALTHY_S = 600.0
LOG, LABEL, WISHES = "fieldkit-log.txt", "fieldkit-label.txt", "fieldkit.txt"
PROGRAM = "/opt/fieldkit/.venv/bin/fieldkit"
ASK = "python3 -c 'import urllib.request as r; print(r.urlopen(\"http://127.0.0.1:8080/api/health\").status)'"

_MASKED = " ".join(f"systemd.mask=systemd-networkd{each}" for each in (".service", "-wait-online.service"))
"""Raspberry Pi OS leaves the network to NetworkManager alone."""


class Pi(Machine):
    """The machine; what is put onto its card while it is off, and what it says of itself while it is on."""

    PROGRAM = "qemu-system-aarch64"
    BOOT_S = 600.0

    def hardware(self, image: Path, folder: Path) -> list[str]:
        """Return QEMU's words for the machine."""
        disk = f"driver=nbd,node-name=disk,server.type=unix,server.path={folder}/disk.sock"
        return [
            *("-accel", "tcg,thread=multi", "-machine", "virt", "-cpu", "cortex-a72", "-smp", "2"),
            *("-m", "1024", "-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"),
            *("-kernel", f"{image}/kernel", "-initrd", f"{image}/initrd"),
            *("-append", f"console=ttyAMA0 quiet {_MASKED}", "-serial", f"file:{folder}/console.log"),
            *("-blockdev", disk, "-device", "virtio-blk-pci,drive=disk"),
            *("-chardev", f"socket,id=agent,path={folder}/agent.sock,server=on,wait=off"),
            *("-device", "virtio-serial-pci"),
            *("-device", "virtserialport,chardev=agent,name=org.qemu.guest_agent.0"),
            *("-qmp", f"unix:{folder}/qmp.sock,server=on,wait=off"),
        ]

    def put(self, file: Path) -> None:
        """Unpack a zip onto the card, or put a text there; the machine is off."""
        with tempfile.TemporaryDirectory() as passing:
            if file.suffix == ".zip":
                unpacked(file, Path(passing))
            else:
                (Path(passing) / file.name).write_bytes(file.read_bytes())
            drop(self.disk, Path(passing))

    def wish(self, text: str) -> None:
        """Write ``fieldkit.txt``; the machine is off."""
        with tempfile.TemporaryDirectory() as passing:
            (Path(passing) / WISHES).write_text(text, encoding="utf-8")
            drop(self.disk, Path(passing))

    def read(self, name: str) -> str:
        """Return a text of the card; the machine is off."""
        return taken(self.disk, name)

    def restarted(self) -> None:
        """Wait until the machine has ended for its restart, and switch it on again."""
        self.ended(RESTART_S)
        self.start()

    def off(self) -> None:
        """Switch it off as from the tablet."""
        self.begin("systemctl --no-block poweroff")
        self.ended(HEALTHY_S)

    def logged(self, line: str, seconds: float = HEALTHY_S) -> None:
        """Wait until the log on the card has a line. Raises Failed with the log's end."""
        last = time.monotonic() + seconds
        while line not in (log := self.shell(f"cat /boot/firmware/{LOG} || true", COMMAND_S)):
            if time.monotonic() > last:
                raise Failed(f"{line!r} is not in the log: {log[-1500:]}")
            time.sleep(1)

    def version(self) -> str:
        """Return the version that runs: its program must do, and the services be its own."""
        said = self.shell(f"{PROGRAM} --help >/dev/null && cat /opt/fieldkit/.venv/../whole", COMMAND_S)
        return said.strip()

    def state(self) -> dict[str, object]:
        """Return the memory of the card's program."""
        found: dict[str, object] = json.loads(self.shell("cat /opt/fieldkit/state.json", COMMAND_S))
        return found

    def answers(self) -> None:
        """Require a page that answers, and services that run."""
        must(self.shell(ASK, COMMAND_S).strip() == "200", "the page does not answer")
        self.shell("systemctl is-active fieldkit-whistle fieldkit-referee fieldkit-spectators", COMMAND_S)
