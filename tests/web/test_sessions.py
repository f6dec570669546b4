"""The list of sessions and the match day: what stays in through a restart, and what ends for good."""

import sqlite3
import stat
from pathlib import Path

import pytest

from fieldkit.cli.commands import main
from fieldkit.settings import Settings
from tests.web.conftest import HandClock, RunningKit
from web.match_day import DAY_S, LOOK_S, CurrentMatch
from web.match_day import FILE as DAY
from web.pin import read_pin
from web.session import Session
from web.sessions import FILE, MAX_EACH, MAX_OF_A_SEAT
from web.wire import Caller, Refused

pytestmark = pytest.mark.slow

NOBODY = Caller("10.42.0.7", "http://kit", None, "", "", "", None)


def with_token(token: str) -> Caller:
    return Caller("10.42.0.7", "http://kit", None, "", "", token, None)


class Day:
    """Sessions on a data folder, the clock they go by, and what is played."""

    def __init__(self, data: Path) -> None:
        self.data, self.clock = data, HandClock()
        self.stage = "setup"
        self.start()

    def start(self) -> None:
        """Start the kit, or start it again."""
        present = lambda: CurrentMatch("m1", self.stage, {"red": "Foxes"})  # noqa: E731
        self.session = Session(Settings(), self.data, self.clock, present)

    def log_in(self) -> str:
        return self.session.enter(NOBODY, read_pin(Settings(), self.data), None)

    def is_in(self, token: str) -> bool:
        return self.session.find(with_token(token)) is not None

    def pass_by(self, seconds: float, asking: str = "") -> None:
        """Let time pass while a tablet asks now and then."""
        for _ in range(100):
            self.clock.pass_by(seconds / 100)
            self.is_in(asking)


@pytest.fixture
def day(tmp_path: Path) -> Day:
    return Day(tmp_path)


def test_who_logged_out_stays_out_through_a_restart_and_after_many_more(day: Day) -> None:
    token = day.log_in()
    seat = day.session.enter(NOBODY, None, day.session.seat_token("red"))
    for one in (token, seat):
        day.session.leave(day.session.known(with_token(one)))
        assert not day.is_in(one)
    day.start()
    assert not day.is_in(token)
    assert not day.is_in(seat)
    for _ in range(1001):
        day.session.leave(day.session.known(with_token(day.log_in())))
    assert not day.is_in(token)
    day.start()
    assert not day.is_in(token)
    assert stat.S_IMODE((day.data / FILE).stat().st_mode) == 0o600


def test_a_restart_logs_nobody_out(day: Day) -> None:
    tokens = [day.log_in() for _ in range(5)]
    tokens += [day.session.enter(NOBODY, None, day.session.seat_token(f"{n}")) for n in range(300)]
    day.start()
    assert all(map(day.is_in, tokens))
    listed = day.session.listed(day.session.known(with_token(tokens[0])))
    assert [one["here"] for one in listed["sessions"]] == [True, False, False, False, False]
    assert listed["players"] == 300
    day.start()
    listed = day.session.listed(day.session.known(with_token(tokens[0])))
    assert [one["quiet_s"] for one in listed["sessions"]] == [0, None, None, None, None]


def test_who_may_log_in_often_pushes_only_their_own_out(day: Day) -> None:
    tablet, card = day.log_in(), day.session.seat_token("red")
    phones = [day.session.enter(NOBODY, None, card) for _ in range(MAX_OF_A_SEAT + 3)]
    code = day.session.code("crew")[0]
    crew = [day.session.enter(NOBODY, None, code) for _ in range(MAX_EACH + 3)]
    for _ in range(2):
        assert [day.is_in(one) for one in phones] == [False] * 3 + [True] * MAX_OF_A_SEAT
        assert [day.is_in(one) for one in crew] == [False] * 3 + [True] * MAX_EACH
        assert day.is_in(tablet)
        day.start()


@pytest.mark.parametrize("damage", [b"", b"no database" * 500, b"SQLite format 3\0" + b"\xff" * 8000])
def test_a_list_that_is_damaged_logs_everybody_out_and_is_replaced(day: Day, damage: bytes) -> None:
    token = day.log_in()
    held = day.session._sessions._db
    assert held
    held.close()
    for ending in ("-wal", "-shm"):
        (day.data / f"{FILE}{ending}").unlink(missing_ok=True)
    (day.data / FILE).write_bytes(damage)
    day.start()
    assert not day.is_in(token)
    token = day.log_in()
    day.start()
    assert day.is_in(token)


