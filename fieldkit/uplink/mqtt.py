"""A field's words to a broker of MQTT: what is so now, and a status that no late will can spoil."""

import contextlib
import logging
import random
import socket
import ssl
import threading
import time
from collections.abc import Mapping
from typing import Any

import msgspec

from fieldkit.errors import Misread
from fieldkit.phrases import Message
from fieldkit.uplink.client import UnreadableRoot
from fieldkit.uplink.session import NewestBoard, Session, Speaker, State
from fieldkit.uplink.topics import Blasts, BoardExtract, Small

log = logging.getLogger(__name__)

FIRST_WAIT_S = 1.0
"""Seconds to the first new try after a connection has ended; each further wait is twice as long."""
LONGEST_WAIT_S = 30.0
"""Seconds between two tries at most."""
SETTLED_S = 10.0
"""After a connection that has lasted so long the waits begin again."""
_CLOSE_S = 3.0


class Broker:
    """Tells the broker what is played on the field of ``who``; without a host in the settings nothing."""

    def __init__(self, who: Speaker) -> None:
        self._who = who
        self._newest: NewestBoard | None = None
        self.state: State = "off"
        """``off``, ``waiting`` for the broker, ``ok``, or ``refused`` by it."""
        self.says: Message | None = None
        """The sentence that the referee should know of it; None while all is well."""
        self._small, self._blasts = Small(), Blasts()
        self._closing = threading.Event()
        self._near, self._far = socket.socketpair()
        self._near.setblocking(False)
        self._far.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    def start(self) -> None:
        """Begin to look for the broker, for ever; never blocks."""
        if self._who.settings.host:
            self._say("waiting", None)
            self._thread.start()

    def close(self) -> None:
        """Say that the field goes offline, and end; waits three seconds at most. Twice is once."""
        self._closing.set()
        self._wake()
        if self._thread.ident is not None:
            self._thread.join(_CLOSE_S)
        else:
            self._end()
        self._say("off", None)

    def show(self, rev: int, board: Mapping[str, Any]) -> None:
        """Make a public board the newest, from any thread; never blocks. Raises Misread for what is none."""
        try:
            shown = msgspec.convert(board, BoardExtract)
        except msgspec.ValidationError as error:
            raise Misread("a board that makes no sense: {why}", why=str(error)) from None
        self._newest = NewestBoard(rev, board, shown)
        self._wake()

    def _say(self, state: State, says: Message | None) -> None:
        is_news = says is not None and str(says) != str(self.says)
        self.state, self.says = state, says
        if is_news:
            log.warning("%s", says)

    def _wake(self) -> None:
        # A full line wakes it as well; a closed one has nobody to wake.
        with contextlib.suppress(OSError):
            self._near.send(b"\0")

    def _end(self) -> None:
        self._near.close()
        self._far.close()

    def _run(self) -> None:
        wait = FIRST_WAIT_S
        while not self._closing.is_set():
            began = time.monotonic()
            self._connection()
            if time.monotonic() - began > SETTLED_S:
                wait = FIRST_WAIT_S
            # Many kits miss a broker at the same moment; they come back one by one.
            self._closing.wait(wait * random.uniform(0.5, 1.0))
            wait = min(LONGEST_WAIT_S, wait * 2)
        self._end()

    def _connection(self) -> None:
        """One connection, from its opening to its end, whatever answers there."""
        parts = (self._small, self._blasts)
        session = Session(self._who, lambda: self._newest, self._say, self._far, self._closing, *parts)
        place, settings = {"place": self._who.place}, self._who.settings
        try:
            session.run()
        except (socket.gaierror, UnicodeError):
            self._say("waiting", Message("{host} cannot be found.", {"host": settings.host}))
        except ConnectionRefusedError:
            self._say("waiting", Message("No broker runs at {place}.", place))
        except ssl.SSLCertVerificationError:
            says = Message("The certificate of the broker at {place} is not trusted here.", place)
            self._say("refused", says)
        except UnreadableRoot:
            says = Message("{file} contains no readable certificate.", {"file": settings.root})
            self._say("refused", says)
        except ssl.SSLError:
            self._say("waiting", Message("The server at {place} does not speak TLS.", place))
        except OSError:
            self._say("waiting", Message("The broker at {place} does not answer.", place))
        except Exception:
            # What is no broker may say anything, and the library was not written for that.
            if session.welcome:
                log.exception("a bug; the broker is called again")
            self._say("waiting", Message("The server at {place} is not an MQTT broker.", place))
