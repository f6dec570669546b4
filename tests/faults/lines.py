"""Noise on ten serial lines with good frames in it, and cables that are pulled with frames in flight."""

import contextlib
import json
import os
import random
import select
import sqlite3
import threading
import time
import tty
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fieldkit.messages import FrameId
from hardware.fakes.virtual_field import VirtualHoop
from hardware.hoops.frames import TAILS, encode_hk1, encode_tag
from hardware.hoops.hoop import FRAMES_A_SECOND
from tests.faults.figures import Figure
from tests.faults.kits import Played, folder, in_play, running
from tests.process.conftest import TAGS, Kit

NEEDS: tuple[str, ...] = ()
NOISE_S, SHORT_NOISE_S = 20.0, 3.0
PULLS, SHORT_PULLS = 120, 10
CHUNK = 4096
"""The most noise (bytes) at once."""
FRAMES_A_S = 0.75 * FRAMES_A_SECOND
"""How many good frames a line brings in a second: fewer than a node may."""
LINES = {"hk1": 6, "rdm6300": 2, "id12": 2}
"""How many lines speak each wire format."""
OPEN_S = 20.0
"""How long the kit may take to open its ports."""
FLUSH_S = 0.2
"""What waits on a port that is being opened is dropped; none does so for longer."""
READ_S = 20.0
"""How long the kit may take to have read all that was sent."""
TAG_IDS = [line.split('"')[1] for line in TAGS.splitlines()[1:]]
Encode = Callable[[int], bytes]


def run(short: bool) -> list[Figure]:
    """Noise, then pulled cables."""
    noise_s, pulls = (SHORT_NOISE_S, SHORT_PULLS) if short else (NOISE_S, PULLS)
    return [_noise(noise_s), *_pulled(pulls)]


@dataclass
class _Line:
    """One line: its far end, the port at the kit, and what encodes its frame of a number."""

    far: int
    port: str
    encode: Encode
    good: int = 0
    noise: int = 0

    def wait(self) -> None:
        """Wait until the kit has opened the port; a reader does not say again what came before."""
        hung_up = select.poll()
        hung_up.register(self.far, 0)
        last = time.monotonic() + OPEN_S
        while hung_up.poll(0):
            assert time.monotonic() < last, f"{self.port} is not opened within {OPEN_S:.0f} s"
            time.sleep(0.01)
        time.sleep(FLUSH_S)

    def speak(self, seconds: float, seed: int) -> None:
        """Send noise, now and then with a good frame behind it, and take off what the kit answers."""
        chance = random.Random(seed)
        begin = time.monotonic()
        while (now := time.monotonic()) < begin + seconds:
            noise = chance.randbytes(chance.randrange(CHUNK))
            self.noise += len(noise)
            frame = b""
            if self.good < (now - begin) * FRAMES_A_S:
                self.good += 1
                frame = self.encode(self.good)
            self._write(noise + frame)

    def _write(self, raw: bytes) -> None:
        """All of it, however slowly the kit reads; what it says meanwhile is taken off the line."""
        while raw:
            with contextlib.suppress(BlockingIOError):
                raw = raw[os.write(self.far, raw) :]
            with contextlib.suppress(BlockingIOError):
                os.read(self.far, 65536)
            if raw:
                time.sleep(0.001)


def _noise(seconds: float) -> Figure:
    with folder() as place, _lines() as lines:
        settings = "".join(_link(line, protocol, hoop) for line, protocol, hoop in lines)
        kit = Kit(place)
        with kit.settings.open("a", encoding="utf-8") as file:
            file.write(settings)
        try:
            kit.start()
            kit.create(round_seconds=60, balls_per_kind=60)
            for line, _, _ in lines:
                line.wait()
            with ThreadPoolExecutor(len(lines)) as pool:
                list(pool.map(lambda n: lines[n][0].speak(seconds, n), range(len(lines))))
            sent = sum(line.good for line, _, _ in lines)
            there = _until_there(kit.data / "journal.sqlite3", sent)
            noted = kit.command("note", team="red", text="still there?")[0]
        finally:
            if kit.started:
                kit.end()
    megabytes = sum(line.noise for line, _, _ in lines) / 1e6
    return Figure(
        "noise on the lines",
        f"{megabytes:.0f} MB on {len(lines)} lines; {there} of {sent} good frames in it are on the record; "
        f"a command after it is answered {noted}",
        "each frame, once",
        there == sent and noted == 200,
    )


