"""A hall of Catan Big Game at a real kit: phones register and claim, and whatever dies changes nothing."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from hardware.whistle.contacts import Debounce
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.process
BOARDS = 30
TURN_S = 12
LATE_MS = 300
"""Enough to tell on time from late on a busy machine."""
BOARD_BYTES, ASK_BYTES = 2048, 1536
"""What a phone may have to load."""
FORM = {"settlements": 5, "cities": 9, "bonuses": 1}
CHANGING = {"rev", "now", "alarms", "kit", "spectators"}
Phones = dict[str, dict[str, str]]
Answer = tuple[int, dict[str, Any]]


def opened(kit: Kit, listed: int = 0, **options: Any) -> None:
    """Open a hall with this many players from a list, after giving up the one before it."""
    if kit.view["phase"] not in ("setup", "over"):
        kit.must("abandon_hall", reason="the next test")
    options = {"dice": "real", "turn_seconds": TURN_S, "robber_from": 99} | options
    kit.must("open_hall", game="big_game", boards=BOARDS, options=options)
    if listed:
        rows = "\n".join(f"Player {n},Essen" for n in range(1, listed + 1))
        kit.must("import_players", csv=f"name,club\n{rows}")


def phones(kit: Kit, seats: Sequence[str]) -> Phones:
    """Return the phones of players who have scanned the cards of these seats."""
    _, made = kit.ask("POST", "/api/session/seats", {"seats": list(seats)})
    return {seat: _let_in(kit, token) for seat, token in made["tokens"].items()}


def _let_in(kit: Kit, token: str) -> dict[str, str]:
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=15)
    with contextlib.closing(connection):
        connection.request("POST", "/api/session", json.dumps({"code": token}))
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()
        return {"Cookie": str(answer.headers["set-cookie"]).partition(";")[0], "Authorization": ""}


def answered(kit: Kit, phone: dict[str, str], command: Mapping[str, Any]) -> Answer:
    """Return the answer to a command, asked for with the same id until there is one."""
    last = time.monotonic() + 15
    while True:
        try:
            return kit.sent(phone, command)
        except (OSError, http.client.HTTPException):
            assert time.monotonic() < last, command
            threading.Event().wait(0.05)


def at_once(kit: Kit, asked: Sequence[tuple[dict[str, str], Mapping[str, Any]]]) -> list[Answer]:
    """Return the answers to commands that are all sent in the same moment."""
    start = threading.Barrier(len(asked))

    def one(phone: dict[str, str], command: Mapping[str, Any]) -> Answer:
        start.wait(10)
        return answered(kit, phone, command)

    with ThreadPoolExecutor(len(asked)) as pool:
        return [each.result() for each in [pool.submit(one, *both) for both in asked]]


def seats_of(group: str, first: int = 1, last: int = BOARDS) -> list[str]:
    return [f"{board}-{group}" for board in range(first, last + 1)]


def names(kit: Kit) -> list[str]:
    """Who is registered, in the order of registration."""
    _, found = kit.ask("GET", "/api/ask?what=csv")
    return [line.split(",")[0] for line in found["csv"].splitlines()[1:]]


@contextlib.contextmanager
def dead_in_flight(
    kit: Kit, asked: Sequence[tuple[dict[str, str], Mapping[str, Any]]]
) -> Iterator[list[Future[Answer]]]:
    """Hold the referee's process, send it these commands, and kill it before it can answer."""
    pid = kit.signal("referee", signal.SIGSTOP)
    with ThreadPoolExecutor(len(asked)) as pool:
        flying = [pool.submit(answered, kit, *both) for both in asked]
        threading.Event().wait(0.3)
        assert not any(each.done() for each in flying)
        os.kill(pid, signal.SIGKILL)
        yield flying
    until(lambda: kit.pid("referee") not in (0, pid), 10, "another referee")


@pytest.mark.alone
def test_a_hall_whose_referee_dies_in_the_middle_of_a_turn(kit: Kit) -> None:
    """BG-3, BG-5, BG-12: nothing that was answered is lost, the clock ends when the screens have said."""
    opened(kit, listed=40)
    own = phones(kit, [*seats_of("sun", 21, 29), *seats_of("moon", 21, 29)])
    registered = [(phone, {"type": "register", "name": f"Phone {seat}"}) for seat, phone in own.items()]
    assert [status for status, _ in at_once(kit, registered)] == [200] * 18
    late, early = phones(kit, ["30-sun"])["30-sun"], own["21-sun"]
    view = kit.must("next_turn", dice=[3, 5]) and kit.view
    assert (view["phase"], view["turn"]["group"]) == ("turn", "sun")
    ends = view["clock"]["ends_at"]
    first: dict[str, Any] = {"id": "first", "type": "claim", "form": FORM}
    before = kit.sent(early, first)
    assert before[0] == 200
    known = kit.view

    asked: list[tuple[dict[str, str], dict[str, Any]]] = [
        (late, {"id": "in flight 1", "type": "register", "name": "Comes late"}),
        (own["22-sun"], {"id": "in flight 2", "type": "claim", "form": FORM | {"grain": 1}}),
        (own["22-moon"], {"id": "in flight 3", "type": "call_steward", "text": "A dice card is missing"}),
    ]
    with dead_in_flight(kit, asked) as flying:
        answers = [each.result(20) for each in flying]
    assert [status for status, _ in answers] == [200] * 3
    for (phone, command), answer in zip([(early, first), *asked], [before, *answers], strict=True):
        assert kit.sent(phone, command) == answer

    view = kit.view
    assert (view["phase"], view["clock"]["ends_at"], view["seq"]) == ("turn", ends, known["seq"] + 3)
    assert [(each["seat"], each["points"]) for each in view["claims"]] == [("21-sun", 25), ("22-sun", 25)]
    assert [each["seat"] for each in view["calls"]] == ["22-moon"]
    everybody = names(kit)
    assert sorted(everybody) == sorted([each["name"] for _, each in registered] + ["Comes late"] + [
        f"Player {n}" for n in range(1, 41)
    ])  # fmt: skip
    assert everybody[:40] == [f"Player {n}" for n in range(1, 41)]
    assert everybody[-1] == "Comes late"

    assert abs(kit.sounded("close", ends, TURN_S + 5)) < LATE_MS
    view = kit.phase("judging", seconds=3)
    assert [name for at, name in kit.blasts() if at > ends - TURN_S * 1000] == ["warn", "close"]
    assert view["judge"] == next(each["id"] for each in view["claims"] if each["seat"] == first_of(kit))
    to_the_winner(kit)


