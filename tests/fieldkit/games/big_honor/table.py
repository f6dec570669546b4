"""Reads and plays a golden match of Big Game, Big Honor, as somebody at the table would write it down.

    title: A laurel for each who waits
    players: red "Mia", blue "Jonas", green "Aylin"

    green puts on 8
    rolls 5 3                     # without numbers the kit rolls
    sends for wool to 4
    sends for grain, dice 6 3     # at a full table
    spends 2
    red up 3                      # points of the board
    ends turn
    building over
    red by seat rolls 5 3         # what is done on a player's own phone
    undo                          # the newest decision that can be undone
    refused BH-3: sends for wool to 4
    laurels: red 1, blue 0

Dice are real ones unless ``options: dice kit`` says so. What follows ``#`` is a remark.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.support.refereed import Refereed

SIDE = r"(?P<side>red|blue|green|yellow|olive|violet)"
DICE = r"(?P<a>\d) (?P<b>\d)"


class TableError(Exception):
    """A line that cannot be read."""


class Table:
    """A golden match and the referee it is played at."""

    def __init__(self, path: Path, referee: Refereed) -> None:
        self._path, self._at = path, referee
        self._players: list[dict[str, str]] = []
        self._options: dict[str, str] = {"dice": "real"}
        self.title = ""
        self.lines = 0

    def play(self) -> None:
        """Play it line by line; raises AssertionError with the line that does not hold."""
        for number, raw in enumerate(self._path.read_text(encoding="utf-8").splitlines(), 1):
            text = " ".join(raw.split("#")[0].split())
            if text:
                where = f"{self._path.name}, line {number}: {text!r}"
                self._line(text, where)

    def _line(self, text: str, where: str) -> None:
        if text.startswith("title: "):
            self.title = text[7:]
        elif text.startswith("options: "):
            name, value = text[9:].split()
            self._options[name] = value
        elif text.startswith("players: "):
            found = re.findall(r'(\w+) "([^"]*)"', text)
            self._players = [{"id": id, "name": name} for id, name in found]
            self._at.do("open_table", game="big_honor", players=self._players, options=self._options)
        else:
            self.lines += 1
            self._step(text, where)

    def _step(self, text: str, where: str) -> None:
        refused = re.fullmatch(r"refused(?: (?P<rule>BH-\w+|not_yours))?: (?P<text>.+)", text)
        said = refused["text"] if refused else text
        for form, told in EXPECTED.items():
            if (found := re.fullmatch(form, said)) and not refused:
                is_now = told(self._at.view)
                assert found["now"] == is_now, f"{where}: it is {is_now}"
                return
        by, said = self._seat(said)
        for form, made in ORDERS.items():
            if found := re.fullmatch(form, said):
                self._order(made(found.groupdict(), self._at.view), by, refused, where)
                return
        raise TableError(f"{where} cannot be read")

    @staticmethod
    def _seat(said: str) -> tuple[str, str]:
        seated = re.fullmatch(r"(\w+) by seat (.+)", said)
        return (f"seat/{seated[1]}", seated[2]) if seated else ("tablet", said)

    def _order(
        self, orders: list[dict[str, Any]], by: str, refused: re.Match[str] | None, where: str
    ) -> None:
        for order in orders:
            before = self._at.view
            fields = {name: value for name, value in order.items() if name != "type"}
            answer = self._at.ask(order["type"], by, **fields)
            if refused is None:
                assert answer.status == 200, f"{where}: refused, {answer.body['error']['message']}"
                continue
            assert answer.status != 200, f"{where}: was not refused"
            error = answer.body["error"]
            known = error["rule"] if error["code"] != "not_yours" else "not_yours"
            assert known == refused["rule"], f"{where}: refused by {known}, {error['message']}"
            assert self._at.view["seq"] == before["seq"], f"{where}: it changed something"


def _dice(found: Mapping[str, str | None]) -> dict[str, Any]:
    return {} if found.get("a") is None else {"dice": [int(str(found["a"])), int(str(found["b"]))]}


def _undo(found: Mapping[str, str | None], view: Any) -> list[dict[str, Any]]:
    wanted = found.get("text")
    lines = [line for line in view["recent"] if line["can_strike"] and wanted in (None, line["text"])]
    return [{"type": "strike", "seq": lines[0]["seq"], "reason": "a slip"}]


Order = Callable[[Mapping[str, str | None], Any], list[dict[str, Any]]]
ORDERS: Mapping[str, Order] = {
    # Who puts is whose turn it is: a table that names somebody else does not hold.
    rf"{SIDE} puts on (?P<place>\d+)": lambda found, view: [
        {"type": "put_settler", "place": int(str(found["place"]))}
        if view["on_turn"] == found["side"]
        else {"type": f"it is the turn of {view['on_turn']}"}
    ],
    rf"rolls(?: {DICE})?": lambda found, view: [{"type": "roll", **_dice(found)}],
    r"sends for (?P<pay>\w+) to (?P<place>\d+)": lambda found, view: [
        {"type": "send_settler", "pay": found["pay"], "place": int(str(found["place"]))}
    ],
    rf"sends for (?P<pay>\w+)(?:, dice {DICE})?": lambda found, view: [
        {"type": "send_settler", "pay": found["pay"], **_dice(found)}
    ],
    r"spends (?P<n>\d+)": lambda found, view: [{"type": "spend_laurels", "laurels": int(str(found["n"]))}],
    rf"{SIDE} (?P<way>up|down)(?: (?P<n>\d+))?": lambda found, view: (
        [{"type": "change_points", "player": found["side"], "by": 1 if found["way"] == "up" else -1}]
        * int(found["n"] or 1)
    ),
    r"ends turn": lambda found, view: [{"type": "end_turn"}],
    r"building over": lambda found, view: [{"type": "end_building"}],
    r"confirm": lambda found, view: [{"type": "confirm_win"}],
    r"abandon: (?P<reason>.+)": lambda found, view: [{"type": "abandon_table", "reason": found["reason"]}],
    r'undo(?: "(?P<text>.+)")?': _undo,
}
"""Every order of a table, as it is written, and the commands it makes."""


def _each(name: str) -> Callable[[Any], str]:
    return lambda view: ", ".join(f"{player['id']} {player[name]}" for player in view["players"])


def _places(view: Any) -> str:
    return ", ".join(f"{place['number']} {place['side']}" for place in view["places"] if place["side"])


EXPECTED: Mapping[str, Callable[[Any], str]] = {
    r"turn: (?P<now>\w+)": lambda view: str(view["on_turn"]),
    r"phase: (?P<now>\w+)": lambda view: str(view["phase"]),
    r"laurels: (?P<now>.+)": _each("laurels"),
    r"sent: (?P<now>.+)": _each("sent"),
    r"in hand: (?P<now>.+)": _each("hand"),
    r"points: (?P<now>.+)": lambda view: ", ".join(f"{side['id']} {side['score']}" for side in view["sides"]),
    r"places: (?P<now>.+)": _places,
    r"left: (?P<now>\d+)": lambda view: str(view["laurels_left"]),
    r"champion: (?P<now>\w+)": lambda view: view["champion"] or "nobody",
    r"winner: (?P<now>\w+)": lambda view: view["winner"] or "nobody",
    r"says: (?P<now>.+)": lambda view: view["roll"]["text"] if view["roll"] else "nothing",
    r"rolled: (?P<now>.+)": lambda view: " then ".join(f"{a} {b}" for a, b in view["roll"]["rolls"]),
    r"line: (?P<now>.+)": lambda view: view["recent"][0]["text"],
    r"can: (?P<now>.+)": lambda view: ", ".join(sorted(view["can"])),
    r"can spend: (?P<now>.+)": lambda view: ", ".join(
        map(str, view["can"].get("spend_laurels", ["nothing"]))
    ),
}
"""What a table may expect, as it is written, and what it is."""
