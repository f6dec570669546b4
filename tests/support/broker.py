"""A broker of MQTT of a test's own: a real mosquitto on a free port, and one who listens to all it passes on.

A test that uses it needs ``broker`` (`tests.support.machine`).
"""

import contextlib
import json
import signal
import socket
import subprocess
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

from tests.support.machine import mosquitto

WITHIN_S = 60.0
"""Within this much anything happens, also on a machine that is busy."""
T = TypeVar("T")


def until(look: Callable[[], T], what: str, seconds: float = WITHIN_S) -> T:
    """Return the first true result of ``look``; fails after ``seconds``."""
    last = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < last, f"{what}: not within {seconds} s"
        threading.Event().wait(0.02)
    return found


class Mosquitto:
    """A mosquitto that runs from `start` to `end`, always on one port; ``more`` are lines of its settings.

    With ``tls``, a file with its key and certificates, it speaks TLS alone.
    """

    def __init__(self, folder: Path, *more: str, tls: Path | None = None) -> None:
        self.folder, self._more = folder, more
        if tls is not None:
            self._more = (*more, f"certfile {tls}", f"keyfile {tls}")
        self.port = _free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def password(self, user: str, password: str) -> str:
        """Make the file of passwords with this one; the line of the settings that asks for it."""
        made = self.folder / "passwords"
        command = ["mosquitto_passwd", "-c", "-b", str(made), user, password]
        subprocess.run(command, check=True, capture_output=True, timeout=WITHIN_S)
        return f"password_file {made}"

    def start(self, *more: str) -> None:
        """Run it, and wait until it takes connections; fails with what it says."""
        # As root it would become a user who may not look into the folder.
        lines = [f"listener {self.port} 127.0.0.1", "user root", "persistence false", *self._more, *more]
        if not any(line.startswith("allow_anonymous") for line in lines):
            lines.append("allow_anonymous true")
        settings, said = self.folder / "mosquitto.conf", self.folder / "said"
        settings.write_text("\n".join(lines) + "\n", encoding="utf-8")
        with said.open("wb") as output:
            self._process = subprocess.Popen(
                [mosquitto() or "mosquitto", "-c", str(settings)], stdout=output, stderr=output
            )
        try:
            until(self._answers, "a broker's start")
        except BaseException:
            self.end()
            raise

    def _answers(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, (self.folder / "said").read_text()
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 5):
            return True
        return False

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """End it with SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(WITHIN_S)

    def end(self) -> None:
        """End it."""
        self.kill()


@dataclass(frozen=True)
class Word:
    """A message as one who listens got it; ``expires`` (s) as the broker told it."""

    topic: str
    body: bytes
    retained: bool
    expires: int | None

    @property
    def text(self) -> str:
        """What it says."""
        return self.body.decode()

    @property
    def json(self) -> Any:
        """What it says, where that is JSON."""
        return json.loads(self.body)


class Ear:
    """One who listens to all topics of a broker from the moment it is made until `close`."""

    def __init__(self, port: int, topics: str = "#", user: str = "", password: str = "") -> None:
        self._words: list[Word] = []
        self._lock = threading.Lock()
        self._mark, self._marked = f"ear/{uuid.uuid4().hex}", threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        self._client.on_connect = lambda client, *_: client.subscribe([(topics, 1), (self._mark, 1)])
        # What is retained comes before anything that is published after the subscription.
        self._client.on_subscribe = lambda client, *_: client.publish(self._mark, b"x", qos=1)
        self._client.on_message = self._heard
        if user:
            self._client.username_pw_set(user, password)
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert self._marked.wait(WITHIN_S), "no answer from the broker"

    def _heard(self, client: Client, _: object, message: MQTTMessage) -> None:
        if message.topic == self._mark:
            self._marked.set()
            return
        expires = getattr(message.properties, "MessageExpiryInterval", None)
        word = Word(message.topic, bytes(message.payload), message.retain, expires)
        if not word.topic.startswith("ear/"):
            with self._lock:
                self._words.append(word)

    def publish(self, topic: str, body: str | bytes, retain: bool = False) -> None:
        """Say something oneself, as anybody at the broker may."""
        self._client.publish(topic, body, qos=1, retain=retain).wait_for_publish(WITHIN_S)

    @property
    def words(self) -> list[Word]:
        """All that was heard, in order."""
        with self._lock:
            return list(self._words)

    def heard(self, topic: str) -> list[Word]:
        """Return what was heard of one topic."""
        return [word for word in self.words if word.topic == topic]

    def last(self, topic: str) -> Word | None:
        """Return the last word of a topic."""
        return next(iter(self.heard(topic)[::-1]), None)

    def close(self) -> None:
        """Listen no longer."""
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def listening(port: int, **more: str) -> Iterator[Ear]:
    """One who listens for a while."""
    ear = Ear(port, **more)
    try:
        yield ear
    finally:
        ear.close()


def kept(port: int, **more: str) -> dict[str, Word]:
    """Return what the broker keeps now: each topic's retained word."""
    with listening(port, **more) as ear:
        return {word.topic: word for word in ear.words if word.retained}


class Relay:
    """A line to a port that stays open at its far end when the near end is gone, as where the power went."""

    def __init__(self, port: int) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._server.getsockname()[1])
        self._far = socket.create_connection(("127.0.0.1", port))
        self._near: socket.socket | None = None
        self.gone = threading.Event()
        """Set when the near end is gone."""
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._there, self._back)]
        self._threads[0].start()

    def _there(self) -> None:
        self._near, _ = self._server.accept()
        self._threads[1].start()
        with contextlib.suppress(OSError):
            while data := self._near.recv(65536):
                self._far.sendall(data)
        self.gone.set()

    def _back(self) -> None:
        assert self._near is not None
        with contextlib.suppress(OSError):
            while data := self._far.recv(65536):
                self._near.sendall(data)

    def close(self) -> None:
        """End both ends."""
        for line in (self._near, self._far, self._server):
            if line is not None:
                with contextlib.suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                line.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join(WITHIN_S)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
