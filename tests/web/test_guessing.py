"""Guesses at PIN and codes: how many are looked at, from how many sides, and whom they lock out."""

import contextlib
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from fieldkit.messages import CREW
from fieldkit.settings import Settings, Web
from tests.web.conftest import HandClock, RunningKit
from web.pin import new_pin, read_pin
from web.rate_limit import MAX_GUESSERS, MAX_WRONG_PINS, MAX_WRONG_TOGETHER, Guesser, RateLimiter, Wait
from web.session import Session
from web.wire import Caller, Refused

pytestmark = pytest.mark.slow

PIN = "hoops7"


class Field:
    """A session, the clock it goes by, and what it tells of guesses."""

    def __init__(self, data: Path) -> None:
        self.clock = HandClock()
        self.told: list[str] = []
        self.session = Session(
            Settings(web=Web(pin=PIN)), data, self.clock, guessed=lambda address: self.told.append(address)
        )

    def guess(self, address: str, pin: str = "wrong", token: str = "", known: str = "") -> str:
        """Return the error's code of one guess, "" for a right one."""
        caller = Caller(address, "http://kit", None, "", "", token, None, known)
        try:
            self.session.enter(caller, pin, None)
        except Refused as refused:
            return refused.code
        return ""

    def show(self, address: str, code: str) -> str:
        """Return the error's code for a code that is shown, "" for a right one."""
        try:
            self.session.enter(Caller(address, "http://kit", None, "", "", "", None), None, code)
        except Refused as refused:
            return refused.code
        return ""

    def log_in(self, address: str = "10.42.0.7") -> tuple[str, str]:
        """Return a tablet's cookie, and the mark that it keeps."""
        caller = Caller(address, "http://kit", None, "", "", "", None)
        token = self.session.enter(caller, PIN, None)
        known = self.session.known_mark(caller, token)
        assert known
        return token, known


@pytest.fixture
def field(tmp_path: Path) -> Field:
    return Field(tmp_path)


def addresses(number: int) -> Iterator[str]:
    return cycle([f"10.{n >> 16}.{n >> 8 & 255}.{n & 255}" for n in range(number)])


@pytest.mark.parametrize("number", [50, 3000])
def test_many_addresses_guess_no_faster_than_the_budget(field: Field, number: int) -> None:
    """Two minutes with a hundred guesses a second."""
    guesser, looked_at = addresses(number), 0
    for _ in range(12_000):
        looked_at += field.guess(next(guesser)) == "wrong_pin"
        field.clock.pass_by(0.01)
    assert looked_at == len(field.told) == 2 * MAX_WRONG_TOGETHER
    assert len(field.session._limiter._limiter._wrong) <= MAX_GUESSERS


def test_a_budget_that_is_used_up_spares_who_was_in_before(field: Field) -> None:
    token, known = field.log_in()
    for address in [f"10.9.0.{n}" for n in range(MAX_WRONG_TOGETHER)]:
        assert field.guess(address) == "wrong_pin"
    assert field.guess("10.42.0.99", PIN) == "too_many_guesses"
    with pytest.raises(Refused) as waiting:
        field.session.find(Caller("10.42.0.98", "http://kit", None, "", "", "", PIN))
    assert dict(waiting.value.headers) == {"Retry-After": "61"}
    assert field.session.referee(Caller("10.9.0.1", "http://kit", None, "", "", token, None))
    assert field.guess("10.9.0.1", PIN, known=known) == ""
    assert field.guess("127.0.0.1", PIN) == "", "the kit's own machine is nobody's guesser"
    field.clock.pass_by(61)
    assert field.guess("10.42.0.99", PIN) == ""


def test_a_budget_that_is_used_up_lets_captains_and_crew_in(field: Field) -> None:
    code = field.session.code(CREW)[0]
    for address in [f"10.9.0.{n}" for n in range(MAX_WRONG_TOGETHER + 1)]:
        field.guess(address)
        field.show(address, "abcdefgh")
    assert field.guess("10.42.0.99", PIN) == field.show("10.42.0.99", "123456") == "too_many_guesses"
    assert field.show("10.42.0.99", f" {code[:4].upper()} {code[4:]}") == ""
    tried = [field.show("10.9.1.1", "abcdefgh") for _ in range(MAX_WRONG_PINS + 1)]
    assert tried == ["wrong_pin"] * MAX_WRONG_PINS + ["too_many_pins"]
    assert field.show("10.9.1.1", code) == "too_many_pins", "each address has its own few, also for these"


def test_many_addresses_that_guess_keep_no_new_phone_of_a_captain_out(field: Field) -> None:
    code = field.session.code(CREW)[0]
    tried = {
        field.show(address, "abcdefgh") for address, _ in zip(addresses(3000), range(2500), strict=False)
    }
    assert tried == {"wrong_pin"}
    assert field.show("10.42.0.99", code) == ""


def test_a_steady_guesser_at_the_same_address_locks_no_known_tablet_out(field: Field) -> None:
    _, known = field.log_in()
    got_in = strangers = 0
    for second in range(75):
        for _ in range(4):
            field.guess("10.42.0.7")
            field.clock.pass_by(0.25)
        if second % 5 == 0:
            strangers += field.guess("10.42.0.7", PIN) == ""
            got_in += field.guess("10.42.0.7", PIN, known=known) == ""
    assert got_in == 15
    assert strangers < 4


