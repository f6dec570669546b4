"""Documents of a hub as its screens read them, and a way to draw them; shared by tests."""

import json
import time
from typing import Any

import pygame

from fieldkit.phrases import ENGLISH, Language
from hardware.scoreboard.draw import Canvas
from hardware.scoreboard.event import rotation
from hardware.scoreboard.event.board import Ranking, read, read_index, read_schedule
from hardware.scoreboard.event.parts import SceneHead
from hardware.scoreboard.event.rotation import HubAnswers, Turn, own_board, picture
from hardware.scoreboard.stage import Picture, Stage
from hardware.scoreboard.theme import THEMES
from tests.support.scoreboard_views import board

NOW = 1_767_000_000_000
"""A moment of the hub's time of day, in ms."""
HUB = "http://10.42.0.1:8090"
TEAMS = (
    "Foxes",
    "Herons",
    "Otters",
    "Badgers",
    "Wild Boars",
    "Kites",
    "Stags",
    "Lynxes",
    "Ravens",
    "Hares",
    "Adders",
    "Owls",
)
LONG = (
    "Wandering Foxes of Essen",
    "The Quite Hungry Herons",
    "Otters am Baldeneysee 04",
    "Badgers Without Borders",
    "Gelsenkirchener Wölfe 08",
    "Hohenlimburg Night Kites",
)
"""Names of 23 and 24 letters: as long as a team's may be."""
LOOKS = (
    ("red", "triangle"),
    ("blue", "square"),
    ("green", "hexagon"),
    ("yellow", "star"),
    ("olive", "cross"),
    ("violet", "ring"),
)
FIELDS = ("North", "South", "East", "West", "Centre", "Meadow", "Gym", "Old Yard")


def slug(name: str) -> str:
    """Return the id of a team or a field."""
    return "".join(c if c.isalnum() and c.isascii() else "-" for c in name.lower())


def sides(count: int = 4, names: tuple[str, ...] = TEAMS, first: int = 0) -> list[dict[str, Any]]:
    """Who plays, each in a colour of its own."""
    return [
        {
            "id": colour,
            "name": names[(first + number) % len(names)],
            "colour": colour,
            "mark": mark,
            "score": (5 * number + 7 * first) % 13 if count < 6 else 10 + number,
        }
        for number, (colour, mark) in enumerate(LOOKS[:count])
    ]


def frame(
    stage: str = "play", count: int = 4, names: tuple[str, ...] = TEAMS, first: int = 0
) -> dict[str, Any]:
    """Return the part of a board that all games share."""
    clock = {
        "play": {"state": "running", "ends_at": NOW + 5_300 + first * 100, "total": 8_000, "tenths": True},
        "rest": {"state": "running", "ends_at": NOW + 41_300, "total": 60_000, "tenths": False},
        "ready": {"state": "idle", "remaining": 8_000, "total": 8_000, "tenths": True},
    }.get(stage, {"state": "idle", "remaining": 0, "total": 8_000, "tenths": True})
    number = 7 + first
    title = {"play": f"Round {number}", "rest": f"Break after round {number}", "ready": "Get ready"}.get(
        stage
    )
    return {
        "match": "m3",
        "game": "full_contact",
        "stage": stage,
        "phase": {"play": "round", "rest": "break"}.get(stage, stage),
        "number": number,
        "title": title or f"{names[0]} win",
        "subtitle": "First to 8 points",
        "clock": clock,
        "sides": sides(count, names, first),
    }


NO_MATCH = {
    "match": None,
    "game": None,
    "stage": "setup",
    "phase": "setup",
    "title": "Before the match",
    "sides": [],
}


def match(id: str, starts: str, names: tuple[str, ...], **more: Any) -> dict[str, Any]:
    """Return a scheduled match in short."""
    teams = [{"id": slug(name), "name": name} for name in names]
    return {"id": id, "title": "", "field": "", "stage": "group", "starts": starts, "teams": teams} | more


def field(
    number: int, shown: dict[str, Any] | None, names: tuple[str, ...] = TEAMS, **more: Any
) -> dict[str, Any]:
    """Return a field of the index: what it shows, and the three matches that it is about."""

    def some(start: int) -> tuple[str, ...]:
        return tuple(names[(start + place) % len(names)] for place in range(4 - (number + start) % 2))

    plays = shown is not None and shown["match"] is not None
    return {
        "id": slug(FIELDS[number]),
        "name": FIELDS[number],
        "online": True,
        "have": 40,
        "of": 41,
        "last_contact": NOW - 60_000,
        "lag": (0, 4, -2, 12)[number % 4],
        "now": match(str(number + 1), "10:20", some(number)) if plays else None,
        "next": match(str(number + 9), "10:40", some(number + 4)),
        "after": match(str(number + 17), "11:00", some(number + 7)),
        "frame": shown,
    } | more