def test_a_list_that_cannot_be_stored_is_said_and_holds_until_the_next_start(day: Day) -> None:
    (day.data / FILE).unlink()
    (day.data / FILE).mkdir()
    day.start()
    token, other = day.log_in(), day.log_in()
    assert day.is_in(token)
    with pytest.raises(Refused) as refused:
        day.session.leave(day.session.known(with_token(token)))
    assert (refused.value.status, refused.value.code) == (503, "not_stored")
    assert not day.is_in(token)
    assert day.is_in(other)


def test_a_list_that_somebody_else_holds_keeps_nobody_out(day: Day) -> None:
    token = day.log_in()
    with sqlite3.connect(day.data / FILE) as held:
        held.execute("BEGIN IMMEDIATE")
        other = day.log_in()
        assert day.is_in(token)
        assert day.is_in(other)
        with pytest.raises(Refused):
            day.session.leave(day.session.known(with_token(other)))
    assert not day.is_in(other)


@pytest.mark.parametrize("stage", ["setup", "over"])
def test_a_day_ends_when_no_match_was_on_for_long(day: Day, stage: str) -> None:
    lost, code = day.log_in(), day.session.code("crew")[0]
    crew = day.session.enter(NOBODY, None, code)
    day.stage = "play"
    day.pass_by(DAY_S * 2, lost)
    assert day.is_in(lost), "a long match is no night"
    day.stage = stage
    day.pass_by(DAY_S - 60, lost)
    assert day.is_in(lost)
    assert day.is_in(crew)
    day.pass_by(120 + LOOK_S, lost)
    assert not day.is_in(lost)
    assert not day.is_in(crew)
    with pytest.raises(Refused):
        day.session.enter(NOBODY, None, code)
    assert day.is_in(day.log_in())


def test_a_log_in_with_the_pin_keeps_the_day_on_and_a_seat_card_does_not(day: Day) -> None:
    tablet = day.log_in()
    day.pass_by(DAY_S - 60, tablet)
    day.session.enter(NOBODY, None, day.session.seat_token("red"))
    other = day.log_in()
    day.pass_by(DAY_S - 60, tablet)
    assert day.is_in(tablet)
    day.session.enter(NOBODY, None, day.session.seat_token("red"))
    day.pass_by(120 + LOOK_S, tablet)
    assert not day.is_in(tablet)
    assert not day.is_in(other)


def test_everybody_is_logged_out_by_a_command_at_once(day: Day, capsys: pytest.CaptureFixture[str]) -> None:
    card, pin = day.session.seat_token("red"), read_pin(Settings(), day.data)
    tokens = [day.log_in(), day.session.enter(NOBODY, None, card)]
    assert main(["logout", "--data", str(day.data)]) == 0
    assert capsys.readouterr().out == "Everybody is logged out.\n"
    assert not any(map(day.is_in, tokens))
    assert read_pin(Settings(), day.data) == pin
    again = [day.log_in(), day.session.enter(NOBODY, None, card)]
    day.start()
    assert all(map(day.is_in, again))
    assert not any(map(day.is_in, tokens))
    assert main(["logout", "--data", str(day.data / "nobody")]) == 1
    (day.data / f"{DAY}.new").mkdir()
    assert main(["logout", "--data", str(day.data)]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert all(map(day.is_in, again))


def test_a_file_of_the_day_that_is_lost_in_a_match_logs_nobody_out(day: Day) -> None:
    token = day.log_in()
    for spoil in ((day.data / DAY).unlink, lambda: (day.data / DAY).write_bytes(b"torn")):
        spoil()
        assert day.is_in(token)


def test_logging_everybody_out_holds_through_a_restart(kit: RunningKit) -> None:
    tablet, thief = kit.log_in(), kit.log_in()
    done = kit.call("DELETE", "/api/sessions", {"all": True}, tablet)
    assert kit.call("GET", "/api/match", headers=thief).status == 401
    again = Session(Settings(), kit.data, HandClock())
    found = [
        again.find(with_token(cookie.partition("=")[2].strip('"')))
        for cookie in (thief["Cookie"], done.cookie)
    ]
    assert [one is not None for one in found] == [False, True]
