"""Hubs without their web, and fields' journals to send to them: real matches, played through the referee."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fieldkit.event.documents import PlannedMatch, Schedule, Team
from fieldkit.event.state import ScheduleDecision, TeamsDecision
from fieldkit.hub.files import PublicFiles
from fieldkit.hub.hub import Hub
from fieldkit.hub.settings import EventTable, FieldTable, HubSettings, HubTable
from fieldkit.hub.store import Store
from fieldkit.journal.reading import all_records, played, reading
from fieldkit.journal.record import Record
from tests.support.games import kit_games
from tests.support.refereed import Refereed

PIN = "organisers-pin"
KEYS = {"north": "key-of-the-north", "south": "key-of-the-south"}
SIDES = ("red", "blue", "green", "yellow")
TEAMS = tuple(Team(name.lower(), name) for name in ("Foxes", "Herons", "Otters", "Badgers", "Larks", "Moles"))
SCHEDULE = Schedule(
    fields=("north", "south"),
    matches=(
        PlannedMatch("1", 0, "north", ("foxes", "herons", "otters")),
        PlannedMatch("2", 0, "south", ("badgers", "larks", "moles")),
        PlannedMatch("3", 1, "north", ("foxes", "badgers", "larks")),
    ),
)


def settings(confirm: int = 1, practice: bool = False) -> HubSettings:
    """Those of an event with two fields."""
    fields = tuple(FieldTable(id, key, id.capitalize()) for id, key in KEYS.items())
    return HubSettings(EventTable("cup", "Spring Cup", practice, confirm), HubTable(pin=PIN), fields)


@cache
def _new() -> bytes:
    """Return the file of a database that has its tables and nothing in them, made once in a process."""
    with TemporaryDirectory() as folder:
        store = Store(f"sqlite:///{folder}/new.sqlite3")
        store.open()
        store.close()
        return Path(folder, "new.sqlite3").read_bytes()


def _laid(database: str) -> None:
    """Lay a new database where there is none: as a hub makes it, in less time."""
    kind, _, path = database.partition(":///")
    if kind == "sqlite" and not Path(path).exists():
        Path(path).write_bytes(_new())


@contextmanager
def hub(database: str, folder: Path, given: HubSettings | None = None) -> Iterator[Hub]:
    """Yield a hub that runs, with what is in its database already."""
    _laid(database)
    files = PublicFiles(folder / "public")
    made = Hub(given or settings(), Store(database), PIN, kit_games(), files)
    made.start()
    try:
        yield made
    finally:
        made.close()


def plan(of: Hub) -> None:
    """Give the hub its teams and its schedule."""
    of.decide(lambda state: TeamsDecision(TEAMS), "organiser")
    of.decide(lambda state: ScheduleDecision(SCHEDULE), "organiser")
    of.follow()


def play(
    path: Path, teams: Sequence[str] = ("foxes", "herons", "otters"), points: Sequence[int] = (3, 2, 1),
    scheduled: str = "", end: bool = True, options: Mapping[str, Any] = {},
) -> str:  # fmt: skip
    """Play one more match into a journal: ``points`` are what its sides have above each other."""
    match = Refereed(path)
    try:
        sides = [
            {"id": side, "name": team.capitalize(), "players": 3, "start_hoop": f"h{n}"}
            for n, (side, team) in enumerate(zip(SIDES, teams, strict=False), 1)
        ]
        planned = {"id": scheduled, "teams": dict(zip(SIDES, teams, strict=False))}
        more = {"scheduled": planned} if scheduled else {}
        match.do("create_match", game="full_contact", teams=sides, options=dict(options), **more)
        for side, extra in zip(SIDES, points, strict=False):
            match.do("correct", team=side, set={"bonus_vp": extra}, reason="played so")
        if end:
            match.do("end_match", reason="time is up")
        return match.match.id
    finally:
        match.close()


Push = tuple[str, str, int, list[Record]]


def pushes(path: Path, most: int = 200) -> list[Push]:
    """Return a journal in the pieces that a field sends: match, game, first number, records."""
    with reading(path) as db:
        games: Mapping[str, str] = {each.id: each.game for each in played(db)}
        records = list(all_records(db))
    found = []
    for match, mine in groupby(records, key=lambda one: one.row.match):
        whole = list(mine)
        for start in range(0, len(whole), most):
            part = whole[start : start + most]
            found.append((match, games[match], part[0].id, part))
    return found


def send(of: Hub, field: str, path: Path, most: int = 200) -> int:
    """Push a whole journal; how far the hub has it."""
    have = 0
    for match, game, start, records in pushes(path, most):
        have = of.push(field, match, game, start, records)
    return have


def settle(of: Hub) -> None:
    """Let what has come be followed and shown, here and now."""
    of.follow()
