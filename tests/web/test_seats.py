"""A player's seat: what it may do, and the tokens of printed cards that let phones in."""

import re
from pathlib import Path

import pytest

from fieldkit.settings import Settings, Web
from tests.web.conftest import HandClock, RunningKit
from web.pin import new_pin
from web.session import Session
from web.wire import Caller, Refused

pytestmark = pytest.mark.slow


def caller(address: str = "10.42.0.7", pin: str | None = None, token: str = "") -> Caller:
    return Caller(address, "http://kit:8080", None, "", "", token, pin)


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(Settings(), tmp_path, HandClock())


def seated(kit: RunningKit, seat: str = "red") -> dict[str, str]:
    """Return the headers of a player's phone that has taken a code for its seat."""
    asked = kit.call("POST", "/api/session/code", {"role": "seat", "seat": seat}, kit.log_in())
    reply = kit.call("POST", "/api/session", {"code": asked.json["code"]})
    assert reply.status == 200
    return {"Cookie": reply.cookie, "Origin": kit.origin, "Content-Type": "application/json"}


def test_a_player_acts_from_their_seat_and_the_record_says_so(kit: RunningKit) -> None:
    assert kit.call("POST", "/api/commands", {"id": "1", "type": "roll"}, seated(kit)).status == 200
    assert kit.referee.taken[-1][1] == "seat/red"
    assert kit.call("GET", "/api/ask?what=hand", headers=seated(kit, "blue")).json["who"] == "seat/blue"
    assert kit.call("GET", "/api/ask?what=hand").json == {"who": "", "what": "hand"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/match"),
        ("GET", "/api/feed?view=match"),
        ("POST", "/api/session/code"),
        ("GET", "/api/kit"),
        ("POST", "/api/beat"),
    ],
)
def test_what_is_the_referees_is_no_players(kit: RunningKit, method: str, path: str) -> None:
    reply = kit.call(method, path, {} if method == "POST" else None, seated(kit))
    assert (reply.status, reply.code) == (403, "not_yours")


def test_a_foreign_page_cannot_use_a_players_seat(kit: RunningKit) -> None:
    foreign = seated(kit) | {"Origin": "http://elsewhere.example"}
    assert kit.call("POST", "/api/commands", {"id": "1", "type": "roll"}, foreign).status == 403
    assert kit.referee.taken == []


@pytest.mark.parametrize(
    "body",
    [{"role": "seat"}, {"role": "king"}, {"role": "seat", "seat": "Red Baron"}, {"role": "seat", "seat": 3}],
)
def test_a_code_is_for_a_role_that_there_is(kit: RunningKit, body: dict[str, object]) -> None:
    assert kit.call("POST", "/api/session/code", body, kit.log_in()).status == 400


def test_a_seats_token_is_good_again_and_again_and_through_a_restart(
    tmp_path: Path, session: Session
) -> None:
    token = session.seat_token("31-sun")
    assert re.fullmatch(r"31-sun\.[0-9a-f]{32}", token)
    for _ in range(3):
        passed = session.known(caller(token=session.enter(caller(), None, token)))
        assert (passed.by, passed.role) == ("seat/31-sun", "seat")
    again = Session(Settings(), tmp_path, HandClock())
    assert again.seat_token("31-sun") == token
    assert again.known(caller(token=again.enter(caller(), None, token))).by == "seat/31-sun"
    assert session.seat_token("31-moon").partition(".")[2] != token.partition(".")[2]


def test_a_new_pin_makes_old_cards_invalid(tmp_path: Path, session: Session) -> None:
    token = session.seat_token("31-sun")
    passed = session.known(caller(token=session.enter(caller(), None, token)))
    new_pin(tmp_path)
    assert not session.holds(passed)
    with pytest.raises(Refused, match="That seat card is not of this kit"):
        session.enter(caller(), None, token)
    assert session.enter(caller(), None, session.seat_token("31-sun"))


