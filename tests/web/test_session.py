"""The PIN, the cookie, the rate limit and the codes."""

import re
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fieldkit.errors import FieldkitError
from fieldkit.settings import Settings, Web
from tests.web.conftest import HandClock, RunningKit
from web.pin import new_pin, read_pin
from web.session import MAX_COOKIES, Session
from web.wire import Caller, Refused

pytestmark = pytest.mark.slow


def caller(address: str = "10.42.0.7", pin: str | None = None, token: str = "") -> Caller:
    return Caller(address, "http://kit:8080", None, "", "", token, pin)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(Settings(), tmp_path, HandClock())


def test_the_pin_is_eight_digits_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    pin = read_pin(Settings(), tmp_path)
    assert re.fullmatch("[0-9]{8}", pin)
    assert read_pin(Settings(), tmp_path) == pin
    Session(Settings(), tmp_path, HandClock())
    for name in ("pin", "cookie.key", "known.key", "day.json", "sessions.sqlite3"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    assert len((tmp_path / "cookie.key").read_bytes()) == 32


def test_many_who_ask_first_agree_on_one_pin(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        pins = set(pool.map(lambda _: read_pin(Settings(), tmp_path), range(16)))
    assert len(pins) == 1


def test_the_settings_pin_goes_before_the_files(tmp_path: Path) -> None:
    assert read_pin(Settings(web=Web(pin="hoops7")), tmp_path) == "hoops7"
    assert not (tmp_path / "pin").exists()


@pytest.mark.parametrize("torn", [b"", b"12", b"\0" * 6])
def test_a_torn_pin_is_no_pin(tmp_path: Path, torn: bytes) -> None:
    (tmp_path / "pin").write_bytes(torn)
    assert re.fullmatch("[0-9]{8}", read_pin(Settings(), tmp_path))


def test_a_data_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "pin").mkdir()
    with pytest.raises(FieldkitError, match="pin cannot be read"):
        read_pin(Settings(), tmp_path)
    with pytest.raises(FieldkitError, match="cannot be written"):
        read_pin(Settings(), tmp_path / "missing")


def test_a_pin_file_lost_in_a_match_logs_nobody_out(tmp_path: Path, session: Session) -> None:
    token = session.enter(caller(), read_pin(Settings(), tmp_path), None)
    (tmp_path / "pin").unlink()
    (tmp_path / "cookie.key").write_bytes(b"torn")
    assert session.referee(caller(token=token)).by == "tablet"


def test_a_cookie_lives_through_a_restart_and_dies_with_a_new_pin(tmp_path: Path, session: Session) -> None:
    token = session.enter(caller(), read_pin(Settings(), tmp_path), None)
    again = Session(Settings(), tmp_path, HandClock())
    passed = again.referee(caller(token=token))
    old = read_pin(Settings(), tmp_path)
    fresh = new_pin(tmp_path)
    assert fresh == read_pin(Settings(), tmp_path) != old
    assert not again.holds(passed)
    assert again.find(caller(token=token)) is None
    with pytest.raises(Refused, match="wrong"):
        again.enter(caller(), old, None)
    assert again.enter(caller(), fresh, None)


def test_a_new_pin_logs_everyone_out_even_if_the_settings_hold_the_pin(tmp_path: Path) -> None:
    fixed = Session(Settings(web=Web(pin="hoops7")), tmp_path, HandClock())
    token = fixed.enter(caller(), "hoops7", None)
    new_pin(tmp_path)
    assert fixed.find(caller(token=token)) is None
    assert fixed.enter(caller(), "hoops7", None)


def test_a_cookie_seen_before_dies_with_its_log_out(tmp_path: Path, session: Session) -> None:
    token = session.enter(caller(), read_pin(Settings(), tmp_path), None)
    session.leave(session.referee(caller(token=token)))
    assert session.find(caller(token=token)) is None


def test_more_cookies_than_are_remembered_are_all_good(session: Session) -> None:
    tokens = [
        session.enter(caller(), None, session.seat_token(f"{n}-sun"))
        for n in range(MAX_COOKIES // 4)
        for _ in range(5)
    ]
    assert all(session.find(caller(token=token)) for token in [*tokens, *tokens])


def test_another_pin_in_the_settings_ends_old_cookies(tmp_path: Path) -> None:
    token = Session(Settings(web=Web(pin="hoops7")), tmp_path, HandClock()).enter(caller(), "hoops7", None)
    other = Session(Settings(web=Web(pin="hoops8")), tmp_path, HandClock())
    assert other.find(caller(token=token)) is None


@pytest.mark.parametrize("token", ["x", "a.b", ".", "é.ü", "x" * 5000])
def test_a_made_up_cookie_is_none(session: Session, token: str) -> None:
    assert session.find(caller(token=token)) is None


def test_five_wrong_pins_then_a_minute_of_waiting(tmp_path: Path) -> None:
    clock = HandClock()
    session = Session(Settings(web=Web(pin="hoops7")), tmp_path, clock)
    for n in range(5):
        with pytest.raises(Refused) as wrong:
            session.enter(caller(), "wrong", None) if n % 2 else session.find(caller(pin="wrong"))
        assert wrong.value.status == 401
        clock.pass_by(2)
    for attempt in (
        lambda: session.enter(caller(), "hoops7", None),
        lambda: session.find(caller(pin="hoops7")),
    ):
        with pytest.raises(Refused) as waiting:
            attempt()
        assert waiting.value.status == 429
        assert dict(waiting.value.headers) == {"Retry-After": "51"}
    assert session.enter(caller("10.42.0.8"), "hoops7", None)
    clock.pass_by(50.5)
    assert session.enter(caller(), "hoops7", None)


def test_a_demonstration_does_not_make_guessing_faster(tmp_path: Path) -> None:
    clock = HandClock()
    object.__setattr__(clock, "rate", 20.0)
    session = Session(Settings(web=Web(pin="hoops7")), tmp_path, clock)
    for _ in range(5):
        with pytest.raises(Refused):
            session.enter(caller(), "wrong", None)
    clock.pass_by(61)
    with pytest.raises(Refused, match="Too many"):
        session.enter(caller(), "hoops7", None)


def test_who_holds_a_cookie_is_never_locked_out(tmp_path: Path) -> None:
    session = Session(Settings(web=Web(pin="hoops7")), tmp_path, HandClock())
    token = session.enter(caller(), "hoops7", None)
    for _ in range(9):
        with pytest.raises(Refused):
            session.find(caller(pin="wrong"))
    assert session.referee(caller(token=token, pin="wrong")).by == "tablet"
    assert session.enter(caller(token=token), "hoops7", None)


def test_guesses_side_by_side_are_looked_at_five_times_at_most(tmp_path: Path) -> None:
    session = Session(Settings(web=Web(pin="hoops7")), tmp_path, HandClock())

    def guess(_: int) -> int:
        try:
            session.enter(caller(), "wrong", None)
        except Refused as refused:
            return refused.status
        return 200

    with ThreadPoolExecutor(16) as pool:
        answers = list(pool.map(guess, range(64)))
    assert answers.count(401) == 5
    assert answers.count(429) == 59


def test_a_whole_ipv6_network_is_one_address(tmp_path: Path) -> None:
    session = Session(Settings(web=Web(pin="hoops7")), tmp_path, HandClock())
    for n in range(5):
        with pytest.raises(Refused):
            session.enter(caller(f"fd00::{n}"), "wrong", None)
    with pytest.raises(Refused, match="Too many"):
        session.enter(caller("fd00::99"), "hoops7", None)
    assert session.enter(caller("fd00:0:0:1::1"), "hoops7", None)


def test_a_code_lets_one_tablet_in_once(tmp_path: Path) -> None:
    clock = HandClock()
    session = Session(Settings(), tmp_path, clock)
    code = session.code()[0]
    assert re.fullmatch("[0-9]{6}", code)
    assert session.referee(caller(token=session.enter(caller(), None, code)))
    with pytest.raises(Refused, match="wrong"):
        session.enter(caller(), None, code)
    late = session.code()[0]
    clock.pass_by(121)
    with pytest.raises(Refused, match="wrong"):
        session.enter(caller(), None, late)
    before = session.code()[0]
    new_pin(tmp_path)
    with pytest.raises(Refused, match="wrong"):
        session.enter(caller(), None, before)
    assert len({session.code()[0] for _ in range(20)}) == 20
    assert len(session._codes._once) == 8


def test_wrong_codes_count_as_wrong_pins(session: Session) -> None:
    code = session.code()[0]
    for _ in range(5):
        with pytest.raises(Refused, match="wrong"):
            session.enter(caller(), None, "no")
    with pytest.raises(Refused, match="Too many"):
        session.enter(caller(), None, code)


def test_the_cookie_is_for_the_browser_and_this_site_alone(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/session", {"pin": kit.pin}, {"Origin": kit.origin})
    assert reply.status == 200
    flags = {flag.strip().lower() for flag in dict(reply.cookies)["fieldkit"].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/", "max-age=2592000"} <= flags
    assert "secure" not in flags


def test_logging_in_and_out(kit: RunningKit) -> None:
    assert kit.call("GET", "/api/match").status == 401
    headers = kit.log_in()
    assert kit.call("GET", "/api/match", headers=headers).status == 200
    assert kit.call("DELETE", "/api/session", headers=headers | {"Origin": "http://evil"}).status == 403
    out = kit.call("DELETE", "/api/session", headers=headers)
    assert out.status == 200
    assert "expires=thu, 01 jan 1970" in out.headers["set-cookie"].lower()
    assert kit.call("GET", "/api/match", headers=headers).status == 401
    assert kit.call("DELETE", "/api/session").status == 401


def test_wrong_pins_over_http(kit: RunningKit) -> None:
    headers = kit.log_in()
    for _ in range(5):
        wrong = kit.call("POST", "/api/session", {"pin": "nope"})
        assert (wrong.status, wrong.code) == (401, "wrong_pin")
    waiting = kit.call("POST", "/api/session", {"pin": kit.pin})
    assert (waiting.status, waiting.code) == (429, "too_many_pins")
    assert 0 < int(waiting.headers["retry-after"]) <= 61
    scripts = kit.call("POST", "/api/commands", {"id": "1", "type": "note"}, kit.bearer)
    assert (scripts.status, scripts.headers["retry-after"]) == (429, waiting.headers["retry-after"])
    assert kit.call("GET", "/api/match", headers=headers).status == 200
    assert kit.call("GET", "/api/board", headers=kit.bearer).status == 200


def test_a_forwarded_address_is_not_believed(kit: RunningKit) -> None:
    answers = [
        kit.call("POST", "/api/session", {"pin": "nope"}, {"X-Forwarded-For": f"10.0.0.{n}"}).status
        for n in range(7)
    ]
    assert answers == [401] * 5 + [429] * 2


def test_a_foreign_page_logs_nobody_in(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/session", {"pin": kit.pin}, {"Origin": "http://evil.example"})
    assert (reply.status, reply.code) == (403, "wrong_origin")


@pytest.mark.parametrize(
    "body", [{}, {"pin": 123456}, {"pin": "1", "code": "2"}, {"pin": None}, {"code": ["1"]}, {"pin": {}}]
)
def test_a_login_that_makes_no_sense_is_a_bad_request(kit: RunningKit, body: object) -> None:
    assert kit.call("POST", "/api/session", body).status == 400


def test_a_code_over_http(kit: RunningKit) -> None:
    assert kit.call("POST", "/api/session/code").status == 401
    shown = kit.call("POST", "/api/session/code", headers=kit.log_in())
    assert shown.json["seconds"] == 120
    joined = kit.call("POST", "/api/session", {"code": shown.json["code"]})
    assert joined.status == 200
    assert kit.call("GET", "/api/match", headers={"Cookie": joined.cookie}).status == 200
    assert kit.call("POST", "/api/session", {"code": shown.json["code"]}).status == 401
