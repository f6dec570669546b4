"""The whole view: what the game shows of its match, and what the kit adds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fieldkit.games import Game
from fieldkit.messages import HoopStatus
from fieldkit.phrases import ENGLISH, Language
from fieldkit.referee.match import Match

_NO_MATCH: Mapping[str, Any] = {
    "match": None,
    "game": None,
    "seq": 0,
    "phase": "setup",
    "round": 0,
    "clock": {"state": "idle", "remaining": 0, "total": 0},
    "target": None,
    "options": {},
    "teams": [],
    "hoops": [],
    "field": {},
    "counted": [],
    "refused": [],
    "pending": [],
    "owed": [],
    "refill": [],
    "recent": [],
    "result": None,
}
_REFEREE_ONLY = ("pending", "refused", "alarms", "kit", "can", "recent", "setup")


def match_view(
    match: Match | None,
    hoops: Mapping[str, HoopStatus],
    alarms: list[dict[str, str]],
    kit: Mapping[str, Any],
    games: Mapping[str, Game],
    rate: float = 1.0,
    translate: Language = ENGLISH,
) -> dict[str, Any]:
    """What the referee sees, but for ``rev`` and ``now``.

    While no match is on, ``setup`` says for each of ``games`` what a match of it can be made of. In a
    demonstration the clock's ``rate`` tells how much faster than life it runs.
    """
    kits = {"alarms": alarms, "kit": dict(kit)}
    offers = {
        "setup": {name: game.setup_view() for name, game in games.items()},
        "can": {game.create: True for game in games.values()},
    }
    if match is None:
        return dict(_NO_MATCH) | kits | offers
    game, state = match.game, match.state
    closed = game.refuses(state) is not None
    view = game.view(state, translate) | kits | {"match": match.id, "game": game.name, "seq": match.seq}
    view["recent"] = [
        {"seq": line.seq, "text": line.text, "can_strike": not (closed or line.fixed)}
        | ({"team": line.team} if line.team is not None else {})
        for line in match.recent
    ]
    view["hoops"] = [hoop | _link(hoops.get(hoop["id"])) for hoop in view.get("hoops", ())]
    view["can"] = dict(view.get("can", {}))
    if rate != 1.0:
        view["clock"] = view["clock"] | {"rate": rate}
    if game.over(state):
        view["can"] |= offers["can"]
        view["setup"] = offers["setup"]
    if not closed:
        view["can"]["strike"] = True
    return view


def board_view(match: Match | None, view: Mapping[str, Any]) -> dict[str, Any]:
    """The public part of a whole view."""
    if match is not None:
        return match.game.board(view)
    return {name: value for name, value in view.items() if name not in _REFEREE_ONLY} | {"recent": []}


def _link(status: HoopStatus | None) -> dict[str, Any]:
    if status is None:
        return {"link": "none"}
    battery = {"battery_mv": status.battery_mv} if status.battery_mv is not None else {}
    return {"link": status.link} | battery
