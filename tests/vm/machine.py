"""The machine: QEMU with a disk whose power can be cut, a USB hoop that can be pulled, and a shell inside.

The disk is served by nbdkit with a write-back cache of its own: what the guest writes is on the disk only
once the guest has flushed it, as with a real disk or card. Cutting the power kills both at once: every write
that was not flushed is lost, be it in the guest's memory or on its way, and every flushed one is there. This
does not show a disk that lies about flushing, nor one that tears a sector.
"""

from __future__ import annotations

import base64
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

from tests.vm.channel import Channel
from tests.vm.ground import CACHE, Failed, must, run, until

BOOT_S = 180.0
COMMAND_S = 60.0
WEB = 8080
CPU = "max"
HOOP = {"chardev": "hoop", "serial": "hoop", "always-plugged": True}
"""A USB serial line whose far end is a socket; the kernel knows it by its serial number."""


class Machine:
    """A machine with a disk of its own, made from an image; use it as a context. Raises Failed throughout."""

    PROGRAM = "qemu-system-x86_64"
    BOOT_S = BOOT_S

    def __init__(self, image: Path) -> None:
        self.port = 0
        self._image = image
        self.disk = CACHE / "disk"
        self._running: list[subprocess.Popen[bytes]] = []
        self._channels: dict[str, Channel] = {}

    def __enter__(self) -> Machine:
        run(["cp", "--sparse=always", self._image / "disk", self.disk], COMMAND_S)
        # The name of a socket must be short.
        self._folder = Path(tempfile.mkdtemp(prefix="fieldkit-vm-"))
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        self.cut()
        shutil.rmtree(self._folder, ignore_errors=True)
        self.disk.unlink(missing_ok=True)

    @property
    def hoop_line(self) -> Path:
        """The socket at the far end of the USB hoop's cable."""
        return self._folder / "hoop.sock"

    def log(self, lines: int) -> list[str]:
        """Return its log's last lines or, if it is silent, those of its console and the programs behind."""
        try:
            # The agent writes down each command that it was given.
            command = f"journalctl -b --no-pager -o short-monotonic | grep -v qemu-ga | tail -n {lines}"
            return self.shell(command).splitlines()
        except Failed:
            said = [path.read_text(errors="replace") for path in sorted(self._folder.glob("*.log"))]
            return [line for text in said for line in text.splitlines()[-lines:]]

    def start(self) -> None:
        """Switch it on, and wait until its shell answers."""
        self.switch_on()
        self._channels["agent"].sync(self.BOOT_S)

    def switch_on(self) -> None:
        """Switch it on."""
        server = self._folder / "disk.sock"
        cached = ["--filter=cache", "file", str(self.disk), "cache=writeback"]
        self._launch(["nbdkit", "--foreground", "--unix", str(server), *cached])
        until(server.exists, 10, "a disk")
        self._launch([self.PROGRAM, *self.hardware(self._image, self._folder)])
        for name in ("qmp", "agent"):
            self._channels[name] = Channel(self._folder / f"{name}.sock")
        self._ask("qmp", "qmp_capabilities")
        forwarded = self._ask("qmp", "human-monitor-command", {"command-line": "info usernet"})
        ports = re.findall(r"127\.0\.0\.1\s+(\d+)\s", forwarded)
        self.port = int(ports[0]) if ports else 0

    def hardware(self, image: Path, folder: Path) -> list[str]:
        """Return QEMU's words for the machine."""
        return _hardware(image, folder)

    def cut(self) -> None:
        """Cut its power: it and its disk's cache are gone at once."""
        # The disk first, so that it cannot make use of the other's end.
        for process in self._running:
            process.kill()
        for process in self._running:
            process.wait(10)
        for channel in self._channels.values():
            channel.close()
        self._running.clear()
        self._channels.clear()
        for path in self._folder.glob("*.sock"):
            path.unlink()

    def ended(self, seconds: float) -> None:
        """Wait until it has switched itself off, and let go of its disk."""
        machine = self._running[-1]
        until(lambda: machine.poll() is not None, seconds, "the machine's end")
        must(machine.returncode == 0, f"QEMU ended with {machine.returncode}")
        self.cut()

    def shell(self, command: str, seconds: float = COMMAND_S) -> str:
        """Run a command in it, as root; what it printed. Raises Failed also for an exit code."""
        return self.result(self.begin(command), command, seconds)

    def begin(self, command: str) -> int:
        """Start a command in it; what `result` needs."""
        asked = {"path": "/bin/sh", "arg": ["-c", command], "capture-output": True}
        return int(self._ask("agent", "guest-exec", asked)["pid"])

    def result(self, pid: int, command: str, seconds: float = COMMAND_S) -> str:
        """Wait until a command that was begun has ended, and return what it printed."""
        last = time.monotonic() + seconds
        while not (state := self._ask("agent", "guest-exec-status", {"pid": pid}))["exited"]:
            if time.monotonic() > last:
                raise Failed(f"{command}: did not end within {seconds:.0f} s")
            time.sleep(0.05)
        said, complaint = (
            base64.b64decode(state.get(name, "")).decode(errors="replace")
            for name in ("out-data", "err-data")
        )
        must(state.get("exitcode") == 0, f"{command}: {complaint.strip() or said.strip() or state}")
        return said

    def unplug(self) -> None:
        """Pull the USB hoop's cable."""
        self._ask("qmp", "device_del", {"id": "hoop"})
        self._channels["qmp"].event("DEVICE_DELETED", COMMAND_S)

    def plug(self) -> None:
        """Put the cable back in."""
        self._ask("qmp", "device_add", {"driver": "usb-serial", "id": "hoop"} | HOOP)

    def _ask(self, name: str, question: str, arguments: Mapping[str, Any] | None = None) -> Any:
        must(name in self._channels, "the machine is off")
        return self._channels[name].ask(question, arguments)

    def _launch(self, command: Sequence[str]) -> None:
        """Start a program that ends with this one, however this one ends."""
        kept = ["setpriv", "--pdeathsig", "KILL", *command]
        with (self._folder / f"{command[0]}.log").open("ab") as log:
            self._running.append(
                subprocess.Popen(kept, stdin=subprocess.DEVNULL, stdout=log, stderr=log, process_group=0)
            )


