"""Reads `can`: whether it lists a command, and a command for everything that it lists.

With a paper deck the referee names the card that was drawn: ``card``.
"""

from collections.abc import Callable, Iterator
from typing import Any

from .driver import nonzero


def allowed(can: Any, kind: str, f: dict[str, Any]) -> bool:
    """Return True if the entry of `can` for a command lists these arguments."""
    checks: dict[str, Callable[[], object]] = {
        "buy": lambda: (
            "pays" in can[f["team"]][f["item"]]
            and f["pay"] in [nonzero(pay) for pay in can[f["team"]][f["item"]]["pays"]]
            and ("hoop" not in f or f["hoop"] in can[f["team"]][f["item"]]["hoops"])
        ),
        "place": lambda: f["hoop"] in can[f["team"]],
        "use_card": lambda: can[f["team"]][f["card"]] is True,
        "trade": lambda: {f["a"], f["b"]} <= set(can),
        "settle": lambda: f["pending"] in can,
        "discard": lambda: f["team"] in can,
        "deposit": lambda: f["hoop"] in can,
    }
    return bool(checks[kind]()) if kind in checks else can is True


def legal(view: dict[str, Any], card: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield, for everything that `can` lists, a command that must then be accepted."""
    can = view["can"]
    plain: dict[str, dict[str, Any]] = {
        "start_round": {"refuse_pending": True},
        "stop_round": {},
        "resume_round": {"seconds": 3},
        "end_round": {},
        "void_round": {},
        "confirm_result": {"teams_done": True},
        "break_clock": {"seconds": 10},
        "correct": {"set": {"target": 8}, "reason": "x"},
        "note": {"text": "x"},
        "end_match": {"reason": "x"},
        "abandon_match": {"reason": "x"},
    }
    yield from ((kind, fields) for kind, fields in plain.items() if can.get(kind))
    left = [kind for kind, count in view["field"].items() if count]
    yield from (("deposit", {"hoop": hoop, "kind": left[0]}) for hoop in can.get("deposit", ()) if left)
    yield from (("settle", {"pending": one, "accept": False}) for one in can.get("settle", ()))
    yield from (("discard", {"team": team, "by_lot": True}) for team in can.get("discard", ()))
    rich = [team["id"] for team in view["teams"] if team["id"] in can.get("trade", ()) and any_of(team)]
    if len(rich) > 1:
        a, b = (next(team for team in view["teams"] if team["id"] == name) for name in rich[:2])
        yield "trade", {"a": rich[0], "b": rich[1], "a_gives": any_of(a), "b_gives": any_of(b)}
    for team, places in can.get("place", {}).items():
        yield from (("place", {"team": team, "hoop": hoop}) for hoop in places)
    for team, items in can.get("buy", {}).items():
        for item, offer in items.items():
            more = {"card": card} if item == "card" and "pays" in offer else {}
            for hoop in offer.get("hoops", [None]):
                for pay in offer.get("pays", ()):
                    at = {"hoop": hoop} if hoop else {}
                    yield "buy", {"team": team, "item": item, "pay": nonzero(pay), **at, **more}
    for team, cards in can.get("use_card", {}).items():
        for own in (own for own, may in cards.items() if may is True):
            yield "use_card", {"team": team, "card": own, **_use(view, team, own)}


def any_of(team: dict[str, Any]) -> dict[str, int]:
    """Return one ball that a team has."""
    return {kind: 1 for kind in list(nonzero(team["resources"]))[:1]}


def _use(view: dict[str, Any], team: str, card: str) -> dict[str, Any]:
    """Return the fields that a card asks for."""
    if card == "year_of_plenty":
        balls = [kind for kind, count in view["field"].items() for _ in range(count)][:4]
        return {"kinds": {kind: balls.count(kind) for kind in balls}}
    if card == "monopoly":
        return {"kind": "ore"}
    if card == "barbarians":
        prey = [
            hoop
            for hoop in view["hoops"]
            if hoop["building"] != "none" and hoop["team"] != team and not hoop["starting"]
        ]
        return {"victim": prey[0]["team"], "hoop": prey[0]["id"]}
    return {}
