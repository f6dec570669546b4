"""https with the kit's own certificates, beside http on the same port."""

import contextlib
import datetime
import http.client
import json
import socket
import ssl
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID
from msgspec.structs import replace

from fieldkit.cli.commands import main
from fieldkit.errors import FieldkitError
from fieldkit.settings import Settings
from tests.web.conftest import WAIT_S, HandClock, Reply, RunningKit
from web import authority, server, tls
from web.authority import AFTER_DAYS, BEFORE_DAYS
from web.host_names import LOCAL, Wanted
from web.redirects import Secure
from web.session import Session
from web.tls import Certificates, fingerprint
from web.wire import Caller, Refused

pytestmark = pytest.mark.slow

ELSEWHERE = "127.0.0.2"
"""An address that is not the kit's own, which every machine of Linux has."""
NOW = time.time()
DAY_S = 86400


def trusting(data: Path) -> ssl.SSLContext:
    """Return what a tablet goes by that trusts the kit's root."""
    return ssl.create_default_context(cafile=data / "tls" / "root.crt")


def ask(
    kit: RunningKit,
    method: str,
    path: str,
    body: object = None,
    headers: dict[str, str] | None = None,
    encrypted: bool = True,
    source: str = ELSEWHERE,
) -> Reply:
    """Return a call from another device, which trusts the root."""
    kind: Any = http.client.HTTPSConnection if encrypted else http.client.HTTPConnection
    more = {"context": trusting(kit.data)} if encrypted else {}
    line = kind("127.0.0.1", kit.port, timeout=WAIT_S, source_address=(source, 0), **more)
    scheme = "https" if encrypted else "http"
    origin = {"Origin": f"{scheme}://127.0.0.1:{kit.port}", "Content-Type": "application/json"}
    with contextlib.closing(line):
        line.request(method, path, json.dumps(body) if body is not None else None, origin | (headers or {}))
        reply = line.getresponse()
        cookies = [(each.partition("=")[0], each) for each in reply.headers.get_all("set-cookie", [])]
        return Reply(reply.status, dict(reply.getheaders()), reply.read(), cookies)


def presented(kit: RunningKit) -> int:
    """Return the serial number of the certificate that the kit shows."""
    with (
        socket.create_connection(("127.0.0.1", kit.port), WAIT_S) as line,
        trusting(kit.data).wrap_socket(line, server_hostname="127.0.0.1") as over,
    ):
        shown = over.getpeercert(binary_form=True)
    assert shown
    return x509.load_der_x509_certificate(shown).serial_number


@pytest.fixture
def safe(kit: RunningKit) -> RunningKit:
    """Return a kit that speaks https too."""
    Certificates(kit.data).make("Field 1")
    return kit


def test_a_running_kit_speaks_both_on_one_port_as_soon_as_it_is_asked_to(kit: RunningKit) -> None:
    assert kit.call("GET", "/trust").status == kit.call("GET", "/trust.crt").status == 404
    assert kit.call("GET", "/api/board").status == 200
    assert not Certificates(kit.data).make("Field 1").names
    for encrypted in (True, False):
        assert ask(kit, "GET", "/api/board", encrypted=encrypted).status == 200
    for name in ("root.key", "own.pem"):
        assert stat.S_IMODE((kit.data / "tls" / name).stat().st_mode) == 0o600
    assert stat.S_IMODE((kit.data / "tls").stat().st_mode) == 0o700
    assert Certificates(kit.data).switch_off()
    assert ask(kit, "GET", "/api/board", encrypted=False).status == 200
    with pytest.raises((ssl.SSLError, ConnectionError)):
        ask(kit, "GET", "/api/board")


def test_a_referee_logs_in_by_https_alone(safe: RunningKit) -> None:
    pin = {"pin": safe.pin}
    clear = ask(safe, "POST", "/api/session", pin, encrypted=False)
    assert (clear.status, clear.code) == (403, "use_https")
    assert ask(safe, "GET", "/api/match", headers=safe.bearer, encrypted=False).code == "use_https"
    for page in ("/referee", "/kit", "/print", "/whistle"):
        led = ask(safe, "GET", f"{page}?a=1", encrypted=False)
        assert (led.status, led.headers["location"]) == (307, f"https://127.0.0.1:{safe.port}{page}?a=1")
    reply = ask(safe, "POST", "/api/session", pin)
    assert reply.status == 200
    assert all("; Secure" in line for _, line in reply.cookies)
    assert len(reply.cookies) == 2
    assert ask(safe, "GET", "/referee", headers={"Cookie": reply.cookie}).status == 200
    assert ask(safe, "GET", "/api/match", headers=safe.bearer).status == 200
    crossed = ask(safe, "POST", "/api/session", pin, {"Origin": f"http://127.0.0.1:{safe.port}"})
    assert crossed.code == "wrong_origin"