def test_another_pin_in_the_settings_or_another_kit_has_other_cards(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    one = Session(Settings(web=Web(pin="hoops7")), tmp_path, HandClock()).seat_token("red")
    assert one != Session(Settings(web=Web(pin="hoops8")), tmp_path, HandClock()).seat_token("red")
    assert one != Session(Settings(web=Web(pin="hoops7")), tmp_path / "other", HandClock()).seat_token("red")


@pytest.mark.parametrize(
    "wrong",
    [
        "31-sun.",
        ".",
        "..",
        "31-sun.{mark}0",
        "31-moon.{mark}",
        "31-sun.0.{mark}",
        ".{mark}",
        "31-SUN.{mark}",
        "é.{mark}",
        "31-sun.{short}",
    ],
)
def test_a_wrong_token_seats_nobody(session: Session, wrong: str) -> None:
    mark = session.seat_token("31-sun").rpartition(".")[2]
    with pytest.raises(Refused) as refused:
        session.enter(caller(), None, wrong.format(mark=mark, short=mark[:-1]))
    assert (refused.value.status, refused.value.code) == (401, "wrong_card")


def test_a_hall_behind_one_address_gets_in_while_that_address_must_wait(session: Session) -> None:
    token = session.seat_token("31-sun")
    for _ in range(50):
        with pytest.raises(Refused, match="seat card"):
            session.enter(caller(), None, token[:-1] + ("0" if token[-1] != "0" else "1"))
    for _ in range(5):
        with pytest.raises(Refused, match="That PIN or code is wrong"):
            session.enter(caller(), None, "no")
    with pytest.raises(Refused, match="Too many"):
        session.enter(caller(), None, session.code("seat/31-sun")[0])
    assert session.enter(caller(), None, token)


def test_a_token_is_no_pin(session: Session) -> None:
    with pytest.raises(Refused, match="That PIN or code is wrong"):
        session.enter(caller(), session.seat_token("31-sun"), None)
    with pytest.raises(Refused, match="That PIN or code is wrong"):
        session.find(caller(pin=session.seat_token("31-sun")))


def test_the_referee_gets_the_tokens_of_many_seats(kit: RunningKit) -> None:
    seats = [f"{board}-{side}" for board in range(1, 101) for side in ("sun", "moon")]
    tokens = kit.call("POST", "/api/session/seats", {"seats": seats}, kit.log_in()).json["tokens"]
    assert list(tokens) == seats
    assert len(set(tokens.values())) == 200
    reply = kit.call("POST", "/api/session", {"code": tokens["31-sun"]}, {"Origin": kit.origin})
    assert reply.status == 200
    asked = kit.call("GET", "/api/ask?what=seat", headers={"Cookie": reply.cookie})
    assert asked.json["who"] == "seat/31-sun"
    wrong = kit.call("POST", "/api/session", {"code": "31-sun.00"})
    assert (wrong.status, wrong.code) == (401, "wrong_card")
    foreign = {"Origin": "http://elsewhere.example"}
    assert kit.call("POST", "/api/session", {"code": tokens["31-sun"]}, foreign).status == 403


def test_tokens_are_the_referees_and_for_the_kits_own_pages(kit: RunningKit) -> None:
    wanted = {"seats": ["red"]}
    assert kit.call("POST", "/api/session/seats", wanted).status == 401
    assert kit.call("POST", "/api/session/seats", wanted, seated(kit)).code == "not_yours"
    foreign = kit.log_in() | {"Origin": "http://elsewhere.example"}
    assert kit.call("POST", "/api/session/seats", wanted, foreign).code == "wrong_origin"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seats": []},
        {"seats": "red"},
        {"seats": ["Red Baron"]},
        {"seats": ["red", 3]},
        {"seats": ["red.0"]},
        {"seats": ["red"] * 201},
    ],
)
def test_tokens_are_for_seats_that_there_may_be(kit: RunningKit, body: dict[str, object]) -> None:
    assert kit.call("POST", "/api/session/seats", body, kit.log_in()).code == "bad_request"
