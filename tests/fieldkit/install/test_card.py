"""``fieldkit.txt`` of a card: an empty one works, and a mistake costs its own line alone."""

import tomllib

import pytest

from fieldkit.install.card import FILE, label, read
from fieldkit.install.hotspot import Hotspot
from fieldkit.phrases import ENGLISH
from fieldkit.settings import Settings
from tests.support.machine import ROOT

pytestmark = pytest.mark.fast
KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIE me@home"


def test_the_file_that_comes_with_the_card_says_nothing() -> None:
    for content in (b"", (ROOT / "systemd/card/fieldkit.txt").read_bytes()):
        wished = read(content)
        assert wished.is_empty
        assert (wished.settings, wished.ssh, wished.mistakes) == ("", "", ())
        assert wished.wifi == Hotspot("Field 1", "00")


def test_each_of_its_lines_counts_without_its_sign() -> None:
    text = (ROOT / "systemd/card/fieldkit.txt").read_text(encoding="utf-8")
    lines = [line.removeprefix("# ") for line in text.splitlines() if " = " in line or "[[" in line]
    wished = read("\n".join(lines).replace("AAAA...", "AAAA").encode())
    assert wished.mistakes == ()
    assert (wished.wifi, wished.ssh) == (Hotspot("Field 1", "DE"), "ssh-ed25519 AAAA me")
    assert tomllib.loads(wished.settings) == {
        "kit": {"name": "Field 1"},
        "web": {"language": "en"},
        "scoreboard": {"language": "en"},
        "power": {"ina219": True},
        "buttons": {"stop_opens": True, "off": 26},
        "whistle": {"loopback": 25},
        "links": [{"port": "/dev/serial/by-id/...", "protocol": "hk1"}],
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_any_editor_will_do(encoding: str) -> None:
    wished = read("Name = Größe\r\n# so\r\n\r\nCOUNTRY=de\r\nOff button = YES\r\n".encode(encoding))
    assert wished.tables == {"kit": {"name": "Größe"}, "buttons": {"off": 26}}
    assert (wished.wifi, wished.mistakes) == (Hotspot("Größe", "DE"), ())


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("colour = red", "line 2: 'colour': unknown; allowed are name, language, country, ssh, battery, "),
        ("hello", "line 2: 'hello' is not allowed; allowed is name = value"),
        ("language = xx", "[web] language: xx unknown; allowed are en, "),
        ("battery = perhaps", "battery: 'perhaps' is not allowed; allowed are yes, no"),
        ("country = Germany", "Give the country as two capital letters, such as DE or US, not 'GERMANY'."),
        ("ssh = yes", "ssh: 'yes' is not allowed; allowed are no and a public key"),
        ("[whistle]\ngpio = 99", "[whistle] gpio: "),
        ("[lamps]\nround = 17", "[lamps round]: GPIO 17 is taken by whistle gpio; "),
        ("[journal]\npath = '/tmp/x'", "[journal] path: the services may not write /tmp/x; "),
        ("[links", "from line 2 on: is not TOML: "),
        ("[kite]\nname = 'x'", "[kite]: unknown; allowed are "),
    ],
)
def test_a_mistake_is_named_and_the_rest_counts(line: str, sentence: str) -> None:
    wished = read(f"name = Left\n{line}\n".encode())
    assert wished.tables == {"kit": {"name": "Left"}}
    assert wished.wifi == Hotspot("Left", "00")
    assert f"{FILE}: {sentence}" in wished.mistakes[0]
    assert not wished.is_empty


def test_a_name_too_long_for_a_wifi_leaves_that_its_own() -> None:
    wished = read(f"name = {'x' * 40}\ncountry = DE\n".encode())
    assert wished.tables == {"kit": {"name": "x" * 40}}
    assert wished.wifi == Hotspot("Field 1", "DE")
    assert "1 to 32 characters" in wished.mistakes[0]


def test_a_public_key_opens_ssh() -> None:
    assert read(f"ssh = {KEY}".encode()).ssh == KEY
    assert read(b"ssh = no").ssh == ""


def test_the_label_has_all_that_a_club_must_know() -> None:
    said = label(Settings(), Hotspot("Field 1", "DE"), "abcd-efgh-jkmn", "12345678", ENGLISH)
    assert said.splitlines() == [
        "Field 1",
        "",
        "Wi-Fi       Field 1",
        "Passphrase  abcd-efgh-jkmn",
        "Referee     http://10.42.0.1:8080/referee",
        "PIN         12345678",
        "Spectators  http://10.42.0.1:8081/",
    ]
    assert "Wi-Fi       -" in label(Settings(), Hotspot("Field 1", "DE"), "", "12345678", ENGLISH)
