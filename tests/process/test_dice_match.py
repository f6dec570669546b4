"""A whole match of the dice game over HTTP: everybody from their own seat, and what is told of it."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from fieldkit.games.dice_extra.demo import choice
from tests.process.conftest import Kit, gone, until
from tests.support.forged import forge

pytestmark = pytest.mark.process

SIDES = ("red", "blue", "green")
MATCH = (
    "dice",
    "rolls_left",
    "roads",
    "settlements",
    "cities",
    "knights",
    "turn_of",
    "fair",
    "offers",
    "sides",
)
"""The fields of a view that tell the match, and not the kit or the moment."""


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Kit]:
    """Yield a kit of its own."""
    yield from Kit(tmp_path).running()


def test_a_match_from_the_players_own_seats(kit: Kit, tmp_path: Path) -> None:
    """DX-1 to DX-9: each seat acts on its turn alone; undone, restarted, reported and verified."""
    players = [{"id": side, "name": side.title()} for side in SIDES]
    kit.must("create_match", game="dice_extra", players=players, options={"castles": True, "target": 4})
    phones, rng, moves = {side: kit.seat(side) for side in SIDES}, Random(4), 0
    while kit.view["stage"] != "over":
        view = kit.view
        moves += 1
        move, side = choice(view, rng), view["turn_of"]
        if moves % 25 == 1:
            other = phones[view["next_of"]]
            assert kit.sent(other, move)[0] == 403
            assert kit.sent(phones[side], {"type": "end_match", "reason": "x"})[0] == 403
        if moves % 10 == 0:
            assert kit.sent(phones[side], {**move, "dry_run": True})[0] == 200
        status, answer = kit.sent(phones[side], move)
        assert status == 200, answer
        assert "fair" not in answer["events"][0]
        if moves == 40:
            before = kit.view
            assert kit.end() == 0
            kit.start()
            changing = {"rev", "now", "alarms", "kit", "recent", "clock", "spectators"}
            assert {k: v for k, v in kit.view.items() if k not in changing} == {
                k: v for k, v in before.items() if k not in changing
            }
        if move["type"] == "roll" and moves % 5 == 0 and kit.view["stage"] != "over":
            rolled = kit.view["dice"]
            kit.must("strike", seq=kit.view["seq"], reason="a slip")
            assert kit.sent(phones[side], move)[0] == 200
            assert kit.view["dice"] == rolled
        assert moves < 1500
    view = kit.view
    assert view["result"]["winners"] == [view["turn_of"]]
    assert max(each["score"] for each in view["sides"]) >= 4
    again = dict(view["again"])
    assert [player["id"] for player in again["players"]] == ["blue", "green", "red"]
    status, chart = kit.ask("GET", "/api/board")
    assert status == 200
    assert chart["statistics"]["points"]
    assert kit.command(again.pop("type"), **again)[0] == 200
    assert kit.view["turn_of"] == "blue"
    page = tmp_path / "match.html"
    for words in (("verify", "m1"), ("report", "m1", "--out", str(page)), ("fair", "m1")):
        told = fieldkit(kit.data, *words)
        assert told.returncode == 0, told.stderr
    assert "What was built" in page.read_text(encoding="utf-8")
    told = fieldkit(forged(kit.data, tmp_path / "forged"), "fair", "m1")
    assert told.returncode == 1
    assert re.match(r"Decision \d+ does not follow from the dice: .+ rolled: .+\n", told.stderr)


def fieldkit(data: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fieldkit", *words, "--data", str(data)]
    return subprocess.run(command, check=False, timeout=60, capture_output=True, text=True)


def forged(data: Path, folder: Path) -> Path:
    """Forge a copy of the journal: the last die of some roll of m1 is gold, and the chain is whole."""
    folder.mkdir()
    with (
        closing(sqlite3.connect(data / "journal.sqlite3")) as old,
        closing(sqlite3.connect(folder / "journal.sqlite3")) as new,
    ):
        old.backup(new)
        rows = new.execute("SELECT id, events FROM records WHERE match = 'm1'").fetchall()
        changed = {id: re.sub(r'"(?!gold)\w+"\],"kept":\[\]', '"gold"],"kept":[]', text) for id, text in rows}
    id, text = next((id, changed[id]) for id, text in rows if changed[id] != text)
    forge(folder / "journal.sqlite3", id, events=text)
    return folder


def test_nothing_of_a_turn_is_lost_when_the_referee_is_killed(kit: Kit) -> None:
    """After a roll, a stop and a piece: all that was answered is there, and is not done twice."""
    # So many points that nobody has won before each has happened, however the dice fall.
    players = [{"id": side} for side in SIDES[:2]]
    kit.must("create_match", game="dice_extra", players=players, options={"target": 20})
    rng, killed = Random(2), []
    while len(killed) < 3:
        move = choice(kit.view, rng)
        command = {"id": os.urandom(8).hex(), **move}
        status, answer = kit.ask("POST", "/api/commands", command)
        assert status == 200, answer
        if move["type"] in ("roll", "stop_rolling", "build") and move["type"] not in killed:
            killed.append(move["type"])
            before, dead = kit.view, kit.signal("referee", signal.SIGKILL)
            until(lambda dead=dead: gone(dead), 10, "its end")
            after = kit.wait(lambda view, seq=before["seq"]: view["seq"] == seq)
            assert {name: after[name] for name in MATCH} == {name: before[name] for name in MATCH}
            assert kit.ask("POST", "/api/commands", command) == (200, answer)
            assert kit.view["seq"] == before["seq"]
    # Dice that lay on the table when it died are rolled again as they were.
    while kit.view["phase"] != "roll":
        move = choice(kit.view, rng)
        kit.must(move.pop("type"), **move)
    kit.must("roll")
    dice, dead = kit.view["dice"], kit.signal("referee", signal.SIGKILL)
    until(lambda: gone(dead), 10, "its end")
    after = kit.wait(lambda view: view["dice"])
    kit.must("strike", seq=after["seq"], reason="a slip")
    assert not kit.view["dice"]
    kit.must("roll")
    assert kit.view["dice"] == dice
