"""The kit's Wi-Fi with real programs in a network of its own: a device asks its name server, then port 80."""

import contextlib
import http.client
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from fieldkit.cli.commands import main
from fieldkit.install.hotspot import ADDRESS, NAMES, SOCKET
from fieldkit.install.services import packaged
from fieldkit.service.probes import HOME, HOSTS, NAMED_ONLY, PROBES, Probe
from tests.faults.air import Namespace
from tests.support.machine import patience

pytestmark = [pytest.mark.process, pytest.mark.needs("units", "root", "network", "namespaces", "names")]

A, AAAA, HTTPS = 1, 28, 65
NETWORK_MANAGERS = (
    *("dnsmasq", "--conf-file=/dev/null", "--no-hosts", "--no-resolv", "--keep-in-foreground", "--pid-file"),
    *("--bind-interfaces", "--except-interface=lo", "--clear-on-reload", "--strict-order"),
    f"--listen-address={ADDRESS}",
)
"""The program and options with which NetworkManager starts a shared network's name server."""
SPECTATORS = (sys.executable, "-m", "fieldkit", "spectators")
PORT_80 = ("systemd-socket-activate", f"--listen={ADDRESS}:80", *SPECTATORS)


@pytest.fixture(scope="module")
def wifi(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Namespace]:
    """Yield the network: the installed names in its server, and the spectators' process at port 80."""
    tree, data = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("data")
    program = tree / "opt/fieldkit"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    options = ("--program", "/opt/fieldkit", "--hotspot", "Field 1", "--country", "DE")
    assert main(["install", "--root", str(tree), *options]) == 0
    assert f"\nListenStream={ADDRESS}:80\n" in (tree / "etc/systemd/system" / SOCKET).read_text("utf-8")
    names = f"--conf-dir={(tree / NAMES[1:]).parent}"
    # A kit on another machine, which is away: these pages need none.
    more = ("--data", str(data), "--port", "0", "--url", "http://127.0.0.1:9")
    network = Namespace(ADDRESS)
    with network.entered():
        commands = [*NETWORK_MANAGERS, names], [*PORT_80, *more]
        programs = [subprocess.Popen(command) for command in commands]
    try:
        yield network
    finally:
        for each in programs:
            each.terminate()
            each.wait()
        network.close()


def resolved(name: str, kind: int) -> tuple[int, list[str]]:
    """Return how the name server answers a question (0: it knows the name), and the addresses it gives."""
    labels = b"".join(bytes([len(each)]) + each.encode() for each in name.split("."))
    question = struct.pack("!6H", 7, 0x0100, 1, 0, 0, 0) + labels + struct.pack("!BHH", 0, kind, 1)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.settimeout(1)
        for _ in range(30):
            line.sendto(question, (ADDRESS, 53))
            with contextlib.suppress(TimeoutError, ConnectionRefusedError):
                answer = line.recv(512)
                break
            time.sleep(0.1)
    _, flags, _, count, _, _ = struct.unpack_from("!6H", answer)
    # Each record of an address: its name as a pointer, type, class, time, length, and 4 bytes.
    records = [answer[len(question) + 16 * n :][:16] for n in range(count)]
    return flags & 0xF, [socket.inet_ntoa(each[12:]) for each in records]


def asked(host: str, path: str) -> tuple[int, str, str, str]:
    """Return status, type, place to go to and body of an answer at port 80."""
    last = time.monotonic() + 20 * patience()
    with contextlib.closing(http.client.HTTPConnection(ADDRESS, timeout=20 * patience())) as line:
        while line.sock is None:
            with contextlib.suppress(ConnectionRefusedError):
                line.connect()
            assert time.monotonic() < last
            time.sleep(0.05)
        line.request("GET", path, headers={"Host": host})
        answer = line.getresponse()
        kind = answer.headers["content-type"].partition(";")[0]
        return answer.status, kind, answer.headers.get("location", ""), answer.read().decode()


@pytest.mark.parametrize("host", [HOME, *HOSTS])
def test_a_probed_host_is_the_kit_and_has_no_other_record(wifi: Namespace, host: str) -> None:
    with wifi.entered():
        assert resolved(host, A) == (0, [ADDRESS])
        assert resolved(host, AAAA) == resolved(host, HTTPS) == (0, [])


def test_all_other_names_stay_what_they_are(wifi: Namespace) -> None:
    """A phone with mobile data asks elsewhere then, and keeps the internet."""
    with wifi.entered():
        assert [resolved(name, A) for name in NAMED_ONLY] == [(0, [place]) for place in NAMED_ONLY.values()]
        for name in ("www.google.com", "apple.com", "gstatic.com", "example.org"):
            assert resolved(name, A)[0] != 0


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: f"{probe.system} {probe.path}")
def test_each_system_finds_the_internet(wifi: Namespace, probe: Probe) -> None:
    with wifi.entered():
        answer = asked(probe.host, f"{probe.path}?ipv4" if probe.system == "Firefox" else probe.path)
    assert answer == (probe.status, probe.mimetype, "", probe.body)


def test_a_sign_in_sheet_and_a_browser_are_led_to_the_kit(wifi: Namespace) -> None:
    with wifi.entered():
        status, _, place, _ = asked("captive.apple.com", "/")
        assert (status, place) == (302, f"http://{HOME}/welcome")
        assert asked("www.msftconnecttest.com:80", "/redirect")[2] == place
        status, _, _, page = asked(HOME, "/welcome")
        assert (status, f"http://{HOME}/referee" in page, 'href="/"' in page) == (200, True, True)
        assert asked(HOME, "/")[0] == 200
        # What needs a log-in is at the kit's own port, or, as here, at a kit elsewhere.
        assert asked(HOME, "/referee")[2] == "http://127.0.0.1:9/referee"
        assert asked("example.org", "/generate_204")[0] == 421


def test_the_socket_comes_and_goes_with_the_kit_and_without_a_wifi_not_at_all() -> None:
    unit = packaged(SOCKET)
    assert "\nPartOf=fieldkit.target\n" in unit
    assert "\nFreeBind=yes\n" in unit, "the Wi-Fi may come up after the kit"
    assert f"Wants={SOCKET}" in packaged("fieldkit.target").splitlines()


def test_every_fact_has_its_source() -> None:
    assert all(probe.source and probe.host != probe.path for probe in PROBES)
    assert len({(probe.system, probe.host, probe.path) for probe in PROBES}) == len(PROBES)
