"""How long a change takes from the referee to the screens, with 1, 50 and 200 of them."""

import asyncio
import http.client
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from fieldkit.settings import Settings
from tests.web.conftest import RunningKit

SCREENS = (1, 50, 200)
CHANGES = 40
APART_S = 0.05
VIEW_BYTES = 8000
COMMANDS = 200


def run() -> list[str]:
    """One line for each number of screens, and one for commands; takes about 10 s."""
    with tempfile.TemporaryDirectory() as folder:
        kit = RunningKit(Path(folder), Settings())
        try:
            return [*(_changes(kit, screens) for screens in SCREENS), _commands(kit)]
        finally:
            kit.stop()


def _changes(kit: RunningKit, screens: int) -> str:
    kit.referee.show(sent_ns=-1)
    listeners = subprocess.Popen(
        [sys.executable, "-m", "tests.bench.web", str(kit.port), str(screens)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    with listeners:
        assert listeners.stdout is not None
        listeners.stdout.readline()
        for _ in range(CHANGES):
            kit.referee.show(filling="x" * VIEW_BYTES, sent_ns=time.monotonic_ns())
            time.sleep(APART_S)
        kit.referee.show(sent_ns=0)
        late = sorted(json.loads(listeners.stdout.readline()))
    took = f"p50 {_at(late, 0.5):.1f} ms, p99 {_at(late, 0.99):.1f} ms"
    return (
        f"change to {screens} screen{'s' * (screens > 1)}: {took} ({len(late)} of {CHANGES * screens} seen)"
    )


def _commands(kit: RunningKit) -> str:
    """Commands one after the other on one connection, the referee answering at once."""
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=5)
    took = []
    for n in range(COMMANDS):
        began = time.monotonic_ns()
        connection.request("POST", "/api/commands", json.dumps({"id": str(n), "type": "note"}), kit.bearer)
        connection.getresponse().read()
        took.append(time.monotonic_ns() - began)
    connection.close()
    took.sort()
    return f"command to answer, without a referee: p50 {_at(took, 0.5):.1f} ms, p99 {_at(took, 0.99):.1f} ms"


def _at(sorted_ns: list[int], part: float) -> float:
    return sorted_ns[int(part * (len(sorted_ns) - 1))] / 1e6


class _Screen(asyncio.Protocol):
    """Notes how old each change is when it arrives; one sent at 0 is the last."""

    def __init__(self, late: list[int], ready: asyncio.Semaphore, over: asyncio.Semaphore) -> None:
        self._late = late
        self._ready = ready
        self._over = over
        self._read = b""

    def connection_made(self, transport: Any) -> None:
        transport.write(b"GET /api/feed HTTP/1.1\r\nHost: kit\r\n\r\n")

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        *events, self._read = (self._read + data).split(b"\n\n")
        for event in events:
            if b"retry:" in event:
                self._ready.release()
                continue
            _, found, rest = event.partition(b'"sent_ns":')
            sent = int(rest.partition(b"}")[0]) if found else -1
            if sent > 0:
                self._late.append(now - sent)
            elif sent == 0:
                self._over.release()


async def _listen(port: int, screens: int) -> None:
    loop = asyncio.get_running_loop()
    late: list[int] = []
    ready, over = asyncio.Semaphore(0), asyncio.Semaphore(0)
    opened = [
        (await loop.create_connection(lambda: _Screen(late, ready, over), "127.0.0.1", port))[0]
        for _ in range(screens)
    ]
    for _ in range(screens):
        await ready.acquire()
    print("ready", flush=True)
    for _ in range(screens):
        await over.acquire()
    print(json.dumps(late), flush=True)
    for transport in opened:
        transport.close()


if __name__ == "__main__":
    asyncio.run(_listen(int(sys.argv[1]), int(sys.argv[2])))
