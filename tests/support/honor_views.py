"""Public boards of Big Game, Big Honor as the feed sends them, for the scoreboard's tests and pictures."""

from typing import Any

from fieldkit.games.big_honor.game import BigHonor
from fieldkit.games.big_honor.state import STAGES
from fieldkit.games.people import COLOURS
from tests.support.scoreboard_views import NOW

NAMES = {"red": "Mia", "blue": "Jonas", "green": "Aylin", "yellow": "Noah", "olive": "Ben", "violet": "Zoe"}
_SCORES = (9, 7, 8, 6, 10, 5)
_LAURELS = (4, 2, 3, 1, 0, 6)
_PLACES = ("red", "", "blue", "red", "green", "red", "yellow", "blue", "red", "")
_CROWD = ("olive", "violet", "blue", "olive", "green", "red", "yellow", "violet", "red", "blue")


def roll(sort: str, dice: list[list[int]], text: str, laurel: str | None = None) -> dict[str, Any]:
    """Return the last roll as the view tells it."""
    return {
        "sort": sort,
        "rolls": dice,
        "sum": sum(dice[-1]),
        "text": text,
        "again": "",
        "laurel": laurel,
        "victim": None,
    }


def honor_board(
    phase: str = "rolled", players: int = 4, names: dict[str, str] | None = None, **changes: Any
) -> dict[str, Any]:
    """Return a public board in the ninth turn; ``changes`` replace whole fields."""
    ids, called = list(COLOURS)[:players], names or NAMES
    held = _CROWD if players == 6 else _PLACES
    places = [side if side in ids else "" for side in held]
    whole: dict[str, Any] = {
        "match": "m1",
        "game": BigHonor.name,
        "seq": 41,
        "rev": 97,
        "now": NOW,
        "stage": STAGES.get(phase, phase),  # type: ignore[call-overload]
        "phase": phase,
        "number": 9,
        "title": f"{called['red']} has the turn",
        "subtitle": "Turn 9 · 12 points in the own turn win",
        "clock": {"state": "idle", "total": 0, "tenths": False},
        "on_turn": "red",
        "champion": "red",
        "winner": None,
        "laurels_left": 14,
        "sides": [
            {"id": id, "name": called[id], "colour": id, "mark": COLOURS[id][1], "score": score}
            for id, score in zip(ids, _SCORES, strict=False)
        ],
        "players": [
            {
                "id": id,
                "points": 2,
                "laurels": laurels,
                "sent": places.count(id),
                "hand": 6 - places.count(id),
            }
            for id, laurels in zip(ids, _LAURELS, strict=False)
        ],
        "places": [
            {"number": number, "side": side or None}
            for number, side in zip((2, 3, 4, 5, 6, 8, 9, 10, 11, 12), places, strict=True)
        ],
        "roll": roll("production", [[5, 3]], f"Place 8: a laurel for {called['red']}", "red"),
        "options": {"dice": "kit"},
        "target": 12,
        "laurels": 24,
        "most_laurels": 6,
        "next": "blue",
        "produced": 8,
        "bought": [],
        "chances": None,
        "offers": {},
        "refusals": {},
        "sums": [0] * 11,
        "history": {},
        "recent": [
            {"text": f"{called['red']} rolls 8: a laurel for {called['red']}", "team": "red"},
            {"text": f"{called['blue']} ends the turn", "team": "blue"},
            {"text": f"{called['blue']} sends a settler to 10 for 1 grain", "team": "blue"},
        ],
    }
    return whole | changes


HONOR_SCENES: dict[str, dict[str, Any]] = {
    "honor_settling": honor_board("settling", roll=None, title="Noah puts a settler"),
    "honor_to_roll": honor_board("to_roll", roll=None, title="Mia has the dice"),
    "honor_rolled": honor_board(),
    "honor_three": honor_board(players=3),
    "honor_six": honor_board(players=6),
    "honor_place": honor_board(
        players=6, roll=roll("place", [[3, 4], [6, 5]], "Place 11: Ben goes home, Mia is there now")
    ),
    "honor_seven": honor_board(
        roll=roll("production", [[3, 4]], "A 7: Mia has sent the most, but already has 6 laurels")
    ),
    "honor_special": honor_board("special", players=5, roll=None, title="All others may build"),
    "honor_over": honor_board("over", roll=None, winner="red", title="Mia wins", subtitle="Turns played: 38"),
    "honor_over_six": honor_board("over", players=6, winner="olive", title="Ben wins"),
    "honor_abandoned": honor_board("over", title="The match is over"),
}
