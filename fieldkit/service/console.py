"""The kit's messages on the console: its addresses, and warnings about simulated parts."""

import io
import shlex
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from fieldkit.pi import kind_of_pins
from fieldkit.service.address import lan_address
from fieldkit.settings import Settings

POLL_S = 0.1
"""Seconds between two looks at the referee before it answers."""


def say(line: str) -> None:
    """Print a line at once, also into a pipe."""
    print(line, flush=True)


def program() -> str:
    """Return the kit's own command as it can be typed here: with its path if the shell would not find it."""
    import shutil

    own = Path(sys.executable).with_name("fieldkit")
    if shutil.which(own.name) == str(own):
        return own.name
    near = own.is_relative_to(Path.cwd())
    return shlex.quote(str(own.relative_to(Path.cwd()) if near else own))


def stand_ins(settings: Settings, data: Path) -> Iterator[str]:
    """Yield lines that say loudly which parts are simulated, and how to use them in the folder ``data``."""
    folder = shlex.quote(str(data))
    if kind_of_pins(settings.kit.pins) == "mock":
        yield "*** SIMULATED PINS: no horn, and no button works. A Raspberry Pi has real ones. ***"
        yield "    To hear the whistle open the page Whistle, above, in a browser of this computer."
        yield f"    Press the start button with: {program()} button start --data {folder}"
    if not settings.links:
        yield "*** VIRTUAL HOOPS: the settings name no [[links]]; pseudo-terminals stand in for them. ***"
        yield f"    Act on them with: {program()} hoop h1 press wood --data {folder}"


class WebPorts(NamedTuple):
    """The kit's ports: the referee's, and the spectators'."""

    web: int
    spectators: int


def greet(
    settings: Settings,
    ports: WebPorts,
    pin: str,
    is_secure: bool,
    warnings: Iterable[str],
    closing: threading.Event,
) -> None:
    """Print addresses, PIN and ``warnings`` once the referee answers, unless ``closing`` is set before.

    ``is_secure``: tablets use https.
    """
    near = reach(settings.web.host)
    while not _answers(near, ports.web):
        if closing.wait(POLL_S):
            return
    host = lan_address(settings.web.host)
    address, for_all = (f"http://{host}:{port}" for port in ports)
    secure, root = address, ""
    if is_secure:
        secure = f"https{address.removeprefix('http')}"
        root = f"  Root        {address}/trust  (once for each of the referee's tablets)\n"
    rule = "-" * (len(secure) + 23)
    here = f"http://{near}:{ports.web}/whistle"
    has_horn = kind_of_pins(settings.kit.pins) == "gpio"
    whistle = "" if has_horn else f"  Whistle     {here}  (on this computer: plays the blasts)\n"
    say(
        f"{rule}\n  {settings.kit.name} is ready\n"
        f"  Referee     {secure}/referee\n"
        f"  PIN         {pin}\n"
        f"{root}{whistle}"
        f"  Spectators  {for_all}/\n{rule}" + "".join(f"\n{line}" for line in warnings)
    )
    if sys.stdout.isatty():
        say(code_for(f"{secure}/referee#pin={pin}"))
        say("  The referee's tablet joins by this code.")


def code_for(address: str) -> str:
    """Return a QR code of an address for a terminal."""
    # Imported here, since a service has no terminal.
    import segno

    drawn = io.StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue().rstrip("\n")


def reach(host: str) -> str:
    """Return the address by which this machine itself reaches a server that listens on ``host``."""
    return {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}.get(host, host)


def _answers(host: str, port: int) -> bool:
    # By hand: an HTTP client loads ciphers and mail, a third of this small process.
    try:
        with socket.create_connection((host.strip("[]"), port), timeout=2) as line:
            line.sendall(b"GET /api/health HTTP/1.0\r\nHost: localhost\r\n\r\n")
            version, _, status = line.recv(64).partition(b" ")
    except OSError:
        return False
    return version.startswith(b"HTTP/1.") and status[:3] in (b"200", b"503")