def _hardware(image: Path, folder: Path) -> list[str]:
    """QEMU's words for the machine; what it does not need to have makes it slower."""
    disk = f"driver=nbd,node-name=disk,server.type=unix,server.path={folder}/disk.sock"
    hoop = ",".join(f"{key}={'on' if value is True else value}" for key, value in HOOP.items())
    return [
        *("-accel", "tcg,thread=multi", "-machine", "pc", "-cpu", CPU, "-smp", "2", "-m", "1024"),
        *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none"),
        *("-kernel", f"{image}/kernel", "-initrd", f"{image}/initrd"),
        *("-append", "console=ttyS0 quiet systemd.show_status=yes", "-serial", f"file:{folder}/console.log"),
        *("-blockdev", disk, "-device", "virtio-blk-pci,drive=disk"),
        *("-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:0-:{WEB}"),
        *("-device", "virtio-net-pci,netdev=net,romfile="),
        *("-chardev", f"socket,id=agent,path={folder}/agent.sock,server=on,wait=off"),
        *(
            "-device",
            "virtio-serial-pci",
            "-device",
            "virtserialport,chardev=agent,name=org.qemu.guest_agent.0",
        ),
        *("-chardev", f"socket,id=hoop,path={folder}/hoop.sock,server=on,wait=off"),
        *("-device", "qemu-xhci", "-device", f"usb-serial,id=hoop,{hoop}"),
        *("-qmp", f"unix:{folder}/qmp.sock,server=on,wait=off"),
    ]