@contextlib.contextmanager
def _lines() -> Iterator[list[tuple[_Line, str, str]]]:
    """Yield the lines with their wire formats and hoops."""
    made = []
    for number, protocol in enumerate(name for name, count in LINES.items() for _ in range(count)):
        far, near = os.openpty()
        tty.setraw(near)
        os.set_blocking(far, False)
        hoop = f"h{number + 1}"
        made.append((_Line(far, os.ttyname(near), _encoder(protocol, hoop)), protocol, hoop))
        # The far end sees by this when the kit has opened it.
        os.close(near)
    try:
        yield made
    finally:
        for line, _, _ in made:
            os.close(line.far)


def _encoder(protocol: str, hoop: str) -> Encode:
    """Frames of a node are numbered; a reader's follow each other with one ball after the other."""
    if protocol == "hk1":
        return lambda number: encode_hk1(FrameId(hoop, "0F0F", number), 0, "BTN", str(number % 4 + 1))
    tail = TAILS["rdm6300" if protocol == "rdm6300" else "id12"]
    return lambda number: encode_tag(TAG_IDS[number % len(TAG_IDS)], tail)


def _link(line: _Line, protocol: str, hoop: str) -> str:
    of_hoop = "" if protocol == "hk1" else f'hoop = "{hoop}"\nrepeat_ms = 0\n'
    return f'[[links]]\nport = "{line.port}"\nprotocol = "{protocol}"\n{of_hoop}'


def _until_there(journal: Path, wanted: int) -> int:
    """How many sightings are on the record, once it is as many as wanted or no more come."""
    last = time.monotonic() + READ_S
    while (there := _sightings(journal)) < wanted and time.monotonic() < last:
        time.sleep(0.1)
    # One too many would come right behind.
    time.sleep(0.3)
    return max(there, _sightings(journal))


def _sightings(journal: Path) -> int:
    with contextlib.closing(sqlite3.connect(f"{journal.as_uri()}?mode=ro", uri=True)) as db:
        inputs = [json.loads(given)["type"] for (given,) in db.execute("SELECT input FROM records")]
    return inputs.count("sighting")


def _pulled(pulls: int) -> list[Figure]:
    with folder() as place, running(place) as played:
        with in_play(played):
            pullers = [
                threading.Thread(target=_pull, args=(hoop, pulls // len(played.hoops)))
                for hoop in played.hoops
            ]
            for puller in pullers:
                puller.start()
            for puller in pullers:
                puller.join()
        silent = _silent(played)
        wrong = played.wrong()
    return [
        Figure(
            "cables pulled",
            f"{pulls} times; {played.books}; {'; '.join(wrong) or 'all there once, chain whole'}; "
            f"{silent} of {len(played.hoops)} lines stay silent",
            "each answered thing there, once",
            not wrong and not silent,
        )
    ]


def _pull(hoop: VirtualHoop, times: int) -> None:
    chance = random.Random(hoop.hoop)
    for _ in range(times):
        time.sleep(chance.uniform(0.02, 0.6))
        hoop.unplug()
        time.sleep(chance.uniform(0.01, 0.3))
        hoop.replug()


def _silent(played: Played) -> int:
    """How many lines the kit does not hear again."""
    names = {hoop.hoop for hoop in played.hoops}

    def silent(view: dict[str, object]) -> int:
        hoops = view["hoops"]
        assert isinstance(hoops, list)
        return sum(each["link"] != "ok" for each in hoops if each["id"] in names)

    with contextlib.suppress(AssertionError):
        played.kit.wait(lambda view: not silent(view), READ_S)
    return silent(played.kit.view)
