"""The addresses of this machine on the local network."""

import fcntl
import socket
import struct
from ipaddress import IPv6Address
from pathlib import Path

_SIOCGIFADDR = 0x8915
_ANY = ("0.0.0.0", "::", "")


def lan_address(host: str) -> str:
    """Return the address by which a tablet reaches a server that listens on ``host``: never 0.0.0.0."""
    if host not in _ANY:
        return f"[{host}]" if ":" in host else host
    return _routed() or next(iter(_of_interfaces()), "127.0.0.1")


def _routed() -> str | None:
    """Return the source address of packets to other networks, or None; no packet is sent for it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if found.startswith("127.") else found


def addresses() -> list[str]:
    """Return all addresses of this machine in its networks, IPv6 too, without loopback."""
    return [*_of_interfaces(), *_of_ipv6()]


def _of_ipv6() -> list[str]:
    try:
        lines = Path("/proc/net/if_inet6").read_text(encoding="ascii").splitlines()
    except OSError:
        return []
    found = [str(IPv6Address(int(line.split()[0], 16))) for line in lines]
    return [address for address in found if address != "::1"]


def _of_interfaces() -> list[str]:
    """Return the addresses of all interfaces, for our own hotspot leads to no other network."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                answer = fcntl.ioctl(probe, _SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
            except OSError:
                continue
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith("127."):
                found.append(address)
    return found