def test_the_kits_own_machine_and_players_phones_go_on_by_http(safe: RunningKit) -> None:
    tablet = ask(safe, "POST", "/api/session", {"pin": safe.pin}).cookie
    safe.referee.show(match="m1", stage="rest", sides=[{"id": "red", "name": "Foxes"}])
    for wanted in ({"role": "captain", "team": "red"}, {"role": "crew"}, {"role": "seat", "seat": "red"}):
        made = ask(safe, "POST", "/api/session/code", wanted, {"Cookie": tablet}).json
        assert made["address"].startswith(f"http://127.0.0.1:{safe.port}/"), "they know nothing of the root"
        phone = ask(safe, "POST", "/api/session", {"code": made["code"]}, encrypted=False)
        assert phone.status == 200
        assert (
            ask(safe, "GET", "/api/session", headers={"Cookie": phone.cookie}, encrypted=False).status == 200
        )
    made = ask(safe, "POST", "/api/session/code", {"role": "referee"}, {"Cookie": tablet}).json
    assert made["address"].startswith("https://")
    assert ask(safe, "POST", "/api/session", {"code": made["code"]}, encrypted=False).code == "use_https"
    own = ask(safe, "POST", "/api/session", {"pin": safe.pin}, encrypted=False, source="127.0.0.1")
    assert own.status == 200
    assert ask(safe, "GET", "/whistle", encrypted=False, source="127.0.0.1").status == 200
    assert ask(safe, "GET", "/", encrypted=False).status == 200


def test_a_tablet_that_was_in_before_can_still_stop(kit: RunningKit) -> None:
    tablet = kit.log_in()
    Certificates(kit.data).make("Field 1")
    stop = ask(kit, "POST", "/api/commands", {"id": "1", "type": "stop_round"}, tablet, encrypted=False)
    assert stop.status == 200


def test_what_came_by_https_stands_in_no_log_ins_way_by_http(safe: RunningKit) -> None:
    """A browser takes no cookie by http in place of one that came by https, and sends that one no longer."""
    before = ask(safe, "POST", "/api/session", {"pin": safe.pin})
    assert all(name.startswith("__Secure-") for name, _ in before.cookies)
    assert Certificates(safe.data).switch_off()
    after = ask(safe, "POST", "/api/session", {"pin": safe.pin}, encrypted=False)
    assert after.status == 200
    assert not {name for name, _ in before.cookies} & {name for name, _ in after.cookies}
    assert ask(safe, "GET", "/api/match", headers={"Cookie": after.cookie}, encrypted=False).status == 200
    Certificates(safe.data).make("Field 1")
    both = {"Cookie": f"{after.cookie}; {before.cookie}"}
    out = ask(safe, "DELETE", "/api/session", headers=both)
    assert {name for name, _ in out.cookies} == {"fieldkit", "__Secure-fieldkit"}
    assert ask(safe, "GET", "/api/match", headers={"Cookie": before.cookie}).status == 401


def test_what_came_by_https_is_good_by_https_alone(safe: RunningKit) -> None:
    """Also where somebody sends it by http under the name that a log-in by http has."""
    cookie = ask(safe, "POST", "/api/session", {"pin": safe.pin}).cookie
    plain = {"Cookie": cookie.removeprefix("__Secure-")}
    assert ask(safe, "GET", "/api/match", headers=plain).status == 200
    assert ask(safe, "GET", "/api/match", headers=plain, encrypted=False).status == 401
    again = ask(safe, "DELETE", "/api/sessions", {"all": True}, {"Cookie": cookie})
    plain = {"Cookie": again.cookie.removeprefix("__Secure-")}
    assert ask(safe, "GET", "/api/match", headers=plain).status == 200
    assert ask(safe, "GET", "/api/match", headers=plain, encrypted=False).status == 401


