"""A whole match of the dice game over HTTP: everybody from their own seat, and what is told of it."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from fieldkit.demo.dice_extra.choices import choice
from tests.process.conftest import Kit

pytestmark = pytest.mark.process

Headers = dict[str, str]
SIDES = ("red", "blue", "green")


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Kit]:
    """A kit of its own."""
    kit = Kit(tmp_path)
    try:
        kit.start()
        yield kit
    finally:
        kit.end()


def seat(kit: Kit, side: str) -> Headers:
    """What the phone of a player sends with each command, once it has joined by a code."""
    _, made = kit.ask("POST", "/api/session/code", {"role": "seat", "seat": side})
    connection = http.client.HTTPConnection("127.0.0.1", kit.port, timeout=15)
    connection.request("POST", "/api/session", json.dumps({"code": made["code"]}))
    cookie = str(connection.getresponse().headers["set-cookie"]).partition(";")[0]
    connection.close()
    return {"Cookie": cookie, "Authorization": ""}


def sent(kit: Kit, phone: Headers, move: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    """The answer to a command from a seat."""
    origin = {"Origin": f"http://127.0.0.1:{kit.port}"}
    return kit.ask("POST", "/api/commands", {"id": os.urandom(8).hex(), **move}, phone | origin)


def test_a_match_from_the_players_own_seats(kit: Kit, tmp_path: Path) -> None:
    """DX-1 to DX-9: each seat acts on its turn alone; undone, restarted, reported and verified."""
    players = [{"id": side, "name": side.title()} for side in SIDES]
    kit.must("create_match", game="dice_extra", players=players, options={"castles": True, "target": 6})
    phones, rng, moves = {side: seat(kit, side) for side in SIDES}, Random(4), 0
    while kit.view["stage"] != "over":
        view = kit.view
        moves += 1
        move, side = choice(view, rng), view["turn_of"]
        if moves % 25 == 1:
            other = phones[view["next_of"]]
            assert sent(kit, other, move)[0] == 403
            assert sent(kit, phones[side], {"type": "end_match", "reason": "x"})[0] == 403
        tried = sent(kit, phones[side], {**move, "dry_run": True})
        status, answer = sent(kit, phones[side], move)
        assert (status, tried[0]) == (200, 200), answer
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
            assert sent(kit, phones[side], move)[0] == 200
            assert kit.view["dice"] == rolled
        assert moves < 1500
    view = kit.view
    assert view["result"]["winners"] == [view["turn_of"]]
    assert max(each["score"] for each in view["sides"]) >= 6
    again = dict(view["again"])
    assert [player["id"] for player in again["players"]] == ["blue", "green", "red"]
    status, chart = kit.ask("GET", "/api/board")
    assert status == 200
    assert chart["statistics"]["points"]
    assert kit.command(again.pop("type"), **again)[0] == 200
    assert kit.view["turn_of"] == "blue"
    page = tmp_path / "match.html"
    for words in (("verify", "m1"), ("report", "m1", "--out", str(page))):
        command = [sys.executable, "-m", "fieldkit", *words, "--data", str(kit.data)]
        subprocess.run(command, check=True, timeout=60, capture_output=True)
    assert "What was built" in page.read_text(encoding="utf-8")
