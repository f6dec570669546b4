"""The whistle's socket: one referee at a time, orders in, words out, in a thread that may wait."""

import contextlib
import queue
import selectors
import socket
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec

from fieldkit.errors import SettingsError
from fieldkit.whistle.protocol import WhistleOrder, WhistleReport, Wire, encode, read_order


class ClientConnected(msgspec.Struct, frozen=True):
    """A referee has connected; clients are numbered from 1 and the newest is the one that counts."""

    client: int


class ClientGone(msgspec.Struct, frozen=True):
    """The connection of this client has ended."""

    client: int


class OrderReceived(msgspec.Struct, frozen=True):
    """An order of this client."""

    client: int
    order: WhistleOrder


Incoming = ClientConnected | ClientGone | OrderReceived


def listen(path: Path) -> socket.socket:
    """Listen at ``path``, in place of a whistle that died; raises SettingsError if one lives there."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
            probe.setblocking(False)
            try:
                probe.connect(str(path))
            except (FileNotFoundError, ConnectionRefusedError):
                path.unlink(missing_ok=True)
            else:
                raise SettingsError(f"a whistle runs already at {path}")
        listener.bind(str(path))
        path.chmod(0o600)
        listener.listen(16)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise SettingsError(f"the socket {path} cannot be made: {error.strerror}") from None
    except SettingsError:
        listener.close()
        raise
    return listener


class WhistleServer:
    """Serves the socket: ``hand_in`` gets what comes, `tell` sends words without ever waiting."""

    def __init__(
        self, listener: socket.socket, hand_in: Callable[[Incoming], None], say: Callable[[str], None]
    ) -> None:
        self._listener = listener
        self._hand_in = hand_in
        self._say = say
        self._words: queue.SimpleQueue[tuple[int, WhistleReport]] = queue.SimpleQueue()
        self._bell, self._ringer = socket.socketpair()
        self._bell.setblocking(False)
        self._ringer.setblocking(False)
        self._wire: Wire | None = None
        self._client = 0
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="socket", daemon=True)

    def start(self) -> None:
        """Serve until `close`."""
        self._thread.start()

    def close(self) -> None:
        """Hang up and end."""
        self._ending = True
        self._ring()
        if self._thread.ident is not None:
            self._thread.join()
        self._bell.close()
        self._ringer.close()

    def tell(self, client: int, word: WhistleReport) -> None:
        """Tell this client, if it is still the one; a hello remembers what others missed."""
        self._words.put((client, word))
        self._ring()

    def _ring(self) -> None:
        # A full pair of sockets is as good as a ring.
        with contextlib.suppress(BlockingIOError):
            self._ringer.send(b"!")

    def _run(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._bell, selectors.EVENT_READ)
            selector.register(self._listener, selectors.EVENT_READ)
            while not self._ending:
                selector.select()
                self._quiet_bell()
                # An old client's last orders come before a new one replaces it.
                self._serve(selector)
                self._admit(selector)
                self._send(selector)
            self._hang_up(selector)

    def _serve(self, selector: selectors.BaseSelector) -> None:
        wire = self._wire
        if wire is None:
            return
        misread = wire.misread
        orders, stands = wire.receive(read_order)
        for order in orders:
            self._hand_in(OrderReceived(self._client, order))
        if wire.misread != misread and misread == 0:
            self._say("a line from the referee makes no sense and is ignored, as any more of them will be")
        if not stands:
            self._hang_up(selector)

    def _admit(self, selector: selectors.BaseSelector) -> None:
        try:
            sock = self._listener.accept()[0]
        except OSError:
            return
        self._hang_up(selector)
        self._client += 1
        self._wire = Wire(sock)
        selector.register(sock, selectors.EVENT_READ)
        self._hand_in(ClientConnected(self._client))

    def _send(self, selector: selectors.BaseSelector) -> None:
        stands = True
        with contextlib.suppress(queue.Empty):
            while True:
                client, word = self._words.get_nowait()
                if self._wire is not None and client == self._client:
                    stands = self._wire.send(encode(word)) and stands
        if self._wire is None:
            return
        stands = self._wire.flush() and stands
        if not stands:
            self._hang_up(selector)
            return
        writing = selectors.EVENT_WRITE if self._wire.unsent else 0
        selector.modify(self._wire.sock, selectors.EVENT_READ | writing)

    def _hang_up(self, selector: selectors.BaseSelector) -> None:
        if self._wire is None:
            return
        selector.unregister(self._wire.sock)
        self._wire.sock.close()
        self._wire = None
        self._hand_in(ClientGone(self._client))

    def _quiet_bell(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._bell.recv(256):
                pass
