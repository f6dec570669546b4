"""Reads and plays a golden hall of Catan Big Game, as somebody at the microphone would write it down.

    title: Two claims in a turn
    boards: 3
    options: target 12, dice real
    players: 1-sun "Ada", 1-moon "Ben"   # or: everybody
    roll 5 3                      # the next turn; without numbers the kit's own dice
    early 5 3                     # the same over a running clock
    robbers 4 4
    go on
    clock ends
    wait 10
    stop, pause, longer 15, shorter 15
    2-sun claims cities 9, settlements 5, bonuses 1, grain 3, route
    2-sun by seat claims …        # what is done on a player's own phone
    judge 2-sun confirmed         # or: judge 2-sun rejected: route is 4 long; judge 2-sun confirmed cities 8
    take back, break 10, end: reason, announce, abandon: reason
    refused BG-12: roll 5 3

What is expected stands as ``phase: judging``. Dice are real ones unless the options say so. What follows
``#`` is a remark.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tests.support.refereed import Refereed

SEAT = r"(?P<seat>\d+-(?:sun|moon))"
DICE = r"(?: (?P<a>\d) (?P<b>\d))?"
Found = Mapping[str, str | None]
Order = dict[str, Any]


class TableError(Exception):
    """A line that cannot be read."""


class Table:
    """A golden hall and the referee it is conducted at."""

    def __init__(self, path: Path, referee: Refereed) -> None:
        self._path, self._at = path, referee
        self._boards = 3
        self._options: dict[str, Any] = {"dice": "real"}
        self.title = ""
        self.lines = 0

    def play(self) -> None:
        """Play it line by line; raises AssertionError with the line that does not hold."""
        for number, raw in enumerate(self._path.read_text(encoding="utf-8").splitlines(), 1):
            text = " ".join(raw.split("#")[0].split())
            if text:
                self._line(text, f"{self._path.name}, line {number}: {text!r}")

    def _line(self, text: str, where: str) -> None:
        head, _, rest = text.partition(": ")
        if head == "title":
            self.title = rest
        elif head == "boards":
            self._boards = int(rest)
        elif head == "options":
            self._options |= dict(_words(rest))
        elif head == "players":
            self._opened(rest)
        else:
            self.lines += 1
            self._step(text, where)

    def _opened(self, players: str) -> None:
        self._at.do("open_hall", game="big_game", boards=self._boards, options=self._options)
        if players == "everybody":
            seats = [(f"{b}-{g}", f"P{b}{g[0]}") for b in range(1, self._boards + 1) for g in ("sun", "moon")]
        else:
            seats = re.findall(r'(\d+-\w+) "([^"]+)"', players)
        for seat, name in seats:
            self._at.do("register", seat=seat, name=name)

    def _step(self, text: str, where: str) -> None:
        refused = re.fullmatch(r"refused(?: (?P<rule>BG-\w+|not_yours|none))?: (?P<text>.+)", text)
        said = refused["text"] if refused else text
        for form, told in EXPECTED.items():
            if not refused and (found := re.fullmatch(form, said)):
                is_now = told(self._at, found.groupdict())
                assert found["now"] == is_now, f"{where}: it is {is_now}"
                return
        if (waited := re.fullmatch(r"clock ends|wait (\d+)", said)) is not None:
            clock = self._at.view["clock"]
            left = clock.get("ends_at", 0) / 1000 - self._at.clock.now() / 1e9
            self._at.wait(float(waited[1]) if waited[1] else left + 0.001)
            return
        by, said = self._seat(said)
        for form, made in ORDERS.items():
            if found := re.fullmatch(form, said):
                self._order(made(found.groupdict(), self._at.view), by, refused, where)
                return
        raise TableError(f"{where} cannot be read")

    @staticmethod
    def _seat(said: str) -> tuple[str, str]:
        seated = re.fullmatch(rf"{SEAT} by seat (.+)", said)
        return (f"seat/{seated['seat']}", f"{seated['seat']} {seated[2]}") if seated else ("tablet", said)

    def _order(self, order: Order, by: str, refused: re.Match[str] | None, where: str) -> None:
        before = self._at.view
        fields = {name: value for name, value in order.items() if name != "type"}
        answer = self._at.ask(order["type"], by, **fields)
        if refused is None:
            assert answer.status == 200, f"{where}: refused, {answer.body['error']['message']}"
            return
        assert answer.status != 200, f"{where}: was not refused"
        error = answer.body["error"]
        known = "not_yours" if error["code"] == "not_yours" else error["rule"] or "none"
        assert known == (refused["rule"] or known), f"{where}: refused by {known}, {error['message']}"
        assert self._at.view["seq"] == before["seq"], f"{where}: it changed something"


def _words(text: str) -> list[tuple[str, Any]]:
    """``cities 9, route`` as names with their values."""
    found = [part.split() for part in text.split(", ") if part]
    return [
        (name, (int(value[0]) if value[0].isdecimal() else value[0]) if value else True)
        for name, *value in found
    ]


def _dice(found: Found) -> Order:
    return {} if found.get("a") is None else {"dice": [int(str(found["a"])), int(str(found["b"]))]}


def _claim_of(view: Any, seat: str | None) -> int:
    return max(int(claim["id"]) for claim in view["claims"] if claim["seat"] == seat)


def _judged(found: Found, view: Any) -> Order:
    made: Order = {
        "type": "judge_claim",
        "claim": _claim_of(view, found["seat"]),
        "verdict": found["verdict"],
    }
    if found["counts"]:
        made["form"] = dict(_words(found["counts"]))
    return made | ({"reason": found["reason"]} if found["reason"] else {})


def _undo(found: Found, view: Any) -> Order:
    lines = [line for line in view["recent"] if line["can_strike"]]
    return {"type": "strike", "seq": lines[0]["seq"], "reason": "a slip"}


def _of(kind: str, **more: Any) -> Callable[[Found, Any], Order]:
    """Return a function that makes a command from what its line names."""
    return lambda found, view: {"type": kind, **more, **{k: v for k, v in found.items() if v is not None}}


def _number(kind: str, **more: Any) -> Callable[[Found, Any], Order]:
    return lambda found, view: {"type": kind, **more, "count": int(str(found["n"])), "seat": found["seat"]}


ORDERS: Mapping[str, Callable[[Found, Any], Order]] = {
    rf"roll{DICE}": lambda found, view: {"type": "next_turn", **_dice(found)},
    rf"early{DICE}": lambda found, view: {"type": "next_turn", "early": True, **_dice(found)},
    rf"robbers{DICE}": lambda found, view: {"type": "roll_robbers", **_dice(found)},
    r"go on": _of("go_on"),
    r"start button": _of("advance"),
    r"stop": _of("stop_clock"),
    r"pause": _of("hold_clock"),
    r"end the turn": _of("end_turn"),
    r"alarm": _of("raise_alarm"),
    r"lift the alarm": _of("lift_alarm"),
    r"close the rest": _of("close_claims"),
    r"longer (?P<n>\d+)": lambda found, view: {"type": "change_clock", "by": int(str(found["n"]))},
    r"shorter (?P<n>\d+)": lambda found, view: {"type": "change_clock", "by": -int(str(found["n"]))},
    r"take back(?:: (?P<reason>.+))?": _of("take_back_roll"),
    r"break (?P<n>\d+)": lambda found, view: {"type": "call_break", "minutes": int(str(found["n"]))},
    rf"{SEAT} registers as (?P<name>.+)": _of("register"),
    rf"{SEAT} is away": _of("mark_away", away=True),
    rf"{SEAT} is here": _of("mark_away", away=False),
    rf"{SEAT} is replaced by (?P<name>.+)": _of("substitute"),
    rf"{SEAT} is removed: (?P<reason>.+)": _of("remove_player"),
    rf"{SEAT} is reinstated: (?P<reason>.+)": _of("reinstate"),
    rf"{SEAT} is sanctioned: (?P<reason>.+)": _of("sanction"),
    rf"{SEAT} has a route of (?P<n>\d+)": _number("set_award", award="route"),
    rf"{SEAT} has (?P<n>\d+) knights": _number("set_award", award="army"),
    rf"{SEAT} claims (?P<form>.+)": lambda found, view: {
        "type": "claim",
        "seat": found["seat"],
        "form": dict(_words(str(found["form"]))),
    },
    rf"{SEAT} takes the claim(?: of (?P<other>\S+))? back": lambda found, view: {
        "type": "withdraw_claim",
        "claim": _claim_of(view, found["other"] or found["seat"]),
    },
    rf"judge {SEAT} (?P<verdict>confirmed|rejected)(?: (?P<counts>[^:]+))?(?:: (?P<reason>.+))?": _judged,
    rf"{SEAT} calls: (?P<text>.+)": _of("call_steward"),
    r"end(?:: (?P<reason>.+))?": _of("end_hall"),
    r"announce": _of("confirm_result"),
    r"abandon(?:: (?P<reason>.+))?": _of("abandon_hall"),
    r"options (?P<given>.+)": lambda found, view: {
        "type": "set_options",
        "options": dict(_words(str(found["given"]))),
    },
    r"undo": _undo,
}
"""Every order of a table, as it is written, and the command it makes."""


def _asked(at: Refereed, what: str, seat: str | None, **more: str) -> Any:
    query = {"what": what, "seat": str(seat), **more}
    return at.match.game.ask(at.match.state, "tablet", query)


def _left(at: Refereed, found: Found) -> str:
    clock = at.view["clock"]
    if clock["state"] == "running":
        return f"{(clock['ends_at'] - at.clock.now() // 10**6) / 1000:.0f} runs"
    return f"{clock.get('remaining', 0) / 1000:.0f} {clock['state']}"


def _holder(name: str) -> Callable[[Refereed, Found], str]:
    return lambda at, found: _asked(at, "seat", f"{found['board']}-sun")[name]["holder"] or "nobody"


def _winner(at: Refereed, found: Found) -> str:
    winner = at.view["winner"]
    return f"{winner['seat']} with {winner['points']}" if winner else "nobody"


EXPECTED: Mapping[str, Callable[[Refereed, Found], str]] = {
    r"phase: (?P<now>\w+)": lambda at, found: str(at.view["phase"]),
    r"turn: (?P<now>.+)": lambda at, found: (
        f"{at.view['turn']['number']} {at.view['turn']['group'] or 'all'}"
    ),
    r"sum: (?P<now>\d+)": lambda at, found: str(at.view["sum"]),
    r"sums: (?P<now>.+)": lambda at, found: " ".join(map(str, at.view["sums"])),
    r"robbers: (?P<now>\d+|deserts)": lambda at, found: str(at.view["robbers"]["place"] or "deserts"),
    r"robbers said: (?P<now>.+)": lambda at, found: str(at.view["robbers"]["text"]),
    r"clock: (?P<now>.+)": _left,
    r"main: (?P<now>\w+)": lambda at, found: str(at.view["main"]),
    r"open: (?P<now>\d+)": lambda at, found: str(at.view["open"]),
    r"first: (?P<now>.+)": lambda at, found: next(
        claim["seat"] for claim in at.view["claims"] if claim["id"] == at.view["judge"]
    ),
    r"claims: (?P<now>.+)": lambda at, found: ", ".join(
        f"{claim['seat']} {claim['points']} {claim['standing']}" for claim in at.view["claims"]
    ),
    r"winner: (?P<now>.+)": _winner,
    r"playing: (?P<now>\d+)": lambda at, found: str(at.view["players"]),
    r"say: (?P<now>.+)": lambda at, found: " ".join(at.view["say"]),
    r"line: (?P<now>.+)": lambda at, found: str(at.view["recent"][0]["text"]),
    r"card: (?P<now>\d+)": lambda at, found: str(at.view["card"]),
    rf"{SEAT} trades with: (?P<now>.+)": lambda at, found: (
        ", ".join(_asked(at, "seat", found["seat"])["partners"]) or "nobody"
    ),
    rf"{SEAT} gets from: (?P<now>.+)": lambda at, found: str(_asked(at, "seat", found["seat"])["deals"]),
    rf"{SEAT} on board (?P<board>\d+), (?P<spot>\w+) (?P<at_once>\w+): (?P<now>\w+)": lambda at, found: str(
        _asked(
            at,
            "permission",
            found["seat"],
            board=str(found["board"]),
            spot=str(found["spot"]),
            at_once=str(found["at_once"]),
        )["verdict"]
    ),
    r"route of board (?P<board>\d+): (?P<now>\w+)": _holder("route"),
    r"army of board (?P<board>\d+): (?P<now>\w+)": _holder("army"),
}
"""What a table may expect, as it is written, and what it is."""
