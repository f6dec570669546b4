"""The charts as pictures: drawn from the newest board, for everybody, asking nobody else for anything."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fieldkit.settings import Settings, Web
from tests.web.conftest import RunningKit

BOARD: dict[str, Any] = {
    "game": "full_contact",
    "phase": "over",
    "target": 8,
    "options": {"colours": {"wood": "brown", "ore": "black"}},
    "sides": [
        {"id": "red", "name": "Foxes", "colour": "red", "mark": "triangle", "score": 5},
        {"id": "blue", "name": "Herons", "colour": "blue", "mark": "square", "score": 8},
    ],
    "statistics": {
        "points": [{"red": 3, "blue": 3}, {"red": 5, "blue": 8}],
        "collected": {"red": {"wood": 2, "ore": 1}, "blue": {"wood": 7, "ore": 0}},
    },
}


@pytest.mark.parametrize(("name", "says"), [("points", "8  Herons"), ("collected", "7 balls")])
def test_a_chart_is_a_picture_of_the_newest_board(kit: RunningKit, name: str, says: str) -> None:
    kit.referee.show(**BOARD)
    reply = kit.call("GET", f"/charts/{name}.svg")
    assert (reply.status, reply.headers["content-type"].split(";")[0]) == (200, "image/svg+xml")
    root = ElementTree.fromstring(reply.body)
    assert says in [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert reply.headers["content-security-policy"].startswith("default-src 'none'")
    kit.referee.show(**BOARD | {"sides": [side | {"name": "Owls"} for side in BOARD["sides"]]})
    assert b"Owls" in kit.call("GET", f"/charts/{name}.svg").body


def test_a_chart_speaks_the_kits_language(tmp_path: Path) -> None:
    kit = RunningKit(tmp_path, Settings(web=Web(language="de")))
    try:
        kit.referee.show(**BOARD)
        points, collected = (kit.call("GET", f"/charts/{name}.svg").body for name in ("points", "collected"))
    finally:
        kit.stop()
    roots = [ElementTree.fromstring(body) for body in (points, collected)]
    assert [root.get("lang") for root in roots] == ["de", "de"]
    assert roots[0].get("aria-label") == "Punkte nach jeder Runde: Foxes 5, Herons 8"
    assert roots[1].get("aria-label") == "Gesammelte Bälle: Foxes 2 Holz, 1 Erz; Herons 7 Holz, 0 Erz"
    written = {text.text for root in roots for text in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"Beginn", "3 Bälle", "7 Bälle"} <= written


def test_a_chart_that_has_not_changed_is_not_sent_again(kit: RunningKit) -> None:
    kit.referee.show(**BOARD)
    first = kit.call("GET", "/charts/points.svg?of=m1-7")
    assert first.headers["cache-control"] == "no-cache"
    again = kit.call("GET", "/charts/points.svg", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status, again.body) == (304, b"")


def test_there_is_none_of_another_name_or_before_a_match(kit: RunningKit) -> None:
    assert kit.call("GET", "/charts/points.svg").status == 404
    kit.referee.show(**BOARD)
    assert kit.call("GET", "/charts/secrets.svg").status == 404
    assert kit.call("GET", "/charts/points.png").status == 404
    kit.referee.show(phase="setup", sides=[])
    assert kit.call("GET", "/charts/collected.svg").status == 404
