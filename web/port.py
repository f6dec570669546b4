"""The web's port, opened without the web behind it."""

import errno
import socket
from pathlib import Path

from fieldkit.errors import FieldkitError, SettingsError
from web.packet_filter import allow_filter

BACKLOG = 1024
"""Callers that the kernel lets wait: beyond that they try again after a second."""

CERTIFICATE = Path("tls", "own.pem")
"""The kit's certificate in the data folder (`web.tls`)."""


def is_secure(data: Path) -> bool:
    """Tell whether the kit speaks https."""
    return (data / CERTIFICATE).is_file()


def listen(host: str, port: int) -> socket.socket:
    """Open a socket that listens on ``host`` and ``port`` (0: any free one); raises FieldkitError."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        sock = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        # No name of a computer can be made of some texts.
        raise _no_address(host, error) from None
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        allow_filter(sock)
        sock.listen(BACKLOG)
    except OSError as error:
        sock.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise _no_address(host, error) from None
        raise FieldkitError(f"port {port} on {host} cannot be opened: {error.strerror}") from None
    return sock


def _no_address(host: str, error: Exception) -> SettingsError:
    why = getattr(error, "strerror", None) or "no computer can have this name"
    text = f"[web] host: {host} is no address of this machine ({why})"
    return SettingsError(f"{text}; allowed are its own and 0.0.0.0 for all of them")
