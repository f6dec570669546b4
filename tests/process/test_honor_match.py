"""A whole match of Big Game, Big Honor over HTTP: each player from an own seat, the kit killed on the way."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fieldkit.games.big_honor.demo import next_move
from tests.process.conftest import Kit, until

pytestmark = pytest.mark.process

Headers = dict[str, str]
SIDES = ("red", "blue", "green")
CHANGING = {"rev", "now", "alarms", "kit", "spectators"}


def killed(kit: Kit) -> None:
    """Kill the referee's process; after its restart the match is what it was."""
    before = kit.view
    dead = kit.signal("referee", signal.SIGKILL)
    until(lambda: kit.pid("referee") not in (0, dead), 10, "another referee")
    after = kit.wait(lambda view: view["match"] is not None)
    assert {k: after[k] for k in after.keys() - CHANGING} == {k: before[k] for k in before.keys() - CHANGING}


def refused(kit: Kit, phones: dict[str, Headers], move: dict[str, Any]) -> None:
    """Check that a player's phone may not move or score for another, undo, end the match or see all."""
    on, off = kit.view["on_turn"], kit.view["next"]
    others = {"type": "change_points", "player": on, "by": 1}
    for side, command in (
        (off, move),
        (off, others),
        (on, {"type": "strike", "seq": 1, "reason": "x"}),
        (on, {"type": "abandon_table"}),
    ):
        status, answer = kit.sent(phones[side], command)
        # A phone takes back what its own player did last, and nothing else.
        said = (409, "not_last") if command["type"] == "strike" else (403, "not_yours")
        assert (status, answer["error"]["code"]) == said, command
    assert kit.ask("GET", "/api/match", headers=phones[on])[0] in (401, 403)


def test_a_match_from_the_players_own_seats(new_kit: Kit, tmp_path: Path) -> None:
    """BH-1 to BH-7: each seat acts in its turn alone; killed in the middle of a turn, undone, verified."""
    kit, rng, kinds = new_kit, Random(5), set()
    kit.start()
    kit.must("open_table", game="big_honor", players=[{"id": side} for side in SIDES])
    phones = {side: kit.seat(side) for side in SIDES}
    secret = kit.view["fair"]["hash"]
    moves = 0
    while move := next_move(kit.view, rng):
        moves += 1
        if moves % 20 == 1:
            refused(kit, phones, move)
        status, answer = kit.sent(phones[kit.view["on_turn"]], move)
        assert status == 200, answer
        assert "seed" not in json.dumps(answer)
        if move["type"] in ("roll", "send_settler") and move["type"] not in kinds:
            killed(kit)
        kinds.add(move["type"])
        if move["type"] == "roll" and moves % 4 == 0:
            rolled = kit.view["roll"]
            kit.must("strike", seq=kit.view["seq"], reason="a slip")
            assert kit.sent(phones[kit.view["on_turn"]], move)[0] == 200
            assert kit.view["roll"] == rolled
        assert moves < 1500
    assert kinds >= {"put_settler", "roll", "send_settler", "spend_laurels", "end_turn", "confirm_win"}
    assert kit.view["winner"] == kit.view["on_turn"]
    assert kit.view["fair"]["hash"] == secret
    page = tmp_path / "match.html"
    for words in (("verify", "m1"), ("fair", "m1"), ("report", "m1", "--out", str(page))):
        command = [sys.executable, "-m", "fieldkit", *words, "--data", str(kit.data)]
        subprocess.run(command, check=True, timeout=60, capture_output=True)
    assert "Laurels by player" in page.read_text(encoding="utf-8")
