"""Lets the kernel drop callers from addresses that hold too many connections, before they reach the port.

To turn away one caller costs little; a stranger who comes again at once, thousands of times a second, costs
all the same what the referee's taps need. So the port has a second listening socket that nobody accepts
from. A small program in the kernel (``SO_ATTACH_REUSEPORT_CBPF``) sends there who comes from such an address:
what does not fit into its queue of one is dropped, and its sender tries again later and later. This needs no
right; where the kernel cannot do it (not Linux), callers are turned away one by one. Without the filter 9,000
sockets of strangers came again 418,000 times during the measurement in place of 10,000, and a tap took 122 ms
in place of 14 (p99, `make faults FAULTS="--only crowds"`).
"""

import contextlib
import ctypes
import logging
import socket
import struct
import sys
from collections.abc import Collection
from ipaddress import IPv6Address, ip_address

log = logging.getLogger(__name__)

MAX_BLOCKED = 256
"""Maximum of networks that the kernel looks for."""
_ATTACH = 51
"""SO_ATTACH_REUSEPORT_CBPF, which Python does not name."""
_NET = -0x100000
"""Offset of the packet's network header, for a program of the kernel (SKF_NET_OFF)."""
_V4_SOURCE, _V6_SOURCE = _NET + 12, _NET + 8
_BYTE, _WORD, _SHIFT, _EQUAL, _JUMP, _RETURN = 0x30, 0x20, 0x74, 0x15, 0x05, 0x06
_PORT, _SINK = 0, 1
"""The two sockets of the port by their numbers in its group."""


def allow_filter(sock: socket.socket) -> None:
    """Prepare a socket before it listens. It was bound alone, so no other kit shares its port."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


class PacketFilter:
    """The filter of one listening port; all of it runs on the server's event loop."""

    def __init__(self, port: socket.socket) -> None:
        self._port = port
        self._sink: socket.socket | None = None
        self._blocked: frozenset[str] = frozenset()
        self._works = sys.platform == "linux"

    def block(self, networks: Collection[str]) -> None:
        """Send callers of these networks (`web.rate_limit.network`) to the second socket, and nobody else."""
        wanted = frozenset(networks)
        if not self._works or wanted == self._blocked:
            return
        try:
            if self._sink is None:
                self._sink = self._built()
            self._attach(program(wanted))
        except OSError as error:
            self._works = False
            log.info("callers are turned away one by one: %s", error.strerror)
        else:
            self._blocked = wanted

    def reset_waiting(self) -> None:
        """Reset what waits at the second socket: it may be somebody who comes again when there is room."""
        while self._sink is not None:
            try:
                waiting, _ = self._sink.accept()
            except OSError:
                return
            reset_connection(waiting)

    def close(self) -> None:
        """Close the second socket; before the port itself, so that nobody else is sent there."""
        if self._sink is not None:
            self._sink.close()

    def _built(self) -> socket.socket:
        # The program first: without one the kernel would deal callers out to both.
        self._attach(program(()))
        sink = socket.socket(self._port.family, self._port.type)
        try:
            sink.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sink.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            sink.setblocking(False)
            sink.bind(self._port.getsockname())
            sink.listen(0)
        except OSError:
            sink.close()
            raise
        return sink

    def _attach(self, code: bytes) -> None:
        held = ctypes.create_string_buffer(code)
        given = struct.pack("HxxxxxxP", len(code) // 8, ctypes.addressof(held))
        self._port.setsockopt(socket.SOL_SOCKET, _ATTACH, given)


def reset_connection(sock: socket.socket) -> None:
    """End a connection at once: nothing of it stays in the kernel either."""
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    sock.close()


def program(networks: Collection[str]) -> bytes:
    """Return what the kernel runs for each caller: these networks go to the second socket."""
    v4, v6 = [], []
    for each in networks:
        if each.isdecimal():  # the upper half of an address of IPv6
            v6.append(divmod(int(each), 1 << 32))
        else:
            address = ip_address(each)
            mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else address
            v4.append(int(mapped or 0))
    of_v4 = [_do(_WORD, _V4_SOURCE)]
    for number in v4:
        of_v4 += [_do(_EQUAL, number, 0, 1), _do(_RETURN, _SINK)]
    of_v4.append(_do(_RETURN, _PORT))
    of_v6 = []
    for upper, lower in v6:
        of_v6 += [_do(_WORD, _V6_SOURCE), _do(_EQUAL, upper, 0, 3)]
        of_v6 += [_do(_WORD, _V6_SOURCE + 4), _do(_EQUAL, lower, 0, 1), _do(_RETURN, _SINK)]
    of_v6.append(_do(_RETURN, _PORT))
    version = [_do(_BYTE, _NET), _do(_SHIFT, 4), _do(_EQUAL, 6, 0, 1), _do(_JUMP, len(of_v4))]
    return b"".join([*version, *of_v4, *of_v6])


def _do(code: int, value: int, so: int = 0, else_: int = 0) -> bytes:
    """Encode an instruction; ``so`` and ``else_`` say how many of the next ones a comparison skips."""
    return struct.pack("HBBI", code, so, else_, value & 0xFFFFFFFF)
