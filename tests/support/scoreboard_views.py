"""Public boards as the feed sends them, and a way to draw them; shared by the scoreboard's tests."""

import json
from typing import Any

import pygame

from fieldkit.games.full_contact.state import STAGES
from hardware.scoreboard import scenes
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.stage import Stage
from hardware.scoreboard.theme import THEMES

URL = "http://10.42.0.1:8080"
NOW = 1_000
SIZES = ((1920, 1080), (1280, 720), (800, 480), (1080, 1920), (480, 800))

_HOOPS = (
    ("h1", 3, 2, "red", "city"),
    ("h2", 7, 2, "blue", "city"),
    ("h3", 11, 2, "green", "city"),
    ("h4", 15, 2, "yellow", "city"),
    ("h5", 5, 6, "red", "settlement"),
    ("h6", 9, 6, "yellow", "city"),
    ("h7", 13, 6, None, "none"),
    ("h8", 7, 10, "blue", "settlement"),
    ("h9", 11, 10, "green", "settlement"),
    ("h10", 9, 14, "blue", "settlement"),
)
_TEAMS = (
    ("red", "Foxes", "triangle", 5, 2, (2, 1, 0, 3, 1)),
    ("blue", "Herons", "square", 5, 1, (4, 2, 1, 0, 0)),
    ("green", "Otters", "hexagon", 4, 1, (0, 5, 2, 1, 2)),
    ("yellow", "Badgers", "star", 6, 2, (1, 0, 3, 2, 0)),
)
_POINTS = {
    "red": (3, 3, 4, 4, 5, 5, 5, 5),
    "blue": (3, 4, 4, 4, 4, 5, 6, 5),
    "green": (3, 3, 3, 3, 4, 4, 4, 4),
    "yellow": (3, 3, 3, 5, 5, 5, 5, 6),
}
_KINDS = ("wood", "wheat", "brick", "ore", "sheep")
_MADE = {"red": (2, 1, 2, 0, 0), "blue": (2, 2, 1, 0, 0), "green": (2, 1, 1, 0, 0), "yellow": (4, 0, 2, 0, 0)}
"""Where the points come from: cities, settlements, knights, used cards, extra."""
COLOURS = dict(zip(_KINDS, ("brown", "yellow", "orange", "grey", "white"), strict=True))
READY = "One foot in a hoop of your team; knights wear the band on the head"
WIFI = "WIFI:T:WPA;S:Field 1;P:hoops\\;42;;"


def board(phase: str = "round", teams: int = 4, kinds: int = 4, **changes: Any) -> dict[str, Any]:
    """Return a public board in the seventh round; ``changes`` replace whole fields."""
    playing = _TEAMS[:teams]
    ids = [team[0] for team in playing]
    whole: dict[str, Any] = {
        "match": "m1",
        "game": "full_contact",
        "seq": 41,
        "rev": 97,
        "now": NOW,
        "stage": STAGES.get(phase, "play"),
        "phase": phase,
        "number": changes.get("round", 7),
        "round": 7,
        "title": "",
        "subtitle": "",
        "urgent": False,
        "cues": [],
        "sides": [],
        "doubt": None,
        "clock": {"state": "running", "ends_at": NOW + 5_300},
        "target": 8,
        "options": {"round_seconds": 8.0, "colours": {kind: COLOURS[kind] for kind in _KINDS[:kinds]}},
        "get_ready": READY if phase in ("ready", "break") else "",
        "warn_seconds": 10,
        "began_at": None if phase == "ready" else NOW - 34 * 60_000,
        "teams": [
            {
                "id": id,
                "name": name,
                "mark": mark,
                "players": 4,
                "knights": knights,
                "resources": dict(zip(_KINDS[:kinds], counts, strict=False)),
                "vp": vp,
                "buildings": {"settlements": 0, "cities": 0},
                "bonus_vp": 0,
                "settlements_in_hand": 1 if id == "red" else 0,
                "cards": 1,
                "used_cards": [],
                "made": dict(
                    zip(("cities", "settlements", "knights", "cards", "extra"), _MADE[id], strict=True)
                ),
            }
            for id, name, mark, vp, knights, counts in playing
        ],
        "hoops": [
            {
                "id": id,
                "x": x,
                "y": y,
                "row": y // 4 + 1,
                "team": team if team in ids else None,
                "building": building if team in ids else "none",
                "starting": y == 2,
                "link": "ok",
            }
            for id, x, y, team, building in _HOOPS
        ],
        "field": dict.fromkeys(_KINDS[:kinds], 5),
        "counted": [],
        "owed": [],
        "next_round": {"foresight": None, "supremacy": None},
        "supremacy": None,
        "deck_left": 6,
        "full_game": False,
        "fetch": [],
        "markers": [],
        "refill": [],
        "at_target": [],
        "field_size": {"w": 20, "h": 16},
        "recent": [
            {"text": "Herons brought wood to hoop 2", "team": "blue"},
            {"text": "Badgers bought a knight: 6 points", "team": "yellow"},
            {"text": "The referee corrected the field"},
            {"text": "Otters placed a settlement in hoop 9", "team": "green"},
        ],
        "result": None,
        "statistics": {
            "points": [{id: _POINTS[id][n] for id in ids} for n in range(8)],
            "collected": {
                id: {kind: (5 * row + 7 * column) % 17 for column, kind in enumerate(_KINDS[:kinds])}
                for row, id in enumerate(ids)
            },
        },
        "bare": False,
        "practice": False,
    }
    whole |= changes
    whole["clock"] = {"total": 8_000, "tenths": phase != "break"} | whole["clock"]
    return whole