def first_of(kit: Kit) -> str:
    """Of the seats with an open claim, the one that registered first (BG-12)."""
    order = names(kit)
    claims = [each for each in kit.view["claims"] if each["standing"] == "open"]
    seat: str = min(claims, key=lambda each: order.index(each["name"]))["seat"]
    return seat


def to_the_winner(kit: Kit) -> None:
    """Reject the first claims, cut off the other group's turn, and let the next one's claim win."""
    kit.must("judge_claim", claim=kit.view["judge"], verdict="rejected", reason="24 points")
    kit.must("judge_claim", claim=kit.view["judge"], verdict="rejected", reason="23 points")
    kit.must("next_turn", dice=[3, 4])
    assert (kit.view["phase"], kit.view["clock"]["state"]) == ("seven", "held")
    kit.must("go_on")
    kit.must("next_turn", dice=[1, 1], early=True)
    phone = phones(kit, ["5-sun"])["5-sun"]
    assert kit.sent(phone, {"type": "claim", "form": FORM})[0] == 200
    # There is a claim: the turn ends, but another one does not begin.
    kit.must("next_turn", early=True)
    assert (kit.view["phase"], kit.view["number"]) == ("judging", 3)
    kit.must("judge_claim", claim=kit.view["judge"], verdict="confirmed")
    kit.must("confirm_result")
    view = kit.view
    assert (view["phase"], view["winner"]["label"], view["winner"]["name"]) == ("over", "5 B Sun", "Player 9")
    command = [sys.executable, "-m", "fieldkit", "verify", view["match"], "--data", str(kit.data)]
    subprocess.run(command, check=True, timeout=60, capture_output=True)


def test_forty_claims_at_once_are_all_answered_once(kit: Kit) -> None:
    """BG-12: each of forty phones sends its claim twice, as a weak network does; the board stays small."""
    opened(kit, listed=2 * BOARDS, groups="all")
    seats = [*seats_of("sun", 1, 20), *seats_of("moon", 1, 20)]
    own = phones(kit, seats)
    kit.must("next_turn", dice=[3, 5])
    claims = {seat: {"id": f"claim {seat}", "type": "claim", "form": FORM} for seat in seats}
    before = kit.view["seq"]
    answers = at_once(kit, [(own[seat], claims[seat]) for seat in seats for _ in range(2)])
    assert Counter(status for status, _ in answers) == {200: 80}
    for one, two in zip(answers[::2], answers[1::2], strict=True):
        assert one == two
    assert {body["seq"] for _, body in answers} == set(range(before + 1, before + 41))
    claimed = kit.ask("GET", "/api/ask?what=claims")[1]["claims"]
    assert sorted(each["seat"] for each in claimed) == sorted(seats)
    assert kit.view["open"] == 40
    board = json.dumps(kit.ask("GET", "/api/board")[1], separators=(",", ":")).encode()
    assert len(board) < BOARD_BYTES
    for seat in ("1-sun", "20-moon"):
        status, seen = kit.ask("GET", "/api/ask?what=seat", headers=own[seat])
        assert (status, seen["seat"]) == (200, seat)
        assert len(json.dumps(seen, separators=(",", ":"))) < ASK_BYTES
    assert kit.ask("GET", "/api/ask?what=seat&seat=2-sun", headers=own["1-sun"])[0] == 403


@pytest.mark.alone
def test_the_buttons_conduct_a_hall(kit: Kit) -> None:
    """BG-3, BG-5: the start button goes on from wherever the hall waits, the stop button holds the clock."""
    opened(kit, listed=10, dice="free")
    _start_pressed(kit)
    assert kit.wait(lambda view: view["number"] == 1)["phase"] in ("turn", "seven")
    opened(kit, listed=10)
    kit.must("next_turn", dice=[3, 4])
    kit.phase("seven")
    _start_pressed(kit)
    kit.phase("turn")
    asked = time.monotonic() * 1000
    kit.signal("whistle", signal.SIGUSR2)
    assert kit.sounded("stop", asked) < LATE_MS
    held = kit.phase("held")
    assert 0 < held["clock"]["remaining"] < TURN_S * 1000
    _start_pressed(kit)
    assert kit.phase("turn")["number"] == 1


def _start_pressed(kit: Kit) -> None:
    """Press the start button; nobody's finger is back on it sooner than a new press counts."""
    time.sleep(2 * Debounce.HOLD_MS / 1000)
    kit.signal("whistle", signal.SIGUSR1)