STAGES = ("play", "rest", "play", "none", "play", "over", "ready", "play")


def index(count: int = 3, each: int = 4, names: tuple[str, ...] = TEAMS, **changes: Any) -> dict[str, Any]:
    """Return the first document of an event with this many fields, ``each`` playing in a match."""
    fields = [
        field(number, NO_MATCH if stage == "none" else frame(stage, each, names, number), names)
        for number, stage in enumerate(STAGES[:count])
    ]
    return {
        "now": NOW,
        "event": {"id": "spring", "name": "Spring Cup", "practice": False},
        "at": NOW - 500,
        "rev": 17,
        "teams": 1,
        "schedule": 3,
        "standings": 2,
        "fields": fields,
    } | changes


def standings(count: int = 12, names: tuple[str, ...] = TEAMS, finals: int = 0) -> dict[str, Any]:
    """Return a table of this many teams, and this many finals."""
    rows = []
    for number in range(count):
        name = names[number % len(names)]
        twelfths = 12 * (3 * count - 2 * number) + (6 if number % 3 == 1 else 0)
        rows.append(
            {
                "place": number + 1 if number != 3 else 3,
                "team": f"t{number}",
                "name": name if number < len(names) else f"{name} {number // len(names) + 1}"[:24],
                "club": ("SV Nord", "", "TuS Eichholz 1906")[number % 3],
                "played": 6,
                "won": max(0, 6 - number // 2),
                "points": f"{twelfths // 12}{'½' if twelfths % 12 else ''}",
                "twelfths": twelfths,
                "for": 60 - number,
                "results": [],
                "decided_by": "points",
            }
        )
    return {"rows": rows, "undrawn": [], "finals": [final(number) for number in range(finals)]}


def final(number: int) -> dict[str, Any]:
    """Return a final, the later ones with teams that are not known yet."""
    if number == 0:
        scored = [
            {
                "side": "red",
                "name": TEAMS[place],
                "score": 9 - place,
                "place": place + 1,
                "team": slug(TEAMS[place]),
            }
            for place in range(4)
        ]
        return match("F1", "14:00", TEAMS[:4], state="confirmed", result=scored, title="Semi-final 1")
    teams = [{"id": id, "name": id} for id in ("winner:F1", "second:F1", "place:3")]
    return match(f"F{number + 1}", "14:40", (), stage="final", state="planned") | {"teams": teams}


def schedule(
    count: int = 18, names: tuple[str, ...] = TEAMS, done: int = 0, fields: int = 3
) -> dict[str, Any]:
    """Return a schedule of this many matches, of which the first have been played."""
    matches = []
    for number in range(count):
        some = [names[(number * 4 + place) % len(names)] for place in range(4 if number % 3 else 3)]
        minute = 600 + number // fields * 20
        state = "confirmed" if number < done else "playing" if number < done + fields else "planned"
        scores = [
            {
                "side": LOOKS[place][0],
                "name": name,
                "score": 9 - 2 * place,
                "place": place + 1,
                "team": slug(name),
            }
            for place, name in enumerate(some)
        ]
        matches.append(
            {
                "id": str(number + 1),
                "slot": number // fields,
                "field": slug(FIELDS[number % fields]),
                "teams": [slug(name) for name in some],
                "round": 1,
                "stage": "group",
                "title": "",
                "called_off": False,
                "names": {slug(name): name for name in some},
                "starts": f"{minute // 60:02}:{minute % 60:02}",
                "day_min": minute,
                "state": state,
                "result": scores if state == "confirmed" else None,
            }
        )
    return {"version": 3, "start": "10:00", "slot_minutes": 20, "matches": matches}


def document(index: dict[str, Any], id: str, **changes: Any) -> dict[str, Any]:
    """Return a field's own document, with the whole board of a game that has a scene of its own."""
    entry = next(one for one in index["fields"] if one["id"] == id)
    clock = {"state": "running", "ends_at": NOW + 5_300, "total": 8_000}
    whole = board(**{"match": "m3", "clock": clock, "began_at": NOW - 34 * 60_000, **changes})
    return entry | {"board": {name: value for name, value in whole.items() if name != "now"}}


def heard(
    index: dict[str, Any],
    table: dict[str, Any] | None = None,
    plan: dict[str, Any] | None = None,
    own: tuple[str, ...] = (),
) -> HubAnswers:
    """Return what a screen knows that heard all this; fields in ``own`` come with their whole boards."""
    first = read_index(json.dumps(index).encode())
    boards = {}
    for id in own:
        entry = first.field(id)
        assert entry is not None
        found = own_board(json.dumps(document(index, id)).encode(), entry, f"{HUB}/field/{id}")
        assert found is not None
        boards[id] = found
    return HubAnswers(
        first,
        read(json.dumps(table or standings()).encode(), Ranking),
        read_schedule(json.dumps(plan or schedule()).encode()),
        boards,
    )


def scene(heard: HubAnswers, show: str, away: str = "", page: int = 0) -> Picture:
    """Return the page of that number of what a screen shows."""
    turns = rotation.turns(show, heard.index, heard.standings, heard.schedule)
    return picture(turns[page], heard, SceneHead(heard.index.event.name, heard.index.event.practice, away))


def pages(heard: HubAnswers, show: str) -> list[Turn]:
    """All pages of what a screen shows."""
    return rotation.turns(show, heard.index, heard.standings, heard.schedule)


def draw(
    shown: Picture,
    size: tuple[int, int],
    theme: str = "sun",
    stage: Stage | None = None,
    translate: Language = ENGLISH,
) -> Canvas:
    """Return the picture as a whole screen at `NOW`; needs ``pygame.font.init()``."""
    day = time.strftime("%H:%M", time.gmtime(NOW / 1000))
    stage = stage or Stage(THEMES[theme], translate, lambda: day)  # type: ignore[index]
    return stage.whole(pygame.Surface(size, 0, 32), shown, NOW, True, {})


def all_scenes(names: tuple[str, ...], away: str = "", **event: Any) -> dict[str, Picture]:
    """Every scene in all its shapes, with teams of these names; ``event`` changes what it is called."""
    told = {"id": "spring", "name": "Spring Cup", "practice": False} | event
    few, many = heard(index(3, 3, names, event=told)), heard(index(8, 4, names, event=told))
    silent = index(3, 4, names, event=told)
    silent["fields"][0]["online"] = False
    silent["fields"][1] |= {"online": False, "last_contact": None}
    gone = index(8, 4, names, event=told)
    for one in gone["fields"]:
        one["online"] = False
    none = index(4, 4, names, event=told)
    none["fields"][3] |= {"now": None, "next": None, "after": None}
    table, plan = standings(40, names, finals=3), schedule(18, names, 4)
    full = heard(index(5, 6, names, event=told), table, plan)
    found = {
        f"{count} fields": scene(heard(index(count, 4, names, event=told)), "fields", away)
        for count in range(9)
    }
    found |= {f"{name} alone": scene(many, f"field:{slug(name)}", away) for name in FIELDS[:7]}
    return found | {
        "six sides": scene(full, "fields", away),
        "six sides alone": scene(full, "field:north", away),
        "three sides": scene(few, "fields", away),
        "three sides alone": scene(few, "field:north", away),
        "silent fields": scene(heard(silent), "fields", away),
        "eight silent fields": scene(heard(gone), "fields", away),
        "a silent field": scene(heard(silent), "field:north", away),
        "nothing to come": scene(heard(none), "fields", away),
        "nobody alone": scene(heard(none), "field:west", away),
        "twelve teams": scene(heard(index(3, event=told), standings(12, names)), "standings", away),
        "forty teams": scene(full, "standings", away),
        "no teams": scene(heard(index(3, event=told), standings(0)), "standings", away),
        "finals": scene(full, "standings", away, page=2),
        "schedule": scene(full, "schedule", away),
        "played": scene(heard(index(3, event=told), None, schedule(12, names, 12)), "schedule", away),
        "no schedule": scene(heard(index(3, event=told), None, schedule(0)), "schedule", away),
        "queue": scene(many, "queue", away),
        "queue of three": scene(few, "queue", away),
        "queue of one": scene(heard(index(1, 4, names, event=told)), "queue", away),
        "no queue": scene(heard(none), "queue", away),
    }