NO_MATCH: dict[str, Any] = {
    "match": None,
    "game": None,
    "rev": 1,
    "now": NOW,
    "stage": "setup",
    "phase": "setup",
    "teams": [],
    "hoops": [],
}

SCENES: dict[str, dict[str, Any]] = {
    "setup": NO_MATCH,
    "setup_wifi": NO_MATCH | {"wifi": WIFI},
    "ready": board("ready", round=0, clock={"state": "idle", "remaining": 8_000, "total": 8_000}),
    "ready_five": board(
        "ready", kinds=5, round=0, clock={"state": "idle", "remaining": 8_000, "total": 8_000}
    ),
    "head_start": board(
        "head_start",
        clock={"state": "running", "ends_at": NOW + 2_300, "total": 4_000, "head_start_team": "red"},
    ),
    "head_start_practice": board(
        "head_start",
        practice=True,
        clock={"state": "running", "ends_at": NOW + 2_300, "total": 4_000, "head_start_team": "green"},
    ),
    "round": board(),
    "round_of_three": board(teams=3, kinds=5, supremacy="blue"),
    "round_after_head_start": board(
        clock={"state": "running", "ends_at": NOW + 5_300, "total": 8_000, "head_start_team": "red"}
    ),
    "round_extra": board(target=5),
    "round_bare": board(bare=True, practice=True),
    "grace": board("grace", clock={"state": "running", "ends_at": NOW + 1_200, "total": 2_000}),
    "break": board(
        "break",
        clock={"state": "running", "ends_at": NOW + 42_000, "total": 60_000},
        owed=[{"team": "green", "discard": 4}],
        next_round={"foresight": "red", "supremacy": "yellow"},
        practice=True,
    ),
    "break_tied": board("break", target=5, clock={"state": "held", "remaining": 1_000, "total": 60_000}),
    "break_ends": board(
        "break",
        clock={"state": "running", "ends_at": NOW + 8_000, "total": 60_000},
        target=7,
        options={"colours": COLOURS | {"wood": "white", "wheat": "black", "ore": "turquoise"}},
    ),
    "break_held": board("break", clock={"state": "held", "remaining": 301_000, "total": 600_000}),
    "at_target": board(
        "break",
        clock={"state": "idle", "remaining": 0, "total": 60_000},
        result={"winners": ["red", "blue"], "final": False},
    ),
    "stopped": board("stopped", clock={"state": "held", "remaining": 3_400, "total": 8_000}),
    "over": board("over", clock={"state": "idle"}, result={"winners": ["yellow"], "final": True}),
    "over_extra": board("over", teams=3, kinds=5, result={"winners": ["red"], "final": True}),
    "round_many_points": board(target=14),
    "over_shared": board("over", kinds=5, result={"winners": ["yellow", "red"], "final": True}),
    "over_abandoned": board("over", teams=3),
    "over_at_once": board("over", statistics={"points": [{"red": 3, "blue": 3, "green": 3, "yellow": 3}]}),
    "other_game": {"game": "chess", "stage": "play", "phase": "round", "now": NOW},
}
SCENES["fair_dice"] = board() | {"fair": {"hash": "3f9a22c1" * 8, "version": 1, "words": "", "used": 4}}
SCENES["round_many_points"]["teams"][3] |= {
    "vp": 13,
    "bonus_vp": 4,
    "used_cards": ["victory_point"],
    "made": {"cities": 4, "settlements": 0, "knights": 2, "cards": 3, "extra": 4},
}
SCENES["over_extra"]["teams"][0] |= {
    "vp": 11,
    "bonus_vp": 4,
    "used_cards": ["victory_point"] * 2,
    "made": {"cities": 2, "settlements": 1, "knights": 2, "cards": 2, "extra": 4},
}
SCENES["silent_hoop"] = board()
SCENES["silent_hoop"]["hoops"][6]["link"] = "silent"


def draw(
    view: dict[str, Any],
    size: tuple[int, int],
    theme: str = "sun",
    linked: bool = True,
    stage: Stage | None = None,
) -> Canvas:
    """Return the view as a whole screen; needs ``pygame.font.init()``."""
    picture = scenes.read(json.dumps(view).encode(), "Field 1", URL).picture
    surface = pygame.Surface(size, 0, 32)
    stage = stage or Stage(THEMES[theme])  # type: ignore[index]
    return stage.whole(surface, picture, NOW, linked, {})