def test_a_known_tablet_guesses_no_faster_than_others_and_all_of_them_share_a_budget(field: Field) -> None:
    marks = [field.log_in(f"10.42.0.{n}")[1] for n in range(8)]
    codes = [field.guess("10.42.0.7", known=marks[0]) for _ in range(7)]
    assert codes == ["wrong_pin"] * MAX_WRONG_PINS + ["too_many_pins"] * 2
    for mark in marks[1:]:
        for _ in range(MAX_WRONG_PINS):
            field.guess("10.42.0.7", known=mark)
    assert len(field.told) == MAX_WRONG_TOGETHER
    assert field.guess("10.42.0.7", PIN, known=marks[-1]) in ("too_many_guesses", "too_many_pins")
    assert field.guess("10.42.0.7", PIN) == "", "strangers have a budget of their own"


@pytest.mark.parametrize("made_up", ["x", "a.b", ".", "é.ü", "x" * 5000])
def test_a_made_up_mark_is_a_strangers(field: Field, made_up: str) -> None:
    _, known = field.log_in()
    for _ in range(MAX_WRONG_PINS):
        field.guess("10.9.0.1", known=made_up)
    for mark in (made_up, f"x{known}"):
        assert field.guess("10.9.0.1", PIN, known=mark) == "too_many_pins"
    assert field.guess("10.9.0.1", PIN, known=known) == ""


def test_guesses_with_a_cookie_are_counted(field: Field) -> None:
    """A tablet that is logged in does not tell its holder the PIN, however many more it lets in."""
    token, _ = field.log_in()
    codes = [field.guess("10.42.0.7", token=token) for _ in range(9)]
    assert codes == ["wrong_pin"] * MAX_WRONG_PINS + ["too_many_pins"] * 4
    other, _ = field.log_in("10.42.0.8")
    assert field.guess("10.42.0.8", token=other) == "too_many_pins"
    assert field.guess("10.42.0.8", PIN) == ""
    assert field.session.find(Caller("10.42.0.7", "http://kit", None, "", "", token, None))


def test_a_players_phone_guesses_as_its_address(field: Field) -> None:
    code = field.session.code(CREW)[0]
    tokens = [
        field.session.enter(Caller("10.42.0.9", "http://kit", None, "", "", "", None), None, code)
        for _ in "12"
    ]
    for n in range(MAX_WRONG_PINS):
        assert field.guess("10.42.0.9", token=tokens[n % 2]) == "wrong_pin"
    assert field.guess("10.42.0.9", token=tokens[0]) == field.guess("10.42.0.9", PIN) == "too_many_pins"


def test_a_device_that_was_known_stays_known_through_a_restart_and_a_new_pin(tmp_path: Path) -> None:
    session = Session(Settings(), tmp_path, HandClock())
    asks = Caller("10.42.0.7", "http://kit", None, "", "", "", None)
    known = session.known_mark(asks, session.enter(asks, read_pin(Settings(), tmp_path), None))
    assert known
    new_pin(tmp_path)
    again = Session(Settings(), tmp_path, HandClock())
    for _ in range(MAX_WRONG_PINS + 1):
        with contextlib.suppress(Refused):
            again.enter(asks, "wrong", None)
    there = Caller("10.42.0.7", "http://kit", None, "", "", "", None, known)
    assert again.known_mark(there, again.enter(there, read_pin(Settings(), tmp_path), None)) == known


def test_the_mark_of_a_device_gives_no_right_and_no_phone_gets_one(kit: RunningKit) -> None:
    reply = kit.call("POST", "/api/session", {"pin": kit.pin})
    assert reply.status == 200
    given = [line for name, line in reply.cookies if name == "fieldkit-known"]
    assert len(given) == 1
    flags = {flag.strip().lower() for flag in given[0].split(";")[1:]}
    assert {"httponly", "samesite=strict", "path=/api/session", "max-age=34560000"} <= flags
    mark = given[0].partition(";")[0]
    assert kit.call("GET", "/api/match", headers={"Cookie": mark}).status == 401
    for _ in range(MAX_WRONG_PINS):
        assert kit.call("POST", "/api/session", {"pin": "nope"}).code == "wrong_pin"
    assert kit.call("POST", "/api/session", {"pin": kit.pin}).code == "too_many_pins"
    assert kit.call("POST", "/api/session", {"pin": kit.pin}, {"Cookie": mark}).status == 200
    assert kit.referee.guesses == ["127.0.0.1"] * MAX_WRONG_PINS
    tablet = {"Cookie": reply.cookie, "Origin": kit.origin, "Content-Type": "application/json"}
    for wanted in ({"role": "crew"}, {"role": "screen"}, {"role": "seat", "seat": "red"}):
        code = kit.call("POST", "/api/session/code", wanted, tablet).json["code"]
        joined = kit.call("POST", "/api/session", {"code": code}, {"Cookie": mark})
        assert [name for name, _ in joined.cookies] == ["fieldkit"]


def test_who_guessed_last_is_forgotten_last() -> None:
    limiter, first = RateLimiter(lambda: 0.0, each=2), Guesser("screen", "first")
    guesses = [first, *(Guesser("screen", str(n)) for n in range(MAX_GUESSERS - 1)), first]
    for who in (*guesses, Guesser("screen", "one more")):
        assert limiter.attempt(who, lambda: False) is False
    assert isinstance(limiter.attempt(first, lambda: False), Wait)
