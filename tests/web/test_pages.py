"""The pages, and what they are made of."""

import json
import re
from importlib import resources
from pathlib import Path
from typing import Literal
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTFont

import web.pages
import web.redirects
from fieldkit.colours import style_sheet
from fieldkit.settings import Kit, Settings, Web
from tests.web.conftest import RunningKit

pytestmark = pytest.mark.slow


def test_the_board_is_for_all(kit: RunningKit) -> None:
    reply = kit.call("GET", "/")
    assert (reply.status, reply.headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "Field 1" in reply.body.decode()


def test_pages_guard_themselves(kit: RunningKit) -> None:
    for path in ("/", "/referee", "/nothing", "/qr.svg"):
        headers = kit.call("GET", path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_the_fonts_have_each_letter_of_the_pages() -> None:
    packages = ("fontpkg_barlow_condensed", "fontpkg_atkinson_hyperlegible")
    files = [file for name in packages for file in (resources.files(name) / "files").iterdir()]
    faces = [TTFont(str(file)).getBestCmap() for file in files if file.name.endswith("-Bold.ttf")]
    root = Path(web.pages.__file__).parents[1]
    paths = [path for end in ("js", "css", "html") for path in (root / "web").rglob(f"*.{end}")]
    paths += (root / "fieldkit/language").rglob("*.po")
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    lack = {
        (letter, path.relative_to(root).as_posix())
        for path, text in texts.items()
        for letter in set(text) - {"\n"}
        if any(ord(letter) not in face for face in faces)
    }
    assert len(faces) == 2
    assert not lack


def test_the_tablet_is_for_the_referee(kit: RunningKit) -> None:
    stranger = kit.call("GET", "/referee")
    referee = kit.call("GET", "/referee", headers=kit.log_in())
    assert (stranger.status, referee.status) == (200, 200)
    assert stranger.body != referee.body
    assert referee.headers["cache-control"] == "no-store"
    wrong = kit.call("GET", "/referee", headers={"Authorization": "Bearer nope"})
    assert (wrong.status, wrong.body) == (200, stranger.body)


@pytest.mark.parametrize("path", ["/crew", "/kit", "/print", "/print/match"])
def test_what_the_crew_and_the_printer_get_is_for_who_is_logged_in(kit: RunningKit, path: str) -> None:
    stranger = kit.call("GET", path)
    inside = kit.call("GET", path, headers=kit.log_in())
    assert (stranger.status, inside.status) == (200, 200)
    assert b'id="login"' in stranger.body
    assert b'id="login"' not in inside.body
    assert inside.headers["cache-control"] == "no-store"
    assert kit.call("GET", "/print/nothing").status == 404


def test_a_kits_name_is_text_not_markup(tmp_path: Path) -> None:
    kit = RunningKit(tmp_path, Settings(kit=Kit(name="<b>Field & 2</b>")))
    try:
        body = kit.call("GET", "/").body
    finally:
        kit.stop()
    assert b"<b>Field" not in body
    assert b"Field &amp; 2" in body


def test_a_page_that_is_not_there(kit: RunningKit) -> None:
    reply = kit.call("GET", "/no<b>")
    assert reply.status == 404
    assert reply.headers["content-type"].startswith("text/html")
    assert b"no<b>" not in reply.body
    assert kit.call("POST", "/").headers["allow"] == "GET, HEAD"


def test_a_page_that_breaks_says_so(kit: RunningKit, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(template: str) -> str:
        raise RuntimeError("a bug in a template")

    monkeypatch.setattr(web.pages, "render_template", broken)
    reply = kit.call("GET", "/")
    assert (reply.status, reply.headers["content-type"]) == (500, "text/html; charset=utf-8")
    assert b"RuntimeError" not in reply.body


def test_the_colours_come_as_a_style_sheet_that_a_page_keeps(kit: RunningKit) -> None:
    linked = re.search(rb'href="(/colours\.css\?v=[^"]+)"', kit.call("GET", "/").body)
    assert linked is not None
    reply = kit.call("GET", linked[1].decode())
    assert (reply.status, reply.headers["content-type"]) == (200, "text/css; charset=utf-8")
    assert reply.body.decode() == style_sheet()
    assert "immutable" in reply.headers["cache-control"]


@pytest.mark.parametrize("theme", ["sun", "dusk"])
def test_a_page_has_the_theme_of_the_settings_and_asks_the_device_before_it_paints(
    tmp_path: Path, theme: Literal["sun", "dusk"]
) -> None:
    kit = RunningKit(tmp_path, Settings(web=Web(theme=theme)))
    try:
        page = kit.call("GET", "/").body.decode()
        paper = kit.call("GET", "/print", headers=kit.log_in()).body.decode()
    finally:
        kit.stop()
    assert f'data-theme="{theme}"' in page
    assert page.index('/theme.js"></script>') < page.index('rel="stylesheet"')
    assert 'data-theme="sun"' in paper
    assert "theme.js" not in paper


def test_a_tablet_can_put_the_kit_on_its_home_screen(kit: RunningKit) -> None:
    linked = re.search(rb'rel="manifest" href="([^"]+)"', kit.call("GET", "/referee").body)
    assert linked is not None
    reply = kit.call("GET", linked[1].decode())
    assert (reply.status, reply.headers["content-type"]) == (200, "application/manifest+json")
    manifest = json.loads(reply.body)
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == (
        "Field 1",
        "/referee",
        "standalone",
    )
    assert kit.call("GET", manifest["icons"][0]["src"]).status == 200


def test_a_new_colour_is_a_new_version(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def linked() -> bytes:
        kit = RunningKit(tmp_path, Settings())
        try:
            return kit.call("GET", "/").body.partition(b"/colours.css?v=")[2].partition(b'"')[0]
        finally:
            kit.stop()

    before = linked()
    monkeypatch.setattr(web.pages, "style_sheet", lambda: style_sheet().replace("#", "#f"))
    assert before != linked()


def test_scripts_are_kept_under_the_version_and_another_version_gets_what_there_is(kit: RunningKit) -> None:
    linked = re.search(rb'src="(/static/[^"]+)/board.js"', kit.call("GET", "/").body)
    assert linked is not None
    now = kit.call("GET", f"{linked[1].decode()}/full_contact/board.js")
    before = kit.call("GET", "/static/0.0.1-abc/full_contact/board.js")
    plain = kit.call("GET", "/static/full_contact/board.js")
    assert now.status == 200
    assert now.body == before.body == plain.body
    assert "immutable" in now.headers["cache-control"]
    assert before.headers["cache-control"] == plain.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize("name", ["BarlowCondensed-ExtraBold.ttf", "AtkinsonHyperlegible-Regular.ttf"])
def test_fonts_come_from_their_packages(kit: RunningKit, name: str) -> None:
    reply = kit.call("GET", f"/fonts/{name}?v=1")
    assert (reply.status, reply.headers["content-type"]) == (200, "font/ttf")
    assert reply.body[:4] == b"\0\1\0\0"
    assert "immutable" in reply.headers["cache-control"]
    again = kit.call("GET", f"/fonts/{name}", headers={"If-None-Match": reply.headers["etag"]})
    assert (again.status, again.headers["cache-control"]) == (304, "no-cache")


@pytest.mark.parametrize(
    "path",
    [
        "/fonts/../__init__.py",
        "/fonts/%2e%2e%2f__init__.py",
        "/static/../pages.py",
        "/static/%2e%2e/pages.py",
        "/static/",
        "/icons/nothing.svg",
        "/icons/..%2f__init__.py",
    ],
)
def test_nothing_else_is_served(kit: RunningKit, path: str) -> None:
    assert kit.call("GET", path).status == 404


def test_icons_alone_and_together(kit: RunningKit) -> None:
    one = kit.call("GET", "/icons/wood.svg")
    assert (one.status, one.headers["content-type"]) == (200, "image/svg+xml; charset=utf-8")
    sprite = ElementTree.fromstring(kit.call("GET", "/icons/all.svg").body)
    symbols = {symbol.get("id"): symbol for symbol in sprite}
    assert {"wood", "wheat", "brick", "ore", "sheep", "city", "mark-star"} <= set(symbols)
    assert all(len(symbol) for symbol in symbols.values())


def test_the_qr_code_is_the_address_that_was_asked_for(kit: RunningKit) -> None:
    here = kit.call("GET", "/qr.svg", headers={"Host": "10.42.0.1:8080"})
    assert here.headers["content-type"] == "image/svg+xml; charset=utf-8"
    assert ElementTree.fromstring(here.body).tag.endswith("svg")
    assert here.body == kit.call("GET", "/qr.svg", headers={"Host": "10.42.0.1:8080"}).body
    assert here.body != kit.call("GET", "/qr.svg", headers={"Host": "10.42.0.2:8080"}).body
    assert kit.call("GET", "/qr.svg", headers={"Host": "a/b?<script>"}).status == 400


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_opened_at_the_kits_own_machine_codes_and_pages_lead_to_its_address(
    kit: RunningKit, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(web.redirects, "lan_address", lambda host: "10.42.0.7")
    for asked in ("", "?seat=123456", "?referee=123456"):
        here, there = (
            kit.call("GET", f"/qr.svg{asked}", headers={"Host": f"{host}:8080"}).body
            for host in (name, "10.42.0.7")
        )
        assert here == there
    told = [
        kit.call("GET", "/referee", headers={**kit.log_in(), "Host": f"{host}:8080"}).body
        for host in (name, "kit.local")
    ]
    assert b'data-origin="http://10.42.0.7:8080"' in told[0]
    assert b'data-origin=""' in told[1]


def test_a_code_is_photographed_with_the_address_of_the_seat(kit: RunningKit) -> None:
    plain = kit.call("GET", "/qr.svg").body
    assert kit.call("GET", "/qr.svg?seat=123456").body not in (
        plain,
        kit.call("GET", "/qr.svg?seat=654321").body,
    )
    card = kit.call("GET", f"/qr.svg?seat=31-sun.{'0123456789abcdef' * 2}")
    assert card.status == 200
    assert card.body not in (plain, kit.call("GET", f"/qr.svg?seat=31-sun.{'0123456789abcde0' * 2}").body)
    for wrong in (
        "12345",
        "1234567",
        "12345x",
        "%23123456",
        "",
        "31-sun.0",
        f"31-sun.{'g' * 32}",
        quote("\u0661" * 6),
    ):
        assert kit.call("GET", f"/qr.svg?seat={wrong}").status == 400


def test_a_seat_is_for_who_came_with_its_code(kit: RunningKit) -> None:
    referee = kit.log_in()
    assert b'data-by="code"' in kit.call("GET", "/seat").body
    assert b'data-by="code"' in kit.call("GET", "/seat", headers=referee).body, "a referee has no seat"
    made = kit.call("POST", "/api/session/code", {"role": "seat", "seat": "red"}, referee).json
    reply = kit.call("POST", "/api/session", {"code": made["code"]}, {"Origin": kit.origin})
    seat = kit.call("GET", "/seat", headers={"Cookie": reply.cookie})
    assert b'data-own="red"' in seat.body
    assert seat.headers["cache-control"] == "no-store"
    assert b'id="login"' in kit.call("GET", "/referee", headers={"Cookie": reply.cookie}).body


def test_the_rules_come_by_their_numbers_in_the_kits_language(tmp_path: Path) -> None:
    """One script for all games, which a page that knows its version keeps."""
    kit = RunningKit(tmp_path, Settings(web=Web(language="de")))
    try:
        reply = kit.call("GET", "/static/rules.js")
    finally:
        kit.stop()
    assert reply.headers["content-type"].startswith("text/javascript")
    told = dict(re.findall(r"export const (\w+) = (.+);\n", reply.body.decode()))
    assert json.loads(told["rules"]) == {"T-1": "Holz", "T-2": "Nobody blows the whistle twice."}
    assert json.loads(told["guide"]) == {"T-1": ["Holz", "{n} is the option's."]}


def test_a_tv_and_a_stream_need_no_log_in_and_take_a_theme(kit: RunningKit) -> None:
    def page(path: str) -> str:
        reply = kit.call("GET", path)
        assert (reply.status, reply.headers["cache-control"]) == (200, "no-store"), path
        return reply.body.decode()

    for path in ("/screen", "/overlay"):
        assert 'data-theme="sun"' in page(path)
        assert 'data-theme="dusk"' in page(f"{path}?theme=dusk")
        assert 'data-theme="sun"' in page(f"{path}?theme=<b>")
    assert "is-above" not in page("/overlay")
    assert "is-above" in page("/overlay?position=top")


def test_a_wifi_is_drawn_for_phones_and_nothing_else_is(kit: RunningKit) -> None:
    good = kit.call("GET", f"/qr.svg?wifi={quote('WIFI:T:WPA;S:Field 1;P:hoops;;')}")
    other = kit.call("GET", f"/qr.svg?wifi={quote('WIFI:T:WPA;S:Field 2;P:hoops;;')}")
    assert (good.status, good.headers["content-type"].split(";")[0]) == (200, "image/svg+xml")
    assert good.body != other.body
    for wrong in ("http://elsewhere", "WIFI:", "WIFI:" + "x" * 301, "WIFI:\n"):
        assert kit.call("GET", f"/qr.svg?wifi={quote(wrong)}").status == 400
