"""The names and addresses under which the kit answers."""

from pathlib import Path

import pytest

from fieldkit.errors import SettingsError
from fieldkit.settings import Settings, Web
from fieldkit.settings.reading import parse
from tests.web.conftest import RunningKit, RunningServer
from web.host_names import AllowedHosts
from web.wire import Refused

pytestmark = pytest.mark.slow

OWN = (
    "127.0.0.1",
    "127.0.0.1:8080",
    "localhost:8080",
    "LOCALHOST",
    "[::1]:8080",
    "10.42.0.1",
    "192.168.178.20:80",
    "203.0.113.9",
    "[fd00::7]:8080",
    "[fe80::1]",
    "field-1",
    "Field-1.local:8080",
    "field-1.local.",
    "field-1.fritz.box",
    "kit",
    "fieldkit.lan",
    "catan.example.org",
)
FOREIGN = (
    "evil.example",
    "evil.example:8080",
    "field-1.evil.example",
    "evil.local",
    "xlocalhost",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "10.42.0.1.nip.io",
    "203.0.113.8",
    "8.8.8.8:8080",
    "[2001:db8::1]",
    "0x7f000001",
    "catan.example.org.evil.example",
)


def refusal(host: bytes | None, here: str = "203.0.113.9") -> str:
    """Return the error's code of a request to a host, "" where it is answered."""
    names = AllowedHosts(["catan.example.org"], machine="Field-1")
    headers = [] if host is None else [(b"host", host)]
    try:
        names.check({"type": "http", "headers": headers, "server": (here, 8080), "scheme": "http"})
    except Refused as refused:
        return f"{refused.status} {refused.code}"
    return ""


@pytest.mark.parametrize("host", OWN)
def test_own_names_and_addresses_are_answered(host: str) -> None:
    assert refusal(host.encode()) == ""


@pytest.mark.parametrize("host", FOREIGN)
def test_all_others_are_not(host: str) -> None:
    assert refusal(host.encode()) == "421 wrong_host"


@pytest.mark.parametrize(
    "host", [b"", b"a b", b"evil.example/kit", b"kit@evil", b"\xff\xfe", b"[::1", b"x" * 300]
)
def test_what_no_host_can_be_called_is_a_bad_request(host: bytes) -> None:
    assert refusal(host) == "400 bad_request"


def test_who_names_no_host_is_answered() -> None:
    assert refusal(None) == ""


def test_a_page_that_was_led_here_under_its_own_name_reads_nothing(kit: RunningKit) -> None:
    """Also what everybody may see, and it cannot even guess."""
    led = {"Host": f"evil.example:{kit.port}", "Origin": f"http://evil.example:{kit.port}"}
    tablet = kit.log_in()
    calls = (
        ("GET", "/", None),
        ("GET", "/api/board", None),
        ("GET", "/api/feed", None),
        ("GET", "/static/login.js", None),
        ("POST", "/api/session", {"pin": kit.pin}),
        ("POST", "/api/commands", {"id": "1", "type": "roll"}),
    )
    for method, path, body in calls:
        for more in ({}, {"Cookie": tablet["Cookie"]}, kit.bearer):
            reply = kit.call(method, path, body, {"Content-Type": "application/json"} | led | more)
            assert reply.status == 421, path
            told = f"The kit does not go by the name evil.example. Open http://127.0.0.1:{kit.port}/, or add"
            assert reply.body.decode().startswith(told)
            assert "set-cookie" not in reply.headers
    assert kit.referee.taken == []


def test_a_name_of_the_settings_is_the_kits_own(tmp_path: Path, server: RunningServer) -> None:
    kit = RunningKit(tmp_path, Settings(web=Web(names=("catan.example.org",))), server)
    try:
        named = {"Host": "catan.example.org", "Origin": "http://catan.example.org"}
        assert kit.call("POST", "/api/session", {"pin": kit.pin}, named).status == 200
        assert kit.call("GET", "/", headers={"Host": "example.org"}).status == 421
    finally:
        kit.stop()


@pytest.mark.parametrize("name", ["", "http://kit", "a b", "-a", "a\n", "x" * 254, "*"])
def test_a_name_that_none_can_be_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match="names"):
        parse({"web": {"names": [name]}}, "my.toml")