def test_the_root_comes_by_a_page_that_says_how_to_compare_it(safe: RunningKit) -> None:
    root = ask(safe, "GET", "/trust.crt", encrypted=False)
    assert root.headers["content-type"] == "application/x-x509-ca-cert"
    assert ssl.DER_cert_to_PEM_cert(root.body) == (safe.data / "tls" / "root.crt").read_text()
    page = ask(safe, "GET", "/trust", encrypted=False).body.decode()
    assert fingerprint(root.body)[:23] in page
    assert f"https://127.0.0.1:{safe.port}/referee" in page


def test_the_feed_comes_by_https_too(safe: RunningKit) -> None:
    safe.referee.show(match="m1", big="x" * 300_000)
    with (
        socket.create_connection(("127.0.0.1", safe.port), WAIT_S) as line,
        trusting(safe.data).wrap_socket(line, server_hostname="localhost") as over,
    ):
        over.sendall(b"GET /api/feed HTTP/1.1\r\nHost: localhost\r\n\r\n")
        got = b""
        while b"event: beat" not in got:
            got += over.recv(65536)
    assert got.count(b"x" * 1000) == 300


def test_who_never_ends_a_handshake_is_cut_off(safe: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (server, __import__("web.server", fromlist=["server"])):
        monkeypatch.setattr(module, "BEGIN_S", 0.2)
    for sent in (b"", b"\x16", b"\x16\x03\x01\x02\x00\x01\x00", b"\x16" * 4000):
        with socket.create_connection(("127.0.0.1", safe.port), WAIT_S) as line:
            line.sendall(sent)
            with contextlib.suppress(ConnectionError):
                while line.recv(4096):
                    pass
    assert ask(safe, "GET", "/api/health").status == 200
    assert len(safe.site.limit) <= 1


def test_a_new_certificate_is_shown_without_a_restart(safe: RunningKit) -> None:
    before = presented(safe)
    assert presented(safe) == before
    Certificates(safe.data).make("Field 1")
    assert presented(safe) != before


def own(data: Path) -> authority.Own:
    found = authority.read_own(data / "tls")
    assert found
    return found


def test_it_is_made_again_when_it_runs_out_or_the_addresses_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not because the clock has jumped: devices whose clock is right must go on."""
    Certificates(tmp_path, now=lambda: NOW).make("Field 1")
    first = own(tmp_path)
    assert (first.until - first.since).days == BEFORE_DAYS + AFTER_DAYS <= 825
    for days in (0, 1, 365, AFTER_DAYS - 61, -299, -20_000):
        assert not Certificates(tmp_path, now=lambda days=days: NOW + days * DAY_S).renew()  # type: ignore[misc]
    monkeypatch.setattr(tls, "addresses", lambda: ["10.42.0.1", "fd00::5", "198.51.100.7"])
    later = Certificates(tmp_path, now=lambda: NOW + 365 * DAY_S)
    assert later.renew()
    assert not later.renew()
    assert {"10.42.0.1", "fd00::5", "127.0.0.1", "localhost", "kit.local"} <= own(tmp_path).covers
    assert "198.51.100.7" not in own(tmp_path).covers
    assert (own(tmp_path).since, own(tmp_path).until) == (first.since, first.until)
    late = Certificates(tmp_path, now=lambda: NOW + (AFTER_DAYS - 30) * DAY_S)
    assert late.renew()
    assert own(tmp_path).until > first.until + datetime.timedelta(200)
    (tmp_path / "tls" / "own.pem").write_bytes(b"torn")
    assert late.renew()
    (tmp_path / "tls" / "root.key").write_bytes(b"torn")
    (tmp_path / "tls" / "own.pem").write_bytes(b"torn")
    with pytest.raises(FieldkitError, match="fieldkit tls makes another"):
        late.renew()


def test_a_kit_whose_clock_is_wrong_makes_none(tmp_path: Path) -> None:
    with pytest.raises(FieldkitError, match="clock says 01 January 1970"):
        Certificates(tmp_path, now=lambda: 0.0).make("Field 1")
    assert not (tmp_path / "tls").exists()


def test_the_root_vouches_for_nobody_else(safe: RunningKit) -> None:
    """Not even if somebody takes it with the kit: its key may sign, and tablets do not believe it."""
    folder = safe.data / "tls"
    root = authority.read_root(folder)
    assert root
    today = datetime.datetime.now(datetime.UTC)
    for name, addresses in (
        ("bank.example", ("127.0.0.1",)),
        ("fritz.box", ("127.0.0.1",)),
        ("nas.home", ("127.0.0.1",)),
        ("localhost", ("127.0.0.1", "8.8.8.8")),
    ):
        authority.make_own(folder, root, Wanted((name,), addresses), today)
        with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
            presented(safe)
    assert Certificates(safe.data, ["catan.example.org"]).make("Field 1").names == ("catan.example.org",)
    assert presented(safe)


def test_the_root_is_for_pages_alone_and_for_two_years(tmp_path: Path) -> None:
    Certificates(tmp_path, now=lambda: NOW).make("Field 1")
    root = authority.read_root(tmp_path / "tls")
    assert root
    found = root.certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(found) == [ExtendedKeyUsageOID.SERVER_AUTH]
    assert (root.until.timestamp() - NOW) / DAY_S == pytest.approx(2 * 365, abs=1)
    assert {f"kit.{ending}" for ending in LOCAL} <= {
        *root.may(Wanted(tuple(f"kit.{e}" for e in LOCAL), ()))[0].names
    }
    late = Certificates(tmp_path, now=lambda: NOW + (2 * 365 - 100) * DAY_S)
    assert late.renew()
    assert own(tmp_path).until == root.until
    assert not Certificates(tmp_path, now=lambda: NOW + (2 * 365 - 5) * DAY_S).renew(), "nor again and again"


def test_a_command_switches_it_on_and_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(*more: str) -> str:
        assert main(["tls", "--data", str(tmp_path), "--port", "8080", *more]) == 0
        return capsys.readouterr().out

    session, asks = (
        Session(Settings(), tmp_path, HandClock()),
        Caller("10.42.0.7", "http://kit", None, "", "", "", None),
    )
    tablet = replace(asks, token=session.enter(asks, None, session.code()[0]))
    assert session.find(tablet)
    said = run()
    assert session.find(tablet) is None, "it may have been copied"
    root = Certificates(tmp_path).root()
    assert root
    assert fingerprint(root) in said
    assert ":8080/trust" in said
    assert Certificates(tmp_path).is_on
    tablet = replace(asks, token=session.enter(asks, None, session.code()[0]))
    again = run()
    assert session.find(tablet), "it is on already"
    assert fingerprint(root) in again, "tablets that trust it go on doing so"
    assert fingerprint(root) not in run("--new")
    assert run("--off") == "The kit speaks http alone.\n"
    assert not Certificates(tmp_path).is_on
    assert run("--off") == "The kit speaks http alone already.\n"
    assert main(["tls", "--data", str(tmp_path / "none")]) == 1
    (tmp_path / "tls" / "own.pem.new").mkdir()
    assert main(["tls", "--data", str(tmp_path)]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("on", [True, False])
@pytest.mark.parametrize("address", ["10.42.0.7", "127.0.0.1", "::1"])
@pytest.mark.parametrize("own", ["http://10.42.0.1:8080", "https://10.42.0.1:8080"])
def test_who_must_come_by_https(tmp_path: Path, on: bool, address: str, own: str) -> None:
    certificates = Certificates(tmp_path)
    if on:
        certificates.make("Field 1")
    session = Session(Settings(), tmp_path, HandClock(), secure=Secure(certificates).check)
    code = session.code()[0]
    asks = Caller(address, own, None, "", "", "", None)
    if on and address == "10.42.0.7" and own.startswith("http:"):
        with pytest.raises(Refused, match=r"A referee logs in at https://10\.42\.0\.1:8080/referee"):
            session.enter(asks, None, code)
    else:
        assert session.enter(asks, None, code)


def test_a_server_ends_while_somebody_has_said_nothing(tmp_path: Path) -> None:
    kit = RunningKit(tmp_path, Settings())
    try:
        Certificates(tmp_path).make("Field 1")
        silent = [socket.create_connection(("127.0.0.1", kit.port), WAIT_S) for _ in range(20)]
        assert ask(kit, "GET", "/api/health").status == 200
    finally:
        kit.stop()
    for line in silent:
        line.close()
