"""The web's port, opened without the web behind it."""

from __future__ import annotations

import socket

from fieldkit.errors import FieldkitError


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on ``host`` and ``port`` (0: any free one); raises FieldkitError."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        sock = socket.socket(family, kind, protocol)
    except OSError as mishap:
        raise FieldkitError(f"[web] host {host} is no address of this machine: {mishap.strerror}") from None
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(2048)
    except OSError as mishap:
        sock.close()
        raise FieldkitError(f"port {port} on {host} cannot be opened: {mishap.strerror}") from None
    return sock
