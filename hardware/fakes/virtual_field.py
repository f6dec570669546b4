"""Virtual hoops: pseudo-terminals that speak the real wire formats and behave like readers and nodes."""

import json
import math
import os
import random
import select
import socket
import threading
import time
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from fieldkit.errors import FieldkitError
from fieldkit.settings import UHF_PROTOCOLS, Link, WireFormat
from hardware.fakes.devices import DEVICES, Faults, VirtualNode
from hardware.hoops.formats import FORMATS
from hardware.hoops.frames import FrameKind

UHF_AS_SET: dict[str, Any] = {"region": "EU", "power_dbm": 20.0}
"""The band and power for virtual UHF readers: they have no antenna, so any law allows it."""
CONTROL = "control.sock"
"""The control socket's name in a virtual field's folder."""
MAX_REQUEST_BYTES = 4096
"""The longest line of a request, in bytes."""
ANSWER_S = 2.0
"""The longest wait of `control` for an answer."""


class VirtualHoop:
    """A device at the end of a serial line, for any thread; its ``port`` stays over a replugging."""

    def __init__(
        self,
        hoop: str,
        port: Path,
        protocol: WireFormat = "hk1",
        seed: int = 0,
        faults: Faults | None = None,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.hoop = hoop
        self.port = port
        self.protocol = protocol
        self.faults = faults or Faults()
        self._chance = random.Random(f"{seed} {hoop}")
        self._on_change = on_change
        self._lock = threading.RLock()
        self._ends: tuple[int, int] | None = None
        self.device = DEVICES[protocol](hoop, self._chance, time.monotonic())
        self.replug()

    def press(self, button: str) -> None:
        """Press a button of the hoop."""
        self._act("BTN", button)

    def tag(self, tag: str) -> None:
        """Touch the reader with a tag (hex)."""
        self._act("TAG", tag)

    def hold(self, tag: str, seconds: float) -> None:
        """Keep a tag at the reader; a node tells it once."""
        self._act("TAG", tag, seconds)

    def restart(self) -> None:
        """Switch the device off and on."""
        with self._lock:
            self.device.restart(time.monotonic())
        self._on_change()

    def unplug(self) -> None:
        """Pull the cable: the port is gone for the kit, the device stays alive."""
        with self._lock:
            if self._ends is not None:
                self.port.unlink(missing_ok=True)
                for end in self._ends:
                    os.close(end)
                self._ends = None
        self._on_change()

    def replug(self) -> None:
        """Put the cable back in."""
        with self._lock:
            if self._ends is None:
                # The fake keeps the kit's end open too: without it nobody would, and the line would fail.
                self._ends = line, kit = os.openpty()
                tty.setraw(kit)
                os.set_blocking(line, False)
                fresh = self.port.with_name(f".{self.port.name}.new")
                fresh.unlink(missing_ok=True)
                fresh.symlink_to(os.ttyname(kit))
                fresh.replace(self.port)
        self._on_change()

    close = unplug

    def line(self) -> int | None:
        """Return the number of the open file that brings the kit's bytes; None while unplugged."""
        return None if self._ends is None else self._ends[0]

    def due(self) -> float:
        """Return when `step` has something to do, besides bytes from the kit."""
        with self._lock:
            return self.device.due()

    def step(self, now: float) -> None:
        """Take in what the kit sent and send what is due."""
        with self._lock:
            line = self.line()
            if line is not None:
                with suppress(BlockingIOError):
                    while chunk := os.read(line, 4096):
                        if self._chance.random() >= self.faults.deaf:
                            self.device.hear(chunk)
            for frame in self.device.speak(now):
                spoiled = self.faults.spoil(frame, self._chance)
                # As on a wire, what nobody takes is gone.
                with suppress(BlockingIOError):
                    if line is not None:
                        os.write(line, spoiled)

    def state(self) -> dict[str, Any]:
        """Return what a tester may want to know, as JSON."""
        with self._lock:
            plugged = self._ends is not None
            return {"hoop": self.hoop, "protocol": self.protocol, "plugged": plugged} | self.device.state()

    def _act(self, kind: FrameKind, value: str, seconds: float = 0.0) -> None:
        with self._lock:
            now = time.monotonic()
            self.device.act(kind, value, now, seconds)
            self.step(now)
        self._on_change()


class VirtualField:
    """Virtual hoops with their ports in a folder (``<folder>/h1`` …), served by one thread; see `control`."""

    def __init__(
        self, folder: Path, hoops: Mapping[str, WireFormat], seed: int = 0, faults: Faults | None = None
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._stop = threading.Event()
        self._woken, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        self.hoops = {
            hoop: VirtualHoop(hoop, folder / hoop, protocol, seed, faults, self._wake)
            for hoop, protocol in hoops.items()
        }
        self._control = _Control(folder, self._obey)
        self._thread = threading.Thread(target=self._run, name="virtual field", daemon=True)

    def links(self) -> tuple[Link, ...]:
        """Return the ``[[links]]`` a kit needs to have these hoops."""
        found = []
        for hoop in self.hoops.values():
            own = None if FORMATS[hoop.protocol].nodes else hoop.hoop
            radio = UHF_AS_SET if hoop.protocol in UHF_PROTOCOLS else {}
            found.append(Link(port=str(hoop.port), protocol=hoop.protocol, hoop=own, **radio))
        return tuple(found)

    def start(self) -> None:
        """Bring the hoops to life."""
        self._thread.start()

    def close(self) -> None:
        """Unplug everything and end."""
        self._stop.set()
        with suppress(BlockingIOError):
            os.write(self._waker, b".")
        if self._thread.ident is not None:
            self._thread.join()
        for hoop in self.hoops.values():
            hoop.close()
        self._control.close()
        os.close(self._woken)
        os.close(self._waker)

    def _wake(self) -> None:
        if not self._stop.is_set():
            with suppress(BlockingIOError):
                os.write(self._waker, b".")

    def _run(self) -> None:
        while not self._stop.is_set():
            self._wait()
            with suppress(BlockingIOError):
                os.read(self._woken, 4096)
            now = time.monotonic()
            for hoop in self.hoops.values():
                hoop.step(now)

    def _wait(self) -> None:
        """Sleep until something comes or is due."""
        poll = select.poll()
        lines = [line for hoop in self.hoops.values() if (line := hoop.line()) is not None]
        for number in (self._woken, *lines):
            poll.register(number, select.POLLIN)
        due = min((hoop.due() for hoop in self.hoops.values()), default=math.inf)
        poll.poll(None if due == math.inf else max(0, math.ceil((due - time.monotonic()) * 1000)))

    def _obey(self, request: str) -> dict[str, Any]:
        match request.split():
            case [name, *order] if name in self.hoops:
                hoop = self.hoops[name]
            case _:
                raise FieldkitError(f"name one of the hoops {', '.join(self.hoops)} and what it does")
        match order:
            case ["press", button]:
                hoop.press(button)
            case ["tag", tag]:
                hoop.tag(tag)
            case ["hold", tag, seconds] if seconds.replace(".", "", 1).isdecimal():
                hoop.hold(tag, float(seconds))
            case ["battery", millivolts] if millivolts.isdecimal() and isinstance(hoop.device, VirtualNode):
                hoop.device.battery_mv = int(millivolts)
            case ["unplug" | "replug" | "restart" as act]:
                getattr(hoop, act)()
            case ["state"]:
                pass
            case _:
                raise FieldkitError(
                    f"{name} can: press BUTTON, tag HEX, hold HEX SECONDS, unplug, replug, restart, "
                    "battery MILLIVOLTS (nodes), state"
                )
        return hoop.state()


class _Control:
    """The control socket: lines in, one JSON line out for each, in a thread of each caller's own."""

    def __init__(self, folder: Path, obey: Callable[[str], dict[str, Any]]) -> None:
        self._obey = obey
        self._path = folder / CONTROL
        self._path.unlink(missing_ok=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        with _address(folder) as address:
            self._listener.bind(address)
        self._path.chmod(0o600)
        self._listener.listen()
        threading.Thread(target=self._admit, name="virtual field's control", daemon=True).start()

    def _admit(self) -> None:
        with suppress(OSError):
            while True:
                caller, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(caller,), daemon=True).start()

    def _serve(self, caller: socket.socket) -> None:
        with suppress(OSError), caller, caller.makefile("rb") as lines:
            while (line := lines.readline(MAX_REQUEST_BYTES)).endswith(b"\n"):
                try:
                    answer = self._obey(line.decode("utf-8", "replace"))
                except FieldkitError as error:
                    answer = {"error": str(error)}
                caller.sendall(json.dumps(answer).encode() + b"\n")

    def close(self) -> None:
        """Let nobody in any more."""
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._path.unlink(missing_ok=True)


def control(folder: Path, request: str) -> dict[str, Any]:
    """Act on a hoop of the virtual field in ``folder``, from any process; returns the hoop's state.

    Requests are ``h1 press 1``, ``h1 tag 62E3086CED``, ``h1 hold 62E3086CED 0.5`` (seconds), ``h1 unplug``,
    ``h1 replug``, ``h1 restart``, ``h1 battery 3400`` (mV) and ``h1 state``. Raises FieldkitError for a
    request that cannot be done and where no virtual field is alive.
    """
    try:
        with _address(folder) as address, socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
            caller.settimeout(ANSWER_S)
            caller.connect(address)
            caller.sendall(request.encode() + b"\n")
            with caller.makefile("rb") as lines:
                answer: dict[str, Any] = json.loads(lines.readline())
    except (OSError, ValueError) as error:
        raise FieldkitError(f"no virtual hoops answer in {folder}: {error}") from None
    if "error" in answer:
        raise FieldkitError(answer["error"])
    return answer


@contextmanager
def _address(folder: Path) -> Iterator[str]:
    """Yield a short name of the control socket: the kernel takes none of more than 107 bytes."""
    number = os.open(folder, os.O_PATH | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{number}/{CONTROL}"
    finally:
        os.close(number)
